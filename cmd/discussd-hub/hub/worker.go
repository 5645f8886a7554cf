package hub

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/nats-io/nats.go/jetstream"

	"discussd/critique"
	"discussd/critique/cli"
)

// Asker is what a worker asks: a CLI or a service of its own configuration.
type Asker interface {
	Ask(ctx context.Context, prompt cli.Prompt) (cli.Answer, error)
	Installed() error
}

// Bench is one tool of a worker: how it is asked, and how many runs it takes at once.
type Bench struct {
	Asker
	Slots    int           // at least 1
	Timeout  time.Duration // of one run; 0 is [cli.DefaultTimeout]
	CoolDown time.Duration // how long it takes no ask after a failure that will not pass soon
}

// Worker takes asks for the tools it has and answers them. It runs nothing but these tools,
// and nothing of an ask says where to write or what to start.
type Worker struct {
	Name   string
	Tools  map[string]Bench
	Link   *Link
	Logger hclog.Logger
	places atomic.Pointer[[]place] // of its tools, while it runs
}

// Run works until the context ends, or until the hub has no queue for it. What it has begun
// then goes back into the queue at once, for another worker.
func (w *Worker) Run(ctx context.Context) error {
	js, done, err := w.Link.use(ctx)
	if err != nil {
		return err
	}
	defer done()
	ledger, err := w.books(ctx, js)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	var places sync.WaitGroup
	defer places.Wait()
	defer stop()
	var all []place
	for _, name := range slices.Sorted(maps.Keys(w.Tools)) {
		bench := w.Tools[name]
		at := place{tool: name, bench: bench, cooling: &cooling{pause: bench.CoolDown}, tally: &tally{}}
		at.turns = newTurns(w.Link.options.Names, js, name, ledger, at.cooling)
		deaf, err := at.turns.listen()
		if err != nil {
			return fmt.Errorf("tool %s: %w", name, err)
		}
		defer deaf()
		quiet, err := at.answerRoll()
		if err != nil {
			return fmt.Errorf("tool %s: %w", name, err)
		}
		defer quiet()
		all = append(all, at)
		for range max(bench.Slots, 1) {
			places.Go(func() { w.work(ctx, js, at) })
		}
		w.Logger.Info("takes asks", "tool", name, "at_once", max(bench.Slots, 1), "hub", w.Link.options.URL)
	}
	w.places.Store(&all)
	silent, err := w.answerState(ctx, js, ledger, all)
	if err != nil {
		return err
	}
	defer silent()
	places.Wait()
	return nil
}

// isSetUp is how long a hub may need for its streams, once it can be reached: it lets workers
// in before.
const isSetUp = 20 * time.Second

// books are where limits stand. A hub that is just being started, or goes, is waited for.
func (w *Worker) books(ctx context.Context, js jetstream.JetStream) (*ledger, error) {
	for end := time.Now().Add(isSetUp); ; {
		books, err := w.Link.options.ledger(ctx, js)
		none := errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrBucketNotFound)
		if err == nil || none && time.Now().After(end) || refused(err) {
			return books, err
		}
		w.Logger.Warn("the hub has no queue yet; it is tried again", "error", err)
		if !pause(ctx, time.Second) {
			return nil, err
		}
	}
}

// place is where one ask after another is answered.
type place struct {
	tool    string
	bench   Bench
	cooling *cooling
	turns   *turns
	tally   *tally
}

// work takes one ask at a time.
func (w *Worker) work(ctx context.Context, js jetstream.JetStream, at place) {
	said := ""
	for ctx.Err() == nil {
		got, err := at.turns.next(ctx)
		switch {
		case ctx.Err() != nil:
			if got != nil {
				_ = got.Nak()
				at.turns.leave(ctx, got)
			}
			return
		case err != nil:
			if err.Error() != said {
				said = err.Error()
				w.Logger.Warn("no ask can be taken; it is tried again", "tool", at.tool, "error", err)
			}
			pause(ctx, time.Second)
		default:
			said = ""
			w.take(ctx, js, got, at)
		}
	}
}

// take answers one ask, whatever becomes of it.
func (w *Worker) take(ctx context.Context, js jetstream.JetStream, message *taken, at place) {
	defer at.turns.leave(ctx, message)
	meta, err := message.Metadata()
	if err != nil {
		_ = message.Term()
		return
	}
	asked, err := readAsk(message.Data())
	if err != nil {
		w.Logger.Warn("an ask is thrown away: it cannot be read", "tool", at.tool, "subject", message.Subject(), "error", err)
		w.refuse(ctx, js, message, meta, asked, critique.Failf(critique.Misconfigured, "%w", err))
		return
	}
	if message.Subject() != flowOf(asked).subject(w.Link.options.Names, asksOf) || asked.Tool != at.tool {
		w.Logger.Warn("an ask is thrown away: it names another project, host or tool than its subject", "subject", message.Subject())
		_ = message.Term()
		return
	}
	run := running{Worker: w, js: js, message: message, asked: asked, sequence: meta.Sequence.Stream, place: at}
	if run.answered(ctx) {
		run.ack(ctx)
		return
	}
	if run.takenBack(ctx) {
		w.refuse(ctx, js, message, meta, asked, critique.Failf(critique.Canceled, "nobody waits for it any more"))
		return
	}
	switch wait, err := run.claim(ctx); {
	case err != nil:
		w.Logger.Warn("an ask cannot be claimed", "tool", at.tool, "error", err)
		_ = message.NakWithDelay(time.Second)
		return
	case wait > 0:
		w.Logger.Info("leaves an ask to the worker that has it", "tool", at.tool, "for", wait.Round(time.Second))
		_ = message.NakWithDelay(wait)
		return
	case run.mine.Tries > deliveries:
		w.refuse(ctx, js, message, meta, asked, critique.Failf(critique.Crashed, "%d workers were given this and did not answer", deliveries))
		return
	case run.mine.Tries > 1 && run.answered(ctx): // by who had it, at the last moment
		run.ack(ctx)
		return
	}
	defer run.answerRuns()()
	run.run(ctx)
}

// refuse answers with a failure and takes the ask out of the queue.
func (w *Worker) refuse(ctx context.Context, js jetstream.JetStream, message *taken, meta *jetstream.MsgMetadata, asked ask, failure error) {
	if asked.ID != "" && asked.Project != "" {
		said := reply{
			Version: Version, ID: asked.ID, Sequence: meta.Sequence.Stream, Worker: w.Name, Class: critique.ClassOf(failure), Reason: critique.Reason(failure),
		}
		if err := w.publish(ctx, js, asked.Project, said); err != nil {
			return // it is delivered again
		}
	}
	_ = message.TermWithReason(critique.Reason(failure))
}

// publish puts a reply where the daemon and the next judge of the same bytes find it. It
// tries until it is there or the context ends: an answer is paid.
func (w *Worker) publish(ctx context.Context, js jetstream.JetStream, project string, said reply) error {
	data, err := json.Marshal(said)
	if err != nil {
		return err
	}
	subject := w.Link.options.Subject(answersOf, project, said.ID)
	for {
		err := soon(ctx, func(ctx context.Context) error {
			_, err := js.Publish(ctx, subject, data, jetstream.WithMsgID(said.ID+"/"+strconv.FormatUint(said.Sequence, 10)))
			return err
		})
		if err == nil {
			return nil
		}
		w.Logger.Warn("an answer could not be handed over; it is tried again", "error", err)
		if !pause(ctx, time.Second) {
			return err
		}
	}
}

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

// ack takes the ask out of the queue. Where that does not get through, the ask comes once
// more, and is found answered.
func (r *running) ack(ctx context.Context) { _ = soon(ctx, r.message.DoubleAck) }

// answered tells whether another worker was heard on the ask already.
func (r *running) answered(ctx context.Context) bool {
	said, ended, err := r.Link.lastReply(ctx, r.js, r.asked.Project, r.asked.ID)
	if said != nil {
		r.ended = ended
	}
	return err == nil && said.ends(r.sequence)
}

// takenBack tells whether a daemon said that it waits no more. Another may wait, or the same
// one anew: they are told so, and ask again.
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
	r.tally.begin()
	stop := r.lives(ctx)
	answer, err := r.ask(ctx)
	class := critique.Answered
	if err != nil {
		class = critique.ClassOf(err)
	}
	r.tally.end(class, answer.Cost)
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
		said.Reason = critique.Reason(err)
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

// afterwards is the time in which a paid answer is handed over: long, also while there is no
// hub, and short once the worker is to stop.
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
	o := r.Link.options
	bucket := o.Bucket(r.asked.Project)
	text, err := unpack(ctx, r.js, bucket, r.asked.Prompt)
	if err != nil {
		return cli.Answer{}, critique.Failf(critique.Crashed, "the prompt cannot be read: %w", err)
	}
	schema, err := unpack(ctx, r.js, bucket, r.asked.Schema)
	if err != nil {
		return cli.Answer{}, critique.Failf(critique.Crashed, "the schema cannot be read: %w", err)
	}
	limit := r.bench.Timeout
	if limit <= 0 {
		limit = cli.DefaultTimeout
	}
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
	o := r.Link.options
	gone = make(chan struct{})
	var once sync.Once
	heard, err := r.js.Conn().Subscribe(o.Subject(cancelsOf, r.asked.Project, r.asked.ID), natsHandler(func(data []byte) {
		if r.cancelled(data) {
			once.Do(func() { close(gone); stop() })
		}
	}))
	if err != nil {
		return nil, nil, err
	}
	return gone, func() { _ = heard.Unsubscribe() }, nil
}
