package checks

import (
	"context"
	"testing"
)

// TestReachAnnounced gives rules lists that are announced with their number, plans
// with numbered epics, and IDs numbered within an area, right and wrong.
func TestReachAnnounced(t *testing.T) {
	const (
		about  = "-- spec/product-brief.md --\n"
		index  = "-- spec/requirements/_index.md --\n"
		arch   = "-- spec/architecture/_index.md --\n"
		plan   = "-- spec/epics/_index.md --\n"
		report = "-- spec/readiness-report.md --\n"
		three  = "\n\n1. open the disk\n2. read it back\n   - twice when it is slow\n   - once else\n3. close it\n\nThen it sleeps.\n"
		listed = plan + "## Functional Requirements\n\nFR1: Verify\nFR2: Restore\nFR3: Prune\n\n### FR Coverage Map\n\nFR1: Epic 1\nFR2: Epic 1\nFR3: Epic 2\n\n"
		epics  = "## Epic 1: Verify\n\nRead back.\n**FRs covered:** FR1, FR2\n\n## Epic 2: Prune\n\nDelete.\n"
		nfrs   = plan + "## NonFunctional Requirements\n\nNFR1: Quick\nNFR2: Safe\nNFR3: Small\n\n## Epic 1: Verify\n\n"
		past   = arch + "| ADR | Title | Status |\n|---|---|---|\n| ADR-001 | Disk | accepted |\n| ADR-002 | Tape | "
		traced = report + "## Traceability Matrix\n\n| Requirement | ADR |\n|---|---|\n| REQ-001 | ADR-001 |\n| REQ-002 | "
		areas  = index + "## Disks\n\n- **REQ-DISK-001:** The system shall read each disk.\n- **REQ-DISK-002:** The system shall name a broken disk.\n\n## Tapes\n\n- **REQ-TAPE-001:** "
	)
	for name, test := range map[string]struct {
		rule, text string
		fires      bool
	}{
		"as many as announced":            {"XD-006", arch + "The reader makes 3 careful passes:" + three, false},
		"more than announced":             {"XD-006", arch + "The reader makes 2 careful passes:" + three, true},
		"fewer than announced":            {"XD-006", arch + "The reader makes four passes:" + three, true},
		"in the file of a decision":       {"XD-006", arch + "# A\n-- spec/architecture/ADR-001.md --\n# ADR-001: Disk\n\nThe reader makes 2 careful passes:" + three, true},
		"the number of a phase":           {"XD-006", arch + "Phase 2 deliverables:" + three, false},
		"a limit":                         {"XD-006", arch + "The reader makes at most 2 passes:" + three, false},
		"some of them":                    {"XD-006", arch + "The reader makes 2 of the passes:" + three, false},
		"a length of time":                {"XD-006", arch + "The reader does this in 2 hours:" + three, false},
		"two things together":             {"XD-006", arch + "The reader has 2 passes and tests:" + three, false},
		"a paragraph between":             {"XD-006", arch + "The reader makes 2 passes:\n\nEach of them is slow.\n" + three, false},
		"a list that goes on":             {"XD-006", arch + "The reader makes 4 passes:\n\n1. open\n2. read\n\nThis takes an hour.\n\n3. close\n4. report\n", false},
		"rows of a table":                 {"XD-006", arch + "The reader knows 3 disks:\n\n| Disk | Size |\n|---|---|\n| A | 1 TB |\n| B | 2 TB |\n", true},
		"rows of one thing":               {"XD-006", arch + "The reader knows 3 disks:\n\n| Disk | Part |\n|---|---|\n| A | 1 |\n| A | 2 |\n| B | 1 |\n| C | 1 |\n", false},
		"the next item":                   {"XD-006", arch + "## Notes\n\n- The reader makes 3 passes:\n- it is slow\n- it is safe\n", false},
		"a map and its epics":             {"XD-018", listed + epics + "**FRs covered:** FR3\n", false},
		"a map and other epics":           {"XD-018", listed + epics + "**FRs covered:** FR1, FR3\n", true},
		"qualities the map leaves out":    {"XD-018", listed + epics + "**FRs covered:** FR3, NFR1\n", false},
		"what a story covers":             {"XD-018", listed + epics + "**FRs covered:** FR3\n\n### Story 2.1\n\n**FRs covered:** FR1\n", false},
		"an epic joined with another":     {"EP-029", plan + "## Functional Requirements\n\nFR1: Verify\nFR2: Restore\nFR3: Prune\n\n### FR Coverage Map\n\nFR1: Epic 1\nFR2: Epic 1\nFR3: Epic 1+2\n", false},
		"a quality in no epic":            {"EP-029", nfrs + "**NFRs covered:** NFR1, NFR3\n", true},
		"qualities nobody traces":         {"EP-029", nfrs + "**NFRs covered:** NFR1\n", false},
		"a quality set aside":             {"EP-029", nfrs + "**NFRs covered:** NFR1, NFR3\n\n## Notes\n\nNFR2 is deferred.\n", false},
		"requirements of areas":           {"RQ-001", areas + "The system shall list each tape.\n", false},
		"areas that skip a number":        {"X-007", areas + "The system shall list each tape.\n- **REQ-TAPE-003:** The system shall prune tapes.\n", true},
		"areas that skip none":            {"X-007", areas + "The system shall list each tape.\n- **REQ-TAPE-002:** The system shall prune tapes.\n", false},
		"a vague demand of an area":       {"LX-001", areas + "The system shall be user-friendly.\n", true},
		"a vague note of an area":         {"LX-001", areas + "The system shall list each tape.\n\n## Notes\n\n- REQ-TAPE-001 and its list shall be user-friendly to read.\n", false},
		"who reviewed it, and when":       {"X-004", plan + "## QA\n\n### Review Date: 2026-01-02\n\n### Reviewed By: Quinn\n\n### Gate\n\nAll three epics pass.\n", false},
		"what was reviewed":               {"X-004", plan + "## QA\n\n### Scope: plan\n\n### Gate\n\nAll three epics pass.\n", true},
		"the name of a product":           {"X-004", about + "## Product\n\nReadBack\n\n## Problem\n\nNobody knows whether a backup can be restored.\n", false},
		"no name of a product":            {"X-004", about + "## Product\n\n## Problem\n\nNobody knows whether a backup can be restored.\n", true},
		"what a product promises":         {"BR-001", about + "## Product\n\nReadBack\n\n## Product Promise\n\nReadBack reads each backup back and names the broken ones.\n", false},
		"a product and no promise":        {"BR-001", about + "## Product\n\nReadBack\n\n## Problem\n\nNobody knows whether a backup can be restored.\n", true},
		"what it is not needs no reason":  {"BR-021", about + "## What This Is Not\n\n- Not an archive\n- Not a disk\n", false},
		"what is out needs one":           {"BR-021", about + "## Not in Scope\n\n- An archive\n- A disk\n", true},
		"an epic with an ID of its own":   {"EP-010", plan + "# OPS-DISK-002: Disk Epic\n\nRead back.\n", false},
		"a plan with an ID of its own":    {"EP-010", plan + "# OPS-DISK-002: Disk Plan\n\nRead back.\n", true},
		"decisions that are open":         {"X-011", about + "## Important open decisions\n\n- Which disk do we read first?\n", true},
		"success indicators are goals":    {"BR-004", about + "## Success indicators\n\n- At least 30 admins use it within 3 months\n", false},
		"an indicator is no goal":         {"BR-004", about + "## Indicators on the front\n\n- A lamp shines red when a backup is broken\n", true},
		"a trace to what was given up":    {"XD-012", past + "superseded by ADR-001 |\n" + traced + "ADR-002 |\n", true},
		"a trace to what holds in part":   {"XD-012", past + "partially superseded by ADR-001 |\n" + traced + "ADR-002 |\n", false},
		"a trace to what holds":           {"XD-012", past + "accepted |\n" + traced + "ADR-002 |\n", false},
		"a trace to nothing of that":      {"XD-012", past + "superseded by ADR-001 |\n" + traced + "ADR-001 |\n", false},
		"a total in the report":           {"XD-006", report + "We found 3 broken disks:\n\n- disk A\n- disk B\n", true},
		"a total in the report, in words": {"XD-006", report + "We found two broken disks:\n\n- disk A\n- disk B\n", false},
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
