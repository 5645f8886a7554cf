package lenient

import (
	"context"
	"encoding/json"
	"iter"
	"strings"
)

// Unwrap takes off the envelopes that a CLI or an API puts around an answer: an object that carries the
// text, or lines of such objects. Any other text stays, and so does an object of the right Shape.
func Unwrap(ctx context.Context, text string, right Shape) string {
	for range maxLevels {
		said, enveloped := spoken(ctx, text, right)
		if !enveloped {
			return text
		}
		text = said
	}
	return text
}

func spoken(ctx context.Context, text string, right Shape) (said string, enveloped bool) {
	var all strings.Builder
	for record := range records(ctx, text) {
		if right(record) {
			return "", false
		}
		words, speaks := speech(record, 0)
		if !speaks {
			continue
		}
		enveloped = true
		if record["delta"] != true && all.Len() > 0 {
			all.WriteByte('\n')
		}
		all.WriteString(words)
	}
	return all.String(), enveloped
}

// records yields the object that a text is, or the objects that its lines are, until ctx ends. Other
// lines are banners.
func records(ctx context.Context, text string) iter.Seq[map[string]any] {
	return func(yield func(map[string]any) bool) {
		text = strings.TrimSpace(text)
		if record, ok := decode(ctx, text); ok {
			yield(record)
			return
		}
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			line, isEvent := strings.CutPrefix(line, "data:")
			record, ok := decode(ctx, strings.TrimSpace(line))
			if _, typed := record["type"].(string); ok && (typed || isEvent) && !yield(record) || ctx.Err() != nil {
				return
			}
		}
	}
}

// decode reads a text that is a JSON object and nothing else.
func decode(ctx context.Context, text string) (map[string]any, bool) {
	if !strings.HasPrefix(text, "{") {
		return nil, false
	}
	p := &parser{cursor: cursor{text: text, allowance: newAllowance(ctx, text)}}
	if p.outermost() != nil || p.departures != 0 || p.pos < len(text) {
		return nil, false
	}
	return p.objects[0].Fields, true
}

// speech finds the model's words in one record. An error object is words too.
func speech(record map[string]any, depth int) (words string, speaks bool) {
	switch record["type"] {
	case "user", "reasoning", "thinking", "tool_use", "tool_result":
		return "", false
	}
	if record["role"] == "user" || depth > maxLevels {
		return "", false
	}
	for _, key := range []string{
		"structured_output", "result", "response", "content", "text", "message",
		"item", "delta", "choices", "candidates", "parts", "output", "error",
	} {
		switch value := record[key].(type) {
		case string:
			return value, true
		case map[string]any:
			if key == "structured_output" || key == "error" {
				verbatim, err := json.Marshal(value)
				return string(verbatim), err == nil
			}
			if words, speaks = speech(value, depth+1); speaks {
				return words, true
			}
		case []any:
			var all strings.Builder
			for _, part := range value {
				if part, ok := part.(map[string]any); ok {
					said, ok := speech(part, depth+1)
					all.WriteString(said)
					speaks = speaks || ok
				}
			}
			if speaks {
				return all.String(), true
			}
		}
	}
	return "", false
}
