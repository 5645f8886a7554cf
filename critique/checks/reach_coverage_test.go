package checks

import (
	"strings"
	"testing"
)

// TestReachOfCoverage names requirements and goals without carrying them out, and
// carries them out in the other ways there are.
func TestReachOfCoverage(t *testing.T) {
	const (
		goals = "-- spec/product-brief.md --\n## Goals\n\n- **G-001** no lost file\n- **G-002** restore within 5 minutes\n- **G-003** 9 of 10 admins trust it\n"
		asked = "-- spec/requirements/_index.md --\n| ID | Title | Priority | Goal |\n|---|---|---|---|\n| REQ-001 | Verify | Mandatory | G-001 |\n| REQ-002 | Restore | 必做 | G-002 |\n| REQ-003 | Prune | Must | G-002 |\n"
		plan  = "-- spec/epics/_index.md --\n## Epics\n\n| Epic | Title | MVP | Requirements |\n|---|---|---|---|\n| EPIC-001 | Verify | yes | REQ-001 |\n| EPIC-002 | Restore | yes | REQ-002 |\n"
	)
	for text, fires := range map[string]bool{
		plan + "\nREQ-003 is not covered by any epic.\n":                           true,
		plan + "\n- Not yet planned: REQ-003\n":                                    true,
		plan + "\n## Deferred\n\n- REQ-003\n":                                      true,
		plan + "\n未覆盖的需求：REQ-003\n":                                                true,
		plan + "\n## 未纳入的需求\n\n- REQ-003\n":                                        true,
		plan + "\nAll of REQ-001 to REQ-003 are planned.\n":                        true,
		plan + "\nREQ-001 至 REQ-003 均已规划。\n":                                       true,
		plan + "\n## Deferred\n\n- REQ-003 in EPIC-002\n":                          false,
		plan + "\n## Deferred\n\n### EPIC-003: Prune\n\n- REQ-003\n":               false,
		plan + "\nIf REQ-003 is not covered, the disks fill up.\n":                 false,
		plan + "\nEPIC-002 also takes REQ-001 to REQ-003.\n":                       false,
		plan + "\n- REQ-001 to REQ-003: tested together\n":                         false,
		"-- spec/epics/_index.md --\n# Epics\n\nREQ-001 to REQ-003 are planned.\n": false,
	} {
		probe(t, "XD-002", asked+text, fires)
		tagged := "-- spec/requirements/_index.md --\n## Functional Requirements\n\n- REQ-001 [Must] Verify\n- REQ-002 [必须] Restore\n- **REQ-003** (Must): Prune\n"
		probe(t, "XD-002", tagged+text, fires)
	}
	for text, fires := range map[string]bool{
		"\nG-003 is not covered in this release.\n":             true,
		"\n本期未覆盖：G-003，其余目标均有需求；G-003 未被覆盖\n":                   true,
		"\nThese requirements serve G-001 to G-003.\n":          true,
		"\nNo goal is uncovered: REQ-003 also serves G-003.\n":  false,
		"\n**G-003**:\n\n- REQ-003\n":                           false,
		"\n## G-001 to G-003\n\n- REQ-003\n":                    false,
		"\nThese requirements serve G-001 to G-003: REQ-003.\n": false,
	} {
		probe(t, "XD-001", goals+asked+text, fires)
	}
	for heading, fires := range map[string]bool{"Must Have": true, "Essential": true, "High Priority": true, "High-Level Requirements": false, "Optional": false} {
		list := "-- spec/requirements/_index.md --\n## " + heading + "\n\n- REQ-001: Verify\n- REQ-002: Restore\n- REQ-003: Prune\n"
		probe(t, "XD-002", list+plan, fires)
	}
	// A list that names two in one breath defines neither.
	probe(t, "XD-002", strings.Replace(asked, "| REQ-003 | Prune | Must | G-002 |\n", "", 1)+"\n## Must\n\n- **REQ-001** and **REQ-004** come first\n"+plan, false)
}
