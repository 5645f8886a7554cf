// Package timeline keeps the record of a discussion that goes over several rounds:
// what is understood, what was corrected, what is open. A [request.Discussion] and a session
// folder with analyses come in; discussions/discussion-round-<n>.json, a section of
// discussion.md and a merged shared-memory.json come out. The pipeline calls
// [Process]; who answers in the name of an LLM is given to it.
//
// A round is discussed once. A past one is never rewritten: people and agents have
// built on it.
package timeline

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"discussd/critique"
	"discussd/internal/text/markdown"
	"discussd/pipeline/durable"
	"discussd/pipeline/request"
)

// Question is what an LLM is asked.
type Question struct {
	request.Discussion
	Sources []Source
	Memory  []byte // shared-memory.json as it is, nil when there is none to be read
}

// Discuss asks an LLM. Its error means that there is no answer to be had: the
// analyses at hand stand in for it.
type Discuss func(ctx context.Context, question Question) (critique.Understanding, error)

// Options say where and with whom a round is discussed.
type Options struct {
	Root    *os.Root         // the session folder, owned by the caller
	Discuss Discuss          // nil: there is no LLM
	Now     func() time.Time // nil: [time.Now]

	// Staged, when set, is called between the last look at a file that others
	// rewrite, too, and its replacement: the place where tests write.
	Staged func(name string)
}

// Outcome is a round as it was written.
type Outcome struct {
	Round    Round
	Path     string   // of the round's JSON, relative to the session
	Notes    []string // everything left out, unclear or degraded, in words
	Empty    bool     // no analysis says anything
	Fallback bool     // an LLM was to be asked, and the analyses at hand stand in
}

// ErrDiscussed is returned when the round was discussed before, with another type
// or other feedback. Nothing is written.
var ErrDiscussed = errors.New("the round has been discussed")

// Process discusses a round and writes it: first its JSON, then its section of
// discussion.md, then the shared memory. The same request again writes what is
// missing, asks nobody and doubles nothing, so that it can be repeated after any
// failure. The error names the file; it is a [*FormatError] when a file that is
// there is not what it should be, and wraps [ErrDiscussed],
// [discussd/pipeline/durable.ErrRefused] or the cause of ctx.
func Process(ctx context.Context, o Options, asked request.Discussion) (Outcome, error) {
	if asked.Round < 1 {
		return Outcome{}, fmt.Errorf("round %d: rounds count from 1", asked.Round)
	}
	p := process{input: input{Options: o}, request: asked}
	if asked.Ambiguity != "" {
		p.note("The feedback is unclear (%s): processed as %s.", asked.Ambiguity, asked.Type)
	}
	if err := durable.Private(o.Root, private); err != nil { // before anybody is asked in vain
		return Outcome{}, err
	}
	round, found, err := p.load()
	if err != nil {
		return Outcome{}, err
	}
	if found {
		p.Notes = round.Notes
	} else if round, err = p.discuss(ctx); err != nil {
		return Outcome{}, err
	}
	p.Round, err = p.write(ctx, round)
	p.Path = round.path()
	return p.Outcome, err
}

// process is one call of Process.
type process struct {
	input
	request request.Discussion
}

// input reads the files that a round is made of, and notes what cannot be read.
type input struct {
	Options
	Outcome
}

func (in *input) note(format string, args ...any) {
	in.Notes = append(in.Notes, markdown.OneLine(fmt.Sprintf(format, args...)))
}

// discuss makes the round out of what the session holds.
func (p *process) discuss(ctx context.Context) (Round, error) {
	sources := p.sources()
	statements := p.statements(sources)
	if len(statements) == 0 {
		p.Empty = true
		p.note("No analysis results were found: the discussion is empty.")
		return p.round(critique.Understanding{}), ctx.Err()
	}
	if p.request.Type != request.Initial {
		answer, err := p.ask(ctx, Question{p.request, sources, p.memory()})
		if err == nil {
			return p.round(answer), nil
		}
		if ctx.Err() != nil {
			return Round{}, context.Cause(ctx)
		}
		p.Fallback = true
		p.note("The analyses at hand were used: %v.", err)
	}
	return p.round(p.stand(statements)), nil
}

func (p *process) ask(ctx context.Context, q Question) (critique.Understanding, error) {
	if p.Discuss == nil {
		return critique.Understanding{}, errors.New("there is no LLM to ask")
	}
	answer, err := p.Discuss(ctx, q)
	if err != nil {
		return critique.Understanding{}, err
	}
	if answer = tidy(answer); len(answer.Confirmed)+len(answer.Corrected)+len(answer.NewInsights)+len(answer.NewFindings)+len(answer.NewQuestions) == 0 {
		return critique.Understanding{}, errors.New("the answer says nothing")
	}
	return answer, nil
}
