package timeline

import (
	"bytes"
	"strings"
)

// style is how a JSON text is laid out; the zero value is all on one line.
type style struct {
	newline string // "" when all is on one line
	unit    string // what a level is indented by
}

// styleOf looks at what stands before the first key.
func styleOf(text []byte) style {
	start := blanks(text, 0) + 1
	first := blanks(text, min(start, len(text)))
	if first == len(text) || text[first] == '}' || text[start-1] != '{' {
		return style{"\n", "  "}
	}
	space := string(text[start:first])
	at := strings.LastIndexByte(space, '\n')
	switch {
	case at < 0:
		return style{}
	case strings.Contains(space, "\r\n"):
		return style{"\r\n", space[at+1:]}
	}
	return style{"\n", space[at+1:]}
}

// render is a value whose first line stands at a level of indentation.
func (s style) render(value any, depth int) string {
	prefix, indent := "", ""
	if s.newline != "" {
		prefix, indent = strings.Repeat(s.unit, depth), s.unit
	}
	text, err := encode(value, prefix, indent)
	if err != nil {
		panic(err) // strings and numbers alone
	}
	lines := strings.TrimSuffix(string(text), "\n")
	if s.newline == "\r\n" {
		lines = strings.ReplaceAll(lines, "\n", "\r\n")
	}
	return lines
}

// colon stands between a key and its value.
func (s style) colon() string {
	if s.newline == "" {
		return ":"
	}
	return ": "
}

// broken tells whether the entries of a container stand on lines of their own, or
// will when it gets its first.
func (s style) broken(container []byte) bool {
	first := blanks(container, 1)
	return s.newline != "" && (first == len(container)-1 || bytes.IndexByte(container[:first], '\n') >= 0)
}

// around is what stands before the first entry of a container, between two and
// after the last.
func (s style) around(container []byte, depth int) (before, between, after string) {
	switch {
	case s.broken(container):
		before = s.newline + strings.Repeat(s.unit, depth+1)
		return before, "," + before, s.newline + strings.Repeat(s.unit, depth)
	case s.newline != "":
		return "", ", ", ""
	}
	return "", ",", ""
}
