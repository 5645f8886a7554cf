package handoff

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
	"discussd/pipeline/verdict"
	"discussd/pipeline/verdict/verdicttest"
)

const round = "DISCUSS-002"

// session makes an empty session folder and opens its discussions.
func open(t *testing.T, dir string) *Folder {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	folder, err := Open(root, Options{History: 3, Raw: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { folder.Close(); root.Close() })
	return folder
}

// judged makes a verdict over bytes of the given name.
func judged(revision int, bytes string, rating float64) verdict.Verdict {
	c := verdict.Case{Round: round, Label: "brief", Session: "s", Profile: "lifecycle", Revision: revision, Role: "writer",
		Artifact: verdict.File{Path: "spec/product-brief.md"}, Fingerprint: digest([]byte(bytes))}
	decision := critique.Decide(critique.DefaultPolicy(), []critique.Opinion{{Critique: critique.Critique{Rating: rating}}}, nil, false, 0)
	return verdict.New(c, critique.Report{}, critique.Result{
		Opinions: []critique.Opinion{{Perspective: critique.Perspective{Name: "product"}, Source: critique.SourceCLI, Critique: critique.Critique{Rating: rating}}},
		Average:  rating, Reached: decision.Reached, Severity: decision.Severity, Recommendation: decision.Recommendation, Basis: critique.BasisPanel,
	})
}

func commit(t *testing.T, f *Folder, v verdict.Verdict) verdict.Verdict {
	t.Helper()
	pending := verdict.Pending{Fingerprint: v.Artifact.Fingerprint, State: verdict.Running, Since: time.Now()}
	if err := f.SetPending(round, pending); err != nil {
		t.Fatal(err)
	}
	written, err := f.Commit(v)
	if err != nil {
		t.Fatal(err)
	}
	return written
}

// tree lists the files below a folder, the lock aside.
func tree(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && d.Name() != "lock" {
			name, _ := filepath.Rel(dir, path)
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestCommit(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	first := commit(t, f, judged(1, "one", 4))
	want := []string{"DISCUSS-002-discussion.md", "DISCUSS-002-verdict.json"}
	if diff := cmp.Diff(want, tree(t, filepath.Join(dir, Dir))); diff != "" {
		t.Errorf("after the first verdict (-want +got):\n%s", diff)
	}
	if first.Record == nil || !strings.Contains(first.Summary, "discussions/DISCUSS-002-discussion.md") {
		t.Errorf("the verdict does not name its record: %+v\n%s", first.Record, first.Summary)
	}
	commit(t, f, judged(2, "two", 3))
	want = []string{
		".discussd/.gitignore",
		".discussd/history/DISCUSS-002/1-discussion.md", ".discussd/history/DISCUSS-002/1-verdict.json",
		"DISCUSS-002-discussion.md", "DISCUSS-002-verdict.json",
	}
	if diff := cmp.Diff(want, tree(t, filepath.Join(dir, Dir))); diff != "" {
		t.Errorf("after the second verdict (-want +got):\n%s", diff)
	}
	for n := 3; n <= 7; n++ {
		commit(t, f, judged(n, fmt.Sprint(n), 4))
	}
	var revisions []int
	for _, v := range f.Past(round) {
		revisions = append(revisions, v.Revision)
	}
	if diff := cmp.Diff([]int{7, 6, 5, 4}, revisions); diff != "" {
		t.Errorf("kept revisions (-want +got):\n%s", diff)
	}
	if text, err := os.ReadFile(filepath.Join(dir, Dir, verdictName(round))); err != nil || verdicttest.Validate(verdict.Schema(), text) != nil {
		t.Errorf("verdict on disk: %v, %v", err, verdicttest.Validate(verdict.Schema(), text))
	}
}

func TestCommitKeepsForeignRecords(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	commit(t, f, judged(1, "one", 4))
	edited := []byte("# my own words\n")
	if err := os.WriteFile(filepath.Join(dir, RecordPath(round)), edited, 0o644); err != nil {
		t.Fatal(err)
	}
	v := commit(t, f, judged(2, "two", 4))
	kept := filepath.Join(dir, Dir, ".discussd/history/DISCUSS-002/foreign-"+digest(edited)[:8]+".md")
	if text, err := os.ReadFile(kept); err != nil || string(text) != string(edited) {
		t.Errorf("the edited record was not kept: %q, %v", text, err)
	}
	if !strings.Contains(strings.Join(v.Notes, "\n"), "foreign-") {
		t.Errorf("the verdict does not note it: %q", v.Notes)
	}
}

// A run killed between its record and its verdict leaves a record that no
// verdict names; the next run knows it as its own.
func TestCommitAfterAKillBetweenRecordAndVerdict(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	old := commit(t, f, judged(1, "one", 4))
	if _, err := f.writeRecord(judged(2, "two", 3)); err != nil {
		t.Fatal(err)
	}
	if now, ok := f.Verdict(round); !ok || now.Revision != old.Revision {
		t.Fatalf("the verdict changed before the commit: %+v", now)
	}
	if _, ok := f.Pending(round); !ok {
		t.Fatal("no pending mark tells of the killed run")
	}
	if err := f.SetPending(round, verdict.Pending{State: verdict.Settling, Since: time.Now()}); err != nil {
		t.Fatal(err)
	}
	v, err := f.Commit(judged(2, "two", 3.5))
	if err != nil || len(v.Notes) != 0 {
		t.Errorf("got notes %q, %v", v.Notes, err)
	}
	for _, name := range tree(t, filepath.Join(dir, Dir)) {
		if strings.Contains(name, "foreign") {
			t.Errorf("its own record was taken for a foreign one: %s", name)
		}
	}
}

func TestRecordThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	if err := os.MkdirAll(filepath.Join(dir, RecordPath(round)), 0o755); err != nil {
		t.Fatal(err)
	}
	commit(t, f, judged(1, "one", 4))
	v := commit(t, f, judged(2, "two", 4))
	if past := f.Past(round); len(past) != 2 {
		t.Errorf("history lost a verdict beside a record that cannot be moved: %d kept", len(past))
	}
	onDisk, ok := f.Verdict(round)
	if v.Record != nil || !ok || onDisk.Record != nil || len(onDisk.Notes) == 0 {
		t.Errorf("want a verdict without a record and a note, got %+v, %q", onDisk.Record, onDisk.Notes)
	}
}

func TestNothingIsWrittenThroughLinks(t *testing.T) {
	elsewhere := func(t *testing.T, session string) string {
		t.Helper()
		outside := filepath.Join(session, "..", "outside")
		if err := os.MkdirAll(outside, 0o755); err != nil {
			t.Fatal(err)
		}
		return outside
	}
	tests := map[string]struct {
		prepare func(t *testing.T, session string)
		write   func(f *Folder) error
	}{
		"discussions is a link": {
			func(t *testing.T, s string) { symlink(t, elsewhere(t, s), filepath.Join(s, Dir)) }, nil},
		"discussions is a link inside the session": {
			func(t *testing.T, s string) {
				os.Mkdir(filepath.Join(s, "other"), 0o755)
				symlink(t, "other", filepath.Join(s, Dir))
			}, nil},
		"discussions is a file": {
			func(t *testing.T, s string) { os.WriteFile(filepath.Join(s, Dir), nil, 0o644) }, nil},
		"the verdict is a link": {
			func(t *testing.T, s string) {
				os.Mkdir(filepath.Join(s, Dir), 0o755)
				symlink(t, "../spec.md", filepath.Join(s, Dir, verdictName(round)))
				os.WriteFile(filepath.Join(s, "spec.md"), []byte("mine"), 0o644)
			},
			func(f *Folder) error { _, err := f.Commit(judged(1, "one", 4)); return err }},
		"the private folder is a link": {
			func(t *testing.T, s string) {
				os.Mkdir(filepath.Join(s, Dir), 0o755)
				os.Mkdir(filepath.Join(s, Dir, "other"), 0o755)
				symlink(t, "other", filepath.Join(s, Dir, private))
			},
			func(f *Folder) error { _, err := f.Lock(context.Background()); return err }},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			session := filepath.Join(t.TempDir(), "session")
			if err := os.Mkdir(session, 0o755); err != nil {
				t.Fatal(err)
			}
			tt.prepare(t, session)
			root, err := os.OpenRoot(session)
			if err != nil {
				t.Fatal(err)
			}
			defer root.Close()
			f, err := Open(root, Options{})
			if tt.write != nil {
				if err != nil {
					t.Fatal(err)
				}
				err = tt.write(f)
			}
			if !errors.Is(err, ErrRefused) {
				t.Errorf("got %v, want ErrRefused", err)
			}
			if text, err := os.ReadFile(filepath.Join(session, "spec.md")); err == nil && string(text) != "mine" {
				t.Errorf("written through the link: %q", text)
			}
		})
	}
}

func symlink(t *testing.T, target, name string) {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		t.Fatal(err)
	}
}

func TestRetire(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	commit(t, f, judged(1, "one", 4))
	for _, want := range []bool{true, false} {
		if retired, err := f.Retire(round); err != nil || retired != want {
			t.Errorf("Retire: %v, %v; want %v", retired, err, want)
		}
	}
	want := []string{".discussd/.gitignore", ".discussd/history/DISCUSS-002/1-discussion.md", ".discussd/history/DISCUSS-002/1-verdict.json"}
	if diff := cmp.Diff(want, tree(t, filepath.Join(dir, Dir))); diff != "" {
		t.Errorf("left behind (-want +got):\n%s", diff)
	}
	if past := f.Past(round); len(past) != 1 || past[0].Revision != 1 {
		t.Errorf("history: %+v", past)
	}
}

func TestEqualContentIsNotWrittenAgain(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	write := func() os.FileInfo {
		if err := f.write("x.json", []byte("same")); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(filepath.Join(dir, Dir, "x.json"))
		if err != nil {
			t.Fatal(err)
		}
		return info
	}
	if before := write(); !os.SameFile(before, write()) {
		t.Error("the file was replaced by its equal")
	}
}

func TestKeepRaw(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	opinion := func(raws ...string) []critique.Opinion {
		o := critique.Opinion{Perspective: critique.Perspective{Name: "risk"}}
		for _, raw := range raws {
			o.Attempts = append(o.Attempts, critique.Attempt{Raw: []byte(raw)})
		}
		return []critique.Opinion{o}
	}
	for _, step := range []struct {
		round string
		raws  []string
	}{{"A", []string{"1", "2"}}, {"B", []string{"1"}}, {"B", []string{"", "2"}}, {"C", []string{"1"}}} {
		if err := f.KeepRaw(step.round, opinion(step.raws...)); err != nil {
			t.Fatal(err)
		}
		older := time.Now().Add(-time.Duration('Z'-step.round[0]) * time.Minute)
		if err := os.Chtimes(filepath.Join(dir, Dir, private, "raw", step.round), older, older); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"B/risk-2.txt", "C/risk-1.txt"}
	if diff := cmp.Diff(want, tree(t, filepath.Join(dir, Dir, private, "raw"))); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
}

func TestLockKeepsOthersOut(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	unlock, err := f.Lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	stale := filepath.Join(dir, Dir, ".x.json.ABCD"+temporary)
	if err := os.WriteFile(stale, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	other := open(t, dir)
	if _, err := other.tryLock(); err == nil {
		t.Fatal("two holders of one lock")
	}
	short, cancel := context.WithTimeout(t.Context(), 3*patience)
	defer cancel()
	if _, err := other.Lock(short); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want the deadline", err)
	}
	if _, err := os.Stat(stale); err != nil {
		t.Error("swept without the lock")
	}
	unlock()
	unlock, err = other.Lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	if _, err := os.Stat(stale); !errors.Is(err, os.ErrNotExist) {
		t.Error("a stale temporary file was not swept")
	}
}

func TestLockSurvivesACleaner(t *testing.T) {
	dir := t.TempDir()
	f, other := open(t, dir), open(t, dir)
	name := filepath.Join(dir, Dir, private, "lock")
	waiting, err := func() (*os.File, error) { // a file that was opened before the cleaner came
		unlock, err := f.Lock(t.Context())
		if err == nil {
			unlock()
		}
		return os.Open(name)
	}()
	if err != nil {
		t.Fatal(err)
	}
	defer waiting.Close()
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	unlock, err := other.Lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	if _, err := f.tryLock(); err == nil {
		t.Error("two holders after the lock file was deleted")
	}
}

// TestKill kills a process that commits verdict after verdict, and finds no torn
// file and a verdict that belongs to its record.
func TestKill(t *testing.T) {
	dir := t.TempDir()
	open(t, dir)
	for i := range 30 {
		writer := exec.Command(os.Args[0], "-test.run=^TestWriterProcess$")
		writer.Env = append(os.Environ(), "HANDOFF_WRITER="+dir)
		out, err := writer.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := writer.Start(); err != nil {
			t.Fatal(err)
		}
		out.Read(make([]byte, 1+i%7)) // one byte a commit: kill after some of them, in the middle of the next
		writer.Process.Kill()
		writer.Wait()

		f := open(t, dir)
		unlock, err := f.Lock(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		unlock()
		for _, name := range tree(t, filepath.Join(dir, Dir)) {
			text, err := os.ReadFile(filepath.Join(dir, Dir, name))
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case strings.HasSuffix(name, temporary) && !strings.Contains(name, "/"):
				t.Errorf("not swept: %s", name)
			case strings.HasSuffix(name, "-verdict.json"):
				if err := verdicttest.Validate(verdict.Schema(), text); err != nil {
					t.Errorf("kill %d: torn %s: %v", i, name, err)
				}
			case strings.Contains(name, "foreign"):
				t.Errorf("kill %d: its own record became %s", i, name)
			}
		}
	}
}

// TestWriterProcess is the process that TestKill kills.
func TestWriterProcess(t *testing.T) {
	dir := os.Getenv("HANDOFF_WRITER")
	if dir == "" {
		t.Skip("only as the child of TestKill")
	}
	f := open(t, dir)
	for n := 1; ; n++ {
		revision := 1
		if past := f.Past(round); len(past) > 0 {
			revision = past[0].Revision + 1
		}
		if err := f.SetPending(round, verdict.Pending{State: verdict.Running, Since: time.Now()}); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Commit(judged(revision, fmt.Sprint(revision), 4)); err != nil {
			t.Fatal(err)
		}
		os.Stdout.Write([]byte{'.'})
	}
}
