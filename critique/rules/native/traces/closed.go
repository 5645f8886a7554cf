package traces

import (
	"maps"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// closedSet is what a place of a session declares under one name: the values of a field, the routes of
// an interface, the parts of a design, the terms of a glossary.
type closedSet struct {
	doc   *document.Document // of the first declaration
	known map[string]use     // where each is declared
	uses  []use
	least int // how many are used for one that is not there to be a slip
}

// stranger returns the one name that is used and is not in a set, where others that are used in
// the same way are in it.
func (c *closedSet) stranger() (name string, found bool) {
	there, gone := map[string]bool{}, map[string]bool{}
	for _, u := range c.uses {
		if _, known := c.known[u.code]; known {
			there[u.code] = true
		} else {
			gone[u.code] = true
		}
	}
	if len(there) < c.least || len(gone) != 1 {
		return "", false
	}
	for name = range gone {
	}
	return name, true
}

// strangersToSets reports names that a document uses and that the closed set of their kind lacks.
func strangersToSets(s *model.Session, d *document.Document, hit native.Hit) (looked bool) {
	for _, c := range closedSets(s) {
		name, found := c.stranger()
		looked = looked || len(c.uses) > 0
		for _, u := range c.uses {
			if found && u.code == name {
				if u.in == d {
					hit(d, u.at, d.Slice(u.at), s.Say("is not among those that "+c.doc.Path+" lists: "+listed(c.known), "不在 "+c.doc.Path+" 所列之中："+listed(c.known)))
				}
				break
			}
		}
	}
	return looked
}

func listed(known map[string]use) string {
	return strings.Join(slices.Sorted(maps.Keys(known)), ", ")
}

// closedSets reads the closed sets of a session and what is used of them, once.
func closedSets(s *model.Session) []*closedSet {
	return model.Once(s, "closed sets", nil, func() []*closedSet {
		docs := slices.DeleteFunc(slices.Clone(s.Docs), func(d *document.Document) bool {
			return d.JSON != nil || d.Wild != "" || model.Recounts(d) && !model.Instructs(d)
		})
		all := append(familiesOf(docs), routesOf(docs), partsOfDesign(docs), tablesOf(docs), termsOf(docs))
		return slices.DeleteFunc(all, func(c *closedSet) bool { return c.doc == nil })
	})
}

// add declares names at a place.
func (c *closedSet) add(d *document.Document, at document.Span, names ...string) {
	if c.doc == nil {
		c.doc, c.known, c.least = d, map[string]use{}, 2
	}
	for _, name := range names {
		if _, known := c.known[name]; !known {
			c.known[name] = use{name, at, d}
		}
	}
}

var (
	// fieldValues are the ways to declare the values of a field; the groups are the field and the list.
	fieldValues = [...]*pattern.Pattern{
		pattern.New(`(?i)\bCHECK\s*\(\s*(\w+)\s+IN\s*\(([^()]{5,400})\)`),
		pattern.New(`(?i)\b(\w+)\s+ENUM\s*\(([^()]{5,400})\)`),
		pattern.New(`\b(\w+)["']?:\s*\{?\s*type:\s*["']?string["']?,?\s*(?:description:[^\n]*\n\s*)?enum:\s*\[([^\]]{5,400})\]`),
		pattern.New(`\b(\w+)\??:\s*\|?\s*((?:["'][\w-]+["']\s*\|\s*)+["'][\w-]+["'])`),
	}
	aValue = pattern.New(`[A-Za-z][\w-]*`)
)

var (
	aRoute     = pattern.New(`\b(GET|POST|PUT|PATCH|DELETE)\s+(/[\w/{}:.<>-]*[\w}>])`)
	aMethod    = pattern.New("^[`*]*(GET|POST|PUT|PATCH|DELETE)[`*]*$")
	aPath      = pattern.New("^[`*]*(/[\\w/{}:.<>-]*)(?:\\?[^`\\s]*)?[`*]*$")
	parameter  = pattern.New(`\{[^}]*\}|:\w+|<[^>]*>|\b\d+\b`)
	pathOfYAML = pattern.New(`^  ['"]?(/[\w/{}.-]*)['"]?:\s*$`)
	verbOfYAML = pattern.New(`^    (get|post|put|patch|delete):`)
)

// route is a route in one way of writing.
func route(method, path string) string {
	return strings.ToUpper(method) + " " + strings.TrimRight(parameter.ReplaceAllString(path, "{}"), "/.")
}

// leastRoutes is how many routes a place lists that lists them all.
const leastRoutes = 4

// routesOf returns the routes that a table lists, or a contract, with those that are named elsewhere.
func routesOf(docs []*document.Document) *closedSet {
	c := &closedSet{}
	inside := map[*document.Document][]document.Span{}
	for _, d := range docs {
		for _, t := range d.Tables {
			var found []use
			for _, row := range t.Rows {
				for i := range row[:min(2, len(row))] {
					if m := aRoute.FindStringSubmatch(row[i].Text); m != nil {
						found = append(found, use{route(m[1], m[2]), row[i].Span, d})
						break
					}
					if m := aMethod.FindStringSubmatch(row[i].Text); m != nil && len(row) > i+1 {
						if p := aPath.FindStringSubmatch(row[i+1].Text); p != nil {
							found = append(found, use{route(m[1], p[1]), row[i].Span, d})
							break
						}
					}
				}
			}
			if len(found) > 0 && len(found) == len(t.Rows) {
				for _, u := range found {
					c.add(d, u.at, u.code)
				}
				inside[d] = append(inside[d], t.Span)
			}
		}
		path, start := "", 0
		for line := range strings.Lines(d.Text) {
			at := document.Span{Start: start, End: start + len(line)}
			start += len(line)
			line = strings.TrimRight(line, "\n")
			if m := pathOfYAML.FindStringSubmatch(line); m != nil {
				path = m[1]
			} else if m := verbOfYAML.FindStringSubmatch(line); m != nil && path != "" {
				c.add(d, at, route(m[1], path))
			}
		}
	}
	if len(c.known) < leastRoutes {
		return &closedSet{}
	}
	c.least = 1
	for _, d := range docs {
		for _, m := range model.Find(d.Text, aRoute, 300) {
			at := document.Span{Start: m[0], End: m[1]}
			if !anyName.MatchString(d.Text[m[4]+strings.LastIndexByte(d.Text[m[4]:m[5]], '/')+1:m[5]]) && !slices.ContainsFunc(inside[d], func(t document.Span) bool { return t.Holds(at.Start) }) {
				c.uses = append(c.uses, use{c.prefixed(route(d.Text[m[2]:m[3]], d.Text[m[4]:m[5]])), at, d})
			}
		}
	}
	return c
}

// prefixed returns the route of a set that another one is but for the path that all begin with.
func (c *closedSet) prefixed(name string) string {
	method, path, _ := strings.Cut(name, " ")
	for known := range c.known {
		if m, p, _ := strings.Cut(known, " "); m == method && (strings.HasSuffix(p, path) || strings.HasSuffix(path, p)) {
			return known
		}
	}
	return name
}
