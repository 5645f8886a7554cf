// Package config is what a user can set: one TOML file, decoded onto the defaults and checked as a whole.
//
// A path, or nothing, comes in; a [Config] goes out, or every problem of the file with its line. The commands
// call [Load] at start and on reload. Nothing is read from the working directory: a checkout could name the
// programs to run.
package config

import (
	"bytes"

	"github.com/BurntSushi/toml"

	"discussd/critique"
	"discussd/pipeline/layout"
	"discussd/pipeline/session"
)

// Config is every setting, as plain data. Copies share its lists and maps.
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
