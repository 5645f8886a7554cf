package checks

import (
	"context"
	"testing"
)

// TestReachStyles gives rules documents of tools that head, number and mark their
// parts in other ways, and beside each the defect that the same shape can have.
func TestReachStyles(t *testing.T) {
	const (
		about    = "-- spec/product-brief.md --\n"
		index    = "-- spec/requirements/_index.md --\n"
		arch     = "-- spec/architecture/_index.md --\n"
		plan     = "-- spec/epics/_index.md --\n"
		factory  = about + "---\ndocument_type: product-brief\nversion: 2\nstatus: draft\nproducer: owner\ninputs: [notes.md]\n---\n# Brief\n\n"
		people   = "## Who Is It For?\n\n| Persona | "
		listed   = "## Functional Requirements\n\n- FR-001: each backup MUST be read back\n- FR-002: a restore MUST be one command\n- FR-003: old backups MUST be pruned\n\n"
		outcomes = "## Success Criteria\n\n- **SC-001**: a restore MUST end within 5 minutes\n- **SC-002**: "
		boxes    = "```mermaid\ngraph TD\n  A[Reader] --> B[Index]\n  B --> C[Writer]\n"
		targets  = index + "| ID | Title | Target |\n|---|---|---|\n| NFR-001 | "
		versions = index + "| ID | Title | Priority | Status |\n|---|---|---|---|\n"
		counted  = index + "## 1 Scope\n\nOne site.\n\n## 2 Demands\n\n### 2.1 Functional Requirements\n\n| ID | Title |\n|---|---|\n| REQ-001 | Verify |\n| REQ-002 | Restore |\n"
		tables   = index + "## Data Model\n\n| Table | "
		numbered = plan + "## Epic 1: Verify\n\nRead back.\n"
	)
	for name, test := range map[string]struct {
		rule, text string
		fires      bool
	}{
		"a map of coverage":               {"EP-003", numbered + "\n### FR Coverage Map\n\nFR1: Epic 1\nFR2: Epic 1\n", false},
		"a map of coverage without any":   {"EP-003", numbered + "\n### FR Coverage Map\n\nTo be drawn.\n", true},
		"what each epic covers":           {"EP-003", numbered + "**FRs covered:** FR1, FR2\n\n## Epic 2: Prune\n\nDelete.\n**FRs covered:** FR3\n", false},
		"what one epic of three covers":   {"EP-003", numbered + "**FRs covered:** FR1, FR2\n\n## Epic 2: Prune\n\nDelete.\n\n## Epic 3: Restore\n\nBring back.\n", true},
		"an epic in brackets":             {"EP-010", plan + "# [EPIC-001] Verify\n\nRead back.\n\n## Priority\n\nP0 (MVP critical)\n", false},
		"an epic in brackets for later":   {"EP-010", plan + "# [EPIC-001] Verify\n\nRead back.\n\n## Priority\n\nP2, post-MVP\n", true},
		"criteria of success":             {"EP-004", plan + "## Epic 1: Verify\n\n## Success Criteria\n\n- [ ] A broken backup is named\n- [ ] A good one is not\n", false},
		"metrics of success":              {"EP-004", plan + "## Epic 1: Verify\n\n## Success Metrics\n\n- Broken backups found: 99%\n- False alarms: 1%\n", true},
		"a number and more":               {"RQ-014", targets + "Machines at once | 20,000+ |\n", false},
		"a sign without a number":         {"RQ-014", targets + "Machines at once | many+ |\n", true},
		"what never happens":              {"RQ-014", targets + "Sites | No foreign backup readable |\n", false},
		"what hardly happens":             {"RQ-014", targets + "Sites | No noticeable delay anywhere |\n", true},
		"frontmatter of a factory":        {"X-003", factory, false},
		"frontmatter without a session":   {"X-003", factory + plan + "---\nsession_id: S-1\ndocument_type: epics\nstatus: draft\n---\n# E\n", true},
		"pains beside the people":         {"BR-002", factory + people + "Pain Point |\n|---|---|\n| Admin | Nobody knows whether a backup can be restored |\n", false},
		"people without pains":            {"BR-002", factory + people + "Pain Point |\n|---|---|\n| Admin | - |\n", true},
		"pains of a session's people":     {"BR-002", about + "---\nsession_id: S-1\n---\n" + people + "Pain Point |\n|---|---|\n| Admin | Nobody knows whether a backup can be restored |\n", true},
		"what it is not":                  {"BR-005", about + "## What it is not\n\n- No archive: old backups are deleted after a year\n", false},
		"what it is not yet able to do":   {"BR-005", about + "## What it is\n\n- An archive: old backups are kept for a year\n", true},
		"the number of a heading":         {"RQ-015", counted, false},
		"a number of requirements":        {"RQ-015", counted + "\nTotal: 3 functional requirements\n", true},
		"where numbers go on":             {"XD-017", index + listed + "More follow as `FR-100+` when the pilot ends.\n", false},
		"a number that goes nowhere":      {"XD-017", index + listed + "More follow in FR-100 when the pilot ends.\n", true},
		"a second version":                {"X-006", versions + "| ~~REQ-001~~ | ~~Tape~~ | Must | superseded by REQ-001-v2 |\n| REQ-001-v2 | Disk | Must | active |\n", false},
		"a second version too many":       {"X-006", versions + "| REQ-001-v2 | Tape | Must | active |\n| REQ-001-v2 | Disk | Must | active |\n", true},
		"measured outcomes":               {"RQ-002", index + listed + outcomes + "95% of failures MUST be named within 2 seconds\n", false},
		"an outcome without measure":      {"RQ-002", index + listed + outcomes + "failures MUST be named\n", true},
		"measured outcomes of a session":  {"RQ-002", index + "---\nsession_id: S-1\n---\n" + listed + outcomes + "95% of failures MUST be named within 2 seconds\n", true},
		"a name before the sentence":      {"LX-001", index + "## Acceptance Criteria\n\n1. **Graceful Degradation**: a broken disk MUST NOT stop the reader of another one\n", false},
		"a sentence behind a name":        {"LX-001", index + "## Acceptance Criteria\n\n1. **Broken disks**: the reader of another one MUST be stopped gracefully\n", true},
		"a name alone":                    {"LX-001", index + "## Acceptance Criteria\n\n1. **Graceful degradation**: yes\n", true},
		"key objects":                     {"RQ-004", index + listed + "Backups are stored on disk.\n\n## Key Objects\n\n- Backup: files + checksum\n", false},
		"key people":                      {"RQ-004", index + listed + "Backups are stored on disk.\n\n## Key People\n\n- Admin: reads the list\n", true},
		"a drawing of parts":              {"AR-001", arch + "## Isolation\n\n" + boxes + "  C --> D[Pruner]\n```\n", false},
		"a drawing of three parts":        {"AR-001", arch + "## Isolation\n\n" + boxes + "```\n", true},
		"a drawing of a session":          {"AR-001", arch + "---\nsession_id: S-1\n---\n## Isolation\n\n" + boxes + "  C --> D[Pruner]\n```\n", true},
		"a tree of layers":                {"AR-001", arch + "---\nsession_id: S-1\n---\n## Layer Hierarchy\n\nThe reader stands on the index, the index on the disk.\n", false},
		"a priority at the end of a cell": {"X-015", plan + "| ID | Title | Priority |\n|---|---|---|\n| EPIC-001 | Verify each backup | P0 — launch, Must |\n| EPIC-002 | Prune old backups | Wave P2 — Should |\n\nBoth are needed.\n", false},
		"a demand at the end of a cell":   {"X-015", plan + "| ID | Title | Note |\n|---|---|---|\n| EPIC-001 | Verify each backup | P0 — the old disks must |\n| EPIC-002 | Prune old backups | later |\n\nBoth are needed.\n", true},
		"columns of tables":               {"RQ-025", tables + "Columns |\n|---|---|\n| backups | id, checksum |\n", false},
		"a table without columns":         {"RQ-025", tables + "Columns |\n|---|---|\n| backups | |\n", true},
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
