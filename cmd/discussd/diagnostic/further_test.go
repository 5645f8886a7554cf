package diagnostic

import (
	"testing"

	"discussd/critique"
)

// TestFurtherPlaces holds what is said of a finding's second place against the
// language of the finding.
func TestFurtherPlaces(t *testing.T) {
	for name, test := range map[string]struct{ message, want string }{
		"English":          {"unfinished: TBD (+1 more)", "an unfinished marker: TBC"},
		"Chinese":          {"未完成：待定（另有 1 处）", "此处亦然：TBC"},
		"English of 未完成":   {"unfinished: 未完成", "an unfinished marker: TBC"},
		"of another rule":  {"3 links to nowhere", "an unfinished marker: TBC"},
		"Chinese, no name": {"未完成：", "此处亦然：TBC"},
	} {
		t.Run(name, func(t *testing.T) {
			f := critique.Finding{Rule: "T-002", Message: test.message, Places: []critique.Place{{Path: brief, Line: 1}, {Path: brief, Line: 2, Targets: []string{"TBC"}}}}
			all := Round{Session: "/s", Findings: []critique.Finding{f}}.Diagnostics(rules())
			if got := all[1].Message; got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
