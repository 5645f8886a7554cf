package layout

import (
	"reflect"
	"strings"
	"testing"
)

// What is embedded is right and reads back as it is.
func TestBuiltin(t *testing.T) {
	names := map[string]bool{}
	for i, l := range Builtin() {
		if named := Names()[i]; named != l.Name {
			t.Errorf("the file %s.toml holds the layout %q", named, l.Name)
		}
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

// Whoever is given the layouts can do with them what he wants: the next one has them as they are.
func TestBuiltinIsTheCallers(t *testing.T) {
	var before []string
	for _, l := range Builtin() {
		before = append(before, string(l.TOML()))
	}
	for _, l := range Builtin() {
		spoil(reflect.ValueOf(&l).Elem())
	}
	for i, l := range Builtin() {
		if string(l.TOML()) != before[i] {
			t.Errorf("what one caller did to %s is there for the next:\n%s", l.Name, l.TOML())
		}
	}
}

// spoil changes every text that a value holds.
func spoil(value reflect.Value) {
	switch value.Kind() {
	case reflect.String:
		value.SetString("spoilt")
	case reflect.Struct:
		for i := range value.NumField() {
			spoil(value.Field(i))
		}
	case reflect.Slice:
		for i := range value.Len() {
			spoil(value.Index(i))
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
		"name = \"x\"\n[[settings]]\nat=\"../a#b\"":                           "settings: must be a file with a key",
		"name = \"x\"\n[[sessions]]\npath=\"a\"\nneeds=[\"../../b\"]":         "sessions.needs: is no valid glob",
	} {
		if _, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), wanted) {
			t.Errorf("%q: %v, want %q", text, err, wanted)
		}
	}
}
