package agenthook

import (
	"strings"
	"testing"

	"discussd/critique"
	"discussd/pipeline/verdict"
)

// TestEachFactOnce: an agent reads a fact with its place and no second time, what it can do,
// and nothing that it cannot.
func TestEachFactOnce(t *testing.T) {
	v := verdict.New(verdict.Case{Round: "DISCUSS-002", Session: "S", Profile: "lifecycle", Mode: critique.ModePanel, Fingerprint: strings.Repeat("ab", 32)},
		critique.Report{Applicable: 9, Passed: 8, Findings: []critique.Finding{{Rule: "X-005", Severity: critique.Medium, Message: "a dead link", Path: "spec/brief.md", Line: 3}}},
		critique.Result{Mode: critique.ModePanel, Severity: critique.Medium, Recommendation: critique.ProceedWithCaution, Basis: critique.BasisChecks, ActionItems: []critique.ActionItem{
			{Priority: 1, Kind: critique.ItemReview, Text: "Have it reviewed"},
			{Priority: 2, Kind: critique.ItemFact, Text: "X-005: a dead link"},
			{Priority: 3, Kind: critique.ItemSuggestion, Text: "Name the owner"},
		}})
	text := describe([]verdict.Verdict{v})
	if strings.Count(text, "a dead link") != 1 || strings.Contains(text, "Have it reviewed") || strings.Contains(text, "Mend these") ||
		!strings.Contains(text, "Fact MEDIUM spec/brief.md:3 X-005 a dead link") || !strings.Contains(text, "Action item 1: Name the owner") || !strings.Contains(text, "Go on with caution.") {
		t.Error(text)
	}
}
