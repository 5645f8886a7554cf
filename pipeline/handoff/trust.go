package handoff

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"syscall"

	"discussd/critique"
	"discussd/internal/platform"
	"discussd/pipeline/durable"
	"discussd/pipeline/verdict"
)

// errForeign says that discussd did not write a file.
var errForeign = errors.New("not written by discussd")

// trust is what can be said of the files in a folder before one is looked at.
type trust struct {
	me      uint32 // the user whose rights this process has
	session uint32 // the owner of the session
	shared  bool   // others than me can put files there
	alone   bool   // nobody but the owner of the folder can, beside me and root
	folder  uint32 // that owner
}

// judgeTrust looks at the opened discussions folder, and at the session around it. To a
// process of root's it refuses a folder that belongs to somebody else than the
// session does: what is written there as its owner would be out of the reach of the
// session's.
func judgeTrust(d *directory, root *os.Root, folder fs.FileInfo) (trust, error) {
	session, err := d.session.Stat(".")
	if err != nil {
		return trust{}, err
	}
	t := trust{me: uint32(os.Geteuid()), session: owner(session), folder: owner(folder)}
	if !d.reading && t.me == 0 && t.session != 0 && t.folder != 0 && t.folder != t.session {
		return t, fmt.Errorf("%w: %s belongs to user %d, and the session to user %d", ErrRefused, Dir, t.folder, t.session)
	}
	open := durable.Shared(folder)
	if inner, err := root.Lstat(private); err == nil {
		open = open || durable.Shared(inner) || owner(inner) != t.folder && owner(inner) != 0
	}
	t.shared = t.folder != t.me || open
	t.alone = !open && !durable.Shared(session) && !platform.Stranger(t.folder) && slices.Contains([]uint32{0, t.me, t.folder}, t.session)
	return t, nil
}

// counts returns nil when discussd wrote the file that text and info are of, and
// otherwise an error wrapping [errForeign].
func counts(d *directory, name string, text []byte, info fs.FileInfo) error {
	whose, t := owner(info), d.trust
	mine := whose == t.me || t.me == 0 && whose == t.session
	if mine && !t.shared || !mine && (whose == 0 || slices.Contains(d.writers, whose)) {
		return nil
	}
	if d.reading && len(d.writers) == 0 && t.alone && whose == t.folder && whose != t.me {
		return nil
	}
	if !mine {
		return fmt.Errorf("%w: %s belongs to user %d, of whom no discussd is known", errForeign, name, whose)
	}
	return sealed(d, name, text)
}

// owner is the number of the user whose a file is.
func owner(info fs.FileInfo) uint32 {
	status, _ := info.Sys().(*syscall.Stat_t)
	return status.Uid
}

// mostRevisions is more than any round has.
const mostRevisions = 1_000_000_000

// plausible checks of a verdict that was read back what is relied on: it is another
// program's input, for all that its owner says.
func plausible(v verdict.Verdict, round string) error {
	severe := v.Severity != nil && slices.Contains([]critique.Severity{critique.High, critique.Medium, critique.Low}, *v.Severity)
	wrong := ""
	switch {
	case v.Round != round:
		wrong = fmt.Sprintf("it is that of round %q", v.Round)
	case v.Revision < 1 || v.Revision > mostRevisions:
		wrong = fmt.Sprintf("its revision is %d", v.Revision)
	case (v.Outcome == verdict.Blocked) != severe || v.Severity != nil && !severe:
		wrong = "its severity does not go with its outcome"
	case slices.ContainsFunc(v.Decisions, func(d verdict.Decision) bool { return d.Decision != verdict.Accept && d.Decision != verdict.Revise }):
		wrong = "it holds a decision that is none"
	}
	if wrong != "" {
		return fmt.Errorf("%w: %s", errForeign, wrong)
	}
	return nil
}
