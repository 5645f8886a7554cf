package schedule

import (
	"testing"

	"github.com/hashicorp/go-hclog"

	"discussd/critique"
	"discussd/pipeline/handoff"
	"discussd/pipeline/judge"
	"discussd/pipeline/pipelinetest"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// fixture is a session folder and a judge over a table of three rounds.
type fixture struct {
	*pipelinetest.Session
	judge *judge.Judge
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{Session: pipelinetest.New(t)}
	f.judge = &judge.Judge{Options: judge.Options{
		Layout: pipelinetest.Layout(), Critic: f.Critic, Logger: hclog.NewNullLogger(),
		Panel: judge.Panel{
			Perspectives: pipelinetest.Perspectives(), Tools: []string{"claude", "codex", "gemini"}, OwnFallback: []string{"claude"}, Language: "auto",
		},
		Rules:     judge.Rules{Policy: critique.DefaultPolicy(), OwnPolicy: critique.DefaultPolicy()},
		Delivery:  judge.Delivery{Handoff: handoff.Options{History: 20, Raw: 5}},
		Signature: judge.Signature{Profile: "lifecycle", Generator: verdict.Generator{Name: "discussd", Version: "test"}},
	}}
	return f
}

// order judges a round without a dispatcher.
func (f *fixture) order(id string) (judge.Outcome, error) {
	f.T.Helper()
	round, ok := f.judge.Layout.Round(id)
	if !ok {
		f.T.Fatalf("no round %s", id)
	}
	return f.judge.Judge(f.T.Context(), judge.Order{Target: judge.Target{Dir: f.Dir, Job: session.RoundJob(round)}})
}

// lock takes the session's lock, as somebody else who judges in it does.
func (f *fixture) lock() (unlock func()) {
	f.T.Helper()
	s, err := session.Open(f.Dir, f.judge.Layout)
	must(f.T, err)
	f.T.Cleanup(func() { s.Close() })
	folder, err := handoff.Open(s.Root(), f.judge.Handoff)
	must(f.T, err)
	f.T.Cleanup(func() { folder.Close() })
	unlock, err = folder.Lock(f.T.Context())
	must(f.T, err)
	return unlock
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
