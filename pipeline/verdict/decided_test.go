package verdict

import (
	"strings"
	"testing"
	"time"

	"discussd/critique"
)

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
