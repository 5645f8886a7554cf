package schedule

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	_ "discussd/internal/process/supervisor/first"
	"discussd/pipeline/verdict"
	"discussd/watcher"
)

// asVictim makes the test binary a daemon that has sessions in work in the folder of
// that name until it dies in the way of $TEST_DEATH.
const asVictim = "TEST_AS_VICTIM"

func TestMain(m *testing.M) {
	folder := os.Getenv(asVictim)
	if folder == "" {
		os.Exit(m.Run())
	}
	w, err := OpenInWork(folder)
	if err != nil {
		panic(err)
	}
	w.begin("/a harmless one")()
	w.begin("/a \"deadly\"\none")
	switch os.Getenv("TEST_DEATH") {
	case "killed for memory":
		w.mu.Lock()
		w.memory = func() uint64 { return tooMuch }
		w.mu.Unlock()
		w.sample()
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
	case "killed":
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
	case "crashed":
		go func() { panic("poison") }()
		select {}
	}
	w.Close()
	os.Exit(0)
}

// TestInWork: a session at which two lives in a row have crashed, or were killed for
// the memory they took, is set aside; who is just killed, or ends, accuses nobody.
func TestInWork(t *testing.T) {
	const deadly = "/a \"deadly\"\none"
	for name, tt := range map[string]struct {
		lives []string
		want  map[string]int
	}{
		"once":               {[]string{"crashed"}, map[string]int{}},
		"twice":              {[]string{"crashed", "crashed"}, map[string]int{deadly: 2}},
		"for memory":         {[]string{"killed for memory", "killed for memory"}, map[string]int{deadly: 2}},
		"killed by somebody": {[]string{"killed", "killed", "killed"}, map[string]int{}},
		"one life between":   {[]string{"crashed", "killed", "crashed"}, map[string]int{deadly: 2}},
		"three":              {[]string{"crashed", "killed for memory", "crashed"}, map[string]int{deadly: 3}},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			for _, death := range tt.lives {
				cmd := exec.Command("/proc/self/exe")
				cmd.Env = append(os.Environ(), asVictim+"="+folder, "TEST_DEATH="+death)
				if err := cmd.Run(); err == nil {
					t.Fatal("it lives")
				}
			}
			w, err := OpenInWork(folder)
			if err != nil {
				t.Fatal(err)
			}
			if _, deaths := w.aside(); cmp.Diff(tt.want, deaths) != "" {
				t.Errorf("-want +got\n%s", cmp.Diff(tt.want, deaths))
			}
			w.begin(deadly)()
			if _, deaths := w.aside(); len(deaths) > 0 {
				t.Errorf("after it was done: %v", deaths)
			}
			w.Close()
			if left, _ := os.ReadDir(folder); len(left) > 0 {
				t.Errorf("left are %v", left)
			}
		})
	}
}

// TestSetAside: what daemons died of is left alone, and said; the other sessions are
// judged, and it as well when its time has come.
func TestSetAside(t *testing.T) {
	f := newFixture(t)
	other := newFixture(t)
	w, err := OpenInWork(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	w.rows = []worked{{session: f.Dir, deaths: 2}}
	states := make(chan State, 100)
	l := turn(f, DispatcherOptions{InWork: w, CatchUp: CatchUp{Within: time.Hour}, Publish: func(s State) { states <- s }})
	l.setAside(time.Now())
	for _, dir := range []string{f.Dir, other.Dir} {
		l.changes.take(watcher.Change{Key: watcher.Key{Session: dir, Round: "R2"}, Settled: true, Found: true})
	}
	l.work(func() bool { _, ok := other.Verdict("R2"); return ok && l.running == 0 })
	l.publisher.tell(l.state)
	state := <-states
	if len(state.Jobs) != 1 || state.Jobs[0].Session != f.Dir || state.Jobs[0].State != verdict.Held || state.Jobs[0].Until == nil || !strings.Contains(state.Jobs[0].Problem, "died 2 times") {
		t.Errorf("published %+v", state.Jobs)
	}
	if _, ok := f.Verdict("R2"); ok || f.Pending("R2") {
		t.Error("it was looked at")
	}
	l.readmit(time.Now().Add(time.Hour))
	l.work(l.done)
	if _, ok := f.Verdict("R2"); !ok {
		t.Error("it was forgotten")
	}
	if pauses, _ := w.aside(); len(pauses) > 0 {
		t.Errorf("it is accused still: %v", pauses)
	}
}
