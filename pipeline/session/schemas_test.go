package session

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"discussd/pipeline/schemas"
)

const harbourSchema = "name: harbour\nversion: 1\nartifacts:\n- {id: pitch, generates: pitch.md}\n- {id: specs, generates: 'specs/**/*.md', requires: [pitch]}\n- {id: cases, generates: 'cases/*.md', requires: [specs]}\n- {id: board, generates: board.md, requires: [specs]}\napply: {requires: [board], tracks: board.md}\n"

// A project of OpenSpec says itself which documents a change has; a change can say
// otherwise.
func TestSchemaOfAProject(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "project")
	tree(t, dir, map[string]string{
		"openspec/config.yaml": "schema: harbour\n", "openspec/schemas/harbour/schema.yaml": harbourSchema, "openspec/schemas/harbour/templates/pitch.md": "x",
		"openspec/changes/quay/pitch.md": "x", "openspec/changes/quay/specs/a/spec.md": "x", "openspec/changes/quay/cases/one.md": "x", "openspec/changes/quay/board.md": "x", "openspec/changes/quay/tasks.md": "x",
		"openspec/changes/usual/proposal.md": "x", "openspec/changes/usual/.openspec.yaml": "schema: spec-driven\n", "openspec/changes/usual/pitch.md": "x",
		"openspec/changes/notes/proposal.md": "x",
	})
	l := discussTable()
	l.Schemas = &schemas.Shelf{}
	want := map[string]map[string][]string{
		"openspec openspec/changes/quay":  {"002": {"brief:pitch.md"}, "003": {"requirements:specs/a/spec.md", "plain:cases/one.md"}, "005": {"tasks:board.md"}},
		"openspec openspec/changes/usual": {"002": {"brief:proposal.md", ":.openspec.yaml"}},
	}
	for range 2 { // also as it was kept
		if diff := cmp.Diff(want, found(t, l, dir)); diff != "" {
			t.Errorf("recognised (-want +got):\n%s", diff)
		}
	}
	watched(t, l, dir, want)
	if said := Misread(l, []string{filepath.Join(dir, "openspec/changes/quay"), filepath.Join(dir, "openspec/changes/usual")}); len(said) > 0 {
		t.Errorf("said %q", said)
	}
}

// A schema that cannot be understood changes nothing, and is told of once.
func TestInvalidSchemaOfAProject(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "schema.yaml")
	must(t, os.WriteFile(outside, []byte(harbourSchema), 0o644))
	for name, test := range map[string]struct {
		files map[string]string
		link  bool
		says  string
	}{
		"no YAML":      {map[string]string{"openspec/schemas/harbour/schema.yaml": "name: [\n"}, false, "openspec/schemas/harbour/schema.yaml: yaml: "},
		"no artifacts": {map[string]string{"openspec/schemas/harbour/schema.yaml": "name: harbour\n"}, false, "artifacts: there are none"},
		"not there":    {map[string]string{"openspec/schemas/pier/schema.yaml": harbourSchema}, false, "there is no such file"},
		"too large":    {map[string]string{"openspec/schemas/harbour/schema.yaml": harbourSchema + strings.Repeat("#\n", 128<<10)}, false, "too large"},
		"no schemas":   {nil, false, ""},
		"a link":       {map[string]string{"openspec/schemas/harbour/": ""}, true, "is no regular file"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "project")
			tree(t, dir, test.files)
			tree(t, dir, map[string]string{"openspec/config.yaml": "schema: harbour\n", "openspec/changes/quay/proposal.md": "x", "openspec/changes/mole/proposal.md": "x", "openspec/changes/quay/pitch.md": "x"})
			if test.link {
				link(t, outside, filepath.Join(dir, "openspec/schemas/harbour/schema.yaml"))
			}
			l := discussTable()
			l.Schemas = &schemas.Shelf{}
			want := map[string]map[string][]string{"openspec openspec/changes/quay": {"002": {"brief:proposal.md"}}, "openspec openspec/changes/mole": {"002": {"brief:proposal.md"}}}
			if diff := cmp.Diff(want, found(t, l, dir)); diff != "" {
				t.Errorf("recognised (-want +got):\n%s", diff)
			}
			said := Misread(l, []string{filepath.Join(dir, "openspec/changes/mole"), filepath.Join(dir, "openspec/changes/quay")})
			if test.says == "" {
				if len(said) > 0 { // what a user keeps elsewhere is no mistake of the project's
					t.Errorf("said %q", said)
				}
				return
			}
			if len(said) != 1 || !strings.Contains(said[0], test.says) || !strings.Contains(said[0], "usual documents of openspec") {
				t.Errorf("said %q, want %q once", said, test.says)
			}
		})
	}
}

// A name that leads elsewhere is no schema's, and a schema that changes is read again.
func TestSchemaThatChanges(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "project")
	tree(t, dir, map[string]string{"openspec/config.yaml": "schema: ../../elsewhere\n", "elsewhere/schema.yaml": harbourSchema, "openspec/changes/quay/proposal.md": "x", "openspec/changes/quay/pitch.md": "x"})
	l := discussTable()
	now := time.Unix(0, 0)
	l.Schemas = &schemas.Shelf{Clock: func() time.Time { return now }}
	brief := func() string {
		return found(t, l, dir)["openspec openspec/changes/quay"]["002"][0]
	}
	if got := brief(); got != "brief:proposal.md" {
		t.Errorf("a schema from elsewhere: %s", got)
	}
	tree(t, dir, map[string]string{"openspec/config.yaml": "schema: harbour\n", "openspec/schemas/harbour/schema.yaml": harbourSchema})
	now = now.Add(time.Second)
	if got := brief(); got != "brief:pitch.md" {
		t.Errorf("once there is a schema: %s", got)
	}
	tree(t, dir, map[string]string{"openspec/schemas/harbour/schema.yaml": strings.Replace(harbourSchema, "pitch.md", "proposal.md", 1)})
	must(t, os.Chtimes(filepath.Join(dir, "openspec/schemas/harbour/schema.yaml"), time.Now(), time.Now().Add(time.Hour)))
	if got := brief(); got != "brief:proposal.md" {
		t.Errorf("once it has changed: %s", got)
	}
}
