package hub

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"discussd/critique"
	"discussd/critique/cli"
)

// Tool is one tool of a hub's workers, as a daemon asks it. It is safe for concurrent use.
type Tool struct {
	Name    string
	Model   string        // that a worker shall ask for; "" leaves it to him
	Timeout time.Duration // of one ask with its time in the queue; 0 is [cli.DefaultTimeout]
	Link    *Link
}

// Ask puts the prompt into the queue, unless its answer is there already, and waits. The
// error wraps [*critique.Failure]. When the context ends, the ask is cancelled.
func (t *Tool) Ask(ctx context.Context, p cli.Prompt) (cli.Answer, error) {
	started := time.Now()
	timeout := cmp.Or(max(t.Timeout, 0), cli.DefaultTimeout)
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	answer, err := t.ask(ctx, p, timeout)
	answer.Duration, answer.Model = time.Since(started), cmp.Or(answer.Model, t.Model)
	return answer, err
}

// ask asks until a worker has answered. With [Wait], errors on the way are retried until the time is over.
func (t *Tool) ask(ctx context.Context, p cli.Prompt, timeout time.Duration) (cli.Answer, error) {
	for {
		answer, err := t.once(ctx, p, timeout)
		if said := new(critique.Failure); err == nil || errors.As(err, &said) {
			return answer, err
		}
		if t.Link.options.WhenDown != Wait || refused(err) || !pause(ctx, time.Second) {
			return answer, failed(ctx, err)
		}
	}
}

// once asks once. The error wraps [*critique.Failure] when there is no answer, and no such failure when
// the connection broke.
func (t *Tool) once(ctx context.Context, p cli.Prompt, timeout time.Duration) (cli.Answer, error) {
	js, done, err := t.Link.use(ctx)
	if err != nil {
		return cli.Answer{}, err
	}
	defer done()
	o := t.Link.options
	wait := waiting{Tool: t, js: js, id: identity(o.Project, t.Name, t.Model, p)}
	wait.heard = make(chan *nats.Msg, 16)
	subscription, err := js.Conn().ChanSubscribe(wait.subject(answersOf), wait.heard)
	if err != nil {
		return cli.Answer{}, err
	}
	defer subscription.Unsubscribe()
	why, stop, err := wait.listenHeld()
	if err != nil {
		return cli.Answer{}, err
	}
	defer stop()
	wait.held = why
	before, failed, err := wait.last(ctx)
	if foreign := new(versionError); errors.As(err, &foreign) { // of an earlier day: it is asked anew
		wait.foreign, err = failed, nil
	}
	if err != nil {
		return cli.Answer{}, err
	}
	if before != nil && before.Class == critique.Answered {
		return wait.read(ctx, *before)
	}
	if err := t.staffed(ctx, js); err != nil {
		return cli.Answer{}, err
	}
	if wait.message, err = wait.pack(ctx, p, timeout); err != nil {
		return cli.Answer{}, err
	}
	wait.after = failed
	if err := wait.send(ctx); err != nil {
		return cli.Answer{}, err
	}
	said, err := wait.answer(ctx)
	if err != nil {
		_ = js.Conn().Publish(wait.subject(cancelsOf), []byte(strconv.FormatUint(wait.sequence, 10))) // nobody waits any more
		if wait.why != nil && critique.ClassOf(err) != critique.RateLimited {
			err = fmt.Errorf("%w; it was %s", err, wait.why)
		}
		return cli.Answer{}, err
	}
	return wait.read(ctx, said)
}

// waiting is one ask on its way.
type waiting struct {
	*Tool
	js    jetstream.JetStream
	id    string
	heard chan *nats.Msg // what workers say of it
	holding
	sending
}

// sending is what of an ask goes into the queue.
type sending struct {
	message  []byte
	queue    string // its subject
	after    uint64 // the ask in the queue that failed before, 0 for none
	sequence uint64 // of the ask in the queue
	unsent   bool   // since the connection is back
	foreign  uint64 // the answer of another version that stood before, 0 for none
	unheard  int    // how often in a row the hub did not say whether there is an answer
}

func (w *waiting) subject(of string) string {
	o := w.Link.options
	return o.Subject(of, o.Project, w.id)
}

func (w *waiting) pack(ctx context.Context, p cli.Prompt, timeout time.Duration) ([]byte, error) {
	o := w.Link.options
	a := ask{
		Version: Version, ID: w.id, Project: o.Project, Host: o.Host, Tool: w.Name, Model: w.Model,
		Seconds: timeout.Seconds(), Shared: p.Shared, Awaited: p.Awaited,
	}
	var err error
	if a.Prompt, err = pack(ctx, w.js, o.Bucket(o.Project), p.Text); err != nil {
		return nil, err
	}
	if a.Schema, err = pack(ctx, w.js, o.Bucket(o.Project), p.Schema); err != nil {
		return nil, err
	}
	w.queue = flowOf(a).subject(o.Names, asksOf)
	return json.Marshal(a)
}

// send puts the ask into the queue. It is the same ask however often it is sent, until it fails.
func (w *waiting) send(ctx context.Context) error {
	o := w.Link.options
	same := w.id + "/" + strconv.FormatUint(w.after, 10)
	var sent *jetstream.PubAck
	err := soon(context.WithoutCancel(ctx), func(ctx context.Context) (err error) { // who gives up meanwhile has to know what he takes back
		sent, err = w.js.Publish(ctx, w.queue, w.message, jetstream.WithMsgID(same))
		return err
	})
	w.unsent = err != nil
	if errors.Is(err, jetstream.ErrNoStreamResponse) {
		return fmt.Errorf("the hub at %s has no queue for project %s: its key is of another project, or nobody has set the hub up", o.URL, o.Project)
	}
	if err != nil {
		return fmt.Errorf("the hub at %s took no ask: %w", o.URL, err)
	}
	w.sequence = sent.Sequence
	return nil
}

// answer waits for the end of the ask. It listens to messages; now and then, and after a reconnect, it
// looks the answer up and sends the ask again, in case the hub lost it.
func (w *waiting) answer(ctx context.Context) (reply, error) {
	const lookAgain = 5 * time.Second // how often a daemon looks for an answer whose message was missed.
	conn := w.js.Conn()
	back := conn.StatusChanged(nats.CONNECTED)
	defer conn.RemoveStatusListener(back)
	again := time.NewTicker(lookAgain)
	defer again.Stop()
	for {
		heard, err := w.next(ctx, back, again.C)
		if err != nil {
			return reply{}, err
		}
		switch {
		case heard == nil:
		case heard.Class == critique.Answered:
			return *heard, nil
		case heard.Sequence < w.sequence: // of an ask before this one
		case heard.Class == critique.Canceled: // by somebody else who asked the same, or by this daemon before it was started again
			w.after = heard.Sequence
			_ = w.send(ctx) // else it is sent when the answer is looked up
		default:
			return *heard, nil
		}
	}
}

// next is the next word about the ask, nil when there is none.
func (w *waiting) next(ctx context.Context, back chan nats.Status, again <-chan time.Time) (*reply, error) {
	select {
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case message := <-w.heard:
		said, err := readReply(message.Data, w.id)
		switch foreign := new(versionError); {
		case err == nil:
			return &said, nil
		case errors.As(err, &foreign):
			return nil, critique.Failf(critique.Misconfigured, "%w", err)
		}
		return nil, nil // forged: the timeout says that no answer came
	case why := <-w.held:
		held := w.hold(ctx, why)
		if held == nil {
			return nil, nil
		}
		// A worker that has it no more has answered before.
		if said, _, err := w.last(ctx); err == nil && said.ends(w.sequence) {
			return said, nil
		}
		return nil, held
	case <-back:
		w.unsent = true
	case <-again:
	}
	if w.unsent {
		if err := w.send(ctx); err != nil && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	said, number, err := w.last(ctx)
	foreign := new(versionError)
	switch {
	case errors.As(err, &foreign) && number != w.foreign:
		return nil, critique.Failf(critique.Misconfigured, "%w", err)
	case err == nil || foreign.got != 0:
		w.unheard = 0
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	default:
		if w.unheard++; w.unheard > 1 && w.Link.options.WhenDown != Wait {
			return nil, fmt.Errorf("the hub at %s has gone: %w", w.Link.options.URL, err)
		}
	}
	return said, nil
}

func (w *waiting) last(ctx context.Context) (*reply, uint64, error) {
	return w.Link.lastReply(ctx, w.js, w.Link.options.Project, w.id)
}

func (w *waiting) read(ctx context.Context, said reply) (cli.Answer, error) {
	bucket := w.Link.options.Bucket(w.Link.options.Project)
	answer := cli.Answer{Stderr: said.Stderr, Model: said.Model, Family: said.Family, Cost: said.Cost}
	var err error
	if answer.Text, err = unpack(ctx, w.js, bucket, said.Text); err != nil {
		return answer, err
	}
	if answer.Raw, err = unpack(ctx, w.js, bucket, said.Raw); err != nil {
		return answer, err
	}
	if said.Class != critique.Answered {
		return answer, &critique.Failure{Class: said.Class, Final: said.Final, Err: fmt.Errorf("worker %s: %s", said.Worker, said.Reason)}
	}
	return answer, nil
}

// failed classes what went wrong between here and a worker.
func failed(ctx context.Context, err error) error {
	switch {
	case errors.Is(context.Cause(ctx), context.DeadlineExceeded):
		return critique.Failf(critique.Timeout, "no worker answered in time: %w", err)
	case ctx.Err() != nil:
		return critique.Failf(critique.Canceled, "%w", err)
	case refused(err):
		return critique.Failf(critique.Auth, "%w", err)
	}
	return critique.Failf(critique.Crashed, "%w", err)
}

// refused tells whether the hub lets this key do nothing of the kind, now or later.
func refused(err error) bool {
	return errors.Is(err, nats.ErrAuthorization) || errors.Is(err, nats.ErrPermissionViolation)
}
