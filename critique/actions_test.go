package critique

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestActionItems(t *testing.T) {
	opinions := panelOf()
	opinions[0].Perspective.Reports, opinions[0].MissingRequirements = []string{ReportMissingRequirements}, []string{"REQ-9: offline use"}
	opinions[1].Weaknesses[0].QuotePath, opinions[1].Weaknesses[0].QuoteLine, opinions[1].Weaknesses[0].QuoteFound = "spec/a.md", 7, new(true)
	opinions[2].Weaknesses = []Point{{Text: "Nobody owns the on-call rota", Category: "scope", Severity: Medium}}
	findings := []Finding{
		{Rule: "X-005", Severity: High, Path: "spec/a.md", Line: 3, Message: "the link leads nowhere", Places: make([]Place, 3)},
		{Rule: "X-006", Severity: Medium, Path: "spec/a.md", Message: "a vague word"},
	}
	want := []ActionItem{
		{Kind: ItemMissing, Severity: High, Text: "Cover what is missing: REQ-9: offline use", Perspectives: []string{"product"}, Blocks: true},
		{Kind: ItemWeakness, Severity: High, Text: "The payment flow ends before the refund", Perspectives: []string{"technical"}, Targets: []string{"REQ-007", "ADR-002"}, Path: "spec/a.md", Line: 7, Blocks: true},
		{Kind: ItemFact, Severity: High, Text: "X-005: the link leads nowhere", Path: "spec/a.md", Line: 3, Perspectives: []string{"checks"}, Blocks: true},
		{Kind: ItemSuggestion, Severity: Medium, Text: "Add a load test", Perspectives: []string{"product"}},
		{Kind: ItemSuggestion, Severity: Low, Text: "Write a glossary of discounts and fares", Perspectives: []string{"product", "technical", "quality"},
			Wordings: []Wording{{"technical", ItemSuggestion, "Agree on fares and discounts in one glossary"}, {"quality", ItemSuggestion, "A glossary of fares and discounts would help"}}},
		{Kind: ItemSuggestion, Severity: Low, Text: "Audit every access", Perspectives: []string{"quality"}},
		{Kind: ItemSuggestion, Severity: Low, Text: "Bring back dark mode", Perspectives: []string{"technical"}},
	}
	got := actions(DefaultPolicy(), opinions, Diverge(DefaultPolicy(), opinions, findings), findings)
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(ActionItem{}, "Priority", "State"), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("what blocks, then wishes (-want +got):\n%s", diff)
	}
	for i, item := range got {
		if item.Priority != i+1 || item.State != "new" {
			t.Errorf("item %d: priority %d, state %q", i, item.Priority, item.State)
		}
	}
}

func TestActionItemsWithoutAVoice(t *testing.T) {
	got := actions(DefaultPolicy(), silent(2), Diverge(DefaultPolicy(), silent(2), mediumFact), mediumFact)
	kinds := []string{}
	for _, item := range got {
		kinds = append(kinds, item.Kind)
	}
	if diff := cmp.Diff([]string{ItemReview, ItemFact}, kinds); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestAcceptedGapsDoNotBlock has a person accept a gap that is still there.
func TestAcceptedGapsDoNotBlock(t *testing.T) {
	opinions := rate(4)
	opinions[0].Perspective.Reports, opinions[0].MissingRequirements = []string{ReportMissingRequirements}, []string{"offline use"}
	policy := DefaultPolicy()
	for _, blocks := range []bool{true, false} {
		divergences := Diverge(policy, opinions, nil)
		if got := actions(policy, opinions, divergences, nil); len(got) != 1 || got[0].Blocks != blocks {
			t.Errorf("want one that blocks: %t, got %+v", blocks, got)
		}
		policy = policy.Accepting(divergences)
	}
}

// flaw is one thing that is wrong with an artifact until somebody mends it.
type flaw struct {
	perspective int
	kind        string
	severity    Severity
	text        string
}

// reviewers rate an artifact by the flaws it still has, as models do that are not
// polite: low where something is grave or much is wrong.
func reviewers(flaws []flaw) []Opinion {
	opinions := rate(4, 4, 4, 4)
	opinions[0].Perspective.Reports = []string{ReportMissingRequirements}
	opinions[1].Perspective.Reports = []string{ReportRiskLevel, ReportRisks}
	for i := range opinions {
		o, weight := &opinions[i], 0
		for _, f := range flaws {
			if f.perspective != i {
				continue
			}
			switch f.kind {
			case ItemMissing:
				o.MissingRequirements = append(o.MissingRequirements, f.text)
			case ItemRisk:
				o.RiskLevel = "high"
				o.Extra.Risks = append(o.Extra.Risks, Risk{Description: f.text, Impact: "high"})
			case ItemSuggestion:
				o.Suggestions = append(o.Suggestions, Point{Text: f.text, Category: "other", Severity: f.severity})
			case ItemWeakness:
				weight += f.severity.Weight()
				o.Weaknesses = append(o.Weaknesses, Point{Text: f.text, Category: "other", Severity: f.severity})
			default: // it says nothing but that the work is poor
				o.KeyFinding, weight = f.text, 5
			}
		}
		o.Rating = max(1, 5-float64(weight)/1.5)
	}
	return opinions
}

// TestDoingAllActionItemsReachesConsensus has agents do exactly what the action items
// say: no reason to block may stand that was not among them.
func TestDoingAllActionItemsReachesConsensus(t *testing.T) {
	kinds := []string{ItemMissing, ItemWeakness, ItemWeakness, ItemWeakness, ItemRisk, ItemSuggestion, "key finding"}
	severities := []Severity{Low, Medium, High, Critical}
	blocked := 0
	for seed := range uint64(400) {
		random := rand.New(rand.NewPCG(seed, 1))
		var flaws []flaw
		for i := range 1 + random.IntN(9) {
			f := flaw{random.IntN(4), kinds[random.IntN(len(kinds))], severities[random.IntN(4)], fmt.Sprintf("flaw%d matter%d", i, i*i)}
			if f.kind == ItemMissing {
				f.perspective = 0
			}
			if f.kind == ItemRisk {
				f.perspective = 1
			}
			if f.kind == "key finding" { // one who explains himself in a sentence
				f.perspective, f.text = 3, "flaw of all"
			} else if f.perspective == 3 {
				f.kind = ItemSuggestion
			}
			flaws = append(flaws, f)
		}
		policy := DefaultPolicy()
		opinions := reviewers(flaws)
		divergences := Diverge(policy, opinions, nil)
		if Decide(policy, opinions, divergences, false, 0).Reached {
			continue
		}
		blocked++
		var todo string
		for _, item := range actions(policy, opinions, divergences, nil) {
			todo += item.Text + "\n"
			for _, w := range item.Wordings {
				todo += w.Text + "\n"
			}
		}
		left := slices.DeleteFunc(flaws, func(f flaw) bool { return containsWord(todo, f.text) })
		opinions = reviewers(left)
		if d := Decide(policy, opinions, Diverge(policy, opinions, nil), false, 0); !d.Reached {
			t.Fatalf("seed %d: all is done and it is %+v; left: %+v\ntodo:\n%s", seed, d, left, todo)
		}
	}
	if blocked < 100 {
		t.Errorf("only %d of 400 artifacts were blocked", blocked)
	}
}

// containsWord tells whether one of the lines ends with the text.
func containsWord(lines, text string) bool {
	return slices.ContainsFunc(strings.Split(lines, "\n"), func(line string) bool { return len(line) >= len(text) && line[len(line)-len(text):] == text })
}

// TestRemedies: a suggestion stands beneath the one weakness of its own perspective that
// is aimed at the same thing, and nowhere else.
func TestRemedies(t *testing.T) {
	opinions := rate(2, 4)
	opinions[0].Weaknesses = []Point{
		{Text: "one", Severity: High, Targets: []string{"REQ-001"}},
		{Text: "two", Severity: High, Targets: []string{"REQ-002"}},
		{Text: "three", Severity: High, Targets: []string{"REQ-002"}},
	}
	opinions[0].Suggestions = []Point{
		{Text: "mend one", Severity: Low, Targets: []string{"req-001"}},
		{Text: "mend two or three", Severity: Low, Targets: []string{"REQ-002"}},
		{Text: "mend one again", Severity: Low, Targets: []string{"REQ-001"}},
	}
	opinions[1].Suggestions = []Point{{Text: "another voice", Severity: Low, Targets: []string{"REQ-001"}}}
	got := map[string][]string{}
	for _, item := range actions(DefaultPolicy(), opinions, Diverge(DefaultPolicy(), opinions, nil), nil) {
		got[item.Text] = []string{}
		for _, w := range item.Wordings {
			got[item.Text] = append(got[item.Text], w.Text)
		}
	}
	want := map[string][]string{"one": {"mend one", "mend one again"}, "two": {}, "three": {}, "mend two or three": {}, "another voice": {}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestActionItemsNameTheRisk: a risk level that blocks is no thing to do, and neither is a rating that is
// null or not low.
func TestActionItemsNameTheRisk(t *testing.T) {
	for name, test := range map[string]struct {
		rating float64
		risks  []Risk
		want   []string
		ground string
	}{
		"of a medium impact":     {3, []Risk{{"The format may change", "medium", "medium", "a nightly test"}}, []string{"The format may change → a nightly test"}, "The format may change"},
		"not rated":              {0, []Risk{{"物业反悔", "medium", "high", ""}}, []string{"物业反悔"}, "物业反悔"},
		"the grave one of two":   {3, []Risk{{"Slow", "low", "low", ""}, {"Lost", "low", "High", ""}}, []string{"Lost"}, "Lost"},
		"nobody says which":      {3, nil, []string{"product names no risk behind its risk level high"}, "risk level high"},
		"and it is rated low so": {2, nil, []string{"product rates 2/5"}, "risk level high"},
	} {
		t.Run(name, func(t *testing.T) {
			opinions := rate(test.rating, 4)
			opinions[0].Perspective.Reports = []string{ReportRiskLevel, ReportRisks}
			opinions[0].RiskLevel, opinions[0].Extra.Risks = "high", test.risks
			divergences := Diverge(DefaultPolicy(), opinions, nil)
			var got []string
			for _, item := range actions(DefaultPolicy(), opinions, divergences, nil) {
				got = append(got, item.Text)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if divergences[0].Description != test.ground {
				t.Errorf("divergence %q, want %q", divergences[0].Description, test.ground)
			}
		})
	}
}

// TestSuggestionStaysWithItsWeakness: also where two weaknesses are about the same, and where neither is grave.
func TestSuggestionStaysWithItsWeakness(t *testing.T) {
	opinions := rate(4, 4)
	for _, said := range [][2]string{{"The baseline is an average and the target a median", "State both as medians"}, {"The vision says two minutes, the goal ten", "Say which holds"}} {
		opinions[0].Weaknesses = append(opinions[0].Weaknesses, Point{Text: said[0], Severity: Medium, Targets: []string{"G-1"}})
		opinions[0].Suggestions = append(opinions[0].Suggestions, Point{Text: said[1], Severity: Medium, Targets: []string{"G-1"}, Mends: said[0]})
	}
	var got [][2]string
	for _, item := range actions(DefaultPolicy(), opinions, nil, nil) {
		for _, w := range item.Wordings {
			got = append(got, [2]string{item.Text, w.Text})
		}
	}
	want := [][2]string{{"The baseline is an average and the target a median", "State both as medians"}, {"The vision says two minutes, the goal ten", "Say which holds"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
