package shallow

import (
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// deep nests a text so many times.
func deep(before string, n int, middle, after string) string {
	return strings.Repeat(before, n) + middle + strings.Repeat(after, n)
}

func TestTOML(t *testing.T) {
	tests := map[string]struct {
		text string
		want int
	}{
		"empty":                     {"", 0},
		"as written":                {"round = \"R\" # one\n[[perspectives]]\nname = 'x'\nlist = [[1.5, 2.5], [{a.b = 1}]]\n", 0},
		"a key of as many parts":    {"a" + strings.Repeat(".a", Levels-1) + " = 1", 0},
		"a key of too many":         {"a = 1\nb = 2\na" + strings.Repeat(".a", Levels) + " = 1", 3},
		"quoted parts":              {`"a.#"` + strings.Repeat(` . 'a"'`, Levels) + " = 1", 1},
		"a header":                  {"\n[" + strings.Repeat("a.", Levels) + "a]", 2},
		"lists":                     {"a = " + deep("[", Levels, "1", "]"), 0},
		"lists, too many":           {"a = " + deep("[", Levels+1, "1", "]"), 1},
		"lists over lines":          {"a = " + deep("[\n", Levels+1, "1", "]"), Levels + 1},
		"tables":                    {"a = " + deep("{a = ", Levels+1, "1", "}"), 1},
		"one after the other":       {strings.Repeat("a.a = {a.a = [1.5]}\n", 100), 0},
		"in strings":                {"a = '" + strings.Repeat("[", 50) + "'\nb = \"\\\"" + strings.Repeat("{.", 50) + "\"\nc = \"\"\"\n\"" + strings.Repeat("[.", 50) + "\\\"\"\"\"\nd = '''\n" + strings.Repeat("[.", 50) + "'''", 0},
		"in a comment":              {"# " + strings.Repeat("[.", 50) + "\na = 1", 0},
		"behind a string":           {`a = ["\"", ` + deep("[", Levels, "1", "]") + "]", 1},
		"behind an open string":     {"a = \"\nb = " + deep("[", Levels+1, "1", "]"), 2},
		"behind a long string":      {`a = ["""x""""", ` + deep("[", Levels, "1", "]") + "]", 1},
		"behind the usual string":   {`a = ["""x""", ` + deep("[", Levels, "1", "]") + "]", 1},
		"a quote begins the string": {`a = [""""x""", ` + deep("[", Levels, "1", "]") + "]", 1},
		"behind a longer string":    {`a = [""""x"""", ` + deep("[", Levels, "1", "]") + "]", 1},
		"behind an empty string":    {`a = ["", ` + deep("[", Levels, "1", "]") + "]", 1},
		"a long string, never ends": {"a = \"\"\"" + strings.Repeat("[", 50), 0},
		"ends with an escape":       {"a = \"\\", 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := TOML(tt.text); got != tt.want {
				t.Errorf("line %d, want %d:\n%s", got, tt.want, tt.text)
			}
		})
	}
}

// FuzzTOML: a text that may be parsed is not nested deeper than each level of
// values having a key of the most parts.
func FuzzTOML(f *testing.F) {
	f.Add("a.b = [{c = 'd', e = \"\"\"\nf\"\"\"\"}] # g\n[[h.i]]\n")
	f.Add("a = {b='''c'''', d={e={f=1}}}")
	f.Add("a" + strings.Repeat(".'a'", 40) + "=1")
	f.Fuzz(func(t *testing.T, text string) {
		var document map[string]any
		if len(text) > 2000 || TOML(text) > 0 {
			return
		}
		if _, err := toml.Decode(text, &document); err == nil && height(document) > (Levels+1)*(Levels+1) {
			t.Errorf("%d levels", height(document))
		}
	})
}

func height(value any) int {
	highest := 0
	switch value := value.(type) {
	case map[string]any:
		for _, inner := range value {
			highest = max(highest, 1+height(inner))
		}
	case []any:
		for _, inner := range value {
			highest = max(highest, 1+height(inner))
		}
	case []map[string]any:
		for _, inner := range value {
			highest = max(highest, 1+height(inner))
		}
	}
	return highest
}

// BenchmarkTOML parses 64 KiB of tables in a list, which nest as deeply as TOML
// lets pass, or not at all: what nesting can cost is the ratio of the two.
func BenchmarkTOML(b *testing.B) {
	for name, table := range map[string]string{
		"flat": "{a=1},\n",
		"deep": deep("{a"+strings.Repeat(".a", Levels-1)+"=", Levels-1, "1", "}") + ",\n",
	} {
		text := "a = [\n" + strings.Repeat(table, (64<<10)/len(table)) + "]\n"
		if line := TOML(text); line > 0 {
			b.Fatalf("%s is refused in line %d", name, line)
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				var document map[string]any
				if _, err := toml.Decode(text, &document); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
