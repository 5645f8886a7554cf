package critique

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// script is an analyst that plays its lines, one a call, and then the last again.
type script struct {
	mu    sync.Mutex
	tool  string
	lines []func(context.Context) (Critique, error)
	calls int
}

func (s *script) Analyze(ctx context.Context, _ Request) (Critique, error) {
	s.mu.Lock()
	line := s.lines[min(s.calls, len(s.lines)-1)]
	s.calls++
	s.mu.Unlock()
	answer, err := line(ctx)
	answer.Tool = s.tool
	return answer, err
}

func says(rating float64) func(context.Context) (Critique, error) {
	return func(context.Context) (Critique, error) { return Critique{Rating: rating}, nil }
}

func fails(class Class) func(context.Context) (Critique, error) {
	return func(context.Context) (Critique, error) { return Critique{}, Failf(class, "scripted") }
}

func hangs(ctx context.Context) (Critique, error) {
	<-ctx.Done()
	return Critique{}, Failf(Timeout, "killed: %w", context.Cause(ctx))
}

func play(tool string, lines ...func(context.Context) (Critique, error)) *script {
	return &script{tool: tool, lines: lines}
}

// stub are checks that find nothing and rate the round.
type stub struct{ rating float64 }

func (s stub) Check(context.Context, Subject) Report {
	return Report{Applicable: 4, Passed: 4, Overall: s.rating}
}

// Analyze lets a chain stand where an analyst does.
func (c Chain) Analyze(ctx context.Context, request Request) (Critique, error) {
	return Plan{Links: c}.Analyze(ctx, request)
}

// chosen are the tools of each perspective: a chain, or one analyst.
func chosen(choose func(Perspective) Analyst) func(Perspective) Chain {
	return func(p Perspective) Chain {
		analyst := choose(p)
		if chain, ok := analyst.(Chain); ok {
			return chain
		}
		return Chain{{Tool: p.Tool, Analyst: analyst}}
	}
}

func judge(t *testing.T, ctx context.Context, tools map[string]Analyst, names ...string) Result {
	t.Helper()
	var perspectives []Perspective
	for _, name := range names {
		perspectives = append(perspectives, Perspective{Name: name, Tool: "gemini"})
	}
	panel := New(Options{
		Checks: stub{3.5}, Deadline: time.Minute,
		Tools: chosen(func(p Perspective) Analyst { return tools[p.Name] }),
	})
	result, err := panel.Judge(ctx, DefaultPolicy(), Subject{}, perspectives, panel.Check(ctx, Subject{}))
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func TestPanelAsksAllAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := func(context.Context) (Critique, error) {
			time.Sleep(30 * time.Second)
			return Critique{Rating: 4}, nil
		}
		started := time.Now()
		result := judge(t, t.Context(), map[string]Analyst{"a": play("gemini", slow), "b": play("gemini", slow), "c": play("gemini", slow), "d": play("gemini", slow)}, "a", "b", "c", "d")
		if took := time.Since(started); took != 30*time.Second {
			t.Errorf("four perspectives of 30 s took %s", took)
		}
		if result.Basis != BasisPanel || result.Average != 4 || result.Partial {
			t.Errorf("got %s %v partial=%v", result.Basis, result.Average, result.Partial)
		}
	})
}

func TestPanelFallsBack(t *testing.T) {
	chain := Chain{{"gemini", play("gemini", fails(Auth)), ""}, {"codex", play("codex", fails(EmptyOutput)), ""}}
	other := Chain{{"claude", play("claude", fails(Timeout)), ""}, {"codex", play("codex", says(4)), ""}}
	result := judge(t, t.Context(), map[string]Analyst{"product": chain, "risk": other}, "product", "risk")

	sources := []Source{result.Opinions[0].Source, result.Opinions[1].Source}
	if diff := cmp.Diff([]Source{SourceChecks, SourceFallback}, sources); diff != "" {
		t.Errorf("sources (-want +got):\n%s", diff)
	}
	if result.Basis != BasisMixed {
		t.Errorf("basis %s, want mixed", result.Basis)
	}
	want := []string{
		"product answered by no model (gemini: auth, codex: empty_output)",
		"risk answered by codex instead of gemini, which is switched off (claude: timeout)",
	}
	if diff := cmp.Diff(want, result.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}

// TestRemarks shows what is degraded in the policy's language, row by row.
func TestRemarks(t *testing.T) {
	late := []Attempt{{Tool: "gemini", Outcome: Timeout}, {Tool: "gemini", Outcome: Timeout}}
	of := func(source Source, tool string, attempts []Attempt, c Critique) Opinion {
		c.Tool, c.Attempts = tool, attempts
		return Opinion{Perspective: Perspective{Name: "risk", Tool: "gemini"}, Source: source, Critique: c}
	}
	tests := map[string]struct {
		opinions         []Opinion
		partial          bool
		english, chinese string
	}{
		"skipped":   {[]Opinion{of(SourceSkipped, "", nil, Critique{})}, false, "risk skipped: the session has no discovery context to compare with", "risk 已跳过: 会话中没有可对照的 discovery context"},
		"another":   {[]Opinion{of(SourceFallback, "codex", late, Critique{Rating: 4})}, false, "risk answered by codex instead of gemini (gemini: timeout)", "risk 由 codex 代替 gemini 回答 (gemini: timeout)"},
		"checks":    {[]Opinion{of(SourceChecks, "checks", late, Critique{})}, false, "no model answered (gemini: timeout)", "没有模型作答 (gemini: timeout)"},
		"the tool":  {[]Opinion{of(SourceCLI, "gemini", nil, Critique{Notes: []string{"forgiven: a comma"}})}, false, "risk: forgiven: a comma", "risk: forgiven: a comma"},
		"partial":   {nil, true, "PARTIAL: the panel's deadline passed before every perspective was answered", "PARTIAL: 已过截止时间, 并非所有视角都已作答"},
		"one voice": {[]Opinion{of(SourceCLI, "gemini", nil, Critique{Rating: 4, ModelFamily: "google"}), of(SourceCLI, "gemini", nil, Critique{Rating: 3, ModelFamily: "google"})}, false, "the 2 answers came from one model family: where they agree, count one vote", "2 个回答都来自同一模型族: 意见一致时只算一票"},
		"all praise": {[]Opinion{of(SourceCLI, "gemini", nil, Critique{Rating: 5, ModelFamily: "google"}), of(SourceCLI, "codex", nil, Critique{Rating: 5, ModelFamily: "openai"})}, false,
			"every perspective rates 5/5 and none names a weakness: read this as no review rather than praise", "各视角均评 5/5 且无一指出不足: 应视为未经评审, 而非好评"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := slices.Concat(remarks(Policy{}, test.opinions, test.partial), remarks(Policy{Chinese: true}, test.opinions, test.partial))
			if diff := cmp.Diff([]string{test.english, test.chinese}, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestPanelDeadlineIsPartial(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		result := judge(t, t.Context(), map[string]Analyst{
			"product": Chain{{"gemini", play("gemini", hangs), ""}, {"codex", play("codex", says(5)), ""}},
			"risk":    Chain{{"gemini", play("gemini", says(4)), ""}},
		}, "product", "risk")
		if !result.Partial || result.Opinions[0].Source != SourceChecks || result.Opinions[1].Source != SourceCLI {
			t.Errorf("got partial=%v %s %s", result.Partial, result.Opinions[0].Source, result.Opinions[1].Source)
		}
		if n := len(result.Opinions[0].Attempts); n != 1 {
			t.Errorf("%d attempts after the deadline, want 1: the chain must not go on", n)
		}
		if late := []bool{result.Opinions[0].Late, result.Opinions[1].Late}; !late[0] || late[1] {
			t.Errorf("late: %v", late)
		}
		if !strings.HasPrefix(result.Notes[len(result.Notes)-1], "PARTIAL") {
			t.Errorf("no PARTIAL note in %q", result.Notes)
		}
	})
}

// Where no tool may be started none can be late.
func TestPanelWithoutToolsIsNeverPartial(t *testing.T) {
	panel := New(Options{Checks: stub{4}, Deadline: 0})
	result, err := panel.Judge(t.Context(), specTeam(), Subject{}, []Perspective{{Name: "product"}}, Report{Applicable: 1})
	if err != nil || result.Partial || !result.Reached || result.Mode != ModeChecks {
		t.Errorf("got %+v, %v", result, err)
	}
}

// The policy comes with the round: one panel judges rounds of several profiles.
func TestPanelJudgesByThePolicy(t *testing.T) {
	for reached, policy := range map[bool]Policy{false: coordinate(), true: specTeam()} {
		panel := New(Options{Checks: stub{2}, Deadline: time.Minute, Tools: chosen(func(Perspective) Analyst { return play("gemini", says(2)) })})
		result, err := panel.Judge(t.Context(), policy, Subject{}, []Perspective{{Name: "product"}}, Report{})
		if err != nil || result.Reached != reached || len(result.Divergences) != 1 || (result.Divergences[0].Severity == High) == reached {
			t.Errorf("reached: %t, want %t; %+v, %v", result.Reached, reached, result.Divergences, err)
		}
	}
}

// What the checks say is nobody's view: without a model nothing is rated, no theme
// stands, and a round that is in order is still unreviewed.
func TestPanelWithoutAVoice(t *testing.T) {
	tools := map[string]Analyst{"product": Chain{{"gemini", play("gemini", fails(Auth)), ""}, {"codex", play("codex", fails(NotInstalled)), ""}}, "risk": Chain{}}
	result := judge(t, t.Context(), tools, "product", "risk")
	if result.Reached || result.Severity != Medium || result.Average != 0 || len(result.Themes) != 0 || result.Basis != BasisChecks {
		t.Errorf("got %+v", result)
	}
	for _, o := range result.Opinions {
		if o.Rating != 0 || o.KeyFinding != "" || len(o.Strengths)+len(o.Weaknesses) > 0 {
			t.Errorf("%s speaks: %+v", o.Perspective.Name, o.Critique)
		}
	}
	if d := result.Divergences[0]; d.Type != Unreviewed || d.Description != "no model answered (gemini: auth, codex: not_installed)" {
		t.Errorf("got %+v", d)
	}
	if item := result.ActionItems[0]; item.Kind != ItemReview || item.Text != "Have the round reviewed by a model: 'discussd doctor' says what each tool lacks" {
		t.Errorf("got %+v", item)
	}
	accepted := DefaultPolicy().Accepting(result.Divergences)
	if d := Decide(accepted, result.Opinions, accepted.Weigh(result.Divergences), false, 0); !d.Reached {
		t.Errorf("a person has reviewed it, and it is still %+v", d)
	}
}

func TestPanelStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("changed")
	panel := New(Options{Checks: stub{4}, Deadline: time.Minute, Tools: chosen(func(Perspective) Analyst {
		cancel(why)
		return play("gemini", hangs)
	})})
	if _, err := panel.Judge(ctx, DefaultPolicy(), Subject{}, []Perspective{{Name: "product"}}, Report{}); !errors.Is(err, why) {
		t.Errorf("got %v, want the cause", err)
	}
}

func TestPanelSkipsCoverageWithoutContext(t *testing.T) {
	panel := New(Options{Checks: stub{4}, Deadline: time.Minute, Tools: chosen(func(Perspective) Analyst { return play("gemini", says(4)) })})
	result, err := panel.Judge(t.Context(), DefaultPolicy(), Subject{}, []Perspective{
		{Name: "quality", Tool: "gemini"}, {Name: "coverage", Reports: []string{ReportMissingRequirements}},
	}, Report{})
	if err != nil || result.Opinions[1].Source != SourceSkipped || result.Average != 4 || len(result.Notes) != 1 {
		t.Errorf("got %+v, %v", result, err)
	}
}

func TestPanelWithoutVoiceAndChecks(t *testing.T) {
	panel := New(Options{Checks: stub{0}, Deadline: time.Minute})
	if _, err := panel.Judge(t.Context(), DefaultPolicy(), Subject{}, []Perspective{{Name: "product"}}, Report{}); !errors.Is(err, ErrNoRating) {
		t.Errorf("got %v, want ErrNoRating", err)
	}
}

func TestPanelSurvivesAPanickingAnalyst(t *testing.T) {
	result := judge(t, t.Context(), map[string]Analyst{"product": play("gemini", func(context.Context) (Critique, error) { panic("poison") })}, "product")
	if o := result.Opinions[0]; o.Source != SourceChecks || len(o.Attempts) != 1 || o.Attempts[0].Outcome != Crashed {
		t.Errorf("got %+v", o)
	}
}

func TestPanelRemarks(t *testing.T) {
	family := func(name string) func(context.Context) (Critique, error) {
		return func(context.Context) (Critique, error) { return Critique{Rating: 5, ModelFamily: name}, nil }
	}
	one := judge(t, t.Context(), map[string]Analyst{"a": play("gemini", family("google")), "b": play("gemini", family("google"))}, "a", "b")
	want := []string{
		"the 2 answers came from one model family: where they agree, count one vote",
		"every perspective rates 5/5 and none names a weakness: read this as no review rather than praise",
	}
	if diff := cmp.Diff(want, one.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
	two := judge(t, t.Context(), map[string]Analyst{"a": play("gemini", family("google")), "b": play("gemini", func(context.Context) (Critique, error) {
		return Critique{Rating: 4, ModelFamily: "openai"}, nil
	})}, "a", "b")
	if len(two.Notes) != 0 {
		t.Errorf("two families got notes %q", two.Notes)
	}
}

func TestChainThatHangs(t *testing.T) {
	third := play("claude", says(4))
	for name, tt := range map[string]struct {
		second *script
		asked  int
	}{
		"one tool hangs": {play("codex", fails(Crashed)), 1},
		"two tools hang": {play("codex", fails(Timeout)), 0},
	} {
		t.Run(name, func(t *testing.T) {
			third.calls = 0
			Chain{{"gemini", play("gemini", fails(Timeout)), ""}, {"codex", tt.second, ""}, {"claude", third, ""}}.Analyze(t.Context(), Request{})
			if third.calls != tt.asked {
				t.Errorf("the third was asked %d times, want %d", third.calls, tt.asked)
			}
		})
	}
}

func TestRetry(t *testing.T) {
	tests := map[string]struct {
		lines []func(context.Context) (Critique, error)
		want  []Class
		after time.Duration // at least; the pause is drawn around Pause
	}{
		"answers at once":           {lines: []func(context.Context) (Critique, error){says(4)}, want: []Class{Answered}},
		"crashed, then answers":     {lines: []func(context.Context) (Critique, error){fails(Crashed), says(4)}, want: []Class{Crashed, Answered}, after: time.Second},
		"empty twice":               {lines: []func(context.Context) (Critique, error){fails(EmptyOutput)}, want: []Class{EmptyOutput, EmptyOutput}, after: time.Second},
		"a timeout is not retried":  {lines: []func(context.Context) (Critique, error){fails(Timeout), says(4)}, want: []Class{Timeout}},
		"auth is not retried":       {lines: []func(context.Context) (Critique, error){fails(Auth), says(4)}, want: []Class{Auth}},
		"a named time is waited":    {lines: []func(context.Context) (Critique, error){limited(10 * time.Second), says(4)}, want: []Class{RateLimited, Answered}, after: 10 * time.Second},
		"a long time is not waited": {lines: []func(context.Context) (Critique, error){limited(11 * time.Second), says(4)}, want: []Class{RateLimited}},
		"what is final is not retried": {lines: []func(context.Context) (Critique, error){func(context.Context) (Critique, error) {
			return Critique{}, fmt.Errorf("wrapped: %w", &Failure{Class: Crashed, Err: errors.New("three times"), Final: true})
		}, says(4)}, want: []Class{Crashed}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				started := time.Now()
				chain := Chain{{"gemini", Retry{kept{play("gemini", tt.lines...)}, 2 * time.Second}, ""}}
				answer, _ := chain.Analyze(t.Context(), Request{})
				var got []Class
				for _, a := range answer.Attempts {
					got = append(got, a.Outcome)
				}
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("attempts (-want +got):\n%s", diff)
				}
				if took := time.Since(started); took < tt.after || tt.after == 0 && took != 0 {
					t.Errorf("took %s, want at least %s", took, tt.after)
				}
			})
		})
	}
}

// kept is an analyst that records its own attempts, as a tool does.
type kept struct{ Analyst }

func (k kept) Analyze(ctx context.Context, r Request) (Critique, error) {
	answer, err := k.Analyst.Analyze(ctx, r)
	answer.Attempts = tried("gemini", nil, err, 0)
	return answer, err
}

type waitError struct{ wait time.Duration }

func (e waitError) Error() string             { return "wait" }
func (e waitError) RetryAfter() time.Duration { return e.wait }

func limited(wait time.Duration) func(context.Context) (Critique, error) {
	return func(context.Context) (Critique, error) {
		return Critique{}, Failf(RateLimited, "429: %w", waitError{wait})
	}
}

func TestBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tool := play("gemini", fails(Crashed), fails(Auth), fails(Misconfigured), says(4))
		var log []string
		breaker := NewBreaker("gemini", tool, 10*time.Minute, func(_ string, until time.Time, _ error) {
			log = append(log, map[bool]string{true: "closed", false: "open"}[until.IsZero()])
		})
		ask := func() Class {
			_, err := breaker.Analyze(t.Context(), Request{})
			if err == nil {
				return Answered
			}
			return ClassOf(err)
		}
		got := []Class{ask(), ask(), ask(), ask()} // a crash does not open it, auth does; then it is not asked
		if calls := tool.calls; calls != 2 {
			t.Errorf("asked %d times, want 2", calls)
		}
		time.Sleep(10*time.Minute + time.Second)
		got = append(got, ask(), ask()) // tried again, fails again, not asked
		time.Sleep(10*time.Minute + time.Second)
		got = append(got, ask(), ask()) // works again
		want := []Class{Crashed, Auth, Auth, Auth, Misconfigured, Misconfigured, Answered, Answered}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("classes (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{"open", "open", "closed"}, log); diff != "" {
			t.Errorf("changes (-want +got):\n%s", diff)
		}
	})
}

// When the cool-down is over one call tries the tool and the others wait for it.
func TestBreakerProbeServesAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := func(context.Context) (Critique, error) {
			time.Sleep(time.Second)
			return Critique{Rating: 4}, nil
		}
		stops := func(context.Context) (Critique, error) { return Critique{}, Failf(Canceled, "the artifact changed") }
		breaker := NewBreaker("gemini", play("gemini", fails(Auth), stops, slow), time.Minute, nil)
		breaker.Analyze(t.Context(), Request{})
		time.Sleep(time.Minute + time.Second)
		if _, err := breaker.Analyze(t.Context(), Request{}); ClassOf(err) != Canceled {
			t.Errorf("the first try ended with %v", err)
		}
		answered := make(chan error, 3)
		for range cap(answered) {
			go func() { _, err := breaker.Analyze(t.Context(), Request{}); answered <- err }()
		}
		for range cap(answered) {
			if err := <-answered; err != nil {
				t.Errorf("refused beside a try that worked: %v", err)
			}
		}
	})
}
