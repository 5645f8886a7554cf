// Package llm is the analyst that asks a model: it renders a request into a prompt, hands it to a CLI or a
// service, and reads the answer into a critique. There is one analyst for each configured tool.
package llm

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"discussd/critique"
	"discussd/critique/answer"
	"discussd/critique/cli"
)

// Asker turns a prompt into a CLI's raw answer. Its error wraps [*critique.Failure].
type Asker interface {
	Ask(ctx context.Context, prompt cli.Prompt) (cli.Answer, error)
}

// Tool is what can be asked, a CLI or a service, with what is known of it before that.
type Tool interface {
	Asker
	Installed() error          // why it cannot be asked now; the error wraps [*critique.Failure]
	Describe() cli.Description // how it would be
	ModelFamily() string       // who made its model, "" when unknown
}

// Analyst asks one tool.
type Analyst struct {
	Tool    string
	CLI     Asker
	Prompts *Prompts
	Setup   string              // all of its configuration that decides who answers, and how
	Limit   *semaphore.Weighted // how many runs of this tool at once

	hangs hangs
}

var _ critique.Analyst = (*Analyst)(nil)

// Analyze asks the tool once, unless it hung a moment ago or while this was waiting. The
// critique that it returns, also beside an error, holds the attempt with what the tool printed.
func (a *Analyst) Analyze(ctx context.Context, request critique.Request) (critique.Critique, error) {
	came := time.Now()
	if err := a.Limit.Acquire(ctx, 1); err != nil {
		class := critique.Canceled
		if errors.Is(err, context.DeadlineExceeded) {
			class = critique.Timeout
		}
		return critique.Critique{}, critique.Failf(class, "wait for a free %s: %w", a.Tool, context.Cause(ctx))
	}
	defer a.Limit.Release(1)
	timed, run, err := a.hangs.begin(ctx, came)
	if err != nil {
		return critique.Critique{}, critique.Failf(critique.Timeout, "%w", err)
	}
	started := time.Now()
	said, raw, err := a.ask(timed, request)
	given := errors.Is(context.Cause(timed), errHung) && err != nil // given up for another one's hang
	// Its own time is meant, not the panel's.
	a.hangs.end(run, critique.ClassOf(err) == critique.Timeout && ctx.Err() == nil && !given, err == nil)
	if given {
		err = critique.Failf(critique.Timeout, "%w", errHung)
	}
	attempt := critique.Attempt{Tool: a.Tool, Outcome: critique.Answered, Duration: time.Since(started), Raw: raw}
	if err != nil {
		attempt.Outcome, attempt.Err = critique.ClassOf(err), critique.Reason(err)
	}
	said.Attempts = []critique.Attempt{attempt}
	return said, err
}

func (a *Analyst) ask(ctx context.Context, request critique.Request) (critique.Critique, []byte, error) {
	if len(request.Together) > 0 {
		return a.askTogether(ctx, request)
	}
	q := a.Prompts.question(request)
	prompt, dropped, err := a.Prompts.render(q.view, 0)
	if err != nil {
		return critique.Critique{}, nil, err
	}
	reply, err := a.CLI.Ask(ctx, cli.Prompt{Text: prompt, Mark: a.Prompts.with.Mark(request.Subject), Shared: sharedOf(prompt), Schema: q.schema, Awaited: request.Awaited})
	if err != nil {
		return critique.Critique{}, reply.Raw, err
	}
	said, err := answer.Read(ctx, reply.Text, expect(q))
	if err != nil {
		return critique.Critique{}, reply.Raw, err
	}
	said.Tool, said.Model, said.ModelFamily, said.Cost = a.Tool, reply.Model, reply.Family, reply.Cost
	said.Notes = append(said.Notes, a.unseen(request, dropped)...)
	if len(dropped) == 0 { // else the note would have to be kept, too
		a.keep(q, reply, reply.Text, nil)
	}
	return said, reply.Raw, nil
}

func expect(q question) answer.Expect {
	p := q.Perspective
	return answer.Expect{
		Rating:              !reports(p, critique.ReportNoRating),
		RiskLevel:           reports(p, critique.ReportRiskLevel),
		MissingRequirements: reports(p, critique.ReportMissingRequirements),
		Risks:               reports(p, critique.ReportRisks),
		Understanding:       reports(p, critique.ReportUnderstanding),
		Rulings:             reports(p, critique.ReportRulings),
		Questions:           q.checklist,
		Chinese:             q.Facts.Chinese,
		Documents:           q.Shown(),
	}
}

// unseen says in words which documents the prompt had no room for.
func (a *Analyst) unseen(request critique.Request, dropped []string) []string {
	if len(dropped) == 0 {
		return nil
	}
	unseen := "%s did not see %s: the prompt would be longer than panel.max_prompt"
	if request.Facts.Chinese {
		unseen = "%s 未读到 %s: 否则提示词会超过 panel.max_prompt"
	}
	return []string{fmt.Sprintf(unseen, a.Tool, someOf(dropped))}
}

// errHung is why a run is skipped or ended after another one hung.
var errHung = errors.New("not waited for: it gave another perspective no answer in time just now")

// moment is the part of its time for which a tool that hung is left alone: 12 s of 4 min.
const moment = 20

// hangs remembers for a moment that a tool hung, so that the perspectives of a round do not wait for it
// one after the other. The zero value remembers nothing.
type hangs struct {
	mu      sync.Mutex
	until   time.Time
	running map[*run]bool
}

type run struct {
	began time.Time
	end   context.CancelCauseFunc
}

// begin makes a run's context, or returns errHung for who came before the tool hung. The caller must
// call end.
func (h *hangs) begin(ctx context.Context, came time.Time) (_ context.Context, r *run, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if came.Before(h.until) {
		return ctx, nil, errHung
	}
	ctx, cancel := context.WithCancelCause(ctx)
	r = &run{time.Now(), cancel}
	if h.running == nil {
		h.running = map[*run]bool{}
	}
	h.running[r] = true
	return ctx, r, nil
}

// end is the end of a run: whether it hung, and whether it answered.
func (h *hangs) end(r *run, hung, answered bool) {
	r.end(nil)
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.running, r)
	switch now := time.Now(); {
	case answered:
		h.until = time.Time{}
	case hung:
		alone := now.Sub(r.began) / moment
		h.until = now.Add(alone)
		for other := range h.running {
			if now.Sub(other.began) < alone {
				other.end(errHung)
			}
		}
	}
}
