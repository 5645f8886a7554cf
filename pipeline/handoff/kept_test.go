package handoff

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
)

const week = 7 * 24 * time.Hour

// asked is the name of the nth question.
func asked(n int) string { return fmt.Sprintf("%064x", n) }

func keeping(t *testing.T, dir string, longest time.Duration) *Folder {
	t.Helper()
	root, err := os.OpenRoot(dir)
	must(t, err)
	t.Cleanup(func() { root.Close() })
	f, err := Open(root, Options{Answers: longest})
	must(t, err)
	t.Cleanup(func() { f.Close() })
	return f
}

func anAnswer(at time.Time) critique.Kept {
	input := int64(70)
	return critique.Kept{
		Tool: "gemini", Model: "pro", Family: "google", Text: `{"rating": 4}`, With: []string{"risk"}, Cost: critique.Cost{InputTokens: &input},
		Carried: critique.Carried{Revision: 2, Fingerprint: asked(9), At: at},
	}
}

func TestKeptAnswer(t *testing.T) {
	dir := t.TempDir()
	now := time.Now().UTC().Truncate(time.Second)
	must(t, keeping(t, dir, week).KeepAnswer("A", asked(1), anAnswer(now)))
	f := keeping(t, dir, week) // another process
	kept, ok := f.KeptAnswer(asked(1), now.Add(week))
	if diff := cmp.Diff(anAnswer(now), kept); diff != "" || !ok {
		t.Errorf("kept %v (-want +got):\n%s", ok, diff)
	}
	if _, ok := f.KeptAnswer(asked(1), now.Add(week+time.Second)); ok {
		t.Error("an answer counts that is too old")
	}
	for _, name := range []string{asked(2), "", "../../x", strings.ToUpper(asked(0xa))} {
		if _, ok := f.KeptAnswer(name, now); ok {
			t.Errorf("%q is answered", name)
		}
	}
	off := keeping(t, dir, 0)
	must(t, off.KeepAnswer("A", asked(3), anAnswer(now)))
	if _, ok := off.KeptAnswer(asked(1), now); ok || len(tree(t, filepath.Join(dir, Dir, private, "answers"))) != 1 {
		t.Error("answers are kept by who keeps none")
	}
}

// TestKeptAnswersAreBounded: in number, in size and in age.
func TestKeptAnswersAreBounded(t *testing.T) {
	dir := t.TempDir()
	f, now := keeping(t, dir, week), time.Now()
	folder := filepath.Join(dir, Dir, private, "answers")
	long := anAnswer(now)
	long.Text = strings.Repeat("x", longestKept+1)
	must(t, f.KeepAnswer("A", asked(1), long))
	if _, err := os.Lstat(folder); err == nil {
		t.Errorf("kept %q", tree(t, folder))
	}
	must(t, f.KeepAnswer("A", asked(1), anAnswer(now)))
	must(t, os.Chtimes(filepath.Join(folder, asked(1)+".json"), now.Add(-week-time.Hour), now.Add(-week-time.Hour)))
	must(t, f.KeepAnswer("A", asked(2), anAnswer(now)))
	if diff := cmp.Diff([]string{asked(2) + ".json"}, tree(t, folder)); diff != "" {
		t.Errorf("kept beside what is too old (-want +got):\n%s", diff)
	}
	for n := range mostKept + pruneEvery - 2 { // with that of above and the next: a number at which is counted
		must(t, os.WriteFile(filepath.Join(folder, asked(100+n)+".json"), []byte("{}"), 0o644))
	}
	must(t, f.KeepAnswer("A", asked(3), anAnswer(now.Add(time.Second))))
	if kept := tree(t, folder); len(kept) != mostKept {
		t.Errorf("%d answers are kept, want %d", len(kept), mostKept)
	}
}

// TestKeptAnswerSpoiled: what is damaged, or was never written by discussd, is no answer.
func TestKeptAnswerSpoiled(t *testing.T) {
	now := time.Now()
	for name, spoil := range map[string]func(text string) string{
		"cut":                func(text string) string { return text[:len(text)/2] },
		"empty":              func(string) string { return "" },
		"another question's": func(text string) string { return strings.Replace(text, asked(1), asked(2), 1) },
		"of no tool":         func(text string) string { return strings.Replace(text, `"gemini"`, `""`, 1) },
		"of no revision":     func(text string) string { return strings.Replace(text, `"revision": 2`, `"revision": -2`, 1) },
		"of no fingerprint":  func(text string) string { return strings.Replace(text, asked(9), "x", 1) },
		"of a negative cost": func(text string) string { return strings.Replace(text, `: 70`, `: -70`, 1) },
		"deep":               func(string) string { return strings.Repeat("[", 100000) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			f := keeping(t, dir, week)
			must(t, f.KeepAnswer("A", asked(1), anAnswer(now)))
			file := filepath.Join(dir, Dir, private, "answers", asked(1)+".json")
			text, err := os.ReadFile(file)
			must(t, err)
			must(t, os.WriteFile(file, []byte(spoil(string(text))), 0o644))
			if kept, ok := f.KeptAnswer(asked(1), now); ok {
				t.Errorf("kept %+v", kept)
			}
		})
	}
}

// TestKeptAnswerByLink: nothing is read through a link or written through one.
func TestKeptAnswerByLink(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	f := keeping(t, dir, week)
	must(t, f.KeepAnswer("A", asked(1), anAnswer(now)))
	folder := filepath.Join(dir, Dir, private, "answers")
	must(t, os.Symlink(filepath.Join(folder, asked(1)+".json"), filepath.Join(folder, asked(2)+".json")))
	if _, ok := f.KeptAnswer(asked(2), now); ok {
		t.Error("a link is read")
	}
	if err := f.KeepAnswer("A", asked(2), anAnswer(now)); err == nil {
		t.Error("a link is written through")
	}
}

// FuzzReadKept: whatever stands in the file of an answer, what is read of it is one.
func FuzzReadKept(f *testing.F) {
	f.Add([]byte(`{"question": "x", "tool": "gemini", "revision": 1, "fingerprint": "` + asked(9) + `", "at": "2026-11-24T10:00:00Z", "text": "{}"}`))
	f.Add([]byte(`{"tool": "x", "revision": 1e9}`))
	f.Add([]byte(`[[[[[[`))
	f.Fuzz(func(t *testing.T, text []byte) {
		a, err := readKept(text)
		if err == nil && (a.Tool == "" || a.Text == "" || a.Revision < 1 || len(a.Fingerprint) != 64 || a.Cost.InputTokens != nil && *a.Cost.InputTokens < 0) {
			t.Errorf("read %+v", a)
		}
	})
}
