package verdict

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"discussd/critique"
)

// How many divergences and action items the ready-made texts name. The record
// and the verdict hold all.
const (
	topDivergences = 3
	topItems       = 3
	mostItems      = 10
)

// summary is the text that whoever asked for the round gets back. Its labels are
// a format that agents read: they stay as they are in every language.
func summary(v Verdict) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("## Discuss Verdict: %s\n", oneLine(v.Round))
	line("Verdict: %s", v.Outcome)
	if v.Outcome == Failed {
		line("Error: %s: %s", v.Error.Code, oneLine(v.Error.Message))
		line("Artifact: %s", oneLine(v.Artifact.Path))
		line("\nDiscussion Record: %s", recordPath(v))
		return b.String()
	}
	if v.Outcome == Blocked {
		line("Severity: %s", severityOf(v))
	}
	line("Average Rating: %s", average(v))
	if v.Status == Partial {
		line("Status: PARTIAL")
	}
	if v.Outcome == Reached {
		line("\nKey Action Items:\n%s", strings.Join(orNone(items(v, topItems)), "\n"))
		line("\nDiscussion Record: %s", recordPath(v))
		return b.String()
	}
	line("\nDivergence Summary:")
	for _, text := range orNone(divergences(v)) {
		line("- %s", strings.TrimPrefix(text, "- "))
	}
	line("\nAction Items:\n%s", strings.Join(orNone(items(v, mostItems)), "\n"))
	line("\nRecommendation: %s", recommendationOf(v))
	line("\nDiscussion Record: %s", recordPath(v))
	return b.String()
}

// message is the text that a producing agent sends its coordinator: a block of
// lines when the coordinator has something to decide, else one paragraph.
func message(v Verdict) string {
	head := "[" + cmp.Or(oneLine(v.Caller.Role), "discuss") + "] "
	if v.Caller.Task != nil {
		head += oneLine(*v.Caller.Task) + " complete. "
	}
	head += "Discuss " + oneLine(v.Round) + ": " + string(v.Outcome)
	todo := inLine(items(v, mostItems))
	partial := ""
	if v.Status == Partial {
		partial = " PARTIAL: the deadline cut something off."
	}
	switch {
	case v.Outcome == Failed:
		return fmt.Sprintf("%s (%s): %s. The artifact was not judged. Artifact: %s. Discussion: %s\n", head, v.Error.Code,
			strings.TrimRight(oneLine(v.Error.Message), "."), oneLine(v.Artifact.Path), recordPath(v))
	case v.Outcome == Reached:
		return fmt.Sprintf("%s (average rating %s).%s Action items: %s. Artifact: %s. Discussion: %s\n", head,
			average(v), partial, todo, oneLine(v.Artifact.Path), recordPath(v))
	case v.BlockedAt(critique.Low):
		return fmt.Sprintf("%s (severity=LOW, average rating %s), treated as consensus_reached with notes.%s Divergences: %s. Action items: %s. Artifact: %s. Discussion: %s\n",
			head, average(v), partial, inLine(divergences(v)), todo, oneLine(v.Artifact.Path), recordPath(v))
	}
	text := fmt.Sprintf("%s (severity=%s)\nDivergences: %s\nAction items: %s\nRecommendation: %s\nArtifact: %s\nDiscussion: %s\n",
		head, severityOf(v), inLine(divergences(v)), todo, recommendationOf(v), oneLine(v.Artifact.Path), recordPath(v))
	if partial != "" {
		text += strings.TrimSpace(partial) + "\n"
	}
	return text
}

// divergences are the heaviest of them, each with the perspectives behind it.
func divergences(v Verdict) []string {
	var texts []string
	for _, d := range bySeverity(v.Divergences) {
		text := oneLine(d.Topic)
		if d.Description != "" {
			text = strings.TrimPrefix(text+": ", ": ") + oneLine(d.Description)
		}
		if len(d.Perspectives) > 0 {
			text += " (attributed to " + oneLine(strings.Join(d.Perspectives, ", ")) + ")"
		}
		texts = append(texts, text)
	}
	return texts[:min(len(texts), topDivergences)]
}

func bySeverity(list []critique.Divergence) []critique.Divergence {
	return slices.SortedStableFunc(slices.Values(list), func(a, b critique.Divergence) int {
		return b.Severity.Weight() - a.Severity.Weight()
	})
}

// items are the first action items, numbered, and a word about those left out.
func items(v Verdict, most int) []string {
	var texts []string
	for i, item := range v.ActionItems {
		if i == most && most > topItems {
			texts = append(texts, fmt.Sprintf("(%d more in the discussion record)", len(v.ActionItems)-most))
		}
		if i >= most {
			break
		}
		texts = append(texts, strconv.Itoa(i+1)+". "+oneLine(item.Text))
	}
	return texts
}

func orNone(texts []string) []string {
	if len(texts) == 0 {
		return []string{"- none"}
	}
	return texts
}

func inLine(texts []string) string { return cmp.Or(strings.Join(texts, "; "), "none") }

func recordPath(v Verdict) string {
	if v.Record == nil {
		return "not written"
	}
	return oneLine(v.Record.Path)
}

func average(v Verdict) string {
	if v.AverageRating == nil {
		return "not rated"
	}
	return fmt.Sprintf("%.2f/5", *v.AverageRating)
}

func severityOf(v Verdict) critique.Severity {
	if v.Severity == nil {
		return ""
	}
	return *v.Severity
}

func recommendationOf(v Verdict) critique.Recommendation {
	if v.Recommendation == nil {
		return ""
	}
	return *v.Recommendation
}
