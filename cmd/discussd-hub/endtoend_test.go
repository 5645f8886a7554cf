package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"discussd/critique/cli"
)

// TestEndToEnd: discussd judges a document with a model that only a worker has, and says its
// name; when the worker has gone, the round ends as one that nobody reviewed. doctor tries the
// whole way each time: an answer of before is none.
func TestEndToEnd(t *testing.T) {
	dir := t.TempDir()
	build(t, dir, ".", "./discussd-hub-client", "../discussd")
	h := start(t, -1, filepath.Join(dir, "hub"))
	m := &model{say: reviewed}
	stop := work(t, h.url(), "w", m)
	configuration := filepath.Join(dir, "discussd.toml")
	text := fmt.Sprintf("[hub]\nurl = %q\n[tools.gemini]\nvia = \"hub\"\nfallback = []\n[tools.codex]\nenabled = false\n[tools.claude]\nenabled = false\n", h.url())
	if err := os.WriteFile(configuration, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	document := filepath.Join(dir, "docs", "lockers.md")
	call := func(args ...string) string {
		cmd := exec.Command(filepath.Join(dir, "discussd"), append([]string{"--config", configuration}, args...)...)
		cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
		said, _ := cmd.CombinedOutput() // its exit code is the verdict
		return string(said)
	}
	judge := func(text string) string {
		if err := os.MkdirAll(filepath.Dir(document), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(document, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return call("critique", document)
	}
	if said := judge("# Lockers\n\nA locker opens with a code of six digits.\n"); !strings.Contains(said, "gemini") || strings.Contains(said, "NO MODEL ANSWERED") || !strings.Contains(said, "3.5") {
		t.Errorf("the worker's model was not heard:\n%s", said)
	}
	for range 2 {
		before := m.asked.Load()
		if said := call("doctor", "--live"); !strings.Contains(said, h.url()+" answers in ") || !strings.Contains(said, "worker w takes asks") || !strings.Contains(said, "model m-1") || m.asked.Load() != before+1 {
			t.Errorf("the model was asked %d times:\n%s", m.asked.Load()-before, said)
		}
	}
	if said := call("status"); !strings.Contains(said, "worker w on w") {
		t.Errorf("status:\n%s", said)
	}
	stop()
	if said := call("doctor", "--live"); !strings.Contains(said, "no worker of the hub has gemini") || !strings.Contains(said, "discussd-hub worker --hub "+h.url()+" --tools gemini") || !strings.Contains(said, "see what stands at 'hub' and 'hub gemini'") {
		t.Errorf("nobody is there, and yet:\n%s", said)
	}
	if said := judge("# Lockers\n\nA locker opens with a code of eight digits.\n"); !strings.Contains(said, "NO MODEL ANSWERED") {
		t.Errorf("nobody is there, and yet:\n%s", said)
	}
}

// build makes programs from their source.
func build(t testing.TB, into string, sources ...string) {
	t.Helper()
	for _, source := range sources {
		command := exec.Command("go", "build", "-o", into+"/", ".")
		command.Dir = source
		if said, err := command.CombinedOutput(); err != nil {
			t.Fatalf("build %s: %v\n%s", source, err, said)
		}
	}
}

// reviewed is the answer of a model that has read the document.
func reviewed(_ context.Context, _ cli.Prompt) (cli.Answer, error) {
	text := `{"key_finding":"A locker opens with a code, and nothing says who gets it.","strengths":[],"weaknesses":[{"text":"Nothing says who gets the code of a locker.","category":"completeness","severity":"MEDIUM","targets":["Lockers"],"quote":"A locker opens with a code"}],"suggestions":[],"open_questions":[],"risk_level":"low","missing_requirements":[],"rating":3.5}`
	return cli.Answer{Text: []byte(text), Raw: []byte(text), Model: "m-1"}, nil
}
