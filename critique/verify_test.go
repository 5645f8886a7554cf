package critique

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"
)

// rules is an analyst that rules on claims as it is told, and notes what it was asked.
type rules struct {
	says  func(Claim) Ruling
	err   error
	asked *[]Claim
}

func (r rules) Analyze(_ context.Context, request Request) (Critique, error) {
	*r.asked = append(*r.asked, request.Claims...)
	if r.err != nil {
		return Critique{}, r.err
	}
	var c Critique
	for i, claim := range request.Claims {
		ruling := r.says(claim)
		ruling.Claim = i + 1
		c.Rulings = append(c.Rulings, ruling)
	}
	return c, nil
}

// verified judges a subject of which google's model says what is given, with verifiers of
// the families named that rule alike.
func verified(t *testing.T, said Critique, r rules, families ...string) Result {
	t.Helper()
	said.ModelFamily = "google"
	panel := New(Options{
		Checks: stub{3.5}, Deadline: time.Minute, Second: SecondLook{Blocking: true},
		Tools: chosen(func(Perspective) Analyst {
			return play("gemini", func(context.Context) (Critique, error) {
				c := said
				c.Weaknesses = slices.Clone(c.Weaknesses)
				return c, nil
			})
		}),
	})
	for _, family := range families {
		panel.Second.By = append(panel.Second.By, Link{"tool of " + family, r, family})
	}
	subject := Subject{Artifact: Document{Path: "spec/brief.md", Content: []byte("# Brief\n\nReadings are kept for 400 days.\n")}, Context: &Document{Path: "spec/context.json", Content: []byte("{}")}}
	policy := DefaultPolicy()
	policy.Blocks = append(policy.Blocks, CriticalIssue)
	perspective := Perspective{Name: "coverage", Tool: "gemini", Reports: []string{ReportMissingRequirements, ReportRiskLevel}}
	result, err := panel.Judge(t.Context(), policy, subject, []Perspective{perspective}, Report{})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// TestRefutedDoesNotBlock: what another family's model refutes with a passage of the
// documents blocks no more, and is shown; every other ruling leaves the verdict as it is.
func TestRefutedDoesNotBlock(t *testing.T) {
	blocking := map[string]Critique{
		"a requirement that is said to be missing": {Rating: 4, MissingRequirements: []string{"how long readings are kept"}},
		"a high risk":         {Rating: 4, RiskLevel: "high", KeyFinding: "nobody says how long readings are kept"},
		"a critical weakness": {Rating: 4, Weaknesses: []Point{{Text: "retention is open", Severity: Critical}}},
	}
	for name, said := range blocking {
		for _, test := range []struct {
			name   string
			ruling Ruling
			passes bool
			want   string
		}{
			{"refuted", Ruling{Ruling: Refuted, Quote: "Readings are kept for 400 days", Why: "it is there"}, true, Refuted},
			{"refuted without a quote", Ruling{Ruling: Refuted, Why: "it is there"}, false, Undecided},
			{"refuted by what stands nowhere", Ruling{Ruling: Refuted, Quote: "Readings are kept for 30 days", Why: "it is there"}, false, Undecided},
			{"confirmed", Ruling{Ruling: Confirmed}, false, Confirmed},
			{"undecided", Ruling{Ruling: Undecided}, false, Undecided},
		} {
			t.Run(name+" is "+test.name, func(t *testing.T) {
				var asked []Claim
				result := verified(t, said, rules{says: func(Claim) Ruling { return test.ruling }, asked: &asked}, "openai")
				if result.Reached != test.passes {
					t.Errorf("reached: %v, divergences %+v", result.Reached, result.Divergences)
				}
				if result.Verification == nil || len(result.Verification.Claims) != 1 || result.Verification.Claims[0].Ruling != test.want {
					t.Fatalf("verification: %+v", result.Verification)
				}
				if len(asked) != 1 || len(result.Answers()) != 2 {
					t.Errorf("asked about %d claims, %d answers kept", len(asked), len(result.Answers()))
				}
				if test.passes && result.Verification.Claims[0].QuoteLine != 3 {
					t.Errorf("the passage stands in line %d", result.Verification.Claims[0].QuoteLine)
				}
			})
		}
	}
}

func TestRefutedWeaknessIsShown(t *testing.T) {
	var asked []Claim
	said := Critique{Rating: 4, Weaknesses: []Point{{Text: "retention is open", Severity: Critical}}}
	refuted := Ruling{Ruling: Refuted, Quote: "Readings are kept for 400 days"}
	result := verified(t, said, rules{says: func(Claim) Ruling { return refuted }, asked: &asked}, "openai")
	if w := result.Opinions[0].Weaknesses[0]; w.Severity != Medium || w.RefutedBy != "tool of openai" {
		t.Errorf("the weakness is %+v", w)
	}
	if !slices.ContainsFunc(result.Notes, func(n string) bool { return strings.Contains(n, "1 refuted") }) {
		t.Errorf("notes: %q", result.Notes)
	}
}

// TestWhoFailedDoesNotVerify: a tool that gave a perspective no answer is not waited for
// once more.
func TestWhoFailedDoesNotVerify(t *testing.T) {
	var asked []Claim
	r := rules{says: func(Claim) Ruling { return Ruling{Ruling: Confirmed} }, asked: &asked}
	panel := New(Options{Second: SecondLook{Blocking: true, By: Chain{{"codex", r, "openai"}, {"claude", r, "anthropic"}}}})
	perspective := Perspective{Name: "risk", Reports: []string{ReportRiskLevel}}
	opinions := []Opinion{{Perspective: perspective, Source: SourceFallback, Critique: Critique{
		RiskLevel: "high", ModelFamily: "google", Tool: "gemini",
		Attempts: []Attempt{{Tool: "codex", Outcome: Timeout}, {Tool: "gemini", Outcome: Answered}},
	}}}
	if v := panel.verify(t.Context(), DefaultPolicy(), Request{}, opinions, true); v == nil || v.Tool != "claude" || len(asked) != 1 {
		t.Errorf("%+v, asked about %d claims", v, len(asked))
	}
}

// TestWhoVerifies: nobody rules on what a model of his own family said, nobody is asked
// where nothing blocks, and who fails is followed by the next.
func TestWhoVerifies(t *testing.T) {
	blocked := Critique{Rating: 4, RiskLevel: "high", KeyFinding: "the aim is missed"}
	confirm := func(Claim) Ruling { return Ruling{Ruling: Confirmed} }
	for _, test := range []struct {
		name     string
		said     Critique
		err      error
		families []string
		asked    int
	}{
		{"another family", blocked, nil, []string{"openai"}, 1},
		{"no family but its own", blocked, nil, []string{"google"}, 0},
		{"a family that nobody knows", blocked, nil, []string{""}, 0},
		{"the own one is passed over", blocked, nil, []string{"google", "openai", "anthropic"}, 1},
		{"nothing blocks", Critique{Rating: 4, RiskLevel: "low"}, nil, []string{"openai"}, 0},
		{"nothing to look up", Critique{Rating: 1, RiskLevel: "low"}, nil, []string{"openai"}, 0},
		{"the next where one fails", blocked, Failf(Auth, "not logged in"), []string{"openai", "anthropic"}, 2},
		{"nobody else after a hang", blocked, Failf(Timeout, "hung"), []string{"openai", "anthropic"}, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			var asked []Claim
			result := verified(t, test.said, rules{says: confirm, err: test.err, asked: &asked}, test.families...)
			if len(asked) != test.asked {
				t.Errorf("%d requests, want %d", len(asked), test.asked)
			}
			if test.err != nil && (result.Reached || len(result.Verification.Attempts) != test.asked || result.Verification.Claims[0].Ruling != Undecided) {
				t.Errorf("a failed verification: %+v", result.Verification)
			}
		})
	}
}
