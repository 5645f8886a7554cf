package diagnostic

import (
	"testing"

	"discussd/critique"
	"discussd/critique/checks"
)

// TestFurtherPlaces holds what is said of a finding's second place against the
// language of the finding.
func TestFurtherPlaces(t *testing.T) {
	known := append(rules(), checks.Rule{ID: "T-004", Title: "an ID that something is wrong with", Message: checks.Text{EN: "{1} {2}", ZH: "{1} {2}"}})
	one, two := []string{"TBC"}, []string{"TBC", "TBD"}
	for name, test := range map[string]struct {
		rule, message string
		targets       []string
		want          string
	}{
		"English":           {"T-002", "unfinished: TBD (+1 more)", one, "unfinished: TBC"},
		"Chinese":           {"T-002", "未完成：待定（另有 1 处）", one, "未完成：TBC"},
		"English of 未完成":    {"T-002", "unfinished: 未完成", one, "unfinished: TBC"},
		"of another rule":   {"T-002", "3 links to nowhere", one, "an unfinished marker: TBC"},
		"Chinese, no name":  {"T-002", "未完成：", one, "未完成：TBC"},
		"all variables":     {"T-004", "REQ-001 has no goal", one, "an ID that something is wrong with: TBC"},
		"全为变量":              {"T-004", "REQ-001 未追溯到目标", one, "此处亦然：TBC"},
		"more than it asks": {"T-002", "unfinished: TBD", two, "an unfinished marker: TBC, TBD"},
		"Chinese, more":     {"T-002", "未完成：待定", two, "此处亦然：TBC, TBD"},
		"Chinese, none":     {"T-002", "未完成：待定", nil, "此处亦然"},
		"less than it asks": {"T-002", "unfinished: TBD", nil, "an unfinished marker"},
	} {
		t.Run(name, func(t *testing.T) {
			f := critique.Finding{Rule: test.rule, Message: test.message, Places: []critique.Place{{Path: brief, Line: 1}, {Path: brief, Line: 2, Targets: test.targets}}}
			all := Round{Session: "/s", Findings: []critique.Finding{f}}.Diagnostics(known)
			if got := all[1].Message; got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
