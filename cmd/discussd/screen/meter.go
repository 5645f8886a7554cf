package screen

import (
	"fmt"
	"io"
	"path/filepath"
	"sync"
	"time"

	"discussd/internal/text/printable"
)

// meterPatience is how long a command may take before it says how far it is.
const meterPatience = 2 * time.Second

// Meter shows on a terminal which of several sessions is being judged. It is one
// line that whoever prints clears first. A nil meter shows nothing; it is safe for
// concurrent use.
type Meter struct {
	out           io.Writer // nil when nobody would see it
	started       time.Time
	mu            sync.Mutex
	shown         bool
	done, planned int
}

// NewMeter shows on stderr, if that is a terminal.
func NewMeter(stderr io.Writer) *Meter {
	m := &Meter{started: time.Now()}
	if IsTerminal(stderr) {
		m.out = stderr
	}
	return m
}

// Expect adds to the sessions there are to come.
func (m *Meter) Expect(sessions int) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.planned += sessions
}

// Step says that a session begins.
func (m *Meter) Step(session string) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.done++
	if m.out == nil || m.planned < 2 || time.Since(m.started) < meterPatience {
		return
	}
	fmt.Fprintf(m.out, "\r\x1b[Kdiscussd: session %d of %d: %s", m.done, max(m.done, m.planned), printable.Line(filepath.Base(session)))
	m.shown = true
}

// Clear removes the line.
func (m *Meter) Clear() {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.shown {
		fmt.Fprint(m.out, "\r\x1b[K")
		m.shown = false
	}
}
