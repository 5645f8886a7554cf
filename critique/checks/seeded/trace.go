package seeded

import (
	"regexp"
	"slices"
	"strings"
)

// A trace stands in several places at once: in a row, in a matrix, and in the file of what is traced. The operators of
// this file take it away in all of them, since a trace that is left in one place is stale there, but not gone.

// untraceable takes the goals of all requirements away.
func untraceable() apply {
	t, c := titles(), columns()
	return chain(on(requirements, func(p *page) bool {
		ok := drop(t.matrix)(p)
		tab, found := p.table(c.functional)
		if found {
			dropColumn(tab, tab.column(c.goal))
		}
		return ok && found
	}), each(requirements, without(re(`^traces_to: `))), each(requirements, drop(re(`^(traces|追溯)$`))))
}

// untraced takes the goals of one of the first three requirements away and leaves the text in the cell that held them.
func untraced(id, cell string) apply {
	t, c := titles(), columns()
	others := slices.DeleteFunc([]string{"REQ-001", "REQ-002", "REQ-003"}, func(other string) bool { return other == id })
	return chain(
		on(requirements, inRow(c.functional, c.goal, id, constant(cell))),
		on(requirements, inside(t.matrix, everyLine(regexp.MustCompile(id+`, |, `+id+`|`+id), ""))),
		on(requirements, inside(t.matrix, everyLine(regexp.MustCompile(`REQ-001\.\.003`), strings.Join(others, ", ")))),
		at(requirements, id, swap(re(`^traces_to: .*$`), "traces_to: []")),
		at(requirements, id, without(re(`^- \*\*(goal|目标)\*\*`))))
}

// untracedStory takes the requirements of the first story of EPIC-002 away.
func untracedStory() apply {
	return chain(at(epics, "EPIC-002", swap(re(`^\**(traces to|追溯)\**[:：].*$`), "")),
		on(epics, inside(titles().epicMatrix, func(p *page) bool {
			return everyLine(regexp.MustCompile(`\bSTORY-002-001\b`), p.say("none", "无"))(p)
		})))
}

// unmatrixed leaves stories that name requirements, and neither a matrix nor a column that leads from requirements to epics.
func unmatrixed() apply {
	t, c := titles(), columns()
	return chain(on(epics, func(p *page) bool {
		ok := drop(t.epicMatrix)(p)
		tab, found := p.table(c.epics)
		if found {
			dropColumn(tab, tab.column(c.requirement))
		}
		return ok && found
	}), each(epics, without(re(`^requirements: \[`))))
}

// movedTraces gives the requirements of G-002 to G-001 (or leaves them to the other goal that they have), so that no
// requirement serves G-002.
func movedTraces() apply {
	t := titles()
	ids := regexp.MustCompile(`(?:REQ|NFR-[A-Z]+)-\d{3}`)
	return chain(on(requirements, inside(t.matrix, func(p *page) bool {
		tab, ok := p.table(columns().matrix)
		if !ok {
			return false
		}
		from, to := tab.row("G-002"), tab.row("G-001")
		kept := tab.cell(to, 1)
		for _, id := range ids.FindAllString(tab.cell(from, 1), -1) {
			if !slices.ContainsFunc(tab.rows, func(r int) bool { return r != from && strings.Contains(tab.cell(r, 1), id) }) {
				kept += ", " + id
			}
		}
		tab.set(to, 1, kept)
		p.replace(from, from+1)
		return true
	})), across(requirements, regexp.MustCompile(`, G-002\b|G-002, `), ""), across(requirements, regexp.MustCompile(`\bG-002\b`), "G-001"))
}
