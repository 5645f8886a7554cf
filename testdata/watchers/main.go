// Command watchers compares discussd with programs that watch files and run a
// command, on one tree and in one run: from a write to the first line of what they
// start, and what they cost while nothing happens. From the module's root:
//
//	go run ./testdata/watchers
//
// It looks for reflex and modd (go install github.com/cespare/reflex@latest and
// github.com/cortesi/modd/cmd/modd@latest), entr and inotifywait (Debian's packages
// entr and inotify-tools) on the PATH and in Go's bin folder, and leaves out what it
// does not find. They take turns; the numbers are medians over the turns.
package main

import (
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// note is the argument that makes this program the command that is run.
const note = "note"

func main() {
	log.SetFlags(0)
	if len(os.Args) > 2 && os.Args[1] == note {
		begun(os.Args[2])
		return
	}
	var plan plan
	flag.IntVar(&plan.sessions, "sessions", 1000, "sessions of five folders and six files")
	flag.IntVar(&plan.turns, "turns", 3, "turns of each program")
	flag.IntVar(&plan.writes, "writes", 20, "writes a turn")
	flag.DurationVar(&plan.idle, "idle", 5*time.Second, "how long an idle program is looked at, each turn")
	flag.Parse()
	if err := plan.run(); err != nil {
		log.Fatal(err)
	}
}

// begun notes when this process began, and answers as an LLM would.
func begun(file string) {
	now := time.Now().UnixNano()
	out, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Fprintln(out, now)
	fmt.Printf(`{"rating": 4, "key_finding": "solid, with one gap", "strengths": [{"text": "the passage is concrete", "category": "clarity", "severity": "LOW", "targets": [], "quote": %q}], "weaknesses": [], "suggestions": []}`, line)
}

// line is what every written file says.
const line = "A resident is told within 60 s of the scan, by the channel they chose."

type plan struct {
	sessions, turns, writes int
	idle                    time.Duration
	dir, tree, notes        string
	files                   []string // one a session, those that are written
}

// result is what a program showed over all its turns.
type result struct {
	ready     []time.Duration // from its start to the first command run after a write
	latencies []time.Duration
	cpu       []time.Duration // while idle
	sleeps    []int
	memory    []float64 // MiB
}

func (p *plan) run() error {
	dir, err := os.MkdirTemp("", "watchers-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	p.dir, p.tree, p.notes = dir, filepath.Join(dir, "tree"), filepath.Join(dir, "notes")
	if err := p.plant(); err != nil {
		return err
	}
	var found []tool
	for _, t := range tools(p) {
		if err := t.prepare(p); err != nil {
			fmt.Printf("%s is left out: %v\n", t.name, err)
			continue
		}
		found = append(found, t)
	}
	results := make([]result, len(found))
	for range p.turns {
		for i, t := range found {
			if err := p.turn(t, &results[i]); err != nil {
				return fmt.Errorf("%s: %w", t.name, err)
			}
		}
	}
	p.print(found, results)
	return nil
}

// plant makes the tree.
func (p *plan) plant() error {
	long := time.Now().Add(-30 * 24 * time.Hour)
	for i := range p.sessions {
		spec := filepath.Join(p.tree, fmt.Sprintf("TLS-%05d", i), "spec")
		for _, folder := range []string{"requirements", "architecture", "epics"} {
			if err := os.MkdirAll(filepath.Join(spec, folder), 0o755); err != nil {
				return err
			}
		}
		for _, file := range []string{"product-brief.md", "readiness-report.md", "requirements/_index.md", "architecture/_index.md", "epics/_index.md", "discovery-context.json"} {
			path := filepath.Join(spec, file)
			if err := os.WriteFile(path, []byte("# "+file+"\n"), 0o644); err != nil {
				return err
			}
			if err := os.Chtimes(path, long, long); err != nil {
				return err
			}
		}
		p.files = append(p.files, filepath.Join(spec, "product-brief.md"))
	}
	return nil
}

// turn starts a program, lets it run its command for some writes, looks at it while
// it is idle, and ends it.
func (p *plan) turn(t tool, r *result) error {
	started := time.Now()
	running, err := t.start(p)
	if err != nil {
		return err
	}
	defer running.end()
	written := 0
	for deadline := time.Now().Add(time.Minute); ; {
		if err := p.write(written); err != nil {
			return err
		}
		written++
		if _, ok := p.noted(t.window + time.Second); ok {
			break
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("it runs nothing:\n%s", running.said())
		}
	}
	r.ready = append(r.ready, time.Since(started))
	<-time.After(2 * time.Second)
	os.Remove(p.notes)
	for range p.writes {
		at := time.Now()
		if err := p.write(written); err != nil {
			return err
		}
		written++
		began, ok := p.noted(10 * time.Second)
		if !ok {
			return fmt.Errorf("it missed a write:\n%s", running.said())
		}
		r.latencies = append(r.latencies, began.Sub(at))
		<-time.After(500 * time.Millisecond) // until everything about the write is done
		os.Remove(p.notes)
	}
	<-time.After(2 * time.Second)
	before := running.look()
	<-time.After(p.idle)
	after := running.look()
	r.cpu, r.sleeps = append(r.cpu, after.cpu-before.cpu), append(r.sleeps, after.sleeps-before.sleeps)
	r.memory = append(r.memory, after.memory)
	return nil
}

// write changes the file of some session.
func (p *plan) write(number int) error {
	path := p.files[rand.IntN(len(p.files))]
	return os.WriteFile(path, fmt.Appendf(nil, "# Brief\n\n%s\n\nRevision %d at %d.\n", line, number, time.Now().UnixNano()), 0o644)
}

// noted waits for the first note, and takes all away.
func (p *plan) noted(patience time.Duration) (at time.Time, ok bool) {
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); <-time.After(2 * time.Millisecond) {
		text, err := os.ReadFile(p.notes)
		var nanoseconds int64
		if _, scanned := fmt.Sscanln(string(text), &nanoseconds); err == nil && scanned == nil {
			os.Remove(p.notes)
			return time.Unix(0, nanoseconds), true
		}
	}
	return time.Time{}, false
}

func (p *plan) print(found []tool, results []result) {
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(out, "program\twindow\tp50\tp95\tp50 less window\tidle CPU in %v\twake-ups\tmemory\tready\t\n", p.idle)
	for i, t := range found {
		r := results[i]
		fmt.Fprintf(out, "%s\t%v\t%v\t%v\t%v\t%v\t%d\t%.0f MiB\t%v\t\n", t.name, t.window, ms(share(r.latencies, 0.5)), ms(share(r.latencies, 0.95)),
			ms(share(r.latencies, 0.5)-t.window), ms(share(r.cpu, 0.5)), share(r.sleeps, 0.5), share(r.memory, 0.5), ms(share(r.ready, 0.5)))
	}
	out.Flush()
	uname, _ := exec.Command("uname", "-srm").Output()
	load, _ := os.ReadFile("/proc/loadavg")
	fmt.Printf("%d sessions, %d folders, %d files; %d turns of %d writes; %s, load %s", p.sessions, 5*p.sessions, 6*p.sessions, p.turns, p.writes, strings.TrimSpace(string(uname)), load)
}

func ms(d time.Duration) time.Duration { return d.Round(100 * time.Microsecond) }

// share is the number below which such a share of all lies.
func share[T int | float64 | time.Duration](all []T, share float64) T {
	all = slices.Sorted(slices.Values(all))
	return all[min(int(share*float64(len(all))), len(all)-1)]
}
