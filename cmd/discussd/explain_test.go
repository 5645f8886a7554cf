//go:build linux

package main

import (
	"encoding/json"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/go-hclog"

	"discussd/cmd/discussd/rulebook"
	"discussd/critique/checks"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestExplain(t *testing.T) {
	tests := map[string]struct {
		args   []string
		code   int
		stdout string // part of it
		stderr string
	}{
		"a rule":          {[]string{"X-005"}, 0, "A relative link whose target does not exist.", ""},
		"in Chinese, too": {[]string{"X-005"}, 0, "个链接指向不存在的文件", ""},
		"example":         {[]string{"X-005"}, 0, "    See [the limits](limits.md).\n", ""},
		"near miss":       {[]string{"X-005"}, 0, "It does not fire on\n", ""},
		"off":             {[]string{"X-005"}, 0, `off = ["X-005"]`, ""},
		"other severity":  {[]string{"X-005"}, 0, `severity.X-005 = "LOW"`, ""},
		"ignored once":    {[]string{"X-005"}, 0, "<!-- discussd-ignore X-005 ", ""},
		"core rule":       {[]string{"BR-001"}, 0, "A core rule", ""},
		"lower case":      {[]string{"x-005"}, 0, "X-005  HIGH  coverage", ""},
		"two rules":       {[]string{"X-005", "X-006"}, 0, "\nX-006  MEDIUM", ""},
		"markdown":        {[]string{"X-005", "--format", "md"}, 0, "**X-005** A relative link", ""},
		"json":            {[]string{"X-005", "--json"}, 0, `"violation": "-- spec/product-brief.md --`, ""},
		"all":             {[]string{"--all"}, 0, "  X-005   HIGH    coverage   a relative link", ""},
		"renamed rule":    {[]string{"XD-004"}, 0, "FT-001  MEDIUM", ""},
		"rule that went":  {[]string{"RD-010"}, 64, "", "rule RD-010 is gone: no documents of others needed it, and no rule stands in for it"},
		"told by another": {[]string{"xd-004"}, 0, "", "rule XD-004 is gone: FT-001 tells now what it told"},
		"unknown rule":    {[]string{"X-0055"}, 64, "", `unknown rule "X-0055" (nearest: X-005, `},
		"no rule":         {nil, 64, "", "name a rule, or --all"},
		"all and a rule":  {[]string{"--all", "X-005"}, 64, "", "name a rule, or --all"},
		"unknown format":  {[]string{"X-005", "--format", "sarif"}, 64, "", "must be one of"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			out, errs, code := execute(t, append([]string{"explain"}, tt.args...)...)
			if code != tt.code || !strings.Contains(out, tt.stdout) || !strings.Contains(errs, tt.stderr) {
				t.Errorf("exit %d, want %d\nstdout: %s\nstderr: %s", code, tt.code, out, errs)
			}
		})
	}
}

// TestExplainedSettings: what explain tells to write into discussd.toml is valid, for
// every rule by itself, and all of it together is what checks can be built from.
func TestExplainedSettings(t *testing.T) {
	isolate(t)
	dir := t.TempDir()
	all, _, err := (&console{}).load()
	must(t, err)
	all.Checks.Severity = map[string]string{}
	for _, rule := range checks.Rules() {
		blocks := strings.Split(rulebook.Text(rule), "in discussd.toml\n")
		if len(blocks) != 3 {
			t.Fatalf("%s: %d blocks of settings, want 2", rule.ID, len(blocks)-1)
		}
		for _, block := range blocks[1:] {
			settings, _, _ := strings.Cut(block, "\n\n")
			name := filepath.Join(dir, rule.ID+".toml")
			must(t, os.WriteFile(name, []byte(settings), 0o644))
			loaded, _, err := (&console{configFile: name}).load()
			if err != nil {
				t.Error(err)
			}
			all.Checks.Off = append(all.Checks.Off, loaded.Checks.Off...)
			maps.Copy(all.Checks.Severity, loaded.Checks.Severity)
		}
	}
	if rules := len(checks.Rules()); len(all.Checks.Off) != rules || len(all.Checks.Severity) != rules {
		t.Errorf("%d rules, %d are switched off and %d weighed otherwise", rules, len(all.Checks.Off), len(all.Checks.Severity))
	}
	if _, err := build(all, settings{logger: hclog.NewNullLogger()}); err != nil {
		t.Error(err)
	}
}

// TestCatalogue holds the checked-in catalogue against the rules; -update writes it.
func TestCatalogue(t *testing.T) {
	out, _, code := execute(t, "explain", "--all", "--format", "md")
	if code != 0 {
		t.Fatalf("exit %d", code)
	}
	name := filepath.Join("..", "..", "critique", "checks", "CATALOGUE.md")
	if *update {
		must(t, os.WriteFile(name, []byte(out), 0o644))
	}
	checkedIn, err := os.ReadFile(name)
	must(t, err)
	if diff := cmp.Diff(string(checkedIn), out); diff != "" {
		t.Errorf("the catalogue is not that of the code; run go test ./cmd/discussd -run TestCatalogue -update (-file +code):\n%s", diff)
	}
	for _, rule := range checks.Rules() {
		row := "\n| " + rule.ID + " "
		if strings.Count(out, row) != 1 {
			t.Errorf("%s has no row of its own", rule.ID)
		}
	}
	for line := range strings.Lines(out) {
		if cells := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|"); cells != 0 && cells != 9 {
			t.Errorf("%d bars, want 9: %s", cells, line)
		}
	}
}

func TestExplainJSON(t *testing.T) {
	out, _, _ := execute(t, "explain", "--all", "--json")
	var entries []rulebook.Entry
	must(t, json.Unmarshal([]byte(out), &entries))
	if got, want := len(entries), len(checks.Rules()); got != want {
		t.Errorf("%d rules, want %d", got, want)
	}
	for _, e := range entries {
		if e.Title == "" || e.Message.EN == "" || e.Message.ZH == "" || len(e.Examples) == 0 || e.Examples[0].Violation == "" {
			t.Errorf("%s lacks something: %+v", e.ID, e)
		}
		if e.Family == strings.SplitN(e.ID, "-", 2)[0] {
			t.Errorf("the family %s has no title", e.Family)
		}
	}
}
