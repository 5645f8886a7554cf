package handoff

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"discussd/critique"
)

// TestWriters: a writer is known for exactly the bytes that were noted, the first one for
// them stays, and what stands in the place of a note is no note.
func TestWriters(t *testing.T) {
	dir := t.TempDir()
	w := Writers{open(t, dir)}
	claude, codex := critique.Writer{Agent: "claude", Family: "anthropic"}, critique.Writer{Agent: "codex", Model: "gpt-5", Family: "openai"}
	one, other := strings.Repeat("1", 64), strings.Repeat("2", 64)
	if got := w.Of("spec/brief.md", one); got != (critique.Writer{}) {
		t.Errorf("nothing is noted: %+v", got)
	}
	for _, step := range []struct {
		path, sha256 string
		by, want     critique.Writer
	}{
		{"spec/brief.md", one, claude, claude},
		{"spec/brief.md", one, codex, claude}, // somebody else saw the same bytes
		{"spec/../../x", one, codex, codex},
		{"spec/brief.md", other, codex, codex},
	} {
		if err := w.Note(step.path, step.sha256, step.by); err != nil {
			t.Fatal(err)
		}
		if got := w.Of(step.path, step.sha256); got != step.want {
			t.Errorf("%s %.4s: %+v, want %+v", step.path, step.sha256, got, step.want)
		}
	}
	if got := w.Of("spec/brief.md", one); got != (critique.Writer{}) {
		t.Errorf("of bytes that are no more: %+v", got)
	}
	if outside, _ := filepath.Glob(filepath.Join(dir, "*")); len(outside) != 1 {
		t.Errorf("written beside the folder: %v", outside)
	}
	notes, _ := filepath.Glob(filepath.Join(dir, Dir, private, "writers", "*"))
	if len(notes) != 2 {
		t.Fatalf("notes: %v", notes)
	}
	for _, text := range []string{"", "[]", `{"path": 3}`, strings.Repeat("{", 1<<20)} {
		for _, note := range notes {
			if err := os.WriteFile(note, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got := w.Of("spec/brief.md", other); got != (critique.Writer{}) {
			t.Errorf("of %.20q: %+v", text, got)
		}
	}
}
