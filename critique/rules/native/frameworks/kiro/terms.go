package kiro

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

var (
	glossary = pattern.New(`(?i)^\W*(?:glossary|definitions|术语表?|用語集)\W*$`)
	// term is a name as Kiro writes those that a glossary defines: Report_Service.
	term = pattern.New(`\b[A-Z][A-Za-z0-9]*(?:_[A-Z][A-Za-z0-9]*)+\b`)
)

// leastTerms is how many terms of that form a glossary defines where it has all of them.
const leastTerms = 3

// undefinedTerms is about terms that the criteria use and the glossary, which has others of their form, does not.
func undefinedTerms(s *model.Session, d *document.Document, hit native.Hit) bool {
	defined, end, count := "", 0, 0
	for _, section := range d.Sections {
		if glossary.MatchString(section.Title) {
			end = section.All().End
			defined = d.Slice(section.All())
			count = len(term.FindAllString(defined, 200))
		}
	}
	if count < leastTerms {
		return false
	}
	told := frameworks.Set{}
	for _, at := range model.Find(d.Prose[end:], term, 500) {
		span := document.Span{Start: end + at[0], End: end + at[1]}
		name := d.Slice(span)
		if told[name] || strings.ToUpper(name) == name || inCode(d, span) || strings.Contains(defined, strings.TrimSuffix(name, "s")) {
			continue
		}
		told[name] = true
		hit(d, span, model.Target(name))
	}
	return true
}

// inCode tells whether a place touches what is written as code, or is a part of a path.
func inCode(d *document.Document, at document.Span) bool {
	return at.Start > 0 && strings.ContainsRune("`/.$", rune(d.Text[at.Start-1])) || at.End < len(d.Text) && strings.ContainsRune("`/(", rune(d.Text[at.End]))
}
