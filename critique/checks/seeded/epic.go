package seeded

import (
	"regexp"
	"strings"
)

// epicOperators plant defects in the epics index (or the flat document).
func epicOperators() []Operator {
	t, c := titles(), columns()
	return []Operator{
		wide(op(structure, "EP-001", "no MVP scope", chain(on(epics, dropLead(t.mvp)), on(epics, func(p *page) bool {
			tab, ok := p.table(c.epics)
			if ok {
				dropColumn(tab, tab.column(c.mvp))
			}
			return ok
		}), each(epics, without(re(`^mvp: `)))), "EP-010")),
		wide(op(structure, "EP-002", "no dependency map", chain(on(epics, drop(t.dependencies)), each(epics, without(re(`^dependencies: \[`)))))),
		wide(op(structure, "EP-003", "epics without a matrix", unmatrixed())),
		op(structure, "EP-004", "no definition of done", on(epics, drop(t.done))),
		op(structure, "EP-005", "epics without risks", on(epics, drop(t.risks))),
		wide(op(structure, "EP-010", "no epic is in the MVP", chain(
			on(epics, func(p *page) bool { return inColumn(c.epics, c.mvp, p.say("No", "否"))(p) && emptyLead(t.mvp)(p) }),
			across(epics, re(`mvp: true`), "mvp: false")), "EP-001", "X-004")),
		wide(op(structure, "EP-011", "each of four epics is in the MVP", chain(
			on(epics, func(p *page) bool {
				tab, ok := p.table(c.epics)
				return ok && len(tab.rows) >= 4 && inColumn(c.epics, c.mvp, p.say("yes", "是"))(p) &&
					p.within(t.mvp, everyLine(re(`EPIC-004 is not in the MVP\.|EPIC-004 不在 MVP 内。`), ""))
			}), across(epics, re(`mvp: false`), "mvp: true")))),
		op(trace, "EP-012", "epics depend on each other in a circle", on(epics, inside(t.dependencies, circleOfEpics)), "EP-020"),
		op(trace, "EP-012", "edge to an epic that does not exist", on(epics, inside(t.dependencies, func(p *page) bool {
			for i := p.from; i < p.to; i++ {
				if strings.Contains(p.lines[i], "-->") {
					p.replace(i, i, "    EPIC-009 --> EPIC-001")
					return true
				}
			}
			return false
		}))),
		wide(op(structure, "EP-014", "epic without a size", chain(
			on(epics, inRow(c.epics, c.size, "EPIC-002", constant(""))), at(epics, "EPIC-002", unkey("size"))), "X-013")),
		op(structure, "EP-015", "done means one thing", on(epics, only(t.done))),
		op(language, "EP-015", "done cannot be verified", on(epics, func(p *page) bool {
			s, ok := p.section(t.done)
			if ok {
				mark := bullet(p.lines[p.last(s.start, s.end)], "")[0]
				p.replace(s.start+1, s.end, "", mark+p.say("The team is satisfied", "团队满意"), mark+p.say("Quality is good", "质量良好"), "")
			}
			return ok
		}), "LX-001"),
		op(trace, "EP-020", "order contradicts the graph", on(epics, inside(t.order, func(p *page) bool {
			swapped := regexp.MustCompile(`^(\d\. )EPIC-00([12])`)
			found := 0
			for i := p.from; i < p.to; i++ {
				if m := swapped.FindStringSubmatch(p.lines[i]); m != nil {
					p.lines[i] = m[1] + map[string]string{"1": "EPIC-002", "2": "EPIC-001"}[m[2]] + p.lines[i][len(m[0]):]
					found++
				}
			}
			return found == 2
		}))),
		wide(op(trace, "EP-021", "MVP rests on an epic outside of it", chain(
			on(epics, func(p *page) bool {
				return inRow(c.epics, c.mvp, "EPIC-001", constant(p.say("No", "否")))(p) && p.within(t.mvp, everyLine(re(`EPIC-001(, | and |、| 与 )`), ""))
			}), at(epics, "EPIC-001", key("mvp", "false"))), "EP-022")),
		wide(op(trace, "EP-022", "Must requirement that waits until after the MVP", mustTooLate(), "XD-010", "RQ-015", "LX-012")),
		wide(op(language, "EP-023", "epic that is a layer", chain(
			retitled("EPIC-001", func(p *page) string { return p.say("Database setup", "后端数据库搭建") }), at(epics, "EPIC-001", valueless)))),
		op(trace, "EP-024", "story count is wrong", on(epics, inRow(c.epics, c.storyCount, "EPIC-001", constant("7"))), "XD-006"),
		op(trace, "EP-025", "risk of an epic that does not exist", on(epics, inside(t.risks, swap(regexp.MustCompile(`EPIC-00\d`), "EPIC-008")))),
		op(trace, "XD-002", "matrix names a requirement that does not exist", on(epics, inside(t.epicMatrix, func(p *page) bool {
			tab, ok := p.table(re(`epic|史诗`))
			if ok {
				row := strings.Replace(p.lines[tab.rows[1]], "REQ-002", "REQ-042", 1)
				p.replace(tab.rows[1]+1, tab.rows[1]+1, row)
			}
			return ok
		}))),
		wide(op(trace, "XD-002", "Must requirement in no epic", chain(
			across(epics, regexp.MustCompile(`(?m)^\| REQ-002 \|.*\n`), ""),
			across(epics, re(`, REQ-002|REQ-002, |[、,] ?\[REQ-002\]\([^)]*\)|、REQ-002|（REQ-001~003）`), ""),
			across(epics, re(`\[REQ-002\]\([^)]*\)|REQ-002`), "the brief", "产品简报")), "EP-017")),
	}
}

// retitled gives an epic another title: in the table, in the map and in the epic's own heading.
func retitled(id string, title func(*page) string) apply {
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		p := open(files, artifact(files, epics))
		tab, ok := p.table(columns().epics)
		if !ok || tab.row(id) < 0 {
			return nil, "", false
		}
		old := tab.cell(tab.row(id), tab.column(re(`^(title|标题)$`)))
		return across(epics, regexp.MustCompile(`(`+id+`[^\n]*?)`+regexp.QuoteMeta(old)), "${1}"+title(p))(files)
	}
}

// valueless removes the sentence below an epic's heading that says what its users gain.
func valueless(p *page) bool {
	for i := p.from; i < p.to; i++ {
		if title, level := headingOf(p.lines[i]); level > 0 && strings.HasPrefix(title, "epic-") {
			end := p.lead(span{i, p.to})
			p.replace(i+1, end, "")
			return end > i+2
		}
	}
	return false
}

// circleOfEpics adds the reverse of the map's first edge; node names may be aliases with a label.
func circleOfEpics(p *page) bool {
	edge := regexp.MustCompile(`^\s*([\w-]+?)(?:\[[^\]]*\])? --> ([\w-]+)`)
	for i := p.from; i < p.to; i++ {
		if m := edge.FindStringSubmatch(p.lines[i]); m != nil {
			p.replace(i+1, i+1, "    "+m[2]+" --> "+m[1])
			return true
		}
	}
	return false
}

// mustTooLate raises to Must a requirement that only an epic outside the MVP carries.
func mustTooLate() apply {
	c := columns()
	late := func(id string) apply {
		return func(files map[string][]byte) (map[string][]byte, string, bool) {
			return chain(on(requirements, func(p *page) bool {
				return inRow(c.functional, c.priority, id, constant(p.mustWord()))(p)
			}), at(requirements, id, swap(re(`^priority: (Should|Could)$`), "priority: Must")), at(requirements, id, swap(re(`^priority: (应该|可以)$`), "priority: 必须")))(withoutMVP(files, id))
		}
	}
	return either(late("REQ-005"), late("REQ-006"))
}

// withoutMVP returns no files when an MVP epic carries the requirement, so that the operator finds no place.
func withoutMVP(files map[string][]byte, id string) map[string][]byte {
	p := open(files, artifact(files, epics))
	tab, ok := p.table(columns().epics)
	if !ok {
		return nil
	}
	for _, r := range tab.rows {
		if strings.Contains(p.lines[r], id) && re(`yes|是`).MatchString(tab.cell(r, tab.column(columns().mvp))) {
			return nil
		}
	}
	return files
}
