package answer

import (
	"strings"

	"discussd/critique"
	"discussd/critique/pattern"
)

// Thinking stands between tags at the beginning of a line; a tag in the middle
// of a sentence is something the sentence talks about.
var (
	thinkingOpens  = pattern.New(`(?im)^[ \t]*<(think|thinking|thought|reasoning|analysis)>`)
	thinkingCloses = pattern.New(`(?i)</(think|thinking|thought|reasoning|analysis)>`)
	orphanClose    = pattern.New(`(?im)</(think|thinking|thought|reasoning|analysis)>[ \t\r]*($|\{|` + "```)")
)

// withoutThinking takes the thinking out of an answer. Thinking that never ends
// is Truncated, unless the text ends in an object of the right shape.
func withoutThinking(text string, right shape) (string, error) {
	if !strings.Contains(text, "<") {
		return text, nil
	}
	if !thinkingOpens.MatchString(text) {
		if orphan := orphanClose.FindStringSubmatchIndex(text); orphan != nil {
			return text[orphan[4]:], nil // the opening tag got lost
		}
		return text, nil
	}
	var said strings.Builder
	for {
		open := thinkingOpens.FindStringIndex(text)
		if open == nil {
			said.WriteString(text)
			return said.String(), nil
		}
		said.WriteString(text[:open[0]])
		text = text[open[1]:]
		end := thinkingCloses.FindStringIndex(text)
		if end == nil {
			break
		}
		text = text[end[1]:]
	}
	if last := lastObject(text, right); last != "" {
		said.WriteString(last)
		return said.String(), nil
	}
	return "", failure(critique.Truncated, "the answer ends while the model is thinking")
}

// lastObject returns the object of the right shape that a text ends in, or "".
func lastObject(text string, right shape) string {
	text = strings.TrimRight(text, "`~ \t\r\n")
	found := find(text, right).found
	if len(found) == 0 {
		return ""
	}
	last := found[len(found)-1]
	if !last.closed || last.end != len(text) || !strings.HasPrefix(text[last.start:], "{") {
		return ""
	}
	return text[last.start:last.end]
}
