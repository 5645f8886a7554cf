// Package handoff is a session's discussions folder: where verdicts and records
// are dropped for agents and people, and found again. The pipeline writes
// through it; wait and status read through it. It writes nowhere else, never
// through a link, and never leaves a torn file.
package handoff

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync/atomic"

	"discussd/pipeline/durable"
	"discussd/pipeline/verdict"
)

// Dir is the folder's name in a session.
const Dir = "discussions"

// private is the part of the folder that is discussd's own bookkeeping.
const private = ".discussd"

// ErrRefused is returned when the folder, or a file to be written, is a link or
// otherwise not what discussd would have made: nothing is written through it.
var ErrRefused = durable.ErrRefused

// Options bound what is kept, and say whose files count, see [Folder.Verdict].
type Options struct {
	History int                                      // replaced verdicts kept a round
	Raw     int                                      // rounds whose raw answers are kept
	Records map[string]string                        // names of the records of rounds that have one of their own
	State   string                                   // folder of the key that seals are made with; "" is the user's own, see [StateFolder]
	Writers []uint32                                 // users, beside this one and root, whose discussd is known to this machine
	Through func(step string, do func() error) error // what every change goes through, named by its file; nil: straight
	Reading bool                                     // nothing is judged here: what the only user who can write there has written counts, too
}

// Folder is the discussions folder of one session.
type Folder struct {
	Options
	session *os.Root               // owned by the caller
	root    *os.Root               // nil as long as the folder does not exist
	trust   trust                  // in the files that are there
	short   atomic.Pointer[error]  // the last shortage that was met, see Blind
	parsed  atomic.Pointer[parsed] // the verdict that was read last
	secret  atomic.Pointer[[]byte] // that seals are made with, once it was wanted
}

// parsed is a verdict with the bytes that it is of. A round's is read several times
// while it is judged, and nearly always the same.
type parsed struct {
	text    []byte
	verdict verdict.Verdict
}

// Open opens the discussions folder of a session. A folder that does not exist
// is made by the first write. The error wraps [ErrRefused] when discussions is
// something else than a folder. Close it after use.
func Open(session *os.Root, options Options) (*Folder, error) {
	f := &Folder{Options: options, session: session}
	err := f.open()
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	return f, err
}

func (f *Folder) open() error {
	there, err := f.session.Lstat(Dir)
	if err != nil {
		return err
	}
	if !there.IsDir() {
		return fmt.Errorf("%w: %s is not a folder (%s)", ErrRefused, Dir, there.Mode().Type())
	}
	root, err := f.session.OpenRoot(Dir)
	if err != nil {
		return err
	}
	opened, err := root.Stat(".")
	if err == nil && !os.SameFile(there, opened) {
		err = fmt.Errorf("%w: %s was replaced", ErrRefused, Dir)
	}
	if err == nil {
		f.trust, err = f.judgeTrust(root, opened)
	}
	if err != nil {
		root.Close()
		return err
	}
	f.root = root
	return nil
}

// make opens the folder and creates it when there is none.
func (f *Folder) make() error {
	if f.root != nil {
		return nil
	}
	if err := durable.Folder(f.session, Dir); err != nil {
		return err
	}
	return f.open()
}

// Close releases the folder.
func (f *Folder) Close() error {
	if f.root == nil {
		return nil
	}
	return f.root.Close()
}

// Blind returns an error when something was not read for want of descriptors or
// memory: whoever was told since that there is none of it was told wrong.
func (f *Folder) Blind() error {
	if err := f.short.Load(); err != nil {
		return fmt.Errorf("look at %s: %w", Dir, *err)
	}
	return nil
}

// RecordPath returns where the record of a round lies, relative to the session.
func (f *Folder) RecordPath(round string) string { return path.Join(Dir, f.recordName(round)) }

// VerdictPath returns where the verdict of a round lies, relative to the session.
func VerdictPath(round string) string { return path.Join(Dir, verdictName(round)) }

// RoundOf is the round whose verdict lies at a path, relative to the session; ok is
// false when no verdict would lie there.
func RoundOf(name string) (round string, ok bool) {
	base, inside := strings.CutPrefix(name, Dir+"/")
	round, ok = strings.CutSuffix(base, verdictName(""))
	return round, ok && inside && !strings.Contains(round, "/")
}

func verdictName(round string) string { return round + "-verdict.json" }
func pendingName(round string) string { return round + "-pending.json" }
func checksName(round string) string  { return round + "-checks.json" }

func (f *Folder) recordName(round string) string {
	return cmp.Or(f.Records[round], round+"-discussion.md")
}

// Verdict returns the verdict of a round; ok is false when there is none, or
// none that can be read or that discussd wrote: such a round is judged anew.
//
// A file counts when it belongs to this user and others cannot put files there. Where
// they can, it must be sealed with this user's key. A file of root's or of another user
// whose discussd is known counts as well: his key nobody else has.
func (f *Folder) Verdict(round string) (v verdict.Verdict, ok bool) {
	v, err := f.load(verdictName(round), round)
	return v, err == nil
}

// Foreign says why what stands in the place of a round's verdict is none of
// discussd's; nil when there is nothing, or a verdict that counts.
func (f *Folder) Foreign(round string) error {
	_, err := f.load(verdictName(round), round)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (f *Folder) load(name, round string) (v verdict.Verdict, err error) {
	text, err := f.own(name)
	if err != nil {
		return v, err
	}
	last := f.parsed.Load()
	if last == nil || !bytes.Equal(text, last.text) {
		if v, err = verdict.Parse(text); err != nil {
			return v, err
		}
		last = &parsed{text, v}
		f.parsed.Store(last)
	}
	return last.verdict, plausible(last.verdict, round)
}

// Record returns the record of a round; ok is false when there is none.
func (f *Folder) Record(round string) (text []byte, ok bool) {
	text, err := f.read(f.recordName(round))
	return text, err == nil
}

// Writable returns an error wrapping [ErrRefused] when the verdict of a round can
// never be written, because something else than a file has its name.
func (f *Folder) Writable(round string) error {
	if f.root == nil {
		return nil
	}
	if info, err := f.root.Lstat(verdictName(round)); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%w: %s is not a file", ErrRefused, verdictName(round))
	}
	return nil
}

// SetChecks drops what the embedded checks found.
func (f *Folder) SetChecks(round string, c verdict.Checks) error {
	text, err := c.Marshal()
	if err != nil {
		return err
	}
	return f.write(checksName(round), text)
}

// Begun tells whether a round has a verdict or a pending mark.
func (f *Folder) Begun(round string) bool {
	if f.root == nil {
		return false
	}
	for _, name := range []string{verdictName(round), pendingName(round)} {
		if _, err := f.root.Lstat(name); err == nil {
			return true
		}
	}
	return false
}
