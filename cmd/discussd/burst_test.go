//go:build linux

package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

var fullBurst = flag.Bool("discussd.burst", false, "write the whole burst of 10,000 files, not a tenth")

// burstRounds are the ten files that a burst writes into a session, by the round
// that they belong to.
var burstRounds = map[string][]string{
	"DISCUSS-001": {"spec/discovery-context.json"},
	"DISCUSS-002": {"spec/product-brief.md"},
	"DISCUSS-003": {"spec/requirements/_index.md", "spec/requirements/REQ-001-scan-intake.md", "spec/requirements/REQ-002-arrival-message.md"},
	"DISCUSS-004": {"spec/architecture/_index.md", "spec/architecture/ADR-001-offline-queue.md"},
	"DISCUSS-005": {"spec/epics/_index.md", "spec/epics/EPIC-001-take-in.md"},
	"DISCUSS-006": {"spec/readiness-report.md"},
}

const (
	burstFiles   = 10000
	burstWithin  = 2 * time.Second // for burstFiles
	burstWriters = 4
	watchEvery   = 100 * time.Millisecond // how often the daemon's watchdog asks its loop
)

// BenchmarkBurst writes ten files into each of a hundred new sessions within 0.2 s,
// or with -discussd.burst into a thousand within 2 s, a third of them twice, and
// waits until the final state of each is judged, by the checks alone. It reports the
// time of the writing and of the judging, the peak memory and what of it the burst
// added, and the longest that the daemon's loop did not answer its watchdog.
func BenchmarkBurst(b *testing.B) {
	files := burstFiles / 10
	if *fullBurst {
		files = burstFiles
	}
	for b.Loop() {
		burst(b, files)
	}
}

func burst(b *testing.B, files int) {
	t := newTown(b, "quiet = \"1s\"\nquiet_members = \"2s\"", "[panel]\nbudget = 0\n")
	t.environment = append(t.environment, fmt.Sprintf("WATCHDOG_USEC=%d", 2*watchEvery.Microseconds()))
	sources := burstSources(b)
	daemon, _ := t.open("--checks-only")
	_, before := daemon.memory(b)
	stall := t.watchdog()
	begun := time.Now()
	sessions := t.flood(t.root, sources, files/len(sources), time.Duration(float64(burstWithin)*float64(files)/burstFiles))
	wrote := time.Since(begun)
	for _, session := range sessions {
		for round, names := range burstRounds {
			t.awaitBytes(session, round, slices.Clone(names)...)
		}
	}
	judged := time.Since(begun)
	_, peak := daemon.memory(b)
	longest := stall()
	t.stop(daemon.cmd)
	t.judgedOnce(sessions)
	b.ReportMetric(float64(len(sessions)*len(burstRounds)), "verdicts")
	b.ReportMetric(wrote.Seconds(), "writing-s")
	b.ReportMetric(judged.Seconds(), "judging-s")
	b.ReportMetric(peak, "peak-MiB")
	b.ReportMetric(peak-before, "added-MiB")
	b.ReportMetric(float64(longest.Milliseconds()), "stall-ms")
}

// TestBurst is a hundredth of the burst, and another one over the first while it is
// judged: the final state of every round has its one verdict.
func TestBurst(t *testing.T) {
	t.Parallel()
	s := newStage(t, "[panel]\nbudget = 0\n")
	sources := burstSources(t)
	daemon := s.background("--checks-only", s.root)
	sessions := s.flood(s.root, sources, 10, 0)
	again := map[string][]byte{}
	for _, names := range burstRounds {
		if strings.HasSuffix(names[0], ".md") { // which each session has in its own words
			again[names[0]] = sources[names[0]]
		}
	}
	for i, dir := range sessions {
		s.until("a first verdict", func() bool {
			found, _ := filepath.Glob(filepath.Join(s.root, "*/discussions/*-verdict.json"))
			return len(found) > 0
		})
		must(t, writeSession(dir, again, 100+i))
	}
	for _, session := range sessions {
		for round, names := range burstRounds {
			s.awaitBytes(session, round, slices.Clone(names)...)
		}
	}
	s.stop(daemon)
	s.judgedOnce(sessions)
}

// judgedOnce checks that every round of some sessions has one verdict on its present
// bytes, and at most one on any it had before.
func (s *stage) judgedOnce(sessions []string) {
	s.t.Helper()
	for _, session := range sessions {
		one := *s
		one.session = session
		for round, names := range burstRounds {
			given := one.sound(round)
			givenOnce(s.t, given)
			if want := fingerprint(s.t, session, slices.Clone(names)...); string(given[len(given)-1].Artifact.Fingerprint) != want {
				s.t.Errorf("%s of %s: the last verdict is not on the final bytes", round, session)
			}
		}
	}
}

// burstSources are the contents of the files that a burst writes.
func burstSources(t testing.TB) map[string][]byte {
	t.Helper()
	sources := map[string][]byte{}
	for _, names := range burstRounds {
		for _, name := range names {
			text, err := os.ReadFile(filepath.Join("sample", name))
			must(t, err)
			sources[name] = text
		}
	}
	return sources
}

// flood writes the files into so many new sessions, evenly over a time or as fast
// as the machine can. A third of them are drafts first.
func (s *stage) flood(root string, sources map[string][]byte, sessions int, within time.Duration) (dirs []string) {
	s.t.Helper()
	for i := range sessions {
		dirs = append(dirs, filepath.Join(root, fmt.Sprintf("TLS-%04d", i)))
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	begun := time.Now()
	for range burstWriters {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(dirs); i = int(next.Add(1)) - 1 {
				if ahead := within*time.Duration(i)/time.Duration(len(dirs)) - time.Since(begun); ahead > 0 {
					<-time.After(ahead)
				}
				if err := writeSession(dirs[i], sources, i); err != nil {
					s.t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	return dirs
}

// writeSession writes a session whose files are like those of no other one.
func writeSession(dir string, sources map[string][]byte, number int) error {
	for _, folder := range []string{"requirements", "architecture", "epics"} {
		if err := os.MkdirAll(filepath.Join(dir, "spec", folder), 0o755); err != nil {
			return err
		}
	}
	written := 0
	for name, text := range sources {
		path := filepath.Join(dir, name)
		if written++; written%3 == 0 {
			if err := os.WriteFile(path, fmt.Appendf(nil, "a draft of session %d", number), 0o644); err != nil {
				return err
			}
		}
		if strings.HasSuffix(name, ".md") {
			text = fmt.Appendf(text[:len(text):len(text)], "\nThis is session %d.\n", number)
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// watchdog listens to what systemd's watchdog is told. The returned function ends
// that, and says how much later than due the latest of it was.
func (t *town) watchdog() (stall func() time.Duration) {
	var longest time.Duration
	ended := make(chan struct{})
	must(t.t, t.notes.SetReadDeadline(time.Time{}))
	go func() {
		defer close(ended)
		buffer := make([]byte, 4096)
		for last := time.Now(); ; last = time.Now() {
			if _, err := t.notes.Read(buffer); err != nil {
				return // the deadline
			}
			longest = max(longest, time.Since(last)-watchEvery)
		}
	}()
	return func() time.Duration {
		must(t.t, t.notes.SetReadDeadline(time.Now()))
		<-ended
		return longest
	}
}
