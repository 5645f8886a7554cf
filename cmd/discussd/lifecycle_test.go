//go:build linux

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
	"discussd/pipeline/verdict"
)

// said is what a fake CLI answers: a rating, and what only some perspectives report.
func said(rating float64, more string) string {
	return fmt.Sprintf(`{"rating": %v, "key_finding": "G-001 has no owner", "strengths": [],
		"weaknesses": [{"text": "ADR-001 and G-001 have no owner", "category": "completeness", "severity": "MEDIUM", "targets": ["G-001"], "quote": ""}],
		"suggestions": [{"text": "Name an owner for G-001", "category": "completeness", "severity": "LOW", "targets": ["G-001"], "quote": ""}]%s}`, rating, more)
}

// another begins another session below the root, with the scenes up to a round:
// only that round is asked for.
func (s *stage) another(name, round string) {
	s.t.Helper()
	s.session = filepath.Join(s.root, name)
	s.demo.dir = s.session
	for _, scene := range scenes {
		s.write(scene)
		if scene.round == round {
			return
		}
	}
}

// ends is how a verdict stands in the tables of the contract.
func ends(v verdict.Verdict) string {
	severity, kinds := "-", []string{}
	if v.Severity != nil {
		severity = string(*v.Severity)
	}
	for _, d := range v.Divergences {
		kinds = append(kinds, d.Type+"="+string(d.Severity))
	}
	return fmt.Sprintf("%s %s %s %s %s %s", v.Outcome, severity, *v.Recommendation, v.CallerAction, v.CoordinatorAction, strings.Join(kinds, ","))
}

// roundConfiguration is who is asked what about which artifact, for whom, by round.
var roundConfiguration = map[string]string{
	"DISCUSS-001": "spec/discovery-context.json analyst RESEARCH-001: product gemini Product Manager, risk gemini Risk Analyst, coverage gemini Requirements Analyst",
	"DISCUSS-002": "spec/product-brief.md writer DRAFT-001: product gemini Product Manager, technical codex Tech Lead, quality claude QA Lead, coverage gemini Requirements Analyst",
	"DISCUSS-003": "spec/requirements/_index.md writer DRAFT-002: quality claude QA Lead, product gemini Product Manager, coverage gemini Requirements Analyst",
	"DISCUSS-004": "spec/architecture/_index.md writer DRAFT-003: technical codex Tech Lead, risk gemini Risk Analyst",
	"DISCUSS-005": "spec/epics/_index.md writer DRAFT-004: product gemini Product Manager, technical codex Tech Lead, quality claude QA Lead, coverage gemini Requirements Analyst",
	"DISCUSS-006": "spec/readiness-report.md reviewer QUALITY-001: product gemini Product Manager, technical codex Tech Lead, quality claude QA Lead, risk gemini Risk Analyst, coverage gemini Requirements Analyst",
}

// TestLifecycleRules has an answer of each end in the tables of divergence, consensus, severity,
// recommendation and routing, all rows of which package critique goes through. Every row is a
// session of its own.
func TestLifecycleRules(t *testing.T) {
	t.Parallel()
	s := newStage(t, "", "gemini", "codex", "claude")
	s.background(s.root)
	const fine = "DISCUSS-002"
	rows := []struct {
		name, round           string
		gemini, codex, claude string
		want                  string
	}{
		{"divergence: coverage gap", fine, said(4, `, "missing_requirements": ["offline use"]`), said(4, ""), said(4, ""),
			"consensus_blocked HIGH revise report_and_stop create_revision coverage_gap=HIGH"},
		{"divergence: low rating", fine, said(4, ""), said(2, ""), said(4, ""),
			"consensus_reached - proceed report proceed low_rating=MEDIUM"},
		{"consensus: average below 3.0", fine, said(2.5, ""), said(3, ""), said(3, ""),
			"consensus_blocked MEDIUM proceed-with-caution warn_and_proceed log_warning "},
		{"routing: DISCUSS-006 HIGH", "DISCUSS-006", said(4, `, "missing_requirements": ["offline use"], "risk_level": "low"`), said(4, ""), said(4, ""),
			"consensus_blocked HIGH escalate report_and_stop ask_user coverage_gap=HIGH"},
	}
	for i, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s.direct("gemini", "answer", row.gemini)
			s.direct("codex", "answer", row.codex)
			if row.claude != "" {
				s.direct("claude", "answer", row.claude)
			}
			s.another(fmt.Sprint("TLS-row-", i), row.round)
			v := s.await(row.round)
			if diff := cmp.Diff(row.want, ends(v)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			handedOn(t, s, v)
		})
	}
}

// handedOn holds what agents are handed against the verdict: the return value,
// the message to the coordinator and the structured report.
func handedOn(t *testing.T, s *stage, v verdict.Verdict) {
	t.Helper()
	want := []string{"## Discuss Verdict: " + v.Round, "", "Verdict: " + string(v.Outcome)}
	if v.Outcome == verdict.Blocked {
		want = append(want, "Severity: "+string(*v.Severity))
	}
	want = append(want, fmt.Sprintf("Average Rating: %.2f/5", *v.AverageRating))
	if len(v.Dissent) > 0 {
		want = append(want, "Dissent: "+strings.Join(v.Dissent, "; ")+".")
	}
	want = append(want, "")
	if v.Outcome == verdict.Reached {
		want = append(want, "Key Action Items:", map[bool]string{false: "1. Name an owner for G-001", true: "1. MEDIUM: ADR-001 and G-001 have no owner → Name an owner for G-001"}[strings.Contains(v.Summary, "rates 2/5")])
	} else {
		want = append(want, "Divergence Summary:")
	}
	if lines := strings.Split(v.Summary, "\n"); len(lines) < len(want) || !cmp.Equal(want, lines[:len(want)]) {
		t.Errorf("return value: -want +got\n%s", cmp.Diff(want, lines))
	}
	record := v.SessionPath + "/discussions/" + v.Round + "-discussion.md"
	if !strings.HasSuffix(v.Summary, "\nDiscussion Record: "+record) {
		t.Errorf("return value names no record:\n%s", v.Summary)
	}
	head := fmt.Sprintf("[%s] %s complete. Discuss %s: %s", v.Caller.Role, *v.Caller.Task, v.Round, v.Outcome)
	if !strings.HasPrefix(v.Message, head) {
		t.Errorf("message: %q does not begin with %q", v.Message, head)
	}
	if v.Outcome == verdict.Blocked {
		inOrder(t, "message", v.Message, "(severity="+string(*v.Severity)+")\nDivergences: ", "\nAction items: ", "\nRecommendation: "+string(*v.Recommendation),
			"\nArtifact: "+v.SessionPath+"/"+v.Artifact.Path, "\nDiscussion: "+record)
	}
	out, _, _ := s.run("wait", "--format", "report", filepath.Join(s.session, filepath.FromSlash(v.Artifact.Path)))
	inOrder(t, "report", out, "## Summary\n- [discuss] "+v.Round+" complete.", "\n## Verdict\n- Consensus: "+strings.TrimPrefix(string(v.Outcome), "consensus_"),
		"\n## Perspective Ratings\n| Perspective | Rating | Key Finding |", "\n## Convergent Themes\n- ", "\n## Divergent Views\n- ",
		"\n## Action Items\n1. ", "\n## Output\n- Discussion Record: "+record)
}

// TestLifecycleErrors goes through the table of errors.
func TestLifecycleErrors(t *testing.T) {
	t.Parallel()
	s := newStage(t, "[tools.gemini]\ncool_down = \"1ms\"\n[tools.codex]\ncool_down = \"1ms\"\n[tools.claude]\ncool_down = \"1ms\"\n", "gemini", "codex", "claude")
	s.background(s.root)
	judged := func(name, round string) verdict.Verdict { s.another(name, round); return s.await(round) }
	rows := []struct {
		name string
		run  func(t *testing.T)
	}{
		{"artifact not found: error at once", func(t *testing.T) {
			s.another("TLS-none", "DISCUSS-001")
			out, _, code := s.run("critique", "--json", filepath.Join(s.session, "spec", "product-brief.md"))
			var v verdict.Verdict
			if err := json.Unmarshal([]byte(out), &v); err != nil || code != 4 || v.Error == nil || v.Error.Message != "Artifact not found: spec/product-brief.md" {
				t.Errorf("code %d, %v\n%s", code, err, out)
			}
		}},
		{"single CLI fails: fallback to another", func(t *testing.T) {
			s.direct("codex", "mode", "dead")
			defer s.direct("codex", "mode", "")
			v := judged("TLS-single", "DISCUSS-002")
			var by []string
			for _, p := range v.Perspectives {
				by = append(by, p.Name+" "+string(p.Source)+" "+p.Tool)
			}
			if diff := cmp.Diff([]string{"product cli gemini", "technical fallback gemini", "quality cli claude", "coverage cli gemini"}, by); diff != "" || v.Basis != critique.BasisPanel {
				t.Errorf("who answered, of %s (-want +got):\n%s", v.Basis, diff)
			}
			if note := "technical answered by gemini instead of codex (codex: crashed)"; !strings.Contains(strings.Join(v.Notes, "\n"), note) {
				t.Errorf("no note says %q: %q", note, v.Notes)
			}
			if !strings.Contains(s.log(), "perspective fell back") {
				t.Error("the log does not tell of the fallback")
			}
		}},
		{"all CLI fail: from direct reading", func(t *testing.T) {
			for _, tool := range []string{"gemini", "codex", "claude"} {
				s.direct(tool, "mode", "dead")
				defer s.direct(tool, "mode", "")
			}
			if v := judged("TLS-all", "DISCUSS-002"); !v.Unreviewed() || v.ExitCode() != verdict.ExitBlockedMedium || v.AverageRating != nil {
				t.Errorf("basis %s, %s, rated %v, %v", v.Basis, v.Outcome, v.AverageRating, v.Error)
			}
		}},
		{"discovery context missing: without coverage, noted", func(t *testing.T) {
			s.session = filepath.Join(s.root, "TLS-bare")
			s.demo.dir = s.session
			must(t, os.MkdirAll(s.session, 0o755))
			s.write(scenes[1])
			v := s.await("DISCUSS-002")
			record, err := os.ReadFile(filepath.Join(s.session, "discussions/DISCUSS-002-discussion.md"))
			if p := v.Perspectives[3]; p.Source != critique.SourceSkipped || err != nil || !strings.Contains(string(record), "coverage (skipped)") || !strings.Contains(strings.Join(v.Notes, "\n"), "discovery context") {
				t.Errorf("%s: %s, notes %q\n%s", p.Name, p.Source, v.Notes, record)
			}
		}},
		{"JSON parse failure: key points from the text", func(t *testing.T) {
			s.direct("claude", "answer", "The brief is sound.\n\n## Weaknesses\n- G-001 has no owner\n\nRating: 3/5")
			defer s.direct("claude", "answer", "")
			v := judged("TLS-prose", "DISCUSS-002")
			if p := v.Perspectives[2]; p.Tool != "claude" || len(p.Weaknesses) != 1 || !strings.Contains(strings.Join(v.Notes, "\n"), "prose") {
				t.Errorf("%s: %+v, notes %q", p.Tool, p.Weaknesses, v.Notes)
			}
		}},
		{"discussion directory missing: created", func(t *testing.T) {
			s.await("DISCUSS-001") // which writes there, too
			must(t, os.RemoveAll(filepath.Join(s.session, "discussions")))
			s.edit("spec/product-brief.md", "\nOne more word.\n")
			s.await("DISCUSS-002")
		}},
		{"write failure for the record: verdict without its path", func(t *testing.T) {
			s.another("TLS-unwritten", "DISCUSS-001")
			must(t, os.MkdirAll(filepath.Join(s.session, "discussions/DISCUSS-002-discussion.md/in the way"), 0o755))
			s.write(scenes[1])
			if v := s.await("DISCUSS-002"); v.Record != nil || !strings.Contains(strings.Join(v.Notes, "\n"), "record") {
				t.Errorf("record %+v, notes %q", v.Record, v.Notes)
			}
		}},
	}
	for _, row := range rows {
		t.Run(row.name, row.run)
	}
}

// TestLifecyclePartial is the row of the table of errors that takes a deadline.
func TestLifecyclePartial(t *testing.T) {
	t.Parallel()
	s := newStage(t, "[panel]\ndeadline = \"2s\"\n", "gemini", "codex", "claude")
	s.background(s.root)
	s.direct("codex", "mode", "hang")
	s.another("TLS-late", "DISCUSS-004")
	v := s.await("DISCUSS-004")
	record, err := os.ReadFile(filepath.Join(s.session, "discussions/DISCUSS-004-discussion.md"))
	if v.Status != verdict.Partial || !strings.Contains(v.Summary, "PARTIAL") || err != nil || !strings.Contains(string(record), "PARTIAL") {
		t.Errorf("status %s, %v\n%s\n%s", v.Status, err, v.Summary, record)
	}
}
