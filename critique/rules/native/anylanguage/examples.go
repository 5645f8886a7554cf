package anylanguage

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
)

//go:embed words/most.txt
var mostWords string

//go:embed words/accepted.txt
var acceptedWords string

var (
	mosts    = sync.OnceValue(func() []string { return slices.Concat(wordLines(mostWords)...) })
	accepted = sync.OnceValue(func() []string { return slices.Concat(wordLines(acceptedWords)...) })
)

// examples is about a scenario that lets through more than its requirement allows.
func examples(s *model.Session, d *document.Document, hit native.Hit) bool {
	if !unread(s, d) {
		return false
	}
	applied := false
	for _, section := range d.Sections {
		if section.Level != 3 {
			continue
		}
		limits := limitsOf(s, d, section)
		for _, inner := range d.Sections {
			if inner.Parent != section || len(limits) == 0 {
				continue
			}
			applied = true
			given, outcome := caseOf(s, d, inner)
			if !lets(outcome) {
				continue
			}
			for _, g := range given {
				if limit, known := limits[g.base]; known && g.value > limit.value {
					hit(d, g.at, model.Note(g.text), model.Note(limit.text))
				}
			}
		}
	}
	return applied
}

// limitsOf returns the greatest amounts that the text of a requirement allows, by unit: of
// units of which it gives one amount alone.
func limitsOf(s *model.Session, d *document.Document, section *document.Section) map[string]told {
	found, number := map[string]told{}, map[string]int{}
	for _, one := range sentencesOf(d) {
		if !section.Own().Holds(one.at.Start) {
			continue
		}
		for _, a := range amounts(one.text) {
			number[a.base]++
			before := strings.ReplaceAll(strings.ToLower(strings.TrimRight(one.text[max(0, a.start-30):a.start], " ")), " ", "-")
			if a.base != "" && slices.ContainsFunc(mosts(), func(word string) bool { return strings.HasSuffix(before, word) }) {
				found[a.base] = told{amount: a, doc: d, at: one.at, text: strings.TrimSpace(one.text[a.start:a.end])}
			}
		}
	}
	for base := range found {
		if number[base] > 1 {
			delete(found, base)
		}
	}
	return found
}

// caseOf returns what a scenario supposes, an amount of each unit, and what comes of it.
func caseOf(s *model.Session, d *document.Document, section *document.Section) (given []told, outcome string) {
	number := map[string]int{}
	for _, one := range sentencesOf(d) {
		if !section.All().Holds(one.at.Start) {
			continue
		}
		if then := strings.Contains(strings.ToUpper(one.text[:min(len(one.text), 10)]), "THEN"); then || outcome != "" {
			outcome += " " + one.text
			continue
		}
		for _, a := range amounts(one.text) {
			number[a.base]++
			given = append(given, told{amount: a, doc: d, at: one.at, text: strings.TrimSpace(one.text[a.start:a.end])})
		}
	}
	return slices.DeleteFunc(given, func(t told) bool { return number[t.base] > 1 }), outcome
}

// lets tells whether an outcome lets something through.
func lets(outcome string) bool {
	lower := strings.ToLower(outcome)
	return !denied(outcome) && slices.ContainsFunc(accepted(), func(word string) bool { return strings.Contains(lower, word) })
}
