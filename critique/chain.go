package critique

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Link is one tool of a chain.
type Link struct {
	Tool    string
	Analyst Analyst
}

// Chain asks its links in order and returns the first critique, with every
// attempt that led to it.
type Chain []Link

var _ Analyst = (Chain)(nil)

// Analyze returns the first link's critique. When no link has one, the error is
// the last link's failure and the critique holds nothing but the attempts. A
// context that ends stops the chain: the links behind are not asked. Nor are they when
// two have hung: it is not the tools that keep the answers back.
func (c Chain) Analyze(ctx context.Context, request Request) (Critique, error) {
	var attempts []Attempt
	hung := 0
	var err error = &Failure{Class: NotInstalled, Err: errors.New("no tool is configured")}
	for _, link := range c {
		started := time.Now()
		var answer Critique
		answer, err = link.Analyst.Analyze(ctx, request)
		attempts = append(attempts, tried(link.Tool, answer.Attempts, err, time.Since(started))...)
		if err == nil {
			answer.Attempts = attempts
			return answer, nil
		}
		if ClassOf(err) == Timeout {
			hung++
		}
		if ctx.Err() != nil || hung == 2 {
			break
		}
	}
	return Critique{Attempts: attempts}, err
}

// tried returns the attempts of one link: those it kept itself (an analyst that
// retries), else a single one.
func tried(tool string, kept []Attempt, err error, took time.Duration) []Attempt {
	if len(kept) > 0 {
		return kept
	}
	attempt := Attempt{Tool: tool, Outcome: Answered, Duration: took}
	if err != nil {
		attempt.Outcome, attempt.Err = ClassOf(err), Reason(err)
	}
	return []Attempt{attempt}
}

// Independent asks the tools of a chain whose model is of another family than the one that
// wrote the artifact before those of the same: nobody is a good judge of his own work. An
// artifact of which no writer is known is asked about in the order of the chain.
type Independent struct {
	Chain
	Family func(tool string) string // of a tool's model, "" when unknown
	Strict bool                     // who is of the writer's family, or may be, is not asked at all
}

var _ Analyst = Independent{}

// Analyze returns what [Chain.Analyze] does. Where the order was another one, the critique
// says who was put off.
func (i Independent) Analyze(ctx context.Context, request Request) (Critique, error) {
	authors := request.authors()
	if len(authors) == 0 {
		return i.Chain.Analyze(ctx, request)
	}
	var others, unknown, own Chain
	for _, link := range i.Chain {
		switch family := i.Family(link.Tool); {
		case slices.Contains(authors, family):
			own = append(own, link)
		case family == "":
			unknown = append(unknown, link)
		default:
			others = append(others, link)
		}
	}
	if i.Strict {
		return others.withoutOwn(ctx, request, unknown, own)
	}
	answer, err := slices.Concat(others, unknown, own).Analyze(ctx, request)
	for _, link := range own {
		answer.PutOff = append(answer.PutOff, link.Tool)
	}
	return answer, err
}

// withoutOwn asks the chain, and notes as attempts that the others were not asked, and why.
func (c Chain) withoutOwn(ctx context.Context, request Request, unknown, own Chain) (answer Critique, err error) {
	var passed []Attempt
	for _, link := range own {
		passed = append(passed, Attempt{Tool: link.Tool, Outcome: NotIndependent, Err: "its model is of the family that wrote the artifact"})
	}
	for _, link := range unknown {
		passed = append(passed, Attempt{Tool: link.Tool, Outcome: NotIndependent, Err: fmt.Sprintf("nobody knows the family of its model: set tools.%s.family", link.Tool)})
	}
	if len(c) == 0 && len(passed) > 0 {
		return Critique{Attempts: passed}, Failf(NotIndependent, "every tool is of the writer's family, or of an unknown one")
	}
	answer, err = c.Analyze(ctx, request)
	answer.Attempts = append(passed, answer.Attempts...)
	return answer, err
}

// passedOver tells whether another tool answered because the perspective's own is of the
// family that wrote the artifact.
func (o Opinion) passedOver() bool {
	tool := o.Perspective.Tool
	return slices.Contains(o.PutOff, tool) && !slices.ContainsFunc(o.Attempts, func(a Attempt) bool { return a.Tool == tool })
}
