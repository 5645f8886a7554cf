package cli

import (
	"maps"
	"slices"
	"strings"

	"discussd/internal/process"
)

// Names of environment variables. One that ends with an underscore stands for all
// that begin with it.
var (
	// shared are inherited by every CLI: what a program needs to find itself, its
	// user, its language and its way to the network. None of them is a secret.
	shared = []string{
		"PATH", "HOME", "USER", "LOGNAME", "SHELL", "TZ", "TERM", "LANG", "LANGUAGE", "LC_", "XDG_", "DBUS_SESSION_BUS_ADDRESS",
		"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "all_proxy", "no_proxy",
		"SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "NODE_USE_SYSTEM_CA", "NODE_OPTIONS", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE",
		"LD_LIBRARY_PATH", "VOLTA_HOME", "ASDF_DIR", "ASDF_DATA_DIR", "MISE_DATA_DIR", "MISE_CONFIG_DIR", // where CLIs are shims
	}
	// withheld is what a CLI must not inherit all the same: by these CLIs recognise that
	// they run inside one another.
	withheld = []string{"CLAUDE_CODE_ENTRYPOINT"}
)

// HookSwitch is a variable with which a CLI that judges is told apart from an agent that
// writes: both call the user's own hooks, and what a judge does is no writer's turn.
const HookSwitch = "DISCUSSD_HOOK"

func named(name string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		return name == pattern || strings.HasSuffix(pattern, "_") && strings.HasPrefix(name, pattern)
	})
}

// inherits says whether the CLI gets a variable of discussd's own environment: the
// key of one vendor is no business of another.
func (c *caller) inherits(name string) bool {
	return (named(name, shared) || named(name, c.own)) && !named(name, withheld)
}

// environ is the environment of a run: what is inherited, with the run's own
// folders, what the adapter sets and last what the tool's configuration sets. It is
// sorted.
func (c *caller) environ(inherited []string, run process.Folder, layers ...map[string]string) []string {
	values := map[string]string{}
	for _, entry := range inherited {
		if name, value, found := strings.Cut(entry, "="); found && c.inherits(name) {
			values[name] = value
		}
	}
	values["PWD"] = run.Work
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		values[name] = run.Path
	}
	values["NO_COLOR"] = "1"
	values[HookSwitch] = "off"
	for _, layer := range layers {
		for name, value := range layer {
			values[name] = value
			if value == "" {
				delete(values, name)
			}
		}
	}
	var all []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		all = append(all, name+"="+values[name])
	}
	return all
}
