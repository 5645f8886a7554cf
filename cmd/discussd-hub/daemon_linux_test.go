package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"

	"discussd/cmd/discussd-hub/hub"
	"discussd/critique/cli"
)

// BenchmarkDaemon measures what a hub costs a daemon that watches 10,000 sessions: one daemon
// that asks over a hub beside one that has a CLI of its own, with all their processes, before
// anything is judged, right after, and when nothing was asked for a while. It is run once:
// -benchtime 1x.
func BenchmarkDaemon(b *testing.B) {
	const sessions = 10_000
	dir := b.TempDir()
	source, err := filepath.Abs("../discussd")
	must(b, err)
	must(b, os.Mkdir(filepath.Join(dir, "bin"), 0o755))
	build(b, filepath.Join(dir, "bin"), source, "./discussd-hub-client")
	b.Setenv("PATH", filepath.Join(dir, "bin")+":"+os.Getenv("PATH"))
	h, err := serve(b.Context(), settings{dir: filepath.Join(dir, "hub"), listen: "127.0.0.1:-1", trial: true, most: 1 << 30}, hclog.NewNullLogger())
	must(b, err)
	b.Cleanup(h.stop)
	serves(b, h.url(), map[string]hub.Bench{"gemini": {Asker: &model{say: reviewed}, Slots: 2}})
	answer, err := reviewed(b.Context(), cli.Prompt{})
	must(b, err)
	must(b, os.WriteFile(filepath.Join(dir, "answer"), answer.Text, 0o644))
	tool := map[string]string{
		"hub":   "via = \"hub\"\n[hub]\nurl = \"" + h.url() + "\"\nwhen_down = \"wait\"\n",
		"local": "via = \"command\"\ncommand = [\"/bin/cat\", \"" + filepath.Join(dir, "answer") + "\"]\n",
	}
	daemons := map[string]*resident{}
	for name, tool := range tool {
		daemons[name] = newResident(b, filepath.Join(dir, name), tool, sessions)
	}
	for _, when := range []string{"before", "asked", "unused"} {
		switch when {
		case "asked":
			for _, d := range daemons {
				d.judge(b)
			}
		case "unused":
			time.Sleep(75 * time.Second) // the process that asks has ended, and what is not needed is given back
		}
		took := map[string]float64{}
		for name, d := range daemons {
			took[name] = d.memory(b)
			b.ReportMetric(took[name], "MiB-"+name+"-"+when)
		}
		b.ReportMetric(took["hub"]-took["local"], "MiB-more-"+when)
	}
}

// resident is a daemon that watches many sessions.
type resident struct {
	root    string
	command *exec.Cmd
}

func newResident(b *testing.B, dir, tool string, sessions int) *resident {
	b.Helper()
	d := &resident{root: filepath.Join(dir, "root")}
	for n := range sessions {
		d.write(b, n)
	}
	text := "[watch]\nquiet = \"100ms\"\ncatch_up = \"none\"\n[panel]\nbudget = 0\n[[perspectives]]\nname = \"single\"\ntool = \"gemini\"\nrole = \"Judge\"\nfocus = \"everything\"\n" +
		"[[rounds]]\nid = \"DISCUSS-002\"\nperspectives = [\"single\"]\n[tools.codex]\nenabled = false\n[tools.claude]\nenabled = false\n[tools.gemini]\nfallback = []\n" + tool
	must(b, os.WriteFile(filepath.Join(dir, "discussd.toml"), []byte(text), 0o600))
	must(b, os.Mkdir(filepath.Join(dir, "run"), 0o700))
	d.command = exec.Command("discussd", "--config", filepath.Join(dir, "discussd.toml"), "run", d.root)
	d.command.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+filepath.Join(dir, "run"), "XDG_STATE_HOME="+dir)
	d.command.Stderr = b.Output()
	must(b, d.command.Start())
	b.Cleanup(func() { kill(d.command) })
	d.judge(b) // it watches when the first is judged
	return d
}

func (d *resident) session(n int) string {
	return filepath.Join(d.root, ".workflow", ".team", fmt.Sprint("TLS-", n))
}

func (d *resident) write(b *testing.B, n int) {
	b.Helper()
	spec := filepath.Join(d.session(n), "spec")
	must(b, os.MkdirAll(spec, 0o755))
	must(b, os.WriteFile(filepath.Join(spec, "product-brief.md"), fmt.Appendf(nil, "# Lockers\n\nA locker opens with a code of six digits. This is of %d.\n", time.Now().UnixNano()), 0o644))
}

// judge has the daemon judge some documents.
func (d *resident) judge(b *testing.B) {
	b.Helper()
	for n := range 20 {
		path := filepath.Join(d.session(n), "discussions", "DISCUSS-002-verdict.json")
		before, _ := os.ReadFile(path)
		for end, again := time.Now().Add(3*time.Minute), time.Now(); ; time.Sleep(20 * time.Millisecond) {
			if time.Now().After(again) { // it may not watch yet
				d.write(b, n)
				again = time.Now().Add(10 * time.Second)
			}
			if now, err := os.ReadFile(path); err == nil && string(now) != string(before) {
				break
			}
			if time.Now().After(end) {
				b.Fatalf("%s does not come", path)
			}
		}
	}
}

// memory is what the daemon and the processes below it take, each page divided by those that
// share it, in MiB.
func (d *resident) memory(b *testing.B) (mib float64) {
	b.Helper()
	for _, pid := range append(below(b, d.command.Process.Pid), d.command.Process.Pid) {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
		if err != nil {
			continue // it has ended
		}
		_, after, _ := strings.Cut(string(text), "\nPss:")
		kib := 0
		if _, err := fmt.Sscan(after, &kib); err == nil {
			mib += float64(kib) / 1024
		}
	}
	return mib
}

// below are the processes that a process has started, and those of these.
func below(b *testing.B, parent int) (all []int) {
	b.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	must(b, err)
	for _, stat := range stats {
		text, _ := os.ReadFile(stat)
		words := strings.Fields(string(text[strings.LastIndex(string(text), ")")+1:]))
		if len(words) > 1 && words[1] == strconv.Itoa(parent) {
			pid, err := strconv.Atoi(filepath.Base(filepath.Dir(stat)))
			must(b, err)
			all = append(append(all, pid), below(b, pid)...)
		}
	}
	return all
}
