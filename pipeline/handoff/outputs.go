package handoff

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"sync/atomic"

	"discussd/pipeline/verdict"
)

// outputs are what is dropped of rounds, by its names: verdicts, records and checks.
type outputs struct {
	*directory
	records map[string]string      // see [Options]
	parsed  atomic.Pointer[parsed] // the verdict that was read last
}

// parsed is a verdict with the bytes that it is of. A round's is read several times
// while it is judged, and nearly always the same.
type parsed struct {
	text    []byte
	verdict verdict.Verdict
}

// RecordPath returns where the record of a round lies, relative to the session.
func (o *outputs) RecordPath(round string) string { return path.Join(Dir, o.recordName(round)) }

func (o *outputs) recordName(round string) string {
	return cmp.Or(o.records[round], round+"-discussion.md")
}

// Verdict returns the verdict of a round; ok is false when there is none, or
// none that can be read or that discussd wrote: such a round is judged anew.
//
// A file counts when it belongs to this user and others cannot put files there. Where
// they can, it must be sealed with this user's key. A file of root's or of another user
// whose discussd is known counts as well: his key nobody else has.
func (o *outputs) Verdict(round string) (v verdict.Verdict, ok bool) {
	v, err := o.load(verdictName(round), round)
	return v, err == nil
}

// Foreign says why what stands in the place of a round's verdict is none of
// discussd's; nil when there is nothing, or a verdict that counts.
func (o *outputs) Foreign(round string) error {
	_, err := o.load(verdictName(round), round)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (o *outputs) load(name, round string) (v verdict.Verdict, err error) {
	text, err := o.own(name)
	if err != nil {
		return v, err
	}
	last := o.parsed.Load()
	if last == nil || !bytes.Equal(text, last.text) {
		if v, err = verdict.Parse(text); err != nil {
			return v, err
		}
		last = &parsed{text, v}
		o.parsed.Store(last)
	}
	return last.verdict, plausible(last.verdict, round)
}

// Record returns the record of a round; ok is false when there is none.
func (o *outputs) Record(round string) (text []byte, ok bool) {
	text, err := o.read(o.recordName(round))
	return text, err == nil
}

// Writable returns an error wrapping [ErrRefused] when the verdict of a round can
// never be written, because something else than a file has its name.
func (o *outputs) Writable(round string) error {
	if o.root == nil {
		return nil
	}
	if info, err := o.root.Lstat(verdictName(round)); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%w: %s is not a file", ErrRefused, verdictName(round))
	}
	return nil
}

// SetChecks drops what the embedded checks found.
func (o *outputs) SetChecks(round string, c verdict.Checks) error {
	text, err := c.Marshal()
	if err != nil {
		return err
	}
	return o.write(checksName(round), text)
}

// Begun tells whether a round has a verdict or a pending mark.
func (o *outputs) Begun(round string) bool {
	if o.root == nil {
		return false
	}
	for _, name := range []string{verdictName(round), pendingName(round)} {
		if _, err := o.root.Lstat(name); err == nil {
			return true
		}
	}
	return false
}
