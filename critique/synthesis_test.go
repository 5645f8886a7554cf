package critique

import (
	"fmt"
	"math/rand/v2"
	"slices"
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

// TestNothingSaidIsLost has panels whose points are much alike, so that many are merged.
// Whatever was said stands somewhere, and what is grave beneath nothing that is less so: a
// wish may stand beneath what blocks.
func TestNothingSaidIsLost(t *testing.T) {
	matters := []string{"refund of deposits", "audit log", "rollback of migrations", "wait for the courier"}
	severities := []Severity{Low, Medium, High, Critical}
	merged := 0
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 1))
		point := func(form string) Point {
			matter := matters[random.IntN(len(matters))]
			return Point{Text: fmt.Sprintf(form, matter, random.IntN(1000)), Category: "risk", Severity: severities[random.IntN(4)]}
		}
		opinions := rate(4, 4, 4)
		for i := range opinions {
			for range 3 {
				opinions[i].Weaknesses = append(opinions[i].Weaknesses, point("The %s is missing (%d)"))
				opinions[i].Suggestions = append(opinions[i].Suggestions, point("Write of the %s (%d)"))
				opinions[i].OpenQuestions = append(opinions[i].OpenQuestions, point("What of the %s (%d)?"))
			}
		}
		holder := map[string]ActionItem{}
		for _, item := range actions(DefaultPolicy(), opinions, Diverge(DefaultPolicy(), opinions, nil), nil) {
			holder[item.Text] = item
			for _, w := range item.Wordings {
				holder[w.Text] = item
				merged++
			}
		}
		questions := openQuestions(opinions)
		for _, o := range opinions {
			for i, w := range slices.Concat(o.Weaknesses, o.Suggestions) {
				grave, wish := w.Severity.Weight() >= High.Weight(), i >= len(o.Weaknesses)
				if !grave && !wish {
					continue // it stands among the weaknesses
				} else if item, ok := holder[w.Text]; !ok || item.Severity.Weight() < w.Severity.Weight() && !(wish && item.Blocks) || grave && !wish && !item.Blocks {
					t.Fatalf("seed %d: %s %q beneath %+v", seed, w.Severity, w.Text, item)
				}
			}
			for _, q := range o.OpenQuestions {
				if !slices.Contains(questions, q.Text) {
					t.Fatalf("seed %d: %q is lost", seed, q.Text)
				}
			}
		}
	}
	if merged < 100 {
		t.Errorf("only %d points were merged", merged)
	}
}
