package checks

import (
	"strings"

	"discussd/critique/checks/document"
)

// persona is a user group of the brief.
type persona struct {
	name string
	at   document.Span
}

// personas returns the user groups a brief names: rows, subsections, bold labels
// and items of its section on users.
func personas(d *document.Document) []persona {
	var found []persona
	add := func(text string, at document.Span) {
		text, _, _ = strings.Cut(plain(strings.Trim(text, "* ")), "：")
		text, _, _ = strings.Cut(text, ":")
		text, _, _ = strings.Cut(text, "(")
		text, _, _ = strings.Cut(text, "（")
		if text = strings.Trim(text, " *_"); text != "" && document.Units(text) <= 8 {
			found = append(found, persona{text, at})
		}
	}
	for _, t := range d.Tables {
		if t.Section.Under(document.Users) {
			for _, row := range t.Rows {
				add(row[0].Text, row[0].Span)
			}
		}
	}
	for _, section := range d.Sections {
		if section.Parent.Under(document.Users) && !noUser.MatchString(section.Title) && section.Topic != document.Users && (section.Level < 7 || section.Parent.Topic == document.Users) {
			add(section.Title, headingOf(d, section))
		}
	}
	if len(found) > 0 {
		return found
	}
	for _, item := range d.Items {
		if item.Depth == 1 && item.Section.Under(document.Users) && strings.HasPrefix(item.Text, "**") {
			label, _, _ := strings.Cut(item.Text[2:], "**")
			add(label, item.Span)
		}
	}
	return found
}

// told is a role that a story is told by.
type told struct {
	name string
	at   document.Span
}

// rolesIn returns the roles of a document's stories, found once.
func (s *session) rolesIn(d *document.Document) []told {
	return once(s, "roles in stories", d, func() []told {
		var found []told
		for _, m := range find(d.Prose, role, 100) {
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
func (s *session) renamedRole(b *document.Document) string {
	return once(s, "the role that a user group goes by", nil, func() string {
		return s.strangerFor(personas(b))
	})
}

func (s *session) strangerFor(groups []persona) string {
	if len(groups) < 2 {
		return ""
	}
	unknown, silent, met := ids{}, ids{}, ids{}
	words := make([]bag, len(groups))
	for i, p := range groups {
		silent[p.name], words[i] = true, bagOf(p.name)
	}
	for _, d := range s.of(document.Requirements, document.Requirement, document.Epics, document.Epic) {
		for _, r := range s.rolesIn(d) {
			if met[r.name] {
				continue
			}
			met[r.name] = true
			if anyRole.MatchString(r.name) {
				return "" // which may be any of them
			}
			own, known := bagOf(r.name), false
			for i, p := range groups {
				if strings.Contains(p.name, r.name) || strings.Contains(r.name, p.name) || shares(own, words[i]) {
					known = true
					delete(silent, p.name)
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
	return sortedKeys(unknown)[0]
}

// shares tells whether two texts have a word in common.
func shares(a, b bag) bool {
	for word := range a {
		if _, both := b[word]; both {
			return true
		}
	}
	return false
}

// idlePersonas reports user groups of which no requirement and no epic says a
// word, when others of the brief tell stories.
func idlePersonas(s *session, d *document.Document, hit hit) bool {
	b := s.index(document.Brief)
	list := personas(b)
	if len(list) < 2 || len(list) > 20 {
		return false
	}
	used := bag{}
	for _, doc := range s.of(document.Requirements, document.Requirement, document.Quality, document.Epics, document.Epic) {
		for word := range s.words(doc) {
			used[word] = struct{}{}
		}
	}
	telling := 0
	var idle []persona
	for _, p := range list {
		words := bagOf(qualifier(b, p.name))
		named := len(words) == 0
		for word := range words {
			_, ok := used[word]
			named = named || ok
		}
		if named {
			telling++
		} else {
			idle = append(idle, p)
		}
	}
	if telling == 0 || !s.storiesTold() {
		return false
	}
	for _, p := range idle {
		hit(d, document.Span{}, p.name)
	}
	return true
}

// storiesTold tells whether the requirements or epics hold any user story.
func (s *session) storiesTold() bool {
	for _, doc := range s.of(document.Requirements, document.Requirement, document.Epics, document.Epic) {
		if holds(doc.Text, story) {
			return true
		}
	}
	return false
}
