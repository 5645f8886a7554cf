package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"discussd/cmd/discussd/config"
	"discussd/critique"
)

// unreviewed is what becomes of rounds when no CLI can be asked.
const unreviewed = "no CLI can be asked: verdicts will be unreviewed, facts only"

// chain is who is asked for a perspective, in order: its tool, those that stand in
// for it (the perspective's own, else those that the tool names), then every other
// enabled tool by name. Whoever has one CLI gets a panel.
func chain(p critique.Perspective, tools map[string]config.Tool) []string {
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

// links is the chain of a perspective, ready to be asked.
func links(p critique.Perspective, tools map[string]config.Tool, breakers map[string]*critique.Breaker) critique.Chain {
	var links critique.Chain
	for _, tool := range chain(p, tools) {
		links = append(links, critique.Link{Tool: tool, Analyst: breakers[tool]})
	}
	return links
}

// voice is who speaks for a perspective on this machine.
type voice struct {
	perspective string
	tool        string   // the one it names
	asked       []string // those of its chain that work, in order
}

// voices tells of every perspective who will answer, given which tools work.
func voices(c config.Config, works func(tool string) bool) []voice {
	asked := perspectives(c)
	var all []voice
	for _, p := range c.Perspectives {
		answer := slices.DeleteFunc(chain(asked[p.Name], c.Tools), func(tool string) bool { return !works(tool) })
		all = append(all, voice{p.Name, p.Tool, answer})
	}
	return all
}

func (v voice) String() string {
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

// installed tells whether a tool can be started here.
func (e *engine) installed(tool string) bool { return e.tools[tool].Installed() == nil }

// answering is a line for each tool that is found, and one for each perspective:
// who will be asked for it. Both are empty where nobody can be.
func (e *engine) answering(c config.Config) (tools, panel []string) {
	for _, name := range slices.Sorted(maps.Keys(e.tools)) {
		if d := e.tools[name].Describe(); d.Problem == nil {
			tools = append(tools, fmt.Sprintf("%s: %s (%s)", name, d.Path, d.Via))
		}
	}
	if len(tools) == 0 {
		return nil, nil
	}
	for _, v := range voices(c, e.installed) {
		panel = append(panel, v.perspective+": "+v.String())
	}
	return tools, panel
}
