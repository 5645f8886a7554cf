package checks

import (
	"context"
	"testing"

	"discussd/critique"
)

// TestReach holds rules against shapes of documents beyond their own examples.
func TestReach(t *testing.T) {
	const flat = "-- spec/requirements/_index.md --\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify | Must |\n| REQ-002 | Restore | Must |\n\n" +
		"### REQ-001: Verify\n\nAs an admin, I want proof so that I sleep.\n\n- [ ] A broken backup raises an error\n\n### REQ-002: Restore\n\n"
	const nfr = "-- spec/requirements/_index.md --\n| ID | Title | Target |\n|---|---|---|\n| NFR-P-001 | Answer | ≤ 2 s at P95 |\n-- spec/architecture/_index.md --\n| Requirement | Target |\n|---|---|\n| NFR-P-001 | "
	const story = "-- spec/epics/EPIC-001.md --\n# EPIC-001: Verify\n\n### STORY-001-001: Read back\n\nAcceptance criteria:\n\n"
	for name, test := range map[string]struct {
		rule, text string
		fires      bool
	}{
		"criteria in half of the sections":       {"RQ-018", flat + "Files come back.\n", false},
		"criteria in most sections":              {"RQ-018", flat + "Files come back.\n\n| ID | Title |\n|---|---|\n| REQ-003 | Prune |\n\n### REQ-003: Prune\n\n- [ ] Old files vanish\n", true},
		"stories in half of the sections":        {"RQ-021", flat + "Files come back.\n", false},
		"a product in a section":                 {"LX-020", flat + "- [ ] The file must come from MongoDB\n", true},
		"a looser target":                        {"XD-004", nfr + "≤ 30 s at P95 |\n", true},
		"a tighter target":                       {"XD-004", nfr + "≤ 500 ms at P95 |\n", false},
		"a target of another percentile":         {"XD-004", nfr + "≤ 30 s at P99 |\n", false},
		"labels below emptied criteria":          {"EP-016", story + "Size: L\nTraces to: REQ-002\n", true},
		"a sentence as the criterion":            {"EP-016", story + "The file that was stored is read back and compared byte by byte.\n", false},
		"one ID in two wiki-linked rows":         {"X-006", "| ID | Title |\n|---|---|\n| [[REQ-001-a\\|REQ-001]] | A |\n| [[REQ-001-b\\|REQ-001]] | B |\n", true},
		"a priority a summary only counts":       {"RQ-011", "-- spec/requirements/_index.md --\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify | |\n\n## Summary\n\n| Priority | Count | IDs |\n|---|---|---|\n| Must | 1 | REQ-001 |\n", true},
		"a constraint with a word added":         {"X-009", "-- spec/requirements/_index.md --\n## Constraints\n\n- Backup providers charge customers every single stored gigabyte monthly\n- Backup providers charge customers every single stored gigabyte monthly too\n- Laptops stay offline\n- Disks get encrypted\n", true},
		"a seed that only the user's words hold": {"DC-002", "-- spec/spec-config.json --\n{\"seed_input\": \"a backup tool for small studios that proves restores\"}\n-- spec/discovery-context.json --\n{\"seed_analysis\": {\"target_users\": [\"admins\"]}}\n", true},
		"no seed but the user's words":           {"DC-002", "-- spec/spec-config.json --\n{\"seed_input\": \"a backup tool for small studios that proves restores\"}\n-- spec/discovery-context.json --\n{\"patterns\": [\"plugin\"]}\n", false},
		"a doubt in a sibling":                   {"DC-005", "-- spec/refined-requirements.json --\n{\"open_questions\": [\"Who pays?\"]}\n-- spec/discovery-context.json --\n{\"seed_analysis\": {\"target_users\": [\"admins\"]}}\n", false},
		"checks that passed and no gate":         {"RD-013", "-- spec/readiness-report.md --\n| Check | Result |\n|---|---|\n| Goals have requirements | Pass |\n", true},
		"a gate in one line":                     {"RD-013", "-- spec/readiness-report.md --\nOverall readiness: 87% — Pass\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			c := onlyRule(t, test.rule)
			subject := whole(files(Rule{ID: test.rule}, test.text))
			if got := len(c.Check(context.Background(), subject).Findings) > 0; got != test.fires {
				t.Errorf("%s fired = %v", test.rule, got)
			}
		})
	}
}

// TestBlankTemplatesRateOne gives the checks what a writer starts from.
func TestBlankTemplatesRateOne(t *testing.T) {
	c, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{
		"spec/product-brief.md":       "---\nsession_id: {session_id}\ndocument_type: product-brief\nstatus: draft\n---\n\n# Product Brief: {product_name}\n\n## Vision\n\n{vision_statement}\n\n## Problem\n\n{problem_statement}\n\n## Goals & Success Metrics\n\n| Goal ID | Goal | Target |\n|---|---|---|\n| G-001 | {goal} | {target} |\n",
		"spec/requirements/_index.md": "# 需求：{产品名称}\n\n## 功能需求\n\n| 编号 | 标题 | 优先级 |\n|---|---|---|\n| REQ-001 | {标题} | {优先级} |\n\n## 非功能需求\n\n- {非功能需求}\n\n## 约束\n\n- {约束}\n",
		"spec/architecture/_index.md": "# Architecture: {product_name}\n\n## Components\n\n{component_list}\n\n## Technology Stack\n\n| Layer | Technology | Rationale |\n|---|---|---|\n| {layer} | {technology} | {rationale} |\n\n## Risks\n\n- {risk}\n",
		"spec/epics/_index.md":        "# 史诗：{产品名称}\n\n| Epic | 标题 | MVP |\n|---|---|---|\n| EPIC-001 | {标题} | {是否} |\n| EPIC-002 | {标题} | {是否} |\n\n## 追溯\n\n{追溯矩阵}\n",
		"spec/readiness-report.md":    "# Readiness Report: {product_name}\n\n## Gate\n\n{gate_decision}\n\n## Scores\n\n| Dimension | Score |\n|---|---|\n| Completeness | {score} |\n| Consistency | {score} |\n",
	} {
		report := c.Check(context.Background(), whole([]critique.Document{{Path: path, Content: []byte(text)}}))
		if report.Overall != 1 {
			t.Errorf("%s rates %v", path, report.Overall)
		}
	}
}
