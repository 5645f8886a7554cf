package terms

import (
	"strings"
	"testing"
)

// TestOf has the ways of writing a name come to the same terms.
func TestOf(t *testing.T) {
	tests := map[string][]string{
		"req 3":        {"REQ-003", "REQ 3", "req3", "ＲＥＱ－３"},
		"target users": {"targetUsers", "target_users", "Target  Users"},
		"登 录 v 2":      {"登录v2", "登录 V02"},
	}
	for want, ways := range tests {
		for _, text := range ways {
			if got := strings.Join(Of(text), " "); got != want {
				t.Errorf("%s: %q, want %q", text, got, want)
			}
		}
	}
}
