package diagnostic

import (
	"net/url"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Base is the absolute folder that paths are shown relative to: the working
// directory, so that they can be opened from there.
type Base string

// path returns a file relative to the base when it lies below it, else as it is.
func (b Base) path(file string) string {
	rel, err := filepath.Rel(string(b), file)
	if b == "" || err != nil || rel == ".." || strings.HasPrefix(rel, "../") {
		return file
	}
	return rel
}

// uri returns the same as a percent-encoded URI reference, and whether it is
// relative to the base.
func (b Base) uri(file string) (uri string, relative bool) {
	path := b.path(file)
	if filepath.IsAbs(path) {
		return fileURI(path), false
	}
	return (&url.URL{Path: path}).String(), true
}

func fileURI(path string) string { return (&url.URL{Scheme: "file", Path: path}).String() }

// oneLine makes text that a document had a say in safe to stand in one line of a
// terminal: no line breaks, no control characters, nothing that reorders text.
func oneLine(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if hidden(r) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

// hidden tells whether a character controls a terminal or is not to be seen, except
// the joiners that scripts and emoji need.
func hidden(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	return unicode.In(r, unicode.Cc, unicode.Cf) && r != nonJoiner && r != joiner
}

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
