// Package bus tells a session's coordinator what becomes of its rounds, a line of
// JSON an event, in the message log that the session's agents share:
// .msg/messages.jsonl.
//
// The pipeline says that it begins a round and how the round ended, in a
// [Message] that [Started], [Ended], [Told], [Dropped] or [Abandoned] made; a line in
// the file comes out. Every round that began ends in exactly one line, also when
// discussd was killed in between or the pipeline says it twice: the file itself is
// the memory. The log is a notice, not a proof. Whoever may write into the session
// may write here too; the verdict beside it is what counts.
package bus

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
	"time"

	"discussd/pipeline/durable"
	"discussd/pipeline/failpoint"
	"discussd/pipeline/verdict"
)

// Mode says whether a session has a bus.
type Mode string

// The modes of the configuration.
const (
	Auto Mode = "auto" // where there is a .msg folder already
	On   Mode = "on"   // everywhere: the folder is made
	Off  Mode = "off"
)

// ErrRefused is returned when .msg or its file is a link or otherwise not what
// agents would have made: nothing is written through it.
var ErrRefused = durable.ErrRefused

// Bus is the message log of one session. Several of them, in several processes,
// may write at once.
type Bus struct {
	Through  func(step string, do func() error) error // what every line that is said goes through; nil: straight
	session  *os.Root                                 // owned by the caller
	mode     Mode
	now      func() time.Time
	patience time.Duration // with a lock that others hold
}

// New returns the bus of a session. Nothing is opened or made before something is
// to be said, and the bus needs no closing.
func New(session *os.Root, mode Mode) *Bus {
	return &Bus{session: session, mode: mode, now: time.Now, patience: patience}
}

// Key tells one judging of a round from every other. It is part of the line, so
// that after a restart it can be told what was said.
type Key struct {
	Round       string
	Fingerprint string // of the bytes that are judged
	Revision    int    // of the verdict, from 1
}

// KeyOf is the key of the judging that made a verdict.
func KeyOf(v verdict.Verdict) Key {
	return Key{Round: v.Round, Fingerprint: string(v.Artifact.Fingerprint), Revision: v.Revision}
}

// Begin says that a round is judged, unless the last line about it says so
// already: a round that is given up for newer bytes, or judged again after a
// crash, began once. It returns the id of the line that says it, "" where the
// session has no bus.
func (b *Bus) Begin(ctx context.Context, key Key, m Message) (id string, err error) {
	return b.say(ctx, key, m, func(s standing) (string, bool) { return s.begun, s.begun != "" })
}

// End says how a round ended, once for each beginning: when the beginning was ended
// already, by this very key, nothing is written. So it may be called again whenever it
// is not known whether the last call succeeded. A round that never began here, because
// the bus was made meanwhile, is ended all the same. It returns the id of the line
// that says it, "" where the session has no bus.
func (b *Bus) End(ctx context.Context, key Key, m Message) (id string, err error) {
	return b.say(ctx, key, m, func(s standing) (string, bool) { return s.ended, s.begun == "" && s.ended != "" })
}

// Drop ends a round that began and will not be judged. Of any other round it says
// nothing, and returns no id.
func (b *Bus) Drop(ctx context.Context, round string, m Message) (id string, err error) {
	return b.say(ctx, Key{Round: round}, m, func(s standing) (string, bool) { return "", s.begun == "" })
}

// say appends the message unless, as the file stands, that is settled.
func (b *Bus) say(ctx context.Context, key Key, m Message, settled func(standing) (id string, done bool)) (id string, err error) {
	if b.Through == nil {
		return b.write(ctx, key, m, settled)
	}
	err = b.Through("say "+string(m.Type)+" of "+key.Round, func() error {
		id, err = b.write(ctx, key, m, settled)
		return err
	})
	return id, err
}

func (b *Bus) write(ctx context.Context, key Key, m Message, settled func(standing) (id string, done bool)) (string, error) {
	file, err := b.open(ctx)
	if file == nil || err != nil {
		return "", err
	}
	defer file.Close() // which gives the lock back
	s, err := stand(file, key)
	if err = failpoint.Fail(failpoint.Telling, err); err != nil {
		return "", err
	}
	if id, done := settled(s); done {
		return id, nil
	}
	id, line, err := m.line(key, s.last, b.now())
	if err != nil {
		return "", err
	}
	return id, appendLine(file, line)
}

// mostUnfinished bounds what a file full of invented rounds can make of
// [Bus.Unfinished].
const mostUnfinished = 1000

// Unfinished lists, in their order, the rounds that began and did not end: what
// a killed discussd left. A round whose verdict is there is to be ended, one whose
// artifact is gone to be dropped; any other will be judged again. It does not
// wait for a lock: the error wraps [ErrBusy] when somebody else holds it.
func (b *Bus) Unfinished() ([]Key, error) {
	if b.mode == Off {
		return nil, nil
	}
	file, err := b.tryOpen(false)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var begun []Key
	err = scan(file, func(e event) {
		at := slices.IndexFunc(begun, func(k Key) bool { return k.Round == e.key.Round })
		switch {
		case e.begins() && at < 0 && len(begun) < mostUnfinished:
			begun = append(begun, e.key)
		case e.ends() && at >= 0:
			begun = slices.Delete(begun, at, at+1)
		}
	})
	return begun, err
}
