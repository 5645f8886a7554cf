package identifier

import (
	"strings"
	"testing"
)

func TestIs(t *testing.T) {
	for name, want := range map[string]bool{
		"DISCUSS-001": true, "migration-plan-1": true, "v1.2_b": true, "7": true, strings.Repeat("a", 64): true,
		"": false, strings.Repeat("a", 65): false, ".hidden": false, "-x": false, "_x": false, "../up": false,
		"a b": false, "a/b": false, "a\n": false, "范围": false,
	} {
		if got := Is(name); got != want {
			t.Errorf("%q: got %t, want %t", name, got, want)
		}
	}
}
