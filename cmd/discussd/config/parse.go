package config

import (
	"errors"
	"fmt"

	"github.com/BurntSushi/toml"
)

// largestFile bounds what is parsed, in bytes.
const largestFile = 256 << 10

// Parse decodes TOML text onto the defaults. The error joins every [*Problem] of
// the text, by line; name is what they call the file. Parse reads nothing else:
// whether programs and paths exist is not asked.
func Parse(name string, text []byte) (Config, error) {
	if len(text) > largestFile {
		return Config{}, &Problem{File: name, Message: fmt.Sprintf("is larger than %s", Size(largestFile))}
	}
	var document map[string]any
	if _, err := toml.Decode(string(text), &document); err != nil {
		return Config{}, syntaxProblem(name, err)
	}
	r := &report{file: name, lines: map[string]int{}, unread: map[string]bool{}}
	d := decoder{report: r, places: indexLines(string(text))}
	c := Default()
	d.config(document, &c)
	c.validate(r)
	if err := r.err(); err != nil {
		return Config{}, err
	}
	return c, nil
}

func syntaxProblem(name string, err error) *Problem {
	var syntax toml.ParseError
	if !errors.As(err, &syntax) {
		return &Problem{File: name, Message: "is no valid TOML: " + err.Error()}
	}
	at := syntax.Position
	return &Problem{File: name, Line: at.Line, Message: fmt.Sprintf("is no valid TOML, column %d: %s", at.Col, syntax.Message)}
}
