package traces

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/internal/text/pattern"
)

var (
	partHeader = pattern.New(`(?i)^\W*(?:components?|modules?|services?|parts?|packages?|building blocks?|组件|模块|服务|部件|包)(?:\s*名称?)?\W*$`)
	needHeader = pattern.New(`(?i)^\W*(?:depend\w*(?: on)?|needs|uses|calls|talks to|requires|依赖\S{0,3}|调用|使用)\W*$`)
	partOnly   = pattern.New("^[`*]*([A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)+|[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+)[`*]*$")
	partName   = pattern.New(`\b(?:[A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)+|[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+)\b`)
	lastOfPart = pattern.New(`[A-Z][a-z0-9]+$|[-_][a-z0-9]+$`)
)

// leastOfParts is how many parts a table lists that lists them all.
const leastOfParts = 4

// partsOfDesign returns the parts that a table lists, in names of several words without blanks, with
// those that its column of needs names, and those of the drawings beside it that end as one of
// them does.
func partsOfDesign(docs []*document.Document) *closedSet {
	c := &closedSet{}
	for _, d := range docs {
		for _, t := range d.Tables {
			if !partHeader.MatchString(t.Header[0].Text) || len(t.Rows) < leastOfParts || slices.ContainsFunc(t.Rows, func(row []document.Cell) bool { return !partOnly.MatchString(row[0].Text) }) {
				continue
			}
			ends := map[string]bool{}
			for _, row := range t.Rows {
				name := partOnly.FindStringSubmatch(row[0].Text)[1]
				c.add(d, row[0].Span, name)
				ends[lastOfPart.FindString(name)] = true
			}
			for i, title := range t.Header {
				for _, row := range t.Rows {
					if i > 0 && needHeader.MatchString(title.Text) {
						c.uses = append(c.uses, usesOfParts(d, row[i].Span, nil)...)
					}
				}
			}
			for _, f := range d.Fences {
				if f.Info == "mermaid" || drawing(f) {
					c.uses = append(c.uses, usesOfParts(d, f.Body, ends)...)
				}
			}
		}
	}
	return c
}

// usesOfParts returns the names at a place that are written as those of parts are, and end as some do.
func usesOfParts(d *document.Document, at document.Span, ends map[string]bool) (all []use) {
	for _, m := range model.Find(d.Slice(at), partName, 100) {
		span := document.Span{Start: at.Start + m[0], End: at.Start + m[1]}
		if name := d.Slice(span); ends == nil || ends[lastOfPart.FindString(name)] {
			all = append(all, use{name, span, d})
		}
	}
	return all
}

// drawing tells whether a block may hold a drawing in characters.
func drawing(f document.Fence) bool {
	return f.Info == "" || f.Info == "text" || f.Info == "txt" || f.Info == "ascii"
}

var (
	glossaryTitle = pattern.New(`(?i)\bglossary\b|\bterms\b|\bdefinitions\b|术语|名词|词汇`)
	joinedTerm    = pattern.New(`\b[A-Z][A-Za-z]*(?:_[A-Z][A-Za-z]*)+\b`)
)

// leastTerms is how many terms joined by underscores a glossary has that has them all.
const leastTerms = 3

// termsOf returns the terms of a glossary that are joined by underscores, as those of EARS are, and
// such terms elsewhere.
func termsOf(docs []*document.Document) *closedSet {
	c := &closedSet{}
	inside := func(d *document.Document, at int) bool {
		section := d.SectionAt(at)
		for ; section != nil && !glossaryTitle.MatchString(section.Title); section = section.Parent {
		}
		return section != nil
	}
	for _, d := range docs {
		first := func(at document.Span) {
			text := strings.TrimLeft(d.Slice(at), "-*_` |\t")
			if m := joinedTerm.FindStringIndex(text); m != nil && m[0] == 0 && inside(d, at.Start) {
				c.add(d, at, text[:m[1]])
			}
		}
		for _, item := range d.Items {
			first(item.Span)
		}
		for _, t := range d.Tables {
			for _, row := range t.Rows {
				first(row[0].Span)
			}
		}
	}
	if len(c.known) < leastTerms {
		return &closedSet{}
	}
	for _, d := range docs {
		for _, m := range model.Find(d.Prose, joinedTerm, 1000) {
			if name := d.Prose[m[0]:m[1]]; !inside(d, m[0]) && strings.ToUpper(name) != name {
				c.uses = append(c.uses, use{c.singular(name), document.Span{Start: m[0], End: m[1]}, d})
			}
		}
	}
	return c
}

// singular returns the name of a set that another one is the plural of.
func (c *closedSet) singular(name string) string {
	for _, one := range [...]string{strings.TrimSuffix(name, "s"), strings.TrimSuffix(name, "es"), strings.TrimSuffix(name, "ies") + "y", name + "s"} {
		_, same := c.known[name]
		if _, known := c.known[one]; known && !same {
			return one
		}
	}
	return name
}

var (
	createTable = pattern.New(`(?i)\b(?:CREATE|ALTER)\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?["` + "`" + `]?(?:\w+\.)?(\w+)`)
	columnTitle = pattern.New(`(?i)^\W*(?:columns?|fields?|attributes?|列|列名|字段|字段名|属性)\W*$`)
	tableTitle  = pattern.New("^(?:(?i:table|entity|表|实体)[ :：]*)?`?([a-z][a-z0-9]*(?:_[a-z0-9]+)*)`?(?:\\s*(?:table|表))?(?:\\s*[(（].*)?$")
	// intoTable is a table that something is written to, or that is called one.
	intoTable = pattern.New("(?i)\\bexisting `\\w+` table|\\b(?:writ|insert|append|stor|log|sav|record|copi|mov|add)\\w*\\b[^.;`]{0,90}\\b(?:to|into|in) `([a-z][a-z0-9]*(?:_[a-z0-9]+)+)`|\\btable `([a-z]\\w+)`|`([a-z]\\w+)` table\\b|写入(?:表)? ?`([a-z]\\w+)`|表 ?`([a-z]\\w+)`|`([a-z]\\w+)` ?表")
)

// leastTables is how many tables a data model has that has them all.
const leastTables = 4

// tablesOf returns the tables of a data model: those that are created, and the headings right above a
// table of columns; with those that are written to elsewhere.
func tablesOf(docs []*document.Document) *closedSet {
	c := &closedSet{}
	columns := map[string]bool{}
	for _, d := range docs {
		for _, m := range model.Find(d.Text, createTable, 200) {
			c.add(d, document.Span{Start: m[2], End: m[3]}, strings.ToLower(d.Text[m[2]:m[3]]))
		}
		for _, t := range d.Tables {
			if t.Section == nil || !columnTitle.MatchString(t.Header[0].Text) {
				continue
			}
			for _, row := range t.Rows {
				columns[strings.Trim(row[0].Text, "`* ")] = true
			}
			if m := tableTitle.FindStringSubmatch(t.Section.Title); m != nil {
				c.add(d, model.HeadingOf(d, t.Section), m[1])
			}
		}
	}
	if len(c.known) < leastTables {
		return &closedSet{}
	}
	c.least = 1
	for _, d := range docs {
		for _, m := range model.Find(d.Text, intoTable, 200) {
			for i := 2; i < len(m); i += 2 {
				if m[i] >= 0 && !columns[d.Text[m[i]:m[i+1]]] {
					c.uses = append(c.uses, use{c.singular(d.Text[m[i]:m[i+1]]), document.Span{Start: m[i], End: m[i+1]}, d})
				}
			}
		}
	}
	return c
}

var (
	joinedName   = pattern.New("^`([A-Za-z][A-Za-z0-9]*[.:]|[A-Z][A-Z0-9]*_)[\\w.:-]*\\w`$")
	joinedInCode = pattern.New("`([A-Za-z][A-Za-z0-9]*[.:]|[A-Z][A-Z0-9]*_)[\\w.:-]*\\w`")
)

// leastKin is how many names of a table begin alike for it to have all that begin so.
const leastKin = 4

// familiesOf returns the names of several words that a table lists in code marks and that begin alike,
// such as settings, metrics and permissions, with those in code marks that begin so elsewhere.
func familiesOf(docs []*document.Document) (all []*closedSet) {
	families := map[string]*closedSet{}
	inside := map[*document.Document][]document.Span{}
	for _, d := range docs {
		for _, t := range d.Tables {
			for _, row := range t.Rows {
				if m := joinedName.FindStringSubmatch(row[0].Text); m != nil {
					family := m[1]
					if families[family] == nil {
						families[family] = &closedSet{}
						all = append(all, families[family])
					}
					families[family].add(d, row[0].Span, strings.Trim(row[0].Text, "`"))
					inside[d] = append(inside[d], row[0].Span)
				}
			}
		}
	}
	all = slices.DeleteFunc(all, func(c *closedSet) bool { return len(c.known) < leastKin })
	for _, d := range docs {
		for _, m := range model.Find(d.Text, joinedInCode, 1000) {
			c := families[d.Text[m[2]:m[3]]]
			at := document.Span{Start: m[0] + 1, End: m[1] - 1}
			if c != nil && !aFile.MatchString(d.Slice(at)+" ") && !slices.ContainsFunc(inside[d], func(t document.Span) bool { return t.Holds(m[0]) }) {
				c.uses = append(c.uses, use{d.Slice(at), at, d})
			}
		}
	}
	return all
}
