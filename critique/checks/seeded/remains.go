package seeded

import (
	"bytes"
	"regexp"
	"unicode"
)

// remainsOperators plant what stays behind when documents are copied, cut and filled in by hand or by a model.
func remainsOperators() []Operator {
	t, c := titles(), columns()
	return []Operator{
		op(structure, "AR-005", "risk table without a row", on(architecture, inside(t.risks, func(p *page) bool {
			tab, ok := p.table(c.risks)
			if ok {
				p.replace(tab.rows[0], tab.rows[len(tab.rows)-1]+1)
			}
			return ok
		})), "X-004", "X-013", "X-015"),
		op(structure, "AR-027", "one metric is all that is observed", reword(architecture,
			"Metrics: duration of a rule check, open swaps, failed imports and probe results.", "Metric: duration of a rule check.",
			"Metrics: age of the newest reading per sensor, duration of a detector run, answered calls and loading time of the map.", "Metric: age of the newest reading per sensor.",
			"指标共 4 项：扫码响应时间、待上传记录数、回写失败数、差异单停留时间。", "指标共 1 项：扫码响应时间。",
			"指标共 4 项：查找响应时间、遮挡失败数、通知失败数、待领失物数。", "指标共 1 项：查找响应时间。")),
		op(structure, "BR-016", "goal with neither date nor method", reword(brief,
			"| ≤ 5 h by 2025-12-31 | Time sheet of 4 pilot wards |", "| ≤ 5 h | - |",
			" to ≤ 24 h by 2025-12-31, measured by the drill log of 10 pilot studios.", " to ≤ 24 h.",
			"| ≤ 12 h | Alarm log against repair reports, 2026-06-30 |", "| ≤ 12 h | - |",
			"| 停业 0 小时 | 门店营业日志，2025-12-31 前 |", "| 停业 0 小时 | - |",
			"提高到 ≥ 60%，2026-01-31 前，按登记与领取记录计算。", "提高到 ≥ 60%。",
			"| 每月 0 次 | 监控告警记录，2025-12-31 前 |", "| 每月 0 次 | - |"), "X-013"),
		wide(op(structure, "EP-018", "epic of one story", either(
			chain(at(epics, "EPIC-002", drop(re(`^story 2\.2`))), on(epics, inRow(c.epics, c.storyCount, "EPIC-002", constant("1")))),
			chain(at(epics, "EPIC-003", drop(re(`^故事 3\.2`))), on(epics, inRow(c.epics, c.storyCount, "EPIC-003", constant("1"))))))),
		op(structure, "X-020", "requirement file kept the session of an earlier run", at(requirements, "REQ-003",
			swap(regexp.MustCompile(`^(session_id: .*)-2025-\d\d-\d\d$`), "$1-2025-01-08"))),
		op(structure, "X-005", "link to the brief is one folder off", reword(requirements,
			"[product brief](../product-brief.md)", "[product brief](product-brief.md)",
			"[product brief](product-brief.md)", "[product brief](../product-brief.md)",
			"[产品简报](../product-brief.md)", "[产品简报](product-brief.md)",
			"[产品简报](product-brief.md)", "[产品简报](../product-brief.md)")),
		op(structure, "X-015", "epics end within a table row", on(epics, func(p *page) bool {
			end := p.last(0, len(p.lines))
			line := []rune(p.lines[end])
			cut := len(line) * 2 / 3
			for cut > 1 && (!unicode.IsLetter(line[cut-1]) || !unicode.IsLetter(line[cut])) {
				cut--
			}
			p.lines = append(p.lines[:end:end], string(line[:cut]))
			return line[0] == '|' && cut > 1
		}), "X-013"),
		op(structure, "X-014", "offer of further help at the end", on(epics, appended("Let me know if you would like me to adjust the priorities or add more stories!", "如需我进一步调整优先级或补充故事，请随时告诉我！"))),
		op(structure, "X-001", "variable of a template in the title", on(architecture, swap(regexp.MustCompile(`^(# [^:：]*[:：] ?).*$`), "${1}{{project_name}}"))),
		op(structure, "X-002", "failure of an integration left for later", on(requirements, inside(t.integrations,
			cellOf(c.systems, 0, -1, func(p *page, _ string) string { return p.say("TBC", "后续补充") }))), "X-012"),
		op(structure, "RQ-025", "last field of an entity without a type", on(requirements, inside(t.data,
			cellOf(c.entities, 1, 1, func(_ *page, fields string) string {
				return regexp.MustCompile(` ?[(（][^()（）]*[)）]$`).ReplaceAllString(fields, "")
			})))),
		op(structure, "AR-012", "second decision back to proposed in its own text", at(architecture, "ADR-002", func(p *page) bool {
			front := key("status", "proposed")(p)
			return swap(re(`^(\*\*(?:status|状态)\*\*[:：] ?)Accepted`), "${1}Proposed")(p) || front
		}), "X-012"),
		op(structure, "DC-013", "dimension listed twice with another full stop", own("exploration_dimensions", list(func(d []any) []any {
			text, _ := d[0].(string)
			if unicode.Is(unicode.Han, []rune(text)[0]) {
				return append(d, text+"。")
			}
			return append(d, text+".")
		}))),
		op(structure, "DC-001", "comment in the discovery context", raw(func(b []byte) []byte {
			return bytes.Replace(b, []byte("{\n"), []byte("{\n  // taken from the interview notes\n"), 1)
		})),
		op(structure, "X-006", "two quality requirements with one ID", on(requirements, func(p *page) bool {
			tab, ok := p.table(c.nonFunctional)
			if ok {
				tab.set(tab.rows[1], 0, tab.cell(tab.rows[0], 0))
			}
			return ok
		}), "XD-005"),
	}
}
