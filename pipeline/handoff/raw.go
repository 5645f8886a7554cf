package handoff

import (
	"fmt"
	"path"
	"slices"

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
	// what belongs to this round stays, however the clock was set since the others'
	dropAbove(r.directory, path.Join(private, "raw"), r.rounds-1, func(name string) bool { return name != round })
	return nil
}
