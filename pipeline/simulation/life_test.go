package simulation

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"
	"github.com/hashicorp/go-hclog"
	"golang.org/x/sys/unix"

	"discussd/critique"
	"discussd/pipeline/bus"
	"discussd/pipeline/handoff"
	"discussd/pipeline/judge"
	"discussd/pipeline/schedule"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
	"discussd/watcher"
)

// errDead is what a killed daemon meets wherever it wants to do something.
var errDead = errors.New("the daemon is dead")

// seat is a place where one daemon runs at a time, and what outlives it there.
type seat struct {
	name   string
	life   *life
	spent  []schedule.Expense // as a daemon keeps it
	panels []time.Time        // as the book counts them
}

// inHour counts the panels of the last hour.
func (s *seat) inHour(now time.Time) (n int) {
	for _, at := range s.panels {
		if now.Sub(at) < time.Hour {
			n++
		}
	}
	return n
}

// life is one daemon from its start to its end: a watcher, a dispatcher and a judge,
// wired as the program does it. What they do on disk, and what tools say, waits until it
// is granted.
type life struct {
	*world
	number  int
	seat    *seat
	cancel  context.CancelCauseFunc
	ctx     context.Context
	ended   chan struct{}
	dead    atomic.Bool // killed: nothing it does reaches the disk any more
	stopped time.Time   // when it was told to; zero before

	dispatcher    *schedule.Dispatcher
	subscriptions *schedule.Subscriptions
	budget        *schedule.Budget
	watcher       atomic.Pointer[watcher.Watcher]
	kernel        *kernel
	offered       chan watcher.Change // by the watcher
	told          *watcher.Change     // of them, the one that the dispatcher gets next
	changes       chan watcher.Change
	blindfold     func() // ends the watcher
	served        *served
	state         atomic.Pointer[schedule.State] // as last published
	statedAt      atomic.Int64                   // the grant in which
	gone          map[string]bool                // rounds, by path, whose verdict it has taken away
	arrivedBefore int                            // steps, before the last grant
}

func (l *life) String() string { return fmt.Sprint("daemon ", l.number) }

// start begins a daemon's life.
func (w *world) start(s *seat) {
	w.lives++
	l := &life{
		world: w, number: w.lives, seat: s, ended: make(chan struct{}), changes: make(chan watcher.Change), gone: map[string]bool{},
	}
	l.served = newServed(l)
	l.ctx, l.cancel = context.WithCancelCause(context.Background())
	l.subscriptions = schedule.NewSubscriptions(func() { l.watcher.Load().Rescan() })
	l.budget = schedule.NewBudget(w.perHour)
	l.budget.Resume(s.spent, func(spent []schedule.Expense) { s.spent = spent })
	l.dispatcher = schedule.NewDispatcher(schedule.DispatcherOptions{
		Judge: l.judge(), Budget: l.budget, MaxRounds: w.maxRounds, CatchUp: schedule.CatchUp{Within: 10000 * time.Hour}, CoolDown: coolDown,
		Subscriptions: l.subscriptions, Publish: func(s schedule.State) { l.state.Store(&s); l.statedAt.Store(l.turns.Load()) },
	})
	l.watch()
	go func() {
		defer close(l.ended)
		_ = l.dispatcher.Run(l.ctx, l.changes) // which returns nil
		l.dead.Store(true)                     // as the process ends
	}()
	s.life = l
}

const coolDown = 10 * time.Minute

// judge is a new judge by the table as it is now, whose tools nobody has met yet.
func (l *life) judge() *judge.Judge {
	breakers := map[string]*critique.Breaker{}
	for _, name := range []string{"claude", "gemini"} {
		breakers[name] = critique.NewBreaker(name, critique.Retry{Analyst: tool{name, l}, Pause: time.Second}, coolDown, nil)
	}
	other := map[string]string{"claude": "gemini", "gemini": "claude"}
	panel := critique.New(critique.Options{Checks: checks{}, Deadline: 9 * time.Minute, Tools: func(p critique.Perspective) critique.Chain {
		return critique.Chain{{Tool: p.Tool, Analyst: breakers[p.Tool]}, {Tool: other[p.Tool], Analyst: breakers[other[p.Tool]]}}
	}})
	return &judge.Judge{Options: judge.Options{
		Layout: l.layout(), Critic: critic{panel, l}, Through: l.through, Logger: logger{Logger: hclog.NewNullLogger(), life: l},
		Panel: judge.Panel{
			Perspectives: map[string]critique.Perspective{
				"quality": {Name: "quality", Tool: "claude", Role: "QA Lead"}, "product": {Name: "product", Tool: "gemini", Role: "Product Manager"},
			},
			Tools: []string{"claude", "gemini"}, OwnFallback: []string{"claude"}, Mode: panel.Mode(), Language: "auto",
		},
		Rules:     judge.Rules{Policy: critique.DefaultPolicy(), OwnPolicy: critique.DefaultPolicy()},
		Delivery:  judge.Delivery{Handoff: handoff.Options{History: 5}, Bus: bus.On},
		Signature: judge.Signature{Profile: "lifecycle", Generator: verdict.Generator{Name: "discussd", Version: "simulated"}},
	}}
}

// layout is the table of rounds, which a reload makes shorter and longer.
func (w *world) layout() session.Layout {
	l := session.Layout{
		SpecDirs: []string{"spec"}, Context: "discovery-context.json", MaxArtifact: largest, Pins: session.NewPins([]string{w.top}),
		Rounds: []session.Round{
			{ID: "R1", Label: "scope", Artifacts: []string{"discovery-context.json"}, Perspectives: []string{"quality"}, Caller: "analyst"},
			{ID: "R2", Label: "brief", Artifacts: []string{"product-brief.md"}, Perspectives: []string{"quality", "product"}, Caller: "writer"},
			{ID: "R3", Label: "requirements", Artifacts: []string{"requirements/_index.md"}, Members: []string{"requirements/*.md"}, Perspectives: []string{"product"}, Caller: "writer"},
			{ID: "R6", Label: "sign-off", Artifacts: []string{"readiness-report.md"}, Perspectives: []string{"quality"}, Caller: "reviewer", Final: true},
		},
	}
	if w.shorter {
		l.Rounds = append(l.Rounds[:1:1], l.Rounds[2:]...)
	}
	return l
}

const largest = 2000

// watch begins to watch, and says how it ends.
func (l *life) watch() {
	layout, kernel := l.layout(), newKernel()
	seeing, stop := context.WithCancel(l.ctx)
	l.kernel, l.offered, l.told = kernel, make(chan watcher.Change), nil
	refused := l.lots.lossy && l.random.IntN(10) == 0
	next := watcher.New(watcher.Options{
		Roots: []string{l.top},
		Route: func(path string) (watcher.Key, bool) {
			if dir, round, ok := layout.Route(path); ok {
				return watcher.Key{Session: dir, Round: round}, true
			}
			return l.subscriptions.Route(path)
		},
		Folder: func(parent, name string, link bool) (watcher.Key, bool) {
			return watcher.Key{Session: parent}, name == handoff.Dir || link
		},
		Marks: layout.Marks,
		Descend: func(root, dir string) func(string) bool {
			wants := layout.Descend(root, dir, 4)
			return func(name string) bool { return wants(name) || l.subscriptions.Descend(filepath.Join(dir, name)) }
		},
		Times: watcher.Times{Quiet: func(key watcher.Key) time.Duration {
			switch {
			case session.KindOf(key.Round) != session.OfRound && !l.subscriptions.Has(key):
				return time.Second
			case key.Round == "R3":
				return 5 * time.Second
			}
			return 2 * time.Second
		}, MaxWait: 20 * time.Second, Poll: time.Minute, Rescan: l.lots.rescan},
		Notify: func() (watcher.Notifier, error) {
			if refused {
				refused = false
				return nil, unix.EMFILE
			}
			return kernel, nil
		},
	})
	l.watcher.Store(next)
	ended, offered := make(chan struct{}), l.offered
	go func() {
		defer close(ended)
		if err := next.Run(seeing, offered); err != nil {
			l.book.note("%s: the watcher ends with %v", l, err)
		}
	}()
	l.blindfold = func() { stop(); <-ended }
}

// reload has a daemon go on with a new table and new tools, and watch anew. What one
// step sets going comes to rest before the next, as all else does: side by side, the
// scheduler of the machine would decide what follows.
func (l *life) reload() {
	l.dispatcher.Reconfigure(l.ctx, l.judge(), l.maxRounds, coolDown)
	synctest.Wait()
	l.blindfold()
	l.dispatcher.Rewatch(l.ctx)
	synctest.Wait()
	l.served.unsure = l.grants
	l.watch()
}

// await tells a daemon that somebody waits for a round.
func (l *life) await(key watcher.Key) {
	l.served.maybe[key] = true
	l.dispatcher.Await(l.ctx, key)
	synctest.Wait()
	l.watcher.Load().Settle(key)
}

// stop has a daemon end as it does at a SIGTERM.
func (l *life) stop() {
	if l.stopped.IsZero() {
		l.stopped = time.Now()
	}
	l.cancel(context.Canceled)
}

// patience is how long a daemon that was told to stop may take before it is killed.
const patience = 20 * time.Second

// kill has a daemon end where it is: whatever it was about to do, it does not.
func (l *life) kill() {
	l.stopped = time.Now()
	l.dead.Store(true)
	l.cancel(errDead)
	for _, s := range l.hall.of(l) {
		l.hall.grant(s, outcome{err: errDead, undone: true})
	}
}

// through has a step wait for its grant, and sees what it does.
func (l *life) through(dir, what string, do func() error) error {
	if l.dead.Load() {
		return errDead
	}
	if round, judges := strings.CutPrefix(what, "judge "); judges {
		l.book.starts(l, dir, round)
	}
	o := l.hall.wait(context.Background(), &step{by: l, dir: dir, what: what, name: what + " in " + base(dir)})
	if o.undone {
		return o.err
	}
	discussions := filepath.Join(dir, "discussions")
	if round, left := strings.CutPrefix(what, "abandon "); left { // it was not configured when that was begun
		l.gone[discussions+"/"+round+"-verdict.json"] = true
	}
	_, made := inodeOf(discussions)
	mark, marked := l.markGoing(dir, what)
	err := do()
	if _, there := inodeOf(discussions); there && !made {
		l.happened(fsnotify.Create, discussions)
	}
	name, wrote := strings.CutPrefix(what, "write ")
	if wrote && strings.HasSuffix(name, "-verdict.json") && !strings.Contains(name, "/") {
		l.happened(fsnotify.Create, filepath.Join(discussions, name))
		delete(l.gone, discussions+"/"+name)
	}
	if name, removed := strings.CutPrefix(what, "remove "); removed && strings.HasSuffix(name, "-verdict.json") {
		l.gone[discussions+"/"+name] = true
	}
	if marked && err == nil {
		l.markGone(dir, mark)
	}
	if o.err != nil {
		return o.err
	}
	return err
}

// markGoing is the mark that a step takes away.
func (l *life) markGoing(dir, what string) (mark modelMark, ok bool) {
	name, removes := strings.CutPrefix(what, "remove ")
	round, pending := strings.CutSuffix(name, "-pending.json")
	if !removes || !pending {
		return mark, false
	}
	mark, ok = readMark(dir, round)
	ok = ok && slices.ContainsFunc(table, func(r modelRound) bool { return r.id == round })
	if l.lots.faults { // it may be that of an earlier run, as this one's could not be written
		return mark, false
	}
	if round == "R2" && l.lots.reloads { // it may have been left out of the table when the step was begun
		return mark, false
	}
	return mark, ok && mark.State == "running" // else somebody has seen newer bytes meanwhile
}

// markGone sees to it that a mark goes after there is a verdict on what it marked.
func (l *life) markGone(dir string, mark modelMark) {
	v, judged, err := readVerdict(dir, mark.round)
	now := ""
	for _, r := range table {
		if r.id == mark.round {
			now = fingerprintOf(dir, r, largest)
		}
	}
	switch {
	case !judged && (now == "" || err == nil && l.gone[filepath.Join(dir, "discussions", mark.round+"-verdict.json")]): // nothing to judge any more
	case !judged || v.Artifact.Fingerprint != mark.Fingerprint && v.Artifact.Fingerprint != now && now != "":
		l.book.note("%s takes the mark of %s of %s away, and there is no verdict on %.8s", l, mark.round, base(dir), mark.Fingerprint)
	}
}

func base(path string) string { return filepath.Base(path) }
