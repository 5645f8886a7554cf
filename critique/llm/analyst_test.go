package llm

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/sync/semaphore"

	"discussd/critique"
	"discussd/critique/cli"
)

const fine = `{"rating": 4, "key_finding": "REQ-001 is testable", "weaknesses": [], "suggestions": [], "open_questions": [],
	"strengths": [{"text": "a number", "category": "testability", "severity": "LOW", "targets": ["REQ-001"], "quote": "opens within 2 s"}]}`

// asker is a CLI that gives what the test wants.
type asker func(context.Context, cli.Prompt) (cli.Answer, error)

func (a asker) Ask(ctx context.Context, p cli.Prompt) (cli.Answer, error) { return a(ctx, p) }

func says(text string) asker {
	return func(context.Context, cli.Prompt) (cli.Answer, error) {
		return cli.Answer{Text: []byte(text), Raw: []byte("raw " + text), Model: "pro-2", Family: "google"}, nil
	}
}

func newAnalyst(t *testing.T, limit int64, ask Asker) *Analyst {
	return &Analyst{Tool: "gemini", CLI: ask, Prompts: prompts(t, "", limit), Limit: semaphore.NewWeighted(1)}
}

func TestAnalyze(t *testing.T) {
	usd := 0.25
	tests := map[string]struct {
		ask     asker
		limit   int64
		want    critique.Attempt
		rating  float64
		mustSay string // in the notes
	}{
		"an answer": {ask: says(fine), rating: 4,
			want: critique.Attempt{Tool: "gemini", Outcome: critique.Answered, Raw: []byte("raw " + fine)}},
		"a member did not fit": {ask: says(fine), limit: 4000, rating: 4, mustSay: `gemini did not see "spec/requirements/REQ-003.md"`,
			want: critique.Attempt{Tool: "gemini", Outcome: critique.Answered, Raw: []byte("raw " + fine)}},
		"an answer that is none": {ask: says("I cannot review this document."),
			want: critique.Attempt{Tool: "gemini", Outcome: critique.Refused, Raw: []byte("raw I cannot review this document.")}},
		"a failure with output": {
			ask: func(context.Context, cli.Prompt) (cli.Answer, error) {
				return cli.Answer{Raw: []byte("half")}, critique.Failf(critique.Truncated, "cut")
			},
			want: critique.Attempt{Tool: "gemini", Outcome: critique.Truncated, Err: "cut", Raw: []byte("half")}},
		"an unclassed error": {
			ask: func(context.Context, cli.Prompt) (cli.Answer, error) {
				return cli.Answer{}, errors.New("boom")
			},
			want: critique.Attempt{Tool: "gemini", Outcome: critique.Crashed, Err: "boom"}},
		"a prompt that does not fit": {ask: says(fine), limit: 100,
			want: critique.Attempt{Tool: "gemini", Outcome: critique.PromptTooLarge}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			request := brief()
			if tt.limit != 0 {
				request.Members = append(request.Members, critique.Document{Path: "spec/requirements/REQ-003.md", Content: bytes.Repeat([]byte("word "), 1000)})
			} else {
				tt.limit = 1 << 20
			}
			ask := func(ctx context.Context, p cli.Prompt) (cli.Answer, error) {
				if !bytes.Contains(p.Text, []byte("QA Lead")) || !bytes.Equal(p.Schema, Schema(request.Perspective)) {
					t.Errorf("asked %.60q with the schema %.60q", p.Text, p.Schema)
				}
				answer, err := tt.ask(ctx, p)
				answer.Cost.USD = &usd
				return answer, err
			}
			got, err := newAnalyst(t, tt.limit, asker(ask)).Analyze(t.Context(), request)
			failed := tt.want.Outcome != critique.Answered
			if (err != nil) != failed || failed && critique.ClassOf(err) != tt.want.Outcome {
				t.Errorf("error %v, want %s", err, tt.want.Outcome)
			}
			ignored := cmpopts.IgnoreFields(critique.Attempt{}, "Duration")
			if tt.want.Err == "" && failed { // the words are another package's
				ignored = cmpopts.IgnoreFields(critique.Attempt{}, "Duration", "Err")
			}
			if diff := cmp.Diff([]critique.Attempt{tt.want}, got.Attempts, ignored); diff != "" {
				t.Errorf("attempts (-want +got):\n%s", diff)
			}
			if got.Rating != tt.rating || !strings.Contains(strings.Join(got.Notes, "\n"), tt.mustSay) {
				t.Errorf("rating %g, notes %q, want %g and %q", got.Rating, got.Notes, tt.rating, tt.mustSay)
			}
			if !failed && (got.Tool != "gemini" || got.Model != "pro-2" || got.ModelFamily != "google" || got.Cost.USD == nil) {
				t.Errorf("tool %q, model %q, family %q, cost %v", got.Tool, got.Model, got.ModelFamily, got.Cost)
			}
		})
	}
}

// TestAnalyzeExpects: what a perspective reports is what the reader demands.
func TestAnalyzeExpects(t *testing.T) {
	noRating := strings.Replace(fine, `"rating": 4, `, "", 1)
	tests := map[string]struct {
		reports []string
		answer  string
		want    critique.Class
	}{
		"a rating is missing":        {nil, noRating, critique.Unusable},
		"no rating is wanted":        {[]string{critique.ReportNoRating}, noRating, critique.Answered},
		"missing requirements":       {[]string{critique.ReportMissingRequirements}, fine, critique.Answered},
		"a request for the document": {nil, `{"rating": 3, "strengths": [], "weaknesses": [{"text": "No document was attached", "severity": "LOW"}], "suggestions": ["Please share the document"]}`, critique.OffTopic},
		"risks and their level": {
			[]string{critique.ReportNoRating, critique.ReportRiskLevel, critique.ReportRisks},
			`{"risks": [{"description": "REQ-001 depends on the lock"}], "overall_risk_level": "high"}`, critique.Answered},
		"risks that nobody asked for": {
			[]string{critique.ReportNoRating, critique.ReportRiskLevel},
			`{"risks": [{"description": "REQ-001 depends on the lock"}], "overall_risk_level": "high"}`, critique.InvalidJSON},
		"an understanding": {
			[]string{critique.ReportNoRating, critique.ReportUnderstanding}, `{"confirmed": ["the dragon is green"]}`, critique.Answered},
		"a critique in place of an understanding": {
			[]string{critique.ReportNoRating, critique.ReportUnderstanding}, fine, critique.InvalidJSON},
		"a member is the topic": {nil, `{"rating": 4, "strengths": [], "weaknesses": [{"text": "by when?", "quote": "A courier can refuse a parcel."}]}`, critique.Answered},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			request := brief()
			request.Perspective.Reports = tt.reports
			got, _ := newAnalyst(t, 1<<20, says(tt.answer)).Analyze(t.Context(), request)
			if got.Attempts[0].Outcome != tt.want {
				t.Errorf("got %s: %s, want %s", got.Attempts[0].Outcome, got.Attempts[0].Err, tt.want)
			}
		})
	}
}

// TestLimit: no more runs than the semaphore allows, and each in its turn.
func TestLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		running, most := 0, 0
		count := func(n int) {
			mu.Lock()
			defer mu.Unlock()
			running += n
			most = max(most, running)
		}
		a := newAnalyst(t, 1<<20, asker(func(ctx context.Context, p cli.Prompt) (cli.Answer, error) {
			count(1)
			defer count(-1)
			time.Sleep(time.Minute) // of the bubble
			return says(fine)(ctx, p)
		}))
		a.Limit = semaphore.NewWeighted(2)
		done := make(chan critique.Critique, 5)
		for range cap(done) {
			go func() {
				answer, _ := a.Analyze(t.Context(), brief())
				done <- answer
			}()
		}
		var took []time.Duration
		for range cap(done) {
			took = append(took, (<-done).Attempts[0].Duration)
		}
		if slices.Sort(took); most != 2 || took[4] != time.Minute {
			t.Errorf("%d at once, they took %v; waiting must not count", most, took)
		}
	})
}

// TestHungTool: who waits for a tool that hangs, or comes a moment later, is told so and
// does not wait for it once more.
func TestHungTool(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls, hangs := 0, true
		a := newAnalyst(t, 1<<20, asker(func(ctx context.Context, p cli.Prompt) (cli.Answer, error) {
			calls++
			if !hangs {
				return says(fine)(ctx, p)
			}
			time.Sleep(4 * time.Minute) // of the bubble
			return cli.Answer{}, critique.Failf(critique.Timeout, "no answer in time")
		}))
		began, ended := time.Now(), make(chan critique.Class, 3)
		ask := func() {
			_, err := a.Analyze(t.Context(), brief())
			ended <- critique.ClassOf(err)
		}
		go ask()
		go ask() // waits for the first
		first, second := <-ended, <-ended
		go ask()
		third := <-ended
		if diff := cmp.Diff([]critique.Class{critique.Timeout, critique.Timeout, critique.Timeout}, []critique.Class{first, second, third}); diff != "" {
			t.Errorf("classes (-want +got):\n%s", diff)
		}
		if took := time.Since(began); took != 4*time.Minute || calls != 1 {
			t.Errorf("%d calls took %s, want one of 4m", calls, took)
		}
		time.Sleep(4 * time.Minute / moment)
		hangs = false
		if _, err := a.Analyze(t.Context(), brief()); err != nil {
			t.Errorf("a moment later: %v", err)
		}
	})
}

// TestHangOfAnother: a run that was begun just before another one of its tool hangs is
// ended with it; one that was begun long before is not.
func TestHangOfAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAnalyst(t, 1<<20, asker(func(ctx context.Context, p cli.Prompt) (cli.Answer, error) {
			ctx, cancel := context.WithTimeout(ctx, 4*time.Minute)
			defer cancel()
			<-ctx.Done()
			class := critique.Canceled
			if errors.Is(ctx.Err(), context.DeadlineExceeded) {
				class = critique.Timeout
			}
			return cli.Answer{}, critique.Failf(class, "stopped: %w", context.Cause(ctx))
		}))
		a.Limit = semaphore.NewWeighted(3)
		began := time.Now()
		var ended sync.WaitGroup
		for _, test := range []struct{ comes, ends time.Duration }{
			{0, 4 * time.Minute},
			{time.Minute, 5 * time.Minute},
			{4*time.Minute - time.Second, 4 * time.Minute},
		} {
			ended.Go(func() {
				time.Sleep(test.comes) // of the bubble
				_, err := a.Analyze(t.Context(), brief())
				if took := time.Since(began); took != test.ends || critique.ClassOf(err) != critique.Timeout {
					t.Errorf("who came after %s left after %s, want %s: %v", test.comes, took, test.ends, err)
				}
			})
		}
		ended.Wait()
	})
}

// TestStopWhileWaiting: who waits for a free tool leaves at once, and says why.
func TestStopWhileWaiting(t *testing.T) {
	changed := errors.New("the artifact changed")
	late := errors.New("the panel's deadline passed")
	tests := map[string]struct {
		stop func(context.Context) (context.Context, context.CancelFunc)
		want critique.Class
		why  error
	}{
		"canceled": {func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancelCause(ctx)
			cancel(changed)
			return ctx, func() {}
		}, critique.Canceled, changed},
		"out of time": {func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeoutCause(ctx, time.Minute, late)
		}, critique.Timeout, late},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a := newAnalyst(t, 1<<20, asker(func(context.Context, cli.Prompt) (cli.Answer, error) {
					t.Error("the tool was asked")
					return cli.Answer{}, nil
				}))
				if err := a.Limit.Acquire(t.Context(), 1); err != nil {
					t.Fatal(err)
				}
				ctx, cancel := tt.stop(t.Context())
				defer cancel()
				_, err := a.Analyze(ctx, brief())
				if critique.ClassOf(err) != tt.want || !errors.Is(err, tt.why) {
					t.Errorf("got %v, want %s: %v", err, tt.want, tt.why)
				}
				a.Limit.Release(1)
				if !a.Limit.TryAcquire(1) {
					t.Error("who left still holds a place")
				}
			})
		})
	}
}

// TestAnalyzeUnanchored: what a prompt held beside the artifact anchors an answer.
func TestAnalyzeUnanchored(t *testing.T) {
	request := brief()
	request.Context = &critique.Document{Path: "spec/discovery-context.json", Content: []byte(`{"constraints": ["keeps working for one hour without a network"]}`)}
	for quote, unanchored := range map[string]bool{"keeps working for one hour without a network": false, "the knight rode out at dawn": true} {
		said := `{"rating": 3, "weaknesses": [{"text": "left out", "severity": "HIGH", "quote": "` + quote + `"}]}`
		got, err := newAnalyst(t, 1<<20, says(said)).Analyze(t.Context(), request)
		if err != nil {
			t.Fatal(err)
		}
		if got.Unanchored != unanchored || (got.Weaknesses[0].Severity == critique.High) == unanchored {
			t.Errorf("%q: unanchored %v, %s", quote, got.Unanchored, got.Weaknesses[0].Severity)
		}
	}
}
