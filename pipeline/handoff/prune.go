package handoff

import (
	"cmp"
	"path"
	"slices"
	"time"
)

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
