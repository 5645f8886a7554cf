package critique

import (
	"context"
	"runtime/debug"
)

// guarded turns an analyst's panic into a failure: an answer that no reader
// foresaw must not take the daemon down.
type guarded struct{ Analyst }

func (g guarded) Analyze(ctx context.Context, request Request) (answer Critique, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = Failf(Crashed, "internal error: %v", p)
			answer = Critique{Attempts: tried(request.Perspective.Tool, nil, err, 0)}
			answer.Attempts[0].Raw = debug.Stack()
		}
	}()
	return g.Analyst.Analyze(ctx, request)
}
