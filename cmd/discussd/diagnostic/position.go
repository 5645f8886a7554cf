package diagnostic

import (
	"strings"
	"unicode/utf8"
)

// split cuts a document into lines the way the checks count them: without a byte
// order mark, and with a lone carriage return as a line end of its own.
func split(content []byte) []string {
	text := strings.TrimPrefix(string(content), "\ufeff")
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	return strings.Split(text, "\n")
}

// end returns the column after the quote that stands at a column of a line, both in
// characters, or 0 when it does not stand there.
func end(line string, column int, quote string) int {
	quote = strings.TrimSuffix(quote, "…") // long quotes are cut
	if column < 1 || quote == "" {
		return 0
	}
	rest := line[offset(line, column):]
	blank := len(rest) - len(strings.TrimLeft(rest, " \t"))
	if !strings.HasPrefix(rest[blank:], quote) {
		return 0
	}
	return column + blank + utf8.RuneCountInString(quote)
}

// offset returns the byte at which a column, in characters, begins.
func offset(line string, column int) int {
	for i := range line {
		if column--; column < 1 {
			return i
		}
	}
	return len(line)
}

// byteColumn turns a column in characters into one in bytes of UTF-8. It is 0 when
// either is unknown.
func byteColumn(line string, column int) int {
	if column < 1 || line == "" {
		return 0
	}
	return offset(line, column) + 1
}
