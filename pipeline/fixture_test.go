package pipeline

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"

	"discussd/critique"
	"discussd/pipeline/handoff"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
	"discussd/pipeline/verdict/verdicttest"
)

// critic is a panel whose opinions are written by the test.
type critic struct {
	mu       sync.Mutex
	judged   []string               // rounds, in order
	asked    []critique.Perspective // of the last round
	prior    *critique.Document     // what it was shown of an earlier one
	rating   float64
	question critique.Request // the last that was asked outside a panel
	gate     chan struct{}    // when set, Judge waits for a value or its context
	began    chan string      // when set, told of every Judge that begins
	dead     bool             // no tool works: the checks answer
}

func (c *critic) revive() { c.mu.Lock(); c.dead = false; c.mu.Unlock() }

func (c *critic) Check(_ context.Context, s critique.Subject) critique.Report {
	if string(s.Artifact.Content) == "panic" {
		panic("poison")
	}
	return critique.Report{Applicable: 4, Passed: 4, Overall: 4}
}

func (c *critic) Ask(_ context.Context, r critique.Request) (critique.Critique, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.question = r
	if c.dead {
		return critique.Critique{}, critique.Failf(critique.Auth, "not logged in")
	}
	return critique.Critique{Understanding: critique.Understanding{NewInsights: []string{"queues grow on Mondays"}}}, nil
}

func (c *critic) Judge(ctx context.Context, policy critique.Policy, s critique.Subject, perspectives []critique.Perspective, _ critique.Report) (critique.Result, error) {
	c.mu.Lock()
	c.judged, c.asked, c.prior = append(c.judged, s.Round), perspectives, s.Prior
	rating, gate, dead := c.rating, c.gate, c.dead
	c.mu.Unlock()
	if c.began != nil {
		c.began <- s.Round
	}
	if gate != nil {
		select {
		case <-gate:
		case <-ctx.Done():
			return critique.Result{}, context.Cause(ctx)
		}
	}
	var opinions []critique.Opinion
	for _, p := range perspectives {
		o := critique.Opinion{Perspective: p, Source: critique.SourceCLI, Critique: critique.Critique{Rating: rating, Tool: p.Tool}}
		if dead {
			o.Source, o.Tool = critique.SourceChecks, "checks"
			o.Attempts = []critique.Attempt{{Tool: p.Tool, Outcome: critique.Auth, Err: "not logged in"}}
		}
		opinions = append(opinions, o)
	}
	basis := critique.BasisPanel
	if dead {
		basis = critique.BasisChecks
	}
	divergences := critique.Diverge(policy, opinions, nil)
	d := critique.Decide(policy, opinions, divergences, s.Final, s.PriorHigh)
	return critique.Result{Opinions: opinions, Average: d.Average, Divergences: divergences, Reached: d.Reached,
		Severity: d.Severity, Recommendation: d.Recommendation, Basis: basis}, nil
}

func (c *critic) rounds() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]string{}, c.judged...)
}

// fixture is a session folder and a judge over a two-round table.
type fixture struct {
	t      *testing.T
	dir    string
	critic *critic
	judge  *Judge
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{t: t, dir: filepath.Join(t.TempDir(), "a session"), critic: &critic{rating: 4}}
	f.judge = &Judge{Options{
		Layout: session.Layout{
			SpecDirs: []string{"spec", "."}, Context: "discovery-context.json", MaxArtifact: 1 << 20,
			Rounds: []session.Round{
				{ID: "R1", Label: "scope", Artifacts: []string{"discovery-context.json"}, Perspectives: []string{"quality"}, Caller: "analyst"},
				{ID: "R2", Label: "brief", Artifacts: []string{"product-brief.md"}, Perspectives: []string{"quality", "coverage"}, Caller: "writer", Task: "DRAFT-001"},
				{ID: "R3", Label: "requirements", Artifacts: []string{"requirements/_index.md"}, Members: []string{"requirements/*.md"}, Perspectives: []string{"quality"}, Caller: "writer", Final: true},
			},
		},
		Perspectives: map[string]critique.Perspective{
			"quality":  {Name: "quality", Tool: "claude", Role: "QA Lead"},
			"coverage": {Name: "coverage", Tool: "gemini", Role: "Analyst", Reports: []string{critique.ReportMissingRequirements}},
		},
		Tools: []string{"claude", "codex", "gemini"}, OwnFallback: []string{"claude"},
		Critic: f.critic, Policy: critique.DefaultPolicy(), OwnPolicy: critique.DefaultPolicy(), Handoff: handoff.Options{History: 20, Raw: 5}, Profile: "lifecycle", Language: "auto",
		Generator: verdict.Generator{Name: "discussd", Version: "test"}, Budget: NewBudget(0), Logger: hclog.NewNullLogger(),
	}}
	f.write("spec/product-brief.md", "# Brief\n")
	return f
}

func (f *fixture) path(name string) string { return filepath.Join(f.dir, filepath.FromSlash(name)) }

func (f *fixture) write(name, text string) {
	f.t.Helper()
	if err := os.MkdirAll(filepath.Dir(f.path(name)), 0o755); err != nil {
		f.t.Fatal(err)
	}
	if err := os.WriteFile(f.path(name), []byte(text), 0o644); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) round(id string) session.Round {
	r, ok := f.judge.Layout.Round(id)
	if !ok {
		f.t.Fatalf("no round %s", id)
	}
	return r
}

func (f *fixture) order(id string) (Outcome, error) {
	return f.judge.Judge(f.t.Context(), Order{Dir: f.dir, Round: f.round(id)})
}

// verdict is the valid verdict on disk, ok false when there is none.
func (f *fixture) verdict(id string) (v verdict.Verdict, ok bool) {
	f.t.Helper()
	text, err := os.ReadFile(f.path("discussions/" + id + "-verdict.json"))
	if err != nil {
		return v, false
	}
	if err := verdicttest.Validate(verdict.Schema(), text); err != nil {
		f.t.Errorf("invalid verdict of %s: %v", id, err)
	}
	v, err = verdict.Parse(text)
	if err != nil {
		f.t.Fatal(err)
	}
	return v, true
}

func (f *fixture) pending(id string) bool {
	_, err := os.Lstat(f.path("discussions/" + id + "-pending.json"))
	return err == nil
}

// until waits for a condition.
func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !done(); <-time.After(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("timed out waiting for %s", what)
		}
	}
}
