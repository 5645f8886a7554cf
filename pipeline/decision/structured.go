package decision

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"discussd/internal/text/lineindex"
	"discussd/internal/text/shallow"
)

// fromJSON reads one JSON object.
func fromJSON(d *draft) error {
	var values map[string]any
	decoder := json.NewDecoder(strings.NewReader(d.text))
	err := decoder.Decode(&values)
	if mistyped, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return d.wrong(lineindex.At(d.text, int(mistyped.Offset)), "a decision is a JSON object with fingerprint, decision and rationale")
	}
	at := int(decoder.InputOffset())
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		at = int(syntax.Offset)
	}
	if err == nil {
		if _, more := decoder.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("something stands behind the object")
		}
	}
	if err != nil {
		return d.wrong(lineindex.At(d.text, at), "is no valid JSON: %v", err)
	}
	return d.take(values, lineindex.JSON(d.text))
}

// fromTOML reads a TOML document.
func fromTOML(d *draft) error {
	if line := shallow.TOML(d.text); line > 0 {
		return d.wrong(line, "is nested too deeply for a decision")
	}
	var values map[string]any
	_, err := toml.Decode(d.text, &values)
	if syntax, ok := errors.AsType[toml.ParseError](err); ok {
		return d.wrong(syntax.Position.Line, "is no valid TOML: %q", syntax.Message)
	}
	if err != nil {
		return d.wrong(1, "is no valid TOML: %q", err)
	}
	return d.take(values, lineindex.TOML(d.text))
}

// take fills the draft in. Whoever writes a form that names its values exactly is
// told of every name that is not one.
func (d *draft) take(values map[string]any, lines map[string]int) error {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		line := lines[lineindex.Join("", name)]
		key := keyOf(name)
		text, isText := values[name].(string)
		switch {
		case key == "":
			return d.wrong(line, "there is no key %.100q, known are fingerprint, decision, rationale, by and round", name)
		case !isText:
			return d.wrong(line, "%s is a text: write it in quotes", key)
		}
		if err := d.set(key, text, line); err != nil {
			return err
		}
	}
	return nil
}
