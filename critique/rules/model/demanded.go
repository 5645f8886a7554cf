package model

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// DemandedAt tells whether what stands at a place is demanded: a sentence with a word of
// obligation, an entry with a checkbox or under an ID of its own in a document of requirements, and
// a criterion in any.
func DemandedAt(s *Session, d *document.Document, at document.Span) bool {
	section := d.SectionAt(at.Start)
	asks := slices.Contains(asking, d.Kind) && d.Kind != document.Other
	if !asks && !(slices.Contains(planning, d.Kind) && section.Under(document.Acceptance, document.Done, document.Metrics) && counted.MatchString(d.Slice(d.LineAt(at.Start)))) {
		return false
	}
	line := d.LineAt(at.Start)
	if explains.MatchString(d.Slice(line)) || section != nil && introduces.MatchString(section.Title) {
		return false
	}
	for _, st := range statementsIn(d)[line.Start] {
		if st.At.Holds(at.Start) {
			if Obliges(sentenceAt(st.Text, at.Start-st.At.Start)) || d.SectionAt(st.At.Start).Under(document.Acceptance, document.Done, document.Metrics) {
				return true
			}
			if !d.Kind.Member() && (Obliges(st.Text) || isDemand(d, section) && Obliges(d.Prose[section.Body:min(section.End, len(d.Prose))])) {
				return false // what stands beside it demands, and this tells more of that
			}
			return isDemand(d, section) || then.MatchString(st.Raw) || box.MatchString(st.Raw) || leadsWithID(st.Raw) || strings.HasPrefix(d.Slice(line), "|") // a cell of a row with an ID
		}
	}
	return false
}

// Obliging tells whether the sentence of a match has a word of obligation.
func (s Statement) Obliging(m []int) bool { return Obliges(sentenceAt(s.Text, m[0])) }

// sentenceAt returns the sentence of a text around a place.
func sentenceAt(text string, at int) string {
	from, to := sentenceAround(text, at)
	return text[from:to]
}

// Measure returns the part of a statement that can say how much a match in it means: its sentence
// as written, and the one behind it where that demands nothing of its own.
func (s Statement) Measure(m []int) string {
	from, to := sentenceAround(s.Text, m[0])
	if to < len(s.Text) {
		const stop = 4 // bytes at most of what ends a sentence
		if _, next := sentenceAround(s.Text, min(to+stop, len(s.Text))); next > to && !Obliges(s.Text[to:next]) {
			to = next
		}
	}
	return s.Raw[min(from, len(s.Raw)):min(to, len(s.Raw))]
}

// sentenceAround returns where the sentence around a place begins and ends.
func sentenceAround(text string, at int) (from, to int) {
	from, to = 0, len(text)
	for _, m := range sentenceEnd.FindAllStringIndex(text, 200) {
		if m[1] <= at {
			from = m[1]
		} else {
			to = m[0]
			break
		}
	}
	return from, to
}

// sentenceEnd is where a sentence ends; a number before a dot counts something.
var sentenceEnd = pattern.New(`[^\d\s]\.\s|[。！？!?]`)

var (
	// explains is the label of a sentence that says why something is demanded, and demands nothing.
	explains = pattern.New(`(?i)^\W*(?:rationale|reason|why(?: this priority)?|core value|value|purpose|motivation|background|context|notes?|example|理由|原因|背景|说明|备注|价值|目的|动机|示例)\W{0,4}[:：]`)
	// Outcome is the step of a scenario that says what is to be.
	Outcome = pattern.New(`(?i)^\W*then\b|^\W*(?:那么|则)`)
	// counted is an entry of a list with numbers.
	counted = pattern.New(`^\s*\d{1,2}[.)]\s`)
	then    = pattern.New(`(?i)\bthen\b|那么|则`)
	// introduces is the title of a section that tells what the document is about, and demands nothing.
	introduces = pattern.New(`(?i)^\W*(?:[\d.]+\W*)?(?:introduction|overview|summary|executive summary|background|简介|概述|引言|背景|前言)\W*$`)
)

// leadsWithID tells whether an entry begins with an ID.
func leadsWithID(text string) bool {
	text = strings.TrimLeft(box.ReplaceAllString(text, ""), "*_`[|- ")
	ids := document.FindIDs(text)
	return len(ids) > 0 && ids[0].Start == 0
}

// box is the checkbox before an entry.
var box = pattern.New(`^\s*(?:[-*+]\s+)?\[[ xX]\]\s*`)
