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

// review is the prompt with which a role calls for its own perspectives.
const review = `## Multi-Perspective Critique: %[1]s

### Input
- Artifact: notes/move.md
- Round: %[1]s
- Session: %[2]s
- Role: planner
- Task: PLAN-003

### Perspectives
| Perspective | CLI Tool | Role | Focus Areas |
|-------------|----------|------|-------------|
| Rollback | codex | Site Reliability Engineer | Way back at every step, data written in between |
| Cost | gemini | Controller | Licences paid twice, overtime |
| Clarity | claude | Editor | Steps a newcomer can follow |

### Execution Steps
1. Read the artifact
`

// TestCoordinate has a role of the coordinate profile call for a critique once a
// row of its tables: severity, consensus, record, return value and errors.
func TestCoordinate(t *testing.T) {
	t.Parallel()
	s := newStage(t, "[panel]\nprofile = \"coordinate\"\n[tools.gemini]\ncool_down = \"1ms\"\n[tools.codex]\ncool_down = \"1ms\"\n[tools.claude]\ncool_down = \"1ms\"\n", "gemini", "codex", "claude")
	s.drop("notes/move.md", "# The move\n\n## G-001 Billing moves\n\nBilling moves to the new system on a Sunday, because nobody is billed then.\n")
	must(t, os.MkdirAll(filepath.Join(s.session, "discussions/requests"), 0o755))
	must(t, os.RemoveAll(filepath.Join(s.session, "spec")))
	s.background(s.root)
	round := 0
	ask := func() verdict.Verdict {
		t.Helper()
		round++
		id := fmt.Sprintf("MOVE-%03d", round)
		file := "discussions/requests/" + id + ".md"
		s.drop(file, fmt.Sprintf(review, id, filepath.Base(s.session)))
		out, errs, _ := s.run("wait", "--json", filepath.Join(s.session, file))
		v, err := verdict.Parse([]byte(out))
		if err != nil {
			t.Fatalf("%v\n%s\n%s", err, out, errs)
		}
		return v
	}
	critical := strings.Replace(said(4, ""), `"severity": "MEDIUM"`, `"severity": "CRITICAL"`, 1)
	rows := []struct {
		name                  string
		gemini, codex, claude string
		want                  string
	}{
		{"high: any rating <= 2", said(4, ""), said(2, ""), said(4, ""),
			"consensus_blocked HIGH revise report_and_stop create_revision low_rating=HIGH"},
		{"high: critical issue identified", said(4, ""), critical, said(4, ""),
			"consensus_blocked HIGH revise report_and_stop create_revision critical_issue=HIGH"},
		{"high: critical issue, under a key of its own", said(4, ""), said(4, `, "critical_issues": ["ADR-001 and G-001 have no owner"]`), said(4, ""),
			"consensus_blocked HIGH revise report_and_stop create_revision critical_issue=HIGH"},
		{"high: critical issue, in words", said(4, ""), strings.Replace(said(4, ""), `"text": "ADR-001`, `"text": "**Critical**: ADR-001`, 1), said(4, ""),
			"consensus_blocked HIGH revise report_and_stop create_revision critical_issue=HIGH"},
		{"low: minor suggestions only, all ratings >= 3", said(4, ""), said(3, ""), said(4, ""),
			"consensus_reached - proceed report proceed minor=LOW"},
		{"consensus: average of exactly 3.0", said(3, ""), said(3, ""), said(3, ""),
			"consensus_reached - proceed report proceed minor=LOW"},
		{"consensus: average below 3.0", said(2.5, ""), said(2.5, ""), said(3, ""),
			"consensus_blocked MEDIUM proceed-with-caution warn_and_proceed log_warning "},
		// "medium: rating spread" and "medium: one <= 2, others >= 3" always have a
		// rating <= 2, which is high.
		{"perspectives are the caller's: nobody's risk_level counts", said(4, `, "risk_level": "critical", "missing_requirements": ["all"]`), said(4, ""), said(4, ""),
			"consensus_reached - proceed report proceed minor=LOW"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s.direct("gemini", "answer", row.gemini)
			s.direct("codex", "answer", row.codex)
			s.direct("claude", "answer", row.claude)
			v := ask()
			if diff := cmp.Diff(row.want, ends(v)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if v.Profile != "coordinate" || v.Caller.Role != "planner" {
				t.Errorf("profile %s, caller %+v", v.Profile, v.Caller)
			}
			returned(t, s, v)
		})
	}
	t.Run("error: single CLI fails, claude stands in", func(t *testing.T) {
		s.direct("codex", "mode", "dead")
		defer s.direct("codex", "mode", "")
		if p := ask().Perspectives[0]; p.Tool != "claude" || p.Source != critique.SourceFallback {
			t.Errorf("answered by %s (%s)", p.Tool, p.Source)
		}
	})
	t.Run("error: artifact not found, at once", func(t *testing.T) {
		plan := filepath.Join(s.session, "notes/move.md")
		must(t, os.Rename(plan, plan+".aside"))
		defer os.Rename(plan+".aside", plan)
		calls := len(s.calls())
		if v := ask(); v.Error == nil || v.Error.Message != "Artifact not found: notes/move.md" || len(s.calls()) != calls {
			t.Errorf("got %+v", v.Error)
		}
	})
	t.Run("error: all CLI fail, from direct reading", func(t *testing.T) {
		for _, tool := range []string{"gemini", "codex", "claude"} {
			s.direct(tool, "mode", "dead")
			defer s.direct(tool, "mode", "")
		}
		if v := ask(); !v.Unreviewed() || v.ExitCode() != verdict.ExitBlockedMedium {
			t.Errorf("basis %s, %+v", v.Basis, v.Error)
		}
	})
}

// returned holds the record, the return value and the message against the
// caller's formats.
func returned(t *testing.T, s *stage, v verdict.Verdict) {
	t.Helper()
	consensus := "reached"
	if v.Outcome == verdict.Blocked {
		consensus = "blocked (" + string(*v.Severity) + ")"
	}
	record, err := os.ReadFile(filepath.Join(s.session, "discussions", v.Round+"-discussion.md"))
	must(t, err)
	inOrder(t, "record", string(record),
		"# Discussion Record: "+v.Round+"\n", "**Artifact**: notes/move.md", "**Perspectives**: rollback, cost, clarity", "**Consensus**: "+consensus,
		fmt.Sprintf("**Average Rating**: %.2f/5", *v.AverageRating), "\n## Convergent Themes\n", "\n## Divergent Views\n", "\n## Action Items\n", "\n## Ratings\n",
		"| Perspective | Rating |", "| rollback | ", "| cost | ", "| clarity | ")
	first := "Name an owner for G-001"
	if v.Outcome == verdict.Blocked { // what blocks comes before how to mend it
		first = string(v.ActionItems[0].Severity) + ": ADR-001 and G-001 have no owner"
	}
	parts := []string{"Verdict: " + string(v.Outcome), fmt.Sprintf("Average Rating: %.2f/5", *v.AverageRating), "Action Items:\n1. " + first, "Discussion Record: " + v.SessionPath + "/discussions/" + v.Round + "-discussion.md"}
	if v.Outcome == verdict.Blocked {
		parts = []string{parts[0], "Severity: " + string(*v.Severity), parts[1], "Divergence Summary:\n- ", parts[2], "Recommendation: " + string(*v.Recommendation), parts[3]}
		inOrder(t, "message", v.Message, "[planner] PLAN-003 complete. Discuss "+v.Round+": consensus_blocked (severity="+string(*v.Severity)+")\n",
			"Divergences: ", "\nAction items: ", "\nRecommendation: "+string(*v.Recommendation), "\nArtifact: "+v.SessionPath+"/notes/move.md", "\nDiscussion: "+v.SessionPath+"/discussions/"+v.Round+"-discussion.md")
	}
	inOrder(t, "return value", v.Summary, parts...)
}

// inOrder looks for parts of a text, one after the other.
func inOrder(t *testing.T, what, text string, parts ...string) {
	t.Helper()
	at := 0
	for _, part := range parts {
		next := strings.Index(text[at:], part)
		if next < 0 {
			t.Errorf("%s: no %q in its place in\n%s", what, part, text)
			return
		}
		at += next
	}
}
