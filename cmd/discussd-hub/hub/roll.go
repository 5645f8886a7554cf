package hub

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"discussd/critique"
)

// answerRoll tells daemons that this worker takes asks for the tool, until the returned function is
// called. A tool that pauses does not answer.
func (p place) answerRoll() (stop func(), err error) {
	return hear(p.turns.js, p.turns.names.Subject(rollOf, token(p.tool)), func(m *nats.Msg) {
		if p.cooling.left() == 0 {
			_ = m.Respond(nil)
		}
	})
}

// rollTime is how long a daemon waits for a worker's answer. The hub reports at once that none listens.
const rollTime = time.Second

// staffed fails at once when no worker takes asks for the tool and the rest of the chain can be asked.
func (t *Tool) staffed(ctx context.Context, js jetstream.JetStream) error {
	o := t.Link.options
	if o.WhenDown == Wait {
		return nil
	}
	for range 2 { // a worker may have just lost its connection and be back in a moment
		limited, stop := context.WithTimeout(ctx, rollTime)
		_, err := js.Conn().RequestWithContext(limited, o.Subject(rollOf, token(t.Name)), nil)
		stop()
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil, !errors.Is(err, nats.ErrNoResponders) && !errors.Is(err, context.DeadlineExceeded):
			return err
		}
		pause(ctx, 300*time.Millisecond)
	}
	return &critique.Failure{Class: critique.Crashed, Final: true, Err: errors.New("no worker of the hub at " + o.URL + " takes asks for " + t.Name)}
}

// runs tells whether a worker that can be reached has an ask.
func runs(ctx context.Context, js jetstream.JetStream, subject string) bool {
	ctx, stop := context.WithTimeout(ctx, rollTime)
	defer stop()
	_, err := js.Conn().RequestWithContext(ctx, subject, nil)
	return err == nil
}

// answerRuns tells whoever asks that this worker has the ask, until the returned function is called.
func (r *running) answerRuns() (stop func()) {
	stop, err := hear(r.js, r.Link.options.Subject(runsOf, r.asked.Project, r.asked.ID), func(m *nats.Msg) { _ = m.Respond(nil) })
	if err != nil {
		return func() {}
	}
	return stop
}
