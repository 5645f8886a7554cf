package checks

import (
	"maps"
	"slices"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// contradictionRules hold the demands of a set of requirements against each other.
func contradictionRules() []rule {
	return []rule{
		{Rule: of("RQ-027"), on: []document.Kind{document.Requirements, document.Requirement, document.Quality}, look: contradictions},
	}
}

var (
	forbids = pattern.New(`(?i)\b(?:must|shall|should|will|can|may|do|does) ?(?:not|never)\b|\b(?:mustn't|cannot|never)\b|不得|禁止|不应该?|不能|不可以?|不允许|不会|不准`)
	demands = pattern.New(`(?i)\b(?:must|shall|should|will|can|may)\b|必须|应当|应该|应|需要|需|可以|能够|能`)
)

// claim is what a statement is about, without its modal, and whether it forbids it.
type claim struct {
	statement
	doc     *document.Document
	forbids bool
	words   bag
}

func (s *session) claimsOf(d *document.Document) []claim {
	return once(s, "what it demands and forbids", d, func() []claim {
		var found []claim
		for _, st := range s.statements(d) {
			text := withoutIDs(st.raw)
			no := forbids.MatchString(text)
			if !no && !demands.MatchString(text) || len(found) >= maxCompared {
				continue
			}
			words := bagOf(demands.ReplaceAllString(forbids.ReplaceAllString(text, " "), " "))
			if len(words) >= 3 {
				found = append(found, claim{st, d, no, words})
			}
		}
		return found
	})
}

// contradictions compares a document's demands with those of all requirements, and
// reports the later of two that say the opposite of the same words.
func contradictions(s *session, d *document.Document, hit hit) bool {
	own := s.claimsOf(d)
	for _, other := range s.of(document.Requirements, document.Requirement, document.Quality) {
		if other.Path > d.Path {
			continue
		}
		theirs := own
		if other != d {
			theirs = s.claimsOf(other)
		}
		for _, a := range own {
			i := slices.IndexFunc(theirs, func(b claim) bool {
				return a.forbids != b.forbids && (other != d || b.at.Start < a.at.Start) && maps.Equal(a.words, b.words)
			})
			if i >= 0 {
				hit(d, a.at, note(clip(strings.TrimSpace(a.raw), 60)), note(clip(strings.TrimSpace(theirs[i].raw), 60)))
			}
		}
	}
	return len(own) > 0
}
