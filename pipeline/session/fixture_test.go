package session

import (
	"os"
	"path/filepath"
	"testing"
)

// table looks like the rounds table that the configuration brings.
func table() Layout {
	return Layout{
		SpecDirs:    []string{"spec", "."},
		Context:     "discovery-context.json",
		MaxArtifact: 1 << 20,
		Siblings:    []string{"spec-config.json", "blueprint-config.json", "refined-requirements.json", "glossary.json"},
		Rounds: []Round{
			{ID: "R1", Label: "scope", Artifacts: []string{"discovery-context.json"}},
			{ID: "R2", Label: "brief", Artifacts: []string{"product-brief.md"}},
			{ID: "R3", Label: "requirements", Artifacts: []string{"requirements/_index.md", "requirements.md"}, Members: []string{"requirements/*.md"}},
			{ID: "R4", Label: "architecture", Artifacts: []string{"architecture/_index.md", "architecture.md"}, Members: []string{"architecture/*.md"}},
			{ID: "R5", Label: "epics", Artifacts: []string{"epics/_index.md", "epics.md"}, Members: []string{"epics/*.md"}},
			{ID: "R6", Label: "sign-off", Artifacts: []string{"readiness-report.md"}, Final: true},
		},
	}
}

func round(t *testing.T, l Layout, id string) Round {
	t.Helper()
	for _, r := range l.Rounds {
		if r.ID == id {
			return r
		}
	}
	t.Fatalf("no round %s", id)
	return Round{}
}

// tree writes files below dir. A name that ends in a slash is an empty folder.
func tree(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(dir, name)
		folder := filepath.Dir(path)
		if name[len(name)-1] == '/' {
			folder = path
		}
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if folder == path {
			continue
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func open(t testing.TB, dir string, l Layout) *Session {
	t.Helper()
	s, err := Open(dir, l)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// session writes files into a new folder with an odd name and opens it.
func session(t testing.TB, files map[string]string) *Session {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "TLS 学习 сессия\n[1]")
	tree(t, dir, files)
	return open(t, dir, table())
}

func link(t *testing.T, target, name string) {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		t.Fatal(err)
	}
}

func paths(files []File) []string {
	var names []string
	for _, file := range files {
		names = append(names, file.Path)
	}
	return names
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
