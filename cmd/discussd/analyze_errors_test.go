//go:build linux

package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const doubt = `{"key_insights": ["The queue is longest on Mondays"], "open_questions": ["Who opens the door?"]}`

// TestAnalyzeErrors goes through a discussant's error handling and its defaults, row
// by row. Every row is a session of its own under one daemon, but for the one that
// needs other CLIs.
func TestAnalyzeErrors(t *testing.T) {
	t.Parallel()
	s := newStage(t, analyzeProfile, "gemini")
	s.script(nightExport + "/answers")
	s.background(s.root)
	session := func(name string) {
		s.enter(".workflow/.analysis/UAN-"+name, "")
		s.drop(".msg/messages.jsonl", "")
	}
	session("idle")
	s.drop("analyses/analysis-001.json", doubt)

	s.row("defaults", func(t *testing.T) {
		session("defaults")
		s.drop("analyses/analysis-001.json", doubt)
		if out, code := s.discuss("a.md", "topic: queues\n"); code != 0 {
			t.Fatal(out)
		}
		if got := s.round(1); got.Type != "initial" || got.Feedback != "" || len(got.Understanding["new_insights"]) != 1 {
			t.Errorf("got %+v", got)
		}
	})
	s.row("No analysis results found", func(t *testing.T) {
		session("empty")
		if out, code := s.discuss("a.md", "topic: queues\ntype: deepen\nuser_feedback: look at Mondays\n"); code != 0 {
			t.Fatal(out)
		}
		got := s.round(1)
		if len(got.Understanding["confirmed"])+len(got.NewFindings)+len(got.NewQuestions) != 0 || !cmp.Equal(got.Notes, []string{"No analysis results were found: the discussion is empty."}) {
			t.Errorf("got %+v", got)
		}
		if l := s.lastly("discussion-round-1"); l.Type != "discussion_processed" || l.Summary != "[discussant] DISCUSS complete: queues, round 1 (deepen): empty, no analysis results were found" || !cmp.Equal(l.Data.Notes, got.Notes) {
			t.Errorf("got %+v", l)
		}
		holds(t, s.read("discussion.md"), "Note: No analysis results were found: the discussion is empty.\n\n#### Type\n\ndeepen\n\n#### User Input\n\nlook at Mondays\n", "**Confirmed**: (None)\n")
	})
	s.row("User feedback unclear", func(t *testing.T) {
		session("unclear")
		s.drop("analyses/analysis-001.json", doubt)
		if out, code := s.discuss("a.md", "topic: queues\nround: 2\ntype: specific-questions\nuser_feedback: ?\n"); code != 0 {
			t.Fatal(out)
		}
		const note = "The feedback is unclear (the user feedback “?” does not say what to do): processed as deepen."
		if got := s.round(2); got.Type != "deepen" || got.Feedback != "?" || !cmp.Equal(got.Notes, []string{note}) {
			t.Errorf("got %+v", got)
		}
		_, prompt := s.prompt("discussion-round-2", "discussant")
		holds(t, prompt, "* Go on in the present direction")
		holds(t, s.read("discussion.md"), "### Round 2 - Discussion (", "Note: The feedback is unclear")
		if l := s.lastly("discussion-round-2"); l.Type != "discussion_processed" || !cmp.Equal(l.Data.Notes, []string{note}) {
			t.Errorf("got %+v", l)
		}
	})
	s.row("Session folder missing", func(t *testing.T) {
		session("asks for another")
		s.drop("analyses/analysis-001.json", doubt)
		if out, code := s.discuss("a.md", "session: .workflow/.analysis/UAN-unclear\ntopic: queues\n"); code != 4 || !strings.Contains(out, "session not found: .workflow/.analysis/UAN-unclear") {
			t.Errorf("code %d: %s", code, out)
		}
		if l := s.lastly("discussion-round-1"); l.Type != "error" || l.From != "discussant" || l.To != "coordinator" || l.Data.Code != "session_not_found" || !strings.HasPrefix(l.Summary, "[discussant] ") {
			t.Errorf("got %+v", l)
		}
		if out, errs, code := s.run("request", "--session", filepath.Join(s.root, "gone"), "--topic", "queues"); code != 64 || !strings.Contains(errs, "session not found") {
			t.Errorf("code %d: %s%s", code, out, errs)
		}
	})
	s.row("error: what blocks", func(t *testing.T) {
		session("broken memory")
		s.drop("analyses/analysis-001.json", doubt)
		s.drop("shared-memory.json", "{\n  \"discussions\": 7\n}")
		if out, code := s.discuss("a.md", "topic: queues\n"); code != 4 || !strings.Contains(out, "shared-memory.json: line 2") {
			t.Errorf("code %d: %s", code, out)
		}
		said := s.bus("discussion-round-1")
		if len(said) != 2 || said[1].Type != "error" || !strings.Contains(said[1].Summary, "shared-memory.json: line 2") {
			t.Errorf("got %+v", said)
		}
		for text := range strings.Lines(s.log()) {
			if strings.Contains(text, "session=") && !strings.Contains(text, "[discussant]") {
				t.Errorf("logged %s", text)
			}
		}
	})
	s.row("error: what no longer blocks", func(t *testing.T) {
		s.drop("shared-memory.json", "{}")
		if out, code := s.discuss("a.md", "topic: queues\n"); code != 0 || !strings.HasSuffix(out, "/discussion-round-1.json\n") {
			t.Errorf("code %d: %s", code, out)
		}
		if _, err := os.Stat(filepath.Join(s.session, "discussions/discussion-round-1-verdict.json")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the error verdict is still there: %v", err)
		}
		if l := s.lastly("discussion-round-1"); l.Type != "discussion_processed" {
			t.Errorf("got %+v", l)
		}
	})
	s.row("a session has no spec/ and needs none", func(t *testing.T) {
		if out, errs, code := s.run("status", "--json", s.root); code != 0 || !strings.Contains(out, "/UAN-idle\"") {
			t.Errorf("code %d: %s%s", code, out, errs)
		}
	})
	s.row("No DISCUSS-* tasks available", func(t *testing.T) {
		s.enter(".workflow/.analysis/UAN-idle", "")
		want := map[string]string{"analyses/analysis-001.json": doubt, ".msg/messages.jsonl": ""}
		if diff := cmp.Diff(want, s.files()); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	})
	// Command file not found: there are no command files. A CLI fallback for the
	// message bus, task lists and subagents are matters of the agents that this replaces.
}

func TestAnalyzeCLIUnavailable(t *testing.T) {
	t.Parallel()
	s := newStage(t, analyzeProfile)
	s.enter(".workflow/.analysis/UAN-alone", nightExport+"/session")
	s.background(s.root)
	if out, code := s.discuss("a.md", "topic: the slow night export\nround: 1\ntype: direction-adjusted\nuser_feedback: Who reads the export file?\n"); code != 0 {
		t.Fatal(out)
	}
	got := s.round(1)
	if got.Type != "direction-adjusted" || len(got.Understanding["confirmed"]) != 1 || got.NewFindings[0] != "Two jobs write the same export file" || got.NewQuestions[2] != "Who reads the export file?" {
		t.Errorf("got %+v", got)
	}
	if len(got.Notes) != 1 || !strings.HasPrefix(got.Notes[0], "The analyses at hand were used: ") {
		t.Errorf("notes %q", got.Notes)
	}
	if l := s.lastly("discussion-round-1"); l.Type != "discussion_processed" || !cmp.Equal(l.Data.Notes, got.Notes) {
		t.Errorf("got %+v", l)
	}
}
