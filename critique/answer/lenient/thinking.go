package lenient

import (
	"context"
	"strings"

	"discussd/critique"
	"discussd/internal/text/pattern"
)

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
