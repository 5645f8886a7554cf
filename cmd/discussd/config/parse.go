package config

import (
	"errors"
	"fmt"
	"io/fs"
	"reflect"

	"github.com/BurntSushi/toml"

	"discussd/internal/text/lineindex"
	"discussd/pipeline/texts"
)

// largestFile bounds what is parsed, in bytes.
const largestFile = 256 << 10

// basis is what a document's keys come on top of.
func basis(document map[string]any) Config {
	panel, _ := document["panel"].(map[string]any)
	profile, _ := panel["profile"].(string)
	if c, err := Preset(profile); err == nil {
		return c
	}
	return Default() // none is named, or none that there is: that is validated like every value
}

// parse decodes TOML text onto what base makes of the document. The error joins every [*Problem], by
// line; what could be read is returned beside it. No other file is looked at.
func parse(name string, text []byte, preset bool, base func(document map[string]any) Config) (Config, error) {
	if len(text) > largestFile {
		return Config{}, &Problem{File: name, Message: fmt.Sprintf("is larger than %s", Size(largestFile))}
	}
	var document map[string]any
	if _, err := toml.Decode(string(text), &document); err != nil {
		problem := &Problem{File: name, Message: "is no valid TOML: " + err.Error()}
		if syntax, ok := errors.AsType[toml.ParseError](err); ok {
			problem.Line, problem.Message = syntax.Position.Line, fmt.Sprintf("is no valid TOML, column %d: %s", syntax.Position.Col, syntax.Message)
		}
		return Config{}, problem
	}
	r := reportOn(name, map[string]int{})
	d := decoder{report: r, places: lineindex.TOML(string(text)), preset: preset}
	c := base(document)
	d.table(spot{}, document, reflect.ValueOf(&c).Elem())
	c.validate(r)
	return c, r.err()
}

// Preset returns the settings of a user who sets nothing but panel.profile; the caller owns them. A preset is a
// file of differences from the default, whose lists name all entries. The error names the nearest profile.
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
