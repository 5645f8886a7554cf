package verdict

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"discussd/critique"
)

// How many divergences, action items and dissents the ready-made texts name. The record
// and the verdict hold all.
const (
	topDivergences = 3
	topItems       = 3
	mostItems      = 10 // of a block, unless more of them block
	mostBlocking   = 40
	mostDissent    = 5
)

// summary is the text that whoever asked for the round gets back: who spoke, where
// that limits the verdict, and then a format that agents read, whose labels stay as
// they are in every language.
func summary(v Verdict) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	if limit := v.Limit(); limit != "" {
		line("%s\n", limit)
	}
	line("## Discuss Verdict: %s\n", OneLine(v.Round))
	line("Verdict: %s", v.Outcome)
	if v.Outcome == Blocked {
		line("Severity: %s", severityOf(v))
	}
	if v.Outcome != Failed {
		line("Average Rating: %s", averageOrFacts(v))
	}
	if v.Status == Partial {
		line("Status: PARTIAL")
	}
	for _, said := range present([]string{decidedLine(v), dissentLine(v)}) {
		line("%s", said)
	}
	switch v.Outcome {
	case Failed:
		line("Error: %s: %s", v.Error.Code, OneLine(v.Error.Message))
		line("Artifact: %s", v.fromProject(v.Artifact.Path))
	case Reached:
		line("\nKey Action Items:\n%s", strings.Join(orNone(keyItems(v)), "\n"))
	case Blocked:
		line("\nDivergence Summary:\n%s", strings.Join(orNone(lines(divergences(v), dashed)), "\n"))
		line("\nAction Items:\n%s", strings.Join(orNone(prioritised(v)), "\n"))
		line("\nRecommendation: %s", recommendationOf(v))
		for _, order := range orders(v) {
			line("%s", order)
		}
	}
	if count := mutedCount(v.Checks.Muted); count != "" {
		line("\nMuted by the artifact: %s", count)
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
	if limit := v.Limit(); limit != "" {
		head += limit + " "
	}
	if v.Caller.Task != nil {
		head += OneLine(*v.Caller.Task) + " complete. "
	}
	head += "Discuss " + OneLine(v.Round) + ": " + string(v.Outcome)
	artifact, partial := v.fromProject(v.Artifact.Path), ""
	if v.Status == Partial {
		partial = "PARTIAL: the deadline cut something off."
	}
	switch {
	case v.Outcome == Failed:
		return paragraph(fmt.Sprintf("%s (%s): %s.", head, v.Error.Code, unended(OneLine(v.Error.Message))),
			"The artifact was not judged.", "Artifact: "+artifact+".", "Discussion: "+recordPath(v))
	case v.Outcome == Reached:
		return paragraph(fmt.Sprintf("%s (average rating %s).", head, averageOrFacts(v)), partial, decidedLine(v), dissentLine(v),
			"Action items: "+inLine(keyItems(v))+".", "Artifact: "+artifact+".", "Discussion: "+recordPath(v))
	case v.BlockedAt(critique.Low):
		return paragraph(head+" (severity=LOW, average rating "+averageOrFacts(v)+"), treated as consensus_reached with notes.", partial, decidedLine(v), dissentLine(v),
			"Divergences: "+inLine(divergences(v))+".", "Action items: "+inLine(prioritised(v))+".",
			"Artifact: "+artifact+".", "Discussion: "+recordPath(v))
	}
	block := []string{
		fmt.Sprintf("%s (severity=%s)", head, severityOf(v)),
		"Divergences: " + inLine(divergences(v)),
		"Action items: " + inLine(prioritised(v)),
		"Recommendation: " + string(recommendationOf(v)),
		"Artifact: " + artifact,
		"Discussion: " + recordPath(v),
		partial, decidedLine(v), dissentLine(v),
	}
	return strings.Join(present(append(block, orders(v)...)), "\n")
}

// orders say who acts on a HIGH block: not the writer by itself, and a person where it
// is escalated.
func orders(v Verdict) []string {
	if !v.BlockedAt(critique.High) {
		return nil
	}
	orders := []string{doNotRevise}
	if v.escalated() {
		orders = append(orders, decides+": "+v.decisionCommand())
	}
	return orders
}

// What stands beside a HIGH block.
const (
	doNotRevise = "Do not revise it yourself: report and stop."
	decides     = "A person decides"
)

// escalated tells whether a person has to decide about a block.
func (v Verdict) escalated() bool {
	return v.Outcome == Blocked && v.CoordinatorAction == CoordinatorAsks
}

// decidedLine says what a person decided about these bytes, and why.
func decidedLine(v Verdict) string {
	for _, d := range slices.Backward(v.Decisions) {
		if d.Fingerprint == v.Artifact.Fingerprint && d.Fingerprint != "" {
			return fmt.Sprintf(v.words()("A person decided: %s, because: %s.", "由人决定: %s, 理由: %s."), d.Decision, unended(OneLine(d.Rationale)))
		}
	}
	return ""
}

// dissentLine is what speaks against a verdict that lets the round pass, in a line.
func dissentLine(v Verdict) string {
	if len(v.Dissent) == 0 {
		return ""
	}
	said := lines(v.Dissent, unended)
	if more := len(said) - mostDissent; more > 0 {
		said = append(said[:mostDissent:mostDissent], v.furtherInRecord(more))
	}
	return "Dissent: " + strings.Join(said, "; ") + "."
}

// paragraph joins the sentences that there are.
func paragraph(sentences ...string) string { return strings.Join(present(sentences), " ") }

func present(texts []string) []string {
	return slices.DeleteFunc(texts, func(s string) bool { return s == "" })
}

// divergences are the heaviest of them, each with the perspectives behind it. Where none
// of them blocks, the average does.
func divergences(v Verdict) []string {
	var texts []string
	blocks := func(d critique.Divergence) bool { return d.Severity == critique.High || d.Type == critique.Unreviewed }
	if v.Outcome == Blocked && v.AverageRating != nil && !slices.ContainsFunc(v.Divergences, blocks) {
		texts = append(texts, "average rating: "+average(v)+" is too low for consensus")
	}
	for _, d := range bySeverity(v.Divergences) {
		text := OneLine(d.Topic)
		if d.Description != "" {
			text = strings.TrimPrefix(text+": ", ": ") + OneLine(d.Description)
		}
		if len(d.Perspectives) > 0 {
			text = unended(text) + " (attributed to " + OneLine(strings.Join(d.Perspectives, ", ")) + ")"
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

func orNone(texts []string) []string {
	if len(texts) == 0 {
		return []string{"- none"}
	}
	return texts
}

// inLine joins texts to a list within a sentence.
func inLine(texts []string) string { return cmp.Or(strings.Join(lines(texts, unended), "; "), "none") }

func unended(text string) string { return strings.TrimRight(text, ".。") }

func dashed(text string) string { return "- " + text }

func recordPath(v Verdict) string {
	if v.Record == nil {
		return "not written"
	}
	return v.fromProject(v.Record.Path)
}

// fromProject is a path of the session as it resolves from the project's root.
func (v Verdict) fromProject(name string) string {
	if path.IsAbs(name) { // of a session that was not found
		return OneLine(name)
	}
	return OneLine(path.Join(v.SessionPath, name))
}

// placed is a path with its line, when one is known.
func placed(name string, line int) string {
	if line > 0 {
		name += ":" + strconv.Itoa(line)
	}
	return name
}

func average(v Verdict) string {
	if v.AverageRating == nil {
		return "not rated"
	}
	return fmt.Sprintf("%.2f/5", *v.AverageRating)
}

// averageOrFacts is the average rating, or what there is in its place.
func averageOrFacts(v Verdict) string {
	if v.AverageRating == nil && v.Checks.Rating != nil {
		return fmt.Sprintf("not rated; the checks alone %.2f/5", *v.Checks.Rating)
	}
	return average(v)
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
