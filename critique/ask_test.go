package critique

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestAsk(t *testing.T) {
	understood := func(context.Context) (Critique, error) {
		return Critique{
			Understanding: Understanding{Confirmed: []string{"one service"}},
			Weaknesses:    []Point{{Text: "x", Severity: High, Quote: "nowhere to be found in there"}},
		}, nil
	}
	tests := map[string]struct {
		tools  func(Perspective) Chain
		class  Class // "" is an answer
		source Source
		took   time.Duration
	}{
		"its own tool": {tools: one(play("gemini", understood)), source: SourceCLI},
		"another tool": {tools: one(Chain{{"gemini", play("gemini", fails(Auth)), ""}, {"claude", play("claude", understood), ""}}), source: SourceFallback},
		"no tool":      {class: NotInstalled},
		"no chain":     {tools: one(Chain(nil)), class: NotInstalled, source: SourceSkipped},
		"all fail":     {tools: one(Chain{{"gemini", play("gemini", fails(Quota)), ""}}), class: Quota, source: SourceSkipped},
		"a panic":      {tools: one(play("gemini", func(context.Context) (Critique, error) { panic("poison") })), class: Crashed, source: SourceSkipped},
		"the deadline": {tools: one(play("gemini", hangs)), class: Timeout, source: SourceSkipped, took: time.Minute},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var asked []string
				var told []Source
				panel := New(Options{
					Checks: stub{4}, Tools: tt.tools, Deadline: time.Minute,
					Asked:    func(p Perspective) { asked = append(asked, p.Name) },
					Answered: func(o Opinion) { told = append(told, o.Source) },
				})
				started := time.Now()
				answer, err := panel.Ask(t.Context(), Request{Perspective: Perspective{Name: "discussant", Tool: "gemini"}})
				if took := time.Since(started); took != tt.took {
					t.Errorf("took %s, want %s", took, tt.took)
				}
				var failure *Failure
				if errors.As(err, &failure) != (tt.class != "") || failure != nil && failure.Class != tt.class {
					t.Fatalf("got %v, want %q", err, tt.class)
				}
				if err == nil && (len(answer.Understanding.Confirmed) != 1 || answer.Weaknesses[0].Severity != Medium) {
					t.Errorf("got %+v", answer)
				}
				wantAsked, wantTold := []string{"discussant"}, []Source{tt.source}
				if tt.tools == nil {
					wantAsked, wantTold = nil, nil
				}
				if diff := cmp.Diff(wantAsked, asked) + cmp.Diff(wantTold, told); diff != "" {
					t.Errorf("told of (-want +got):\n%s", diff)
				}
			})
		})
	}
}

func one(a Analyst) func(Perspective) Chain { return chosen(func(Perspective) Analyst { return a }) }
