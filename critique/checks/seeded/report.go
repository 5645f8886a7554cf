package seeded

import (
	"regexp"
	"strings"
)

// readinessOperators plant defects in readiness-report.md.
func readinessOperators() []Operator {
	t, c := titles(), columns()
	return []Operator{
		op(structure, "RD-001", "report without scores", on(readiness, drop(t.scores))),
		op(structure, "RD-002", "report without issues", on(readiness, drop(t.issues))),
		wide(op(structure, "RD-010", "each score above 90 while links are dead", chain(
			on(readiness, inside(t.scores, func(p *page) bool { return setScores(p, "96", "24/25") })),
			on(requirements, inside(t.limits, item(t.limits, "See [limits](limits.md) for {limit_name}.", "见[限值](limits.md)，{limit_name 说明}。"))),
			on(requirements, inRow(c.functional, c.goal, "REQ-002", constant(""))),
			on(requirements, inRow(c.functional, c.priority, "REQ-002", constant(""))),
			at(requirements, "REQ-002", unkey("priority")), at(requirements, "REQ-002", unkey("traces_to")),
			on(requirements, inside(t.matrix, everyLine(re(`REQ-002, |, REQ-002`), "")))))),
		op(structure, "RD-011", "all checks pass and nothing is recorded", on(readiness, func(p *page) bool {
			pass := p.say("Pass", "通过")
			ok := p.within(t.checks, func(p *page) bool {
				tab, found := p.table(c.evidence)
				if !found {
					return false
				}
				for _, r := range tab.rows {
					if !re(pass).MatchString(tab.cell(r, 1)) {
						tab.set(r, 1, pass)
						tab.set(r, 2, "EPIC-001")
					}
				}
				end := tab.rows[len(tab.rows)-1] + 1
				p.replace(end, end, "| "+p.say("Format", "格式")+" | "+pass+" | ADR-001 |", "| "+p.say("Structure", "结构")+" | "+pass+" | EPIC-001 |")
				return true
			})
			p.within(t.gate, everyLine(re(`, with (the )?two watch items.*|，另有两项跟踪事项| Two watch items remain\.|，保留两项跟踪事项`), ""))
			// A note beside a score would be a weakness that is recorded after all.
			p.within(t.scores, func(p *page) bool {
				tab, found := p.table(re(`notes|说明`))
				return found && inColumn(re(`notes|说明`), re(`^(notes|说明)$`), p.say("As asked.", "符合要求。"))(p) && len(tab.rows) > 0
			})
			return ok && drop(t.issues)(p) && drop(t.watch)(p)
		}), "RD-002"),
		op(trace, "RD-012", "report names no requirement", on(readiness, func(p *page) bool {
			everyLine(re(`\[\[requirements/[^\]]*\]\]`), "ok")(p)
			return everyLine(re(`(REQ|NFR-[A-Z]+)-\d{3}(\.\.(REQ-)?\d{3}|~\d{3})?`), "ok")(p)
		}), "RD-017"),
		op(trace, "RD-012", "report leaves out three requirements", on(readiness, leaveOut), "RD-017"),
		op(structure, "RD-013", "report without a gate", on(readiness, func(p *page) bool {
			ok := drop(t.gate)(p)
			everyLine(re(` — (pass|通过)$`), "")(p)
			return ok
		})),
		op(trace, "RD-014", "total is not the sum", on(readiness, inside(t.scores, either2(
			swap(regexp.MustCompile(`\*\*8\d\*\*`), "**94**"),
			swap(regexp.MustCompile(`(: |：)8\d(%| of| 分)`), "${1}94${2}"))))),
		op(structure, "RD-015", "watch item without an owner", on(readiness, inside(t.watch, func(p *page) bool {
			if tab, ok := p.table(re(`owner|负责人`)); ok {
				tab.set(tab.rows[0], 1, "")
				return true
			}
			return swap(re(`[:：] ?[^:：]+?[,，] ?2025-\d\d-\d\d$`), "")(p)
		})), "X-013"),
		op(trace, "RD-016", "gate contradicts the total", on(readiness, func(p *page) bool {
			p.within(t.scores, everyLine(re(`— (pass|通过)`), p.say("— Fail", "— 不通过")))
			return p.within(t.gate, everyLine(re(`^(\**)(pass|通过)(\**)`), p.say("${1}FAIL${3}", "${1}不通过${3}")))
		})),
		op(trace, "RD-017", "checks without evidence", on(readiness, inside(t.checks, func(p *page) bool {
			// The rows that alone name non-functional requirements, so that these are not verified at all.
			tab, ok := p.table(c.evidence)
			for _, r := range tab.rows {
				if strings.Contains(tab.cell(r, 2), "NFR-") {
					tab.set(r, 2, p.say("looks good", "没有问题"))
				}
			}
			return ok
		})), "RD-012"),
		op(trace, "RD-019", "error left open behind a passed gate", on(readiness, inside(t.issues, swap(re(`(\| )(warning|警告)( \|)`), "${1}Error${3}")))),
		op(trace, "RD-020", "report's matrix differs from the sources", on(readiness, swap(regexp.MustCompile(`G-001( →| \||.* Pass \|) REQ-00\d, REQ-00\d`), "G-001$1 REQ-004, REQ-005"))),
	}
}

// leaveOut takes two functional requirements and one other out of a report, ranges and issues included.
func leaveOut(p *page) bool {
	everyLine(regexp.MustCompile(`REQ-001\.\.REQ-004`), "REQ-003, REQ-004")(p)
	everyLine(regexp.MustCompile(`（REQ-001~003）`), "")(p)
	three := `(?:REQ-00[12]|NFR-P(?:ERF)?-001)`
	listed := everyLine(regexp.MustCompile(three+`[,、] ?|[,、] ?`+three), "")(p)
	alone := everyLine(regexp.MustCompile(three), p.say("one requirement", "一条需求"))(p)
	return listed || alone
}

// setScores sets each dimension, whatever its notation, and leaves totals alone.
func setScores(p *page, percent, fraction string) bool {
	tab, ok := p.table(columns().score)
	if !ok {
		tab, ok = p.table(re(`score|评分`))
	}
	if !ok {
		return false
	}
	col := tab.column(columns().score)
	for _, r := range tab.rows {
		switch cell := tab.cell(r, col); {
		case strings.Contains(cell, "/"):
			tab.set(r, col, fraction)
		case strings.HasPrefix(cell, "**"):
			tab.set(r, col, "**"+percent+"**")
		default:
			tab.set(r, col, percent)
		}
	}
	points := tab.column(re(`^(points|得分)$`))
	for _, r := range tab.rows {
		if points >= 0 {
			tab.set(r, points, map[string]string{"30%": "28.8", "20%": "19.2"}[tab.cell(r, 1)])
		}
	}
	return everyLine(regexp.MustCompile(`(: |：)8\d(%| of| 分)`), "${1}96${2}")(p) || tab.row("otal") >= 0 || tab.row("总分") >= 0
}
