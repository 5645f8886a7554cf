package handoff

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"discussd/pipeline/verdict"
)

func historyDir(round string) string { return path.Join(private, "history", round) }

func historyName(round string, revision int, what string) string {
	return path.Join(historyDir(round), fmt.Sprintf("%d-%s", revision, what))
}

// keepVerdict copies a verdict to history and drops what is too old to be kept.
func (f *Folder) keepVerdict(v verdict.Verdict) error {
	text, err := verdict.Marshal(v)
	if err != nil {
		return err
	}
	if err := f.write(historyName(v.Round, v.Revision, "verdict.json"), text); err != nil {
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

// Past returns the verdicts of a round, latest first: the current one, then
// history.
func (f *Folder) Past(round string) []verdict.Verdict {
	var past []verdict.Verdict
	if v, ok := f.Verdict(round); ok {
		past = append(past, v)
	}
	revisions := f.revisions(round)
	for _, n := range slices.Backward(revisions) {
		if v, ok := f.load(historyName(round, n, "verdict.json")); ok && (len(past) == 0 || v.Revision != past[0].Revision) {
			past = append(past, v)
		}
	}
	slices.SortStableFunc(past, func(a, b verdict.Verdict) int { return cmp.Compare(b.Revision, a.Revision) })
	return past
}

// Retire moves the verdict of an artifact that is gone to history, with its
// record, and removes what else the round left. It tells whether there was one.
func (f *Folder) Retire(round string) (bool, error) {
	old, judged := f.Verdict(round)
	if _, err := f.keepRecord(round, old, judged); err != nil {
		return false, err
	}
	if judged {
		if err := f.keepVerdict(old); err != nil {
			return false, err
		}
	}
	for _, name := range []string{verdictName(round), recordName(round), checksName(round), pendingName(round)} {
		if err := f.remove(name); err != nil {
			return false, err
		}
	}
	return judged, nil
}
