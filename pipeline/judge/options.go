package judge

import (
	"context"
	"time"

	"github.com/hashicorp/go-hclog"

	"discussd/critique"
	"discussd/pipeline/bus"
	"discussd/pipeline/handoff"
	"discussd/pipeline/session"
	"discussd/pipeline/texts"
	"discussd/pipeline/verdict"
)

// Critic judges subjects; a [*critique.Panel] is one. Judge returns an error
// wrapping [critique.ErrNoRating] when there was nothing to rate, and the
// context's cause when the context ended.
type Critic interface {
	Check(ctx context.Context, subject critique.Subject) critique.Report
	Ask(ctx context.Context, request critique.Request) (critique.Critique, error)
	Judge(ctx context.Context, policy critique.Policy, subject critique.Subject, perspectives []critique.Perspective, report critique.Report) (critique.Result, error)
}

// Options are what a [Judge] works with.
type Options struct {
	Layout session.Layout
	Critic Critic
	Panel
	Rules
	Delivery
	Signature
	Asks    func([]critique.Perspective) bool // tells whether a tool would be asked for one of them now: what starts none costs nothing; nil: always
	Through Through                           // what every step on disk goes through; nil: straight
	Logger  hclog.Logger
}

// policy is that of a profile.
func (o *Options) policy(profile string) critique.Policy {
	if profile == texts.Requests {
		return o.OwnPolicy
	}
	return o.Policy
}

// Panel is who may be asked, and what they are told.
type Panel struct {
	Perspectives map[string]critique.Perspective // by name; every round's names are among them
	Tools        []string                        // names that a request may use
	OwnFallback  []string                        // tools asked in place of one that a request names and that fails
	Discussant   critique.Perspective            // who carries discussions on
	Mode         critique.Mode                   // who is to speak: models, or the checks alone
	Prior        int                             // characters of the last record that the panel is shown; 0 shows none
	Changed      bool                            // a revision is shown whole where it has changed, and else as outlines
	Writers      bool                            // whether it matters who wrote what is judged
	Language     string                          // of answers and messages: "auto", "en" or "zh"
}

// Rules decide what the opinions come to, and whose decisions count.
type Rules struct {
	Policy    critique.Policy
	OwnPolicy critique.Policy // for perspectives or rounds that a request brings
	Deciders  []string        // users whose decisions count beside those of the daemon's own
}

// Delivery is where outcomes go.
type Delivery struct {
	Handoff   handoff.Options
	Bus       bus.Mode
	Reviews   bool          // verdicts are also written where the session's framework reads reviews
	OnVerdict []string      // argv of what is run after each verdict; nil runs nothing
	HookLimit time.Duration // how long that may take; 0 for [hook.Limit]
	Audience  Audience      // told of rounds beside the log; nil: nobody
}

// Audience is somebody who looks on: from several goroutines it is told which perspectives
// are asked of a round, and the verdict when it is written.
type Audience interface {
	Began(dir string, c verdict.Case, perspectives []string)
	Given(dir string, v verdict.Verdict)
}

// Signature stands in every verdict: by which profile, configuration and program it was
// given.
type Signature struct {
	Profile      string
	PolicySHA256 string
	Generator    verdict.Generator
}

// Through does a step of the work in a session's folder: it opens the session to look
// or to judge, or changes one file, which step then names. It may do it later, or not at
// all: what it returns is what came of the step. It lets a test say in which
// order things happen, and what the disk answers.
type Through func(dir, step string, do func() error) error

// do takes a step.
func (t Through) do(dir, step string, do func() error) error {
	if t == nil {
		return do()
	}
	return t(dir, step, do)
}

// in is what steps in one session go through.
func (t Through) in(dir string) func(step string, do func() error) error {
	if t == nil {
		return nil
	}
	return func(step string, do func() error) error { return t(dir, step, do) }
}
