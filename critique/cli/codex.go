package cli

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"discussd/critique"
	"discussd/internal/process"
)

// codex is OpenAI's Codex. It does not expand @, but reads AGENTS.md and rules unless told not to.
func codex() adapter {
	return adapter{
		program: "codex",
		family:  "openai",
		limits:  promptLimits{runes: 1 << 20},
		variables: func(t *Tool) []string {
			return append([]string{"OPENAI_", "CODEX_"}, readCodexConfig(t).variables()...)
		},
		dialect: dialect{arguments: codexArguments, read: readCodex, abandon: codexAbandon},
	}
}

// codexFeaturesOff are the features that act, start or fetch something. Without its host, code mode
// fails closed, and so do the tools that read files.
var codexFeaturesOff = [...]string{
	"unbounded_connection_retries", // else it waits for a network forever
	"shell_tool", "unified_exec", "view_image", "code_mode_host", "multi_agent", "goals", "apps", "plugins", "hooks",
	"browser_use", "computer_use", "image_generation", "daemon_auto_start", "sleep_tool",
}

// codexContextOff is what codex adds to a prompt: its surroundings, permissions and helpers. With its
// own instructions that is 50 KB a request, and 11 without (0.169.0).
var codexContextOff = [...]string{
	"skills.include_instructions", "include_environment_context", "include_permissions_instructions", "include_collaboration_mode_instructions",
	"include_apps_instructions", "tools.experimental_request_user_input.enabled", "agents.enabled",
}

func codexArguments(t *Tool, c call) ([]string, map[string]string, error) {
	own, err := writeInstructions(c)
	if err != nil {
		return nil, nil, err
	}
	args := []string{
		"exec", "--json", "--ephemeral", "--skip-git-repo-check", "--sandbox", "read-only", "--ignore-rules", "--color", "never",
		"-c", "web_search=disabled", "-c", "project_doc_max_bytes=0", "-c", "check_for_update_on_startup=false",
		"-c", "analytics.enabled=false", "-c", "feedback.enabled=false",
		"-c", "otel.exporter=none", "-c", "otel.trace_exporter=none", "-c", "otel.metrics_exporter=none",
	}
	for _, feature := range codexFeaturesOff {
		// Not --disable, which refuses a name that this version does not know.
		args = append(args, "-c", "features."+feature+"=false")
	}
	for _, part := range codexContextOff {
		args = append(args, "-c", part+"=false")
	}
	args = append(args, "-c", fmt.Sprintf("model_instructions_file=%q", own))
	if t.Model != "" {
		args = append(args, "-m", t.Model)
	}
	if c.schema != nil {
		name, err := c.run.Write("schema.json", c.schema)
		if err != nil {
			return nil, nil, err
		}
		args = append(args, "--output-schema", name)
	}
	args = append(append(args, t.Args...), readCodexConfig(t).bounds()...)
	return append(args, "-"), nil, nil
}

// codexAbandon gives up on a provider whose retries nothing bounds, except those of a socket.
func codexAbandon(sofar process.Ended) *critique.Failure {
	const reconnects = 3
	n := 0
	for e, err := range eventsIn(sofar.Stdout) {
		if err != nil || text(e["type"]) != "error" {
			continue
		}
		said := text(e["message"])
		if !strings.HasPrefix(said, "Reconnecting... ") || strings.Contains(said, "url: ws") {
			continue
		}
		if n++; n == reconnects {
			failure := Failed(said, 0, "codex was stopped when it wanted to connect once more")
			failure.Final = true
			return failure
		}
	}
	return nil
}

// readCodex reads the lines of codex exec --json.
func readCodex(p printed) (r reading) {
	var s stream
	for e, err := range eventsIn(p.stdout) {
		if err != nil {
			s.decode = err
			continue
		}
		kind := text(e["type"])
		s.began = s.began || kind != ""
		switch kind {
		case "item.completed":
			if item := fields(e["item"]); text(item["type"]) == "agent_message" {
				r.text = []byte(text(item["text"])) // the last one is the answer
			}
		case "error": // which need not be fatal
			s.problem = text(e["message"])
		case "turn.failed":
			s.failed = true
			s.problem = cmp.Or(text(fields(e["error"])["message"]), s.problem)
		case "turn.completed":
			s.done = true
			usage := fields(e["usage"])
			r.cost.InputTokens, r.cost.OutputTokens = sum(count(usage["input_tokens"])), sum(count(usage["output_tokens"]))
		}
	}
	r.failure = s.failure("codex", p)
	return r
}

// codexConfig says who serves codex's models, which decides how its retries are bounded.
type codexConfig struct {
	Provider  string                   `toml:"model_provider"`
	BaseURL   string                   `toml:"openai_base_url"`
	Profile   string                   `toml:"profile"`
	Profiles  map[string]codexConfig   `toml:"profiles"`
	Providers map[string]codexProvider `toml:"model_providers"`
	unknown   bool                     // something else than these decides
}

type codexProvider struct {
	Key     string            `toml:"env_key"`
	Headers map[string]string `toml:"env_http_headers"` // values are names of variables
}

func readCodexConfig(t *Tool) (config codexConfig) {
	home := t.variable("CODEX_HOME")
	if home == "" {
		home = filepath.Join(t.variable("HOME"), ".codex")
	}
	// A configuration that cannot be read is codex's to complain of.
	toml.DecodeFile(filepath.Join(home, "config.toml"), &config)
	if profile := config.Profiles[config.Profile]; profile.Provider != "" {
		config.Provider = profile.Provider
	}
	for i, arg := range t.Args {
		switch own, told := strings.CutPrefix(arg, "--config="); {
		case told:
			config.set(own)
		case (arg == "-c" || arg == "--config") && i+1 < len(t.Args):
			config.set(t.Args[i+1])
		case slices.Contains([]string{"-p", "--profile", "--oss", "--local-provider"}, arg) || strings.HasPrefix(arg, "--profile="):
			config.unknown = true
		}
	}
	return config
}

// set applies what follows a -c: a line of TOML, whose text may lack its quotes.
func (c *codexConfig) set(setting string) {
	key, value, _ := strings.Cut(setting, "=")
	c.unknown = c.unknown || strings.TrimSpace(key) == "profile"
	if _, err := toml.Decode(setting, c); err != nil {
		toml.Decode(fmt.Sprintf("%s = %q", key, strings.TrimSpace(value)), c) // else it is codex's to complain of
	}
}

// variables are those of the environment that the provider is told to use.
func (c codexConfig) variables() (names []string) {
	provider := c.Providers[c.Provider]
	if provider.Key != "" {
		names = append(names, provider.Key)
	}
	for _, name := range provider.Headers {
		names = append(names, name)
	}
	return names
}

// bounds are the arguments that have codex retry a failing request once, and not over a socket.
func (c codexConfig) bounds() []string {
	const ownProvider = "discussd" // a copy of the built-in provider whose retries can be set: its own make 36 requests.
	switch {
	case c.unknown:
		return nil
	case c.Provider == "" || c.Provider == "openai":
		base := ""
		if c.BaseURL != "" {
			base = fmt.Sprintf(", base_url = %q", c.BaseURL)
		}
		return []string{"-c", "model_provider=" + ownProvider, "-c", "model_providers." + ownProvider +
			`={name = "OpenAI", wire_api = "responses", requires_openai_auth = true, request_max_retries = 0, stream_max_retries = 1, ` +
			`env_http_headers = {OpenAI-Organization = "OPENAI_ORGANIZATION", OpenAI-Project = "OPENAI_PROJECT"}` + base + "}"}
	}
	if _, configured := c.Providers[c.Provider]; !configured || !variableName.MatchString(strings.ReplaceAll(c.Provider, "-", "_")) {
		return nil
	}
	key := "model_providers." + c.Provider
	return []string{"-c", key + ".request_max_retries=0", "-c", key + ".stream_max_retries=1"}
}
