//go:build linux

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	specs "discussd/pipeline/layout"
)

// TestOpenSpecRules holds the rules that are shipped for OpenSpec's configuration against
// its form, lists of texts by the id of an artifact, and what they tell an agent to run
// against this program.
func TestOpenSpecRules(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "openspec-rules.yaml"))
	must(t, err)
	var config struct {
		Rules map[string][]string `yaml:"rules"`
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	must(t, decoder.Decode(&config))
	known, _ := specs.Find(specs.Builtin(), "openspec")
	for _, id := range [...]string{"proposal", "specs", "design", "tasks"} { // of its usual schema
		if len(config.Rules[id]) == 0 {
			t.Errorf("no rule for %s", id)
		}
	}
	if len(config.Rules) != len(known.Rounds) {
		t.Errorf("rules for %d artifacts, the layout has %d", len(config.Rules), len(known.Rounds))
	}
	change := filepath.Join(t.TempDir(), "openspec", "changes", "quay")
	must(t, os.MkdirAll(change, 0o755))
	proposal := filepath.Join(change, "proposal.md")
	must(t, os.WriteFile(proposal, []byte("# Quay\n"), 0o644))
	for id, rules := range config.Rules {
		for _, rule := range rules {
			_, command, ok := strings.Cut(rule, "`discussd ")
			if rule == "" || strings.Contains(rule, "\n") {
				t.Errorf("%s: %q is no rule", id, rule)
			}
			if !ok {
				continue
			}
			command, _, _ = strings.Cut(command, "`")
			args := append(strings.Fields(command), proposal, "--timeout", "1ms")
			if _, errs, code := execute(t, args...); code != 75 {
				t.Errorf("%s: %s ends with %d: %s", id, command, code, errs)
			}
		}
	}
}
