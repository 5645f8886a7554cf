package kiro

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native/frameworks"
)

// demand is one numbered requirement of a requirements.md.
type demand struct {
	id       string // "2", "2b"
	word     string // "Requirement"
	section  *document.Section
	criteria []criterion
}

// name is what the document calls it: "Requirement 2".
func (r demand) name() string { return r.word + " " + r.id }

// criterion is one acceptance criterion: its ID is that of its requirement and its number.
type criterion struct {
	id   string
	line frameworks.Line
}

func demandsOf(d *document.Document) []demand {
	var found []demand
	for s, m := range frameworks.Headings(d, requirement) {
		if s.Level < 2 || s.Level > 4 || len(found) > 0 && s.Level > found[0].section.Level {
			continue
		}
		r := demand{id: plain(m[2]) + strings.ToLower(m[3]), word: m[1], section: s}
		r.criteria = criteriaOf(d, r.id, plain(m[2]), s)
		found = append(found, r)
	}
	return found
}

// criteriaOf returns the criteria of the requirement with an ID and a number. Where each has the number of
// the first, as Markdown lets one write a list, its place is its number.
func criteriaOf(d *document.Document, id, number string, s *document.Section) (found []criterion) {
	indent, last := -1, ""
	for c := range frameworks.Matches(criterionLine, frameworks.LinesOf(d, document.Span{Start: s.Body, End: s.Deep})) {
		if indent < 0 {
			indent = len(c.Group(1))
		}
		switch {
		case len(c.Group(1)) > indent+1: // a list in a criterion
			continue
		case c.Group(2) == "":
			last = plain(c.Group(4))
		case plain(c.Group(2)) == number:
			last = plain(c.Group(3))
		default:
			continue
		}
		found = append(found, criterion{id + "." + last, c.Line})
	}
	if n, _ := strconv.Atoi(last); !slices.ContainsFunc(found, func(one criterion) bool {
		return one.id != found[0].id || d.SectionAt(one.line.Start) != d.SectionAt(found[0].line.Start)
	}) {
		for i := range found {
			found[i].id = id + "." + strconv.Itoa(n+i)
		}
	}
	return found
}

// again tells whether a number stands at two criteria.
func again(criteria []criterion) bool {
	seen := map[string]bool{}
	for _, one := range criteria {
		seen[one.id] = true
	}
	return len(seen) < len(criteria)
}

// plain is a number without the zeros before it, of each part of 02.01.
func plain(number string) string {
	parts := strings.Split(number, ".")
	for i, part := range parts {
		parts[i] = cmp.Or(strings.TrimLeft(part, "0"), "0")
	}
	return strings.Join(parts, ".")
}

// catalogue is what a requirements.md defines.
type catalogue struct {
	doc      *document.Document // nil without requirements
	demands  []demand
	defined  map[string]bool // "2", "2.1"
	criteria map[string]bool // requirements that have numbered criteria
}

func catalogueOf(s *model.Session) catalogue {
	c := catalogue{defined: map[string]bool{}, criteria: map[string]bool{}}
	d := frameworks.One(s, "requirements.md")
	if d == nil {
		return c
	}
	c.doc, c.demands = d, demandsOf(d)
	for _, r := range c.demands {
		c.defined[r.id] = true
		for _, one := range r.criteria {
			c.defined[one.id], c.criteria[r.id] = true, true
		}
		for i := range r.criteria { // of numbers that begin again the place counts, too
			if again(r.criteria) {
				c.defined[r.id+"."+strconv.Itoa(i+1)] = true
			}
		}
	}
	return c
}

// has tells whether a reference leads somewhere. N.0 is the whole of N, and of a
// requirement without numbered criteria nobody can tell.
func (c catalogue) has(id string) bool {
	id = plain(id)
	if c.defined[id] {
		return true
	}
	whole, part, split := strings.Cut(id, ".")
	return split && c.defined[whole] && (part == "0" || !c.criteria[whole])
}
