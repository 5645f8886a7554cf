//go:build linux

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"discussd/critique/checks"
)

func TestDoctor(t *testing.T) {
	t.Parallel()
	all := []string{"gemini", "codex", "claude"}
	noRule := onlyRules(func(checks.Rule) bool { return false })
	tests := map[string]struct {
		tools  []string
		extra  string // configuration
		before func(*stage)
		args   []string
		code   int
		want   []string // parts of the report, blanks collapsed
		asked  int      // questions to CLIs
	}{
		"all is well": {tools: all, want: []string{
			"ok configuration BASE/discussd.toml (--config)", "ok claude 9.9.9 (fake), BASE/bin/claude (native)", "ok codex 9.9.9", "ok gemini 9.9.9",
			"ok perspective product gemini, then codex, claude ok perspective technical codex, then gemini, claude ok perspective quality claude, then gemini, codex",
			"ok BASE/项目 one ", ", 1 session ", "ok inotify watches", "ok runtime folder BASE/run/discussd", "ok home folder BASE/home", "ok temporary folder /", "All well."}},
		"all answer": {tools: all, args: []string{"--live"}, asked: 3, want: []string{
			"ok gemini 9.9.9 (fake), BASE/bin/gemini (native), answers in ", ", model claude-fake, $0.0100", "All well."}},
		"one is missing": {tools: all[:2], want: []string{
			`warn claude not installed: no claude on PATH → npm install -g @anthropic-ai/claude-code, or set tools.claude.enabled = false`, "ok perspective quality gemini in place of claude, then codex", "It works, with 1 warning."}},
		"one is disabled": {tools: all[:2], extra: "[tools.claude]\nenabled = false\n", want: []string{"ok codex", "All well."}},
		"all are missing": {want: []string{"warn panel no CLI can be asked: verdicts will be unreviewed, facts only", "It works, with 4 warnings."}},
		"nobody judges":   {extra: noRule, code: 1, want: []string{"FAIL panel no CLI can be asked, and checks.off names every check", "1 problem keeps discussd from working"}},
		"live failures": {tools: all, args: []string{"--live"}, asked: 3, extra: "[tools.claude]\ntimeout = \"4s\"\n", before: func(s *stage) {
			s.direct("gemini", "mode", "print")
			s.direct("gemini", "exit", "41")
			s.direct("codex", "mode", "print")
			s.direct("codex", "exit", "1")
			s.direct("codex", "stdout", toolFaults("codex")["spent"].stdout)
			s.direct("claude", "mode", "hang")
		}, want: []string{
			"warn gemini 9.9.9 (fake), BASE/bin/gemini (native), auth: gemini has no login, after ", "→ log in with 'gemini', or set GEMINI_API_KEY",
			", quota: codex failed", "→ top up the account", ", timeout: no answer in time", "raise tools.claude.timeout",
			"warn panel no CLI can be asked"}},
		"a model that is none": {tools: all, args: []string{"--live"}, asked: 3, before: func(s *stage) {
			s.direct("codex", "mode", "print")
			s.direct("codex", "exit", "1")
			s.direct("codex", "stdout", `{"type":"turn.failed","error":{"message":"unexpected status 404 Not Found: no such model"}}`+"\n")
		}, want: []string{`, misconfigured: codex failed and exited with 1: "unexpected status 404 Not Found: no such model", after `, "→ look at model, args and via of tools.codex"}},
		"not a model": {tools: all, args: []string{"--live"}, asked: 3, before: func(s *stage) { s.direct("codex", "answer", "Welcome!") },
			want: []string{`→ it was asked for {"ok": true} and said "Welcome!"`, "It works, with 1 warning."}},
		"a configuration that is none": {tools: all, before: func(s *stage) {
			must(s.t, os.WriteFile(s.configuration, []byte("[watch2]\nx = 1\n[panel]\nfacts = 3\n"), 0o644))
		}, code: 1, want: []string{"FAIL configuration ", "watch2", "panel.facts", "→ mend BASE/discussd.toml", "ok gemini"}},
		"a template that is none": {tools: all, before: func(s *stage) {
			must(s.t, os.WriteFile(s.configuration, []byte("panel.template = \"p.tmpl\"\n"), 0o644))
			must(s.t, os.WriteFile(filepath.Join(s.dir, "p.tmpl"), []byte("{{.Nothing}}"), 0o644))
		}, code: 1, want: []string{"FAIL configuration ", "panel.template BASE/p.tmpl: try prompt template: ", "ok home folder"}},
		"nobody is told and nobody decides": {tools: all, extra: "[handoff]\non_verdict = [\"no-such-hook\"]\ntrusted_deciders = [\"no-such-user\", \"4711\"]\n", want: []string{
			`warn hook exec: "no-such-hook": executable file not found in $PATH → nobody is told of verdicts`, `warn decider look up user "no-such-user": `, "It works, with 2 warnings."}},
		"a hook":                {tools: all, extra: "[handoff]\non_verdict = [\"sh\", \"-c\", \"true\"]\n", want: []string{"ok hook /", "/sh ", "All well."}},
		"no root":               {tools: all, args: []string{"DIR/nowhere"}, want: []string{"warn BASE/nowhere does not exist → it is waited for"}},
		"no match":              {tools: all, extra: "roots = [\"~/src/*/.workflow\"]\n", want: []string{"ok ~/src/*/.workflow matches no folder yet; one that comes is seen", "All well."}},
		"a root that is a file": {tools: all, args: []string{"DIR/discussd.toml"}, code: 1, want: []string{"FAIL BASE/discussd.toml "}},
		"nowhere to write": {tools: all, before: func(s *stage) {
			must(s.t, os.WriteFile(filepath.Join(s.session, "discussions"), nil, 0o644))
		}, code: 1, want: []string{"FAIL BASE/项目 one ", "1 session (1 lifecycle), 1 without a way to write", "TLS-parcel room: output_refused: discussions is not a folder"}},
		"no temporary folder": {tools: all, before: func(s *stage) { s.environment = append(s.environment, "TMPDIR="+s.dir+"/none") },
			code: 1, want: []string{"FAIL temporary folder ", "set TMPDIR"}},
		"no home": {tools: all, before: func(s *stage) { s.environment = append(s.environment, "HOME="+s.dir+"/none") },
			want: []string{"warn home folder ", "gemini hangs"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, tt.extra, tt.tools...)
			if tt.before != nil {
				tt.before(s)
			}
			args := []string{"doctor"}
			for _, arg := range tt.args {
				args = append(args, strings.Replace(arg, "DIR", s.dir, 1))
			}
			if !strings.Contains(strings.Join(tt.args, ""), "DIR") {
				args = append(args, s.root)
			}
			out, errs, code := s.run(args...)
			got := strings.ReplaceAll(strings.Join(strings.Fields(out), " "), s.dir, "BASE")
			for _, part := range tt.want {
				if !strings.Contains(got, part) {
					t.Errorf("no %q", part)
				}
			}
			if len(s.calls()) != tt.asked {
				t.Errorf("CLIs asked: %q, want %d", s.calls(), tt.asked)
			}
			if entries, err := os.ReadDir(s.session); err != nil || len(entries) > 2 {
				t.Errorf("the session holds %v, %v", entries, err)
			}
			if code != tt.code || errs != "" || t.Failed() {
				t.Errorf("exit %d, want %d\n%s%s", code, tt.code, out, errs)
			}
		})
	}
}

// TestDoctorJSON: every row in words that a program can tell apart, and no root.
func TestDoctorJSON(t *testing.T) {
	isolate(t)
	t.Setenv("PATH", "")
	out, errs, code := execute(t, "doctor", "--json")
	var d diagnosis
	if err := json.Unmarshal([]byte(out), &d); err != nil || code != 0 {
		t.Fatalf("exit %d, %v\n%s%s", code, err, out, errs)
	}
	var got []string
	for _, r := range d.Rows {
		got = append(got, string(r.Mark)+" "+r.What)
		if r.Result == "" {
			t.Errorf("%s says nothing", r.What)
		}
	}
	want := []string{"ok configuration", "warn claude", "warn codex", "warn gemini", "warn panel", "ok roots", "ok inotify instances", "ok inotify watches", "ok runtime folder", "ok home folder", "ok temporary folder"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
