//go:build linux

package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"text/tabwriter"
	"time"

	"golang.org/x/sys/unix"
)

const (
	growthQuiet  = 100 * time.Millisecond
	growthStarts = 3
	growthWrites = 100
	growthIdle   = 5 * time.Second
)

// BenchmarkGrowth is what 100, 1,000 and 10,000 sessions of five folders cost the
// daemon, in a table:
//
//	ready    from its start to READY, median of three, and the CPU time of that
//	walks    ready, in times that a bare walk takes which lists and watches the same folders
//	rest     from its start to the last thing it does by itself
//	RSS      memory at rest, and the most it ever was
//	watches  inotify watches, and how many folders can matter
//	idle     CPU time and wake-ups over five seconds without an event
//	latency  from a write in some session to the first line of the CLI that is asked
//	         about it, less the quiet window and the checks' time
//	bare     from a bare fork and exec of the same CLI to its first line, after each write
//	disk     to write, sync and rename a file and sync its folder, after that: a round
//	         does so once before its CLI
func BenchmarkGrowth(b *testing.B) {
	var table bytes.Buffer
	out := tabwriter.NewWriter(&table, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "sessions\tready\tCPU\twalks\trest\tRSS\tpeak\twatches\tfolders\tidle CPU\twake-ups\tlatency p50\tp95\tbare p50\tp95\tdisk p50\tp95\t")
	for _, sessions := range []int{100, 1000, 10000} {
		b.Run(fmt.Sprint(sessions), func(b *testing.B) {
			for b.Loop() {
				fmt.Fprintln(out, grow(b, sessions))
			}
		})
	}
	must(b, out.Flush())
	fmt.Printf("\n%s\n", table.Bytes()) // what passes logs nothing
}

func grow(b *testing.B, sessions int) string {
	t := newTown(b, fmt.Sprintf("quiet = %q", growthQuiet), "[panel]\nbudget = 0\n[[rounds]]\nid = \"DISCUSS-002\"\nperspectives = [\"product\"]\n")
	matter := t.settle(sessions)
	var (
		daemon             observed
		ready, cpus, walks []time.Duration
		begun              time.Time
	)
	for i := range growthStarts {
		walks = append(walks, bareWalk(b, t.root))
		begun = time.Now()
		p, took := t.open()
		cpu, _ := p.effort(b)
		ready, cpus = append(ready, took), append(cpus, cpu)
		if daemon = p; i < growthStarts-1 {
			t.stop(p.cmd)
		}
	}
	daemon.rest(b)
	rest := time.Since(begun) - restful
	rss, peak := daemon.memory(b)
	watches := daemon.watches(b) - 1 // one is for those who wait
	if watches != matter {
		b.Errorf("%d watches, want %d", watches, matter)
	}
	cpu, sleeps := daemon.effort(b)
	<-time.After(growthIdle)
	idle, woken := daemon.effort(b)
	latency, bare, disk := t.latencies(growthWrites)
	t.stop(daemon.cmd)

	ratio := median(ready).Seconds() / median(walks).Seconds()
	b.ReportMetric(ratio, "walks")
	b.ReportMetric(rss, "MiB")
	b.ReportMetric(float64(quantile(latency, 0.95))/1e6, "p95-ms")
	const ms = time.Millisecond
	return fmt.Sprintf("%d\t%v\t%v\t%.1f\t%v\t%.0f MiB\t%.0f MiB\t%d\t%d\t%v\t%d\t%v\t%v\t%v\t%v\t%v\t%v\t", sessions,
		median(ready).Round(ms), median(cpus).Round(ms), ratio, rest.Round(100*ms), rss, peak, watches, matter,
		(idle - cpu).Round(10*time.Microsecond), woken-sleeps, quantile(latency, 0.5).Round(ms/10), quantile(latency, 0.95).Round(ms/10),
		median(bare).Round(ms/10), quantile(bare, 0.95).Round(ms/10), median(disk).Round(ms/10), quantile(disk, 0.95).Round(ms/10))
}

// latencies writes a brief in so many sessions, one after the other, and returns
// how long each took to the CLI beside the quiet window and the checks, and how long
// the CLI and the disk take without more ado.
func (t *town) latencies(writes int) (all, bare, disk []time.Duration) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, at := range random.Perm(len(t.sessions))[:writes] {
		session := t.sessions[at]
		written := time.Now()
		must(t.t, os.WriteFile(filepath.Join(session, "spec", "product-brief.md"), []byte("# Brief\n\n"+briefLine+"\n"), 0o644))
		v := t.awaitBytes(session, "DISCUSS-002", "spec/product-brief.md")
		if v.Basis != "panel" {
			t.t.Fatalf("basis %s: %q", v.Basis, v.Notes)
		}
		checks := time.Duration(v.Timing.ChecksMS) * time.Millisecond
		all = append(all, t.begun()[0].Sub(written)-growthQuiet-checks)
		started := time.Now()
		must(t.t, exec.Command(filepath.Join(t.dir, "instant"), t.starts, filepath.Join(t.dir, "answer.json")).Run())
		bare = append(bare, t.begun()[0].Sub(started))
		disk = append(disk, t.bareFloor(0, 1))
	}
	return all, bare, disk
}

// bareWalk is the time in which every file below a root is looked at once, and
// every folder watched.
func bareWalk(b *testing.B, root string) time.Duration {
	begun := time.Now()
	inotify, err := unix.InotifyInit1(unix.IN_CLOEXEC)
	must(b, err)
	must(b, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			_, err := os.Lstat(path)
			return err
		}
		_, err = unix.InotifyAddWatch(inotify, path, unix.IN_ALL_EVENTS)
		return err
	}))
	took := time.Since(begun)
	must(b, unix.Close(inotify))
	return took
}
