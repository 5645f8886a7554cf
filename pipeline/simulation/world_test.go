package simulation

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"
	"golang.org/x/sys/unix"
)

// world is everything that is simulated: a tree of sessions, those who write in it,
// daemons, tools, the disk and the clock. Whatever happens in it happens because one
// scheduler granted it, and it grants the next thing when all is at rest. All that is
// random comes from one seed, so the same seed gives the same world again.
type world struct {
	*hall
	*journal
	random *rand.Rand
	top    string // where sessions lie
	began  time.Time
	book   *book
	lots   lots

	main, second seat
	lives        int
	grants       int
	turns        atomic.Int64 // grants, for those who are told of by other goroutines
	calm         bool         // nothing is written, and nothing fails any more
	perHour      int
	maxRounds    int
	shorter      bool     // the table lacks a round
	trouble      error    // of the disk
	later        []func() // what writers have begun
	sessions     map[string]int
	made         int // sessions
	texts        int
	names        int // of requests
}

// lots say what a world is like.
type lots struct {
	hectic   int           // deeds for each ten grants
	sessions int           // that are written in
	stubborn bool          // one file is written again and again
	badTools bool          // tools fail
	faults   bool          // the disk does
	ends     bool          // daemons end, are killed and start
	lossy    bool          // events are lost; else folders are moved away and back
	silent   bool          // and nobody says so
	two      bool          // a second daemon comes and goes
	reloads  bool          // the configuration is loaded again
	rescan   time.Duration // how often a watcher looks at everything
}

// gentle tells whether nothing happens that could have a round judged twice.
func (l lots) gentle() bool { return !l.badTools && !l.faults && !l.ends && !l.two && !l.reloads }

// newWorld makes the world of a seed below a folder.
func newWorld(seed uint64, dir string) (*world, error) {
	w := &world{hall: &hall{}, journal: &journal{}, random: rand.New(rand.NewPCG(seed, 1)), top: filepath.Join(dir, "top"), began: time.Now(), sessions: map[string]int{}}
	w.main.name, w.second.name = "main", "second"
	w.book = newBook(w)
	chance := func(percent int) bool { return w.random.IntN(100) < percent }
	w.lots = lots{hectic: []int{1, 2, 4, 8}[w.random.IntN(4)], badTools: chance(50), faults: chance(40), ends: chance(50), lossy: chance(50), silent: chance(40), two: chance(20), reloads: chance(50)}
	w.lots.sessions, w.lots.stubborn = []int{1, 2, 4, 4}[w.random.IntN(4)], chance(30)
	w.maxRounds = 1 + w.random.IntN(3)
	if chance(25) {
		w.perHour = 4 + w.random.IntN(16)
	}
	if w.lots.silent = w.lots.silent && w.lots.lossy; w.lots.silent {
		w.lots.rescan = 15 * time.Minute
	}
	return w, os.MkdirAll(w.top, 0o755)
}

// live has so many deeds done, waits until all is over, and returns what is wrong.
func (w *world) live(deeds int) []string {
	w.start(&w.main)
	for deeds > 0 && len(w.book.wrong) == 0 {
		if w.turn(deeds > 0) {
			deeds--
		}
	}
	if len(w.book.wrong) == 0 {
		w.rest()
	}
	w.end()
	return w.book.wrong
}

// turn grants one thing, and tells whether it was a deed.
func (w *world) turn(deeds bool) (deed bool) {
	w.settle()
	choices := w.choices()
	share := 10 + w.lots.hectic*4 // of a hundred
	switch n := w.random.IntN(100); {
	case deeds && n < share:
		w.deed()
		deed = true
	case len(choices) == 0 || n >= 90:
		w.step(w.pause())
	default:
		choices[w.random.IntN(len(choices))]()
	}
	return deed
}

// settle waits until nothing goes on, takes what watchers offer, and has the clock move
// a little, so that no two timers of different turns are due at once.
func (w *world) settle() {
	time.Sleep(time.Duration(1 + w.random.IntN(1000)))
	synctest.Wait()
	for _, s := range w.seats() {
		l := s.life
		select {
		case <-l.ended:
			s.life = nil
			l.journal.granted(l.String() + " has ended")
			if n := l.book.asking(l); n != 0 {
				l.book.note("%s has ended, and %d of its tools and panels have not", l, n)
			}
			continue
		default:
		}
		if l.told == nil {
			select {
			case c := <-l.offered:
				l.told = &c
				synctest.Wait()
			default:
			}
		}
	}
}

// seats lists the seats with a living daemon.
func (w *world) seats() (seats []*seat) {
	for _, s := range []*seat{&w.main, &w.second} {
		if s.life != nil {
			seats = append(seats, s)
		}
	}
	return seats
}

// granted notes a grant and, when all is at rest again, what came of it.
func (w *world) granted(s *step, format string, args ...any) {
	w.grants++
	w.turns.Store(int64(w.grants))
	w.journal.granted(fmt.Sprintf("%d. after %v: ", w.grants, time.Since(w.began)) + fmt.Sprintf(format, args...))
	synctest.Wait()
	for _, seat := range w.seats() {
		seat.life.served.rest(s)
		seat.life.arrivedBefore = w.hall.arrived
	}
}

// choices are the things that can be granted.
func (w *world) choices() (choices []func()) {
	for _, s := range w.hall.all() {
		choices = append(choices, func() { w.grant(s) })
	}
	for _, s := range w.seats() {
		l := s.life
		if l.kernel.waits() {
			choices = append(choices, func() { w.event(l) }, func() { w.event(l) })
		}
		if l.told != nil {
			choices = append(choices, func() { w.tell(l) }, func() { w.tell(l) })
		}
	}
	return choices
}

// grant has one step done.
func (w *world) grant(s *step) {
	if s.answers {
		if !w.calm && w.lots.badTools && w.random.IntN(30) == 0 {
			s.hangs = true
			w.granted(s, "%s %s, and never will", s.by, s.name)
			return
		}
		o, says := w.answer()
		w.hall.grant(s, o)
		w.granted(s, "%s %s: %s", s.by, s.name, says)
		return
	}
	o := outcome{}
	if w.trouble != nil && w.random.IntN(2) == 0 {
		o = outcome{err: &fs.PathError{Op: "do", Path: s.what, Err: w.trouble}, undone: w.random.IntN(4) > 0}
	}
	w.hall.grant(s, o)
	switch {
	case o.err == nil:
		w.granted(s, "%s may %s", s.by, s.name)
	case o.undone:
		w.granted(s, "%s may not %s: %v", s.by, s.name, w.trouble)
	default:
		w.granted(s, "%s may %s, and is told %v", s.by, s.name, w.trouble)
	}
}

// event has the kernel tell a daemon of something.
func (w *world) event(l *life) {
	if w.lots.silent && !w.calm && w.random.IntN(20) == 0 {
		if e, ok := l.kernel.drop(); ok {
			w.granted(nil, "%s is not told of %s %s", l, e.Op, base(e.Name))
			return
		}
	}
	what := l.kernel.tell()
	w.granted(nil, "the kernel tells %s: %s", l, what)
}

// tell hands a change to a daemon's dispatcher.
func (w *world) tell(l *life) {
	c := *l.told
	l.told = nil
	select {
	case l.changes <- c:
	case <-l.ctx.Done():
	}
	what := "has begun to change"
	switch {
	case c.Found:
		what = "is there"
	case c.Settled:
		what = "has settled"
	}
	w.granted(nil, "the watcher of %s says that %s %s", l, inWords(c.Key), what)
}

// step has the clock go on, no further than to where a daemon that is to end is killed.
func (w *world) step(d time.Duration) {
	for _, s := range w.seats() {
		if at := s.life.stopped; !at.IsZero() {
			if d = min(d, patience-time.Since(at)); d <= 0 {
				s.life.kill()
				w.granted(nil, "%s is killed, as it takes too long to end", s.life)
				return
			}
		}
	}
	w.turns.Store(int64(w.grants) + 1) // what is published meanwhile belongs to this grant
	gone := w.sleep(d)
	w.granted(nil, "%v go by", gone)
}

// sleep has the clock go on, a second at most where somebody waits for the disk, also who
// comes to do so meanwhile: a run for which a disk takes a minute is given up.
func (w *world) sleep(d time.Duration) (gone time.Duration) {
	for gone < d {
		waits := slices.ContainsFunc(w.hall.all(), func(s *step) bool { return !s.answers })
		if waits && gone >= time.Second {
			break
		}
		part := min(d-gone, 20*time.Second)
		if waits {
			part = min(part, time.Second)
		}
		time.Sleep(part)
		synctest.Wait()
		gone += part
	}
	return gone
}

// pause is how long nothing but the clock goes on.
func (w *world) pause() time.Duration {
	switch n := w.random.IntN(100); {
	case n < 40:
		return time.Duration(1+w.random.IntN(500)) * time.Millisecond
	case n < 80:
		return time.Duration(1+w.random.IntN(6000)) * time.Millisecond
	case n < 95:
		return time.Duration(1+w.random.IntN(60)) * time.Second
	case n < 99:
		return time.Duration(1+w.random.IntN(20)) * time.Minute
	}
	return time.Duration(1+w.random.IntN(90)) * time.Minute
}

// rest has everything end that was begun, and looks at what there is then.
func (w *world) rest() {
	w.calm, w.trouble = true, nil
	w.granted(nil, "from now on nobody writes, and nothing fails")
	for _, finish := range w.later {
		finish()
	}
	w.later = nil
	if w.shorter {
		w.shorter = false
		for _, s := range w.seats() {
			s.life.reload()
		}
	}
	pauses := []time.Duration{time.Second, 30 * time.Second, 5 * time.Minute, 20 * time.Minute, 90 * time.Minute}
	for quiet, turns := 0, 0; ; turns++ {
		if turns > 20000 {
			w.book.note("it does not come to rest")
			return
		}
		w.settle()
		if len(w.book.wrong) > 0 {
			return
		}
		if w.main.life == nil {
			w.start(&w.main)
			quiet = 0
			continue
		}
		choices := w.choices()
		if len(choices) == 0 && quiet == len(pauses) {
			break
		}
		if len(choices) == 0 {
			w.step(pauses[quiet])
			quiet++
			continue
		}
		quiet = 0
		choices[w.random.IntN(len(choices))]()
	}
	w.book.wrong = append(w.book.wrong, w.wrong()...)
}

// wrong says what is wrong now that all is over.
func (w *world) wrong() (wrong []string) {
	dirs, _ := filepath.Glob(filepath.Join(w.top, "*"))
	for _, dir := range dirs {
		wrong = append(wrong, wrongIn(dir, table, largest)...)
	}
	for _, s := range w.seats() {
		if state := s.life.state.Load(); state != nil && len(state.Jobs) > 0 {
			wrong = append(wrong, fmt.Sprintf("%s says that it has to do: %+v", s.life, state.Jobs))
		}
		if n := w.book.asking(s.life); n != 0 {
			wrong = append(wrong, fmt.Sprintf("%s asks %d tools", s.life, n))
		}
	}
	if w.lots.gentle() {
		for key, n := range w.book.begun {
			if n > 1 && asked(key) {
				wrong = append(wrong, fmt.Sprintf("the panel of %s was asked %d times", key, n))
			}
		}
	}
	slices.Sort(wrong)
	return wrong
}

// end stops what still runs, so that nothing of it is left.
func (w *world) end() {
	for _, s := range w.seats() {
		s.life.stop()
	}
	for turns := 0; len(w.seats()) > 0 && turns < 2000; turns++ {
		w.settle()
		if choices := w.choices(); len(choices) > 0 && turns < 1000 {
			choices[w.random.IntN(len(choices))]()
			continue
		}
		for _, s := range w.seats() {
			s.life.kill()
		}
		w.step(time.Second)
	}
	for _, s := range w.seats() {
		w.book.note("%s does not end", s.life)
	}
	time.Sleep(time.Minute) // for the watchers
	synctest.Wait()
}

// dirOf is the folder of a session by its number.
func (w *world) dirOf(number int) (string, bool) {
	for name, n := range w.sessions {
		if n == number {
			return filepath.Join(w.top, name), true
		}
	}
	return "", false
}

// happened has every kernel know of an event.
func (w *world) happened(op fsnotify.Op, path string) {
	for _, s := range w.seats() {
		s.life.kernel.happened(op, path)
	}
}

// left has every kernel know that a folder itself was moved or deleted.
func (w *world) left(op fsnotify.Op, id inode) {
	for _, s := range w.seats() {
		s.life.kernel.left(op, id)
	}
}

// Troubles of the disk.
var troubles = []error{unix.ENOSPC, unix.EIO, unix.EACCES, unix.EMFILE}
