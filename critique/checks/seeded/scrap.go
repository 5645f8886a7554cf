package seeded

import (
	"regexp"
	"strings"
)

// scrapOperators plant the scraps of how a document came to be: hints of its template, marks of a merge and of a chat, what
// a revision left out because it had not changed, and tables that a careless edit broke.
func scrapOperators() []Operator {
	t, c := titles(), columns()
	return []Operator{
		op(structure, "X-001", "hint of the template above the risks", on(brief, inside(t.risks, func(p *page) bool {
			p.replace(p.from+1, p.from+1, "", p.say("> List the three biggest risks here. Delete this hint before you publish.", "> 请在此填写三项主要风险，发布前删除本提示。"))
			return true
		})), "X-002", "X-014"),
		wide(op(structure, "RQ-011", "priority is still the choice that the template offers", chain(
			on(requirements, inRow(c.functional, c.priority, "REQ-003", choice)),
			at(requirements, "REQ-003", swap(re(`^priority: (must|should)$`), "priority: Must / Should / Could")),
			at(requirements, "REQ-003", swap(re(`^priority: (必须|应该)$`), "priority: 必须 / 应该 / 可以"))), "X-001", "RQ-015")),
		op(structure, "X-001", "criterion is still the template's", at(epics, "EPIC-002", item(t.criteria,
			"Given [context], when [action], then [expected result]", "给定[前置条件]，当[用户操作]，则[预期结果]")), "X-002", "RQ-019"),
		op(structure, "X-001", "three dots for the rest of the risks", on(architecture, inside(t.risks, func(p *page) bool {
			tab, ok := p.table(c.risks)
			if ok {
				p.lines[tab.rows[1]] = "|" + strings.Repeat(" ... |", len(cells(p.lines[tab.header])))
			}
			return ok
		})), "X-002", "X-013", "X-014", "AR-013"),
		op(structure, "X-002", "security put off in a sentence", on(architecture, saying(t.security,
			"This section will be written after the review.", "本节将在评审之后撰写。")), "X-004", "X-012", "AR-008"),
		op(structure, "X-014", "error handling left out as unchanged", on(architecture, saying(t.errors,
			"(... rest of this section unchanged, see the previous version ...)", "（……本节其余内容不变，见上一版……）")), "X-002", "X-004", "AR-006", "AR-014"),
		op(structure, "X-014", "marks of a merge among the constraints", on(requirements, inside(t.limits, func(p *page) bool {
			end := p.last(p.from, p.to)
			ours := p.lines[end]
			p.replace(end, end+1, "<<<<<<< HEAD", ours, "=======", ours+p.say(" (agreed in May)", "（五月确认）"), ">>>>>>> revision-2")
			return true
		})), "X-001", "X-002"),
		op(structure, "X-014", "risks squeezed into one line with escaped breaks", on(epics, func(p *page) bool {
			s, ok := p.section(t.risks)
			if ok {
				end := p.last(s.start, s.end) + 1
				p.replace(s.start, end, strings.Join(p.lines[s.start:end], `\n`))
			}
			return ok
		}), "EP-005", "X-015"),
		op(structure, "X-014", "citation mark of a chat in the problem", on(brief, inside(t.problem, func(p *page) bool {
			p.lines[p.last(p.from, p.to)] += " :contentReference[oaicite:2]{index=2}"
			return true
		})), "X-001"),
		op(structure, "X-014", "closing tag of an answer at the end", on(architecture, appended("</artifact>", "</artifact>")), "X-001", "X-015"),
		op(structure, "X-010", "brief stands twice in its file", on(brief, func(p *page) bool {
			for i := p.from; i < p.to; i++ {
				if strings.HasPrefix(p.lines[i], "# ") {
					p.replace(p.to, p.to, p.lines[i:p.to]...)
					return true
				}
			}
			return false
		}), "X-006", "X-009"),
		op(structure, "X-010", "heading within a requirement is two levels too deep", at(requirements, "REQ-002", either2(
			swap(re(`^## (description|描述)$`), "#### $1"), swap(regexp.MustCompile(`^### (REQ-002.*)$`), "##### $1")))),
		op(structure, "X-012", "requirement still a draft in a complete set", at(requirements, "REQ-002", key("status", "draft"))),
		op(structure, "X-003", "document_type of the document it was copied from", on(epics, key("document_type", "product-brief")), "X-020"),
		op(structure, "X-013", "row of an epic broken over two lines", on(epics, func(p *page) bool {
			tab, ok := p.table(c.epics)
			if ok {
				all := cells(p.lines[tab.rows[1]])
				p.replace(tab.rows[1], tab.rows[1]+1, "| "+strings.Join(all[:2], " | "), strings.Join(all[2:], " | ")+" |")
			}
			return ok
		}), "EP-014"),
		op(structure, "X-013", "bar within a target cuts its row", on(requirements, func(p *page) bool {
			tab, ok := p.table(c.nonFunctional)
			if ok {
				col := tab.column(c.target)
				tab.set(tab.rows[0], col, strings.Replace(tab.cell(tab.rows[0], col), " ", " | ", 1))
			}
			return ok
		}), "RQ-014", "LX-014"),
		op(structure, "EP-002", "dependency map without an edge", on(epics, inside(t.dependencies, without(regexp.MustCompile(` --> `)))), "X-004"),
	}
}

// choice is what a template offers where a priority is to be chosen, in the words of the one that was.
func choice(chosen string) string {
	if re(`^(must|should|could)$`).MatchString(chosen) {
		return "Must / Should / Could"
	}
	return "必须 / 应该 / 可以"
}

// saying replaces what a section says.
func saying(title *regexp.Regexp, en, zh string) func(*page) bool {
	return func(p *page) bool {
		s, ok := p.section(title)
		if ok {
			p.replace(s.start+1, s.end, "", p.say(en, zh), "")
		}
		return ok
	}
}
