package critique

import (
	"context"
	"runtime/debug"
)

// Ask asks the request's perspective alone, and its tools only: where they fail
// nobody stands in. It takes at most the panel's deadline. The error is a
// [*Failure], of the class [NotInstalled] when no tool may be started.
func (p *Panel) Ask(ctx context.Context, request Request) (Critique, error) {
	timed, cancel := context.WithTimeoutCause(ctx, p.Deadline, errDeadline)
	defer cancel()
	answer, err := p.askTools(timed, request, request.evidence)
	if p.Tools != nil {
		source := SourceSkipped
		if err == nil {
			source = sourceOf(answer, request.Perspective)
		}
		p.Answered(Opinion{Perspective: request.Perspective, Source: source, Critique: answer})
	}
	return answer, err
}

// sourceOf says which tool of a perspective's chain answered.
func sourceOf(answer Critique, perspective Perspective) Source {
	if answer.Tool == perspective.Tool {
		return SourceCLI
	}
	return SourceFallback
}

// askTools returns what the perspective's tools say. Quotes are looked up in texts.
func (p *Panel) askTools(ctx context.Context, request Request, texts func() []evidence) (Critique, error) {
	if p.Tools == nil {
		return Critique{}, Failf(NotInstalled, "no tool may be started")
	}
	p.Asked(request.Perspective)
	answer, err := guarded{p.plan(request)}.Analyze(ctx, request)
	if err == nil {
		request.lookUp(&answer, texts())
	}
	return answer, err
}

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
