package config

import (
	"slices"
	"strings"
	"time"

	"discussd/internal/text/lineindex"
	"discussd/internal/text/pattern"
)

// Tool is one headless LLM CLI.
type Tool struct {
	Enabled       bool              `toml:"enabled"`
	Via           string            `toml:"via"`            // "auto", "native", "ccw" or "command"
	Command       []string          `toml:"command"`        // argv; only with via "command"
	Args          []string          `toml:"args"`           // appended to the argv
	Model         string            `toml:"model"`          // "" leaves the choice to the tool
	Timeout       Duration          `toml:"timeout"`        // of one attempt
	MaxConcurrent int               `toml:"max_concurrent"` // processes at the same time
	Fallback      []string          `toml:"fallback"`       // tools asked next, in order; then come the other enabled ones, by name
	Family        string            `toml:"family"`         // who made the model: "google"; "" when unknown
	CoolDown      Duration          `toml:"cool_down"`      // pause after a failure that will not pass soon
	Env           map[string]string `toml:"env"`            // added to the environment
	Output        string            `toml:"output"`         // "text" or "json:<dotted.path>"; only with via "command"
}

// LongestCoolDown is the longest pause of any enabled tool: after it each is
// worth another try. It is 0 without an enabled tool.
func (c Config) LongestCoolDown() time.Duration {
	var longest time.Duration
	for _, tool := range c.Tools {
		if tool.Enabled {
			longest = max(longest, time.Duration(tool.CoolDown))
		}
	}
	return longest
}

// embeddedChecks is the name under which the embedded checks answer in a panel.
const embeddedChecks = "checks"

var variableName = pattern.New(`^[A-Za-z_][A-Za-z0-9_]*$`)

func newTool(family string, fallback ...string) Tool {
	return Tool{
		Enabled:       true,
		Via:           "auto",
		Command:       []string{},
		Args:          []string{},
		Timeout:       Duration(4 * time.Minute),
		MaxConcurrent: 3,
		Fallback:      append([]string{}, fallback...),
		Family:        family,
		CoolDown:      Duration(10 * time.Minute),
		Env:           map[string]string{},
		Output:        "text",
	}
}

// defaultTools are also the tools that discussd can call by itself.
func defaultTools() map[string]Tool {
	return map[string]Tool{
		"gemini": newTool("google", "codex"),
		"codex":  newTool("openai", "gemini"),
		"claude": newTool("anthropic", "gemini"),
	}
}

func validateTools(r *report, tools map[string]Tool) {
	names := keys(tools)
	callable := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == embeddedChecks })
	for _, name := range names {
		key := lineindex.Join("tools", name)
		if name == embeddedChecks {
			r.add(key, "the name belongs to the embedded checks, which need no tool")
			continue
		}
		r.identifier(key, name)
		tools[name].validate(r, key, name, callable)
	}
}

func (t Tool) validate(r *report, key, name string, tools []string) {
	t.validateCall(r, key, name)
	for _, text := range slices.Concat(t.Command, t.Args) {
		if strings.ContainsRune(text, 0) {
			r.add(key, "command and args must not hold NUL bytes (got %q)", text)
		}
	}
	r.line(lineindex.Join(key, "model"), t.Model)
	r.positive(lineindex.Join(key, "timeout"), t.Timeout)
	between(r, lineindex.Join(key, "max_concurrent"), t.MaxConcurrent, 1, mostAtOnce)
	r.line(lineindex.Join(key, "family"), t.Family)
	if t.CoolDown < 0 {
		r.add(lineindex.Join(key, "cool_down"), "must not be negative (got %s)", t.CoolDown)
	}
	env := lineindex.Join(key, "env")
	for _, variable := range keys(t.Env) {
		if !variableName.MatchString(variable) {
			r.add(lineindex.Join(env, variable), "is no name for an environment variable")
		} else if strings.ContainsRune(t.Env[variable], 0) {
			r.add(lineindex.Join(env, variable), "must not hold NUL bytes")
		}
	}

	fallback := lineindex.Join(key, "fallback")
	r.unique(fallback, t.Fallback)
	for _, next := range t.Fallback {
		switch next {
		case name:
			r.add(fallback, "a tool cannot fall back on itself (got %q)", next)
		case embeddedChecks:
			r.add(fallback, "%q end every chain by themselves and need no mention", next)
		default:
			r.known(fallback, "tool", next, tools)
		}
	}
}

// validateCall checks what belongs to via: how the tool is started and read.
func (t Tool) validateCall(r *report, key, name string) {
	via, command, output := lineindex.Join(key, "via"), lineindex.Join(key, "command"), lineindex.Join(key, "output")
	r.oneOf(via, t.Via, "auto", "native", "ccw", "command")
	path, isJSON := strings.CutPrefix(t.Output, "json:")
	if isJSON && slices.Contains(strings.Split(path, "."), "") || !isJSON && t.Output != "text" {
		r.add(output, `must be "text" or "json:" and a dotted path such as "json:result.text" (got %q)`, t.Output)
	}
	if !r.sound(via) || !r.sound(command) {
		return
	}
	switch t.Via {
	case "command":
		if len(t.Command) == 0 {
			r.add(command, `must be given with via = "command"`)
		} else {
			r.program(command, t.Command[0])
		}
		return
	case "auto", "native":
		if own := keys(defaultTools()); !slices.Contains(own, name) {
			r.add(via, `must be "command" or "ccw": only %s are called without (got %q)`, strings.Join(own, ", "), t.Via)
			return
		}
	}
	if len(t.Command) > 0 {
		r.add(command, `is used only with via = "command" (got via = %q)`, t.Via)
	}
	if t.Output != "text" {
		r.add(output, `is used only with via = "command" (got via = %q)`, t.Via)
	}
}
