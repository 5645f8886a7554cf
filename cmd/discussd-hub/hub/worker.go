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

// Worker takes asks for its tools and answers them. It runs nothing else: an ask names no program and
// no path.
type Worker struct {
	Name   string
	Tools  map[string]Bench
	Link   *Link
	Logger hclog.Logger
	places atomic.Pointer[[]place] // of its tools, while it runs
}

// Run works until ctx ends, or until the hub has no queue. What it has begun goes back at once.
func (w *Worker) Run(ctx context.Context) error {
	js, done, err := w.reach(ctx)
	if err != nil {
		return unless(ctx, err)
	}
	defer done()
	ledger, err := w.books(ctx, js)
	if err != nil {
		return unless(ctx, err)
	}
	ctx, stop := context.WithCancel(ctx)
	var places sync.WaitGroup
	defer places.Wait()
	defer stop()
	var all []place
	for _, name := range slices.Sorted(maps.Keys(w.Tools)) {
		bench := w.Tools[name]
		at := place{tool: name, bench: bench, cooling: &cooling{pause: bench.CoolDown}, outcomes: &outcomes{}}
		at.turns = &turns{
			names: w.Link.options.Names, tool: name, js: js, ledger: ledger, cooling: at.cooling, bell: make(chan struct{}, 1), turn: make(chan struct{}, 1),
			order: order{served: map[string]uint64{}}, seen: seen{consumers: map[flow]jetstream.Consumer{}, empty: map[flow]time.Time{}},
		}
		stopBell, err := at.turns.listen()
		if err != nil {
			return fmt.Errorf("tool %s: %w", name, err)
		}
		defer stopBell()
		stopRoll, err := at.answerRoll()
		if err != nil {
			return fmt.Errorf("tool %s: %w", name, err)
		}
		defer stopRoll()
		all = append(all, at)
		for range max(bench.Slots, 1) {
			places.Go(func() { w.work(ctx, js, at) })
		}
		w.Logger.Info("takes asks", "tool", name, "at_once", max(bench.Slots, 1), "hub", w.Link.options.URL)
	}
	w.places.Store(&all)
	stopState, err := w.answerState(ctx, js, ledger, all)
	if err != nil {
		return err
	}
	defer stopState()
	places.Wait()
	return nil
}

// unless is the error of something that did not fail because the context ended.
func unless(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// reach waits for the hub. Whoever reads the log is told why it takes long.
func (w *Worker) reach(ctx context.Context) (js jetstream.JetStream, done func(), err error) {
	const noticed = 5 * time.Second // how long a hub that cannot be reached is tried in silence.
	said := ""
	for {
		limited, stop := context.WithTimeoutCause(ctx, noticed, errors.New("no connection"))
		js, done, err = w.Link.use(limited)
		late := limited.Err() != nil && ctx.Err() == nil
		stop()
		if err == nil || !late {
			return js, done, err
		}
		if err.Error() != said {
			said = err.Error()
			w.Logger.Warn("no ask can be taken yet; it is tried again", "error", err)
		}
	}
}

// books are where limits stand. A hub that is just being started, or goes, is waited for.
func (w *Worker) books(ctx context.Context, js jetstream.JetStream) (*ledger, error) {
	const isSetUp = 20 * time.Second // how long a hub that can be reached may need to make its streams.
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
	tool     string
	bench    Bench
	cooling  *cooling
	turns    *turns
	outcomes *outcomes
}

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

// publish delivers a reply, retrying until ctx ends: an answer is paid.
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

// cooling keeps a tool from being asked after a failure that would repeat: no login, no quota left.
type cooling struct {
	pause time.Duration

	mu    sync.Mutex
	until time.Time
	why   string
}

// lasting are the failures that lie in the worker and not in the ask.
var lasting = [...]critique.Class{critique.NotInstalled, critique.Auth, critique.Quota, critique.RateLimited}

// begin starts the pause when the failure is one that lasts, and says whether it is.
func (c *cooling) begin(failure error) bool {
	if failure == nil || !slices.Contains(lasting[:], critique.ClassOf(failure)) {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.until, c.why = time.Now().Add(c.pause), failure.Error()
	return true
}

// over waits for the end of the pause. It returns false when the context ended first.
func (c *cooling) over(ctx context.Context) bool {
	left := c.left()
	return left == 0 && ctx.Err() == nil || pause(ctx, left)
}

func (c *cooling) cause() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.why
}

func (c *cooling) left() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return max(time.Until(c.until), 0)
}

// pause waits, and returns false when the context ended first.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
