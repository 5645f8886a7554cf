package screen

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"discussd/critique"
	"discussd/pipeline/verdict"
)

// TestVerdict: what weighs is shown, in the order of the verdict, and what is left out is counted.
func TestVerdict(t *testing.T) {
	high, revise, average := critique.High, critique.Revise, 3.5
	v := verdict.Verdict{
		Round: "DISCUSS-003", Label: "requirements", Outcome: verdict.Blocked, Severity: &high, Recommendation: &revise, AverageRating: &average,
		Divergences: []critique.Divergence{
			{Type: "coverage_gap", Severity: critique.High, Topic: "REQ-004", Description: "nothing asks for \x1b[2J it", Perspectives: []string{"coverage"}},
			{Type: critique.Fact, Severity: critique.High, Topic: "X-005", Description: "told with the facts", Perspectives: []string{"checks"}},
			{Type: "minor", Severity: critique.High, Topic: "REQ-005", Description: "settled", Accepted: true},
		},
	}
	v.Perspectives = []verdict.Perspective{{Name: "technical", Weaknesses: []critique.Point{
		{Severity: critique.Critical, Text: "nobody\x1b[2J can"}, {Severity: critique.High, Text: "it cannot be built"}, {Severity: critique.Medium, Text: "it is slow"},
	}}}
	v.Checks.Passed, v.Checks.Applicable = 7, 9
	for range mostFindings + 1 {
		v.Checks.Findings = append(v.Checks.Findings, critique.Finding{Rule: "X-005", Severity: critique.Medium, Path: "spec/a.md", Line: 3, Message: "the link leads nowhere"})
	}
	v.Checks.Findings = append(v.Checks.Findings, critique.Finding{Rule: "LX-001", Severity: critique.Low, Path: "spec/a.md", Message: "fast"})
	want := "  DISCUSS-003 requirements: consensus_blocked (HIGH, revise), rated 3.50/5, 7 of 9 checks passed\n" +
		"    HIGH   REQ-004: nothing asks for \\x1b[2J it [coverage]\n" +
		"    CRITICAL nobody\\x1b[2J can [technical]\n    HIGH   it cannot be built [technical]\n" +
		strings.Repeat("    MEDIUM spec/a.md:3 the link leads nowhere (X-005)\n", mostFindings) +
		"    2 more: see the record\n"
	if got := Verdict(v, false); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := Verdict(v, true); !strings.Contains(got, "\x1b[31mHIGH  \x1b[0m REQ-004") || !strings.Contains(got, "\x1b[33mMEDIUM\x1b[0m") {
		t.Errorf("no colours: %q", got)
	}
}

// TestTranscript: names that others chose do not steer the terminal.
func TestTranscript(t *testing.T) {
	var out bytes.Buffer
	tr := &Transcript{out: &out}
	tr.Began("/s/a\x1b]b", verdict.Case{Round: "DISCUSS-002", Label: "brief"}, []string{"product", "risk"})
	tr.Given("/s/a\x1b]b", verdict.Verdict{Round: "DISCUSS-002", Label: "brief", Outcome: verdict.Reached, Mode: critique.ModeChecks, FinishedAt: time.Unix(0, 0)})
	if said := out.String(); !strings.Contains(said, `a\x1b]b: asking product, risk of DISCUSS-002 brief`) || !strings.Contains(said, `a\x1b]b: Checks only: no model was asked.`) ||
		strings.Contains(said, "\x1b") {
		t.Errorf("said %q", said)
	}
}
