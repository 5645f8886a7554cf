//go:build linux

package main

import (
	"strings"
	"testing"
)

// TestStatusTellsOfChangesUpstream changes the brief after the requirements were
// judged: their verdict stays, and is suspect.
func TestStatusTellsOfChangesUpstream(t *testing.T) {
	t.Parallel()
	s := newStage(t, "")
	for _, scene := range scenes[:3] {
		s.write(scene)
	}
	if out, errs, code := s.run("critique", "--checks-only", s.session); code == 1 {
		t.Fatalf("%s\n%s", out, errs)
	}
	row := func(round string) string {
		out, _, _ := s.run("status", s.session)
		for line := range strings.Lines(out) {
			if strings.Contains(line, round+" ") {
				return line
			}
		}
		return ""
	}
	if got := row("DISCUSS-003"); !strings.Contains(got, "fresh") || strings.Contains(got, "suspect") {
		t.Errorf("nothing has changed: %s", got)
	}
	s.edit("spec/product-brief.md", "\nOne more word.\n")
	if got := row("DISCUSS-003"); !strings.Contains(got, "fresh, suspect: DISCUSS-002 changed since") {
		t.Errorf("the brief has changed: %s", got)
	}
	if got := row("DISCUSS-002"); !strings.Contains(got, "stale") {
		t.Errorf("the brief itself: %s", got)
	}
	s.drop("discussions/requests/a.json", `{"round": "X-1", "artifact": "notes/gone.md", "perspectives": [{"name": "ux", "tool": "codex"}]}`)
	if got := row("requests/a.json"); !strings.Contains(got, "unanswered") {
		t.Errorf("a request: %s", got)
	}
	s.run("critique", "--checks-only", s.session+"/discussions/requests/a.json")
	if got := row("requests/a.json"); !strings.Contains(got, "answered") || !strings.Contains(got, "error") {
		t.Errorf("a request, refused: %s", got)
	}
}

// A block because nobody spoke is told apart from one that a panel decided.
func TestStatusTellsThatNoModelAnswered(t *testing.T) {
	t.Parallel()
	s := newStage(t, "")
	s.write(scenes[1])
	if out, errs, code := s.run("critique", s.session); code == 1 {
		t.Fatalf("%s\n%s", out, errs)
	}
	if got := s.state("DISCUSS-002"); !strings.Contains(got, "consensus_blocked (MEDIUM), no model answered") {
		t.Errorf("no tool is installed: %s", got)
	}
	s.run("critique", "--checks-only", "--force", s.session)
	if out, _, _ := s.run("status", "--json", s.session); !strings.Contains(out, `"unreviewed": true`) {
		t.Errorf("as JSON: %s", out)
	}
}
