package lineindex

import (
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// FuzzTOML: whatever the decoder accepts has a line for every key at its top.
func FuzzTOML(f *testing.F) {
	for _, text := range []string{
		"a = {b = 1,\n c = 2,\n}\nd = 1", "a = \"\\e\\x41\"\nb = 1", "a = 07:32\nb = 1", "[[a]]\n[a.b]\nc = 1\n[[a]]", "a.b = [[1], {c = 'd'}]\n\"\\u0065\" = 1",
		"\ufeff# c\r\na = '''\n'''\r\n", "a = 1979-05-27 07:32:00Z\nb = nan", "a = [1,\n\n# c\n2]\nb=1",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var document map[string]any
		if len(text) > 500 {
			return
		}
		if _, err := toml.Decode(text, &document); err != nil {
			return
		}
		lines := TOML(text)
		for key := range document {
			if line := lines[Join("", key)]; line < 1 || line > 1+strings.Count(text, "\n") {
				t.Errorf("%q stands in line %d of %q", key, line, text)
			}
		}
	})
}
