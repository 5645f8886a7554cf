//go:build linux

package main

import (
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/go-hclog"

	"discussd/cmd/discussd/config"
	"discussd/critique"
)

func TestPolicyOfProfiles(t *testing.T) {
	rules := func(average float64, revisions int, blocks ...string) critique.Policy {
		return critique.Policy{Blocks: blocks, MinAverage: average, LowRating: 2, Spread: 3, MaxRevisions: revisions}
	}
	specTeam := rules(1, 0, critique.HighRisk, critique.CriticalIssue, critique.NoAgreement, critique.Deadline)
	specTeam.Chinese = true
	for profile, want := range map[string]critique.Policy{
		"lifecycle":  critique.DefaultPolicy(),
		"coordinate": rules(3, 1, critique.LowRating, critique.CriticalIssue),
		"spec-team":  specTeam,
		"analyze":    critique.DefaultPolicy(),
	} {
		c, err := config.Preset(profile)
		must(t, err)
		if diff := cmp.Diff(want, policy(c.Panel)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", profile, diff)
		}
	}
	c := config.Default()
	c.Panel.Facts = "gate"
	if got := policy(c.Panel); !got.Gate {
		t.Errorf("got %+v", got)
	}
}

func TestPerspectivesOfAProfile(t *testing.T) {
	c, err := config.Preset("spec-team")
	must(t, err)
	risk := c.PerspectivesByName()["risk"]
	if len(risk.Tasks) != 4 || len(risk.Reports) != 5 || risk.Tool != "gemini" || risk.Fallback != nil {
		t.Errorf("got %+v", risk)
	}
}

// TestLevelWhileLogging changes the level as a reload does, while rounds log. What
// it guards against only the race detector sees.
func TestLevelWhileLogging(t *testing.T) {
	var out strings.Builder
	logger := newLogger(config.Log{Level: "info", Format: "text"}, &out)
	round := logger.Named("round").With("session", "s")
	var logs sync.WaitGroup
	logs.Go(func() {
		for range 100 {
			round.Trace("unheard")
		}
	})
	logger.SetLevel(hclog.Debug)
	logs.Wait()
	if round.Debug("heard"); !strings.Contains(out.String(), "heard: session=s") || strings.Contains(out.String(), "unheard") {
		t.Errorf("got %q", &out)
	}
}
