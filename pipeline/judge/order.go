package judge

import (
	"time"

	"discussd/critique"
	"discussd/pipeline/hook"
	"discussd/pipeline/session"
	"discussd/pipeline/texts"
	"discussd/pipeline/verdict"
)

// Order is one job that is to be done.
type Order struct {
	Target
	Mode
	Resume
	Observer
	Awaited bool // somebody waits for what comes of it
}

// Target says what is to be done, and where.
type Target struct {
	Dir string // the session folder
	Job session.Job
}

// Mode says when nothing is to be done. Its zero value is what a person expects who has
// dropped a file: what is done already is not done again, a lock is waited for, and a
// verdict on files that are gone moves to history.
type Mode struct {
	Again  Again
	Repeat bool // of a file in an inbox: also when it is answered already
	Lock   Lock
	Gone   Gone
}

// Again says which verdicts on the present bytes are replaced, beside those of a panel of
// another make-up.
type Again int

const (
	WhenChanged     Again = iota // none
	WhenUnreviewed               // one of a panel that no model answered, by one that rests on more
	WhenOtherChecks              // one that rests on the checks alone, by another version or configuration
	Always                       // each
)

// Lock says what is done while somebody else judges in the session.
type Lock int

const (
	WaitForLock Lock = iota
	TryLock          // nothing: the error wraps [handoff.ErrLocked]
)

// Gone says what becomes of a verdict whose files are gone.
type Gone int

const (
	RetireGone    Gone = iota // it moves to history
	SpareGone                 // nothing is written: the error is [ErrGoing]
	SpareGoneSeen             // the same, and a verdict was seen: where it is gone, too, the session is going
)

// Resume says what earlier tries of the job have come to.
type Resume struct {
	Queued time.Duration    // how long it waited
	Ready  *verdict.Verdict // judged, and could not be written: it is where the bytes are still those; nil: none
	Final  bool             // too many tries were given up: this one finishes although the files change meanwhile
}

// Observer is told of what happens on the way. All of it may be nil.
type Observer struct {
	Started func(fingerprint string) // told which bytes are judged, when judging begins
	Unsaid  func()                   // told that something could not be said on the message bus
	Spend   func() error             // asked before a tool is; its error ends the judging; nil: nothing limits it
	Hooks   *hook.Queue              // runs the hook beside what comes next; nil: it ends first
}

// judgement is a round of the layout, or one that a request brings, on its way through the
// stages.
type judgement struct {
	Order
	round   session.Round
	panel   []critique.Perspective // who is asked
	own     bool                   // a request brings the panel
	asked   bool                   // a request asks for it: see [settled]
	profile string                 // whose rules decide
	policy  critique.Policy        // that profile's
	dry     bool                   // writes nothing
}

// newJudgement is that of a round by its own panel, or by the configured one where that is nil.
func newJudgement(o *Options, order Order, round session.Round, own []critique.Perspective) judgement {
	if own != nil {
		return judgement{Order: order, round: round, panel: own, own: true, profile: texts.Requests, policy: o.policy(texts.Requests)}
	}
	r := judgement{Order: order, round: round, profile: o.Profile, policy: o.policy(o.Profile)}
	for _, name := range round.Perspectives {
		r.panel = append(r.panel, o.Perspectives[name])
	}
	return r
}
