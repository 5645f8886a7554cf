package timeline

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/tailscale/hujson"

	"discussd/internal/text/shallow"
)

// parse reads JSON within bounds, with the order of what it holds. The error is a
// [*FormatError].
func parse(name string, text []byte, bounds shallow.Bounds) (hujson.Value, error) {
	var value json.RawMessage
	if err := bounds.Decode(text, &value); err != nil {
		return hujson.Value{}, formatError(name, text, err)
	}
	root, err := hujson.Parse(text)
	if err != nil {
		return hujson.Value{}, formatError(name, text, err)
	}
	return root, nil
}

// stringOf is the text of a string; "" is every other value.
func stringOf(value hujson.Value) string {
	if literal, ok := value.Value.(hujson.Literal); ok && literal.Kind() == '"' {
		return literal.String()
	}
	return ""
}

// scalar is the text of a string or a number; "" is every other value but true.
func scalar(value hujson.Value) string {
	literal, ok := value.Value.(hujson.Literal)
	if !ok || literal.Kind() == 'n' || literal.Kind() == 'f' {
		return ""
	}
	return literal.String()
}

// FormatError says that a file is not the JSON it should be, and where.
type FormatError struct {
	Path    string // relative to the session
	Line    int    // from 1
	Column  int    // from 1, in characters
	Message string
}

func (e *FormatError) Error() string {
	return fmt.Sprintf("%s: line %d, column %d: %s", e.Path, e.Line, e.Column, e.Message)
}

// broken says what is wrong at an offset of a file.
func broken(name string, text []byte, offset int, message string) *FormatError {
	before := text[:min(max(offset, 0), len(text))]
	start := bytes.LastIndexByte(before, '\n') + 1
	return &FormatError{name, 1 + bytes.Count(before, []byte("\n")), 1 + utf8.RuneCount(before[start:]), message}
}

// formatError places an error of package json.
func formatError(name string, text []byte, err error) *FormatError {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		at := int(syntax.Offset) // bytes read; the offending one, when there is one, is the last of them
		if syntax.Error() != "unexpected end of JSON input" {
			at--
		}
		return broken(name, text, at, syntax.Error())
	}
	if mismatch, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return broken(name, text, int(mismatch.Offset), fmt.Sprintf("%q cannot be a %s", mismatch.Field, mismatch.Value))
	}
	return broken(name, text, 0, err.Error())
}
