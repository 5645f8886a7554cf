package checks

import (
	"context"
	"testing"
)

// TestHouseStyles gives rules what documents of other houses look like: other
// headings, stories in place of requirements, sentences in place of targets. Beside
// each stands the defect that the same shape can have.
func TestHouseStyles(t *testing.T) {
	const (
		about    = "-- spec/product-brief.md --\n"
		index    = "-- spec/requirements/_index.md --\n"
		arch     = "-- spec/architecture/_index.md --\n"
		plan     = "-- spec/epics/_index.md --\n"
		report   = "-- spec/readiness-report.md --\n"
		musts    = index + "| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify | Must |\n| REQ-002 | Restore | Must |\n"
		traced   = report + "## Traceability Matrix\n\n| Requirement | Epic |\n|---|---|\n| REQ-001 | EPIC-001 |\n"
		drawn    = plan + "| Epic | Title |\n|---|---|\n| EPIC-001 | Verify |\n| EPIC-002 | Split files |\n\n## Dependency Map\n\n```mermaid\ngraph LR\n  E1[EPIC-001] --> E3[EPIC-003]\n  E2[EPIC-002] "
		ordered  = "\n```\n\n## Execution Order\n\n1. EPIC-001\n2. EPIC-002\n3. EPIC-003\n"
		said     = "-- spec/epics/EPIC-001-verify.md --\n# EPIC-001: Verify\n\n### S-001: Read back\n\n**Size**: M (3 pts)\n\n### S-002: Report\n\n**Size**: L (5 pts)\n"
		wishes   = index + "## User Stories\n\n- As an admin, I want to see broken backups, so that I sleep.\n  - [ ] A broken backup is listed\n  - [ ] The list names the disk\n\n"
		people   = about + "## Target Users\n\n### Admin\n\nNeeds proof that a restore works.\n\n### Owner\n\nWants no surprise at night.\n\n"
		settings = "## Configuration\n\n| Field | Type | Default |\n|---|---|---|\n"
		long     = index + "## Requirements\n\n**REQ-001 (Must) — each backup is read back on the night after it was written, by a machine that did not write it.**\nThe system SHALL read it back.\n\n**REQ-002 (Must) — restore.**\nThe system SHALL restore.\n\n**REQ-003 (Must) — prune.**\nThe system SHALL prune.\n\n## Open Questions\n\n"
		sentence = index + "## Functional Requirements\n\n| ID | Requirement |\n|---|---|\n| FR-01 | The system SHALL store each backup in a database |\n| FR-02 | The system SHALL keep snapshots stored on disk |\n\n### 5.1 Security\n\n| ID | Requirement |\n|---|---|\n| NFR-01 | Keys SHALL NOT be written to logs |\n\n"
	)
	for name, test := range map[string]struct {
		rule, text string
		fires      bool
	}{
		"what this is":                 {"BR-001", about + "## What Is This?\n\nA tool that reads each backup back and says which one is broken.\n", false},
		"a line of positioning":        {"BR-001", about + "## One-line Positioning\n\nThe tool for admins who want to know that a restore works.\n", false},
		"what this is not yet":         {"BR-001", about + "## What Is This Week's Work?\n\nReading backups back and saying which one is broken.\n", true},
		"who uses it":                  {"BR-003", about + "## Who uses it\n\nOne admin of a small site, alone and at night.\n", false},
		"the user":                     {"BR-003", about + "## User\n\n- An admin of a small site who works alone at night.\n", false},
		"the user's screens":           {"BR-003", about + "## User Interface\n\n- A list of backups with a mark on the broken ones.\n", true},
		"problems":                     {"BR-002", about + "## Current problems worth solving\n\n1. Nobody knows whether a backup can be restored.\n", false},
		"out of scope in a line":       {"BR-005", about + "## Scope\n\nIn scope: laptops, servers and the disks of both.\n\nOut of scope for now: phones, tablets and tapes of any kind.\n", false},
		"in scope in a line":           {"BR-005", about + "## Scope\n\nIn scope: laptops, servers and the disks of both.\n", true},
		"a note on what is out":        {"BR-005", about + "## Scope\n\nNote on disks out of scope: laptops, servers and the disks of both.\n", true},
		"stories with criteria":        {"RQ-001", wishes + "- As an admin, I want to restore one file, so that work goes on.\n  - [ ] The file is there\n  - [ ] Others are as before\n", false},
		"stories without criteria":     {"RQ-001", index + "## User Stories\n\n- As an admin, I want to see broken backups, so that I sleep.\n- As an admin, I want to restore one file, so that work goes on.\n", true},
		"IDs of their own":             {"RQ-001", index + "## Requirements\n\n- R-BAK-001: each backup is read back\n- R-BAK-002: one command brings a file back\n- R-BAK-003: old backups are pruned\n", false},
		"items without IDs":            {"RQ-001", index + "## Requirements\n\n- Speed: see below\n- Cost: see below\n- Looks: see below\n", true},
		"goals are no traces":          {"RQ-003", index + "## Goals\n\n- **Goal 1**: no lost file\n\n## Functional Requirements\n\n- FR-001: verify each backup\n", true},
		"goals that are traced to":     {"RQ-003", index + "## Goals\n\n- **Goal 1**: no lost file\n\n## Functional Requirements\n\n- FR-001: verify each backup (Goal 1)\n", false},
		"a quality in a sentence":      {"RQ-014", sentence, false},
		"a vague sentence":             {"RQ-014", sentence + "| ID | Requirement |\n|---|---|\n| NFR-02 | A restore SHALL be quick and smooth |\n", true},
		"a sentence beside targets":    {"RQ-014", index + "| ID | Title | Target |\n|---|---|---|\n| NFR-001 | Keys must not be logged | - |\n", true},
		"a quality by its heading":     {"RQ-017", sentence + "### 5.2 Reliability\n\n| ID | Requirement |\n|---|---|\n| NFR-02 | A failed write SHALL undo the whole run |\n", false},
		"no quality by any heading":    {"RQ-017", sentence + "### 5.2 Cost\n\n| ID | Requirement |\n|---|---|\n| NFR-02 | A failed write SHALL undo the whole run |\n", true},
		"vague words in sentences":     {"LX-001", index + "## Functional Requirements\n\n| ID | Requirement |\n|---|---|\n| FR-01 | The system SHALL gracefully handle broken backups |\n", true},
		"a matrix of requirements":     {"X-006", index + "| Goal | Requirement |\n|---|---|\n| G-001 | REQ-001 |\n| G-001 | REQ-002 |\n", false},
		"an empty form field":          {"X-001", about + "| Date | Version | Author |\n|---|---|---|\n| [Current Date] | 1.0 | PM |\n", true},
		"a field in brackets":          {"X-001", about + "| Key | Value |\n|---|---|\n| [Draft] | [Retailer] has it for less |\n| [Date](#date) | [x] |\n", false},
		"a gate in its heading":        {"X-004", report + "## Quality Gate: **PASS (93%)**\n\n## Caveats\n\n- The tape robot is not yet chosen.\n", false},
		"a gate that waits":            {"X-004", report + "## Quality Gate: to follow\n\n## Caveats\n\n- The tape robot is not yet chosen.\n", true},
		"risks in every decision":      {"AR-005", arch + "## Components\n\nThe reader.\n-- spec/architecture/ADR-001-disk.md --\n# ADR-001: Disk\n\n## Risks\n\n- A full disk stops the reader; an alarm is raised.\n-- spec/architecture/ADR-002-tape.md --\n# ADR-002: Tape\n\n**Risks:**\n- A torn tape loses a week; there are two tapes.\n", false},
		"risks in one decision":        {"AR-005", arch + "## Components\n\nThe reader.\n-- spec/architecture/ADR-001-disk.md --\n# ADR-001: Disk\n\n## Risks\n\n- A full disk stops the reader; an alarm is raised.\n-- spec/architecture/ADR-002-tape.md --\n# ADR-002: Tape\n\nTapes are kept for a year.\n", true},
		"a line that says no need":     {"EP-020", drawn + "-.->|parallel, no deps| E1" + ordered, false},
		"a line that is a need":        {"EP-020", plan + "| Epic | Title |\n|---|---|\n| EPIC-001 | Verify |\n| EPIC-002 | Split files |\n\n## Dependency Map\n\n```mermaid\ngraph LR\n  E2[EPIC-002] -->|comes first| E1[EPIC-001]\n  E1 --> E3[EPIC-003]\n```\n\n## Execution Order\n\n1. EPIC-001\n2. EPIC-002\n3. EPIC-003\n", true},
		"a plan that traces otherwise": {"XD-002", musts + plan + "| Epic | Features |\n|---|---|\n| EPIC-001 | F-001 |\n" + traced + "| REQ-002 | EPIC-001 |\n", false},
		"one that nobody planned":      {"XD-002", musts + plan + "| Epic | Features |\n|---|---|\n| EPIC-001 | F-001 |\n" + traced + "| REQ-002 | - |\n", true},
		"a plan that forgets one":      {"XD-002", musts + plan + "| Epic | Requirements |\n|---|---|\n| EPIC-001 | REQ-001 |\n" + traced + "| REQ-002 | EPIC-001 |\n", true},
		"points that add up":           {"EP-024", said + plan + "| Epic | Title | Size |\n|---|---|---|\n| EPIC-001 | Verify | XL (8 pts) |\n", false},
		"points that do not":           {"EP-024", said + plan + "| Epic | Title | Size |\n|---|---|---|\n| EPIC-001 | Verify | XL (13 pts) |\n", true},
		"points of some stories":       {"EP-024", said + "\n### S-003: Alarm\n\nRing.\n" + plan + "| Epic | Title | Size |\n|---|---|---|\n| EPIC-001 | Verify | XL (13 pts) |\n", false},
		"short names of stories":       {"EP-016", said, true},
		"an entry that may be missing": {"LX-002", index + "## Functional Requirements\n\n- FR-001: each record MUST have a date, a path, a size, an error (if applicable)\n", false},
		"a demand that may be missing": {"LX-002", index + "## Functional Requirements\n\n- FR-001: each record MUST have a date (if applicable)\n", true},
		"users' journeys":              {"BR-018", people + "### User Journey\n\n1. The admin opens the list.\n2. The list names the disks.\n", false},
		"a user without a need":        {"BR-018", people + "### Night operator\n\n1. A man of 40 years in the town.\n2. He has two screens.\n", true},
		"a long title behind an ID":    {"XD-017", long + "- Open: REQ-001 on Fridays\n", false},
		"one that has no title":        {"XD-017", long + "- Open: REQ-004 on Fridays\n", true},
		"frontmatter of any tool":      {"X-003", about + "---\ntitle: Brief\nstatus: complete\n---\n# Brief\n", false},
		"frontmatter of a session":     {"X-003", about + "---\nphase: 2\nstatus: complete\n---\n# Brief\n", true},
		"IDs without a dash":           {"RQ-010", index + "## Functional Requirements\n\n- FR1: verify\n- FR2: restore\n- FR3: prune\n", false},
		"two IDs without a dash":       {"RQ-010", index + "## Functional Requirements\n\n- FR1: verify\n- FR2: restore\n", true},
		"IDs before a colon":           {"RQ-010", index + "## Functional Requirements\n\n**FR1**: The system shall verify  \n**FR2**: The system shall restore\n", true},
		"names that look like IDs":     {"RQ-010", index + "## Functional Requirements\n\n- FR1A: verify\n- FR2020: prune\n", false},
		"qualities before a colon":     {"RQ-014", index + "## Non-Functional Requirements\n\n**NFR1**: A restore shall be quick  \n**NFR2**: A restore shall take at most 5 minutes\n", true},
		"on here, off there":           {"XD-004", about + "## Constraints\n\nThe cache MUST be disabled by default.\n" + arch + settings + "| `cache.enabled` | bool | `true` |\n", true},
		"off here, off there":          {"XD-004", about + "## Constraints\n\nThe cache MUST be disabled by default.\n" + arch + settings + "| `cache.enabled` | bool | `false` |\n", false},
		"another thing is on":          {"XD-004", about + "## Constraints\n\nThe cache MUST be disabled by default.\n" + arch + settings + "| `cache.metrics.enabled` | bool | `true` |\n", false},
		"forged messages":              {"RQ-020", threeFiles("- [ ] Forged messages are dropped\n"), false},
		"replayed messages":            {"RQ-020", threeFiles("- [ ] Replayed messages change the state once\n"), false},
		"a recording that is replayed": {"RQ-020", threeFiles("- [ ] A replayed restore ends within 12 h\n"), true},
		"epics by number":              {"EP-010", plan + "## Epic 1: MVP launch\n\nRead each backup back.\n\n## Epic 2: Later\n\nPrune.\n", false},
		"no epics by any name":         {"EP-010", plan + "## Work\n\nRead each backup back for the MVP.\n", true},
		"the topic of a task":          {"DC-002", "-- spec/discovery-context.json --\n{\"task_topic\": \"backups that nobody has ever verified\"}\n", false},
		"a task without a topic":       {"DC-002", "-- spec/discovery-context.json --\n{\"task_id\": \"backups that nobody has ever verified\"}\n", true},
		"what a demand is good for":    {"LX-016", index + "## Constraints\n\n- Names must match those upstream to ease periodic merges\n", false},
		"a demand without a bound":     {"LX-016", index + "## Constraints\n\n- Names must be merged with those upstream in periodic runs\n", true},
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
