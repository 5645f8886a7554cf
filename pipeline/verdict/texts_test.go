package verdict

import (
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"discussd/pipeline/texts"
)

// withProfile is the tree of the builtin profiles with one more.
func withProfile(t *testing.T, name string, files map[string]string) texts.Profiles {
	t.Helper()
	tree := fstest.MapFS{}
	builtin := os.DirFS("../texts/profiles")
	err := fs.WalkDir(builtin, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(builtin, path)
		tree[path] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for file, text := range files {
		tree[name+"/"+file] = &fstest.MapFile{Data: []byte(text)}
	}
	profiles, err := texts.Read(tree)
	if err != nil {
		t.Fatal(err)
	}
	return profiles
}

// A fifth profile is a folder with files, and no line of code.
func TestAnotherProfileIsDataAlone(t *testing.T) {
	templates, err := templatesOf(withProfile(t, "werkstatt", map[string]string{
		"record.tmpl":  "# Protokoll: {{inline .Round}}\n\nNote: {{average}}\n\n{{range .Perspectives}}{{template \"stimme\" .}}{{end}}{{- define \"stimme\"}}- {{inline .Name}}: {{with .Rating}}{{rated .}}{{else}}ohne Note{{end}}\n{{end -}}",
		"message.tmpl": "{{template \"head\" .}}. Bitte {{recordpath}} lesen.",
	}))
	if err != nil {
		t.Fatal(err)
	}
	v := New(exampleCase(), exampleReport(), blockedHigh())
	v.Profile = "werkstatt"
	fill := func(file string) string { return templates.Fill(v.Profile, file, calls(v), v) }
	if record := fill(recordFile); !strings.HasPrefix(record, "# Protokoll: "+v.Round+"\n\nNote: ") || !strings.Contains(record, "- product: ") {
		t.Errorf("the record is not in its own words:\n%s", record)
	}
	if message := fill(messageFile); !strings.HasPrefix(message, "[writer] ") || !strings.HasSuffix(message, " lesen.") {
		t.Errorf("the message is not in its own words, with the head of the default: %s", message)
	}
	if summary := fill(summaryFile); !strings.Contains(summary, "Severity: HIGH") {
		t.Errorf("what it has no words for is not in those of the default:\n%s", summary)
	}
}
