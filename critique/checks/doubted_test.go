package checks

import (
	"context"
	"path"
	"slices"
	"testing"
)

// TestDoubtedRules gives the rules that cry wolf most easily what only looks like
// their defect, and beside it the defect in the same words.
func TestDoubtedRules(t *testing.T) {
	const (
		index = "-- spec/requirements/_index.md --\n| ID | Title | Priority |\n|---|---|---|\n"
		sized = "| NFR-P-001 | Speed | 5 ms |\n| NFR-M-001 | Size | 4 files |\n"
		arch  = "-- spec/architecture/_index.md --\n"
		three = "-- spec/epics/_index.md --\n| Epic | Title | Depends on |\n|---|---|---|\n| EPIC-001 | A | - |\n| EPIC-003 | C | EPIC-001 |\n"
		order = "\n## Execution Order\n\n1. EPIC-001\n2. EPIC-002\n3. EPIC-003\n"
	)
	brief := func(out string) string { return "-- spec/product-brief.md --\n## Out of Scope\n\n- " + out + "\n" }
	criteria := func(text string) string {
		files := "-- spec/requirements/_index.md --\n# R\n"
		for _, n := range []string{"1", "2", "3"} {
			files += "-- spec/requirements/REQ-00" + n + ".md --\n# REQ-00" + n + ": T\n\n## Acceptance Criteria\n\n- [ ] " + text + "\n"
		}
		return files
	}
	for name, test := range map[string]struct {
		rule, text string
		fires      bool
	}{
		"two words of many":             {"XD-007", brief("Team accounts") + index + "| REQ-001 | Personal accounts and team invitations | Must |\n", false},
		"two words together":            {"XD-007", brief("Team accounts") + index + "| REQ-001 | Team accounts for admins | Must |\n", true},
		"what is kept out":              {"XD-007", brief("Advanced search") + index + "| REQ-001 | Advanced search is disabled | Must |\n", false},
		"references with other numbers": {"XD-004", "-- spec/product-brief.md --\n## Constraints\n\n| Rule | Source |\n|---|---|\n| No cloud keeps backups of patients | minutes SA-01 and audit QM-01 of hospital board |\n" + arch + "## Constraints\n\n| Rule | Source |\n|---|---|\n| No cloud | minutes SA-04 and audit QM-01 of hospital board |\n", false},
		"tests that pass":               {"BR-011", "-- spec/product-brief.md --\n## Goals\n\n| Goal ID | Goal | Success Metric | Target |\n|---|---|---|---|\n| G-001 | 建立回归测试 | 单元测试覆盖三种格式 | 通过 |\n| G-002 | Safety net | regression suite | pass |\n", false},
		"counts of what files grade":    {"RQ-015", "-- spec/requirements/_index.md --\n## Requirement Summary\n\n| Priority | Count |\n|---|---|\n| Must | 2 |\n| Should | 1 |\n\n## Functional Requirements\n\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | A | Must |\n| REQ-002 | B | Must |\n\n## Non-Functional Requirements\n\n| ID | Title | Target |\n|---|---|---|\n| NFR-001 | Speed | 5 ms |\n", false},
		"what is left out":              {"RQ-020", criteria("Five files are taken, the sixth is left out"), false},
		"超出范围":                          {"RQ-020", criteria("超出范围的编号不显示"), false},
		"good news":                     {"RQ-020", criteria("Five files are taken"), true},
		"a dependency in brackets":      {"EP-020", three + "| EPIC-002 | B | EPIC-001, EPIC-003 (soft) |\n" + order, false},
		"a dependency":                  {"EP-020", three + "| EPIC-002 | B | EPIC-001, EPIC-003 |\n" + order, true},
	} {
		t.Run(name, func(t *testing.T) {
			c := onlyRule(t, test.rule)
			subject := whole(files(Rule{ID: test.rule}, test.text))
			subject.Exists = func(name string) bool {
				return slices.Contains([]string{"../../go.mod", "../../cmd/main.go"}, path.Clean(name))
			}
			if got := len(c.Check(context.Background(), subject).Findings) > 0; got != test.fires {
				t.Errorf("%s fired = %v", test.rule, got)
			}
		})
	}
}
