// Package tools makes what a configuration names into what can be asked: a CLI, a service
// over HTTP, or the workers of a hub, and for each perspective the chain of those that stand
// in for each other.
package tools

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"discussd/cmd/discussd/config"
	"discussd/critique"
	"discussd/critique/api"
	"discussd/critique/cli"
	"discussd/critique/llm"
)

// New returns what asks a tool. The error says what is wrong with the tool's keys.
func New(name string, t config.Tool, hub config.Hub, standing cli.Standing) (llm.Tool, error) {
	if t.Via == "api" {
		return &api.Tool{
			Name: name, BaseURL: t.BaseURL, Dialect: t.Dialect, Model: t.Model, Family: t.Family,
			KeyEnv: t.KeyEnv, KeyFile: t.KeyFile, CA: t.CA, Timeout: time.Duration(t.Timeout),
		}, nil
	}
	tool := &cli.Tool{
		Name: name, Via: t.Via, Command: t.Command, Args: t.Args, Model: t.Model, Family: t.Family,
		Timeout: time.Duration(t.Timeout), Env: t.Env, Standing: standing,
	}
	if path, isJSON := strings.CutPrefix(t.Output, "json:"); isJSON {
		tool.Output = path
	}
	if t.Via == "hub" || t.Via == "auto" {
		tool.Command = hub.Command()
	}
	return tool, tool.Validate()
}

// Setup is the part of a tool's configuration that decides who answers, and how.
func Setup(t config.Tool) string {
	return fmt.Sprintf("%q %q %q %q %q %q %q %q", t.Via, t.Command, t.Args, t.Model, t.Family, t.BaseURL, t.Dialect, t.Output)
}

// Unreviewed is what becomes of rounds when no CLI can be asked.
const Unreviewed = "no CLI can be asked: verdicts will be unreviewed, facts only"

// Of lists who is asked for a perspective: its tool, those that stand in for it (its own, else the
// tool's), then every other enabled tool by name.
func Of(p critique.Perspective, tools map[string]config.Tool) []string {
	fallback := p.Fallback
	if fallback == nil {
		fallback = tools[p.Tool].Fallback
	}
	var asked []string
	for _, tool := range slices.Concat([]string{p.Tool}, fallback, slices.Sorted(maps.Keys(tools))) {
		if tools[tool].Enabled && !slices.Contains(asked, tool) {
			asked = append(asked, tool)
		}
	}
	return asked
}

// Links is the chain of a perspective, ready to be asked; of none, all tools that may be.
func Links(p critique.Perspective, tools map[string]config.Tool, breakers map[string]*critique.Breaker) critique.Chain {
	var links critique.Chain
	for _, tool := range Of(p, tools) {
		links = append(links, critique.Link{Tool: tool, Analyst: breakers[tool]})
	}
	return links
}

// Voice is who speaks for a perspective on this machine.
type Voice struct {
	Perspective string
	tool        string   // the one it names
	asked       []string // those of its chain that work, in order
}

// Voices tells of every perspective who will answer, given which tools work.
func Voices(c config.Config, works func(tool string) bool) []Voice {
	var all []Voice
	for _, p := range c.Perspectives {
		answer := slices.DeleteFunc(Of(p, c.Tools), func(tool string) bool { return !works(tool) })
		all = append(all, Voice{p.Name, p.Tool, answer})
	}
	return all
}

// String says it in words: "codex in place of gemini, then claude".
func (v Voice) String() string {
	if len(v.asked) == 0 {
		return "nobody"
	}
	said := v.asked[0]
	if said != v.tool {
		said += " in place of " + v.tool
	}
	if len(v.asked) > 1 {
		said += ", then " + strings.Join(v.asked[1:], ", ")
	}
	return said
}
