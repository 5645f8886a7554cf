package request

import (
	"discussd/internal/text/printable"
	"fmt"
	"strconv"
)

// quotedLine is how many characters of an offending line are quoted.
const quotedLine = 160

// Error is why a file is no request that can be answered.
type Error struct {
	Line    int    // 1-based; 0 when it is about the file as a whole
	Text    string // that line, without what surrounds it and capped
	Message string // what is wrong and what to do about it
}

// Error is `line 3: "- Round: ???": message`, one line whatever the file holds.
func (e *Error) Error() string {
	if e.Line == 0 {
		return "the request " + printable.Line(e.Message)
	}
	return fmt.Sprintf("line %d: %s: %s", e.Line, strconv.Quote(e.Text), printable.Line(e.Message))
}

// capped cuts a text after so many characters and marks the cut.
func capped(text string, length int) string {
	if runes := []rune(text); len(runes) > length {
		return string(runes[:length-1]) + "…"
	}
	return text
}
