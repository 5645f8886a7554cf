package main

import (
	"fmt"
	"strings"

	"discussd/critique"
	"discussd/internal/text/markdown"
	"discussd/internal/text/printable"
	"discussd/pipeline"
	"discussd/pipeline/decision"
	"discussd/pipeline/verdict"
)

// foretell says what a decision settles, and what it does not.
func (d *decider) foretell(dir string, p pipeline.Prospect, minAverage float64) {
	before, after := p.Before, p.After
	d.printf("%s of %s, revision %d: %s\n", before.Round, printable.Line(dir), before.Revision, standingOf(before))
	d.printf("%s: %s\n", p.Decision.Choice, standingOf(after))
	settled, back := []string{}, []string{}
	for i, divergence := range before.Divergences {
		if i >= len(after.Divergences) {
			break
		}
		switch {
		case after.Divergences[i].Accepted && !divergence.Accepted:
			settled = append(settled, divergenceLine(divergence))
		case divergence.Accepted && !after.Divergences[i].Accepted:
			back = append(back, divergenceLine(after.Divergences[i]))
		}
	}
	low := before.AverageRating != nil && *before.AverageRating < minAverage
	if p.Decision.Choice == decision.Accept && before.Outcome == verdict.Blocked && (low || len(settled) == 0) {
		settled = append(settled, "- the block as it is, for these very bytes and no others")
	}
	for _, list := range []struct {
		title string
		lines []string
	}{{"Settled, also in later revisions", settled}, {"Not accepted any more", back}} {
		if len(list.lines) > 0 {
			d.printf("%s:\n%s\n", list.title, strings.Join(list.lines, "\n"))
		}
	}
	d.printf("\n")
}

func divergenceLine(divergence critique.Divergence) string {
	line := fmt.Sprintf("- %s (%s): %s", divergence.Topic, divergence.Severity, divergence.Description)
	if len(divergence.Perspectives) > 0 {
		line += " [" + strings.Join(divergence.Perspectives, ", ") + "]"
	}
	return markdown.OneLine(line)
}

// standingOf is a verdict in a few words.
func standingOf(v verdict.Verdict) string {
	words := string(v.Outcome)
	if v.Severity != nil {
		words += " (" + string(*v.Severity) + ")"
	}
	if v.Recommendation != nil {
		words += ", " + string(*v.Recommendation)
	}
	return words
}
