package simulation

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"discussd/pipeline/verdict"
	"discussd/watcher"
)

// book notes what daemons do while they do it, and what they must not.
type book struct {
	mu     sync.Mutex
	world  *world
	wrong  []string
	rounds int             // panels that began
	runs   int             // rounds, requests and decisions that a dispatcher had judged, whatever came of it
	nested map[string]bool // sessions in which a request is being answered
	begun  map[string]int  // of them, by session and round
	tools  map[*life]int   // that are being asked
	atWork map[int]string  // the round that is judged now, by session
	panels map[*life]int   // that are at work
}

func newBook(w *world) *book {
	return &book{world: w, begun: map[string]int{}, tools: map[*life]int{}, atWork: map[int]string{}, panels: map[*life]int{}, nested: map[string]bool{}}
}

// note notes what is wrong; the caller does not hold the lock.
func (b *book) note(format string, args ...any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.fault(format, args...)
}

func (b *book) fault(format string, args ...any) {
	if len(b.wrong) < 20 {
		b.wrong = append(b.wrong, fmt.Sprintf(format, args...))
	}
}

// starts counts a run. The round that a request asks for is no run of its own.
func (b *book) starts(l *life, dir, round string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	at := l.String() + " " + dir
	if b.nested[at] && !strings.Contains(round, "/") {
		delete(b.nested, at)
		return
	}
	b.nested[at] = strings.HasPrefix(round, "requests/")
	b.runs++
}

func (b *book) begins(l *life) { b.mu.Lock(); b.tools[l]++; b.mu.Unlock() }
func (b *book) ends(l *life)   { b.mu.Lock(); b.tools[l]--; b.mu.Unlock() }

// asking counts the tools that a daemon asks, or nobody ended.
func (b *book) asking(l *life) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.tools[l] + b.panels[l]
}

// spends notes that a round takes a panel from the budget, and holds it to that.
func (b *book) spends(l *life, t title) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s, now := l.seat, time.Now()
	s.panels = append(s.panels, now)
	if n := s.inHour(now); l.perHour > 0 && n > l.perHour {
		b.fault("%s spent %d panels in an hour, the budget is %d", l, n, l.perHour)
	}
}

// held holds a daemon to the budget that it says is used up. Whatever is least urgent may
// spend half of it.
func (b *book) held(l *life) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n := l.seat.inHour(time.Now()); n < (l.perHour*2+3)/4 {
		b.fault("%s holds a round back when %d of %d panels are spent", l, n, l.perHour)
	}
}

// judges notes that a panel is at work, until end is called.
func (b *book) judges(l *life, t title, round string) (end func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.rounds++
	b.panels[l]++
	b.begun[fmt.Sprint(t.session, " ", round)]++
	if other, busy := b.atWork[t.session]; busy && t.session > 0 {
		b.fault("%s judges %s of %s while %s of it is judged", l, round, t, other)
	}
	b.atWork[t.session] = round
	if n := b.panels[l]; n > l.maxRounds {
		b.fault("%s judges %d rounds at once, at most %d may be", l, n, l.maxRounds)
	}
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.panels[l]--
		delete(b.atWork, t.session)
	}
}

// served sees to it that the rounds of one daemon for which somebody waits are served
// before others. What is waited for and queued the daemon has published itself; that
// counts where nothing has gone on in the session since.
type served struct {
	life   *life
	maybe  map[watcher.Key]bool // rounds that somebody has ever waited for
	active map[string]int       // the last grant in which something went on, by session
	unsure int                  // the last grant in which nobody knows where something went on
}

func newServed(l *life) *served {
	return &served{life: l, maybe: map[watcher.Key]bool{}, active: map[string]int{}}
}

// rest looks at what waits after a grant, of the step granted or of none.
func (s *served) rest(granted *step) {
	l := s.life
	var started []watcher.Key
	for _, at := range l.hall.of(l) {
		if at.answers {
			if dir, known := l.dirOf(at.session); known {
				s.active[dir] = l.grants
			} else {
				s.unsure = l.grants
			}
			continue
		}
		s.active[at.dir] = l.grants
		round, judges := strings.CutPrefix(at.what, "judge ")
		nested := granted != nil && granted.dir == at.dir && granted.what == "lock"
		if judges && at.arrived > l.arrivedBefore && !nested {
			started = append(started, watcher.Key{Session: at.dir, Round: round})
		}
	}
	if granted != nil && granted.by == l {
		s.active[granted.dir] = l.grants
	}
	state, stated := l.state.Load(), int(l.statedAt.Load())
	if !l.lots.gentle() {
		return
	}
	if state == nil || stated <= s.unsure || stated >= l.grants {
		return // it may have been queued after the start, in one step of the clock as well
	}
	for _, n := range started {
		for _, j := range state.Jobs {
			key := watcher.Key{Session: j.Session, Round: j.Round}
			if j.Awaited && j.State == verdict.Queued && s.active[j.Session] < stated && time.Since(j.Since) < 50*time.Minute && !s.maybe[n] {
				l.book.note("%s starts %s before %s, which somebody waits for", l, inWords(n), inWords(key))
			}
		}
	}
}

func inWords(key watcher.Key) string { return key.Round + " of " + base(key.Session) }
