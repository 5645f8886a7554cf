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

// parse decodes TOML text onto what base makes of the document. The error joins every
// [*Problem] of the text, by line; name is what they call the file. What could be read
// is returned beside it. Nothing else is read: whether programs and paths exist is not
// asked.
func parse(name string, text []byte, preset bool, base func(document map[string]any) Config) (Config, error) {
	if len(text) > largestFile {
		return Config{}, &Problem{File: name, Message: fmt.Sprintf("is larger than %s", Size(largestFile))}
	}
	var document map[string]any
	if _, err := toml.Decode(string(text), &document); err != nil {
		return Config{}, syntaxProblem(name, err)
	}
	r := reportOn(name, map[string]int{})
	d := decoder{report: r, places: lineindex.TOML(string(text)), preset: preset}
	c := base(document)
	d.table(spot{}, document, reflect.ValueOf(&c).Elem())
	c.validate(r)
	return c, r.err()
}

func syntaxProblem(name string, err error) *Problem {
	var syntax toml.ParseError
	if !errors.As(err, &syntax) {
		return &Problem{File: name, Message: "is no valid TOML: " + err.Error()}
	}
	at := syntax.Position
	return &Problem{File: name, Line: at.Line, Message: fmt.Sprintf("is no valid TOML, column %d: %s", at.Col, syntax.Message)}
}

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
