package request

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
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
		return "the request " + visible(e.Message)
	}
	return fmt.Sprintf("line %d: %s: %s", e.Line, strconv.Quote(e.Text), visible(e.Message))
}

// capped cuts a text after so many characters and marks the cut.
func capped(text string, length int) string {
	if runes := []rune(text); len(runes) > length {
		return string(runes[:length-1]) + "…"
	}
	return text
}

// visible escapes control characters, as strconv.Quote would.
func visible(text string) string {
	var b strings.Builder
	for _, r := range text {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
	}
	return b.String()
}
