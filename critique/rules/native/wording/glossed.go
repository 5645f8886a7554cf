package wording

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// notInGlossary reports names that are written as the terms of a document's glossary are, Duty_Officer,
// and that it lacks: who acts is defined nowhere.
func notInGlossary(_ *model.Session, d *document.Document, hit native.Hit) bool {
	terms, at := map[string]bool{}, document.Span{}
	for _, section := range d.Sections {
		if glossaryTitle.MatchString(section.Title) {
			at = section.All()
			for _, m := range joined.FindAllString(d.Slice(at), 500) {
				terms[term(m)] = true
			}
		}
	}
	const least = 3 // terms that make a custom
	if len(terms) < least {
		return false
	}
	missing, places := map[string]bool{}, []document.Span(nil)
	for _, m := range joined.FindAllStringIndex(d.Prose, 2000) {
		name := term(d.Prose[m[0]:m[1]])
		if !at.Holds(m[0]) && !terms[name] && !missing[name] {
			missing[name] = true
			places = append(places, document.Span{Start: m[0], End: m[1]})
		}
	}
	if 2*len(missing) <= len(terms) {
		for _, place := range places {
			hit(d, place, d.Slice(place))
		}
	}
	return true
}

// term is a name without what tells one from many.
func term(name string) string { return strings.TrimSuffix(strings.ToLower(name), "s") }

var (
	glossaryTitle = pattern.New(`(?i)^\W*(?:[\d.]+\W*)?(?:glossary|glossaire|glossar|glosario|terms|术语表?|词汇表)\W*$`)
	joined        = pattern.New(`\b[A-Z][A-Za-z]*[a-z](?:_[A-Z][A-Za-z]*)+\b`)
)
