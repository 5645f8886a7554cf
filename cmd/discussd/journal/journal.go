// Package journal has the log be found by what it is about where systemd keeps it: an entry
// about a session, a round or a verdict has a field for each, so that
// "journalctl SESSION=/srv/specs/x ROUND=DISCUSS-002" finds it. Lines of the log come in,
// entries of the journal go out.
package journal

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync"

	"github.com/hashicorp/go-hclog"
	"golang.org/x/sys/unix"
)

// fields are those of a line that an entry has as well, in the journal's spelling.
var fields = [...]string{"session", "round", "verdict"}

// Here tells whether what is written to a file lands in the journal as it is: systemd names
// the stream that it has opened for a service.
func Here(out io.Writer) bool {
	var stream unix.Stat_t
	return out == io.Writer(os.Stderr) && unix.Fstat(int(os.Stderr.Fd()), &stream) == nil &&
		os.Getenv("JOURNAL_STREAM") == fmt.Sprintf("%d:%d", stream.Dev, stream.Ino)
}

// sink is the log's way into the journal.
type sink struct {
	name    string
	level   func() hclog.Level
	send    func(entry []byte) error
	instead io.Writer // for lines that the journal does not take
	mu      sync.Mutex
	line    bytes.Buffer
	text    hclog.SinkAdapter // writes a line of the log into it
}

// New makes a logger that writes entries of the journal under a name. What the journal does
// not take is written to out.
func New(name string, level hclog.Level, out io.Writer) hclog.Logger {
	return logger(name, level, out, send)
}

// send hands an entry to the journal, which takes one a datagram.
func send(entry []byte) error {
	conn, err := net.Dial("unixgram", "/run/systemd/journal/socket")
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = conn.Write(entry) // one that is too long for a datagram is an error, and a line instead
	return err
}

func logger(name string, level hclog.Level, out io.Writer, send func(entry []byte) error) hclog.Logger {
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
	entry := add(nil, "MESSAGE", strings.TrimSpace(text))
	entry = add(entry, "PRIORITY", priority(level))
	entry = add(entry, "SYSLOG_IDENTIFIER", s.name)
	for i := 0; i+1 < len(args); i += 2 {
		for _, field := range fields {
			if args[i] == field {
				entry = add(entry, strings.ToUpper(field), fmt.Sprint(args[i+1]))
			}
		}
	}
	if s.send(entry) != nil {
		_, _ = s.instead.Write(s.line.Bytes()) // there is nobody else to tell
	}
}

// add is an entry with one more field, in the form in which the journal takes whatever a
// value holds: its name, its length and its bytes.
func add(entry []byte, name, value string) []byte {
	entry = append(append(entry, name...), '\n')
	entry = binary.LittleEndian.AppendUint64(entry, uint64(len(value)))
	return append(append(entry, value...), '\n')
}

// priority is what the journal calls a level: a number of syslog's.
func priority(level hclog.Level) string {
	switch {
	case level >= hclog.Error:
		return "3"
	case level == hclog.Warn:
		return "4"
	case level == hclog.Info:
		return "6"
	}
	return "7"
}

var _ hclog.SinkAdapter = (*sink)(nil)
