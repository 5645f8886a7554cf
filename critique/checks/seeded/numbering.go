package seeded

import (
	"path"
	"regexp"
	"strings"
)

// numberingOperators break what ties documents together: numbers given twice or written in two ways, files that an index
// lists and nobody has written, titles that belong to something else.
func numberingOperators() []Operator {
	t := titles()
	return []Operator{
		op(structure, "X-005", "requirement listed and never written", unwritten(requirements, "REQ-005"), "XD-005"),
		op(structure, "X-005", "epic listed and never written", unwritten(epics, "EPIC-003"), "XD-005", "EP-016", "EP-018"),
		op(structure, "X-006", "two decisions with one number", on(architecture, inside(t.decisions,
			swap(regexp.MustCompile(`(^\| \[?|\\\||^### )ADR-002`), "${1}ADR-001"))), "XD-005", "XD-002", "XD-012"),
		op(structure, "X-006", "two stories with one number", at(epics, "EPIC-001",
			swap(regexp.MustCompile(`^(#+ (?:STORY-001-00|Story 1\.|故事 1\.))2`), "${1}1")), "XD-005", "XD-002", "X-007"),
		op(structure, "X-020", "context carries the session of another generator", raw(inBytes(
			`"session_id": "TLS-`, `"session_id": "SPEC-`, `"session_id": "BLP-`, `"session_id": "SPEC-`))),
		op(trace, "XD-002", "number without its dash in the matrix", on(epics, inside(t.epicMatrix,
			swap(regexp.MustCompile(`^\| REQ-003 \|`), "| REQ003 |"))), "RQ-016", "RD-020"),
		op(trace, "AR-021", "quality requirement under another code in the architecture", on(architecture, inside(t.qualities, either2(
			swap(regexp.MustCompile(`^\| NFR-P-001 \|`), "| NFR-PERF-001 |"),
			swap(regexp.MustCompile(`^\| NFR-PERF-001 \|`), "| NFR-P-001 |")))), "XD-002", "XD-005"),
		op(trace, "XD-005", "epic has another title where its stories stand", reword(epics,
			"# EPIC-002: Know and swap shifts", "# EPIC-002: Import of old spreadsheets",
			"# EPIC-002: Keep the provider blind", "# EPIC-002: Restore on another computer",
			"### EPIC-003: Tell citizens and plan repairs", "### EPIC-003: Readings of household meters",
			"# EPIC-002：当天复核并入账", "# EPIC-002：手持机远程升级",
			"# EPIC-002：一处查到 5 个校区", "# EPIC-002：值班排班与考勤",
			"### EPIC-003：留痕与清理", "### EPIC-003：告警与值班"), "X-006", "XD-014", "RQ-016"),
	}
}

// unwritten takes away the file of an ID that the index of its kind links to.
func unwritten(kind, id string) apply {
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		gone := member(files, kind, id)
		name := strings.TrimSuffix(path.Base(gone), ".md")
		if gone == "" || !strings.Contains(string(files[artifact(files, kind)]), name) {
			return nil, "", false
		}
		changed := copyOf(files)
		delete(changed, gone)
		return changed, gone, true
	}
}
