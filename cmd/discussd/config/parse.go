package config

import (
	"errors"
	"fmt"

	"github.com/BurntSushi/toml"
)

// largestFile bounds what is parsed, in bytes.
const largestFile = 256 << 10

// Parse decodes TOML text onto the preset that it names in panel.profile. The
// error joins every [*Problem] of the text, by line; name is what they call the
// file. Parse reads nothing else: whether programs and paths exist is not asked.
func Parse(name string, text []byte) (Config, error) {
	c, err := parse(name, text, false, basis)
	if err != nil {
		return Config{}, err
	}
	return c, nil
}

// basis is what a document's keys come on top of.
func basis(document map[string]any) Config {
	panel, _ := document["panel"].(map[string]any)
	profile, _ := panel["profile"].(string)
	if c, err := Preset(profile); err == nil {
		return c
	}
	return Default() // none is named, or none that there is: that is validated like every value
}

// parse decodes text onto what base makes of the document. What could be read is
// returned beside an error.
func parse(name string, text []byte, preset bool, base func(document map[string]any) Config) (Config, error) {
	if len(text) > largestFile {
		return Config{}, &Problem{File: name, Message: fmt.Sprintf("is larger than %s", Size(largestFile))}
	}
	var document map[string]any
	if _, err := toml.Decode(string(text), &document); err != nil {
		return Config{}, syntaxProblem(name, err)
	}
	r := &report{file: name, lines: map[string]int{}, unread: map[string]bool{}}
	d := decoder{report: r, places: indexLines(string(text)), preset: preset}
	c := base(document)
	d.config(document, &c)
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
