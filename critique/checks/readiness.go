package checks

import (
	"regexp"

	"discussd/critique"
	"discussd/critique/checks/document"
)

var readiness = []document.Kind{document.Readiness}

var gateWord = regexp.MustCompile(`(?i)\b(?:pass(?:ed)?|fail(?:ed)?|ready|not ready|approved|rejected|go|no-go|review required|needs revision|conditional)\b|通过|就绪|不合格|合格|待修订|需修改|驳回`)

// readinessRules look at readiness-report.md.
func readinessRules() []rule {
	return []rule{
		{Rule: Rule{
			ID: "RD-012", Perspective: coverage, Severity: critique.High, Kind: "traceability", Core: true,
			Title: "requirements the report does not name", Message: Text{"{n} requirements not verified, first {1}", "{n} 条需求未被核验，首个 {1}"}, Source: "a real PASS of 96 % that named 0 of 14",
			Violation: "-- spec/requirements/_index.md --\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify | Must |\n| REQ-002 | Restore | Must |\n-- spec/readiness-report.md --\n| Check | Result |\n|---|---|\n| REQ-001 | ✅ |\n",
			NearMiss:  "-- spec/requirements/_index.md --\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify | Must |\n| REQ-002 | Restore | Must |\n| REQ-003 | Mobile | Won't |\n-- spec/readiness-report.md --\nREQ-001..REQ-002 are verified.\n",
		}, on: readiness, needs: []document.Kind{document.Requirements}, one: "{1} is not verified", look: func(s *session, d *document.Document, hit hit) bool {
			named := mentions(d)
			list := s.defined().requirements.list
			for _, e := range list {
				if _, ok := named[e.id]; !ok && e.priority != "wont" {
					hit(d, document.Span{}, e.id)
				}
			}
			return len(list) > 0
		}},
		{Rule: Rule{
			ID: "RD-013", Perspective: quality, Severity: critique.Medium, Kind: "completeness",
			Title: "no gate decision", Message: Text{"no gate decision", "缺少门禁结论"}, Source: "spec-generator phase 6",
			Violation: "## Scores\n\n| Dimension | Score |\n|---|---|\n| Completeness | 23/25 |\n",
			NearMiss:  "## Gate Verdict\n\nPass, with one caveat.\n",
			Chinese:   Example{"## 评分\n\n| 维度 | 得分 |\n|---|---|\n| 完整性 | 23/25 |\n", "## 结论\n\n通过，可进入实现阶段。\n"},
		}, on: readiness, look: func(s *session, d *document.Document, hit hit) bool {
			if !holds(d.Prose, gateWord) && !gateWord.MatchString(d.Front.Value("status")+" "+d.Front.Value("gate")+" "+d.Front.Value("verdict")) {
				hit(d, document.Span{})
			}
			return true
		}},
	}
}
