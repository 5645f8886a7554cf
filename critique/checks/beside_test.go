package checks

import (
	"context"
	"strings"
	"testing"

	"discussd/critique"
)

// changes is a project of which some files are known.
type changes struct {
	gallery
	files []string
}

func (c changes) Ending(string) []string { return c.files }

// TestWhatLiesBeside holds rules against what lies beside the session and is no part of it.
func TestWhatLiesBeside(t *testing.T) {
	const delta = "-- specs/tags/spec.md --\n## MODIFIED Requirements\n\n### Requirement: Tag albums\nThe gallery SHALL tag all albums.\n"
	const spec = "-- spec/requirements.md --\n## Requirements\n\n- **FR-001**: The gallery MUST show albums.\n- **FR-002**: The gallery MUST sort albums.\n\n## Dependencies\n\n- Feature 000-base: FR-012 (accounts)\n"
	const brief = "-- spec/product-brief.md --\n---\ninputDocuments: [visit-notes.md]\n---\n# Brief\n\n## Vision\n\nAlbums for all.\n"
	const mapped = "-- REQUIREMENTS.md --\n## v1 Requirements\n\n- [ ] **ALB-01**: A visitor sees albums\n- [ ] **ALB-02**: A visitor sorts albums\n\n## Traceability\n\n| Requirement | Phase | Status |\n|---|---|---|\n| ALB-01 | Phase 1 | Pending |\n| ALB-02 | Phase 2 | Pending |\n\n**v1 Coverage:**\n- Mapped to phases: 1\n"
	const knowing = "-- 01-CONTEXT.md --\n# Phase 1\n\n## References\n\n- `.planning/research/RINGS.md`: frames\n"
	const listed = "-- 02-CONTEXT.md --\n# Phase 2\n\n<canonical_refs>\n- `.planning/phases/01-albums/01-TIMES.md`\n</canonical_refs>\n"
	const cited = "-- design.md --\n# Design\n\nIt shows pages only, as `openspec/specs/albums/spec.md` says.\n"
	own := "openspec/changes/tag-albums/specs/tags/spec.md"
	for name, test := range map[string]struct {
		rule, text string
		files      []string // of the project, that end as the delta does
		there      string
		fires      bool
	}{
		"no current specification":                 {"OS-005", delta, []string{own}, "", true},
		"one that was never archived":              {"OS-005", delta, []string{own, "openspec/changes/archive/2026-01-02-tags/specs/tags/spec.md"}, "", true},
		"another change is about it":               {"OS-005", delta, []string{own, "openspec/changes/add-tags/specs/tags/spec.md"}, "", false},
		"a current specification that is not read": {"OS-005", delta, []string{own}, "../../specs/tags/spec.md", false},
		"notes that lie nowhere":                   {"X-018", brief, nil, "", true},
		"notes that lie elsewhere in the project":  {"X-018", brief, []string{"meetings/visit-notes.md"}, "", false},
		"notes on a drive of somebody's":           {"X-018", strings.Replace(brief, "visit-notes.md", `D:\work\visit-notes.md`, 1), nil, "", false},
		"a current specification of nowhere":       {"OS-020", cited, nil, "", true},
		"a current specification that is cited":    {"OS-020", cited, nil, "../../specs/albums/spec.md", false},
		"a sum of requirements":                    {"GS-016", mapped, nil, "", true},
		"sums of two versions":                     {"GS-016", mapped + "\n**v2 Coverage:**\n- Mapped to phases: 1\n", nil, "", false},
		"notes of the project that are not there":  {"GS-009", knowing, nil, "", true},
		"notes of the project":                     {"GS-009", knowing, nil, "../../research/RINGS.md", false},
		"a file that is to be read first":          {"GS-009", listed, nil, "../01-albums", true},
		"a file that may be yet to come":           {"GS-009", strings.ReplaceAll(listed, "canonical_refs", "outputs"), nil, "../01-albums", false},
		"what another rule tells of the phase":     {"X-030", listed, nil, "../01-albums", false},
		"an ID of nowhere":                         {"XD-017", spec, nil, "", true},
		"an ID of a feature beside this one":       {"XD-017", spec, nil, "../000-base", false},
	} {
		t.Run(name, func(t *testing.T) {
			subject := whole(files(Rule{ID: test.rule}, test.text))
			subject.Rules = []string{"*"}
			subject.Surroundings = critique.Surroundings{Code: changes{files: test.files}, Exists: func(path string) bool { return path == test.there }}
			if got := len(onlyRule(t, test.rule).Check(context.Background(), subject).Findings) > 0; got != test.fires {
				t.Errorf("fired = %v, want %v", got, test.fires)
			}
		})
	}
}
