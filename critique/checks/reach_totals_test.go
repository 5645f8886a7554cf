package checks

import "testing"

// TestReachOfTotals gives totals in the ways in which documents do: in their fields,
// in labels, as a share and in words.
func TestReachOfTotals(t *testing.T) {
	const (
		asked  = "-- spec/requirements/_index.md --\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify | Must |\n| REQ-002 | Restore | Must |\n| REQ-003 | Prune | Could |\n| NFR-P-001 | Speed | Must |\n"
		plan   = "-- spec/epics/_index.md --\n"
		rows   = "## Epics\n\n| Epic | Title | MVP |\n|---|---|---|\n| EPIC-001 | Verify | yes |\n| EPIC-002 | Restore | no |\n"
		report = "-- spec/readiness-report.md --\n# Report\n\n"
	)
	for text, fires := range map[string]bool{
		plan + "---\nepic_count: 5\n---\n" + rows:                                                        true,
		plan + "---\ntotal_epics: 5\n---\n" + rows:                                                       true,
		plan + rows + "\n**Total Epics**: 5\n":                                                           true,
		plan + rows + "\n史诗总数：5\n":                                                                       true,
		plan + rows + "\nThe plan consists of five epics.\n":                                             true,
		plan + rows + "\n工作分为五个史诗。\n":                                                                    true,
		plan + rows + report + "- Epics: 4\n- Requirements: 3\n":                                         true,
		plan + rows + report + "## 统计\n\n- 史诗：4 个\n":                                                     true,
		plan + rows + report + "**Epics**: 2 | **Functional requirements**: 5\n":                         true,
		plan + rows + report + "| Check | Result |\n|---|---|\n| Requirements with an epic | 7/7 |\n":    true,
		plan + rows + report + "| 检查 | 结果 |\n|---|---|\n| 需求均有史诗 | 7/7 |\n":                              true,
		plan + rows + report + "7 of 7 requirements have an epic.\n":                                     true,
		plan + "---\nepic_count: 2\n---\n" + rows:                                                        false,
		plan + rows + "\n### MVP\n\n- Epics: 1\n\n### Later\n\n- Epics: 1\n":                             false,
		plan + rows + "\n### EPIC-001\n\n- Requirements: 2\n":                                            false,
		plan + rows + "\nPhase 2 consists of one epic, and three epics may follow.\n":                    false,
		plan + rows + report + "| Check | Result |\n|---|---|\n| Requirements coverage | 18/20 |\n":      false,
		plan + rows + report + "| Check | Result |\n|---|---|\n| Must requirements with an epic | 2/2 |": false,
		plan + rows + report + "1 of 2 requirements under G-001 is covered, 4/4 需求可追溯。\n":                false,
		plan + rows + report + "3 of 3 requirements have an epic.\n":                                     false,
		"-- spec/product-brief.md --\n---\nepic_count: 5\n---\n# Brief\n" + plan + rows:                  false,
	} {
		probe(t, "XD-006", asked+text, fires)
	}
}
