package seeded

import (
	"regexp"
	"strings"
)

// claimOperators let the report say what the session does not bear out.
func claimOperators() []Operator {
	t, c := titles(), columns()
	return []Operator{
		op(trace, "XD-002", "report cites a requirement that does not exist", on(readiness, inside(t.checks, func(p *page) bool {
			return inRow(c.evidence, re(`^(evidence|证据)$`), "MVP", func(old string) string { return old + p.say(", REQ-012", "、REQ-012") })(p)
		})), "RD-017", "RD-020"),
		op(trace, "XD-004", "report quotes another target than the requirement", reword(readiness,
			"| Pass | NFR-P-001, ", "| Pass | NFR-P-001 (≤ 4 s at P95), ",
			"| Pass | NFR-PERF-001, ", "| Pass | NFR-PERF-001 (≤ 90 min), ",
			"REQ-001, REQ-005, NFR-P-001 |", "REQ-001, REQ-005, NFR-P-001 (≤ 5 s at P95) |",
			"| 通过 | NFR-P-001, ", "| 通过 | NFR-P-001（≤ 800 毫秒）, ",
			"| 通过 | NFR-PERF-001、", "| 通过 | NFR-PERF-001（≤ 3 秒）、",
			"NFR-R-001, NFR-P-001 |", "NFR-R-001, NFR-P-001（≤ 30%） |"), "RQ-031", "RD-020"),
		op(trace, "RD-020", "report passes over one goal", on(readiness, func(p *page) bool {
			// A range in the notes on the scores would name the goal after all.
			swap(re(`G-001( to | 至 )G-003`), p.say("G-001 and G-002", "G-001 与 G-002"))(p)
			row := without(regexp.MustCompile(`^\| G-003 (\||is covered|有需求)`))(p)
			return everyLine(regexp.MustCompile(`[;；] ?G-003 → [^|]*?( ?\|)`), "$1")(p) || row
		}), "RD-012", "XD-001"),
		op(trace, "RD-016", "gate passes a low total", rewordAll(readiness,
			"| 25 % | 90 |", "| 25 % | 66 |", "| 25 % | 86 |", "| 25 % | 60 |", "| 25 % | 92 |", "| 25 % | 62 |", "| 25 % | 80 |", "| 25 % | 60 |",
			"| 25% | 90 |", "| 25% | 66 |", "| 25% | 84 |", "| 25% | 60 |", "| 25% | 92 |", "| 25% | 62 |", "| 25% | 78 |", "| 25% | 60 |",
			"| 90 | 27 |", "| 60 | 18 |", "| 85 | 17 |", "| 65 | 13 |", "| 75 | 15 |", "| 65 | 13 |", "| 70 | 14 |", "| 65 | 13 |",
			"23/25", "16/25", "22/25", "16/25", "21/25", "15/25", "20/25", "14/25", "19/25", "15/25",
			"**87**", "**62**", "**86**", "**62**", "at 87 of 100", "at 62 of 100", "readiness: 87%", "readiness: 62%", "就绪度：85%", "就绪度：62%",
			"**Total**: 86 of", "**Total**: 62 of", "**总分**：85 分", "**总分**：62 分", "**通过**：86 分", "**通过**：62 分", "通过：85 分", "通过：62 分")),
		op(structure, "RD-018", "report written before the documents it judges", func(files map[string][]byte) (map[string][]byte, string, bool) {
			for line := range strings.Lines(string(files[artifact(files, brief)])) {
				if when, ok := strings.CutPrefix(line, "generated_at: "); ok {
					return on(readiness, key("generated_at", strings.TrimSpace(when)))(files)
				}
			}
			return nil, "", false
		}, "X-019", "XD-015"),
	}
}
