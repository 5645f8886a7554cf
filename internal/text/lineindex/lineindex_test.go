package lineindex

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTOML(t *testing.T) {
	tests := map[string]struct {
		text string
		want map[string]int
	}{
		"empty":           {"", map[string]int{}},
		"tables and keys": {"# comment\na = 1\n\n[t]\nb = 2\nc.d = 3\n[t.u]\ne = 4", map[string]int{"a": 2, "t": 4, "t.b": 5, "t.c": 6, "t.c.d": 6, "t.u": 7, "t.u.e": 8}},
		"arrays of tables are counted": {
			"[[p]]\nn = 1\n[[p]]\nn = 2\n[p.x]\nm = 3\n[[p.y]]\n[[p.y]]\nk = 4",
			map[string]int{"p": 1, "p[0]": 1, "p[0].n": 2, "p[1]": 3, "p[1].n": 4, "p[1].x": 5, "p[1].x.m": 6, "p[1].y": 7, "p[1].y[0]": 7, "p[1].y[1]": 8, "p[1].y[1].k": 9}},
		"a value over several lines": {
			"a = [\n 'x', # ]\n]\nb = '''\n[c]\nd = 1\n'''\ne = 2",
			map[string]int{"a": 1, "a[0]": 2, "b": 4, "e": 8}},
		"inline tables":              {"a = {b = 1}\n", map[string]int{"a": 1, "a.b": 1}},
		"quoted names":               {"[a.'b.c']\n\"d e\" = 1", map[string]int{"a": 1, `a."b.c"`: 1, `a."b.c"."d e"`: 2}},
		"marks and carriage returns": {"\ufeff[a]\r\nb = 1\r\n", map[string]int{"a": 1, "a.b": 2}},
		"lists":                      {"a = [\n 1,\n 2, [\n3], {b = 1}]", map[string]int{"a": 1, "a[0]": 2, "a[1]": 3, "a[2]": 3, "a[2][0]": 4, "a[3]": 4, "a[3].b": 4}},
		"below a list":               {"a = [{b = [1]}]\n[c]\n[[c.d]]\n[c.d.e]\nf = 1", map[string]int{"a": 1, "a[0]": 1, "a[0].b": 1, "a[0].b[0]": 1, "c": 2, "c.d": 3, "c.d[0]": 3, "c.d[0].e": 4, "c.d[0].e.f": 5}},
		"what is invalid":            {"a = 1\nb = \nc = 1", map[string]int{"a": 1}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, TOML(test.text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestDepth: the names of what is nested very deep would take more memory than the text.
func TestDepth(t *testing.T) {
	for name, text := range map[string]string{
		"keys":  "a" + strings.Repeat(".a", 5000) + " = 1\n",
		"lists": "a = " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + "\n",
		"table": "[a" + strings.Repeat(".a", 5000) + "]\n",
	} {
		lines := TOML(text + "b = 1")
		if len(lines) > deepest+2 || lines["a"] != 1 {
			t.Errorf("%s: %d places", name, len(lines))
		}
	}
}
