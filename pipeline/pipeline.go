// Package pipeline takes a change from the watcher to a verdict on disk: it
// marks the round pending, queues it, has it judged, and hands the outcome to
// the session's discussions folder. One round at a time per session, several
// sessions at once. It knows nothing of tools, prompts and rules.
package pipeline

import (
	"context"
	"errors"
	"time"

	"github.com/hashicorp/go-hclog"

	"discussd/critique"
	"discussd/pipeline/bus"
	"discussd/pipeline/handoff"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// ErrChanged is why a round's run was given up: its files changed meanwhile.
var ErrChanged = errors.New("the artifact changed while it was judged")

// ErrHeld is why a round waits: the hourly budget is used up.
var ErrHeld = errors.New("held back by panel.budget")

// coordinate is the profile of rounds whose perspectives come with the request.
const coordinate = "coordinate"

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
	Layout       session.Layout
	Perspectives map[string]critique.Perspective // by name; every round's names are among them
	Tools        []string                        // names that a request may use
	OwnFallback  []string                        // tools asked in place of one that a request names and that fails
	Discussant   critique.Perspective            // who carries discussions on
	Critic       Critic
	Mode         critique.Mode // who is to speak: models, or the checks alone
	Policy       critique.Policy
	OwnPolicy    critique.Policy // for perspectives or rounds that a request brings
	Deciders     []string        // users whose decisions count beside those of the daemon's own
	Handoff      handoff.Options
	Bus          bus.Mode
	OnVerdict    []string // argv of what is run after each verdict; nil runs nothing
	Profile      string
	Prior        int    // characters of the last record that the panel is shown; 0 shows none
	Language     string // of answers and messages: "auto", "en" or "zh"
	PolicySHA256 string
	Generator    verdict.Generator
	Budget       *Budget
	Asks         func([]critique.Perspective) bool // tells whether a tool would be asked for one of them now: what starts none costs nothing; nil: always
	Logger       hclog.Logger
}

// CatchUp says which rounds without a verdict a starting daemon judges.
type CatchUp struct {
	Within time.Duration         // artifacts written at most this long ago
	Named  func(dir string) bool // sessions that are judged whatever their age or status
}
