package verdict

import (
	"strings"
	"testing"
	"time"

	"discussd/critique"
)

// TestAcceptedFactStandsLast: what is left to do has the same numbers in every text.
func TestAcceptedFactStandsLast(t *testing.T) {
	result := exampleResult(false, critique.High, critique.Escalate)
	result.Divergences = []critique.Divergence{{Type: critique.Fact, Severity: critique.High, Topic: "X-005", Description: "a dead link", Accepted: true}}
	result.ActionItems = []critique.ActionItem{
		{Priority: 1, Kind: critique.ItemFact, Severity: critique.High, Text: "X-005: a dead link", Blocks: true},
		{Priority: 2, Kind: critique.ItemSuggestion, Severity: critique.Low, Text: "Name the owner"},
	}
	v := New(exampleCase(), exampleReport(), result)
	if !strings.Contains(v.Summary, "\n1. Name the owner\n") || strings.Contains(v.Summary, "a dead link\n2") || strings.Contains(v.Summary, ". X-005") || strings.Contains(v.Summary, ". HIGH: X-005") {
		t.Errorf("the summary:\n%s", v.Summary)
	}
	if record := string(Record(v)); !strings.Contains(record, "1. Name the owner\n2. (accepted) X-005: a dead link\n") {
		t.Errorf("the record:\n%s", record)
	}
}

// TestAcceptedIsNothingToDo has a person accept a gap: the texts say so, and ask nobody
// to close it.
func TestAcceptedIsNothingToDo(t *testing.T) {
	const item, decided = "Cover what is missing: refunds", "A person decided: accept, because: refunds come later."
	result := exampleResult(false, critique.High, critique.Escalate)
	result.Divergences = []critique.Divergence{{Type: critique.CoverageGap, Severity: critique.High, Topic: "coverage gap", Description: "not addressed: refunds", Grounds: []string{"coverage_gap: refunds"}}}
	result.ActionItems = []critique.ActionItem{{Priority: 1, Kind: critique.ItemMissing, Severity: critique.High, Text: item, Blocks: true}}
	before := New(exampleCase(), exampleReport(), result)
	after := before.Decided(critique.DefaultPolicy(), Decision{Decision: Accept, Rationale: "refunds come later."}, time.Now())
	for _, row := range []struct {
		verdict     Verdict
		asks, tells bool
		record      string
	}{
		{before, true, false, "1. **HIGH** " + item},
		{after, false, true, "1. (accepted) " + item},
	} {
		for _, text := range []string{row.verdict.Summary, row.verdict.Message} {
			if strings.Contains(text, item) != row.asks || strings.Contains(text, decided) != row.tells {
				t.Errorf("revision %d: asked for it %t, told of the decision %t:\n%s", row.verdict.Revision, row.asks, row.tells, text)
			}
		}
		if row.verdict.ActionItems[0].Blocks != row.asks {
			t.Errorf("revision %d: it blocks %t", row.verdict.Revision, !row.asks)
		}
		if record := string(Record(row.verdict)); !strings.Contains(record, row.record) {
			t.Errorf("%q is missing:\n%s", row.record, record)
		}
	}
}
