package model

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// Weight is what the words of a place weigh: how far a reader may be held to them.
type Weight int

// The weights. What explains, wishes or describes is a Description, which may be told in any words.
// The criteria of a plan or a story, and what a document demands that is not about requirements, are
// a Request: most readers know what is meant. A Demand is what a product is held against.
const (
	Description Weight = iota
	Request
	Demand
)

// WeightAt returns what a place weighs: a sentence with a word of obligation, an entry with a
// checkbox or under an ID of its own in a document of requirements, and a criterion in any.
func WeightAt(d *document.Document, at document.Span) Weight {
	section, line := d.SectionAt(at.Start), d.LineAt(at.Start)
	measuring := section.Under(document.Acceptance, document.Done, document.Metrics)
	most := Demand
	switch {
	case d.Kind == document.Other:
		most = Request
	case slices.Contains(asking, d.Kind):
	case slices.Contains(planning, d.Kind) && measuring && counted.MatchString(d.Slice(line)):
		most = Request
	default:
		return Description
	}
	if explains.MatchString(d.Slice(line)) || section != nil && introduces.MatchString(section.Title) {
		return Description
	}
	for _, st := range statementsIn(d)[line.Start] {
		if !st.At.Holds(at.Start) {
			continue
		}
		entry := then.MatchString(st.Raw) || box.MatchString(st.Raw) || leadsWithID(st.Raw) || strings.HasPrefix(d.Slice(line), "|") // a cell of a row with an ID
		switch named := isDemand(d, section); {
		case d.Kind == document.Other && !measuring && !entry && !named && !section.Under(demanding...) && !aboutDemands.MatchString(d.Path) && !keyword.MatchString(st.Raw):
			return Description // prose obliges nobody by a "should"
		case measuring || Obliges(sentenceAt(st.Text, at.Start-st.At.Start)):
			return most
		case !d.Kind.Member() && (Obliges(st.Text) || named && Obliges(d.Prose[section.Body:min(section.End, len(d.Prose))])):
			return Description // what stands beside it demands, and this tells more of that
		case named || entry:
			return most
		}
		return Description
	}
	return Description
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
	// keyword is a word of obligation as only demands are written with.
	keyword = pattern.New(`\b(?:MUST|SHALL)\b`)
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
