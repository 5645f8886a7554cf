package schedule

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// InWork notes in a file which sessions are being read and judged, so that the next
// life of a daemon knows at which of them the last one died. A life counts as ended by
// what it did when it crashed, or was killed while it had far more memory than it ever
// needs; one that was just killed does not. A nil one notes nothing. It is safe for
// concurrent use.
type InWork struct {
	mu     sync.Mutex
	file   *os.File // locked as long as this process lives
	crash  *os.File // where the runtime writes what it dies of
	rows   []worked
	busy   int
	heavy  bool
	ticks  bool
	memory func() uint64 // bytes that the process holds
}

// worked is a session that is in work, or was when an earlier life ended.
type worked struct {
	session string // "" when the row is free
	busy    int    // how often it is in work
	deaths  int    // lives that ended while it was in work, in a row
}

const (
	rowSize  = 8 << 10           // bytes of a row in the file: the longest path has room, quoted as it may be
	tooMuch  = uint64(256 << 20) // bytes from which on a life that is killed was killed for them
	sampling = 100 * time.Millisecond
)

// OpenInWork takes over what dead daemons noted in a folder and begins notes of its own.
func OpenInWork(folder string) (*InWork, error) {
	deaths := map[string]int{}
	old, err := filepath.Glob(filepath.Join(folder, "*.work"))
	if err != nil {
		return nil, err
	}
	for _, name := range old {
		takeOver(name, deaths)
	}
	name := filepath.Join(folder, strconv.Itoa(os.Getpid())+".work")
	w := &InWork{memory: held}
	if w.file, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600); err == nil {
		err = syscall.Flock(int(w.file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	}
	if err == nil {
		w.crash, err = os.OpenFile(name+".crash", os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	}
	if err == nil {
		err = debug.SetCrashOutput(w.crash, debug.CrashOptions{})
	}
	if err != nil {
		return nil, err
	}
	for session, n := range deaths {
		w.rows = append(w.rows, worked{session: session, deaths: n})
		w.write(len(w.rows) - 1)
	}
	return w, nil
}

// takeOver reads and removes the notes of a dead daemon.
func takeOver(name string, deaths map[string]int) {
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return
	}
	defer file.Close()
	if syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil {
		return // it lives
	}
	crash, _ := os.Stat(name + ".crash")
	at := make([]byte, rowSize)
	_, _ = file.ReadAt(at, 0)
	fatal := crash != nil && crash.Size() > 0 || bytes.HasPrefix(at, []byte("heavy\n"))
	for i := int64(1); i < 1000; i++ {
		n, _ := file.ReadAt(at, i*rowSize)
		if n == 0 {
			break
		}
		line, _, _ := bytes.Cut(at[:n], []byte("\n"))
		var r worked
		if _, err := fmt.Sscanf(string(line), "%d %d %q", &r.busy, &r.deaths, &r.session); err != nil || r.session == "" {
			continue
		}
		if fatal && r.busy > 0 {
			r.deaths++
		}
		if r.deaths > 0 {
			deaths[r.session] = max(deaths[r.session], r.deaths)
		}
	}
	os.Remove(name)
	os.Remove(name + ".crash")
}

// held is how much memory the process holds.
func held() uint64 {
	of := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(of)
	return of[0].Value.Uint64() - of[1].Value.Uint64()
}

// begin notes that a session is in work until end is called. A session whose work ends
// is not what daemons die of.
func (w *InWork) begin(session string) (end func()) {
	if w == nil {
		return func() {}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	at := w.find(session)
	w.rows[at].session, w.rows[at].busy = session, w.rows[at].busy+1
	w.write(at)
	if w.busy++; !w.ticks {
		w.ticks = true
		time.AfterFunc(sampling, w.sample)
	}
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.busy--
		if w.rows[at].busy--; w.rows[at].busy == 0 {
			w.rows[at] = worked{}
		}
		w.write(at)
	}
}

// find returns the row of a session, or one that is free.
func (w *InWork) find(session string) int {
	free := len(w.rows)
	for i, r := range w.rows {
		if r.session == session {
			return i
		}
		if r.session == "" {
			free = i
		}
	}
	if free == len(w.rows) {
		w.rows = append(w.rows, worked{})
	}
	return free
}

// write puts a row into the file. That is not synced: it outlives the process, and a
// machine that fails was not brought down by a session.
func (w *InWork) write(at int) {
	r := w.rows[at]
	line := fmt.Appendf(nil, "%d %d %q\n", r.busy, r.deaths, r.session)
	if len(line) <= rowSize {
		_, _ = w.file.WriteAt(line, int64(at+1)*rowSize)
	}
}

// sample notes whether the process holds too much memory, as long as anything is in work.
func (w *InWork) sample() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if heavy := w.memory() >= tooMuch; heavy != w.heavy {
		w.heavy = heavy
		_, _ = w.file.WriteAt([]byte(map[bool]string{true: "heavy\n", false: "light\n"}[heavy]), 0)
	}
	if w.ticks = w.busy > 0; w.ticks {
		time.AfterFunc(sampling, w.sample)
	}
}

// aside is how long sessions are left alone at which daemons have died, and how often
// they did: more than once, and the longer the more often.
func (w *InWork) aside() (pauses map[string]time.Duration, deaths map[string]int) {
	pauses, deaths = map[string]time.Duration{}, map[string]int{}
	if w == nil {
		return pauses, deaths
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, r := range w.rows {
		if r.deaths > 1 {
			pauses[r.session], deaths[r.session] = min(5*time.Minute<<min(r.deaths-2, 6), time.Hour), r.deaths
		}
	}
	return pauses, deaths
}

// Close ends the notes of a life that ends well.
func (w *InWork) Close() {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	_ = debug.SetCrashOutput(nil, debug.CrashOptions{})
	kept := false
	for _, r := range w.rows {
		kept = kept || r.deaths > 0
	}
	w.crash.Close()
	os.Remove(w.crash.Name())
	if !kept { // else the next life is to know
		os.Remove(w.file.Name())
	}
	w.file.Close()
}
