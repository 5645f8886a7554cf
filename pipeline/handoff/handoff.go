// Package handoff is a session's discussions folder: where verdicts and records
// are dropped for agents and people, and found again. The pipeline writes
// through it; wait and status read through it. It writes nowhere else, never
// through a link, and never leaves a torn file.
package handoff

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"
	"time"

	"discussd/pipeline/durable"
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
	Answers time.Duration                            // how long an answer counts that was kept; 0 keeps none
	Records map[string]string                        // names of the records of rounds that have one of their own
	State   string                                   // folder of the key that seals are made with; "" is the user's own, see [StateFolder]
	Writers []uint32                                 // users, beside this one and root, whose discussd is known to this machine
	Through func(step string, do func() error) error // what every change goes through, named by its file; nil: straight
	Mode    fs.FileMode                              // of what is dropped for others, and so of the folder; 0 is 0644 and what the umask leaves
	Reading bool                                     // nothing is judged here: what the only user who can write there has written counts, too
}

// Folder is the discussions folder of one session: its parts, each over the same directory.
// What several of them take part in, a commit, is its own.
type Folder struct {
	*directory
	*outputs
	locks
	marks
	history
	rawAnswers
	keptAnswers
	judgedFiles
	answers
	owedHooks
}

// Open opens the discussions folder of a session, whose root stays the caller's. A folder that
// does not exist is made by the first write. The error wraps [ErrRefused] when discussions
// is something else than a folder. Close it after use.
func Open(session *os.Root, options Options) (*Folder, error) {
	d := &directory{session: session, through: options.Through, writers: options.Writers, reading: options.Reading, mode: options.Mode, secret: secret{state: options.State}}
	o := &outputs{directory: d, records: options.Records}
	h := history{o, options.History}
	f := &Folder{d, o, locks{d}, marks{o}, h, rawAnswers{d, options.Raw}, keptAnswers{d, options.Answers, &sync.Mutex{}}, judgedFiles{d}, answers{d}, owedHooks{d, h}}
	err := d.open()
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	return f, err
}

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
