//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// hooked calls the hook of an agent as the agent does.
func (s *stage) hooked(agent, event string, flags ...string) (stdout, stderr string) {
	s.t.Helper()
	cmd := s.command(append([]string{"hook", agent}, flags...)...)
	cmd.Stdin = strings.NewReader(event)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		s.t.Errorf("hook %s: %v: an agent takes an exit code for a decision\n%s", agent, err, errs.String())
	}
	return out.String(), errs.String()
}

// claude is an event of claude's in the project of a stage.
func (s *stage) claude(event, extra string) string {
	return fmt.Sprintf(`{"session_id":"c1","cwd":%q,"hook_event_name":%q%s}`, s.root, event, extra)
}

func (s *stage) wroteBrief() string {
	return s.claude("PostToolUse", fmt.Sprintf(`,"tool_name":"Write","tool_input":{"file_path":%q}`, s.brief()))
}

// TestVerdictReachesTheAgent: with a window of an hour the agent is told at the end of its
// turn what blocks, once, by the daemon's own verdict, however many hooks are called.
func TestVerdictReachesTheAgent(t *testing.T) {
	t.Parallel()
	s := newStage(t, "max_wait = \"2h\"\n")
	must(t, os.WriteFile(s.configuration, []byte("[watch]\nquiet = \"1h\"\nquiet_members = \"1h\"\nmax_wait = \"2h\"\n"), 0o644))
	s.background(s.root) // no tool is there: nobody reviews, which blocks
	must(t, os.WriteFile(s.brief(), []byte("# Brief\n\nTODO\n"), 0o644))
	if out, errs := s.hooked("claude", s.wroteBrief()); out+errs != "" {
		t.Errorf("after the write: %q %q", out, errs)
	}
	outs := make([]string, 5)
	var group sync.WaitGroup
	for i := range outs {
		group.Go(func() { outs[i], _ = s.hooked("claude", s.claude("Stop", ""), "--wait", "60s") })
	}
	group.Wait()
	text := strings.Join(outs, "")
	var answer struct {
		Specific struct{ AdditionalContext string } `json:"hookSpecificOutput"`
	}
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		t.Fatalf("%v, not one answer: %q\n%s", err, text, s.log())
	}
	v := s.await("DISCUSS-002")
	told := answer.Specific.AdditionalContext
	if !strings.Contains(told, "DISCUSS-002: consensus_blocked") || !strings.Contains(told, string(v.Artifact.Fingerprint)[:8]) || !strings.Contains(told, "NO MODEL ANSWERED") {
		t.Errorf("told %q", told)
	}
	for _, event := range []string{"Stop", "UserPromptSubmit", "Stop"} {
		if out, errs := s.hooked("claude", s.claude(event, "")); out+errs != "" {
			t.Errorf("told again at %s: %q %q", event, out, errs)
		}
	}
}

// TestHookWithoutADaemon: the person is told once how verdicts come, or it is judged here.
func TestHookWithoutADaemon(t *testing.T) {
	s := newStage(t, "")
	must(t, os.WriteFile(s.brief(), []byte("# Brief\n\nTODO\n"), 0o644))
	s.hooked("claude", s.wroteBrief())
	out, errs := s.hooked("claude", s.claude("Stop", ""))
	if !strings.Contains(out, "systemMessage") || !strings.Contains(errs, "no daemon watches") {
		t.Errorf("got %q, %q", out, errs)
	}
	if out, errs = s.hooked("claude", s.claude("Stop", "")); out+errs != "" {
		t.Errorf("told again: %q, %q", out, errs)
	}
	out, errs = s.hooked("claude", s.claude("Stop", ""), "--or-run")
	if !strings.Contains(out, "DISCUSS-002: consensus_blocked") {
		t.Errorf("judged here: %q, %q", out, errs)
	}
	if !strings.HasPrefix(out, "{") || strings.Count(out, "\n") != 1 {
		t.Errorf("not one line of JSON: %q", out)
	}
}

// TestHookBreaksNothing: whatever is wrong, the agent goes on, nothing is printed for it,
// and no file appears outside the runtime folder.
func TestHookBreaksNothing(t *testing.T) {
	t.Parallel()
	s := newStage(t, "")
	secret := filepath.Join(t.TempDir(), "secret.md")
	must(t, os.WriteFile(secret, []byte("# secret"), 0o600))
	must(t, os.Symlink(secret, s.brief()))
	before := time.Now()
	for _, event := range []string{
		"", "{", "[1]", `{"session_id":"c1"}`, s.claude("PostToolUse", `,"tool_input":{"file_path":"/etc/passwd"}`),
		s.claude("PostToolUse", `,"tool_input":{"file_path":"../../../../etc/spec/product-brief.md"}`), s.wroteBrief(),
		`{"session_id":"../../../../c1","cwd":"/","hook_event_name":"SessionEnd"}`, `{"session_id":"../../../../c1","cwd":"/","hook_event_name":"UserPromptSubmit"}`,
	} {
		if out, _ := s.hooked("claude", event); out != "" {
			t.Errorf("%q: printed %q", event, out)
		}
	}
	out, _ := s.hooked("claude", s.claude("Stop", ""), "--or-run", "--wait", "5s")
	if strings.Contains(out, "secret") && strings.Contains(out, "# secret") {
		t.Errorf("a file outside was read: %q", out)
	}
	must(t, os.WriteFile(s.configuration, []byte("nonsense = ["), 0o644))
	if out, errs := s.hooked("claude", s.wroteBrief()); out != "" || !strings.Contains(errs, "hook claude: ") {
		t.Errorf("with a broken configuration: %q, %q", out, errs)
	}
	must(t, filepath.WalkDir(s.dir, func(path string, e os.DirEntry, err error) error {
		info, failed := e.Info()
		if err != nil || failed != nil || e.IsDir() || !info.ModTime().After(before) {
			return err
		}
		inside := strings.HasPrefix(path, filepath.Join(s.dir, "run")+"/") || strings.Contains(path, "/discussions/") || path == s.configuration
		if !inside {
			t.Errorf("%s was written", path)
		}
		return nil
	}))
	must(t, os.WriteFile(s.configuration, nil, 0o644))
	must(t, os.RemoveAll(filepath.Join(s.session, "discussions")))
	must(t, os.Remove(s.brief()))
	must(t, os.WriteFile(s.brief(), []byte("# Brief\n"), 0o644))
	elsewhere := t.TempDir()
	must(t, os.Symlink(elsewhere, filepath.Join(s.session, "discussions")))
	if out, errs := s.hooked("claude", s.wroteBrief()); out != "" || !strings.Contains(errs, "discussions is not a folder") {
		t.Errorf("discussions that lead elsewhere: %q, %q", out, errs)
	}
	if left, _ := os.ReadDir(elsewhere); len(left) > 0 {
		t.Errorf("written elsewhere: %v", left)
	}
	if _, errs, code := s.run("hook", "clod"); code != exitUsage || !strings.Contains(errs, "known: claude") {
		t.Errorf("unknown agent: exit %d, %q", code, errs)
	}
}

// TestHookOfSomebodyElse: in a session of another user's nothing is read, written or told,
// which is said in a line.
func TestHookOfSomebodyElse(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("NOT TRIED: to be somebody else takes root")
	}
	s := newStage(t, "")
	must(t, os.WriteFile(s.brief(), []byte("# Brief\n\nTODO\n"), 0o644))
	s.judgedBrief()
	const other = 4711
	for folder := s.dir; folder != "/" && folder != os.TempDir(); folder = filepath.Dir(folder) {
		must(t, os.Chmod(folder, 0o755))
	}
	for _, own := range []string{"run", "home"} {
		must(t, os.Chown(filepath.Join(s.dir, own), other, other))
	}
	program := filepath.Join(s.dir, "program")
	self, err := os.ReadFile("/proc/self/exe")
	must(t, err)
	must(t, os.WriteFile(program, self, 0o755))
	s.binary = program
	call := func(event string, uid uint32) string {
		cmd := s.command("hook", "claude")
		cmd.Stdin = strings.NewReader(event)
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: uid}}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return string(out)
	}
	if said := call(s.wroteBrief(), other); !strings.Contains(said, "belongs to user 0, and its verdicts are not told to others") || strings.Count(said, "\n") != 1 {
		t.Errorf("after the write: %q", said)
	}
	for _, event := range []string{"Stop", "UserPromptSubmit"} {
		if said := call(s.claude(event, ""), other); said != "" {
			t.Errorf("%s: %q", event, said)
		}
	}
	must(t, filepath.WalkDir(s.root, func(path string, e os.DirEntry, err error) error {
		if info, failed := e.Info(); err == nil && failed == nil && info.Sys().(*syscall.Stat_t).Uid == other {
			t.Errorf("%s was written", path)
		}
		return err
	}))
	if said := call(s.wroteBrief(), 0) + call(s.claude("Stop", ""), 0); !strings.Contains(said, "DISCUSS-002: consensus_blocked") {
		t.Errorf("its owner is told %q", said)
	}
}

// TestHookOfAJudge: a CLI that discussd itself has started calls the user's hooks like
// any other, and they do nothing.
func TestHookOfAJudge(t *testing.T) {
	s := newStage(t, "")
	must(t, os.WriteFile(s.brief(), []byte("# Brief\n"), 0o644))
	s.environment = append(s.environment, "DISCUSSD_HOOK=off")
	if out, errs := s.hooked("claude", s.wroteBrief()); out+errs != "" {
		t.Errorf("it said %q %q", out, errs)
	}
	if left, _ := filepath.Glob(filepath.Join(s.dir, "run", "discussd", "told", "*")); len(left) > 0 {
		t.Errorf("it noted %v", left)
	}
}

// TestDoctorOfHooks: doctor says when an agent has called its hook last, and with --live
// whether it can be called now, and what codex would skip.
func TestDoctorOfHooks(t *testing.T) {
	t.Parallel()
	s := newStage(t, "")
	bin := filepath.Join(s.dir, "bin")
	self, err := os.Executable()
	must(t, err)
	must(t, os.Symlink(self, filepath.Join(bin, "discussd")))
	doctor := func(args ...string) string {
		cmd := s.command(append([]string{"doctor"}, args...)...)
		cmd.Dir = s.root
		out, _ := cmd.CombinedOutput()
		return strings.Join(strings.Fields(string(out)), " ")
	}
	for _, agent := range []string{"claude", "codex", "opencode", "cursor"} {
		s.run("install", agent, "--dir", s.root)
	}
	if said := doctor(); !strings.Contains(said, "ok claude hooks") || strings.Count(said, "not called in the last days") != 4 {
		t.Errorf("nothing was called: %s", said)
	}
	s.hooked("claude", s.claude("Stop", ""))
	server := filepath.Join(bin, "codex")
	for name, tt := range map[string]struct{ reply, want string }{
		"trusted":   {`{"data":[{"hooks":[{"eventName":"stop","command":"discussd hook codex","trustStatus":"trusted","enabled":true}]}]}`, "codex trusts it"},
		"untrusted": {`{"data":[{"hooks":[{"eventName":"stop","command":"discussd hook codex","trustStatus":"untrusted","enabled":true},{"eventName":"x","command":"other","trustStatus":"untrusted"}]}]}`, "codex skips it without a word: stop →"},
		"no trust":  {`{"data":[{"hooks":[]}]}`, "codex skips it without a word: all, as the project is not trusted"},
	} {
		must(t, os.WriteFile(server, []byte("#!/bin/sh\ncase \"$1\" in app-server) ;; *) exit 1;; esac\nread a; read b; read c\necho '{\"id\":1,\"result\":{}}'\necho nonsense\necho '{\"id\":2,\"result\":"+tt.reply+"}'\ncat > /dev/null\n"), 0o755))
		said := doctor("--live")
		if !strings.Contains(said, tt.want) || strings.Count(said, "called now it answers in") != 4 || strings.Count(said, "called just now") != 1 {
			t.Errorf("%s: %s", name, said)
		}
	}
	must(t, os.Remove(server))
	if said := doctor("--live"); !strings.Contains(said, "codex is not there to be asked") {
		t.Errorf("without codex: %s", said)
	}
	broken := filepath.Join(s.dir, "broken.toml")
	must(t, os.WriteFile(broken, []byte("nonsense = ["), 0o644))
	s.environment = append(s.environment, "DISCUSSD_CONFIG="+broken)
	if said := doctor("--live"); !strings.Contains(said, "called now: it says") {
		t.Errorf("with a broken configuration: %s", said)
	}
}

// BenchmarkHookElsewhere is what a hook costs for a file that is no artifact: it is called
// for each file that an agent writes.
func BenchmarkHookElsewhere(b *testing.B) {
	s := newStage(b, "")
	event := s.claude("PostToolUse", `,"tool_name":"Write","tool_input":{"file_path":"/src/main.go"}`)
	for b.Loop() {
		s.hooked("claude", event)
	}
}
