package lenient

import (
	"context"
	"encoding/json"
	"iter"
	"strings"

	"discussd/critique"
	"discussd/internal/text/pattern"
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

// Thinking stands between tags at the beginning of a line, or behind other
// thinking; a tag in the middle of a sentence is something the sentence talks about.
var (
	thinkingTag = pattern.New(`(?i)</?(think|thinking|thought|reasoning|analysis)>`)
	orphanClose = pattern.New(`(?im)</(think|thinking|thought|reasoning|analysis)>[ \t\r]*($|\{|` + "```)")
)

// WithoutThinking takes the thinking out of an answer. Thinking that never ends is Truncated, unless
// the text ends in an object of the right Shape.
func WithoutThinking(ctx context.Context, text string, right Shape) (string, error) {
	if !strings.Contains(text, "<") {
		return text, nil
	}
	var said strings.Builder
	end := 0 // of what was thought so far
	open, opened := false, false
	for _, tag := range thinkingTag.FindAllStringIndex(text, -1) {
		closes := text[tag[0]+1] == '/'
		before := strings.TrimRight(text[end:tag[0]], " \t") // on the line, or between two thoughts
		switch {
		case open && closes:
			open, end = false, tag[1]
		case !open && !closes && (before == "" || strings.HasSuffix(before, "\n")):
			said.WriteString(text[end:tag[0]])
			open, opened, end = true, true, tag[1]
		}
	}
	switch {
	case !opened:
		if orphan := orphanClose.FindStringSubmatchIndex(text); orphan != nil {
			return text[orphan[4]:], nil // the opening tag got lost
		}
		return text, nil
	case !open:
		said.WriteString(text[end:])
		return said.String(), nil
	}
	if last := lastObject(ctx, text[end:], right); last != "" {
		said.WriteString(last)
		return said.String(), nil
	}
	return "", critique.Failf(critique.Truncated, "the answer ends while the model is thinking")
}

// lastObject returns the object of the right Shape that a text ends in, or "".
func lastObject(ctx context.Context, text string, right Shape) string {
	text = strings.TrimRight(text, "`~ \t\r\n")
	found := Find(ctx, text, right).Found
	if len(found) == 0 {
		return ""
	}
	last := found[len(found)-1]
	if !last.Closed || last.end != len(text) || !strings.HasPrefix(text[last.start:], "{") {
		return ""
	}
	return text[last.start:last.end]
}
