package hub

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"discussd/critique"
	"discussd/critique/cli"
)

// held is what workers say of asks that wait.
type held struct {
	Version int     `json:"version"`
	Tool    string  `json:"tool"`
	Account string  `json:"account"`
	Why     string  `json:"why"`
	Seconds float64 `json:"seconds"` // until it is tried again; 0 when nobody knows
}

// tell says to the daemons of a project why their asks wait.
func (t *turns) tell(project string, why Held) {
	said := held{Version: Version, Tool: t.tool, Account: why.Account, Why: why.Why}
	if !why.Until.IsZero() {
		said.Seconds = max(time.Until(why.Until).Seconds(), 0)
	}
	if data, err := json.Marshal(said); err == nil {
		_ = t.js.Conn().Publish(t.names.Subject(heldOf, project), data)
	}
}

// holding is what workers say of why asks wait.
type holding struct {
	held chan held
	why  *Held // the last word of it, nil when there was none
}

// listenHeld has the channel told why asks of the project wait.
func (w *waiting) listenHeld() (heard chan held, stop func(), err error) {
	o := w.Link.options
	heard = make(chan held, 1)
	stop, err = hear(w.js, o.Subject(heldOf, o.Project), func(m *nats.Msg) {
		var said held
		if json.Unmarshal(m.Data, &said) != nil || said.Version != Version || said.Tool != w.Name {
			return
		}
		select {
		case heard <- said:
		default:
		}
	})
	return heard, stop, err
}

// takes is how long a worker may need between taking an ask and saying so to who asks.
const takes = time.Second

// hold remembers why the ask waits. The error says so when the wait exceeds the deadline.
func (w *waiting) hold(ctx context.Context, said held) error {
	w.why = &Held{Account: said.Account, Why: said.Why}
	wait := time.Duration(said.Seconds * float64(time.Second))
	if wait > 0 {
		w.why.Until = time.Now().Add(wait)
	}
	runs := func() bool { return runs(ctx, w.js, w.subject(runsOf)) } // a worker has the ask: nothing holds it back
	if end, limited := ctx.Deadline(); !limited || !w.why.Until.After(end) || runs() || pause(ctx, takes) && runs() {
		return nil
	}
	return &critique.Failure{Class: critique.RateLimited, Final: true, Err: &cli.LimitError{Delay: wait, Err: errors.New(w.why.String())}}
}

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
