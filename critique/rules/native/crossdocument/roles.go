package crossdocument

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
)

// told is a role that a story is told by.
type told struct {
	name string
	at   document.Span
}

// rolesIn returns the roles of a document's stories, found once.
func rolesIn(d *document.Document) []told {
	return document.Once(d, "roles in stories", func(d *document.Document) []told {
		var found []told
		for _, m := range model.Find(d.Prose, role, 100) {
			for g := 2; g < len(m); g += 2 {
				if m[g] < 0 {
					continue
				}
				if name := strings.TrimSpace(d.Prose[m[g]:m[g+1]]); name != "" {
					found = append(found, told{name, document.Span{Start: m[g], End: m[g+1]}})
				}
			}
		}
		return found
	})
}

// renamedRole returns the one role of all stories that is none of the brief's user
// groups when one of these groups tells no story: it goes by another name there. Found
// once.
func renamedRole(s *model.Session, b *document.Document) string {
	return model.Once(s, "the role that a user group goes by", nil, func() string {
		return strangerFor(s, model.Personas(b))
	})
}

func strangerFor(s *model.Session, groups []model.Persona) string {
	if len(groups) < 2 {
		return ""
	}
	unknown, silent, met := model.Ids{}, model.Ids{}, model.Ids{}
	words := make([]model.Bag, len(groups))
	for i, p := range groups {
		silent[p.Name], words[i] = true, model.BagOf(p.Name)
	}
	for _, d := range s.Of(document.Requirements, document.Requirement, document.Epics, document.Epic) {
		for _, r := range rolesIn(d) {
			if met[r.name] {
				continue
			}
			met[r.name] = true
			if anyRole.MatchString(r.name) {
				return "" // which may be any of them
			}
			own, known := model.BagOf(r.name), false
			for i, p := range groups {
				if strings.Contains(p.Name, r.name) || strings.Contains(r.name, p.Name) || shares(own, words[i]) {
					known = true
					delete(silent, p.Name)
				}
			}
			if !known {
				unknown[r.name] = true
			}
		}
	}
	if len(unknown) != 1 || len(silent) != 1 || len(groups) < 2 {
		return ""
	}
	return model.SortedKeys(unknown)[0]
}

// shares tells whether two texts have a word in common.
func shares(a, b model.Bag) bool {
	for word := range a {
		if _, both := b[word]; both {
			return true
		}
	}
	return false
}
