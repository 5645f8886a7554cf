package hub

import (
	"cmp"
	"context"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"discussd/critique"
	"discussd/critique/cli"
)

// running is one ask that a worker answers.
type running struct {
	*Worker
	js       jetstream.JetStream
	message  *taken
	asked    ask
	sequence uint64
	ended    uint64 // the last ask of the same that was answered, or failed
	mine     claim
	place
}

// ack takes the ask out of the queue. If that fails the ask is delivered again, and found answered.
func (r *running) ack(ctx context.Context) { _ = soon(ctx, r.message.DoubleAck) }

// answered tells whether another worker was heard on the ask already.
func (r *running) answered(ctx context.Context) bool {
	said, ended, err := r.Link.lastReply(ctx, r.js, r.asked.Project, r.asked.ID)
	if said != nil {
		r.ended = ended
	}
	return err == nil && said.ends(r.sequence)
}

// takenBack tells whether the daemon has stopped waiting. A daemon that still waits asks again.
func (r *running) takenBack(ctx context.Context) bool {
	o := r.Link.options
	kept, err := r.Link.streams.Load().last(ctx, r.js, o.Cancels(), o.Subject(cancelsOf, r.asked.Project, r.asked.ID))
	return err == nil && kept != nil && r.cancelled(kept.Data)
}

// cancelled tells whether a word of a daemon is about this ask, and not about one before it.
func (r *running) cancelled(data []byte) bool {
	sequence, err := strconv.ParseUint(string(data), 10, 64)
	return err == nil && sequence >= r.sequence
}

// run asks the tool, and hands over what it says.
func (r *running) run(ctx context.Context) {
	started := time.Now()
	place := r.message.place
	if err := place.begin(ctx); err != nil {
		r.Logger.Warn("gives an ask back", "tool", r.tool, "error", err)
		r.giveBack(ctx, time.Second)
		return
	}
	r.outcomes.begin()
	stop := r.lives(ctx)
	answer, err := r.ask(ctx)
	class := critique.Answered
	if err != nil {
		class = critique.ClassOf(err)
	}
	r.outcomes.end(class, answer.Cost)
	switch {
	case ctx.Err() != nil && err != nil: // the worker stops
		stop()
		r.giveBack(ctx, 0)
		_ = place.end(ctx, answer.Cost.USD) // it may be paid
		return
	case err != nil && r.cooling.begin(err) && r.mine.Tries < deliveries:
		stop()
		r.Logger.Warn("gives an ask back and takes none for a while", "tool", r.tool, "for", r.bench.CoolDown, "error", err)
		r.giveBack(ctx, time.Second) // another worker may have a login
		return
	}
	said := reply{
		Version: Version, ID: r.asked.ID, Sequence: r.sequence, Worker: r.Name, Stderr: answer.Stderr, Model: answer.Model, Family: answer.Family,
		Cost: answer.Cost, Seconds: time.Since(started).Seconds(), Class: class,
	}
	if err != nil {
		said.Reason, said.Final = critique.Reason(err), critique.Final(err)
	}
	ctx, stopAfter := afterwards(ctx)
	defer stopAfter()
	defer func() {
		if err := place.end(ctx, answer.Cost.USD); err != nil {
			r.Logger.Warn("what an ask has cost could not be written down", "tool", r.tool, "error", err)
		}
	}()
	err = handOver(ctx, r, said, answer)
	stop() // until here the answer is nobody else's to make
	if err != nil {
		r.Logger.Warn("an answer could not be kept", "tool", r.tool, "error", err)
		r.giveBack(ctx, time.Second)
		return
	}
	r.ack(ctx)
	r.Logger.Info("answered", "tool", r.tool, "project", r.asked.Project, "host", r.asked.Host, "outcome", class, "took", time.Since(started).Round(time.Millisecond))
}

// giveBack lets another worker have the ask, so much later.
func (r *running) giveBack(ctx context.Context, later time.Duration) {
	r.mine.Over = true
	_ = r.renewClaim(context.WithoutCancel(ctx)) // else it is free when it has been silent for long enough
	_ = r.message.NakWithDelay(later)
}

// handOver puts an answer where the daemon looks for it.
func handOver(ctx context.Context, r *running, said reply, answer cli.Answer) (err error) {
	bucket := r.Link.options.Bucket(r.asked.Project)
	if said.Text, err = pack(ctx, r.js, bucket, answer.Text); err != nil {
		return err
	}
	if said.Raw, err = pack(ctx, r.js, bucket, answer.Raw); err != nil {
		return err
	}
	return r.publish(ctx, r.js, r.asked.Project, said)
}

// afterwards is the time for delivering a paid answer: an hour, also without a hub, but short once the
// worker stops.
func afterwards(ctx context.Context) (context.Context, context.CancelFunc) {
	after, stop := context.WithTimeout(context.WithoutCancel(ctx), time.Hour)
	context.AfterFunc(ctx, func() {
		pause(after, 2*unheard)
		stop()
	})
	return after, stop
}

// ask asks the tool. It ends early when the daemon says that nobody waits.
func (r *running) ask(ctx context.Context) (cli.Answer, error) {
	bucket := r.Link.options.Bucket(r.asked.Project)
	text, err := unpack(ctx, r.js, bucket, r.asked.Prompt)
	if err != nil {
		return cli.Answer{}, critique.Failf(critique.Crashed, "the prompt cannot be read: %w", err)
	}
	schema, err := unpack(ctx, r.js, bucket, r.asked.Schema)
	if err != nil {
		return cli.Answer{}, critique.Failf(critique.Crashed, "the schema cannot be read: %w", err)
	}
	limit := cmp.Or(max(r.bench.Timeout, 0), cli.DefaultTimeout)
	if wanted := time.Duration(r.asked.Seconds * float64(time.Second)); wanted > 0 {
		limit = min(limit, wanted)
	}
	ctx, stop := context.WithTimeout(ctx, limit)
	defer stop()
	gone, stopListening, err := r.listen(stop)
	if err != nil {
		return cli.Answer{}, critique.Failf(critique.Crashed, "%w", err)
	}
	defer stopListening()
	if r.takenBack(ctx) { // before anybody listened
		return cli.Answer{}, critique.Failf(critique.Canceled, "nobody waits for it any more")
	}
	answer, err := r.bench.Ask(ctx, cli.Prompt{Text: text, Schema: schema, Shared: r.asked.Shared})
	select {
	case <-gone:
		if err != nil {
			err = critique.Failf(critique.Canceled, "nobody waits for it any more")
		}
	default:
	}
	return answer, err
}

// listen stops the run when a daemon cancels it; gone is closed then.
func (r *running) listen(stop context.CancelFunc) (gone chan struct{}, stopListening func(), err error) {
	gone = make(chan struct{})
	var once sync.Once
	stopListening, err = hear(r.js, r.Link.options.Subject(cancelsOf, r.asked.Project, r.asked.ID), func(m *nats.Msg) {
		if r.cancelled(m.Data) {
			once.Do(func() { close(gone); stop() })
		}
	})
	return gone, stopListening, err
}
