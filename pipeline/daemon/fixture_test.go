package daemon

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"
	"go.uber.org/goleak"

	"discussd/critique"
	"discussd/internal/syncbuffer"
	"discussd/pipeline/handoff"
	"discussd/pipeline/judge"
	"discussd/pipeline/pipelinetest"
	"discussd/pipeline/schedule"
	"discussd/pipeline/verdict"
)

// What agents write, and write again.
const (
	firstText = "# Brief\n\nThe first words, which stood here before anybody changed them.\n"
	finalText = "# Brief\n\nThe final words, which stand here after everyone changed them.\n"
)

// fixture is a daemon of this process with a home of its own, a root below that and a
// session in the root, which the critic of the test judges.
type fixture struct {
	*pipelinetest.Session
	base, root    string
	configuration Configuration
	notes         *net.UnixConn // what the daemon tells systemd
	log           *syncbuffer.Buffer
	reloads       chan os.Signal
	load          func() (Configuration, error) // for a reload
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	base := t.TempDir()
	f := &fixture{base: base, root: filepath.Join(base, "项目 one"), log: &syncbuffer.Buffer{}, reloads: make(chan os.Signal, 1)}
	f.Session = &pipelinetest.Session{T: t, Dir: filepath.Join(f.root, ".workflow", ".team", "TLS-parcel room"), Critic: &pipelinetest.Critic{Rating: 4}}
	address := &net.UnixAddr{Name: filepath.Join(base, "notify"), Net: "unixgram"}
	for name, value := range map[string]string{
		"HOME": filepath.Join(base, "home"), "XDG_RUNTIME_DIR": filepath.Join(base, "run"), "XDG_STATE_HOME": filepath.Join(base, "state"), "NOTIFY_SOCKET": address.Name,
	} {
		t.Setenv(name, value)
	}
	var err error
	f.notes, err = net.ListenUnixgram("unixgram", address)
	must(t, err)
	t.Cleanup(func() { f.notes.Close() })
	for _, dir := range []string{filepath.Join(base, "home"), filepath.Join(f.Dir, "spec")} {
		must(t, os.MkdirAll(dir, 0o755))
	}
	f.configuration = f.configured()
	f.load = func() (Configuration, error) { return Configuration{}, errors.New("nobody reloads") }
	return f
}

// configured is a configuration with short windows, by which the critic judges.
func (f *fixture) configured() Configuration {
	return Configuration{
		Watch: Watch{
			Layout: pipelinetest.Layout(), Depth: 4, Quiet: 20 * time.Millisecond, QuietMembers: 40 * time.Millisecond, MaxWait: time.Minute,
			Poll: 20 * time.Millisecond, Rescan: time.Hour, CatchUp: time.Hour,
		},
		Build: func(Cooling) (Engine, error) {
			judge := &judge.Judge{Options: judge.Options{
				Layout: pipelinetest.Layout(), Critic: f.Critic, Logger: hclog.NewNullLogger(),
				Panel:     judge.Panel{Perspectives: pipelinetest.Perspectives(), Language: "auto"},
				Rules:     judge.Rules{Policy: critique.DefaultPolicy()},
				Delivery:  judge.Delivery{Handoff: handoff.Options{History: 20, Raw: 5}},
				Signature: judge.Signature{Profile: "lifecycle", Generator: verdict.Generator{Name: "discussd", Version: "test"}},
			}}
			return Engine{Judge: judge, Introduce: func([]string, []string) {}}, nil
		},
		MaxRounds: 2, CoolDown: time.Hour, ChecksOnly: true, LogLevel: hclog.Debug, Source: "a test",
	}
}

// start has the daemon live, and returns when it is ready. It must end well when it is
// stopped, at the latest at the end of the test.
func (f *fixture) start(paths ...string) (stop func()) {
	f.T.Helper()
	before := goleak.IgnoreCurrent()
	ctx, cancel := context.WithCancel(f.T.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- Run(ctx, Options{
			Configuration: f.configuration, Load: func() (Configuration, error) { return f.load() }, Reloads: f.reloads, Paths: paths, Version: "test", Pauses: schedule.Pauses{Going: 100 * time.Millisecond},
			Logger: hclog.New(&hclog.LoggerOptions{Name: "discussd", Output: f.log, Level: hclog.Debug}),
		})
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			f.T.Errorf("the daemon ended with %v", err)
		}
		goleak.VerifyNone(f.T, before)
		if f.T.Failed() {
			f.T.Logf("the daemon's log:\n%s", f.log.String())
		}
	})
	f.T.Cleanup(stop)
	f.expect(ready)
	return stop
}

// expect reads what systemd is told until the state comes.
func (f *fixture) expect(state string) {
	f.T.Helper()
	must(f.T, f.notes.SetReadDeadline(time.Now().Add(20*time.Second)))
	buffer := make([]byte, 4096)
	for {
		n, err := f.notes.Read(buffer)
		if err != nil {
			f.T.Fatalf("waiting for %s: %v\n%s", state, err, f.log.String())
		}
		if strings.Contains(string(buffer[:n]), state) {
			return
		}
	}
}

// beside is the fixture with another session, of the given path from the folder of its
// own, which is not made.
func (f *fixture) beside(name string) *fixture {
	other, session := *f, *f.Session
	session.Dir = filepath.Join(filepath.Dir(f.Dir), filepath.FromSlash(name))
	other.Session = &session
	return &other
}

func (f *fixture) brief() string { return f.Path("spec/product-brief.md") }

// await returns the verdict on the brief as it is written.
func (f *fixture) await(text string) (v verdict.Verdict) {
	f.T.Helper()
	sum := sha256.Sum256([]byte(text))
	pipelinetest.Until(f.T, "the verdict on a brief\n"+f.Dir, func() bool {
		var judged bool
		v, judged = f.Verdict("R2")
		return judged && string(v.Artifact.SHA256) == hex.EncodeToString(sum[:]) && !f.Pending("R2")
	})
	return v
}

// given is how many verdicts the brief has, those in history included. Their revisions
// follow one another, no bytes were judged twice, and nothing of a write is left.
func (f *fixture) given() int {
	f.T.Helper()
	last, judged := f.Verdict("R2")
	if !judged || f.Pending("R2") {
		f.T.Errorf("judged %v, pending %v", judged, f.Pending("R2"))
	}
	history, err := filepath.Glob(strings.NewReplacer("[", `\[`, "*", `\*`).Replace(f.Dir) + "/discussions/.discussd/history/R2/*-verdict.json")
	must(f.T, err)
	judgedBytes := map[verdict.Hash]bool{last.Artifact.Fingerprint: true}
	for _, file := range history {
		text, err := os.ReadFile(file)
		must(f.T, err)
		v, err := verdict.Parse(text)
		must(f.T, err)
		if judgedBytes[v.Artifact.Fingerprint] {
			f.T.Errorf("%s: two verdicts on %.8s", f.Dir, v.Artifact.Fingerprint)
		}
		judgedBytes[v.Artifact.Fingerprint] = true
	}
	if left, err := filepath.Glob(f.Path("discussions/*.discussd-tmp")); err != nil || len(left) > 0 {
		f.T.Errorf("half written: %q, %v", left, err)
	}
	if last.Revision != len(history)+1 {
		f.T.Errorf("revision %d after %d in history", last.Revision, len(history))
	}
	return len(history) + 1
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
