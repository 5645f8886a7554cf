package handoff

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"time"

	"discussd/critique"
)

// rawAnswers are what tools printed, as evidence.
type rawAnswers struct {
	*directory
	rounds int // whose answers are kept
}

// KeepRaw saves what the tools printed for a round, one file an attempt, in place
// of the round's earlier ones, and drops the oldest rounds' above the number kept.
func (r rawAnswers) KeepRaw(round string, opinions []critique.Opinion) error {
	if r.rounds == 0 {
		return nil
	}
	dir := path.Join(private, "raw", round)
	stale := r.list(dir)
	for _, o := range opinions {
		for i, a := range o.Attempts {
			if len(a.Raw) == 0 {
				continue
			}
			name := fmt.Sprintf("%s-%d.txt", o.Perspective.Name, i+1)
			if err := r.write(path.Join(dir, name), a.Raw); err != nil {
				return err
			}
			stale = slices.DeleteFunc(stale, func(old string) bool { return old == name })
		}
	}
	for _, name := range stale {
		r.remove(path.Join(dir, name))
	}
	return r.dropOldRaw(round)
}

// dropOldRaw keeps what belongs to a round, however the clock was set since the
// others', and the latest of those.
func (r rawAnswers) dropOldRaw(latest string) error {
	type kept struct {
		round string
		at    time.Time
	}
	var rounds []kept
	keep := r.rounds
	for _, round := range r.list(path.Join(private, "raw")) {
		if round == latest {
			keep--
			continue
		}
		if info, err := r.root.Lstat(path.Join(private, "raw", round)); err == nil {
			rounds = append(rounds, kept{round, info.ModTime()})
		}
	}
	slices.SortFunc(rounds, func(a, b kept) int { return cmp.Or(b.at.Compare(a.at), cmp.Compare(b.round, a.round)) })
	for _, old := range rounds[min(keep, len(rounds)):] {
		if err := r.remove(path.Join(private, "raw", old.round)); err != nil {
			return err
		}
	}
	return nil
}
