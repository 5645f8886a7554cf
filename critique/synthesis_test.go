package critique

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// panelOf is three perspectives that say much the same of refunds, each in words of
// its own, and something else besides.
func panelOf() []Opinion {
	opinions := rate(4, 4, 4)
	families := []string{"google", "openai", "google"}
	for i := range opinions {
		opinions[i].ModelFamily = families[i]
	}
	opinions[0].Weaknesses = []Point{
		{Text: "Refunds are not mentioned in the payment flow", Category: "value", Severity: Low, Targets: []string{"REQ-007"}},
		{Text: "The audit log is missing", Category: "security", Severity: Low},
	}
	opinions[1].Weaknesses = []Point{{Text: "The payment flow ends before the refund", Category: "completeness", Severity: High, Targets: []string{"REQ-007", "ADR-002"}}}
	opinions[2].Strengths = []Point{{Text: "Refunds are described well", Category: "completeness", Severity: Low, Targets: []string{"REQ-007"}}}
	opinions[0].Suggestions = []Point{{Text: "Write a glossary of discounts and fares", Severity: Low}, {Text: "Add a load test", Severity: Medium}}
	opinions[1].Suggestions = []Point{{Text: "Agree on fares and discounts in one glossary", Severity: Low}, {Text: "Bring back dark mode", Severity: Low}}
	opinions[2].Suggestions = []Point{{Text: "A glossary of fares and discounts would help", Severity: Low}, {Text: "Audit every access", Severity: Low}}
	return opinions
}

func TestConvergentThemes(t *testing.T) {
	want := []Theme{{
		Theme: "The payment flow ends before the refund", Kind: "weakness", Category: "completeness", Targets: []string{"REQ-007", "ADR-002"},
		Perspectives: []string{"product", "technical"}, Families: 2,
		Wordings: []Wording{{"product", "weakness", "Refunds are not mentioned in the payment flow"}},
	}, {
		Theme: "Write a glossary of discounts and fares", Kind: "suggestion", Perspectives: []string{"product", "technical", "quality"}, Families: 2,
		Wordings: []Wording{{"technical", "suggestion", "Agree on fares and discounts in one glossary"}, {"quality", "suggestion", "A glossary of fares and discounts would help"}},
	}}
	if diff := cmp.Diff(want, convergent(panelOf())); diff != "" {
		t.Errorf("praise and blame are two themes, and one voice is none (-want +got):\n%s", diff)
	}
}

// TestQuotesLeadTogether has two perspectives that say one thing in words that nobody
// would take for the same, but for the line that they quote.
func TestQuotesLeadTogether(t *testing.T) {
	for line, want := range map[int]int{12: 1, 40: 0} {
		opinions := rate(4, 4, 4)
		opinions[0].Weaknesses = []Point{{Text: "Who pays when the courier is late?", Category: "completeness", QuotePath: "spec.md", QuoteLine: 12}}
		opinions[1].Weaknesses = []Point{{Text: "No penalty for late parcels", Category: "risk", QuotePath: "spec.md", QuoteLine: line}}
		for i := range 10 {
			opinions[2].Weaknesses = append(opinions[2].Weaknesses, Point{Text: fmt.Sprintf("Quartz %d", i), Category: "scope", QuotePath: "spec.md", QuoteLine: 50 + i})
		}
		if got := convergent(opinions); len(got) != want {
			t.Errorf("line %d: %+v", line, got)
		}
	}
}
