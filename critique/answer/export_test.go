package answer

import (
	"context"

	"discussd/critique"
)

// Extract shows the tests what the parser makes of an answer: the last closed object
// of the given shape, numbers as [encoding/json.Number], and in words what was not
// JSON about it. The error is a [*critique.Failure] of the class EmptyOutput,
// Truncated (no object of the shape was closed) or InvalidJSON.
func Extract(raw []byte, shape func(map[string]any) bool) (object map[string]any, forgiven []string, err error) {
	text := clean(raw)
	if isBlank(text) {
		return nil, nil, failure(critique.EmptyOutput, "the answer is empty")
	}
	s := find(context.Background(), text, shape)
	for i := len(s.found) - 1; i >= 0; i-- {
		if o := s.found[i]; o.closed {
			return o.fields, o.forgiven.inWords(false), nil
		}
	}
	if len(s.found) > 0 || s.cut {
		return nil, nil, failure(critique.Truncated, "the answer ends inside its JSON object")
	}
	return nil, nil, failure(critique.InvalidJSON, "the answer holds no JSON object of the expected shape")
}
