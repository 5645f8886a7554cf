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
	if _, errs, code := s.run("hook", "clod"); code != exitUsage || !strings.Contains(errs, "known: claude") {
		t.Errorf("unknown agent: exit %d, %q", code, errs)
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
