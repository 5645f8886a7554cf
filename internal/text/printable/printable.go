// Package printable makes texts safe for terminals and logs. Others chose the names in
// them; what would steer a terminal, reorder a line or be a command to a build server
// comes out as it is written in Go.
package printable

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line is a text on one line as terminals and logs may see it.
func Line(text string) string {
	return escaped(text, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) })
}

// Lines is [Line] for a text of several lines. None but the first begins
// with what the logs of build servers take for a command, "::" or "##".
func Lines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		line = escaped(line, func(r rune) bool { return r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) })
		if start := strings.TrimSpace(line); i > 0 && (strings.HasPrefix(start, "::") || strings.HasPrefix(start, "##[")) {
			line = "| " + line
		}
		lines[i] = line
	}
	return strings.Join(lines, "\n")
}

func escaped(text string, unsafe func(rune) bool) string {
	if utf8.ValidString(text) && !strings.ContainsFunc(text, unsafe) {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		_, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case unsafe(r):
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Args applies [Line] or [Lines] to the texts among the arguments of a format.
func Args(args []any, printable func(string) string) []any {
	safe := make([]any, len(args))
	for i, arg := range args {
		switch arg := arg.(type) {
		case string:
			safe[i] = printable(arg)
		case error, fmt.Stringer:
			safe[i] = printable(fmt.Sprint(arg))
		default:
			safe[i] = arg
		}
	}
	return safe
}

// Counted is a number with what it counts: "1 session", "2 sessions".
func Counted(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, several)
}

// Capped is a text of at most so many characters, the last of which tells that there were more.
func Capped(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}
