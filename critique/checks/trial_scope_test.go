package checks

import "testing"

// TestTrialsOfScope changes what one of several places says of the MVP, of sizes
// and of totals.
func TestTrialsOfScope(t *testing.T) {
	const (
		chinese = "zh-logarc zh-stocktake" // where the later epic is not called later
		scope   = `^##.*MVP`
		checks  = `^##.*(Checks|检查项)`
	)
	runTrials(t, map[string]trial{
		"a file that leaves the MVP":        {rule: "XD-010", path: `epics/EPIC-002`, edit: sub(`(?m)^mvp: true`, "mvp: false")},
		"a file that joins the MVP":         {rule: "XD-010", path: epicFile, edit: sub(`(?m)^mvp: false`, "mvp: true")},
		"a row that joins the MVP":          {rule: "XD-010", path: epicIndex, edit: sub(`(?m)^(\|.*EPIC-00[34].*(?:Should|应该).*\| )(No|no|否)( \|)`, "${1}Yes$3"), but: "zh-logarc"},
		"words that leave an epic out":      {rule: "XD-010", path: epicIndex, edit: body(scope, sub(`EPIC-001( and |, | 与 |、)EPIC-002`, "EPIC-001")), but: chinese},
		"words that take another one":       {rule: "XD-010", path: epicIndex, edit: body(scope, sub(`EPIC-002`, "EPIC-003")), but: chinese},
		"words that name none":              {rule: "XD-010", path: epicIndex, edit: body(scope, func(string) string { return "\nThe MVP replaces the paper lists. MVP 代替纸质清单。\n\n" }), quiet: true},
		"a size of the file":                {rule: "EP-024", path: epicFile, edit: sub(`(?m)^size: .*$`, "size: S")},
		"a report with an epic more":        {rule: "RD-020", path: report, edit: body(checks, sub(`(MVP.*)EPIC-002`, "${1}EPIC-003")), but: "zh-lostfound"},
		"all of twelve requirements":        {rule: "XD-006", path: report, edit: more("\n100 % of the 12 requirements trace to a goal. 全部 15 条需求均有史诗。\n")},
		"three requirements of one of them": {rule: "XD-006", path: report, edit: more("\nAll 3 requirements of EPIC-001 are covered. 共 3 条需求的验收标准已核对。\n"), quiet: true},
	})
}
