// Package dropped reads files that people and agents drop into a session, whatever they
// ask for: lines of Markdown, a JSON object or a TOML document.
//
// The bytes of a file come in; its lines go out, or the keys and values of its object with
// the line of each, or an [*Error] that quotes the offending line. What the keys mean is
// the business of those who call it: packages request and decision.
package dropped

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"discussd/internal/text/printable"
)

// MaxFile is the length of the longest file that is read, in bytes.
const MaxFile = 64 << 10

// quotedLine is how many characters of an offending line are quoted.
const quotedLine = 160

// Error is why a file is not what it was dropped as.
type Error struct {
	What    string // "request"
	Line    int    // 1-based; 0 when it is about the file as a whole
	Text    string // that line, without what surrounds it and capped
	Message string // what is wrong and what to do about it
}

// Error is `line 3: "- Round: ???": message`, one line whatever the file holds.
func (e *Error) Error() string {
	if e.Line == 0 {
		return "the " + e.What + " " + printable.Line(e.Message)
	}
	return fmt.Sprintf("line %d: %s: %s", e.Line, strconv.Quote(e.Text), printable.Line(e.Message))
}

// Text is a file, with line breaks of one kind and without a byte order mark.
type Text struct {
	What  string // it was dropped as: "request"
	All   string
	Lines []string
}

// Read takes the bytes of a file. The error is an [*Error].
func Read(what string, content []byte) (Text, error) {
	t := Text{What: what}
	if len(content) > MaxFile {
		return t, t.Wrong(0, "is larger than %d KiB", MaxFile>>10)
	}
	content = bytes.TrimPrefix(content, []byte("\ufeff"))
	t.All = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(content))
	t.Lines = strings.Split(t.All, "\n")
	for i, line := range t.Lines {
		if !utf8.ValidString(line) {
			return t, t.Wrong(i+1, "is no UTF-8 text: save the file as UTF-8")
		}
	}
	return t, nil
}

// Wrong is the error about a line, or about the whole file where the line is 0.
func (t Text) Wrong(line int, format string, args ...any) error {
	e := &Error{What: t.What, Line: line, Message: fmt.Sprintf(format, args...)}
	if line >= 1 && line <= len(t.Lines) {
		e.Text = printable.Capped(strings.ToValidUTF8(strings.TrimSpace(t.Lines[line-1]), "\ufffd"), quotedLine)
	}
	return e
}

// Plain takes the marks of Markdown and quotes off a short value.
func Plain(text string) string {
	return strings.TrimSpace(strings.Trim(strings.TrimSpace(text), "*`\"'"))
}

// Unquoted takes away the quotes in which a text stands as a whole.
func Unquoted(text string) string {
	if len(text) > 1 && text[0] == text[len(text)-1] && strings.ContainsRune("\"'", rune(text[0])) {
		return text[1 : len(text)-1]
	}
	return text
}
