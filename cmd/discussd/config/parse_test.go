package config

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
	"discussd/pipeline/texts"
)

// alone reads a file on top of nothing but the preset that it names.
func alone(name string, text []byte) (Config, error) { return parse(name, text, false, basis) }

var update = flag.Bool("update", false, "rewrite the golden files")

// Each file below testdata/rejected is refused, with the words in the file beside it.
func TestRejected(t *testing.T) {
	files, err := filepath.Glob("testdata/rejected/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".toml"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			_, err = alone(filepath.Base(file), text)
			if err == nil {
				t.Fatal("accepted")
			}
			got, golden := err.Error()+"\n", strings.TrimSuffix(file, ".toml")+".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("other words (-want +got):\n%s", diff)
			}
		})
	}
}

func TestParse(t *testing.T) {
	tests := map[string]struct {
		text   string
		change func(*Config)
	}{
		"nothing":                    {"", func(*Config) {}},
		"numbers over a socket":      {"[metrics]\nlisten = 'unix:/run/discussd/metrics'\n", func(c *Config) { c.Metrics.Listen = "unix:/run/discussd/metrics" }},
		"outputs for a group":        {"handoff.mode = '0660'", func(c *Config) { c.Handoff.Mode = "0660" }},
		"numbers over IPv6":          {"[metrics]\nlisten = '[::1]:9754'\n", func(c *Config) { c.Metrics.Listen = "[::1]:9754" }},
		"byte order mark":            {"\ufeff[log]\r\nlevel = 'debug'\r\n", func(c *Config) { c.Log.Level = "debug" }},
		"a whole number is a number": {"panel.min_average = 4", func(c *Config) { c.Panel.MinAverage = 4 }},
		"an empty list replaces": {"tools.gemini.fallback = []", func(c *Config) {
			tool := c.Tools["gemini"]
			tool.Fallback = []string{}
			c.Tools["gemini"] = tool
		}},
		"a known tool keeps the rest": {"[tools.codex]\nmodel = 'm'", func(c *Config) {
			tool := c.Tools["codex"]
			tool.Model = "m"
			c.Tools["codex"] = tool
		}},
		"a new tool": {"[tools.qwen]\nvia = 'command'\ncommand = ['qwen']", func(c *Config) {
			tool := newTool("")
			tool.Via, tool.Command = "command", []string{"qwen"}
			c.Tools["qwen"] = tool
		}},
		"a known perspective keeps the rest": {"[[perspectives]]\nname = 'risk'\ntool = 'codex'", func(c *Config) {
			c.Perspectives[3].Tool = "codex"
		}},
		"a new perspective goes to the end": {
			"perspectives = [{name = 'a11y', tool = 'claude', role = 'R', focus = 'F'}]", func(c *Config) {
				c.Perspectives = append(c.Perspectives, critique.Perspective{Name: "a11y", Tool: "claude", Role: "R", Focus: "F", Tasks: []string{}, Reports: []string{}, Checks: []string{}, Reads: []string{}})
			}},
		"a known round keeps the rest": {"[[rounds]]\nid = 'DISCUSS-006'\nfinal = false", func(c *Config) {
			c.Rounds[5].Final = false
		}},
		"a round may hand its artifact on": {
			"[[rounds]]\nid='DISCUSS-002'\nartifact=['b.md']\n[[rounds]]\nid='MINE'\nartifact=['product-brief.md']\nperspectives=['risk']",
			func(c *Config) {
				c.Rounds[1].Artifacts = []string{"b.md"}
				mine := newRound("MINE")
				mine.Artifacts, mine.Perspectives = []string{"product-brief.md"}, []string{"risk"}
				c.Rounds = append(c.Rounds, mine)
			}},
		"off": {"[watch]\nrescan = '0s'\ncatch_up = 'none'\n[panel]\nbudget = 0\n[handoff]\nraw = 0", func(c *Config) {
			c.Watch.Rescan, c.Watch.CatchUp, c.Panel.Budget, c.Handoff.Raw = 0, CatchUpNone, 0, 0
		}},
		"environment and severities": {"tools.claude.env.A_1 = 'x'\nchecks.severity.X-005 = 'LOW'", func(c *Config) {
			c.Tools["claude"].Env["A_1"] = "x"
			c.Checks.Severity["X-005"] = "LOW"
		}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := alone("test.toml", []byte(test.text))
			if err != nil {
				t.Fatal(err)
			}
			want := Default()
			test.change(&want)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestParseRefusesHugeText(t *testing.T) {
	_, err := alone("huge.toml", []byte(strings.Repeat("#", largestFile+1)))
	if want := "huge.toml: is larger than 256KiB"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %q", err, want)
	}
}

func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/rejected/*.toml")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range append(files, shipped) {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	for _, profile := range texts.Builtin().Names() {
		f.Add([]byte("panel.profile = '" + profile + "'\nrounds = []\n"))
	}
	f.Add([]byte("[tools.qwen]\nvia='ccw'\n[[perspectives]]\nname='a'\ntool='qwen'\nrole='r'\nfocus='f'\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := alone("fuzz.toml", text)
		if err != nil {
			for line := range strings.Lines(err.Error()) {
				if !strings.HasPrefix(line, "fuzz.toml:") || strings.ContainsFunc(strings.TrimSuffix(line, "\n"), unicode.IsControl) {
					t.Errorf("a problem breaks its line: %q", line)
				}
			}
			return
		}
		again, err := alone("again.toml", c.TOML())
		if err != nil {
			t.Fatalf("what is accepted is refused when written again: %v\n%s", err, c.TOML())
		}
		if diff := cmp.Diff(c, again); diff != "" {
			t.Errorf("what is accepted changes when written again:\n%s", diff)
		}
	})
}
