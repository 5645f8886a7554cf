package critique

import (
	"context"
	"errors"
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
