package config

import (
	"net"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"discussd/critique/api"
	"discussd/internal/text/lineindex"
	"discussd/internal/text/pattern"
)

// Tool is one headless LLM CLI, or a service that is asked over HTTP.
type Tool struct {
	Enabled       bool              `toml:"enabled"`
	Via           string            `toml:"via"`            // "auto", "native", "ccw", "command", "api" or "hub"
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
	BaseURL       string            `toml:"base_url"`       // of the service; only with via "api", like all that follow
	Dialect       string            `toml:"dialect"`        // of [api.Dialects]
	KeyEnv        string            `toml:"key_env"`        // the environment variable that holds the key; "" sends none
	KeyFile       string            `toml:"key_file"`       // or the file that does, mode 0600
	CA            string            `toml:"ca"`             // a PEM file of certificates to trust beside the system's
}

// LongestCoolDown is the longest pause of any enabled tool, 0 without one.
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
		Dialect:       api.OpenAI,
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
	r.oneOf(via, t.Via, "auto", "native", "ccw", "command", "api", "hub")
	t.validateService(r, key)
	path, isJSON := strings.CutPrefix(t.Output, "json:")
	if isJSON && slices.Contains(strings.Split(path, "."), "") || !isJSON && t.Output != "text" {
		r.add(output, `must be "text" or "json:" and a dotted path such as "json:result.text" (got %q)`, t.Output)
	}
	if !r.sound(via) || !r.sound(command) {
		return
	}
	switch t.Via {
	case "api":
	case "hub":
		if len(t.Args) > 0 || len(t.Env) > 0 {
			r.add(lineindex.Join(key, "args"), `args and env are of programs: with via = "hub" the worker's own configuration says them`)
		}
	case "command":
		if len(t.Command) == 0 {
			r.add(command, `must be given with via = "command"`)
		} else {
			r.program(command, t.Command[0])
		}
		return
	case "auto", "native":
		if own := keys(defaultTools()); !slices.Contains(own, name) {
			r.add(via, `must be "command", "api", "hub" or "ccw": only %s are called without (got %q)`, strings.Join(own, ", "), t.Via)
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

// validateService checks what belongs to via "api": where the service is and its key.
func (t Tool) validateService(r *report, key string) {
	at := func(name string) string { return lineindex.Join(key, name) }
	r.oneOf(at("dialect"), t.Dialect, api.Dialects[:]...)
	if t.Via != "api" {
		for _, one := range [...]struct{ name, value string }{{"base_url", t.BaseURL}, {"key_env", t.KeyEnv}, {"key_file", t.KeyFile}, {"ca", t.CA}} {
			if one.value != "" {
				r.add(at(one.name), `is used only with via = "api" (got via = %q)`, t.Via)
			}
		}
		return
	}
	service, err := url.Parse(t.BaseURL)
	switch {
	case t.BaseURL == "":
		r.add(at("base_url"), `must be given with via = "api", such as "http://127.0.0.1:11434/v1"`)
	case err != nil || service.Host == "" || service.Scheme != "https" && service.Scheme != "http" || service.RawQuery != "" || service.Fragment != "":
		r.add(at("base_url"), "must be an http or https address, without a query")
	case service.User != nil:
		r.add(at("base_url"), "must hold no user or password: name a key with key_env or key_file")
	case service.Scheme == "http" && t.KeyEnv+t.KeyFile != "" && !onThisMachine(service.Hostname()):
		r.add(at("base_url"), "a key goes over https only, but for services on this machine (got %q)", t.BaseURL)
	}
	if t.Model == "" {
		r.add(at("model"), `must be given with via = "api"`)
	}
	if t.KeyEnv != "" && !variableName.MatchString(t.KeyEnv) {
		r.add(at("key_env"), "is no name for an environment variable: the key itself does not stand in a configuration")
	}
	if t.KeyEnv != "" && t.KeyFile != "" {
		r.add(at("key_file"), "give key_env or key_file, not both")
	}
	for _, one := range [...]struct{ name, path string }{{"key_file", t.KeyFile}, {"ca", t.CA}} {
		if one.path != "" && !filepath.IsAbs(one.path) {
			r.add(at(one.name), "must be an absolute path (got %q)", one.path)
		}
	}
	if len(t.Args) > 0 || len(t.Env) > 0 {
		r.add(at("args"), `args and env are of programs: nothing is started with via = "api"`)
	}
}

func onThisMachine(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
