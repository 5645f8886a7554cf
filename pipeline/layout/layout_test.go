package layout

import (
	"strings"
	"testing"
)

// What is embedded is right and reads back as it is.
func TestBuiltin(t *testing.T) {
	names := map[string]bool{}
	for _, l := range Builtin() {
		if names[l.Name] || l.Title == "" || len(l.Places) > 0 && l.Example == "" {
			t.Errorf("%q is there twice, or does not say what it is", l.Name)
		}
		names[l.Name] = true
		again, err := Parse(l.TOML())
		if err != nil || string(again.TOML()) != string(l.TOML()) {
			t.Errorf("%s does not read back: %v", l.Name, err)
		}
	}
}

func TestParseSaysWhatIsWrong(t *testing.T) {
	for text, wanted := range map[string]string{
		`title = "x"`:                                                         "name: must be given",
		"name = \"x\"\nmarker = \"y\"":                                        "marker: unknown key",
		"name = \"x\"\nignored = [\"a/*\"]":                                   "ignored: must be a path without globs",
		"name = \"x\"\n[[sessions]]\npath=\"*\"":                              "sessions.path: must start with a name",
		"name = \"x\"\n[[sessions]]\npath=\"a/**\"":                           "sessions.path: must be names or globs",
		"name = \"x\"\n[[rounds]]\nid=\"R\"":                                  "rounds.R.artifact: must not be empty",
		"name = \"x\"\n[[rounds]]\nid=\"R\"\nartifact=[\"../a\"]":             "rounds.R: is no valid path",
		"name = \"x\"\n[[rounds]]\nid=\"R\"\nartifact=[\"a\"]\nkind=\"poem\"": "must be one of",
		"name = \"x\"\n[[sessions]]\npath=\"a\"\nneeds=[\"../../b\"]":         "sessions.needs: is no valid glob",
	} {
		if _, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), wanted) {
			t.Errorf("%q: %v, want %q", text, err, wanted)
		}
	}
}
