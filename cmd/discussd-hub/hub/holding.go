package hub

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/nats-io/nats.go"

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
