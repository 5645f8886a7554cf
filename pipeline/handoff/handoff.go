// Package handoff is a session's discussions folder: where verdicts and records
// are dropped for agents and people, and found again. The pipeline writes
// through it; wait and status read through it. It writes nowhere else, never
// through a link, and never leaves a torn file.
package handoff

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"

	"discussd/pipeline/verdict"
)

// Dir is the folder's name in a session.
const Dir = "discussions"

// private is the part of the folder that is discussd's own bookkeeping.
const private = ".discussd"

// ErrRefused is returned when the folder, or a file to be written, is a link or
// otherwise not what discussd would have made: nothing is written through it.
var ErrRefused = errors.New("output_refused")

// Options bound what is kept.
type Options struct {
	History int // replaced verdicts kept a round
	Raw     int // rounds whose raw answers are kept
}

// Folder is the discussions folder of one session.
type Folder struct {
	Options
	session *os.Root // owned by the caller
	root    *os.Root // nil as long as the folder does not exist
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
	info, err := f.session.Lstat(Dir)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("%w: %s is not a folder (%s)", ErrRefused, Dir, info.Mode().Type())
	}
	f.root, err = f.session.OpenRoot(Dir)
	return err
}

// make opens the folder and creates it when there is none.
func (f *Folder) make() error {
	if f.root != nil {
		return nil
	}
	if err := f.session.Mkdir(Dir, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
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

// RecordPath returns where the record of a round lies, relative to the session.
func RecordPath(round string) string { return path.Join(Dir, recordName(round)) }

func verdictName(round string) string { return round + "-verdict.json" }
func pendingName(round string) string { return round + "-pending.json" }
func checksName(round string) string  { return round + "-checks.json" }
func recordName(round string) string  { return round + "-discussion.md" }

// Verdict returns the verdict of a round; ok is false when there is none, or
// none that can be read: such a round is judged anew.
func (f *Folder) Verdict(round string) (v verdict.Verdict, ok bool) {
	return f.load(verdictName(round))
}

func (f *Folder) load(name string) (v verdict.Verdict, ok bool) {
	text, err := f.read(name)
	if err != nil {
		return v, false
	}
	v, err = verdict.Parse(text)
	return v, err == nil
}

// Pending returns the pending mark of a round; ok is false when there is none.
// A mark that cannot be read counts: something was begun and not finished.
func (f *Folder) Pending(round string) (p verdict.Pending, ok bool) {
	text, err := f.read(pendingName(round))
	if err != nil {
		return p, false
	}
	p, _ = verdict.ParsePending(text)
	return p, true
}

// SetPending marks a round as not judged yet. What an earlier mark knows of a
// record that a killed run left is kept.
func (f *Folder) SetPending(round string, p verdict.Pending) error {
	if left, ok := f.Pending(round); ok && p.RecordSHA256 == "" {
		p.RecordSHA256 = left.RecordSHA256
	}
	text, err := p.Marshal()
	if err != nil {
		return err
	}
	return f.write(pendingName(round), text)
}

// ClearPending removes the mark: the verdict on disk is that of the artifact.
func (f *Folder) ClearPending(round string) error { return f.remove(pendingName(round)) }

// Writable returns an error wrapping [ErrRefused] when the verdict of a round can
// never be written, because something else than a file has its name.
func (f *Folder) Writable(round string) error {
	if _, err := f.read(verdictName(round)); errors.Is(err, ErrRefused) {
		return err
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
