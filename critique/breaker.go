package critique

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/sony/gobreaker/v2"
)

// lasting are the failures that another call a moment later meets again.
var lasting = [...]Class{NotInstalled, Auth, Quota, Misconfigured}

// Breaker stops asking a tool after a lasting failure until its cool-down is over. One breaker serves
// every perspective that asks the tool, so a lost login costs one call.
type Breaker struct {
	analyst Analyst
	tool    string
	circuit *gobreaker.CircuitBreaker[Critique]

	mu    sync.Mutex
	cause error
	until time.Time
}

// NewBreaker wraps the analyst of one tool. Changed, which may be nil, is told until when and why the
// tool is not asked, and the zero time when it works again.
func NewBreaker(tool string, analyst Analyst, coolDown time.Duration, changed func(tool string, until time.Time, cause error)) *Breaker {
	b := &Breaker{analyst: analyst, tool: tool}
	b.circuit = gobreaker.NewCircuitBreaker[Critique](gobreaker.Settings{
		Name:         tool,
		Timeout:      max(coolDown, 1), // 0 would mean a minute
		ReadyToTrip:  func(counts gobreaker.Counts) bool { return counts.ConsecutiveFailures > 0 },
		IsSuccessful: func(err error) bool { return !slices.Contains(lasting[:], ClassOf(err)) },
		IsExcluded:   func(err error) bool { return err != nil && ClassOf(err) == Canceled },
		OnStateChange: func(_ string, _, to gobreaker.State) {
			if to == gobreaker.StateHalfOpen {
				return
			}
			b.mu.Lock()
			b.until = time.Time{}
			if to == gobreaker.StateOpen {
				b.until = time.Now().Add(coolDown)
			}
			until, cause := b.until, b.cause
			b.mu.Unlock()
			if changed != nil {
				changed(tool, until, cause)
			}
		},
	})
	return b
}

// Analyze asks the tool, or fails at once with the class that opened the circuit. After the cool-down
// one call tries the tool, and the others wait for its outcome.
func (b *Breaker) Analyze(ctx context.Context, request Request) (Critique, error) {
	const probePoll = 50 * time.Millisecond // how often a call looks whether the try of another one is over.
	for {
		answer, err := b.circuit.Execute(func() (Critique, error) { return b.ask(ctx, request) })
		switch {
		case errors.Is(err, gobreaker.ErrOpenState):
			b.mu.Lock()
			until, cause := b.until, b.cause
			b.mu.Unlock()
			return Critique{}, Failf(ClassOf(cause), "not asked until %s UTC: %s", until.UTC().Format(time.TimeOnly), Reason(cause))
		case !errors.Is(err, gobreaker.ErrTooManyRequests):
			return answer, err
		}
		select {
		case <-time.After(probePoll):
		case <-ctx.Done():
			return Critique{}, Failf(Timeout, "wait for a try of %s: %w", b.tool, context.Cause(ctx))
		}
	}
}

// ask asks the tool and remembers a lasting failure.
func (b *Breaker) ask(ctx context.Context, request Request) (Critique, error) {
	answer, err := guarded{b.analyst}.Analyze(ctx, request)
	if err != nil && slices.Contains(lasting[:], ClassOf(err)) {
		b.mu.Lock()
		b.cause = err
		b.mu.Unlock()
	}
	return answer, err
}
