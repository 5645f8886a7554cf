// Package journal has the log be found by what it is about where systemd keeps it: an entry
// about a session, a round or a verdict has a field for each, so that
// "journalctl SESSION=/srv/specs/x ROUND=DISCUSS-002" finds it. Lines of the log come in,
// entries of the journal go out.
package journal

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/coreos/go-systemd/v22/journal"
	"github.com/hashicorp/go-hclog"
)

// fields are those of a line that an entry has as well, in the journal's spelling.
var fields = [...]string{"session", "round", "verdict"}

// Here tells whether what is written to a file lands in the journal as it is: systemd names
// the stream that it has opened for a service.
func Here(out io.Writer) bool {
	ours, err := journal.StderrIsJournalStream()
	return ours && err == nil && out == io.Writer(os.Stderr)
}

// sender hands an entry to the journal.
type sender func(message string, priority journal.Priority, fields map[string]string) error

// sink is the log's way into the journal.
type sink struct {
	name    string
	level   func() hclog.Level
	send    sender
	instead io.Writer // for lines that the journal does not take
	mu      sync.Mutex
	line    bytes.Buffer
	text    hclog.SinkAdapter // writes a line of the log into it
}

// New makes a logger that writes entries of the journal under a name. What the journal does
// not take is written to out.
func New(name string, level hclog.Level, out io.Writer) hclog.Logger {
	return logger(name, level, out, journal.Send)
}

func logger(name string, level hclog.Level, out io.Writer, send sender) hclog.Logger {
	log := hclog.NewInterceptLogger(&hclog.LoggerOptions{Name: name, Level: level, Output: io.Discard})
	s := &sink{name: name, level: log.GetLevel, send: send, instead: out}
	s.text = hclog.NewSinkAdapter(&hclog.LoggerOptions{Level: hclog.Trace, Output: &s.line, DisableTime: true})
	log.RegisterSink(s)
	return log
}

// Accept makes an entry of a line.
func (s *sink) Accept(name string, level hclog.Level, message string, args ...any) {
	if level < s.level() {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.line.Reset()
	s.text.Accept(name, level, message, args...)
	_, text, _ := strings.Cut(s.line.String(), "] ") // the journal has a field for the level
	entry := map[string]string{"SYSLOG_IDENTIFIER": s.name}
	for i := 0; i+1 < len(args); i += 2 {
		for _, field := range fields {
			if args[i] == field {
				entry[strings.ToUpper(field)] = fmt.Sprint(args[i+1])
			}
		}
	}
	if s.send(strings.TrimSpace(text), priority(level), entry) != nil {
		_, _ = s.instead.Write(s.line.Bytes()) // there is nobody else to tell
	}
}

// priority is what the journal calls a level.
func priority(level hclog.Level) journal.Priority {
	switch {
	case level >= hclog.Error:
		return journal.PriErr
	case level == hclog.Warn:
		return journal.PriWarning
	case level == hclog.Info:
		return journal.PriInfo
	}
	return journal.PriDebug
}

var _ hclog.SinkAdapter = (*sink)(nil)
