package config

import (
	"errors"
	"fmt"

	"github.com/BurntSushi/toml"

	"discussd/internal/text/lineindex"
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
