package judge

import (
	"testing"

	"github.com/hashicorp/go-hclog"

	"discussd/critique"
	"discussd/pipeline/handoff"
	"discussd/pipeline/pipelinetest"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// fixture is a session folder and a judge over a table of three rounds.
type fixture struct {
	*pipelinetest.Session
	judge *Judge
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{Session: pipelinetest.New(t)}
	f.judge = &Judge{Options: Options{
		Layout: pipelinetest.Layout(), Critic: f.Critic, Logger: hclog.NewNullLogger(),
		Panel: Panel{
			Perspectives: pipelinetest.Perspectives(), Tools: []string{"claude", "codex", "gemini"}, OwnFallback: []string{"claude"}, Language: "auto",
		},
		Rules:     Rules{Policy: critique.DefaultPolicy(), OwnPolicy: critique.DefaultPolicy()},
		Delivery:  Delivery{Handoff: handoff.Options{History: 20, Raw: 5}},
		Signature: Signature{Profile: "lifecycle", Generator: verdict.Generator{Name: "discussd", Version: "test"}},
	}}
	return f
}

func (f *fixture) round(id string) session.Round {
	r, ok := f.judge.Layout.Round(id)
	if !ok {
		f.T.Fatalf("no round %s", id)
	}
	return r
}

func (f *fixture) order(id string) (Outcome, error) {
	return f.judge.Judge(f.T.Context(), Order{Target: f.target(id)})
}

// target is a round of the session.
func (f *fixture) target(id string) Target {
	return Target{f.Dir, session.RoundJob(f.round(id))}
}

// judgement is one of a round, on its way.
func (f *fixture) judgement(id string) judgement {
	return newJudgement(&f.judge.Options, Order{Target: f.target(id)}, f.round(id), nil)
}
