package critique

import (
	"context"
	"errors"
	"runtime/debug"
	"slices"
	"sync"
	"time"
)

// ErrNoRating is returned when neither a tool nor a check had anything to rate.
var ErrNoRating = errors.New("nothing could be rated")

// errDeadline is the cause of a panel that ran out of time.
var errDeadline = errors.New("the panel's deadline passed")

// Checks are the embedded checks: they report facts about a subject in milliseconds, without opinions and
// without I/O except Subject.Exists.
type Checks interface {
	Check(ctx context.Context, subject Subject) Report
}

// Options are the parts of a [Panel].
type Options struct {
	Checks Checks
	Tools  func(Perspective) Chain // that answers a perspective; nil starts no tool, ever: the user chose the checks alone
	Strict bool                    // no model of the family that wrote the artifact is asked; else such are asked last
	Second SecondLook              // once all have spoken
	// Recall returns a tool's earlier answer to a request, or an error. Nil remembers nothing.
	Recall   func(tool string, request Request) (Critique, error)
	Together bool              // a tool is asked once for all perspectives that it is the first one for
	Deadline time.Duration     // of the whole panel; who has not answered by then is not heard
	Asked    func(Perspective) // told of each perspective whose tools are asked, from several goroutines; may be nil
	Answered func(Opinion)     // told of each opinion as it comes, from several goroutines; may be nil
}

// Panel judges subjects. It is safe for concurrent use.
type Panel struct{ Options }

// New returns a panel.
func New(options Options) *Panel {
	if options.Asked == nil {
		options.Asked = func(Perspective) {}
	}
	if options.Answered == nil {
		options.Answered = func(Opinion) {}
	}
	return &Panel{options}
}

// Check runs the embedded checks alone.
func (p *Panel) Check(ctx context.Context, subject Subject) Report {
	return p.Checks.Check(ctx, subject)
}

// Judge asks every perspective at once and decides by the policy. The report is that of [Panel.Check]. It returns
// ErrNoRating when no model answered and no check applies, and the context's cause when the context ended.
func (p *Panel) Judge(ctx context.Context, policy Policy, subject Subject, perspectives []Perspective, report Report) (Result, error) {
	const selfWeight = 0.5 // how much a model's vote on its own family's work counts.
	started := time.Now()
	policy.Chinese = policy.Chinese || report.Chinese
	policy.ChecksAlone = p.Mode() == ModeChecks
	timed, cancel := context.WithTimeoutCause(ctx, p.Deadline, errDeadline)
	defer cancel()
	opinions := p.ask(timed, subject, perspectives, report)
	first := Decide(policy, opinions, Diverge(policy, opinions, report.Findings), subject.Final, subject.Past.High)
	verified := p.verify(timed, policy, Request{Subject: subject, Facts: report}, opinions, !first.Reached)
	if ctx.Err() != nil {
		return Result{}, context.Cause(ctx)
	}
	partial := slices.ContainsFunc(opinions, func(o Opinion) bool { return o.Late })
	notes := remarks(policy, opinions, partial)
	if verified != nil {
		notes = append(notes, verified.remarks(policy)...)
	}
	if len(voices(opinions)) == 0 && report.Applicable == 0 {
		return Result{Mode: p.Mode(), Opinions: opinions, Notes: notes}, ErrNoRating
	}
	divergences := verified.settled(policy, Diverge(policy, opinions, report.Findings))
	decision := Decide(policy, opinions, divergences, subject.Final, subject.Past.High)
	result := Result{
		Mode: p.Mode(), Chinese: policy.Chinese, Opinions: opinions, Average: decision.Average, Divergences: divergences, Writers: subject.writers(),
		Reached: decision.Reached, Severity: decision.Severity, Recommendation: decision.Recommendation,
		Themes: convergent(opinions), CoverageGaps: coverageGaps(opinions), ActionItems: actions(policy, opinions, divergences, report.Findings),
		OpenQuestions: openQuestions(opinions), RiskFlags: riskFlags(policy, opinions),
		Basis: basis(opinions), Partial: partial, Cost: cost(opinions, verified), Notes: notes, Verification: verified,
		Duration: time.Since(started),
	}
	if len(subject.authors()) > 0 {
		result.Independent = average(opinions, selfWeight)
	}
	return result, nil
}

// ask collects one opinion a perspective, in their order. Quotes are looked up in the prompts' texts.
func (p *Panel) ask(ctx context.Context, subject Subject, perspectives []Perspective, report Report) []Opinion {
	opinions := make([]Opinion, len(perspectives))
	texts := sync.OnceValue(subject.evidence)
	tell := func(at int, answer Critique, err error) {
		if err == nil {
			subject.Past.stand(&answer, perspectives[at].Name, report.Chinese)
			subject.lookUp(&answer, texts())
		}
		opinions[at] = p.opinion(ctx, Request{Subject: subject, Perspective: perspectives[at]}, answer, err)
		p.Answered(opinions[at])
	}
	var asked []*member
	for i, perspective := range perspectives {
		request := Request{Subject: subject, Perspective: perspective, Facts: report}
		switch {
		case perspective.reports(ReportMissingRequirements) && subject.Context == nil:
			opinions[i] = Opinion{Perspective: perspective, Source: SourceSkipped}
			p.Answered(opinions[i])
		case p.Tools == nil:
			tell(i, Critique{}, Failf(NotInstalled, "no tool may be started"))
		default:
			p.Asked(perspective)
			asked = append(asked, &member{i, request, p.plan(request)})
		}
	}
	if asking := (asking{p.recall, tell}); p.Together {
		asking.together(ctx, asked)
	} else {
		asking.alone(ctx, asked)
	}
	return opinions
}

// Ask asks the tools of the request's perspective, within the panel's deadline. The error is a
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

// guarded turns an analyst's panic over a strange answer into a failure.
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

func (p *Panel) plan(request Request) Plan {
	plan := p.Tools(request.Perspective).inOrder(request.authors(), p.Strict)
	plan.Recall = p.recall
	return plan
}

// opinion is what a perspective's tools came to. Where none answers it holds only the attempts.
func (p *Panel) opinion(ctx context.Context, request Request, answer Critique, err error) Opinion {
	if err == nil {
		own := answer.ModelFamily != "" && slices.Contains(request.authors(), answer.ModelFamily)
		return Opinion{Perspective: request.Perspective, Source: sourceOf(answer, request.Perspective), SelfReview: own, Critique: answer}
	}
	return Opinion{
		Perspective: request.Perspective, Source: SourceChecks,
		Late:     p.Tools != nil && errors.Is(context.Cause(ctx), errDeadline),
		Critique: Critique{Tool: "checks", Attempts: answer.Attempts},
	}
}

// Mode says who is to speak of the subjects that come to the panel.
func (p *Panel) Mode() Mode {
	if p.Tools == nil {
		return ModeChecks
	}
	return ModePanel
}

func basis(opinions []Opinion) Basis {
	tools, checks := 0, 0
	for _, o := range opinions {
		switch {
		case o.Heard():
			tools++
		case o.Source == SourceChecks:
			checks++
		}
	}
	switch {
	case tools == 0:
		return BasisChecks
	case checks == 0:
		return BasisPanel
	}
	return BasisMixed
}
