//go:build linux

package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"discussd/cmd/discussd/fakecli"
	"discussd/pipeline/verdict"
)

// profileDir makes the measured daemon leave cpu.prof and heap.prof, of its whole
// life, in a folder. It is then the test binary, which is larger.
var profileDir = flag.String("discussd.profile", "", "folder for the profiles of the daemons that benchmarks start")

// briefLine is what the CLIs of a town quote.
const briefLine = "A resident is told within 60 s of the scan, by the channel they chose."

// town is a stage for measurements: many sessions below one root, the built
// program as the daemon, and CLIs that answer at once and note when they began.
type town struct {
	*stage
	root     string
	starts   string // what the CLIs note
	sessions []string
}

// newTown builds the program and makes a town without sessions. Its daemon asks
// one CLI or several a round, as the rounds table says; extra is added to the
// configuration.
func newTown(b *testing.B, watch, extra string) *town {
	b.Helper()
	t := &town{stage: newStage(b, "")}
	t.patience = 2 * time.Minute
	t.root, t.starts = filepath.Join(t.dir, "town"), filepath.Join(t.dir, "starts")
	must(b, os.Mkdir(t.root, 0o755))
	answer, instant := filepath.Join(t.dir, "answer.json"), filepath.Join(t.dir, "instant")
	must(b, os.WriteFile(answer, bytes.Replace(fakecli.Answer([]byte("BEGIN artifact x\n"+briefLine+"\n=== ")), []byte("with one gap"), []byte("with one gap (@@)"), 1), 0o644))
	compile(b, instant, "../../testdata/instant")
	if *profileDir == "" {
		t.binary = filepath.Join(t.dir, "discussd")
		compile(b, t.binary, ".")
	} else {
		t.environment = append(t.environment, asProfiled+"="+*profileDir)
	}
	text := fmt.Sprintf("[log]\nlevel = \"warn\"\n[watch]\nmax_wait = \"1m\"\n%s\n", watch)
	for _, tool := range []string{"gemini", "codex", "claude"} {
		text += fmt.Sprintf("[tools.%s]\nvia = \"command\"\nmax_concurrent = 8\ncommand = [%q, %q, %q]\n", tool, instant, t.starts, answer)
	}
	must(b, os.WriteFile(t.configuration, []byte(text+extra), 0o644))
	return t
}

func compile(b *testing.B, binary, pkg string) {
	b.Helper()
	build := exec.Command("go", "build", "-o", binary, pkg)
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // as the README has it installed
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("build %s: %v\n%s", pkg, err, out)
	}
}

// settle founds n sessions of five folders and six artifacts, long ago. Every tenth
// has what a used one has besides: a discussions folder, and folders in which nothing
// can matter. It returns how many folders can.
func (t *town) settle(n int) (matter int) {
	long := time.Now().Add(-30 * 24 * time.Hour)
	matter = strings.Count(t.root, "/") + 1 // from / to the root
	must(t.t, os.MkdirAll(filepath.Join(t.root, ".git", "objects", "00"), 0o755))
	for i := range n {
		session := filepath.Join(t.root, fmt.Sprintf("TLS-%05d", i))
		t.sessions = append(t.sessions, session)
		for _, folder := range []string{"requirements", "architecture", "epics"} {
			must(t.t, os.MkdirAll(filepath.Join(session, "spec", folder), 0o755))
		}
		matter += 5
		for _, file := range []string{"discovery-context.json", "product-brief.md", "requirements/_index.md", "architecture/_index.md", "epics/_index.md", "readiness-report.md"} {
			path := filepath.Join(session, "spec", file)
			must(t.t, os.WriteFile(path, []byte("# "+file+"\n"), 0o644))
			must(t.t, os.Chtimes(path, long, long))
		}
		if i%10 == 0 {
			for _, folder := range []string{"discussions/.discussd/history/DISCUSS-002", ".msg", "node_modules/left/pad", "spec/requirements/drafts", "src"} {
				must(t.t, os.MkdirAll(filepath.Join(session, folder), 0o755))
			}
			matter++ // discussions, where requests and decisions are dropped
		}
	}
	return matter
}

// open starts the daemon and returns it and how long it took to be ready.
func (t *town) open(args ...string) (observed, time.Duration) {
	t.t.Helper()
	begun := time.Now()
	cmd := t.background(append(args, t.root)...)
	return observed{cmd: cmd, pid: cmd.Process.Pid}, time.Since(begun)
}

// awaitBytes waits for the verdict on the present bytes of a session's round, given by
// the files that belong to it, and for its pending mark to go.
func (s *stage) awaitBytes(session, round string, files ...string) verdict.Verdict {
	s.t.Helper()
	want := fingerprint(s.t, session, files...)
	patience := time.After(2 * time.Minute)
	for {
		if v, ok := verdictOnDisk(session, round); ok && string(v.Artifact.Fingerprint) == want {
			return v
		}
		select {
		case <-patience:
			s.t.Fatalf("no verdict on %s of %s\n%s", round, session, s.log())
		case <-time.After(2 * time.Millisecond):
		}
	}
}

// verdictOnDisk is that of a round, false while it is pending.
func verdictOnDisk(session, round string) (v verdict.Verdict, ok bool) {
	folder := filepath.Join(session, "discussions")
	if _, err := os.Lstat(filepath.Join(folder, round+"-pending.json")); err == nil {
		return v, false
	}
	text, err := os.ReadFile(filepath.Join(folder, round+"-verdict.json"))
	return v, err == nil && json.Unmarshal(text, &v) == nil
}

// fingerprint is what sha256sum says of the files, summed up once more.
func fingerprint(t testing.TB, session string, files ...string) string {
	t.Helper()
	slices.Sort(files)
	var lines bytes.Buffer
	for _, file := range files {
		content, err := os.ReadFile(filepath.Join(session, file))
		must(t, err)
		fmt.Fprintf(&lines, "%x  %s\n", sha256.Sum256(content), file)
	}
	return fmt.Sprintf("%x", sha256.Sum256(lines.Bytes()))
}

// begun are the times at which CLIs began, and takes note of them away.
func (t *town) begun() (times []time.Time) {
	t.t.Helper()
	text, err := os.ReadFile(t.starts)
	must(t.t, err)
	must(t.t, os.Remove(t.starts))
	for line := range strings.Lines(string(text)) {
		at, err := strconv.ParseInt(strings.TrimSpace(line), 10, 64)
		must(t.t, err)
		times = append(times, time.Unix(0, at))
	}
	return times
}

// median is the middle of some numbers, and quantile another share of them.
func median(all []time.Duration) time.Duration { return quantile(all, 0.5) }

func quantile[T cmp.Ordered](all []T, share float64) T {
	all = slices.Sorted(slices.Values(all))
	return all[min(int(share*float64(len(all))), len(all)-1)]
}
