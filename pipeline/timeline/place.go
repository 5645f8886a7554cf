package timeline

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

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
