package hub

import (
	"cmp"
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// How long a worker without a bell sleeps before it looks again.
const (
	lookWhereAsksAre = time.Second      // they are in work, held, or given back
	lookWhereNoneAre = 10 * time.Second // a bell was missed
)

// turns say which ask a worker takes next for one tool: awaited asks first, then of the project, and
// there of the host, that was served the longest ago. One place asks at a time.
type turns struct {
	names   Names
	tool    string
	js      jetstream.JetStream
	ledger  *ledger
	cooling *cooling
	bell    chan struct{} // somebody has put in an ask, or given back a place
	turn    chan struct{} // whose it is holds the one value
	order
	seen
}

// order is who was served when.
type order struct {
	count  uint64
	served map[string]uint64 // by project, and by project and host
	row    int               // asks in a row that somebody waits for
}

// seen is what a worker remembers of flows.
type seen struct {
	asks      jetstream.Stream
	consumers map[flow]jetstream.Consumer
	empty     map[flow]time.Time // when nothing was to be had: what is there is in work
	rung      sync.Map           // flow to time.Time: the last bell
}

// nothing tells whether a flow was looked at a moment ago, and had nothing.
func (s *seen) nothing(f flow) bool {
	since, empty := s.empty[f]
	if rung, ok := s.rung.Load(f); ok && !rung.(time.Time).Before(since) {
		return false
	}
	return empty && time.Since(since) < lookWhereAsksAre
}

func (s *seen) forget(there []flow) {
	gone := func(f flow) bool { return !slices.Contains(there, f) }
	maps.DeleteFunc(s.empty, func(f flow, _ time.Time) bool { return gone(f) })
	s.rung.Range(func(f, at any) bool {
		if time.Since(at.(time.Time)) > lookWhereNoneAre && gone(f.(flow)) {
			s.rung.Delete(f)
		}
		return true
	})
}

// taken is an ask that a worker has.
type taken struct {
	jetstream.Msg
	flow  flow
	place *reserved
}

// listen has the bell rung until the returned function is called.
func (t *turns) listen() (stop func(), err error) {
	return hear(t.js, t.names.Subject(bellsOf, "*", token(t.tool), "*", "*"), func(m *nats.Msg) {
		if f, ok := readFlow(m.Subject); ok {
			t.rung.Store(f, time.Now())
		}
		t.ring()
	})
}

func (t *turns) ring() {
	select {
	case t.bell <- struct{}{}:
	default:
	}
}

// next waits for an ask that this worker may take now. The error says that the hub fails or ctx ended.
func (t *turns) next(ctx context.Context) (*taken, error) {
	select {
	case t.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	defer func() { <-t.turn }()
	back := t.js.Conn().StatusChanged(nats.CONNECTED)
	defer t.js.Conn().RemoveStatusListener(back)
	for {
		if !t.cooling.over(ctx) {
			return nil, context.Cause(ctx)
		}
		got, there, err := t.look(ctx)
		if got != nil || err != nil {
			return got, err
		}
		sleep := lookWhereNoneAre
		if there {
			sleep = lookWhereAsksAre
		}
		timer := time.NewTimer(sleep)
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil, context.Cause(ctx)
		case <-t.bell:
		case <-back:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// leave gives back what is left of an ask, and says so to who waits for a place.
func (t *turns) leave(ctx context.Context, got *taken) {
	got.place.drop(ctx)
	if got.place.id != "" {
		_ = t.js.Conn().Publish(got.flow.subject(t.names, bellsOf), nil)
	}
}

// look goes through the flows once. Without an ask it says whether there are any that it may not take.
func (t *turns) look(ctx context.Context) (got *taken, there bool, err error) {
	flows, err := t.flows(ctx)
	if err != nil {
		return nil, false, err
	}
	limits, err := t.ledger.known(ctx)
	if err != nil {
		return nil, false, err
	}
	told := map[string]bool{}
	for _, f := range t.sorted(flows) {
		if t.nothing(f) {
			continue
		}
		looked := time.Now()
		place, held, err := t.ledger.reserve(ctx, limits.of(f.project, f.tool))
		if err != nil {
			return nil, true, err
		}
		if held != nil {
			if !told[f.project] {
				t.tell(f.project, *held)
			}
			told[f.project] = true
			continue
		}
		message, err := t.pull(ctx, f)
		if message == nil {
			place.drop(ctx)
			if err != nil {
				return nil, true, err
			}
			t.empty[f] = looked
			continue
		}
		t.serve(f)
		t.ring() // there may be more, for the next place
		return &taken{message, f, place}, true, nil
	}
	return nil, len(flows) > 0, nil
}

// flows are those that have asks, waiting or in work.
func (t *turns) flows(ctx context.Context) ([]flow, error) {
	ctx, stop := context.WithTimeout(ctx, 5*time.Second)
	defer stop()
	if t.asks == nil {
		asks, err := t.js.Stream(ctx, t.names.Asks())
		if err != nil {
			return nil, missing(t.names, err)
		}
		t.asks = asks
	}
	info, err := t.asks.Info(ctx, jetstream.WithSubjectFilter(t.names.Subject(asksOf, "*", token(t.tool), "*", "*")))
	if err != nil {
		return nil, missing(t.names, err)
	}
	t.ledger.heard(info.TimeStamp)
	var all []flow
	for subject := range info.State.Subjects {
		if f, ok := readFlow(subject); ok {
			all = append(all, f)
		}
	}
	t.forget(all)
	return all, nil
}

// sorted are flows in the order in which they have their turn.
func (o *order) sorted(flows []flow) []flow {
	const awaitedInARow = 3                                                              // how many awaited asks go before one of the others, so that nothing waits for ever.
	rand.Shuffle(len(flows), func(i, j int) { flows[i], flows[j] = flows[j], flows[i] }) // who was never served has no order
	first := awaitedLane
	if o.row >= awaitedInARow {
		first = otherLane
	}
	late := func(f flow) int {
		if f.lane == first {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(flows, func(a, b flow) int {
		return cmp.Or(late(a)-late(b), cmp.Compare(o.served[a.project], o.served[b.project]), cmp.Compare(o.served[a.key()], o.served[b.key()]))
	})
	return flows
}

func (f flow) key() string { return f.project + " " + f.host }

func (o *order) serve(f flow) {
	o.count++
	o.served[f.project], o.served[f.key()] = o.count, o.count
	if o.row++; f.lane != awaitedLane {
		o.row = 0
	}
}

// pull takes the next ask of a flow, nil where all that are there are in work.
func (t *turns) pull(ctx context.Context, f flow) (jetstream.Msg, error) {
	consumer := t.consumers[f]
	if consumer == nil {
		made, err := t.names.consumer(ctx, t.js, f)
		if err != nil {
			return nil, err
		}
		consumer = made
		t.consumers[f] = made
	}
	batch, err := consumer.FetchNoWait(1)
	if err == nil {
		for message := range batch.Messages() {
			return message, nil
		}
		err = batch.Error()
	}
	if err != nil {
		delete(t.consumers, f) // a hub that lost its files, or forgot it, makes another
	}
	return nil, err
}
