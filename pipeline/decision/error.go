package decision

import (
	"fmt"
	"strconv"
	"strings"
)

// quotedLine is how much of a line an error quotes, in characters.
const quotedLine = 160

// Error says what keeps a file from being a decision.
type Error struct {
	Line    int    // from 1; 0 when it is about the file as a whole
	Text    string // that line, without what surrounds it and capped
	Message string // what is wrong and what to do about it
}

// Error is one line, whatever the file holds.
func (e *Error) Error() string {
	if e.Line == 0 {
		return "the decision " + e.Message
	}
	return fmt.Sprintf("line %d: %s: %s", e.Line, strconv.Quote(e.Text), e.Message)
}

// wrong is an error about a line. Texts of the file are formatted with %q.
func (d *draft) wrong(line int, format string, args ...any) error {
	return &Error{Line: line, Text: d.line(line), Message: fmt.Sprintf(format, args...)}
}

// line is the text of a line, "" when there is no such line.
func (d *draft) line(number int) string {
	if number < 1 || number > len(d.lines) {
		return ""
	}
	text := []rune(strings.TrimSpace(strings.ToValidUTF8(d.lines[number-1], "\ufffd")))
	if len(text) > quotedLine {
		return string(text[:quotedLine-1]) + "…"
	}
	return string(text)
}
