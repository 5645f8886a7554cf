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

	"discussd/pipeline/verdict"
)

// history is what was replaced.
type history struct {
	*outputs
	keep int // verdicts a round
}

func historyDir(round string) string { return path.Join(private, "history", round) }

func historyName(round string, revision int, what string) string {
	return path.Join(historyDir(round), fmt.Sprintf("%d-%s", revision, what))
}

// keepVerdict copies a verdict to history and drops what is too old to be kept, or
// was left there by a killed writer.
func (h history) keepVerdict(v verdict.Verdict) error {
	h.sweep(historyDir(v.Round))
	text, err := verdict.Marshal(v)
	if err != nil {
		return err
	}
	if err := h.writeOwn(historyName(v.Round, v.Revision, "verdict.json"), text); err != nil {
		return err
	}
	revisions := h.revisions(v.Round)
	for len(revisions) > h.keep {
		h.remove(historyName(v.Round, revisions[0], "verdict.json"))
		h.remove(historyName(v.Round, revisions[0], "discussion.md"))
		revisions = revisions[1:]
	}
	return nil
}

// revisions lists the revisions in history, oldest first.
func (h history) revisions(round string) []int {
	var found []int
	for _, name := range h.list(historyDir(round)) {
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
func (h history) Past(round string) iter.Seq[verdict.Verdict] {
	return func(yield func(verdict.Verdict) bool) {
		current, judged := h.Verdict(round)
		revisions := h.revisions(round)
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
			v, err := h.load(historyName(round, n, "verdict.json"), round)
			if err == nil && v.Revision == n && !yield(v) {
				return
			}
		}
		if judged {
			yield(current)
		}
	}
}

// pruneEvery is how many files come beyond what is kept before any is dropped: to find
// the oldest all are looked at.
const pruneEvery = 50

// dropOldest removes from a folder the oldest of the files that may go, as many as
// there are more than most in it.
func dropOldest(d *directory, dir string, most int, may func(name string) bool) {
	if n := len(d.list(dir)); n > most && (most <= pruneEvery || n%pruneEvery == 0) {
		dropAbove(d, dir, most, may)
	}
}

// dropAbove is [dropOldest] at once: of the files that may go the latest stay.
func dropAbove(d *directory, dir string, most int, may func(name string) bool) {
	type aged struct {
		name string
		at   time.Time
	}
	var files []aged
	for _, name := range d.list(dir) {
		if !may(name) {
			continue
		}
		if info, err := d.root.Lstat(path.Join(dir, name)); err == nil {
			files = append(files, aged{name, info.ModTime()})
		}
	}
	slices.SortFunc(files, func(a, b aged) int { return cmp.Or(b.at.Compare(a.at), cmp.Compare(b.name, a.name)) })
	for _, old := range files[min(most, len(files)):] {
		d.remove(path.Join(dir, old.name)) // else the next time
	}
}
