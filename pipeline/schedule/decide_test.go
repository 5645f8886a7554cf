package schedule

import (
	"fmt"
	"testing"

	"discussd/critique"
)

// TestDecideOnce shows that a decision is carried out once, whatever restarts.
func TestDecideOnce(t *testing.T) {
	f := newFixture(t)
	f.judge.Policy.Blocks, f.Critic.Rating = []string{critique.LowRating}, 1
	f.Write("spec/requirements/_index.md", "# Requirements\n")
	blocked, err := f.order("R3")
	must(t, err)
	f.Write("discussions/decisions/R3.md", fmt.Sprintf("fingerprint: %s\ndecision: accept\nrationale: the pilot has ten users\nby: Ada\n", blocked.Verdict.Artifact.Fingerprint))
	for range 2 {
		d := dispatch(t, f, DispatcherOptions{})
		d.found("decisions/R3.md")
		d.fresh("R3", 2)
		d.stop()
	}
	if v, _ := f.Verdict("R3"); v.Revision != 2 || len(v.Notes) != 0 {
		t.Errorf("revision %d, notes %q", v.Revision, v.Notes)
	}
}
