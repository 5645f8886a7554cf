package judge

import (
	"context"
	"errors"

	"github.com/hashicorp/go-hclog"

	"discussd/pipeline/bus"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// notices say on a session's message bus what becomes of its rounds. They are no more than
// that: no verdict waits for them.
type notices struct {
	bus   *bus.Bus
	dir   string
	log   hclog.Logger
	again func() // told that something could not be said; may be nil
}

// started says that a round is judged, by so many perspectives.
func (n notices) started(ctx context.Context, c verdict.Case, perspectives int) {
	key := bus.Key{Round: c.Round, Fingerprint: c.Fingerprint, Revision: c.Revision}
	_, err := n.bus.Begin(ctx, key, bus.Started(bus.Round{
		Profile: c.Profile, ID: c.Round, Label: c.Label, Artifact: c.Artifact.Path, Perspectives: perspectives,
	}))
	n.unsaid(c.Round, err)
}

// ended says how a round ended, also when the context has ended: the verdict is there.
func (n notices) ended(ctx context.Context, v verdict.Verdict) {
	_, err := n.bus.End(context.WithoutCancel(ctx), bus.KeyOf(v), bus.Ended(v))
	n.unsaid(v.Round, err)
}

// gone ends a round that was begun and whose artifact is gone.
func (n notices) gone(ctx context.Context, round session.Round, artifact, profile string) {
	_, err := n.bus.Drop(ctx, round.ID, bus.Dropped(bus.Round{Profile: profile, ID: round.ID, Label: round.Label, Artifact: artifact}))
	n.unsaid(round.ID, err)
}

// abandoned ends a round that nobody will judge. It returns [ErrUnsaid] when it could not,
// and may be tried again.
func (n notices) abandoned(ctx context.Context, round, profile string) error {
	_, err := n.bus.Drop(ctx, round, bus.Abandoned(bus.Round{Profile: profile, ID: round}))
	n.unsaid(round, err)
	if err != nil && !errors.Is(err, bus.ErrRefused) {
		return ErrUnsaid
	}
	return nil
}

// unsaid logs what could not be said, and has it tried again unless nothing may be
// written there.
func (n notices) unsaid(round string, err error) {
	if err == nil {
		return
	}
	n.log.Warn("message bus not written", "session", n.dir, "round", round, "error", err)
	if n.again != nil && !errors.Is(err, bus.ErrRefused) {
		n.again()
	}
}
