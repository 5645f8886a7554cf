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
	Family  string // of its model, "" when unknown
}

// Chain is tools in the order in which they are asked.
type Chain []Link

// Plan is whom a perspective's analyst will ask.
type Plan struct {
	Links  Chain
	Tried  []Attempt                               // what was tried already, or was not to be
	PutOff []string                                // see [Critique.PutOff]
	Recall func(string, Request) (Critique, error) // see [Options.Recall]; may be nil
}

// Analyze asks the links in order and returns the first critique. When none has one, the error is the last
// failure and the critique holds the attempts. It stops when ctx ends, or when two links have hung.
func (p Plan) Analyze(ctx context.Context, request Request) (Critique, error) {
	answer, err := p.analyze(ctx, request)
	answer.PutOff = append(answer.PutOff, p.PutOff...)
	return answer, err
}

func (p Plan) analyze(ctx context.Context, request Request) (Critique, error) {
	attempts, hung, err := slices.Clone(p.Tried), p.hung(), p.nobody()
	if hung >= mostHung {
		return Critique{Attempts: attempts}, err
	}
	for _, link := range p.Links {
		if p.Recall != nil {
			if kept, unknown := p.Recall(link.Tool, request); unknown == nil {
				kept.Attempts = attempts
				return kept, nil
			}
		}
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
		if ctx.Err() != nil || hung == mostHung {
			break
		}
	}
	return Critique{Attempts: attempts}, err
}

// mostHung is how many tools may hang before no other is asked.
const mostHung = 2

func (p Plan) hung() (n int) {
	for _, a := range p.Tried {
		if a.Outcome == Timeout {
			n++
		}
	}
	return n
}

func (p Plan) nobody() error {
	if len(p.Tried) == 0 {
		return &Failure{Class: NotInstalled, Err: errors.New("no tool is configured")}
	}
	last := p.Tried[len(p.Tried)-1]
	if last.Outcome == NotIndependent {
		return Failf(NotIndependent, "every tool is of the writer's family, or of an unknown one")
	}
	return Failf(last.Outcome, "%s", last.Err)
}

// tried returns the attempts of one link: those it kept itself, else a single one.
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

// inOrder asks the tools whose model is of another family than the artifact's writer before those of the same,
// which are not asked at all where that is strict, nor those that may be. Without a known writer it keeps the
// order of the chain.
func (c Chain) inOrder(authors []string, strict bool) Plan {
	if len(authors) == 0 {
		return Plan{Links: c}
	}
	var others, unknown, own Chain
	for _, link := range c {
		switch {
		case slices.Contains(authors, link.Family):
			own = append(own, link)
		case link.Family == "":
			unknown = append(unknown, link)
		default:
			others = append(others, link)
		}
	}
	if !strict {
		p := Plan{Links: slices.Concat(others, unknown, own)}
		for _, link := range own {
			p.PutOff = append(p.PutOff, link.Tool)
		}
		return p
	}
	p := Plan{Links: others}
	for _, link := range own {
		p.Tried = append(p.Tried, Attempt{Tool: link.Tool, Outcome: NotIndependent, Err: "its model is of the family that wrote the artifact"})
	}
	for _, link := range unknown {
		p.Tried = append(p.Tried, Attempt{Tool: link.Tool, Outcome: NotIndependent, Err: fmt.Sprintf("nobody knows the family of its model: set tools.%s.family", link.Tool)})
	}
	return p
}

// passedOver tells whether another tool answered because the own tool's family wrote the artifact.
func (o Opinion) passedOver() bool {
	tool := o.Perspective.Tool
	return slices.Contains(o.PutOff, tool) && !slices.ContainsFunc(o.Attempts, func(a Attempt) bool { return a.Tool == tool })
}
