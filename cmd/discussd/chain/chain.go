// Package chain says who is asked for a perspective: the tools of a configuration, in the
// order in which they stand in for each other.
package chain

import (
	"maps"
	"slices"
	"strings"

	"discussd/cmd/discussd/config"
	"discussd/critique"
)

// Unreviewed is what becomes of rounds when no CLI can be asked.
const Unreviewed = "no CLI can be asked: verdicts will be unreviewed, facts only"

// Of is who is asked for a perspective, in order: its tool, those that stand in
// for it (the perspective's own, else those that the tool names), then every other
// enabled tool by name. Whoever has one CLI gets a panel.
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

// Links is the chain of a perspective, ready to be asked.
func Links(p critique.Perspective, tools map[string]config.Tool, breakers map[string]*critique.Breaker) critique.Chain {
	var links critique.Chain
	for _, tool := range Of(p, tools) {
		links = append(links, critique.Link{Tool: tool, Analyst: breakers[tool]})
	}
	return links
}

// Verifiers are the enabled tools by name, each with the family of its model: whoever has
// said nothing of what would block can rule on it.
func Verifiers(tools map[string]config.Tool, breakers map[string]*critique.Breaker, family func(tool string) string) []critique.Verifier {
	var all []critique.Verifier
	for _, tool := range slices.Sorted(maps.Keys(tools)) {
		if tools[tool].Enabled {
			all = append(all, critique.Verifier{Link: critique.Link{Tool: tool, Analyst: breakers[tool]}, Family: family(tool)})
		}
	}
	return all
}

// Voice is who speaks for a perspective on this machine.
type Voice struct {
	Perspective string
	tool        string   // the one it names
	asked       []string // those of its chain that work, in order
}

// Voices tells of every perspective who will answer, given which tools work.
func Voices(c config.Config, works func(tool string) bool) []Voice {
	asked := Perspectives(c)
	var all []Voice
	for _, p := range c.Perspectives {
		answer := slices.DeleteFunc(Of(asked[p.Name], c.Tools), func(tool string) bool { return !works(tool) })
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

// Perspectives are those of a configuration, by name.
func Perspectives(c config.Config) map[string]critique.Perspective {
	all := map[string]critique.Perspective{}
	for _, p := range c.Perspectives {
		all[p.Name] = p
	}
	return all
}
