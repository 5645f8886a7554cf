package pipelinetest

import (
	"context"
	"sync"

	"discussd/critique"
)

// Critic is a panel whose opinions are written by the test. It is safe for concurrent
// use but for its fields, which a test sets before it is asked.
type Critic struct {
	mu       sync.Mutex
	judged   []string               // rounds, in order
	Asked    []critique.Perspective // of the last round
	Shown    critique.Subject       // what was put before the last round
	Rating   float64
	Question critique.Request // the last that was asked outside a panel
	Gate     chan struct{}    // when set, Judge waits for a value or its context
	Began    chan string      // when set, told of every Judge that begins
	Dead     bool             // no tool works: the checks answer
}

// Revive has the tools work again.
func (c *Critic) Revive() { c.mu.Lock(); c.Dead = false; c.mu.Unlock() }

// Check finds nothing; an artifact that says "panic" makes it panic.
func (c *Critic) Check(_ context.Context, s critique.Subject) critique.Report {
	if string(s.Artifact.Content) == "panic" {
		panic("poison")
	}
	return critique.Report{Applicable: 4, Passed: 4, Overall: 4}
}

// Ask has one insight.
func (c *Critic) Ask(_ context.Context, r critique.Request) (critique.Critique, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Question = r
	if c.Dead {
		return critique.Critique{}, critique.Failf(critique.Auth, "not logged in")
	}
	return critique.Critique{Understanding: critique.Understanding{NewInsights: []string{"queues grow on Mondays"}}}, nil
}

// Judge rates the round with each of its perspectives as the test says.
func (c *Critic) Judge(ctx context.Context, policy critique.Policy, s critique.Subject, perspectives []critique.Perspective, _ critique.Report) (critique.Result, error) {
	c.mu.Lock()
	c.judged, c.Asked, c.Shown = append(c.judged, s.Round), perspectives, s
	rating, gate, dead := c.Rating, c.Gate, c.Dead
	c.mu.Unlock()
	if c.Began != nil {
		c.Began <- s.Round
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
	d := critique.Decide(policy, opinions, divergences, s.Final, s.Past.High)
	var actions []critique.ActionItem
	if !d.Reached {
		actions = []critique.ActionItem{{Priority: 1, Severity: d.Severity, Text: "Say who may do it"}}
	}
	return critique.Result{Opinions: opinions, Average: d.Average, Divergences: divergences, Reached: d.Reached,
		Severity: d.Severity, Recommendation: d.Recommendation, Basis: basis, ActionItems: actions}, nil
}

// Forget begins the list of rounds anew.
func (c *Critic) Forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.judged = nil
}

// Rounds are those that were judged so far, in order.
func (c *Critic) Rounds() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]string{}, c.judged...)
}
