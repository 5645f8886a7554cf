package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"discussd/pipeline/verdict"
)

// execute runs one command line in this process.
func execute(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(t.Context(), args, strings.NewReader(""), &out, &errs)
	return out.String(), errs.String(), code
}

// isolate keeps the commands away from the user's own configuration and daemons.
func isolate(t *testing.T) {
	t.Helper()
	for _, variable := range []string{"HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME"} {
		t.Setenv(variable, t.TempDir())
	}
	t.Setenv("DISCUSSD_CONFIG", "")
}

func TestExitCodes(t *testing.T) {
	isolate(t)
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.toml")
	must(t, os.WriteFile(bad, []byte("[watch]\nquiet = 2\nquiett = \"2s\"\n"), 0o644))
	session := filepath.Join(dir, "session")
	must(t, os.MkdirAll(filepath.Join(session, "spec"), 0o755))
	must(t, os.WriteFile(filepath.Join(session, "spec", "product-brief.md"), []byte("# {Product}\n\n## Vision\n\n{vision}\n"), 0o644))
	bare := filepath.Join(dir, "bare")
	must(t, os.MkdirAll(filepath.Join(bare, "spec"), 0o755))
	tests := map[string]struct {
		args   []string
		code   int
		stdout string // part of it
		stderr string
	}{
		"no command":                 {nil, 0, "Usage:", ""},
		"version":                    {[]string{"version"}, 0, "discussd " + version, ""},
		"unknown command":            {[]string{"watch"}, 64, "", `unknown command "watch"`},
		"unknown flag":               {[]string{"run", "--fast"}, 64, "", "--fast"},
		"unknown format":             {[]string{"critique", "--format", "xml", session}, 64, "", "must be one of"},
		"nothing to watch":           {[]string{"run"}, 64, "", "watch.roots"},
		"nothing to critique":        {[]string{"critique"}, 64, "", "requires at least 1 arg"},
		"wait for a folder":          {[]string{"wait", session}, 64, "", "is no artifact of a round"},
		"wait for nowhere":           {[]string{"wait", filepath.Join(dir, "nowhere.txt")}, 64, "", "nothing is there"},
		"wait for no round":          {[]string{"wait", "--session", session, "--round", "DISCUSS-009"}, 64, "", "known: DISCUSS-001"},
		"bad configuration":          {[]string{"config", "check", "--config", bad}, 78, "", `did you mean "quiet"`},
		"missing configuration":      {[]string{"run", "--config", filepath.Join(dir, "none.toml")}, 78, "", "none.toml"},
		"defaults":                   {[]string{"config", "check"}, 0, "defaults: ok", ""},
		"a template":                 {[]string{"critique", "--checks-only", "--dry-run", filepath.Join(session, "spec", "product-brief.md")}, 2, "HIGH X-001", ""},
		"no session":                 {[]string{"critique", "--checks-only", filepath.Join(dir, "nowhere")}, 4, "session_not_found", ""},
		"no session, artifact":       {[]string{"critique", "--checks-only", filepath.Join(dir, "nowhere", "spec", "product-brief.md")}, 4, "Session not found", ""},
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

func TestSchemaCommand(t *testing.T) {
	out, _, code := execute(t, "schema")
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(out))
	if err != nil || code != 0 {
		t.Fatalf("exit %d, %v", code, err)
	}
	compiler := jsonschema.NewCompiler()
	must(t, compiler.AddResource("urn:discussd:verdict:1", document))
	if _, err := compiler.Compile("urn:discussd:verdict:1"); err != nil {
		t.Error(err)
	}
}

// TestCritiqueOfASession: an array for a session, an object for an artifact; the
// same bytes are not judged twice unless forced; a dry run writes nothing.
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
	for _, args := range [][]string{{brief}, {brief}, {"--force", brief}} {
		revisions = append(revisions, judge(0, args...)[0].Revision)
	}
	if revisions[0] != 1 || revisions[1] != 1 || revisions[2] != 2 {
		t.Errorf("revisions %v, want 1 1 2", revisions)
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
	out, errs, code := execute(t, "demo")
	for _, part := range []string{"DISCUSS-003 requirements: consensus_blocked (HIGH, revise)", "DISCUSS-003 requirements: consensus_reached", "DISCUSS-006 sign-off: consensus_reached", "1 revised (DISCUSS-003)"} {
		if !strings.Contains(out, part) {
			t.Errorf("no %q in the output", part)
		}
	}
	if code != 0 || t.Failed() {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
}
