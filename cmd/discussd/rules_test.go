//go:build linux

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// documented are the rules that docs/rules.md shows, as one file.
func documented(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "rules.md"))
	must(t, err)
	var b strings.Builder
	for _, block := range regexp.MustCompile("(?s)```toml\n(.*?)```").FindAllStringSubmatch(string(page), -1) {
		if strings.HasPrefix(block[1], "[[rule]]") {
			b.WriteString(block[1])
		}
	}
	return b.String()
}

// TestOwnRules takes the rules of the documentation through a configuration to a verdict.
func TestOwnRules(t *testing.T) {
	isolate(t)
	folder := t.TempDir()
	file := filepath.Join(folder, "rules", "acme.toml")
	must(t, os.MkdirAll(filepath.Dir(file), 0o755))
	must(t, os.WriteFile(file, []byte(documented(t)), 0o644))
	settings := filepath.Join(folder, "discussd.toml")
	must(t, os.WriteFile(settings, []byte("[checks]\nrules = [\"rules/*.toml\"]\n"), 0o644))

	type result struct {
		stdout, stderr string
		code           int
	}
	run := func(args ...string) (r result) {
		r.stdout, r.stderr, r.code = execute(t, args...)
		return r
	}
	if out := run("rules", "list"); out.code != 0 || out.stdout != "" || !strings.Contains(out.stderr, "names no rules of your own") {
		t.Errorf("no rules: %d\n%s%s", out.code, out.stdout, out.stderr)
	}
	if out := run("rules", "list", "--json"); out.code != 0 || out.stdout != "[]\n" {
		t.Errorf("no rules as JSON: %d\n%s%s", out.code, out.stdout, out.stderr)
	}
	out := run("rules", "test", file)
	if out.code != 0 || strings.Count(out.stdout, "ok  ") != 8 || strings.Contains(out.stdout, "FAIL") {
		t.Errorf("rules test: %d\n%s%s", out.code, out.stdout, out.stderr)
	}
	for _, command := range []string{"test", "list"} {
		t.Run(command+" of a relative path", func(t *testing.T) {
			t.Chdir(folder)
			if out, errs, code := execute(t, "rules", command, filepath.Join("rules", "acme.toml")); code != 0 || !strings.Contains(out, "ACME-002") {
				t.Errorf("exit %d\n%s%s", code, out, errs)
			}
		})
	}
	for _, args := range [][]string{{"rules", "list"}, {"explain", "acme-002"}} {
		if out := run(append([]string{"--config", settings}, args...)...); out.code != 0 || !strings.Contains(out.stdout, "ACME-002") {
			t.Errorf("%q: %d\n%s%s", args, out.code, out.stdout, out.stderr)
		}
	}
	brief := filepath.Join(folder, "notes.md")
	must(t, os.WriteFile(brief, []byte("# Notes\n\n## Acceptance Criteria\n\n- [ ] The export must leverage the cache\n"), 0o644))
	if out := run("--config", settings, "critique", "--checks-only", "--dry-run", brief); !strings.Contains(out.stdout, `"leverage" says nothing that can be tested`) {
		t.Errorf("critique: %d\n%s%s", out.code, out.stdout, out.stderr)
	}

	broken := strings.Replace(documented(t), `when = 'it.priority`, `when = 'it.priorty`, 1)
	must(t, os.WriteFile(file, []byte(broken), 0o644))
	out = run("--config", settings, "config", "check")
	if out.code != exitConfig || !strings.Contains(out.stderr, `type rules.Subject has no field priorty, did you mean "priority"?`) || !strings.Contains(out.stderr, "acme.toml:") {
		t.Errorf("a misspelt name: %d\n%s", out.code, out.stderr)
	}
	wrong := strings.Replace(documented(t), "must leverage the cache", "must use the cache", 1)
	must(t, os.WriteFile(file, []byte(wrong), 0o644))
	out = run("rules", "test", file)
	if out.code != 1 || !strings.Contains(out.stdout, "FAIL  ACME-001  bad.en") || !strings.Contains(out.stderr, "1 of 3 rules") {
		t.Errorf("a wrong example: %d\n%s%s", out.code, out.stdout, out.stderr)
	}
	must(t, os.Chmod(file, 0o666))
	if out = run("--config", settings, "config", "check"); out.code != exitConfig || !strings.Contains(out.stderr, "can be written by others") {
		t.Errorf("a file that others can write: %d\n%s", out.code, out.stderr)
	}
}
