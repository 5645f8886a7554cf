package checks

import "testing"

func TestTrialsOfReportTraces(t *testing.T) {
	const (
		flat   = "en-water zh-logarc"
		matrix = `^##.*(Traceability|追溯)`
		checks = `^##.*(Checks|检查项)`
	)
	runTrials(t, map[string]trial{
		"pair dropped":                     {rule: "RD-020", path: report, edit: body(checks, sub(`(G-001 → |G-001 (?:is covered|有需求) \| (?:Pass|通过) \| )REQ-00\d, `, "$1"))},
		"epic":                             {rule: "RD-020", path: report, edit: body(checks, all(`EPIC-001`, "EPIC-003")), but: flat + " zh-lostfound"},
		"adr cell":                         {rule: "RD-020", path: report, edit: body(matrix, sub(`(G-001 .*)ADR-002`, "${1}ADR-003"))},
		"epic cell":                        {rule: "RD-020", path: report, edit: body(matrix, sub(`(G-001 .*)EPIC-004`, "${1}EPIC-002"))},
		"epic dropped":                     {rule: "RD-020", path: report, edit: body(matrix, sub(`(G-001 .*), EPIC-004`, "${1}"))},
		"req dropped":                      {rule: "RD-020", path: report, edit: body(matrix, sub(`REQ-001, REQ-002`, "REQ-002"))},
		"req story":                        {rule: "RD-020", path: report, edit: more("\n## Traceability Matrix\n\n| Requirement | Stories |\n|---|---|\n| REQ-001 | STORY-003-001 |\n"), but: "en-vault zh-lostfound"},
		"req adr":                          {rule: "RD-020", path: report, edit: more("\n## Traceability Matrix\n\n| Requirement | ADR |\n|---|---|\n| REQ-004 | ADR-001 |\n| REQ-003 | ADR-001 |\n"), but: "en-rota"},
		"list":                             {rule: "RD-020", path: report, edit: more("\n## Traceability\n\n- G-003: REQ-001\n- G-002: REQ-002\n"), but: "zh-lostfound en-vault"},
		"a goal that is passed over":       {rule: "RD-020", path: report, edit: body(`^##.*(Checks|检查项)`, all(`(?m)^\| G-003 .*\n|[;；] ?G-003 → [^|]*`, " ")), but: "en-vault"},
		"a matrix that passes over a goal": {rule: "RD-020", path: report, edit: each(body(`^##.*(Checks|检查项)`, all(`G-00\d → `, "")), body(`^##.*(Traceability|追溯)`, all(`(?m)^\| G-003 .*\n`, "")))},
	})
}
