package request

import (
	"encoding/json"
	"errors"
	"strings"

	"discussd/internal/text/lineindex"
)

// deepest is how far the values of a request are nested: fields of objects in a
// list in the document.
const deepest = 3

// fromJSON reads the JSON form, one object.
func fromJSON(d *draft) error {
	var whole json.RawMessage
	if err := json.Unmarshal([]byte(d.text), &whole); err != nil {
		at := len(d.text)
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			at = int(syntax.Offset)
		}
		return d.wrong(lineindex.At(d.text, at), "is no valid JSON: %v", err)
	}
	decoder := json.NewDecoder(strings.NewReader(d.text))
	decoder.UseNumber()
	root, err := jsonReader{d, decoder, lineindex.NewForward(d.text)}.value(0)
	if err != nil {
		return err
	}
	object, ok := root.value.([]member)
	if !ok {
		return d.wrong(root.line, "a request is a JSON object: { \"round\": \"…\", … }")
	}
	return d.members(object)
}

// jsonReader reads values with their lines. Its text is valid JSON.
type jsonReader struct {
	*draft
	decoder *json.Decoder
	lines   *lineindex.Forward
}

// line is that of the last token: none spans two lines.
func (j jsonReader) line() int { return j.lines.At(int(j.decoder.InputOffset())) }

func (j jsonReader) value(depth int) (e element, err error) {
	token, err := j.decoder.Token()
	e.line = j.line()
	if err != nil || depth > deepest {
		return e, j.wrong(e.line, "is nested too deeply for a request")
	}
	switch token := token.(type) {
	case json.Delim:
		if token == '{' {
			e.value, err = j.object(depth)
		} else {
			e.value, err = j.list(depth)
		}
	case json.Number:
		e.value = token
		if whole, err := token.Int64(); err == nil {
			e.value = whole
		}
	default:
		e.value = token
	}
	return e, err
}

func (j jsonReader) object(depth int) ([]member, error) {
	all, lines := []member{}, map[string]int{}
	for j.decoder.More() {
		key, err := j.value(depth)
		if err != nil {
			return nil, err
		}
		name, _ := key.value.(string)
		if line, given := lines[name]; given {
			return nil, j.wrong(key.line, "%q is given on line %d already: keep one of the two", capped(name, longestName), line)
		}
		lines[name] = key.line
		value, err := j.value(depth + 1)
		if err != nil {
			return nil, err
		}
		all = append(all, member{name, value.value, key.line})
	}
	j.decoder.Token() // the closing brace
	return all, nil
}

func (j jsonReader) list(depth int) ([]element, error) {
	all := []element{}
	for j.decoder.More() {
		e, err := j.value(depth + 1)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	j.decoder.Token() // the closing bracket
	return all, nil
}
