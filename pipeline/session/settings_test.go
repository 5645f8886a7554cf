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

// Where a project's settings of its framework say that its documents lie, they are found: no
// further than the project, and beside what lies where it usually does.
func TestSettingsOfAProject(t *testing.T) {
	const core, bmm = ".bmad-core/core-config.yaml", "_bmad/bmm/config.yaml"
	for name, test := range map[string]struct {
		files map[string]string
		want  map[string]map[string][]string
	}{
		"spec-kit": {
			map[string]string{".specify/feature.json": `{"feature_directory": "features/tide"}`, "features/tide/spec.md": "x", "features/tide/plan.md": "x", "features/fog/spec.md": "x", "specs/001-buoy/spec.md": "x"},
			map[string]map[string][]string{
				"spec-kit features/tide":  {"003": {"requirements:spec.md"}, "004": {"architecture:plan.md"}},
				"spec-kit specs/001-buoy": {"003": {"requirements:spec.md"}},
			},
		},
		"bmad": {
			map[string]string{
				bmm:                `output_folder: "{project-root}/work"` + "\nplanning_artifacts: '{project-root}/work/plan/'\nimplementation_artifacts: work/do\n",
				"work/plan/prd.md": "x", "work/plan/epics.md": "x", "work/do/1-1-quay.md": "x", "work/planning-artifacts/architecture.md": "x",
			},
			map[string]map[string][]string{"bmad work": {
				"003": {"requirements:plan/prd.md"}, "004": {"architecture:planning-artifacts/architecture.md"}, "005": {"epics:plan/epics.md", "tasks:do/1-1-quay.md"},
			}},
		},
		"bmad 4": {
			map[string]string{
				core:              "prd:\n  prdFile: papers/product/02_wishes.md\n  prdSharded: true\narchitecture:\n  architectureFile: papers/build.md\ndevStoryLocation: papers/work\n",
				"papers/build.md": "x", "papers/product/02_wishes.md": "x", "papers/work/1.1.quay.md": "x", "papers/other.md": "x",
			},
			map[string]map[string][]string{"bmad-4 papers": {"003": {"requirements:product/02_wishes.md"}, "004": {"architecture:build.md"}, "005": {"tasks:work/1.1.quay.md"}}},
		},
		"bmad 4, a file of the usual folder": {
			map[string]string{core: "prd: {prdFile: docs/wishes.md}\ndevStoryLocation: stories\n", "docs/wishes.md": "x", "docs/architecture.md": "x"},
			map[string]map[string][]string{"bmad-4 docs": {"003": {"requirements:wishes.md"}, "004": {"architecture:architecture.md"}}},
		},
		"out of the project": {map[string]string{bmm: "output_folder: ../outside\n", core: "prd: {prdFile: /etc/passwd}\n", ".specify/feature.json": `{"feature_directory": "features/../../outside"}`, "work/spec.md": "x"}, map[string]map[string][]string{}},
		"the project itself": {map[string]string{bmm: "output_folder: '{project-root}'\n", core: "prd: {prdFile: prd.md}\n", ".specify/feature.json": `{"feature_directory": "."}`, "spec.md": "x", "prd.md": "x"}, map[string]map[string][]string{}},
		"a glob, no text, too large": {map[string]string{
			bmm: "output_folder: 'w*'\n", core: "prd: {prdFile: [work/prd.md]}\n", ".specify/feature.json": strings.Repeat(" ", 300<<10) + `{"feature_directory": "work"}`, "work/spec.md": "x", "work/prd.md": "x",
		}, map[string]map[string][]string{}},
	} {
		t.Run(name, func(t *testing.T) {
			above := t.TempDir()
			dir := filepath.Join(above, "project")
			tree(t, above, map[string]string{"outside/spec.md": "x", "outside/prd.md": "x"})
			tree(t, dir, test.files)
			l := discussTable()
			for _, l.Schemas = range []*schemas.Shelf{nil, {}} {
				if diff := cmp.Diff(test.want, found(t, l, dir)); diff != "" {
					t.Errorf("recognised (-want +got):\n%s", diff)
				}
				watched(t, l, dir, test.want)
			}
		})
	}
}

// Settings that are a link say nothing, nor do those that cannot be read; those that change are
// read again.
func TestSettingsAreReadWithCare(t *testing.T) {
	dir := t.TempDir()
	tree(t, dir, map[string]string{"elsewhere.json": `{"feature_directory": "features/tide"}`, ".specify/": "", "features/tide/spec.md": "x", "features/fog/spec.md": "x"})
	settings := filepath.Join(dir, ".specify/feature.json")
	must(t, os.Symlink("../elsewhere.json", settings))
	now := time.Now()
	l := discussTable()
	l.Schemas = &schemas.Shelf{Clock: func() time.Time { return now }}
	says := func(what string, want ...string) {
		t.Helper()
		got, err := l.Find(t.Context(), []string{filepath.Join(dir, "features")}, 4)
		must(t, err)
		for i := range want {
			want[i] = filepath.Join(dir, want[i])
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
		now = now.Add(2 * time.Second)
	}
	says("a link")
	must(t, os.Remove(settings))
	must(t, os.WriteFile(settings, []byte(`{"feature_directory": "features/tide"}`), 0o644))
	says("written", "features/tide")
	must(t, os.WriteFile(settings, []byte(`{"feature_directory": "features/fog"}`), 0o644))
	says("changed", "features/fog")
	must(t, os.WriteFile(settings, []byte(`{"feature_directory": `), 0o644))
	says("half written")
}
