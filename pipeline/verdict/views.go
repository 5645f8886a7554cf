package verdict

import (
	"fmt"
	"slices"
	"strings"

	"discussd/critique"
	"discussd/internal/text/markdown"
)

// topDivergences is how many divergences the ready-made texts name. The record and the
// verdict hold all.
const topDivergences = 3

// themesOf are the themes that are praise, faults or wishes. What is neither praise nor
// wish is a fault.
func themesOf(v Verdict, kind string) []critique.Theme {
	return slices.DeleteFunc(slices.Clone(v.ConvergentThemes), func(t critique.Theme) bool {
		if t.Kind != critique.Strength && t.Kind != critique.Suggestion {
			return kind != critique.Weakness
		}
		return t.Kind != kind
	})
}

// weakness is a weakness with the perspective that found it.
type weakness struct {
	critique.Point
	Perspective string
	Found       bool // what it quotes stands in the document
}

func weaknesses(perspectives []Perspective) []weakness {
	var list []weakness
	for _, p := range perspectives {
		for _, w := range p.Weaknesses {
			list = append(list, weakness{w, p.Name, w.QuoteFound != nil && *w.QuoteFound})
		}
	}
	return list
}

// bySeverity are divergences, the heaviest first. Why no model answered is said once, in
// the first line of every text.
func bySeverity(list []critique.Divergence) []critique.Divergence {
	list = slices.Clone(list)
	for i, d := range list {
		if d.Type == critique.Unreviewed {
			list[i].Description, _, _ = strings.Cut(d.Description, " (")
		}
	}
	return slices.SortedStableFunc(slices.Values(list), func(a, b critique.Divergence) int {
		return b.Severity.Weight() - a.Severity.Weight()
	})
}

// views are the divergences that perspectives differ in: where all there is are
// wishes, nobody disagrees.
func views(v Verdict) []critique.Divergence {
	return slices.DeleteFunc(bySeverity(v.Divergences), func(d critique.Divergence) bool { return d.Type == critique.Minor })
}

// critical are the divergences that somebody has to decide: those that block, or
// all where only an average does.
func critical(v Verdict) []critique.Divergence {
	high := slices.DeleteFunc(bySeverity(v.Divergences), func(d critique.Divergence) bool { return d.Severity != critique.High })
	if len(high) == 0 {
		return bySeverity(v.Divergences)
	}
	return high
}

// grounds are the heaviest divergences in a line each, with the perspectives behind them.
// Where none of them blocks, the average does. All ratings that are low stand in one line.
func grounds(v Verdict) []string {
	var texts []string
	low := lowAverage(v)
	divergences := bySeverity(v.Divergences)
	if low != "" && !slices.ContainsFunc(divergences, ofLowRatings) {
		texts = append(texts, low)
	}
	for _, d := range divergences {
		if d.Type == critique.RatingSpread && slices.ContainsFunc(divergences, ofLowRatings) {
			continue // the lowest of them is one end of it
		}
		text := markdown.OneLine(d.Topic)
		if d.Description != "" {
			text = strings.TrimPrefix(text+": ", ": ") + markdown.OneLine(d.Description)
		}
		if ofLowRatings(d) && low != "" {
			text += "; " + low
		}
		if len(d.Perspectives) > 0 {
			text = unended(text) + " (attributed to " + markdown.OneLine(strings.Join(d.Perspectives, ", ")) + ")"
		}
		texts = append(texts, text)
	}
	return texts[:min(len(texts), topDivergences)]
}

func ofLowRatings(d critique.Divergence) bool { return d.Type == critique.LowRating }

// lowAverage says that the average blocks, where no divergence does.
func lowAverage(v Verdict) string {
	blocks := func(d critique.Divergence) bool { return d.Severity == critique.High || d.Type == critique.Unreviewed }
	if v.Outcome != Blocked || v.AverageRating == nil || slices.ContainsFunc(v.Divergences, blocks) {
		return ""
	}
	return fmt.Sprintf(words(v)("average rating: %s is too low for consensus", "平均评分 %s 过低, 不足以达成共识"), average(v))
}

// mostDissent is how many dissents the ready-made texts name.
const mostDissent = 5

// dissentLine is what speaks against a verdict that lets the round pass, in a line.
func dissentLine(v Verdict) string {
	if len(v.Dissent) == 0 {
		return ""
	}
	said := lines(v.Dissent, unended)
	if more := len(said) - mostDissent; more > 0 {
		said = append(said[:mostDissent:mostDissent], furtherInRecord(v, more))
	}
	return fmt.Sprintf("Dissent: %s.", strings.Join(said, "; "))
}
