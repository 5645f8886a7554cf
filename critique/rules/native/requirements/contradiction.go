package requirements

import (
	"maps"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// ContradictionRules hold the demands of a set of requirements against each other.
func ContradictionRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("RQ-027"), On: []document.Kind{document.Requirements, document.Requirement, document.Quality}, Look: contradictions},
	}
}

var demands = pattern.New(`(?i)\b(?:must|shall|should|will|can|may)\b|必须|应当|应该|应|需要|需|可以|能够|能`)

// claim is what a statement is about, without its modal, and whether it forbids it.
type claim struct {
	model.Statement
	doc     *document.Document
	forbids bool
	words   model.Bag
}

func claimsOf(d *document.Document) []claim {
	return document.Once(d, "what it demands and forbids", func(d *document.Document) []claim {
		var found []claim
		for _, st := range model.Statements(d) {
			text := model.WithoutIDs(st.Raw)
			no := model.Forbids.MatchString(text)
			if !no && !demands.MatchString(text) || len(found) >= model.MaxCompared {
				continue
			}
			words := model.BagOf(demands.ReplaceAllString(model.Forbids.ReplaceAllString(text, " "), " "))
			if len(words) >= 3 {
				found = append(found, claim{st, d, no, words})
			}
		}
		return found
	})
}

// contradictions compares a document's demands with those of all requirements, and
// reports the later of two that say the opposite of the same words.
func contradictions(s *model.Session, d *document.Document, hit native.Hit) bool {
	own := claimsOf(d)
	for _, other := range s.Of(document.Requirements, document.Requirement, document.Quality) {
		if other.Path > d.Path {
			continue
		}
		theirs := own
		if other != d {
			theirs = claimsOf(other)
		}
		for _, a := range own {
			i := slices.IndexFunc(theirs, func(b claim) bool {
				return a.forbids != b.forbids && (other != d || b.At.Start < a.At.Start) && maps.Equal(a.words, b.words)
			})
			if i >= 0 {
				hit(d, a.At, model.Note(model.Clip(strings.TrimSpace(a.Raw), 60)), model.Note(model.Clip(strings.TrimSpace(theirs[i].Raw), 60)))
			}
		}
	}
	return len(own) > 0
}
