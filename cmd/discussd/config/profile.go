package config

import (
	"errors"
	"io/fs"

	"discussd/pipeline/texts"
)

// Preset returns the settings of a user who sets nothing but panel.profile. The
// error names the nearest profile that there is. The caller owns the settings.
//
// A preset is a file that says what differs from the default. Unlike the file of
// a user, whose rounds and perspectives come on top, it lists all there are.
func Preset(profile string) (Config, error) { return presetOf(texts.Builtin(), profile) }

func presetOf(profiles texts.Profiles, profile string) (Config, error) {
	name, text, err := profiles.Preset(profile)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		return Config{}, errors.New(unknownName("profile", profile, profiles.Names()))
	}
	if err != nil {
		return Config{}, err
	}
	c, err := parse(name, text, true, func(map[string]any) Config { return Default() })
	c.Panel.Profile = profile
	return c, err
}
