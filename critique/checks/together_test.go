package checks

import (
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
)

// TestSessionsAtOnce judges all rounds of all sessions at the same time, twice each, by
// checks that have read nothing yet: what is said is what is said of each alone. Rules
// start nothing of their own, so this is where the race detector sees what they share.
func TestSessionsAtOnce(t *testing.T) {
	alone, together := newGround(t, plantedNow), newGround(t, plantedNow)
	said := func(c *Checks, subject critique.Subject) outcome { return assess(c, []critique.Subject{subject}) }
	var judging sync.WaitGroup
	defer judging.Wait()
	for i, session := range alone.sessions {
		if testing.Short() && i%4 > 0 {
			continue
		}
		files := map[string][]byte{}
		for name, content := range session.Files { // with something to say
			files[name] = append(content[:len(content):len(content)], "\n## Open\n\nThe size is TBD, see [the rest](gone.md).\n"...)
		}
		for _, subject := range subjectsOf(files) {
			want := fmt.Sprint(said(alone.Checks, subject))
			for range 2 {
				judging.Go(func() {
					if diff := cmp.Diff(want, fmt.Sprint(said(together.Checks, subject))); diff != "" {
						t.Errorf("%s, %s (-alone +together):\n%s", session.Name, subject.Artifact.Path, diff)
					}
				})
			}
		}
	}
}
