//go:build linux

package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// hostile is a name that steers terminals, hides what follows and is a command to a
// build server.
const hostile = "\x1b[31mred\n::error::owned\u202e"

// hostileLines are the lines of an output that such a name got through to.
func hostileLines(output string) []string {
	var found []string
	for line := range strings.Lines(output) {
		if strings.ContainsAny(line, "\x1b\u202e") || strings.HasPrefix(strings.TrimSpace(line), "::") {
			found = append(found, line)
		}
	}
	return found
}

// TestHostileNames: a folder's name steers neither a terminal nor a build server, by
// whatever command.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	s := newStage(t, everyRule)
	s.session = filepath.Join(s.root, hostile)
	s.demo.dir = s.session
	must(t, os.MkdirAll(filepath.Join(s.session, "spec"), 0o755))
	must(t, os.WriteFile(s.brief(), []byte("# {Product}\n\n"+hostile+"\n\n[x]("+hostile+".md)\n"), 0o644))
	other := filepath.Join(s.root, "other "+hostile)
	must(t, os.MkdirAll(filepath.Join(other, "spec"), 0o755))
	must(t, os.WriteFile(filepath.Join(other, "discussions"), nil, 0o644))
	must(t, os.WriteFile(filepath.Join(other, "spec", "product-brief.md"), []byte("# {Product}\n"), 0o644))
	for name, args := range map[string][]string{
		"critique":            {"critique", s.root},
		"checks":              {"critique", "--checks-only", "--dry-run", s.root},
		"a report":            {"critique", "--checks-only", "--dry-run", "--format", "report", s.brief()},
		"no artifact":         {"critique", "--checks-only", filepath.Join(s.session, "spec", hostile)},
		"nowhere":             {"critique", "--checks-only", filepath.Join(s.dir, hostile)},
		"an unknown command":  {hostile},
		"an unknown flag":     {"--" + hostile},
		"an unknown rule":     {"explain", hostile},
		"an argument":         {"schema", hostile},
		"status":              {"status", s.root},
		"status of nothing":   {"status", filepath.Join(s.dir, hostile)},
		"doctor":              {"doctor", s.root, s.session},
		"wait":                {"wait", "--timeout", "1ms", filepath.Join(s.dir, hostile, "spec", "product-brief.md")},
		"wait without daemon": {"wait", "--timeout", "1ms", filepath.Join(other, "spec", "product-brief.md")},
		"request":             {"request", "--session", s.session, "--type", "initial", "--topic", "x"},
		"no request":          {"request", "--artifact", filepath.Join(s.dir, hostile)},
		"no configuration":    {"config", "check", "--config", filepath.Join(s.dir, hostile)},
		"completion":          {"__complete", "status", s.root},
	} {
		out, errs, _ := s.run(args...)
		if found := hostileLines(out + errs); len(found) > 0 || out+errs == "" {
			t.Errorf("%s: %q", name, found)
		}
	}
	daemon := s.background("--checks-only", s.root)
	s.await("DISCUSS-002")
	poll(t, "the log to name the sessions", func() bool { return strings.Contains(s.log(), "owned") })
	s.stop(daemon)
	if found := hostileLines(s.log()); len(found) > 0 {
		t.Errorf("the log: %q", found)
	}
}

// TestTellIsOneLine: whatever is told of, and however the program ends.
func TestTellIsOneLine(t *testing.T) {
	var errs bytes.Buffer
	var out bytes.Buffer
	c := &console{stdout: &out, stderr: &errs}
	c.printf("%s\n", "a summary of "+hostile)
	if got := out.String(); got != "a summary of \\x1b[31mred\n| ::error::owned\\u202e\n" {
		t.Errorf("printed %q", got)
	}
	c.tell("%s %v %d", hostile, errors.New(hostile), 7)
	c.note("%s", hostile)
	c.tellNotes()
	exitCode(errors.New(hostile), &errs)
	if found := hostileLines(errs.String()); len(found) > 0 || strings.Count(errs.String(), "\n") != 4 {
		t.Errorf("got %q", errs.String())
	}
}
