package handoff

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"time"

	"discussd/critique"
)

// KeepRaw saves what the tools printed for a round, one file an attempt, in place
// of the round's earlier ones, and drops the oldest rounds' above the number kept.
func (f *Folder) KeepRaw(round string, opinions []critique.Opinion) error {
	if f.Raw == 0 {
		return nil
	}
	dir := path.Join(private, "raw", round)
	stale := f.list(dir)
	for _, o := range opinions {
		for i, a := range o.Attempts {
			if len(a.Raw) == 0 {
				continue
			}
			name := fmt.Sprintf("%s-%d.txt", o.Perspective.Name, i+1)
			if err := f.write(path.Join(dir, name), a.Raw); err != nil {
				return err
			}
			stale = slices.DeleteFunc(stale, func(old string) bool { return old == name })
		}
	}
	for _, name := range stale {
		f.remove(path.Join(dir, name))
	}
	return f.dropOldRaw(round)
}

// dropOldRaw keeps what belongs to a round, however the clock was set since the
// others', and the latest of those.
func (f *Folder) dropOldRaw(latest string) error {
	type kept struct {
		round string
		at    time.Time
	}
	var rounds []kept
	keep := f.Raw
	for _, round := range f.list(path.Join(private, "raw")) {
		if round == latest {
			keep--
			continue
		}
		if info, err := f.root.Lstat(path.Join(private, "raw", round)); err == nil {
			rounds = append(rounds, kept{round, info.ModTime()})
		}
	}
	slices.SortFunc(rounds, func(a, b kept) int { return cmp.Or(b.at.Compare(a.at), cmp.Compare(b.round, a.round)) })
	for _, old := range rounds[min(keep, len(rounds)):] {
		if err := f.remove(path.Join(private, "raw", old.round)); err != nil {
			return err
		}
	}
	return nil
}
