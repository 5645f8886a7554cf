//go:build linux

package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"discussd/cmd/discussd/fakecli"
	"discussd/internal/thorough"
)

var fullDay = flag.Bool("discussd.day", false, "have TestDay do the work of a day, not of a third of an hour")

// A day's work is what the default budget allows: 60 rounds an hour. Each life of a
// session has four of them, and as many sessions live at once as rounds are judged.
const (
	livesAnHour = 15
	livesAtOnce = 5
	livesToWarm = 2 * livesAtOnce
)

// TestDay has a daemon do the work of a while as fast as it can: sessions come, are
// judged, renamed and changed, ask for more, and go, and the configuration is loaded
// again and again. At the end the daemon holds what it held when it was warm.
func TestDay(t *testing.T) {
	t.Parallel()
	lives := livesAtOnce
	switch {
	case *fullDay:
		lives = 24 * livesAnHour
	case thorough.Asked():
		lives = livesAnHour
	}
	d := newWorkday(t)
	d.live(livesToWarm)
	const trials = 3 // what is made at its first use comes once, what leaks comes each time
	var before, now burden
	for now = d.rest(); ; {
		before = now
		d.live(lives)
		if now = d.restWithin(before, lives); now.within(before, lives) {
			break
		}
		t.Logf("after %d lives the daemon holds %+v, and held %+v", lives, now, before)
		if d.lived >= livesToWarm+trials*lives {
			t.Error("so it goes on")
			break
		}
	}
	t.Logf("%d lives of sessions, %d rounds, %d reloads: %+v, and at the end %+v", d.lived, d.rounds, d.reloads, before, now)
}

// burden is what a daemon holds that has nothing to do.
type burden struct {
	Goroutines, Descriptors, Watches int
	HeapKiB, HeapObjects             int64 // that a collection leaves
}

// within tells whether a burden is what it was so many lives of sessions before. The
// heap may have grown by 256 KiB, since what lives as long as the daemon does lies in
// maps and slices that grow by doubling, and by 200 objects and one in four lives.
func (b burden) within(before burden, lives int) bool {
	return b.Goroutines <= before.Goroutines && b.Descriptors <= before.Descriptors && b.Watches <= before.Watches &&
		b.HeapKiB <= before.HeapKiB+256 && b.HeapObjects <= before.HeapObjects+200+int64(lives)/4
}

// asWeighed makes the test binary the program itself, which writes its burden to a
// file at every SIGUSR1.
const asWeighed = "TEST_AS_WEIGHED_DISCUSSD"

func weighed(file string) {
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGUSR1)
	go func() {
		for range asked {
			runtime.GC()
			runtime.GC() // what the first one found to have a finalizer
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			text, _ := json.Marshal(burden{Goroutines: runtime.NumGoroutine(), HeapKiB: int64(m.HeapAlloc) >> 10, HeapObjects: int64(m.HeapObjects)})
			os.WriteFile(file+".tmp", text, 0o644)
			os.Rename(file+".tmp", file)
		}
	}()
	os.Exit(program(soon))
}

// workday is a daemon at work.
type workday struct {
	*stage
	t       *testing.T
	daemon  *exec.Cmd
	report  string // where it writes its burden
	judge   string // the configuration of who judges
	lived   int
	rounds  int
	reloads int
}

func newWorkday(t *testing.T) *workday {
	s := newStage(t, "")
	d := &workday{stage: s, t: t, report: filepath.Join(s.dir, "report")}
	answer := filepath.Join(s.dir, "answer.json")
	must(t, os.WriteFile(answer, fakecli.Answer([]byte("BEGIN artifact x\n"+briefLine+"\n=== ")), 0o644))
	d.judge = strings.Replace(withFewRules(oneJudge(livesAtOnce)), "[tools.codex]\n", fmt.Sprintf("[tools.codex]\nvia = \"command\"\ncommand = [\"/bin/cat\", %q]\n", answer), 1)
	d.configure("10ms")
	d.environment = append(d.environment, asWeighed+"="+d.report)
	d.daemon = d.background(d.root)
	return d
}

func (d *workday) configure(quiet string) {
	text := fmt.Sprintf("[log]\nlevel = \"warn\"\n[watch]\nquiet = %q\nquiet_members = \"20ms\"\n", quiet)
	must(d.t, os.WriteFile(d.configuration, []byte(text+d.judge), 0o644))
}

// live has so many more sessions live, some at a time.
func (d *workday) live(sessions int) {
	d.t.Helper()
	for ; sessions > 0; sessions -= livesAtOnce {
		d.reload()
		var all []*stage
		for range livesAtOnce {
			d.lived++
			all = append(all, d.beside(fmt.Sprint("session ", d.lived)))
		}
		d.lifetime(append(all, d.stage))
	}
}

// reload loads a configuration that is bad, or has the daemon watch anew.
func (d *workday) reload() {
	d.t.Helper()
	d.reloads++
	d.configure([]string{"10ms", "11ms", "never"}[d.reloads%3])
	must(d.t, d.daemon.Process.Signal(syscall.SIGHUP))
	d.expect("RELOADING=1")
	d.expect("READY=1")
}

// lifetime takes sessions from their beginning to their end, but the last one, which
// stays.
func (d *workday) lifetime(all []*stage) {
	d.t.Helper()
	write := func(s *stage, name, text string) {
		must(d.t, os.WriteFile(filepath.Join(s.session, name), fmt.Appendf(nil, "# Brief %d\n\n%s\n\n%s\n", d.lived, briefLine, text), 0o644))
	}
	judged := func() {
		d.t.Helper()
		for _, s := range all {
			d.rounds++
			s.await("DISCUSS-002")
		}
	}
	for _, s := range all {
		write(s, "spec/product-brief.md", "First.")
		write(s, "plan.md", "First.")
	}
	judged()
	passing := all[:len(all)-1]
	for i, s := range passing {
		renamed := s.named(filepath.Base(s.session) + " (renamed)")
		must(d.t, os.Rename(s.session, renamed.session))
		passing[i] = renamed
	}
	for _, s := range all {
		write(s, "spec/product-brief.md", "Second.")
	}
	judged()
	const round = "ASKED"
	for _, s := range all {
		must(d.t, os.MkdirAll(filepath.Join(s.session, "discussions/requests"), 0o755))
		must(d.t, os.WriteFile(filepath.Join(s.session, "discussions/requests/own.toml"), fmt.Appendf(nil,
			"round = %q\nartifact = \"plan.md\"\nwatch = true\n[[perspectives]]\nname = \"single\"\ntool = \"codex\"\nrole = \"Judge %d\"\nfocus = \"everything\"\n", round, d.lived), 0o644))
	}
	asked := func() {
		d.t.Helper()
		for _, s := range all {
			d.rounds++
			s.awaitBytes(s.session, round, "plan.md")
		}
	}
	asked()
	for _, s := range all {
		write(s, "plan.md", "Second.")
	}
	asked()
	for i, s := range passing {
		if i%2 == 0 {
			must(d.t, os.Remove(s.brief()))
			d.until("the verdict to go to history", func() bool { return !s.judged() })
		}
		d.until("the session to go", func() bool { return os.RemoveAll(s.session) == nil })
	}
}

// restWithin is what the daemon holds when it holds what it held before, or after ten rests
// still does: under load a goroutine may have its last turn to come.
func (d *workday) restWithin(before burden, lives int) (b burden) {
	d.t.Helper()
	for range 10 {
		if b = d.rest(); b.within(before, lives) {
			break
		}
	}
	return b
}

// rest is what the daemon holds when it has put everything away.
func (d *workday) rest() (b burden) {
	d.t.Helper()
	for same := 0; same < 3; {
		<-time.After(200 * time.Millisecond)
		before := b
		if b = d.weigh(); b.Goroutines == before.Goroutines && b.Descriptors == before.Descriptors && b.Watches == before.Watches {
			same++
		} else {
			same = 0
		}
	}
	return b
}

// weigh is what the daemon holds now.
func (d *workday) weigh() (b burden) {
	d.t.Helper()
	must(d.t, d.daemon.Process.Signal(syscall.SIGUSR1))
	var text []byte
	d.until("the daemon's burden", func() (written bool) {
		var err error
		text, err = os.ReadFile(d.report)
		return err == nil
	})
	must(d.t, os.Remove(d.report))
	must(d.t, json.Unmarshal(text, &b))
	p := observed{pid: d.daemon.Process.Pid}
	b.Watches = p.watches(d.t)
	descriptors, err := os.ReadDir(p.proc("fd"))
	must(d.t, err)
	b.Descriptors = len(descriptors)
	return b
}
