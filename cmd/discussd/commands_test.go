//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"discussd/pipeline/verdict"
	"discussd/pipeline/verdict/verdicttest"
)

// execute runs one command line in this process.
func execute(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	code = runHere(t.Context(), args, strings.NewReader(""), &out, &errs)
	return out.String(), errs.String(), code
}

// isolate keeps the commands away from the user's own configuration and daemons.
func isolate(t *testing.T) {
	t.Helper()
	for _, variable := range []string{"HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME"} {
		t.Setenv(variable, t.TempDir())
	}
	t.Setenv("DISCUSSD_CONFIG", "")
}

func TestExitCodes(t *testing.T) {
	isolate(t)
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.toml")
	must(t, os.WriteFile(bad, []byte("[watch]\nquiet = 2\nquiett = \"2s\"\n"), 0o644))
	template, prompt := filepath.Join(dir, "template.toml"), filepath.Join(dir, "prompt.tmpl")
	must(t, os.WriteFile(template, []byte("panel.template = \"prompt.tmpl\"\n"), 0o644))
	must(t, os.WriteFile(prompt, []byte("{{.Nothing}}"), 0o644))
	open := filepath.Join(dir, "open.toml")
	must(t, os.WriteFile(open, nil, 0o644))
	must(t, os.Chmod(open, 0o666))
	session := filepath.Join(dir, "session")
	must(t, os.MkdirAll(filepath.Join(session, "spec"), 0o755))
	must(t, os.WriteFile(filepath.Join(session, "spec", "product-brief.md"), []byte("# {Product}\n\n## Vision\n\n{vision}\n"), 0o644))
	must(t, os.Mkdir(filepath.Join(dir, "none-below"), 0o755))
	bare := filepath.Join(dir, "bare")
	must(t, os.MkdirAll(filepath.Join(bare, "spec"), 0o755))
	tests := map[string]struct {
		args   []string
		code   int
		stdout string // part of it
		stderr string
	}{
		"no command":                 {[]string{}, 0, "Usage:", ""},
		"version":                    {[]string{"version"}, 0, "discussd " + version, ""},
		"--version":                  {[]string{"--version"}, 0, versionLine() + "\n", ""},
		"-v":                         {[]string{"-v"}, 0, versionLine() + "\n", ""},
		"unknown command":            {[]string{"verdict"}, 64, "", "unknown command \"verdict\"\nRun"},
		"another word for a command": {[]string{"watch"}, 64, "", `unknown command "watch", did you mean "run"?`},
		"misspelled flag":            {[]string{"critique", "--formt", "json"}, 64, "", "unknown flag --formt, did you mean --format?\nRun 'discussd critique --help'"},
		"one dash too few":           {[]string{"status", "-json"}, 64, "", "unknown flag -json, did you mean --json?\n"},
		"a flag of every command":    {[]string{"schema", "--confg", "x"}, 64, "", "did you mean --config?"},
		"an unknown letter":          {[]string{"run", "-q"}, 64, "", "unknown flag -q\nRun"},
		"no such shell":              {[]string{"completion", "tcsh"}, 64, "", "name a shell: bash, zsh or fish\nRun"},
		"a shell":                    {[]string{"completion", "bash"}, 0, "__start_discussd", ""},
		"misspelled command":         {[]string{"rnu"}, 64, "", `unknown command "rnu", did you mean "run"?`},
		"help":                       {[]string{"help"}, 0, "Available Commands:", ""},
		"help with a command":        {[]string{"help", "config", "show"}, 0, "discussd config show [flags]", ""},
		"help with no command":       {[]string{"help", "rnu"}, 64, "", `unknown command "rnu", did you mean "run"?`},
		"an unset variable":          {[]string{"critique", "--checks-only", ""}, 64, "", "an argument is empty"},
		"unknown flag":               {[]string{"run", "--fast"}, 64, "", "--fast"},
		"a file to check":            {[]string{"config", "check", bad}, 64, "", "discussd config check takes no arguments (got \"" + bad + "\"): name a file with --config\nRun"},
		"an argument too many":       {[]string{"schema", "verdict"}, 64, "", "discussd schema takes no arguments (got \"verdict\")\nRun"},
		"no such command of config":  {[]string{"config", "chek"}, 64, "", "unknown command \"chek\" for \"discussd config\", did you mean \"check\"?"},
		"unknown format":             {[]string{"critique", "--format", "xml", session}, 64, "", "must be one of text, report, json, rdjson, sarif"},
		"nothing to watch":           {[]string{"run"}, 64, "", "watch.roots"},
		"nothing to critique":        {[]string{"critique"}, 64, "", "name an artifact, a session or a folder of sessions"},
		"wait for a folder":          {[]string{"wait", session}, 64, "", "is no artifact of a round"},
		"wait for nowhere":           {[]string{"wait", filepath.Join(dir, "nowhere.txt")}, 64, "", "no such file"},
		"wait for no time":           {[]string{"wait", "--timeout", "-3s", filepath.Join(session, "spec", "product-brief.md")}, 64, "", "--timeout must be positive (got -3s)"},
		"wait for no round":          {[]string{"wait", "--session", session, "--round", "DISCUSS-009"}, 64, "", "known: DISCUSS-001"},
		"bad configuration":          {[]string{"config", "check", "--config", bad}, 78, "", `did you mean "quiet"`},
		"a configuration of others":  {[]string{"run", "--config", open}, 78, "", open + ": the file can be written by others (mode 0666), who could have it start programs: chmod go-w " + open},
		"template that fails":        {[]string{"config", "check", "--config", template}, 78, "", template + " (--config): panel.template " + prompt + ": try prompt template: "},
		"missing configuration":      {[]string{"run", "--config", filepath.Join(dir, "none.toml")}, 78, "", "none.toml"},
		"a profile":                  {[]string{"config", "show", "--profile", "coordinate", "--config", bad}, 0, "# from profile coordinate\nrounds = []", ""},
		"a profile as JSON":          {[]string{"config", "show", "--profile", "spec-team", "--json"}, 0, `"discuss-001-scope.md"`, ""},
		"no such profile":            {[]string{"config", "show", "--profile", "spec-tem"}, 64, "", `did you mean "spec-team"?`},
		"no profile":                 {[]string{"config", "show", "--profile", ""}, 64, "", `unknown profile ""`},
		"what is in force":           {[]string{"config", "show"}, 0, `profile = "lifecycle"`, ""},
		"defaults":                   {[]string{"config", "check"}, 0, "defaults: ok", ""},
		"a template":                 {[]string{"critique", "--checks-only", "--dry-run", filepath.Join(session, "spec", "product-brief.md")}, 2, "HIGH X-001", ""},
		"no session":                 {[]string{"critique", "--checks-only", filepath.Join(dir, "nowhere")}, 4, "session_not_found", ""},
		"no session, a file":         {[]string{"critique", "--checks-only", bad}, 4, "session_not_found Session not found: " + bad + ": the file belongs to no round", ""},
		"no session, a folder":       {[]string{"critique", "--checks-only", filepath.Join(dir, "none-below")}, 4, "session_not_found Session not found: " + dir + "/none-below: no session at or below", ""},
		"no session, artifact":       {[]string{"critique", "--checks-only", filepath.Join(dir, "nowhere", "spec", "product-brief.md")}, 4, "Session not found", ""},
		"status of no session":       {[]string{"status", filepath.Join(dir, "nowhere")}, 64, "", filepath.Join(dir, "nowhere") + ": there is no such file or folder"},
		"no round's file":            {[]string{"critique", "--checks-only", filepath.Join(session, "spec", "notes.md")}, 4, "Artifact not found", ""},
		"no artifact at all":         {[]string{"critique", "--checks-only", bare}, 4, "holds none of any round", ""},
		"blocked comes first":        {[]string{"critique", "--checks-only", "--dry-run", session}, 2, "X-001", "discussd: blocked"},
		"wait, bad configuration":    {[]string{"wait", "--config", bad, session}, 78, "", "watch.quiet"},
		"wait for a session to come": {[]string{"wait", "--timeout", "1ms", filepath.Join(dir, "later", "spec", "product-brief.md")}, 75, "", "there is no session"},
		"no artifact":                {[]string{"critique", "--checks-only", filepath.Join(session, "spec", "epics", "_index.md")}, 4, "Artifact not found: spec/epics/_index.md", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			out, errs, code := execute(t, tt.args...)
			if tt.code == 2 && !strings.HasPrefix(errs, "discussd: blocked") {
				t.Errorf("stderr does not start with what agents' hooks look for: %q", errs)
			}
			if code != tt.code || !strings.Contains(out, tt.stdout) || !strings.Contains(errs, tt.stderr) {
				t.Errorf("exit %d, want %d\nstdout: %s\nstderr: %s", code, tt.code, out, errs)
			}
		})
	}
}

// TestFullOutput: what could not be printed is no success, and a verdict's code stays.
func TestFullOutput(t *testing.T) {
	isolate(t)
	dir := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(dir, "spec"), 0o755))
	must(t, os.WriteFile(filepath.Join(dir, "spec", "product-brief.md"), []byte("# {Product}\n"), 0o644))
	for command, want := range map[string]int{
		"version": 1, "--version": 1, "completion bash": 1, "completion zsh": 1, "completion fish": 1, "explain --all": 1, "explain X-005": 1, "config show": 1, "config check": 1, "schema": 1,
		"status " + dir: 1, "critique --dry-run --checks-only " + dir: 2, "critique --dry-run --checks-only --json " + dir: 1,
		"wait": 64,
	} {
		t.Run(command, func(t *testing.T) {
			full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
			must(t, err)
			defer full.Close()
			var errs bytes.Buffer
			code := runHere(t.Context(), strings.Fields(command), strings.NewReader(""), full, &errs)
			if told := strings.Count(errs.String(), "no space left on device"); code != want || (told == 1) != (want != 64) {
				t.Errorf("exit %d, want %d, told %d times\n%s", code, want, told, &errs)
			}
		})
	}
}

func TestSchemaCommand(t *testing.T) {
	out, _, code := execute(t, "schema")
	if _, err := verdicttest.Compile([]byte(out)); err != nil || code != 0 {
		t.Errorf("exit %d, %v", code, err)
	}
}

// TestCritiqueOfASession: an array for a session, an object for an artifact; the
// same bytes are not judged twice unless forced or checked by other rules; a dry run writes nothing.
func TestCritiqueOfASession(t *testing.T) {
	isolate(t)
	s := &demo{console: &console{}, dir: filepath.Join(t.TempDir(), "s")}
	for _, scene := range scenes {
		for _, prefix := range scene.files {
			must(t, s.write("sample", prefix))
		}
	}
	judge := func(code int, args ...string) []verdict.Verdict {
		t.Helper()
		out, errs, got := execute(t, append([]string{"critique", "--json", "--checks-only"}, args...)...)
		if got != code {
			t.Errorf("%q: exit %d, want %d\n%s", args, got, code, errs)
		}
		var all []verdict.Verdict
		if !strings.HasPrefix(out, "[") {
			out = "[" + out + "]"
		}
		must(t, json.Unmarshal([]byte(out), &all))
		return all
	}
	if n := len(judge(2, "--dry-run", s.dir)); n != len(scenes) {
		t.Errorf("%d verdicts, want %d", n, len(scenes))
	}
	if _, err := os.Stat(filepath.Join(s.dir, "discussions")); err == nil {
		t.Error("a dry run wrote something")
	}
	brief := filepath.Join(s.dir, "spec", "product-brief.md")
	var revisions []int
	other := filepath.Join(t.TempDir(), "other.toml")
	must(t, os.WriteFile(other, []byte("[checks]\noff = [\"X-001\"]\n"), 0o644))
	for _, args := range [][]string{{brief}, {brief}, {"--force", brief}, {"--config", other, brief}, {"--config", other, brief}} {
		revisions = append(revisions, judge(0, args...)[0].Revision)
	}
	if want := []int{1, 1, 2, 3, 3}; !slices.Equal(revisions, want) {
		t.Errorf("revisions %v, want %v", revisions, want)
	}
	out, _, code := execute(t, "status", "--json", s.dir)
	var report status
	must(t, json.Unmarshal([]byte(out), &report))
	if code != 0 || len(report.Sessions) != 1 || report.Sessions[0].Rounds[1].State != "fresh" || report.Sessions[0].Rounds[0].State != "unjudged" {
		t.Errorf("status: exit %d, %+v", code, report.Sessions)
	}
}

// TestDemo: the README's first command, in this process.
func TestDemo(t *testing.T) {
	isolate(t)
	t.Setenv("PATH", "") // it starts no CLI of the user's
	t.Setenv("TMPDIR", t.TempDir())
	out, errs, code := execute(t, "demo")
	record := regexp.MustCompile(`\S+/tool-shed/discussions/DISCUSS-002-discussion.md`).FindString(out)
	if text, err := os.ReadFile(record); err != nil || !strings.Contains(string(text), "4 of 4 perspectives answered by models") {
		t.Errorf("the record that is named says %q (%v)", text, err)
	}
	for _, part := range []string{
		"its answers were written beforehand", "DISCUSS-002 brief: consensus_blocked (HIGH, revise), rated 3.25/5", "HIGH   A loan holds nothing about the borrower", "DISCUSS-002 brief: consensus_reached, rated 4.00/5",
		"DISCUSS-003 requirements: consensus_blocked (HIGH, revise)", "DISCUSS-003 requirements: consensus_reached", "DISCUSS-006 sign-off: consensus_reached", "10 artifacts in 3 sessions, 3 revised (DISCUSS-003, DISCUSS-005, DISCUSS-002)", "a session of spec-kit", "the facts of the embedded checks are the only judge, and a HIGH one blocks"} {
		if !strings.Contains(out, part) {
			t.Errorf("no %q in the output", part)
		}
	}
	if code != 0 || t.Failed() {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	// The README's picture shows what the demo prints.
	_, part, _ := strings.Cut(out, "writer writes spec/requirements/\n")
	part, rest, _ := strings.Cut(part, "fixed 7, new 0")
	_, rest, _ = strings.Cut(rest, "a session of spec-kit\n")
	_, second, _ := strings.Cut(rest, "writer writes tasks.md\n")
	second, rest, _ = strings.Cut(second, "fixed 2, new 0")
	want := picture(strings.Split("$ discussd demo\n…\nwriter writes spec/requirements/\n"+part+"fixed 7, new 0\n…\nrowing-club/specs/001-boat-bookings, a session of spec-kit\n…\nwriter writes tasks.md\n"+second+"fixed 2, new 0", "\n"))
	if *update {
		must(t, os.WriteFile("../../docs/demo.svg", []byte(want), 0o644))
	}
	if drawn, err := os.ReadFile("../../docs/demo.svg"); err != nil || string(drawn) != want || rest == "" {
		t.Errorf("docs/demo.svg shows something else (%v); go test ./cmd/discussd -run TestDemo -update draws it", err)
	}
}

// TestInterrupted: whatever a signal ends says so in one word, and not how its
// parts call it among themselves.
func TestInterrupted(t *testing.T) {
	isolate(t)
	brief := filepath.Join(t.TempDir(), "spec", "product-brief.md")
	must(t, os.MkdirAll(filepath.Dir(brief), 0o755))
	must(t, os.WriteFile(brief, []byte("# Brief\n"), 0o644))
	for name, args := range map[string][]string{
		"wait":     {"wait", brief},
		"critique": {"critique", "--checks-only", brief},
		"demo":     {"demo"},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, interrupt := context.WithCancelCause(t.Context())
			interrupt(errors.New("interrupt signal received"))
			var out, errs strings.Builder
			code := runHere(ctx, args, strings.NewReader(""), &out, &errs)
			last := errs.String()[strings.LastIndex(strings.TrimSpace(errs.String()), "\n")+1:]
			if code != exitFailure || last != "discussd: interrupted\n" {
				t.Errorf("exit %d, want %d\n%s", code, exitFailure, errs.String())
			}
		})
	}
}
