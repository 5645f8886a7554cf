package critique

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"
)

const retention400 = "Readings are kept for 400 days"

// contradicted judges a brief that product (of google) praises for what technical (of
// openai, unless told otherwise) faults.
func contradicted(t *testing.T, r rules, look SecondLook, policy Policy, families map[string]string, verifiers ...string) Result {
	t.Helper()
	point := func(text string, severity Severity) []Point {
		return []Point{{Text: text, Category: "clarity", Targets: []string{"Retention"}, Severity: severity}}
	}
	panel := New(Options{
		Checks: stub{3.5}, Deadline: time.Minute, Second: look,
		Tools: chosen(func(p Perspective) Analyst {
			return play("tool of "+p.Name, func(context.Context) (Critique, error) {
				c := Critique{Rating: 4, ModelFamily: families[p.Name]}
				if p.Name == "product" {
					c.Strengths = point("retention is exact", Low)
				} else {
					c.Weaknesses = point("retention is open", High)
				}
				return c, nil
			})
		}),
	})
	for _, family := range verifiers {
		panel.Second.By = append(panel.Second.By, Link{"tool of " + family, r, family})
	}
	subject := Subject{Artifact: Document{Path: "spec/brief.md", Content: []byte("# Brief\n\n" + retention400 + ".\n")}}
	result, err := panel.Judge(t.Context(), policy, subject, []Perspective{{Name: "product"}, {Name: "technical"}}, Report{})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func conflictOf(result Result) Divergence {
	for _, d := range result.Divergences {
		if d.Type == Conflict {
			return d
		}
	}
	return Divergence{}
}

var twoFamilies = map[string]string{"product": "google", "technical": "openai"}

// TestDebate: what a model rules on a contradiction is told with it. A refutation needs a
// passage that stands in the documents; then the fault weighs less, is shown as refuted, and
// the contradiction blocks nobody, and no more does one in which both can be true.
func TestDebate(t *testing.T) {
	for name, test := range map[string]struct {
		ruling   Ruling
		err      error
		want     string   // told of the contradiction
		severity Severity // of the contradiction, where conflicts block
		fault    Severity
		tells    string
	}{
		"the fault holds":                {Ruling{Ruling: Confirmed, Why: "No unit is given."}, nil, Confirmed, High, High, "the fault holds (No unit is given)"},
		"the fault does not hold":        {Ruling{Ruling: Refuted, Quote: retention400, Why: "it is there"}, nil, Refuted, Low, Medium, "the fault does not hold (it is there): “" + retention400 + "”, spec/brief.md:3"},
		"refuted without a passage":      {Ruling{Ruling: Refuted, Why: "it is there"}, nil, Undecided, High, High, "cannot tell which holds"},
		"refuted by what stands nowhere": {Ruling{Ruling: Refuted, Quote: "Readings are burnt", Why: "it is there"}, nil, Undecided, High, High, "cannot tell which holds"},
		"both can be true":               {Ruling{Ruling: BothStand, Why: "One speaks of the days, one of the place"}, nil, BothStand, Low, High, "each can be true beside the other (One speaks"},
		"nobody can tell":                {Ruling{Ruling: Undecided}, nil, Undecided, High, High, "cannot tell which holds"},
		"the model fails":                {Ruling{}, Failf(Crashed, "gone"), "", High, High, "technical: retention is open"},
	} {
		t.Run(name, func(t *testing.T) {
			var asked []Claim
			policy := DefaultPolicy()
			policy.Blocks = append(policy.Blocks, Conflict)
			r := rules{says: func(Claim) Ruling { return test.ruling }, err: test.err, asked: &asked}
			result := contradicted(t, r, SecondLook{Conflicts: true}, policy, twoFamilies, "anthropic")
			if len(asked) != 1 || asked[0].Against == nil || asked[0].Against.Text != "retention is exact" || asked[0].Text != "retention is open" {
				t.Fatalf("asked: %+v", asked)
			}
			d := conflictOf(result)
			if d.Ruling != test.want || d.Severity != test.severity || !strings.Contains(d.Description, test.tells) {
				t.Errorf("%+v", d)
			}
			if result.Reached != (test.severity == Low) {
				t.Errorf("reached %v", result.Reached)
			}
			w := result.Opinions[1].Weaknesses[0]
			if w.Severity != test.fault || (w.RefutedBy != "") != (test.want == Refuted) {
				t.Errorf("the fault is %+v", w)
			}
			note := map[string]string{
				Confirmed: "contradict each other: faults that hold: 1", Refuted: "contradict each other: faults that do not: 1",
				BothStand: "contradict each other: faults that can stand beside the praise: 1", Undecided: "contradict each other: undecided: 1",
			}[test.want]
			if test.err != nil {
				note = "nobody ruled on where perspectives contradict each other (faults: 1) (tool of anthropic: crashed)"
			}
			if !slices.ContainsFunc(result.Notes, func(n string) bool { return strings.Contains(n, note) }) {
				t.Errorf("notes: %q", result.Notes)
			}
		})
	}
}

// TestWhoDebates: one request for everything; a model of a family that is not that of both,
// where there is one; nobody where nobody contradicts or the debate is off.
func TestWhoDebates(t *testing.T) {
	oneFamily := map[string]string{"product": "google", "technical": "google"}
	for name, test := range map[string]struct {
		look      SecondLook
		families  map[string]string
		verifiers []string
		by        string // "" for nobody
		kinds     string
	}{
		"a third family":                        {SecondLook{Conflicts: true}, twoFamilies, []string{"anthropic"}, "tool of anthropic", "conflict"},
		"one of the two":                        {SecondLook{Conflicts: true}, twoFamilies, []string{"openai"}, "tool of openai", "conflict"},
		"not that of both, where there is one":  {SecondLook{Conflicts: true}, oneFamily, []string{"google", "openai"}, "tool of openai", "conflict"},
		"that of both, where there is no other": {SecondLook{Conflicts: true}, oneFamily, []string{"google"}, "tool of google", "conflict"},
		"off":                                   {SecondLook{Blocking: true}, twoFamilies, []string{"anthropic"}, "", ""},
		"what would block goes along":           {SecondLook{Blocking: true, Conflicts: true}, twoFamilies, []string{"anthropic"}, "tool of anthropic", "risk conflict"},
	} {
		t.Run(name, func(t *testing.T) {
			var asked []Claim
			panel := New(Options{Second: test.look, Deadline: time.Minute})
			r := rules{says: func(Claim) Ruling { return Ruling{Ruling: Confirmed} }, asked: &asked}
			for _, family := range test.verifiers {
				panel.Second.By = append(panel.Second.By, Link{"tool of " + family, r, family})
			}
			aim := []Point{{Text: "x", Category: "clarity", Targets: []string{"Retention"}, Severity: High}}
			opinions := []Opinion{
				{Perspective: Perspective{Name: "product", Reports: []string{ReportRiskLevel}}, Source: SourceCLI, Critique: Critique{Strengths: aim, ModelFamily: test.families["product"]}},
				{Perspective: Perspective{Name: "technical"}, Source: SourceCLI, Critique: Critique{Weaknesses: slices.Clone(aim), ModelFamily: test.families["technical"]}},
			}
			if test.look.Blocking && test.look.Conflicts {
				opinions[0].RiskLevel = "high"
			}
			v := panel.verify(t.Context(), DefaultPolicy(), Request{}, opinions, test.look.Blocking && test.look.Conflicts)
			by, kinds := "", []string{}
			if v != nil {
				by = v.Tool
			}
			for _, c := range asked {
				kinds = append(kinds, c.Kind)
			}
			if by != test.by || strings.Join(kinds, " ") != test.kinds {
				t.Errorf("%q was asked about %v, want %q and %q", by, kinds, test.by, test.kinds)
			}
		})
	}
}

// TestSettledFaultsOfOneDispute: a contradiction is over only where none of its faults is left.
func TestSettledFaultsOfOneDispute(t *testing.T) {
	for name, test := range map[string]struct {
		rulings []string
		want    string
	}{
		"both refuted":          {[]string{Refuted, Refuted}, Refuted},
		"one holds":             {[]string{Refuted, Confirmed}, Confirmed},
		"one stands beside it":  {[]string{BothStand, Refuted}, BothStand},
		"one nobody can decide": {[]string{Refuted, Undecided}, Undecided},
	} {
		v := &Verification{Critique: Critique{Tool: "codex", Rulings: []Ruling{{}}}}
		for _, ruling := range test.rulings {
			v.Claims = append(v.Claims, Claim{Kind: Conflict, Ruling: ruling, Grounds: []string{"conflict: b", "conflict: a"}})
		}
		got := v.settled(DefaultPolicy(), []Divergence{{Type: Conflict, Grounds: []string{"conflict: a"}}, {Type: Minor, Grounds: []string{"conflict: a"}}, {Type: Conflict, Grounds: []string{"conflict: c"}}})
		if got[0].Ruling != test.want || got[1].Ruling != "" || got[2].Ruling != "" {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestOneFaultOfTwoDisputes: a fault that two praises contradict, each of another target, is
// asked about once, and the ruling settles both.
func TestOneFaultOfTwoDisputes(t *testing.T) {
	about := func(text string, targets ...string) Point {
		return Point{Text: text, Category: "clarity", Targets: targets}
	}
	opinions := []Opinion{
		{Perspective: Perspective{Name: "product"}, Source: SourceCLI, Critique: Critique{Strengths: []Point{about("G-1 is exact", "G-1"), about("G-2 is short", "G-2")}}},
		{Perspective: Perspective{Name: "risk"}, Source: SourceCLI, Critique: Critique{Weaknesses: []Point{about("the goals are vague", "G-1", "G-2")}}},
	}
	got := disputed(DefaultPolicy(), opinions)
	if len(got) != 1 || !slices.Equal(got[0].Grounds, []string{"conflict: clarity of g 1", "conflict: clarity of g 2"}) {
		t.Errorf("%+v", got)
	}
}
