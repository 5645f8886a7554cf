package main

import (
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/go-hclog"

	"discussd/cmd/discussd/config"
	"discussd/critique"
	"discussd/critique/cli"
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
	risk := perspectives(c)["risk"]
	if len(risk.Tasks) != 4 || len(risk.Reports) != 5 || risk.Tool != "gemini" || risk.Fallback != nil {
		t.Errorf("got %+v", risk)
	}
}

// TestChain: who is asked, in which order, and that one tool is the same one in
// every chain.
func TestChain(t *testing.T) {
	c := config.Default()
	claude := c.Tools["claude"]
	claude.Enabled = false
	off := map[string]config.Tool{"gemini": c.Tools["gemini"], "codex": c.Tools["codex"], "claude": claude}
	tests := map[string]struct {
		tools    map[string]config.Tool
		tool     string
		fallback []string
		want     []string
	}{
		"the tool's own":            {c.Tools, "gemini", nil, []string{"gemini", "codex"}},
		"the perspective's":         {c.Tools, "gemini", []string{"claude"}, []string{"gemini", "claude"}},
		"none":                      {c.Tools, "gemini", []string{}, []string{"gemini"}},
		"itself":                    {c.Tools, "claude", []string{"claude"}, []string{"claude"}},
		"one that is switched off":  {off, "gemini", []string{"claude"}, []string{"gemini"}},
		"it is switched off itself": {off, "claude", nil, []string{"gemini"}},
		"one that nobody knows":     {c.Tools, "agy", nil, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			e := &engine{tools: map[string]*cli.Tool{}}
			breakers, err := e.breakers(config.Config{Tools: tt.tools, Panel: c.Panel}, settings{logger: hclog.NewNullLogger()})
			must(t, err)
			var got []string
			for _, link := range chain(critique.Perspective{Tool: tt.tool, Fallback: tt.fallback}, tt.tools, breakers) {
				got = append(got, link.Tool)
				if link.Analyst != breakers[link.Tool] {
					t.Errorf("%s has a breaker of its own in this chain", link.Tool)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("asked (-want +got):\n%s", diff)
			}
		})
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
