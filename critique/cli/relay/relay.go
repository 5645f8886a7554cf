// Package relay asks the workers of a hub through a process that stays: `discussd-hub-client ask --stay`, which
// keeps its connection and takes ask after ask on its standard input.
//
// A [Question] goes in and an [Answer] comes out. A process that dies is started anew and asked again: the hub
// knows what it was asked, and nothing is paid twice. The end of its standard input ends it with its daemon.
package relay

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"discussd/critique"
)

// Version is that of the lines. Lines of another version are reported and ignored.
const Version = 1

// VersionError says that a line is of another version.
type VersionError struct{ Got int }

func (e *VersionError) Error() string {
	return fmt.Sprintf("discussd and discussd-hub-client are of different releases (one speaks version %d to the other, and that version %d): install both of one", Version, e.Got)
}

// Question is what a tool of a hub's workers is asked.
type Question struct {
	Tool    string  `json:"tool"`
	Model   string  `json:"model"`   // "" leaves it to the worker
	Seconds float64 `json:"seconds"` // it may take, with its time in the queue
	Text    []byte  `json:"text"`
	Schema  []byte  `json:"schema"`
	Mark    string  `json:"mark"`   // the random word in the text that does not count
	Shared  int     `json:"shared"` // how many bytes at its beginning are the same for all of a round
	Awaited bool    `json:"awaited"`
}

// Answer is what discussd-hub-client prints of an ask: what a worker's tool said.
type Answer struct {
	Class  critique.Class `json:"class"`  // [critique.Answered], or why there is no answer
	Reason string         `json:"reason"` // in words, with a failure
	After  float64        `json:"after"`  // seconds until it is worth another try, where somebody knows
	Final  bool           `json:"final"`  // another try would fail as well
	Text   []byte         `json:"text"`
	Model  string         `json:"model"`
	Cost   critique.Cost  `json:"cost"`
}

// Asked is a line that a process reads: a question, or that nobody waits for it any more.
type Asked struct {
	Version  int       `json:"version"`
	Number   uint64    `json:"number"` // which the answer has, too
	Question *Question `json:"question,omitempty"`
}

// Said is a line that it prints.
type Said struct {
	Version int    `json:"version"`
	Number  uint64 `json:"number"` // 0 where one is asked once
	Answer  Answer `json:"answer"`
}

const (
	unused = time.Minute     // without an ask, after which a process ends
	starts = 3               // processes that are asked one question
	slack  = 5 * time.Second // that a process may be late with saying that the time is over
)

// Relay keeps a process for each command. It is safe for concurrent use.
type Relay struct {
	unused time.Duration

	mu        sync.Mutex
	processes map[string]*process // by command and environment
	over      bool
	running   sync.WaitGroup
}

// New returns a relay in which no process runs yet.
func New() *Relay { return &Relay{unused: unused, processes: map[string]*process{}} }

// StandBy ends the processes when ctx ends, and waits for them. What is asked later fails.
func (r *Relay) StandBy(ctx context.Context) {
	<-ctx.Done()
	r.mu.Lock()
	r.over = true
	for _, p := range r.processes {
		p.quit(true)
	}
	r.mu.Unlock()
	r.running.Wait()
}

// Command is how a process is started.
type Command struct {
	Path    string // absolute
	Args    []string
	Environ []string // "NAME=value"
}

// Ask asks the command's process. The error says that there is none, or that ctx ended, or wraps a
// [*VersionError].
func (r *Relay) Ask(ctx context.Context, c Command, q Question) (Answer, error) {
	var problems []error
	for range starts {
		p, err := r.process(c)
		if err != nil {
			return Answer{}, err
		}
		answer, err := r.ask(ctx, p, q)
		if foreign := new(VersionError); err == nil || ctx.Err() != nil || errors.As(err, &foreign) {
			return answer, err
		}
		problems = append(problems, err)
	}
	return Answer{}, fmt.Errorf("%s ended without an answer, %d times: %w", c.Path, starts, problems[len(problems)-1])
}

func (r *Relay) ask(ctx context.Context, p *process, q Question) (Answer, error) {
	late := time.NewTimer(time.Duration(q.Seconds*float64(time.Second)) + slack)
	defer late.Stop()
	number, answered := p.expect()
	defer p.forget(number)
	select {
	case p.asks <- Asked{Version, number, &q}:
	case <-p.gone:
		return Answer{}, p.why
	case <-ctx.Done():
		return Answer{}, context.Cause(ctx)
	}
	select {
	case answer := <-answered:
		return answer, nil
	case <-p.gone:
		select {
		case answer := <-answered: // with its last word
			return answer, nil
		default:
			return Answer{}, p.why
		}
	case <-late.C:
		p.kill() // it keeps no time
		return Answer{Class: critique.Timeout, Reason: "discussd-hub-client did not say that the time was over"}, nil
	case <-ctx.Done():
		select {
		case p.asks <- Asked{Version: Version, Number: number}:
		case <-p.gone:
		case <-time.After(time.Second): // it does not listen
		}
		return Answer{}, context.Cause(ctx)
	}
}

// process is the one that runs for the command, or a new one.
func (r *Relay) process(c Command) (*process, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return nil, errors.New("this daemon ends")
	}
	key := fmt.Sprintf("%q", c)
	if p := r.processes[key]; p != nil && p.use() {
		return p, nil
	}
	p, err := begin(c, r.unused)
	if err != nil {
		return nil, err
	}
	r.processes[key] = p
	r.running.Go(func() {
		p.serve()
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.processes[key] == p {
			delete(r.processes, key)
		}
	})
	return p, nil
}
