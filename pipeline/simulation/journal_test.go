package simulation

import (
	"flag"
	"fmt"
	"hash/fnv"
	"strings"
	"sync"

	"github.com/hashicorp/go-hclog"
)

var shown = flag.Int("turns", 40, "how many of the last grants are shown of a world that goes wrong")

// journal keeps what was granted, in plain sentences: the last ones to be read, and a
// hash of all of them to be compared with that of another run.
type journal struct {
	mu    sync.Mutex
	lines []line
	sum   uint64
}

type line struct {
	grant bool
	text  string
	args  []any // of a daemon's log
}

// keptLines bounds what is kept of a journal.
const keptLines = 20_000

func (j *journal) granted(text string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s", j.sum, text)
	j.sum = h.Sum64()
	j.keep(line{grant: true, text: text})
}

func (j *journal) logged(text string, args []any) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.keep(line{text: text, args: args})
}

func (j *journal) keep(l line) {
	if j.lines = append(j.lines, l); len(j.lines) > 2*keptLines {
		j.lines = append(j.lines[:0], j.lines[keptLines:]...)
	}
}

// grants lists what was granted.
func (j *journal) grants() (texts []string) {
	for _, l := range j.lines {
		if l.grant {
			texts = append(texts, l.text)
		}
	}
	return texts
}

// parting is the first grant in which two journals of one seed differ, and the last that
// they share.
func (j *journal) parting(other *journal) string {
	one, two := j.grants(), other.grants()
	for i := range min(len(one), len(two)) {
		if one[i] != two[i] {
			return fmt.Sprintf("  %s\n  then one  %s\n  the other %s", one[max(0, i-1)], one[i], two[i])
		}
	}
	return fmt.Sprintf("  the end of the shorter one, or earlier than what is kept: %d and %d grants", len(one), len(two))
}

// String is the last grants, and what daemons logged between them.
func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	from, turns := len(j.lines), 0
	for from > 0 && turns < *shown {
		if from--; j.lines[from].grant {
			turns++
		}
	}
	var text strings.Builder
	for _, l := range j.lines[from:] {
		if l.grant {
			fmt.Fprintf(&text, "  %s\n", l.text)
			continue
		}
		fmt.Fprintf(&text, "      %s %v\n", l.text, l.args)
	}
	return text.String()
}

// logger hears what a daemon logs.
type logger struct {
	hclog.Logger
	life *life
	args []any
}

func (l logger) Named(string) hclog.Logger { return l }

func (l logger) With(args ...any) hclog.Logger {
	l.args = append(l.args[:len(l.args):len(l.args)], args...)
	return l
}

func (l logger) Info(text string, args ...any) { l.hear(text, args) }

func (l logger) Warn(text string, args ...any) {
	if text == "round held back" {
		l.life.book.held(l.life)
	}
	l.hear(text, args)
}

func (l logger) Error(text string, args ...any) {
	if strings.Contains(text, "panicked") {
		l.life.book.note("%s: %s %v", l.life, text, args)
	}
	l.hear(text, args)
}

func (l logger) hear(text string, args []any) {
	l.life.journal.logged(l.life.String()+": "+text, append(l.args[:len(l.args):len(l.args)], args...))
}
