package watcher

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"discussd/internal/platform"
)

const (
	patience = 20 * time.Second // how long a test waits for what must come
	hour     = time.Hour        // a window that only Settle ends
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// needsEvents skips a test of what is only seen by who is told of it.
func needsEvents(t *testing.T) {
	t.Helper()
	if platform.Portable {
		t.Skip("needs events")
	}
}

// route is the tests' own: <session>/spec/<round>.md is an artifact, and
// <session>/spec/<round>/<any>.md belongs to it. A session is the folder of spec.
func route(path string) (Key, bool) {
	if filepath.Ext(path) != ".md" {
		return Key{}, false
	}
	before, after, ok := strings.Cut(path, "/spec/")
	if !ok {
		return Key{}, false
	}
	round, _, member := strings.Cut(after, "/")
	if !member {
		round = strings.TrimSuffix(round, ".md")
	}
	return Key{Session: before, Round: round}, true
}

func descend(_, _ string) func(string) bool {
	return func(name string) bool { return name != "discussions" }
}

// running is a watcher at work. Besides its roots it watches a folder of its own,
// whose changes serve as marks in time.
type running struct {
	*testing.T
	w       *Watcher
	changes chan Change
	markDir string
	seen    []Change // but for marks
	marks   int
}

// start runs a watcher until the test ends, and waits until it is ready.
func start(t *testing.T, o Options) *running {
	t.Helper()
	r := &running{T: t, changes: make(chan Change), markDir: t.TempDir()}
	write(t, r.markDir+"/mark/spec/M.md", "mark")
	o.Roots = append(o.Roots, r.markDir)
	if o.Route == nil {
		o.Route = route
	}
	if o.Descend == nil {
		o.Descend = descend
	}
	if platform.Portable && o.Poll == 0 {
		o.Poll = 10 * time.Millisecond
	}
	if quiet := o.Quiet; quiet != nil {
		o.Quiet = func(k Key) time.Duration {
			if strings.HasPrefix(k.Session, r.markDir) {
				return 0
			}
			return quiet(k)
		}
	}
	r.w = New(o)
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := r.w.Run(ctx, r.changes); err != nil {
			t.Errorf("Run() = %v", err)
		}
	})
	t.Cleanup(func() { cancel(); wg.Wait() })
	select {
	case <-r.w.Ready():
	case <-time.After(patience):
		t.Fatal("watcher is not ready")
	}
	return r
}

// until takes changes until one satisfies the condition.
func (r *running) until(what string, ok func(Change) bool) Change {
	r.Helper()
	deadline := time.After(patience)
	for {
		select {
		case c := <-r.changes:
			if !strings.HasPrefix(c.Session, r.markDir) {
				r.seen = append(r.seen, c)
			}
			if ok(c) {
				return c
			}
		case <-deadline:
			r.Fatalf("no change: %s; seen %+v", what, r.seen)
		}
	}
}

func (r *running) settled(k Key) Change {
	r.Helper()
	return r.until("settled "+k.Session+" "+k.Round, func(c Change) bool { return c.Key == k && c.Settled })
}

func (r *running) mark() Key { return Key{Session: r.markDir + "/mark", Round: "M"} }

// pass returns after everything that happened before it has been emitted. Two
// marks: one might share a batch with what happened, and the order in a batch is
// not that of the events. Where everything is polled, three: the look under way may
// be past what happened, and the next one may come to the mark first.
func (r *running) pass() {
	r.Helper()
	marks := 2
	if platform.Portable {
		marks = 3
	}
	for range marks {
		r.marks++ // by its size it is another one, also within a tick of the file system's clock
		write(r.T, r.markDir+"/mark/spec/M.md", strings.Repeat("mark", 1+r.marks%1000))
		r.until("mark", func(c Change) bool { return c.Key == r.mark() && c.Settled && !c.Found })
	}
}

// quiet checks that nothing is emitted of what happened since seen was cleared.
func (r *running) quiet() {
	r.Helper()
	r.pass()
	if len(r.seen) > 0 {
		r.Errorf("changes %+v, want none", r.seen)
	}
}

// found returns when all keys were found, and whatever else the first scan met before
// the mark has been emitted.
func (r *running) found(keys ...Key) {
	r.Helper()
	missing := make(map[Key]bool)
	for _, k := range append(keys, r.mark()) {
		missing[k] = true
	}
	r.until("all that was found", func(c Change) bool {
		delete(missing, c.Key)
		return len(missing) == 0
	})
	r.pass()
}

func mkdir(t testing.TB, path string) {
	t.Helper()
	if err := os.MkdirAll(path, 0o755); err != nil {
		t.Fatal(err)
	}
}

// write truncates and writes, after making the folders that are missing.
func write(t testing.TB, path, text string) {
	t.Helper()
	mkdir(t, filepath.Dir(path))
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func rename(t testing.TB, from, to string) {
	t.Helper()
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
}

func remove(t testing.TB, path string) {
	t.Helper()
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
}

func symlink(t testing.TB, target, link string) {
	t.Helper()
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
}

func chmod(t testing.TB, path string, mode os.FileMode) {
	t.Helper()
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

// noNamespaces begins the reason of every skip for want of a namespace; the
// checks of a change know it by these words.
const noNamespaces = "no namespaces here"

// inChild runs the calling test once more, as another process, and reports
// whether this is that process. The parent only passes on how the child did.
func inChild(t *testing.T, attributes *syscall.SysProcAttr) bool {
	t.Helper()
	const marker = "WATCHER_TEST_CHILD"
	if os.Getenv(marker) != "" {
		return true
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/proc/self/exe", "-test.run=^"+t.Name()+"$", "-test.count=1")
	cmd.Env = append(os.Environ(), marker+"="+t.Name())
	cmd.Dir = "/"
	cmd.SysProcAttr = attributes
	out, err := cmd.CombinedOutput()
	switch {
	case strings.Contains(string(out), noNamespaces):
		t.Skipf("%s", out)
	case err != nil && cmd.Process == nil:
		t.Skipf("%s: %v", noNamespaces, err)
	case err != nil:
		t.Errorf("child: %v\n%s", err, out)
	}
	return false
}
