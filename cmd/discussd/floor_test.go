//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
)

const floorQuiet = 50 * time.Millisecond

// BenchmarkRoundFloor compares what the whole daemon needs for a round of four
// perspectives over 20 KB, from the write of the artifact to the end of its pending
// mark and less the quiet window, with the bare floor: fork and exec of as many
// such CLIs, and as many files written, synced, renamed and their folder synced as
// the round was seen to write, one after the other. Round and floor take turns;
// "floors" is the median of their ratios.
func BenchmarkRoundFloor(b *testing.B) {
	t := newTown(b, fmt.Sprintf("quiet = %q", floorQuiet), "[panel]\nbudget = 0\n")
	session := filepath.Join(t.root, "TLS-floor")
	t.demo.dir = session
	must(b, t.demo.write("sample", "spec/discovery-context.json"))
	must(b, t.demo.write("sample", "spec/product-brief.md"))
	brief := filepath.Join(session, "spec", "product-brief.md")
	text := pad20KB(b, brief)
	daemon, _ := t.open()
	t.awaitBytes(session, "DISCUSS-002", "spec/product-brief.md")
	eye := newEye(b, filepath.Join(session, "discussions"))
	run := 0
	round := func() (time.Duration, int) {
		run++
		must(b, os.WriteFile(brief, fmt.Appendf(text, "\nRevision %d.\n", run), 0o644))
		written := time.Now()
		files := eye.round(b)
		return time.Since(written) - floorQuiet, files
	}
	for range 2 { // until there is a history, and raw answers to be replaced
		round()
		eye.open(b)
	}
	os.Remove(t.starts)
	var rounds, floors []time.Duration
	var ratios []float64
	files := 0
	for b.Loop() {
		took, n := round()
		files = n
		floor := t.bareFloor(len(t.begun()), files)
		rounds, floors = append(rounds, took), append(floors, floor)
		ratios = append(ratios, took.Seconds()/floor.Seconds())
	}
	if v := t.awaitBytes(session, "DISCUSS-002", "spec/product-brief.md"); v.Basis != "panel" {
		b.Fatalf("basis %s: %q", v.Basis, v.Notes)
	}
	t.stop(daemon.cmd)
	b.ReportMetric(quantile(ratios, 0.5), "floors")
	b.ReportMetric(float64(median(rounds).Microseconds())/1000, "round-ms")
	b.ReportMetric(float64(median(floors).Microseconds())/1000, "floor-ms")
	b.ReportMetric(float64(files), "files")
}

func (t *town) bareFloor(programs, files int) time.Duration {
	t.t.Helper()
	dir, starts := t.t.TempDir(), filepath.Join(t.dir, "floor")
	content := bytes.Repeat([]byte("x"), 4<<10)
	begun := time.Now()
	for range programs {
		cmd := exec.Command(filepath.Join(t.dir, "instant"), starts, filepath.Join(t.dir, "answer.json"))
		must(t.t, cmd.Run())
	}
	for range files {
		file, err := os.Create(filepath.Join(dir, "a"))
		must(t.t, err)
		_, err = file.Write(content)
		must(t.t, err)
		must(t.t, file.Sync())
		must(t.t, file.Close())
		must(t.t, os.Rename(filepath.Join(dir, "a"), filepath.Join(dir, "b")))
		folder, err := os.Open(dir)
		must(t.t, err)
		must(t.t, folder.Sync())
		must(t.t, folder.Close())
	}
	return time.Since(begun)
}

// eye sees what is written into a discussions folder.
type eye struct {
	folder string
	events *fsnotify.Watcher
}

func newEye(b *testing.B, folder string) *eye {
	b.Helper()
	events, err := fsnotify.NewWatcher()
	must(b, err)
	b.Cleanup(func() { events.Close() })
	e := &eye{folder, events}
	e.open(b)
	return e
}

// open watches every folder that there is by now.
func (e *eye) open(b *testing.B) {
	b.Helper()
	must(b, filepath.WalkDir(e.folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		return e.events.Add(path)
	}))
}

// round waits until the pending mark goes after a verdict has come, and counts the
// files that came by a rename: those whose names are not temporary.
func (e *eye) round(b *testing.B) (files int) {
	b.Helper()
	patience, judged := time.After(time.Minute), false
	for {
		select {
		case <-patience:
			b.Fatal("no verdict")
		case err := <-e.events.Errors:
			b.Fatal(err)
		case event := <-e.events.Events:
			name := filepath.Base(event.Name)
			switch {
			case event.Has(fsnotify.Create) && !strings.HasPrefix(name, "."):
				files++
				judged = judged || strings.HasSuffix(name, "-verdict.json") && filepath.Dir(event.Name) == e.folder
			case judged && event.Has(fsnotify.Remove) && strings.HasSuffix(name, "-pending.json"):
				return files
			}
		}
	}
}
