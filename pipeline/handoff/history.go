package handoff

import (
	"cmp"
	"fmt"
	"iter"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"discussd/pipeline/durable/disk"
	"discussd/pipeline/failpoint"
	"discussd/pipeline/verdict"
)

func historyDir(round string) string { return path.Join(private, "history", round) }

func historyName(round string, revision int, what string) string {
	return path.Join(historyDir(round), fmt.Sprintf("%d-%s", revision, what))
}

// keepVerdict copies a verdict to history and drops what is too old to be kept, or
// was left there by a killed writer.
func (f *Folder) keepVerdict(v verdict.Verdict) error {
	f.sweep(historyDir(v.Round))
	text, err := verdict.Marshal(v)
	if err != nil {
		return err
	}
	if err := f.writeOwn(historyName(v.Round, v.Revision, "verdict.json"), text); err != nil {
		return err
	}
	revisions := f.revisions(v.Round)
	for len(revisions) > f.History {
		f.remove(historyName(v.Round, revisions[0], "verdict.json"))
		f.remove(historyName(v.Round, revisions[0], "discussion.md"))
		revisions = revisions[1:]
	}
	return nil
}

// revisions lists the revisions in history, oldest first.
func (f *Folder) revisions(round string) []int {
	var found []int
	for _, name := range f.list(historyDir(round)) {
		if number, ok := strings.CutSuffix(name, "-verdict.json"); ok {
			if n, err := strconv.Atoi(number); err == nil {
				found = append(found, n)
			}
		}
	}
	slices.Sort(found)
	return found
}

// mostPast is how many verdicts of a history are read: others may put files there, too.
const mostPast = 100

// Past yields the verdicts of a round, latest first: the current one, and the end of
// its history. Each is read when it is its turn.
func (f *Folder) Past(round string) iter.Seq[verdict.Verdict] {
	return func(yield func(verdict.Verdict) bool) {
		current, judged := f.Verdict(round)
		revisions := f.revisions(round)
		for _, n := range slices.Backward(revisions[max(0, len(revisions)-mostPast):]) {
			if judged && n <= current.Revision {
				judged = false
				if !yield(current) {
					return
				}
				if n == current.Revision { // its copy, of a commit that was killed
					continue
				}
			}
			v, err := f.load(historyName(round, n, "verdict.json"), round)
			if err == nil && v.Revision == n && !yield(v) {
				return
			}
		}
		if judged {
			yield(current)
		}
	}
}

// Retire moves the verdict of an artifact that is gone to history, with its
// record, and removes what else the round left. It tells whether there was one. The
// round is marked meanwhile: whoever is killed leaves the mark, and the next run goes on.
func (f *Folder) Retire(round string) (bool, error) {
	old, judged := f.Verdict(round)
	_, err := f.keepRecord(round, old, judged)
	if err := cmp.Or(err, f.Blind()); err != nil {
		return false, err
	}
	if judged {
		err = f.keepVerdict(old)
	} else {
		_, err = f.keepForeign(round)
	}
	if err = failpoint.Fail(failpoint.GoneKept, err); err != nil {
		return false, err
	}
	if _, marked := f.Pending(round); !marked && f.root != nil {
		if err := f.SetPending(round, verdict.Pending{Fingerprint: old.Artifact.Fingerprint, State: verdict.Running, Since: time.Now()}); err != nil {
			return false, err
		}
	}
	for _, name := range []string{verdictName(round), f.recordName(round), checksName(round)} {
		if err := f.remove(name); err != nil {
			return false, err
		}
	}
	if f.root != nil { // the mark goes when nothing else can come back
		if err := disk.SyncFolder(f.root); err != nil {
			return false, err
		}
		if err := f.ClearPending(round); err != nil {
			return false, err
		}
	}
	failpoint.Reach(failpoint.GoneRemoved)
	return judged, nil
}
