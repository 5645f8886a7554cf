package seeded

import (
	"regexp"
	"strings"
)

// hollowOperators leave a section in its place and take out of it what its reader needs.
func hollowOperators() []Operator {
	t, c := titles(), columns()
	return []Operator{
		op(structure, "X-004", "assumptions are said to stand above", on(brief, saying(t.assumptions, "See above.", "同上。")), "BR-006", "BR-026"),
		op(structure, "X-004", "error handling of three words", on(architecture, saying(t.errors, "Errors are logged.", "记录日志。")), "AR-006", "AR-014"),
		op(structure, "BR-005", "out of scope is everything else", on(brief, saying(t.scopeOut, "- Everything else", "- 其他内容")), "BR-021", "X-004"),
		op(structure, "BR-013", "brief sees no major risk", on(brief, saying(t.risks, "No major risks have been identified.", "暂无重大风险。")), "X-004"),
		op(structure, "BR-018", "product for everybody", on(brief, saying(t.users,
			"All employees and other interested people.", "全体员工及其他相关人员。")), "BR-003", "X-004", "XD-008", "LX-001"),
		op(structure, "RQ-018", "criteria are said to stand in the epic", at(requirements, "REQ-001", saying(t.criteria,
			"See the stories of the epic.", "见史诗中的故事。")), "X-004", "RQ-019", "RQ-020"),
		op(structure, "RQ-024", "protocol of an integration is an API", on(requirements, inside(t.integrations,
			cellOf(c.systems, 0, 1, func(p *page, _ string) string { return p.say("API", "接口") })))),
		op(structure, "RQ-011", "priority from another scale", on(requirements, func(p *page) bool {
			return inRow(c.functional, c.priority, "REQ-002", constant(p.say("High", "高")))(p)
		}), "RQ-015", "RQ-016", "XD-010", "XD-014"),
		op(structure, "AR-016", "decision is said to cost nothing", at(architecture, "ADR-001", inside(t.consequences, costless))),
		op(structure, "AR-030", "risks without probability and impact", on(architecture, inside(t.risks, func(p *page) bool {
			tab, ok := p.table(c.risks)
			if !ok || tab.column(c.probability) < 0 || tab.column(c.impact) < 0 {
				return false
			}
			dropColumn(tab, tab.column(c.probability))
			dropColumn(tab, tab.column(c.impact))
			return true
		}))),
		op(structure, "EP-004", "definition of done is somewhere in a wiki", on(epics, saying(t.done, "See the team wiki.", "见团队知识库。")), "EP-015", "X-004"),
		op(structure, "RD-015", "watch item owned by everybody", on(readiness, inside(t.watch, func(p *page) bool {
			if tab, ok := p.table(re(`owner|负责人`)); ok {
				tab.set(tab.rows[0], 1, p.say("Team", "团队"))
				return true
			}
			return swap(re(`[:：] ?[^:：,，]+([,，] ?2025-\d\d-\d\d)$`), p.say(": team$1", "：团队$1"))(p)
		}))),
	}
}

// costless puts the word none in the place of a decision's negative consequences, items or a heading with items.
func costless(p *page) bool {
	item := re(`^- (?:negative|bad|负面)(?:: |：)`)
	heading := re(`^#+ (negative|负面)$`)
	none, below, seen := p.say("none", "无"), false, false
	for i := p.from; i < p.to; i++ {
		line := p.lines[i]
		mark := item.FindString(line)
		if below && strings.HasPrefix(line, "- ") {
			mark = "- "
		}
		below = heading.MatchString(line) || below && !regexp.MustCompile(`^#`).MatchString(line)
		switch {
		case mark == "":
		case seen:
			p.replace(i, i+1)
			i--
		default:
			p.lines[i], seen = mark+none, true
		}
	}
	return seen
}
