package judge

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"discussd/critique"
	"discussd/pipeline/handoff"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// decide drops a decision and has it carried out.
func (f *fixture) decide(round, text string) (Outcome, error) {
	f.T.Helper()
	f.Write("discussions/decisions/"+round+".md", text)
	return f.judge.Decide(f.T.Context(), Order{Target: Target{Dir: f.Dir, Job: session.DecisionJob(round + ".md")}, Mode: Mode{Repeat: true}})
}

// escalated is a final round that is blocked HIGH because one perspective rates 1.
func escalated(t *testing.T) (*fixture, verdict.Verdict) {
	f := newFixture(t)
	f.judge.Policy.Blocks = []string{critique.LowRating}
	f.Critic.Rating = 1
	f.Write("spec/requirements/_index.md", "# Requirements\n")
	outcome, err := f.order("R3")
	if err != nil || !outcome.Verdict.BlockedAt(critique.High) || *outcome.Verdict.Recommendation != critique.Escalate {
		t.Fatalf("got %+v, %v", outcome.Verdict, err)
	}
	f.Critic.Forget()
	return f, outcome.Verdict
}

func decisionOn(v verdict.Verdict, choice string) string {
	return fmt.Sprintf("fingerprint: %s\ndecision: %s\nrationale: the pilot has ten users\nby: Ada\n", v.Artifact.Fingerprint, choice)
}

func TestDecideAccept(t *testing.T) {
	f, blocked := escalated(t)
	if _, err := f.decide("R3", decisionOn(blocked, "accept")); err != nil {
		t.Fatal(err)
	}
	v, ok := f.Verdict("R3")
	if !ok || v.Outcome != verdict.Reached || v.Revision != 2 || v.CoordinatorAction != verdict.CoordinatorProceeds || len(v.Decisions) != 1 {
		t.Fatalf("got %+v", v)
	}
	if d := v.Decisions[0]; d.Decision != "accept" || d.By != "Ada" || d.Rationale != "the pilot has ten users" || len(d.Accepts) == 0 {
		t.Errorf("got %+v", d)
	}
	if len(f.Critic.Rounds()) != 0 {
		t.Error("somebody was asked")
	}
	record, err := os.ReadFile(f.Path("discussions/R3-discussion.md"))
	if err != nil || !strings.Contains(string(record), "the pilot has ten users") {
		t.Errorf("the record does not tell: %v\n%s", err, record)
	}

	// The same weakness in the next revision does not block again; a low average
	// was accepted for the earlier bytes alone.
	f.Write("spec/requirements/_index.md", "# Requirements, revised\n")
	outcome, err := f.order("R3")
	if err != nil || outcome.Verdict.BlockedAt(critique.High) && outcome.Verdict.Divergences[0].Severity == critique.High {
		t.Errorf("got %+v, %v", outcome.Verdict.Divergences, err)
	}
	if len(outcome.Verdict.Decisions) != 1 || outcome.Verdict.Outcome != verdict.Blocked {
		t.Errorf("got %s with decisions %+v", outcome.Verdict.Outcome, outcome.Verdict.Decisions)
	}
}

func TestDecideRevise(t *testing.T) {
	f, blocked := escalated(t)
	if _, err := f.decide("R3", decisionOn(blocked, "revise")); err != nil {
		t.Fatal(err)
	}
	v, _ := f.Verdict("R3")
	if !v.BlockedAt(critique.High) || *v.Recommendation != critique.Revise || v.CoordinatorAction != verdict.CoordinatorRevises || v.Revision != 2 {
		t.Errorf("got %+v", v)
	}
	f.Write("spec/requirements/_index.md", "# Requirements, revised\n")
	outcome, err := f.order("R3")
	if err != nil || len(outcome.Verdict.Decisions) != 0 {
		t.Errorf("an order to revise outlives the revision: %+v, %v", outcome.Verdict.Decisions, err)
	}
}

// TestDecideReviseAfterAccept shows that who sends an artifact back takes an
// acceptance of the same bytes back, for good.
func TestDecideReviseAfterAccept(t *testing.T) {
	f, blocked := escalated(t)
	for _, choice := range []string{"accept", "revise"} {
		if _, err := f.decide("R3", decisionOn(blocked, choice)); err != nil {
			t.Fatal(err)
		}
	}
	v, _ := f.Verdict("R3")
	if !v.BlockedAt(critique.High) || *v.Recommendation != critique.Revise || v.Revision != 3 {
		t.Errorf("got %s, revision %d, %v", v.Outcome, v.Revision, v.Recommendation)
	}
	f.Write("spec/requirements/_index.md", "# Requirements, revised\n")
	if outcome, err := f.order("R3"); err != nil || !outcome.Verdict.BlockedAt(critique.High) {
		t.Errorf("what was taken back is accepted still: %+v, %v", outcome.Verdict.Divergences, err)
	}
}

// TestNothingToDecide shows that a verdict that does not block needs no decision.
func TestNothingToDecide(t *testing.T) {
	for _, choice := range []string{"accept", "revise"} {
		f := newFixture(t)
		outcome, err := f.order("R2")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.decide("R2", decisionOn(outcome.Verdict, choice)); err != nil {
			t.Fatal(err)
		}
		v, _ := f.Verdict("R2")
		if v.Revision != 1 || len(v.Decisions) != 0 || len(v.Notes) != 1 || !strings.Contains(v.Notes[0], "nothing blocks") {
			t.Errorf("%s: revision %d, %+v, notes %q", choice, v.Revision, v.Decisions, v.Notes)
		}
	}
}

// TestIgnoredOnce shows that a file's words that do not count are noted once, be they
// changed as often as somebody likes, and not at all when at last they do.
func TestIgnoredOnce(t *testing.T) {
	f, blocked := escalated(t)
	for _, choice := range []string{"perhaps", "why not", "never"} {
		if _, err := f.decide("R3", decisionOn(blocked, choice)); err != nil {
			t.Fatal(err)
		}
		if v, _ := f.Verdict("R3"); len(v.Notes) != 1 || !strings.Contains(v.Notes[0], choice) {
			t.Errorf("%s: notes %q", choice, v.Notes)
		}
	}
	if _, err := f.decide("R3", decisionOn(blocked, "accept")); err != nil {
		t.Fatal(err)
	}
	if v, _ := f.Verdict("R3"); v.Outcome != verdict.Reached || len(v.Notes) != 0 {
		t.Errorf("%s, notes %q", v.Outcome, v.Notes)
	}
}

func TestDecisionsIgnored(t *testing.T) {
	tests := map[string]struct {
		text func(verdict.Verdict) string
		mess func(t *testing.T, name string)
		note string
	}{
		"other bytes": {func(v verdict.Verdict) string {
			return strings.Replace(decisionOn(v, "accept"), string(v.Artifact.Fingerprint), strings.Repeat("a", 64), 1)
		}, nil, "about other bytes"},
		"malformed": {func(v verdict.Verdict) string { return decisionOn(v, "perhaps") }, nil, "perhaps"},
		"another's": {func(v verdict.Verdict) string { return decisionOn(v, "accept") }, func(t *testing.T, name string) {
			if err := os.Chown(name, 4242, -1); err != nil {
				t.Skip("needs a user who may give files away:", err)
			}
		}, "4242"},
		"writable by all": {func(v verdict.Verdict) string { return decisionOn(v, "accept") }, func(t *testing.T, name string) {
			if err := os.Chmod(name, 0o666); err != nil {
				t.Fatal(err)
			}
		}, "others than its owner may write it"},
		"a link": {func(v verdict.Verdict) string { return decisionOn(v, "accept") }, func(t *testing.T, name string) {
			if err := os.Rename(name, name+".aside"); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink("R3.md.aside", name); err != nil {
				t.Fatal(err)
			}
		}, "refused"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			f, blocked := escalated(t)
			file := "discussions/decisions/R3.md"
			f.Write(file, test.text(blocked))
			if test.mess != nil {
				test.mess(t, f.Path(file))
			}
			_, err := f.judge.Decide(t.Context(), Order{Target: Target{Dir: f.Dir, Job: session.DecisionJob("R3.md")}})
			must(t, err)
			v, _ := f.Verdict("R3")
			noted := len(v.Notes) == 1 && strings.Contains(v.Notes[0], test.note)
			if !v.BlockedAt(critique.High) || v.Revision != blocked.Revision || len(v.Decisions) != 0 || !noted {
				t.Errorf("got %+v", v)
			}
			if answer := f.answer(file); !answer.Failed || file+" was ignored: "+answer.Reason != v.Notes[0] {
				t.Errorf("the file is noted as %+v, and the verdict says %q", answer, v.Notes)
			}
		})
	}
}

// answer is what is noted of the only file in an inbox that is seen to.
func (f *fixture) answer(file string) (answer handoff.Answer) {
	f.T.Helper()
	notes, _ := filepath.Glob(f.Path("discussions/.discussd/answered/*.json"))
	for _, name := range notes {
		text, err := os.ReadFile(name)
		must(f.T, err)
		must(f.T, json.Unmarshal(text, &answer))
		if answer.Path == file {
			return answer
		}
	}
	f.T.Fatalf("nothing is noted of %s among %d notes", file, len(notes))
	return answer
}

// TestDecidedBySomebodyElse has a second daemon come to a decision that the first
// has carried out: there is nothing to note.
func TestDecidedBySomebodyElse(t *testing.T) {
	f, blocked := escalated(t)
	if _, err := f.decide("R3", decisionOn(blocked, "accept")); err != nil {
		t.Fatal(err)
	}
	before, _ := f.Verdict("R3")
	outcome, err := f.judge.Decide(t.Context(), Order{Target: Target{Dir: f.Dir, Job: session.DecisionJob("R3.md")}})
	if err != nil || !outcome.Skipped {
		t.Errorf("got %+v, %v", outcome, err)
	}
	if after, _ := f.Verdict("R3"); len(after.Notes) != len(before.Notes) || after.Revision != before.Revision {
		t.Errorf("revision %d, notes %q", after.Revision, after.Notes)
	}
}
