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
	line("## Discuss Verdict: %s\n", OneLine(v.Round))
	line("Verdict: %s", v.Outcome)
	if v.Outcome == Blocked {
		line("Severity: %s", severityOf(v))
	}
	if v.Outcome != Failed {
		line("Average Rating: %s", average(v))
	}
	if v.Status == Partial {
		line("Status: PARTIAL")
	}
	switch v.Outcome {
	case Failed:
		line("Error: %s: %s", v.Error.Code, OneLine(v.Error.Message))
		line("Artifact: %s", OneLine(v.Artifact.Path))
	case Reached:
		line("\nKey Action Items:\n%s", strings.Join(orNone(items(v, topItems)), "\n"))
	case Blocked:
		line("\nDivergence Summary:\n%s", strings.Join(orNone(lines(divergences(v), dashed)), "\n"))
		line("\nAction Items:\n%s", strings.Join(orNone(prioritised(v)), "\n"))
		line("\nRecommendation: %s", recommendationOf(v))
	}
	line("\nDiscussion Record: %s", recordPath(v))
	return strings.TrimSpace(b.String())
}

// message is the text that a producing agent sends its coordinator: a block of
// lines when the coordinator has something to decide, else one paragraph.
func message(v Verdict) string {
	if v.Profile == specTeam && v.Outcome != Failed {
		return chineseMessage(v)
	}
	head := "[" + cmp.Or(OneLine(v.Caller.Role), Tag(v.Profile)) + "] "
	if v.Caller.Task != nil {
		head += OneLine(*v.Caller.Task) + " complete. "
	}
	head += "Discuss " + OneLine(v.Round) + ": " + string(v.Outcome)
	artifact, partial := OneLine(v.Artifact.Path), ""
	if v.Status == Partial {
		partial = "PARTIAL: the deadline cut something off."
	}
	switch {
	case v.Outcome == Failed:
		return paragraph(fmt.Sprintf("%s (%s): %s.", head, v.Error.Code, unended(OneLine(v.Error.Message))),
			"The artifact was not judged.", "Artifact: "+artifact+".", "Discussion: "+recordPath(v))
	case v.Outcome == Reached:
		return paragraph(fmt.Sprintf("%s (average rating %s).", head, average(v)), partial,
			"Action items: "+inLine(items(v, topItems))+".", "Artifact: "+artifact+".", "Discussion: "+recordPath(v))
	case v.BlockedAt(critique.Low):
		return paragraph(head+" (severity=LOW, average rating "+average(v)+"), treated as consensus_reached with notes.", partial,
			"Divergences: "+inLine(divergences(v))+".", "Action items: "+inLine(prioritised(v))+".",
			"Artifact: "+artifact+".", "Discussion: "+recordPath(v))
	}
	return strings.TrimSpace(fmt.Sprintf(
		"%s (severity=%s)\nDivergences: %s\nAction items: %s\nRecommendation: %s\nArtifact: %s\nDiscussion: %s\n%s",
		head, severityOf(v), inLine(divergences(v)), inLine(prioritised(v)), recommendationOf(v), artifact, recordPath(v), partial))
}

// paragraph joins the sentences that there are.
func paragraph(sentences ...string) string {
	return strings.Join(slices.DeleteFunc(sentences, func(s string) bool { return s == "" }), " ")
}

// divergences are the heaviest of them, each with the perspectives behind it.
func divergences(v Verdict) []string {
	var texts []string
	for _, d := range bySeverity(v.Divergences) {
		text := OneLine(d.Topic)
		if d.Description != "" {
			text = strings.TrimPrefix(text+": ", ": ") + OneLine(d.Description)
		}
		if len(d.Perspectives) > 0 {
			text += " (attributed to " + OneLine(strings.Join(d.Perspectives, ", ")) + ")"
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

// items are the first action items, numbered.
func items(v Verdict, most int) []string {
	var texts []string
	for i, item := range v.ActionItems[:min(len(v.ActionItems), most)] {
		texts = append(texts, strconv.Itoa(i+1)+". "+OneLine(item.Text))
	}
	return texts
}

// prioritised are the action items of a block, with a word about those left out.
func prioritised(v Verdict) []string {
	texts := items(v, mostItems)
	if more := len(v.ActionItems) - len(texts); more > 0 {
		texts = append(texts, fmt.Sprintf("(%d more in the discussion record)", more))
	}
	return texts
}

func orNone(texts []string) []string {
	if len(texts) == 0 {
		return []string{"- none"}
	}
	return texts
}

// inLine joins texts to a list within a sentence.
func inLine(texts []string) string { return cmp.Or(strings.Join(lines(texts, unended), "; "), "none") }

func unended(text string) string { return strings.TrimRight(text, ".") }

func dashed(text string) string { return "- " + text }

func recordPath(v Verdict) string {
	if v.Record == nil {
		return "not written"
	}
	return OneLine(v.Record.Path)
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
