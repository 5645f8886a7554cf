package config

import (
	"embed"
	"errors"
	"slices"
)

//go:embed profiles
var presets embed.FS

// Profiles is the closed list of presets; the first is the default.
var Profiles = [...]string{"lifecycle", "coordinate", "spec-team", "analyze"}

// Preset returns the settings of a user who sets nothing but panel.profile. The
// error names the nearest profile that there is. The caller owns the settings.
//
// A preset is a file that says what differs from the default. Unlike the file of
// a user, whose rounds and perspectives come on top, it lists all there are.
func Preset(profile string) (Config, error) {
	if !slices.Contains(Profiles[:], profile) {
		return Config{}, errors.New(unknownName("profile", profile, Profiles[:]))
	}
	name := "profiles/" + profile + ".toml"
	text, err := presets.ReadFile(name)
	if err != nil {
		return Config{}, err
	}
	return parse(name, text, true, func(map[string]any) Config {
		c := Default()
		c.Panel.Profile = profile
		return c
	})
}
