// Package timeline keeps the record of a discussion that goes over several rounds:
// what is understood, what was corrected, what is open. A [Request] and a session
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
	"strings"
	"time"

	"discussd/internal/text/markdown"
	"discussd/pipeline/durable"
)

// Type says what a round is to do.
type Type string

// The types of rounds. [Initial] sums the analyses up and asks no LLM.
const (
	Initial           Type = "initial"
	Deepen            Type = "deepen"             // go on in the same direction
	DirectionAdjusted Type = "direction-adjusted" // look at the same from where the feedback points
	SpecificQuestions Type = "specific-questions" // answer the feedback
)

// Request asks for one round.
type Request struct {
	Round     int // from 1
	Type      Type
	Topic     string
	Feedback  string // the user's words, "" when there are none; may hold line breaks
	Ambiguity string // what was unclear in the request: it is taken for a [Deepen]; "" when nothing was
}

// Question is what an LLM is asked.
type Question struct {
	Request
	Sources []Source
	Memory  []byte // shared-memory.json as it is, nil when there is none to be read
}

// Understanding is what an LLM made of a question.
type Understanding struct {
	Confirmed    []string
	Corrected    []string
	NewInsights  []string
	NewFindings  []string
	NewQuestions []string
}

// Discuss asks an LLM. Its error means that there is no answer to be had: the
// analyses at hand stand in for it.
type Discuss func(ctx context.Context, question Question) (Understanding, error)

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
func Process(ctx context.Context, o Options, request Request) (Outcome, error) {
	if request.Round < 1 {
		return Outcome{}, fmt.Errorf("round %d: rounds count from 1", request.Round)
	}
	p := process{input: input{Options: o}}
	p.request = p.understand(request)
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
	request Request
}

// input reads the files that a round is made of, and notes what cannot be read.
type input struct {
	Options
	Outcome
}

func (in *input) note(format string, args ...any) {
	in.Notes = append(in.Notes, markdown.OneLine(fmt.Sprintf(format, args...)))
}

// understand takes for a [Deepen] what cannot be taken for more.
func (p *process) understand(r Request) Request {
	switch r.Type {
	case Initial, Deepen:
	case DirectionAdjusted, SpecificQuestions:
		if strings.TrimSpace(r.Feedback) == "" && r.Ambiguity == "" {
			r.Ambiguity = fmt.Sprintf("%s without any feedback", r.Type)
		}
	default:
		r.Ambiguity = fmt.Sprintf("the type %q is not known", r.Type)
	}
	if r.Ambiguity != "" {
		r.Type = Deepen
		p.note("The feedback is unclear (%s): processed as %s.", r.Ambiguity, Deepen)
	}
	return r
}

// discuss makes the round out of what the session holds.
func (p *process) discuss(ctx context.Context) (Round, error) {
	sources := p.sources()
	statements := p.statements(sources)
	if len(statements) == 0 {
		p.Empty = true
		p.note("No analysis results were found: the discussion is empty.")
		return p.round(Understanding{}), ctx.Err()
	}
	if p.request.Type != Initial {
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

func (p *process) ask(ctx context.Context, q Question) (Understanding, error) {
	if p.Discuss == nil {
		return Understanding{}, errors.New("there is no LLM to ask")
	}
	answer, err := p.Discuss(ctx, q)
	if err != nil {
		return Understanding{}, err
	}
	if answer = answer.tidy(); answer.empty() {
		return Understanding{}, errors.New("the answer says nothing")
	}
	return answer, nil
}
