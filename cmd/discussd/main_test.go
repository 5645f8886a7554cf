//go:build linux

package main

import (
	"bytes"
	"context"
	"flag"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"discussd/critique/checks"
	_ "discussd/internal/process/supervisor/first"
	"discussd/pipeline/verdict"
	"discussd/pipeline/verdict/verdicttest"
)

// asPatient makes the daemon try a second later what could not be written: not in the very
// moment in which a test makes room.
const asPatient = "TEST_AS_PATIENT_DISCUSSD"

// atOnce tells the race detector that a program which ends does so at once: else each of
// hundreds of short ones waits a second.
const atOnce = "atexit_sleep_ms=0"

// soon are the pauses of the programs that tests run. A hook may take as long as a machine
// under load needs.
var soon = pauses{tool: 50 * time.Millisecond, round: 50 * time.Millisecond, hook: patience}

// patience is how long a test waits for what must come: longer than a machine under any
// load needs for it.
const patience = 2 * time.Minute

// runHere runs a command line in this process.
func runHere(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return (&console{stdin: stdin, stdout: stdout, stderr: stderr, pauses: soon}).run(ctx, args)
}

// asDaemon makes the test binary the program itself.
const asDaemon = "TEST_AS_DISCUSSD"

// TestMain makes the test binary the daemon, too; package fakecli makes it the LLM CLIs.
func TestMain(m *testing.M) {
	if dir := os.Getenv(asProfiled); dir != "" {
		os.Exit(profiled(dir))
	}
	if file := os.Getenv(asWeighed); file != "" {
		weighed(file)
	}
	if file := os.Getenv(asMeasured); file != "" {
		measured(file)
	}
	if os.Getenv(asDaemon) != "" {
		pauses := soon
		if os.Getenv(asPatient) != "" {
			pauses.round = time.Second
		}
		os.Exit(program(pauses))
	}
	debug.SetGCPercent(untidy)
	os.Setenv("GORACE", atOnce)    // of the supervisors that these tests start
	flag.Set("test.parallel", "8") // most of what they do is to wait for a daemon; -parallel still says otherwise
	os.Exit(m.Run())
}

// stage is a temporary home with fake CLIs on its PATH, a session below root,
// and the daemon's configuration.
type stage struct {
	t             testing.TB
	dir, root     string
	session       string
	configuration string
	binary        string // the program, "" is the test binary as the program
	environment   []string
	notes         *net.UnixConn // what the daemon tells systemd
	demo          *demo         // plays the agents
	patience      time.Duration // with what the daemon tells systemd
	start         func(daemon *exec.Cmd) error
}

func newStage(t testing.TB, extra string, tools ...string) *stage {
	t.Helper()
	dir := t.TempDir()
	s := &stage{t: t, dir: dir, root: filepath.Join(dir, "项目 one"), patience: patience, start: (*exec.Cmd).Start}
	s.session = filepath.Join(s.root, ".workflow", ".team", "TLS-parcel room")
	for _, folder := range []string{"bin", "run", "home", "stage"} {
		must(t, os.Mkdir(filepath.Join(dir, folder), 0o755))
	}
	must(t, os.MkdirAll(filepath.Join(s.session, "spec"), 0o755))
	self, err := os.Executable()
	must(t, err)
	for _, tool := range tools {
		must(t, os.Symlink(self, filepath.Join(dir, "bin", tool)))
	}
	s.configuration = filepath.Join(dir, "discussd.toml")
	must(t, os.WriteFile(s.configuration, []byte("[watch]\nquiet = \"150ms\"\nquiet_members = \"250ms\"\ncatch_up = \"all\"\n"+withFewRules(askingEach(extra))), 0o644))
	address := &net.UnixAddr{Name: filepath.Join(dir, "notify"), Net: "unixgram"}
	s.notes, err = net.ListenUnixgram("unixgram", address)
	must(t, err)
	t.Cleanup(func() { s.notes.Close() })
	s.environment = []string{
		asDaemon + "=1", "PATH=" + filepath.Join(dir, "bin") + ":/usr/bin:/bin", "HOME=" + filepath.Join(dir, "home"),
		"XDG_RUNTIME_DIR=" + filepath.Join(dir, "run"), "NOTIFY_SOCKET=" + address.Name,
		"TMPDIR=" + t.TempDir(), "ANTHROPIC_API_KEY=none", "GEMINI_API_KEY=none", "CODEX_API_KEY=none",
		"GORACE=" + atOnce, "GOGC=" + strconv.Itoa(untidy), // they are over in a moment
	}
	s.demo = &demo{console: &console{stdout: io.Discard, stderr: io.Discard}, dir: s.session}
	c, _, err := (&console{configFile: s.configuration}).load()
	must(t, err)
	s.demo.layout = layout(c)
	return s
}

// askingEach has every perspective asked in a call of its own, so that the fakes are told
// apart by who is asked. A configuration that says how it asks stays as it is.
func askingEach(configuration string) string {
	const panel, each = "[panel]\n", "ask = \"each\"\n"
	switch {
	case strings.Contains(configuration, "\nask = "):
		return configuration
	case strings.Contains(configuration, panel):
		return strings.Replace(configuration, panel, panel+each, 1)
	}
	return configuration + "\n" + panel + each
}

// everyRule is a configuration that has documents looked at by every rule: for tests of what is
// found, of what somebody reads of it, and of documents that no rule may choke on.
const everyRule = "[checks]\n"

// withFewRules has documents looked at by few rules: all of them, whose patterns each program
// compiles anew, are three quarters of what a round without models costs. A configuration that
// has a table of rules itself, be it [everyRule], stays as it is.
func withFewRules(configuration string) string {
	if strings.Contains(configuration, everyRule) {
		return configuration
	}
	return configuration + "\n" + fewRules()
}

// fewRules leaves on the rules of which tests of whole programs read, among them some for each kind of document.
var fewRules = sync.OnceValue(func() string {
	also := []string{"X-001", "X-005", "X-006", "RD-014"}
	return onlyRules(func(rule checks.Rule) bool { return rule.Core || slices.Contains(also, rule.ID) })
})

// onlyRules is a configuration that switches off all rules but some.
func onlyRules(on func(checks.Rule) bool) string {
	var off []string
	for _, rule := range checks.Rules() {
		if !on(rule) {
			off = append(off, strconv.Quote(rule.ID))
		}
	}
	return everyRule + "off = [" + strings.Join(off, ", ") + "]\n"
}

// beside is the stage with another session, of the given name, as its own.
func (s *stage) beside(name string) *stage {
	s.t.Helper()
	other := *s
	other.session = filepath.Join(filepath.Dir(s.session), name)
	must(s.t, os.MkdirAll(filepath.Join(other.session, "spec"), 0o755))
	other.demo = &demo{console: s.demo.console, dir: other.session, layout: s.demo.layout}
	return &other
}

// command is the program with arguments, in the stage's environment.
func (s *stage) command(args ...string) *exec.Cmd {
	program := s.binary
	if program == "" {
		self, err := os.Executable()
		must(s.t, err)
		program = self
	}
	cmd := exec.Command(program, append([]string{"--config", s.configuration}, args...)...)
	cmd.Env = s.environment
	return cmd
}

// run executes the program and returns its output and exit code.
func (s *stage) run(args ...string) (stdout, stderr string, code int) {
	s.t.Helper()
	cmd := s.command(args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); cmd.ProcessState == nil {
		s.t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// background starts the daemon and returns when it is ready. It is stopped at
// the end of the test, and must then leave within seconds and without an error.
func (s *stage) background(args ...string) *exec.Cmd {
	s.t.Helper()
	cmd := s.command(append([]string{"run"}, args...)...)
	log, err := os.Create(filepath.Join(s.dir, "log"))
	must(s.t, err)
	cmd.Stdout, cmd.Stderr = log, log
	must(s.t, s.start(cmd))
	s.t.Cleanup(func() {
		if cmd.ProcessState == nil {
			s.stop(cmd)
		}
		if s.t.Failed() {
			s.t.Logf("the daemon's log:\n%s", s.log())
		}
	})
	s.expect("READY=1")
	return cmd
}

func (s *stage) stop(cmd *exec.Cmd) {
	s.t.Helper()
	must(s.t, cmd.Process.Signal(syscall.SIGTERM))
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			s.t.Errorf("the daemon ended with %v", err)
		}
	case <-time.After(patience):
		cmd.Process.Kill()
		s.t.Error("the daemon does not stop")
	}
}

// expect reads what systemd is told until the state comes.
func (s *stage) expect(state string) {
	s.t.Helper()
	must(s.t, s.notes.SetReadDeadline(time.Now().Add(s.patience)))
	buffer := make([]byte, 4096)
	for {
		n, err := s.notes.Read(buffer)
		if err != nil {
			s.t.Fatalf("waiting for %s: %v\n%s", state, err, s.log())
		}
		if strings.Contains(string(buffer[:n]), state) {
			return
		}
	}
}

func (s *stage) log() string {
	text, _ := os.ReadFile(filepath.Join(s.dir, "log"))
	return string(text)
}

// write plays the agent that writes a scene of the sample.
func (s *stage) write(scene scene) {
	s.t.Helper()
	for _, prefix := range scene.files {
		must(s.t, s.demo.write("sample", prefix))
	}
}

// edit appends to a file of the session.
func (s *stage) edit(name, text string) {
	s.t.Helper()
	file, err := os.OpenFile(filepath.Join(s.session, name), os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o644)
	must(s.t, err)
	defer file.Close()
	_, err = file.WriteString(text)
	must(s.t, err)
}

// await returns the verdict on a round's present bytes, which must be valid.
func (s *stage) await(round string) verdict.Verdict {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	defer cancel()
	v, err := s.demo.await(ctx, round)
	if err != nil {
		s.t.Fatalf("%v\n%s", err, s.log())
	}
	text, err := os.ReadFile(filepath.Join(s.session, "discussions", round+"-verdict.json"))
	must(s.t, err)
	if err := verdicttest.Validate(verdict.Schema(), text); err != nil {
		s.t.Errorf("%s: %v", round, err)
	}
	return v
}

// direct tells a fake CLI what to do: "mode" or "answer"; "" takes it back.
func (s *stage) direct(tool, what, text string) {
	s.t.Helper()
	name := filepath.Join(s.dir, "stage", tool+"."+what)
	if text == "" {
		must(s.t, os.Remove(name))
		return
	}
	must(s.t, os.WriteFile(name, []byte(text), 0o644))
}

// calls are the CLIs asked so far, "tool perspective" each.
func (s *stage) calls() []string {
	text, _ := os.ReadFile(filepath.Join(s.dir, "stage", "calls"))
	return strings.Fields(strings.ReplaceAll(strings.TrimSpace(string(text)), " ", ":"))
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
