package daemon

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"discussd/pipeline/daemon/presence"
	"discussd/pipeline/pipelinetest"
)

// reload has the daemon read another configuration, and waits until it has and says so.
func (f *fixture) reload(says string, load func() (Configuration, error)) {
	f.T.Helper()
	before := len(f.log.String())
	f.load = load
	f.reloads <- syscall.SIGHUP
	f.expect("RELOADING=1")
	f.expect(ready)
	pipelinetest.Until(f.T, "the log to say: "+says, func() bool { return strings.Contains(f.log.String()[before:], says) })
}

// TestReload: a configuration that cannot be read, that names nothing to watch, or that
// nothing can be built of changes nothing; a good one has the daemon watch what it names.
func TestReload(t *testing.T) {
	f := newFixture(t)
	elsewhere := filepath.Join(f.base, "elsewhere")
	must(t, os.Mkdir(elsewhere, 0o755))
	f.configuration.Watch.Roots = []string{elsewhere}
	f.start()
	f.reload("no such file", func() (Configuration, error) { return Configuration{}, errors.New("no such file") })
	f.reload("nothing to watch", func() (Configuration, error) {
		c := f.configured()
		return c, nil
	})
	f.reload("no such template", func() (Configuration, error) {
		c := f.configured()
		c.Watch.Roots = []string{f.root}
		c.Build = func(Cooling) (Engine, error) { return Engine{}, errors.New("no such template") }
		return c, nil
	})
	if n := strings.Count(f.log.String(), "the old one stays"); n != 3 {
		t.Errorf("said %d times that the old one stays", n)
	}
	f.reload("configuration reloaded", func() (Configuration, error) {
		c := f.configured()
		c.Watch.Roots = []string{f.root}
		return c, nil
	})
	f.Write("spec/product-brief.md", firstText)
	f.await(firstText)
}

// TestReloadEndsWindows: of what was touched before, and not changed, nobody waits for
// the end of a quiet window that another watcher had opened.
func TestReloadEndsWindows(t *testing.T) {
	f := newFixture(t)
	f.start(f.root)
	f.Write("spec/product-brief.md", firstText)
	f.await(firstText)
	patient := f.configured()
	patient.Watch.Quiet, patient.Watch.MaxWait = time.Hour, time.Hour
	f.reload("configuration reloaded", func() (Configuration, error) { return patient, nil })
	f.expect(ready) // the other watcher
	jobs := func() int {
		daemons, err := presence.Daemons()
		must(t, err)
		return len(daemons[0].Jobs)
	}
	f.Write("spec/product-brief.md", firstText)
	pipelinetest.Until(t, "the window", func() bool { return jobs() == 1 })
	patient.Watch.Depth++
	f.reload("configuration reloaded", func() (Configuration, error) { return patient, nil })
	pipelinetest.Until(t, "the end of the window", func() bool { return jobs() == 0 })
}

// TestSystemdIsTold: READY, WATCHDOG, STATUS and STOPPING over a socket of its own.
func TestSystemdIsTold(t *testing.T) {
	f := newFixture(t)
	t.Setenv("WATCHDOG_USEC", "20000")
	stop := f.start(f.root) // waits for READY
	f.expect("WATCHDOG=1")
	f.expect("WATCHDOG=1")
	f.Write("spec/product-brief.md", firstText)
	f.expect("STATUS=1 session in 1 folder; 1 settling")
	f.await(firstText)
	f.expect("STATUS=1 session in 1 folder; all judged")
	stop()
	f.expect(stopping)
}

// TestDeafSystemd: whoever does not read what he is told cannot hold up a daemon.
func TestDeafSystemd(t *testing.T) {
	f := newFixture(t)
	stop := f.start(f.root)
	for i := range 6 { // two messages each; ten fit into the queue
		f.reloads <- syscall.SIGHUP
		pipelinetest.Until(t, "the reload", func() bool { return strings.Count(f.log.String(), "the old one stays") == i+1 })
	}
	stop()
}
