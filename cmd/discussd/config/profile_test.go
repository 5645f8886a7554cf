package config

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
	"discussd/pipeline/session"
	"discussd/pipeline/texts"
)

func preset(t *testing.T, profile string) Config {
	t.Helper()
	c, err := Preset(profile)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// instead sets who is asked when a tool fails.
func instead(c *Config, fallback map[string][]string) {
	for name, tools := range fallback {
		tool := c.Tools[name]
		tool.Fallback = tools
		c.Tools[name] = tool
	}
}

var claudeStandsIn = map[string][]string{"gemini": {"claude"}, "codex": {"claude"}, "claude": {}}

// A preset is the default but for what is said here.
func TestPreset(t *testing.T) {
	tests := map[string]func(*Config){
		"lifecycle": func(*Config) {},
		"coordinate": func(c *Config) {
			c.Rounds = []session.Round{}
			c.Panel.Blocks = []string{"low_rating", "critical_issue"}
			instead(c, claudeStandsIn)
		},
		"spec-team": func(c *Config) {
			c.Watch.Markers = []string{"discovery-context.json"}
			c.Panel.Blocks = []string{"high_risk", "critical_issue", "no_agreement", "deadline"}
			c.Panel.MinAverage, c.Panel.MaxRevisions, c.Panel.Prior, c.Panel.Language = 1, 0, 2000, "zh"
			instead(c, claudeStandsIn)
			c.Perspectives = c.Perspectives[:4] // no coverage
			for i, reports := range [][]string{
				{}, {"risks"}, {"testability_issues"},
				{"no_rating", "risk_level", "risks", "assumptions_to_validate", "dependencies"},
			} {
				c.Perspectives[i].Reports = reports
				c.Perspectives[i].Tasks = []string{"4"}
			}
			for i, row := range []struct{ label, perspectives, record string }{
				{"范围讨论", "product risk", "discuss-001-scope.md"},
				{"Brief评审", "product technical quality", "discuss-002-brief.md"},
				{"需求讨论", "quality product", "discuss-003-requirements.md"},
				{"架构讨论", "technical risk", "discuss-004-architecture.md"},
				{"Epics讨论", "product technical quality", "discuss-005-epics.md"},
				{"最终签收", "product technical quality risk", "discuss-006-final.md"},
			} {
				c.Rounds[i].Label, c.Rounds[i].Perspectives, c.Rounds[i].Record = row.label, strings.Fields(row.perspectives), row.record
			}
		},
		"analyze": func(c *Config) {
			c.Rounds = []session.Round{}
			c.Watch.Markers = []string{"analyses", "discussions"}
			c.Perspectives = []critique.Perspective{{Name: "discussant", Tool: "gemini", Role: "Discussant", Focus: "words", Tasks: []string{"3"}, Reports: []string{"understanding", "no_rating"}, Checks: []string{}, Reads: []string{}}}
		},
	}
	for _, profile := range texts.Builtin().Names() {
		t.Run(profile, func(t *testing.T) {
			got, want := preset(t, profile), Default()
			want.Panel.Profile = profile
			tests[profile](&want)
			for i, p := range got.Perspectives { // the words are free, their number is not
				if n := len(p.Tasks); n > 0 {
					got.Perspectives[i].Tasks = []string{string(rune('0' + n))}
				}
				if p.Name == "discussant" {
					got.Perspectives[i].Focus = "words"
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestPresetUnknown(t *testing.T) {
	for name, want := range map[string]string{
		"spec-tem":     `unknown profile "spec-tem", did you mean "spec-team"?`,
		"":             `unknown profile ""; known are analyze, coordinate, lifecycle, spec-team`,
		"../profiles":  `unknown profile "../profiles"; known are analyze, coordinate, lifecycle, spec-team`,
		"analyze.toml": `unknown profile "analyze.toml"; known are analyze, coordinate, lifecycle, spec-team`,
	} {
		if _, err := Preset(name); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", name, err, want)
		}
	}
}

// What is printed of a profile is a configuration of that profile.
func TestPresetIsReadBack(t *testing.T) {
	for _, profile := range texts.Builtin().Names() {
		want := preset(t, profile)
		got, err := alone("shown.toml", want.TOML())
		if err != nil {
			t.Fatalf("%s: %v\n%s", profile, err, want.TOML())
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: TOML lost something (-want +got):\n%s", profile, diff)
		}
	}
}

// A user's file comes on top of the preset that it names, key by key.
func TestParseOnPreset(t *testing.T) {
	tests := map[string]struct {
		profile string
		text    string
		change  func(*Config)
	}{
		"nothing more":    {"spec-team", "", func(*Config) {}},
		"lists replace":   {"coordinate", "blocks = ['low_rating']", func(c *Config) { c.Panel.Blocks = []string{"low_rating"} }},
		"an empty list":   {"spec-team", "blocks = []", func(c *Config) { c.Panel.Blocks = []string{} }},
		"back to none":    {"spec-team", "prior = 0", func(c *Config) { c.Panel.Prior = 0 }},
		"no rounds":       {"lifecycle", "[watch]\n[[perspectives]]\nname='risk'\n", func(*Config) {}},
		"a known round":   {"spec-team", "[[rounds]]\nid='DISCUSS-002'\nlabel='brief'", func(c *Config) { c.Rounds[1].Label = "brief" }},
		"its perspective": {"spec-team", "[[perspectives]]\nname='risk'\ntasks=['look']", func(c *Config) { c.Perspectives[3].Tasks = []string{"look"} }},
		"a round of one's own": {"coordinate", "[[rounds]]\nid='MINE'\nartifact=['a.md']\nperspectives=['risk']", func(c *Config) {
			mine := newRound("MINE")
			mine.Artifacts, mine.Perspectives = []string{"a.md"}, []string{"risk"}
			c.Rounds = []session.Round{mine}
		}},
		"a tool keeps the preset's fallback": {"coordinate", "[tools.gemini]\nmodel='m'", func(c *Config) {
			tool := c.Tools["gemini"]
			tool.Model = "m"
			c.Tools["gemini"] = tool
		}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			text := "[panel]\nprofile = '" + test.profile + "'\n" + test.text
			got, err := alone("test.toml", []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			want := preset(t, test.profile)
			test.change(&want)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestParseEmptyListOfEntries(t *testing.T) {
	got, err := alone("test.toml", []byte("rounds = []"))
	if err != nil {
		t.Fatal(err)
	}
	want := Default()
	want.Rounds = []session.Round{}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Each profile judges by another policy.
func TestPresetsDifferInPolicy(t *testing.T) {
	var digests []string
	for _, profile := range texts.Builtin().Names() {
		digests = append(digests, preset(t, profile).PolicySHA256())
	}
	slices.Sort(digests)
	if distinct := slices.Compact(slices.Clone(digests)); len(distinct) != len(digests) {
		t.Errorf("%d policies of %d profiles", len(distinct), len(digests))
	}
}

// Another profile is a folder of its own: nothing else knows its name.
func TestPresetOfAnotherProfile(t *testing.T) {
	profiles, err := texts.Read(fstest.MapFS{
		"lifecycle/profile.toml": {},
		"workshop/preset.toml":   {Data: []byte("[panel]\nmin_average = 2.5\n\n[[rounds]]\nid = \"W-1\"\nartifact = [\"spec/bench.md\"]\nperspectives = [\"product\"]\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	c, err := presetOf(profiles, "workshop")
	if err != nil {
		t.Fatal(err)
	}
	if c.Panel.Profile != "workshop" || c.Panel.MinAverage != 2.5 || len(c.Rounds) != 1 || c.Rounds[0].ID != "W-1" {
		t.Errorf("its preset is %+v", c.Panel)
	}
	if _, err := presetOf(profiles, "worksop"); err == nil || !strings.Contains(err.Error(), `"workshop"`) {
		t.Errorf("a near name: %v", err)
	}
	if _, err := presetOf(profiles, "../workshop"); err == nil {
		t.Error("a path was taken for a profile")
	}
}
