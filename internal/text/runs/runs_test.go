package runs

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRuns cuts texts of both scripts; marks are shown as |.
func TestRuns(t *testing.T) {
	tests := map[string]struct{ text, want string }{
		"nothing":            {"", ""},
		"words":              {"a retry  limit", "a retry limit"},
		"joints inside":      {"src/auth.go costs 1.5-2", "src/auth.go costs 1.5-2"},
		"joints at the ends": {"-- 'quoted' ok.", "quoted ok"},
		"scripts meet":       {"支持OAuth登录", "<支持> OAuth <登录>"},
		"marks":              {"a, b（c）", "a | b | c |"},
		"space within Han":   {"支 持", "<支> <持>"},
		"a joint in Han":     {"支-持", "<支> <持>"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var got []string
			for run := range Of(test.text, "._-/'") {
				got = append(got, map[Kind]string{Word: run.Text, Chinese: "<" + run.Text + ">", Mark: "|"}[run.Kind])
			}
			if diff := cmp.Diff(test.want, strings.Join(got, " ")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	for range Of("a, b", "") { // whoever has seen enough may stop
		break
	}
}
