//go:build linux

package main

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/go-hclog"

	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/tools"
	"discussd/critique"
	"discussd/critique/llm"
)

// TestChain: who is asked, in which order, and that one tool is the same one in
// every chain.
func TestChain(t *testing.T) {
	c := config.Default()
	coordinate, err := config.Preset("coordinate")
	must(t, err)
	off := maps.Clone(c.Tools)
	claude := off["claude"]
	claude.Enabled = false
	off["claude"] = claude
	tests := map[string]struct {
		tools    map[string]config.Tool
		tool     string
		fallback []string
		want     []string
	}{
		"the tool's own":              {c.Tools, "gemini", nil, []string{"gemini", "codex", "claude"}},
		"codex's own":                 {c.Tools, "codex", nil, []string{"codex", "gemini", "claude"}},
		"claude's own":                {c.Tools, "claude", nil, []string{"claude", "gemini", "codex"}},
		"coordinate's":                {coordinate.Tools, "gemini", nil, []string{"gemini", "claude", "codex"}},
		"the perspective's":           {c.Tools, "gemini", []string{"claude"}, []string{"gemini", "claude", "codex"}},
		"none that goes first":        {c.Tools, "gemini", []string{}, []string{"gemini", "claude", "codex"}},
		"itself":                      {c.Tools, "claude", []string{"claude"}, []string{"claude", "codex", "gemini"}},
		"one that is switched off":    {off, "gemini", []string{"claude"}, []string{"gemini", "codex"}},
		"it is switched off itself":   {off, "claude", nil, []string{"gemini", "codex"}},
		"one that nobody knows":       {c.Tools, "agy", nil, []string{"claude", "codex", "gemini"}},
		"with no other that could be": {map[string]config.Tool{"agy": {Enabled: true, Via: "command", Command: []string{"agy"}, MaxConcurrent: 1}}, "agy", nil, []string{"agy"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			e := &engine{tools: map[string]llm.Tool{}}
			breakers, _, err := e.breakers(config.Config{Tools: tt.tools, Panel: c.Panel}, settings{logger: hclog.NewNullLogger()})
			must(t, err)
			var got []string
			for _, link := range tools.Links(critique.Perspective{Tool: tt.tool, Fallback: tt.fallback}, tt.tools, breakers) {
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

// TestVoices: who will answer, as doctor and the first lines of run say it.
func TestVoices(t *testing.T) {
	tests := map[string]map[string]string{ // by what is installed
		"claude codex gemini": {"product": "gemini, then codex, claude", "technical": "codex, then gemini, claude", "quality": "claude, then gemini, codex"},
		"claude":              {"product": "claude in place of gemini", "technical": "claude in place of codex", "quality": "claude"},
		"codex claude":        {"product": "codex in place of gemini, then claude", "quality": "claude, then codex"},
		"":                    {"product": "nobody", "coverage": "nobody"},
	}
	for installed, want := range tests {
		t.Run(installed, func(t *testing.T) {
			got := map[string]string{}
			for _, v := range tools.Voices(config.Default(), func(tool string) bool { return slices.Contains(strings.Fields(installed), tool) }) {
				if _, wanted := want[v.Perspective]; wanted {
					got[v.Perspective] = v.String()
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestOneCLIMakesAPanel: with a single CLI a model answers every perspective, and the first
// lines of the log say so before it is asked. Whichever it is: see TestChain.
func TestOneCLIMakesAPanel(t *testing.T) {
	t.Parallel()
	s := newStage(t, "", "codex")
	s.write(scenes[1])
	s.background(s.root)
	v := s.await("DISCUSS-002")
	for _, p := range v.Perspectives {
		if p.Tool != "codex" && p.Source != critique.SourceSkipped {
			t.Errorf("%s was answered by %v, source %s", p.Name, p.Tool, p.Source)
		}
	}
	if v.Basis != critique.BasisPanel {
		t.Errorf("basis %s", v.Basis)
	}
	log := s.log()
	at := strings.Index(log, "answering: ")
	for _, says := range []string{"product: codex in place of gemini", "technical: codex", "quality: codex in place of claude"} {
		if at < 0 || !strings.Contains(log[at:at+strings.IndexByte(log[at:], '\n')], says) {
			t.Errorf("the log does not say %q", says)
		}
	}
}

// TestNobodyToAsk: run says at once what that means.
func TestNobodyToAsk(t *testing.T) {
	t.Parallel()
	s := newStage(t, "")
	must(t, os.MkdirAll(s.root, 0o755))
	s.background(s.root)
	if log := s.log(); !strings.Contains(log, "no CLI can be asked: verdicts will be unreviewed, facts only") || strings.Contains(log, "answering") {
		t.Error("the log does not say that nobody can be asked")
	}
}
