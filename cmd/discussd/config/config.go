// Package config is what a user can set: one TOML file, decoded onto the
// defaults and checked as a whole.
//
// A path, or nothing, comes in; a [Config] of plain values goes out, or every
// problem of the file at once, each with its line. The commands call [Load] at
// start and on reload and turn the values into the options of other packages.
// Nothing is ever read from the working directory: a checkout could name the
// programs to run.
package config

import (
	"bytes"
	"net/netip"
	"path/filepath"
	"strings"

	"github.com/BurntSushi/toml"

	"discussd/critique"
	"discussd/pipeline/layout"
	"discussd/pipeline/session"
)

// Config is every setting. It is plain data: whoever gets one may keep it, but
// its lists and maps are shared between copies.
type Config struct {
	Watch        Watch                  `toml:"watch"`
	Panel        Panel                  `toml:"panel"`
	Tools        map[string]Tool        `toml:"tools"`
	Perspectives []critique.Perspective `toml:"perspectives"`
	Rounds       []session.Round        `toml:"rounds"`
	Layouts      []layout.Layout        `toml:"layouts"` // those that differ from what discussd brings
	Handoff      Handoff                `toml:"handoff"`
	Checks       Checks                 `toml:"checks"`
	Log          Log                    `toml:"log"`
	Hub          Hub                    `toml:"hub"`
	Metrics      Metrics                `toml:"metrics"`
}

// Default returns the settings of a user who sets nothing. The caller owns it.
func Default() Config {
	return Config{
		Watch:        defaultWatch(),
		Panel:        defaultPanel(),
		Tools:        defaultTools(),
		Perspectives: defaultPerspectives(),
		Rounds:       defaultRounds(),
		Layouts:      []layout.Layout{},
		Handoff:      Handoff{History: 20, Raw: 5, Bus: "auto", OnVerdict: []string{}, TrustedDeciders: []string{}},
		Checks:       Checks{Off: []string{}, Severity: map[string]string{}, Rules: []string{}},
		Hub:          Hub{Project: "default", Prefix: "discussd", WhenDown: "fall"},
		Log:          Log{Level: "info", Format: "auto"},
	}
}

// TOML returns the settings as a file that reads back as they are.
func (c Config) TOML() []byte {
	var text bytes.Buffer
	encoder := toml.NewEncoder(&text)
	encoder.Indent = ""
	// Writing to a buffer cannot fail, and every field is a type that TOML has.
	_ = encoder.Encode(c)
	return text.Bytes()
}

func (c Config) validate(r *report) {
	c.Watch.validate(r)
	c.Panel.validate(r)
	validateTools(r, c.Tools)
	validatePerspectives(r, c)
	validateRounds(r, c)
	validateLayouts(r, c)
	c.Handoff.validate(r)
	c.Checks.validate(r)
	r.oneOf("log.level", c.Log.Level, "trace", "debug", "info", "warn", "error")
	r.oneOf("log.format", c.Log.Format, "auto", "text", "json")
	c.Hub.validate(r, c.Tools)
	c.Metrics.validate(r)
}

// Log says what is logged, and how.
type Log struct {
	Level  string `toml:"level"`  // "trace", "debug", "info", "warn" or "error"
	Format string `toml:"format"` // "auto", "text" or "json"
}

// Metrics says where the daemon tells in numbers what it does.
type Metrics struct {
	Listen string `toml:"listen"` // "unix:/path", "127.0.0.1:port", or "" for nowhere
}

// Address returns network and address to listen on, "" for nowhere.
func (m Metrics) Address() (network, address string) {
	if path, ok := strings.CutPrefix(m.Listen, "unix:"); ok {
		return "unix", path
	}
	return "tcp", m.Listen
}

// longestSocket is how long the path of a socket may be: what the kernel takes, less its NUL.
const longestSocket = 107

func (m Metrics) validate(r *report) {
	if m.Listen == "" {
		return
	}
	if network, path := m.Address(); network == "unix" {
		switch {
		case !filepath.IsAbs(path) || strings.ContainsRune(path, 0):
			r.add("metrics.listen", "the path of a socket must be absolute (got %q)", m.Listen)
		case len(path) > longestSocket:
			r.add("metrics.listen", "the path of a socket must not be longer than %d bytes (got %d)", longestSocket, len(path))
		}
		return
	}
	if at, err := netip.ParseAddrPort(m.Listen); err != nil || !at.Addr().IsLoopback() || at.Port() == 0 {
		r.add("metrics.listen", `must be "unix:/path" or an address of this machine alone, such as "127.0.0.1:9754" (got %q)`, m.Listen)
	}
}
