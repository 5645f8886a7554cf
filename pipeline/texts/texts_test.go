package texts

import (
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestBuiltin(t *testing.T) {
	profiles := Builtin()
	if names := profiles.Names(); !slices.Equal(names, []string{"lifecycle", "analyze", "coordinate", "spec-team"}) {
		t.Errorf("profiles are %q", names)
	}
	for name, tag := range map[string]string{"lifecycle": "discuss", "coordinate": "discuss", "spec-team": "spec-discuss", "analyze": "discussant", "gone": "discuss"} {
		if got := profiles.Of(name).Tag; got != tag {
			t.Errorf("%s speaks as %q, not %q", name, got, tag)
		}
		if !profiles.Speaks(tag) || profiles.Speaks("stranger") {
			t.Errorf("who speaks as %q, or as stranger, is not told apart", tag)
		}
	}
	for _, name := range profiles.Names() {
		if _, text, err := profiles.Preset(name); err != nil || len(text) == 0 {
			t.Errorf("the preset of %s: %q, %v", name, text, err)
		}
	}
	// What a folder lacks is as in the default.
	if got := profiles.Of("coordinate").Bus; got != (BusTypes{"discussion_ready", "discussion_blocked"}) {
		t.Errorf("coordinate tells %+v", got)
	}
}

func TestReadNamesTheFileThatIsWrong(t *testing.T) {
	base := fstest.MapFS{"lifecycle/profile.toml": {Data: []byte(`tag = "discuss"`)}, "lifecycle/a.tmpl": {Data: []byte("a")}}
	for _, c := range []struct{ file, text, want string }{
		{"own/profile.toml", "tag = 3", "own/profile.toml"},
		{"own/profile.toml", `tagg = "own"`, "unknown key tagg"},
		{"own/a.tmpl", "{{nothing}}", "profile own: template: a.tmpl:1"},
		{"lifecycle/profile.toml", "", ""},
	} {
		tree := fstest.MapFS{c.file: {Data: []byte(c.text)}}
		for name, file := range base {
			if tree[name] == nil {
				tree[name] = file
			}
		}
		profiles, err := Read(tree)
		if err == nil {
			_, err = profiles.Templates(nil, "a.tmpl")
		}
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s with %q: %v", c.file, c.text, err)
		}
	}
	if _, err := Read(os.DirFS(t.TempDir())); err == nil {
		t.Error("a tree without the default profile was read")
	}
}

func TestFillSaysWhatItCannotWrite(t *testing.T) {
	profiles, err := Read(fstest.MapFS{"lifecycle/profile.toml": {}, "lifecycle/a.tmpl": {Data: []byte("so far{{.Gone}}")}})
	if err != nil {
		t.Fatal(err)
	}
	templates, err := profiles.Templates(nil, "a.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	if text := templates.Fill("", "a.tmpl", nil, struct{}{}); !strings.HasPrefix(text, "so far(the text of profile lifecycle cannot be written: ") {
		t.Errorf("filled: %q", text)
	}
}
