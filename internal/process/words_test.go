package process

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLastWords reads what programs said at their end.
func TestLastWords(t *testing.T) {
	tests := map[string]struct{ said, want string }{
		"nothing":            {"", ""},
		"no word":            {"}\n--\n", ""},
		"the last line":      {"first\nsecond\n", "second"},
		"above its stack":    {"Error: broken\n    at run (x.js:1:2)\n    at async main (x.js:3:4) {\n  status: 429\n}\n", "Error: broken"},
		"nothing but stack":  {"    at run (x.js:1:2)\n", ""},
		"nothing but indent": {"  usage: x\n", "usage: x"},
		"the service's own":  {`_ApiError: {"error":{"code":400,"message":"No such field."}}` + "\n    at run (x.js:1:2)\n", "No such field."},
		"timing of a start":  {"a warning\n[STARTUP] Cannot measure phase 'x'\n", "a warning"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			want := ""
			if test.want != "" {
				want = fmt.Sprintf(": %q", test.want)
			}
			if diff := cmp.Diff(want, LastWords([]byte(test.said))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
