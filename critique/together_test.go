package critique

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// cast is a tool that is asked for one perspective or for several, and notes for whom.
type cast struct {
	mu     sync.Mutex
	tool   string
	alone  func(name string) (Critique, error)
	parts  map[string]error // why it has nothing for a perspective when it is asked for several
	fails  error            // when it is asked for several
	called []string
}

func (c *cast) Analyze(_ context.Context, request Request) (Critique, error) {
	names := []string{request.Perspective.Name}
	if len(request.Together) > 0 {
		names = nil
		for _, p := range request.Together {
			names = append(names, p.Name)
		}
	}
	c.mu.Lock()
	c.called = append(c.called, strings.Join(names, "+"))
	c.mu.Unlock()
	if len(request.Together) == 0 {
		if c.alone != nil {
			return c.alone(names[0])
		}
		return Critique{Rating: 4, KeyFinding: names[0] + " alone", Tool: c.tool}, nil
	}
	if c.fails != nil {
		return Critique{}, c.fails
	}
	input, usd := int64(1000), 0.3
	answer := Critique{Tool: c.tool, ModelFamily: "of " + c.tool, Cost: Cost{InputTokens: &input, USD: &usd}}
	for _, name := range names {
		answer.Parts = append(answer.Parts, Part{Critique{Rating: 3, KeyFinding: name + " together"}, c.parts[name]})
	}
	return answer, nil
}

// together judges five perspectives, three of gemini's, and each tool's chain goes on to
// codex and claude.
func together(t *testing.T, tools map[string]*cast) Result {
	t.Helper()
	first := map[string]string{"product": "gemini", "technical": "codex", "quality": "claude", "risk": "gemini", "coverage": "gemini"}
	var perspectives []Perspective
	for _, name := range []string{"product", "technical", "quality", "risk", "coverage"} {
		perspectives = append(perspectives, Perspective{Name: name, Tool: first[name]})
	}
	panel := New(Options{Checks: stub{4}, Deadline: time.Minute, Together: true, Tools: func(p Perspective) Chain {
		chain := Chain{{p.Tool, tools[p.Tool], ""}}
		for _, tool := range slices.Sorted(maps.Keys(tools)) {
			if tool != p.Tool {
				chain = append(chain, Link{tool, tools[tool], ""})
			}
		}
		return chain
	}})
	result, err := panel.Judge(t.Context(), DefaultPolicy(), Subject{}, perspectives, Report{})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func TestOneCallForAToolsPerspectives(t *testing.T) {
	tools := map[string]*cast{"gemini": {tool: "gemini"}, "codex": {tool: "codex"}, "claude": {tool: "claude"}}
	result := together(t, tools)
	for tool, want := range map[string][]string{"gemini": {"product+risk+coverage"}, "codex": {"technical"}, "claude": {"quality"}} {
		if diff := cmp.Diff(want, tools[tool].called); diff != "" {
			t.Errorf("%s was called (-want +got):\n%s", tool, diff)
		}
	}
	for i, want := range []string{"product together", "technical alone", "quality alone", "risk together", "coverage together"} {
		if o := result.Opinions[i]; o.KeyFinding != want || o.Source != SourceCLI {
			t.Errorf("%s: %q by %s (%s), want %q", o.Perspective.Name, o.KeyFinding, o.Tool, o.Source, want)
		}
	}
	if diff := cmp.Diff([]string{"product", "coverage"}, result.Opinions[3].AnsweredWith); diff != "" {
		t.Errorf("risk was answered with (-want +got):\n%s", diff)
	}
	if *result.Cost.InputTokens != 1000 || *result.Opinions[0].Cost.InputTokens != 334 || *result.Opinions[4].Cost.InputTokens != 333 {
		t.Errorf("1000 tokens are counted as %d, the parts as %d and %d", *result.Cost.InputTokens, *result.Opinions[0].Cost.InputTokens, *result.Opinions[4].Cost.InputTokens)
	}
	if !slices.Contains(result.Notes, "gemini answered for product, risk, coverage in one call") {
		t.Errorf("notes %q", result.Notes)
	}
}

// TestTogetherFallsBack: what a call for several does not bring, each perspective gets by a
// call of its own, through its own chain.
func TestTogetherFallsBack(t *testing.T) {
	tests := map[string]struct {
		gemini, codex *cast
		called        map[string][]string
		found         []string // key findings of product, risk and coverage
		attempts      []Class  // of risk
	}{
		"one part is missing": {
			&cast{parts: map[string]error{"risk": Failf(EmptyOutput, "nothing for risk")}}, &cast{},
			map[string][]string{"gemini": {"product+risk+coverage", "risk"}, "codex": {"technical"}},
			[]string{"product together", "risk alone", "coverage together"}, []Class{EmptyOutput, Answered},
		},
		"the answer is no JSON": {
			&cast{fails: Failf(InvalidJSON, "prose")}, &cast{},
			map[string][]string{"gemini": {"coverage", "product", "product+risk+coverage", "risk"}, "codex": {"technical"}},
			[]string{"product alone", "risk alone", "coverage alone"}, []Class{InvalidJSON, Answered},
		},
		"the tool is not logged in": {
			&cast{fails: Failf(Auth, "log in")}, &cast{},
			map[string][]string{"gemini": {"product+risk+coverage"}, "claude": {"product+risk+coverage", "quality"}, "codex": {"technical"}},
			[]string{"product together", "risk together", "coverage together"}, []Class{Auth, Answered},
		},
		"a part and its own call fail": {
			&cast{parts: map[string]error{"risk": Failf(Unusable, "no rating")}, alone: func(string) (Critique, error) { return Critique{}, Failf(Quota, "used up") }}, &cast{},
			map[string][]string{"gemini": {"product+risk+coverage", "risk"}, "claude": {"quality", "risk"}, "codex": {"technical"}},
			[]string{"product together", "risk alone", "coverage together"}, []Class{Unusable, Quota, Answered},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			tools := map[string]*cast{"gemini": test.gemini, "codex": test.codex, "claude": {}}
			for tool, c := range tools {
				c.tool = tool
			}
			result := together(t, tools)
			for tool, want := range test.called {
				slices.Sort(tools[tool].called)
				if diff := cmp.Diff(want, tools[tool].called); diff != "" {
					t.Errorf("%s was called (-want +got):\n%s", tool, diff)
				}
			}
			var found []string
			for _, at := range []int{0, 3, 4} {
				found = append(found, result.Opinions[at].KeyFinding)
			}
			if diff := cmp.Diff(test.found, found); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
			var classes []Class
			for _, a := range result.Opinions[3].Attempts {
				classes = append(classes, a.Outcome)
			}
			if diff := cmp.Diff(test.attempts, classes); diff != "" {
				t.Errorf("attempts of risk (-want +got):\n%s", diff)
			}
		})
	}
}

// TestTogetherHangs: two tools that hang are enough, as when each is asked alone.
func TestTogetherHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hung := func() *cast { return &cast{fails: Failf(Timeout, "4 min")} }
		tools := map[string]*cast{"gemini": hung(), "claude": hung(), "codex": {}}
		result := together(t, tools)
		if o := result.Opinions[0]; o.Source != SourceChecks || len(o.Attempts) != 2 {
			t.Errorf("product: %s after %+v", o.Source, o.Attempts)
		}
	})
}

// TestTogetherKeepsReadersApart: who is shown other documents has a prompt of his own.
func TestTogetherKeepsReadersApart(t *testing.T) {
	gemini := &cast{tool: "gemini"}
	panel := New(Options{Checks: stub{4}, Deadline: time.Minute, Together: true, Tools: func(Perspective) Chain { return Chain{{"gemini", gemini, ""}} }})
	_, err := panel.Judge(t.Context(), DefaultPolicy(), Subject{}, []Perspective{
		{Name: "a", Tool: "gemini"}, {Name: "b", Tool: "gemini", Reads: []string{"spec/api/**"}}, {Name: "c", Tool: "gemini"},
	}, Report{})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(gemini.called)
	if diff := cmp.Diff([]string{"a+c", "b"}, gemini.called); diff != "" {
		t.Errorf("called (-want +got):\n%s", diff)
	}
}

// noMemory is there, and the panel's Recall decides.
type noMemory struct{}

func (noMemory) Recall(string) (Kept, bool) { return Kept{}, false }
func (noMemory) Keep(string, Kept)          {}

// TestCarriedIsNotAsked: what a tool answered before stands; it is nobody else's answer, and
// its cost is an earlier revision's.
func TestCarriedIsNotAsked(t *testing.T) {
	for _, oneCall := range []bool{false, true} {
		gemini, codex := &cast{tool: "gemini"}, &cast{tool: "codex"}
		input := int64(700)
		panel := New(Options{
			Checks: stub{4}, Deadline: time.Minute, Together: oneCall,
			Tools: func(Perspective) Chain { return Chain{{"gemini", gemini, ""}, {"codex", codex, ""}} },
			Recall: func(tool string, r Request) (Critique, error) {
				if tool != "gemini" || r.Perspective.Name != "b" {
					return Critique{}, ErrUnknown
				}
				return Critique{Rating: 2, KeyFinding: "as before", Tool: "gemini", Cost: Cost{InputTokens: &input}, Carried: &Carried{Revision: 3}}, nil
			},
		})
		result, err := panel.Judge(t.Context(), DefaultPolicy(), Subject{Memory: noMemory{}}, []Perspective{{Name: "a", Tool: "gemini"}, {Name: "b", Tool: "gemini"}}, Report{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"a"}, gemini.called); diff != "" || len(codex.called) > 0 {
			t.Errorf("gemini was called (-want +got):\n%s", diff)
		}
		want := Opinion{Perspective: Perspective{Name: "b", Tool: "gemini"}, Source: SourceCLI, Critique: Critique{Rating: 2, KeyFinding: "as before", Tool: "gemini", Cost: Cost{InputTokens: &input}, Carried: &Carried{Revision: 3}}}
		if diff := cmp.Diff(want, result.Opinions[1], cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("b (-want +got):\n%s", diff)
		}
		if result.Cost.InputTokens != nil {
			t.Errorf("%d tokens are counted again", *result.Cost.InputTokens)
		}
		if want := "b not asked again, nothing that it reads has changed: answer carried over from revision 3"; !slices.Contains(result.Notes, want) {
			t.Errorf("notes %q", result.Notes)
		}
	}
}

// TestWhatStands: what was found in a document whose outline was shown now is still found,
// once, and blocks as it did.
func TestWhatStands(t *testing.T) {
	before := Point{Text: "two times for one door", Severity: High, Category: "consistency", Quote: "open from six", QuotePath: "a.md"}
	said := Point{Text: "said in other words", Severity: Medium, Category: "consistency", Quote: "open  from six"}
	subject := Subject{
		Artifact: Document{Path: "a.md", Content: []byte("The door is open from six.\n"), Settled: true},
		Past:     Past{Stands: map[string][]Point{"a": {before}, "b": {before}, "d": {before}}},
	}
	panel := New(Options{Checks: stub{4}, Deadline: time.Minute, Tools: chosen(func(p Perspective) Analyst {
		return play("gemini", func(context.Context) (Critique, error) {
			c := Critique{Rating: 4}
			if p.Name == "b" {
				c.Weaknesses = []Point{said}
			}
			if p.Name == "d" { // as it was given before the judging of this revision was cut off
				c.Carried = &Carried{Revision: 2, Same: true}
			}
			return c, nil
		})
	})})
	result, err := panel.Judge(t.Context(), DefaultPolicy(), subject, []Perspective{{Name: "a", Tool: "gemini"}, {Name: "b", Tool: "gemini"}, {Name: "c", Tool: "gemini"}, {Name: "d", Tool: "gemini"}}, Report{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{1, 1, 0, 1} {
		if got := len(result.Opinions[i].Weaknesses); got != want {
			t.Errorf("%s has %d weaknesses, want %d", result.Opinions[i].Perspective.Name, got, want)
		}
	}
	if w := result.Opinions[0].Weaknesses; len(w) == 1 && (w[0].Severity != High || w[0].QuoteFound == nil || !*w[0].QuoteFound) {
		t.Errorf("what stands: %+v", w[0])
	}
	if !slices.Contains(result.Notes, "a: weaknesses that stand from the revision before, in documents that have not changed: 1") {
		t.Errorf("notes %q", result.Notes)
	}
}
