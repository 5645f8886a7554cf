package hub

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"discussd/cmd/discussd/hubstate"
	"discussd/critique"
)

// everything is the project of who may know of all. No project is named so.
const everything = "_all"

// word is what a worker says of itself.
type word struct {
	Version int               `json:"version"`
	Worker  hubstate.Worker   `json:"worker"`
	Queue   []hubstate.Queued `json:"queue"`
	Oldest  float64           `json:"oldest_seconds"`
	Limits  []hubstate.Limit  `json:"limits"`
}

// answerState says to who asks how the worker is, until the returned function is called.
func (w *Worker) answerState(ctx context.Context, js jetstream.JetStream, l *ledger, places []place) (stop func(), err error) {
	o := w.Link.options
	return hear(js, o.Subject(statesOf, "*"), func(m *nats.Msg) {
		project := m.Subject[len(o.Subject(statesOf, "")):]
		said := word{Version: Version, Worker: hubstate.Worker{Name: w.Name, Host: o.Host}}
		for _, at := range places {
			said.Worker.Tools = append(said.Worker.Tools, at.state())
		}
		ctx, stop := context.WithTimeout(ctx, gatherTime)
		defer stop()
		if queue, oldest, err := o.queue(ctx, js, project); err == nil {
			said.Queue, said.Oldest = queue, oldest
		}
		if limits, err := l.state(ctx, project); err == nil {
			said.Limits = limits
		}
		if data, err := json.Marshal(said); err == nil {
			_ = m.Respond(data)
		}
	})
}

func (p place) state() hubstate.Tool {
	busy, ended, _ := p.outcomes.now()
	said := hubstate.Tool{Tool: p.tool, Slots: max(p.bench.Slots, 1), Busy: busy, Pause: p.cooling.left().Seconds()}
	if said.Pause > 0 {
		said.Cause = p.cooling.cause()
	}
	for class, n := range ended {
		if class == critique.Answered {
			said.Answered += n
		} else {
			said.Failed += n
		}
	}
	return said
}

// queue is which asks of a project there are, and how long the oldest of all has been there.
func (n Names) queue(ctx context.Context, js jetstream.JetStream, project string) ([]hubstate.Queued, float64, error) {
	of := project
	if project == everything {
		of = "*"
	}
	stream, err := js.Stream(ctx, n.Asks())
	if err != nil {
		return nil, 0, missing(n, err)
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(n.Subject(asksOf, of, "*", "*", "*")))
	if err != nil {
		return nil, 0, err
	}
	type key struct{ project, tool string }
	found, hosts := map[key]*hubstate.Queued{}, map[flow]bool{}
	for subject, asks := range info.State.Subjects {
		f, ok := readFlow(subject)
		if !ok {
			continue
		}
		q := found[key{f.project, f.tool}]
		if q == nil {
			q = &hubstate.Queued{Project: f.project, Tool: f.tool}
			found[key{f.project, f.tool}] = q
		}
		q.Asks += int(asks)
		if f.lane == awaitedLane {
			q.Awaited += int(asks)
		}
		f.lane = ""
		if !hosts[f] {
			q.Hosts++
		}
		hosts[f] = true
	}
	var all []hubstate.Queued
	for _, q := range found {
		all = append(all, *q)
	}
	oldest := 0.0
	if len(all) > 0 {
		oldest = info.TimeStamp.Sub(info.State.FirstTime).Seconds()
	}
	return all, oldest, nil
}

// state is what is spent of the limits that apply to a project, or of all limits for [everything].
func (l *ledger) state(ctx context.Context, project string) ([]hubstate.Limit, error) {
	limits, err := l.known(ctx)
	if err != nil {
		return nil, err
	}
	named := map[string]Limit{allAccount: limits.All}
	for tool, one := range limits.Tools {
		named[toolAccount(tool)] = one
	}
	for name, one := range limits.Projects {
		if name == project || project == everything {
			named[projectAccount(name)] = one
		}
	}
	b, _, err := l.look(ctx)
	if err != nil {
		return nil, err
	}
	if _, own := limits.Projects[project]; !own && project != everything {
		named[projectAccount(project)] = limits.EachProject
	}
	now := l.now()
	var all []hubstate.Limit
	for account, limit := range named {
		if limit != (Limit{}) {
			all = append(all, b.state(now, account, limit))
		}
	}
	return all, nil
}

func (b *books) state(now time.Time, account string, limit Limit) hubstate.Limit {
	said := hubstate.Limit{Account: account, AtOnce: limit.AtOnce}
	said.Running, _ = b.running(now, account)
	said.Hour.Asks, said.Hour.USD = anHour().spent(b.Accounts[account].Hour, now)
	said.Day.Asks, said.Day.USD = aDay().spent(b.Accounts[account].Day, now)
	said.Hour.OfAsk, said.Hour.OfUSD, said.Day.OfAsk, said.Day.OfUSD = limit.AsksPerHour, limit.USDPerHour, limit.AsksPerDay, limit.USDPerDay
	if held := b.hold(now, map[string]Limit{account: limit}); held != nil {
		said.Held = held.Why
		if !held.Until.IsZero() {
			said.Free = held.Until.Sub(now).Seconds()
		}
	}
	return said
}

// How long workers are waited for that say how they are.
const (
	gatherTime  = 2 * time.Second
	gatherQuiet = 300 * time.Millisecond // after the last word
)

// Numbers are the queue and the limits as the hub itself knows them.
func (n Names) Numbers(ctx context.Context, js jetstream.JetStream) (state hubstate.State, err error) {
	if state.Queue, state.Oldest, err = n.queue(ctx, js, everything); err != nil {
		return state, err
	}
	books, err := n.ledger(ctx, js)
	if err != nil {
		return state, err
	}
	state.Limits, err = books.state(ctx, everything)
	state.Sort()
	return state, err
}

// Look asks a hub and its workers how they are: without a project for everything, which needs a
// worker's key.
func Look(ctx context.Context, o Options) hubstate.State {
	state := hubstate.State{URL: o.URL, Workers: []hubstate.Worker{}, Queue: []hubstate.Queued{}, Limits: []hubstate.Limit{}}
	link := NewLink(o)
	defer link.Close()
	js, done, err := link.use(ctx)
	if err == nil {
		defer done()
		err = gather(ctx, js, o, &state)
	}
	if err != nil {
		state.Problem = err.Error()
	}
	state.Sort()
	return state
}

// gather collects what workers say until no more comes. With a key for everything the queue is read
// from the hub itself, also without a worker.
func gather(ctx context.Context, js jetstream.JetStream, o Options, state *hubstate.State) error {
	ctx, stop := context.WithTimeout(ctx, 2*gatherTime)
	defer stop()
	conn := js.Conn()
	began := time.Now()
	if err := conn.FlushWithContext(ctx); err != nil {
		return err
	}
	state.RoundMS = float64(time.Since(began).Microseconds()) / 1000
	project := o.Project
	if project == "" {
		project = everything
		queue, oldest, err := o.queue(ctx, js, project)
		if err != nil {
			return err
		}
		state.Queue, state.Oldest = queue, oldest
	}
	inbox := conn.NewInbox()
	heard, err := conn.SubscribeSync(inbox)
	if err != nil {
		return err
	}
	defer heard.Unsubscribe()
	if err := conn.PublishRequest(o.Subject(statesOf, project), inbox, nil); err != nil {
		return err
	}
	for wait := gatherTime; ctx.Err() == nil; wait = gatherQuiet {
		message, err := heard.NextMsg(wait)
		switch {
		case errors.Is(err, nats.ErrTimeout) && len(state.Workers) == 0 && errors.Is(conn.LastError(), nats.ErrPermissionViolation):
			return fmt.Errorf("the hub at %s lets this key not ask: it is of another project (got --project %q)", o.URL, o.Project)
		case errors.Is(err, nats.ErrTimeout), errors.Is(err, nats.ErrNoResponders):
			return nil
		}
		if err != nil {
			return err
		}
		var said word
		if json.Unmarshal(message.Data, &said) != nil || said.Version != Version {
			continue
		}
		state.Workers = append(state.Workers, said.Worker)
		state.Limits = said.Limits
		if project != everything {
			state.Queue, state.Oldest = said.Queue, said.Oldest
		}
	}
	return nil // what has been said is enough
}
