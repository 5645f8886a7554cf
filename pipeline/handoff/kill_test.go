package handoff

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"discussd/pipeline/durable"
	"discussd/pipeline/verdict"
	"discussd/pipeline/verdict/verdicttest"
)

// TestKilledCommits kills a process that commits verdict after verdict, and finds no torn
// file and a verdict that belongs to its record.
func TestKilledCommits(t *testing.T) {
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
			case durable.Unfinished(name) && !strings.Contains(name, "/"):
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

// TestLeftoversGo has a killed writer leave something everywhere.
func TestLeftoversGo(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	commit(t, f, judged(1, "one", 4))
	folder := filepath.Join(dir, Dir)
	for _, name := range []string{"", historyDir(round), ".discussd/answered"} {
		if err := os.MkdirAll(filepath.Join(folder, name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name, ".x.json.ABCDEFGH.discussd-tmp"), []byte("{"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	unlock, err := f.Lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	commit(t, f, judged(2, "two", 4))
	if err := f.SetAnswered(Answer{SHA256: digest([]byte("please"))}); err != nil {
		t.Fatal(err)
	}
	for _, name := range tree(t, folder) {
		if durable.Unfinished(name) {
			t.Errorf("not swept: %s", name)
		}
	}
}

// TestWriterProcess is the process that TestKilledCommits kills.
func TestWriterProcess(t *testing.T) {
	dir := os.Getenv("HANDOFF_WRITER")
	if dir == "" {
		t.Skip("only as the child of TestKilledCommits")
	}
	f := open(t, dir)
	for n := 1; ; n++ {
		revision := 1
		if past := slices.Collect(f.Past(round)); len(past) > 0 {
			revision = past[0].Revision + 1
		}
		if err := f.SetPending(round, verdict.Pending{State: verdict.Running, Since: time.Now()}); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Commit(judged(revision, fmt.Sprint(revision), 4), nil); err != nil {
			t.Fatal(err)
		}
		os.Stdout.Write([]byte{'.'})
	}
}
