package answer

import (
	"context"

	"discussd/critique"
	"discussd/critique/answer/lenient"
)

// Extract shows the tests what the parser makes of an answer: the last closed object
// of the given shape, numbers as [encoding/json.Number], and in words what was not
// JSON about it. The error is a [*critique.Failure] of the class EmptyOutput,
// Truncated (no object of the shape was closed) or InvalidJSON.
func Extract(raw []byte, shape func(map[string]any) bool) (object map[string]any, forgiven []string, err error) {
	text := clean(raw)
	if isBlank(text) {
		return nil, nil, critique.Failf(critique.EmptyOutput, "the answer is empty")
	}
	s := lenient.Find(context.Background(), text, shape)
	for i := len(s.Found) - 1; i >= 0; i-- {
		if o := s.Found[i]; o.Closed {
			return o.Fields, o.Departures.InWords(false), nil
		}
	}
	if len(s.Found) > 0 || s.Cut {
		return nil, nil, critique.Failf(critique.Truncated, "the answer ends inside its JSON object")
	}
	return nil, nil, critique.Failf(critique.InvalidJSON, "the answer holds no JSON object of the expected shape")
}
