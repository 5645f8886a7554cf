package cli

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

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
