//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
	"discussd/pipeline/verdict"
)

// TestDaemonWalksASession is the main job: six rounds, who is asked in each and what people and
// agents are handed (testdata/lifecycle), an unchanged rewrite, a revision that is blocked, and
// one that is blocked again.
func TestDaemonWalksASession(t *testing.T) {
	t.Parallel()
	s := newStage(t, everyRule, "gemini", "codex", "claude")
	daemon := s.background(s.root)
	asked := map[string]int{"DISCUSS-001": 3, "DISCUSS-002": 4, "DISCUSS-003": 3, "DISCUSS-004": 2, "DISCUSS-005": 4, "DISCUSS-006": 5}
	total := 0
	for _, scene := range scenes {
		s.write(scene)
		v := s.await(scene.round)
		total += asked[scene.round]
		if v.Outcome != verdict.Reached || v.Basis != critique.BasisPanel || v.Revision != 1 || v.AverageRating == nil || *v.AverageRating != 4 {
			t.Errorf("%s: %s, %s, revision %d, %v, notes %q", scene.round, v.Outcome, v.Basis, v.Revision, v.AverageRating, v.Notes)
		}
		for _, p := range v.Perspectives {
			if p.Cost.InputTokens == nil || *p.Cost.InputTokens != 10 {
				t.Errorf("%s: %s has no cost: %+v", scene.round, p.Name, p.Cost)
			}
		}
		if sum := int64(10 * asked[scene.round]); v.Cost.InputTokens == nil || *v.Cost.InputTokens != sum {
			t.Errorf("%s: %v input tokens in all, want %d", scene.round, v.Cost.InputTokens, sum)
		}
		var who []string
		for _, p := range v.Perspectives {
			who = append(who, p.Name+" "+p.Tool+" "+p.Role)
		}
		row := fmt.Sprintf("%s %s %s: %s", v.Artifact.Path, v.Caller.Role, *v.Caller.Task, strings.Join(who, ", "))
		if diff := cmp.Diff(roundConfiguration[scene.round], row); diff != "" {
			t.Errorf("round configuration, %s (-want +got):\n%s", scene.round, diff)
		}
		keeps(t, s, "testdata/lifecycle", v)
		if n := len(s.calls()); n != total {
			t.Errorf("%s: %d CLI calls so far, want %d: %q", scene.round, n, total, s.calls())
		}
		record, err := os.ReadFile(filepath.Join(s.session, "discussions", scene.round+"-discussion.md"))
		if err != nil || !strings.HasPrefix(string(record), "# Discussion Record: "+scene.round) {
			t.Errorf("%s: record %.60q, %v", scene.round, record, err)
		}
	}

	// The same bytes again: nobody is asked. The next change proves that the
	// rewrite was dealt with.
	brief := filepath.Join(s.session, "spec", "product-brief.md")
	text, err := os.ReadFile(brief)
	must(t, err)
	must(t, os.WriteFile(brief, text, 0o644))
	s.edit("spec/readiness-report.md", "\nChecked again.\n")
	s.await("DISCUSS-006")
	if total += 5; len(s.calls()) != total {
		t.Errorf("%d CLI calls after an unchanged rewrite and a change of the report, want %d", len(s.calls()), total)
	}

	// Coverage finds a gap: revise. Again: escalate. Then it is content.
	s.direct("gemini", "answer", `{"rating": 3, "key_finding": "offline use is not covered", "strengths": [], "suggestions": [],
		"weaknesses": [{"text": "offline use is missing", "category": "completeness", "severity": "HIGH", "targets": ["G-001"], "quote": ""}],
		"missing_requirements": ["offline use"], "risk_level": "low"}`)
	s.edit("spec/product-brief.md", "\nRevised once.\n")
	first := s.await("DISCUSS-002")
	s.edit("spec/product-brief.md", "\nRevised twice.\n")
	second := s.await("DISCUSS-002")
	s.direct("gemini", "answer", "")
	s.edit("spec/product-brief.md", "\nRevised well.\n")
	third := s.await("DISCUSS-002")
	got := []string{outcome(first), outcome(second), outcome(third)}
	want := []string{
		"2 consensus_blocked HIGH revise create_revision",
		"3 consensus_blocked HIGH escalate ask_user",
		"4 consensus_reached - proceed proceed",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("revisions (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"offline use"}, first.CoverageGaps); diff != "" {
		t.Errorf("coverage gaps (-want +got):\n%s", diff)
	}
	s.stop(daemon)
	for _, state := range []string{"queued", "started", "judged"} {
		if !strings.Contains(s.log(), "round "+state) {
			t.Errorf("the log has no line of a round %s:\n%s", state, s.log())
		}
	}
}

func outcome(v verdict.Verdict) string {
	severity := "-"
	if v.Severity != nil {
		severity = string(*v.Severity)
	}
	return strings.Join([]string{
		string(rune('0' + v.Revision)), string(v.Outcome), severity, string(*v.Recommendation), string(v.CoordinatorAction)}, " ")
}
