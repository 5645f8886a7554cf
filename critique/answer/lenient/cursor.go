package lenient

import (
	"strings"
	"unicode/utf8"
)

// cursor is a position in a text. Every byte that it looks at counts, to keep hostile answers linear.
type cursor struct {
	text       string
	pos        int
	allowance  *allowance
	departures Departures
}

func (c *cursor) depart(d Departures) { c.departures |= d }

func (c *cursor) pay(bytes int) { c.allowance.bytes -= bytes }

// lookAhead returns a cursor at another position, whose departures do not count.
func (c *cursor) lookAhead(at int) *cursor {
	return &cursor{text: c.text, pos: at, allowance: c.allowance}
}

// bracketsFit tells whether the closing brackets here can be meant: all depth of them, or some that a
// comma, a new line or the end follows.
func (c *cursor) bracketsFit(depth int) bool {
	for {
		before := c.pos
		r, width := c.next()
		switch {
		case width == 0 || IsComma(r):
			return true
		case r != '}' && r != ']':
			return strings.Contains(c.text[before:c.pos], "\n")
		}
		c.pos += width
		if depth--; depth == 0 {
			return true
		}
	}
}

func (c *cursor) fitsBehindComma(where place) bool {
	r, width := c.next()
	switch {
	case width == 0 || r == '}' || r == ']':
		return true
	case where == inList:
		return isQuote(r) || strings.ContainsRune("{[-,0123456789tfnTFN", r)
	case IsComma(r):
		return true
	}
	return isQuote(r) && c.keyFollows(true)
}

// keyFollows tells whether a quoted key and its colon stand here; long is the answer for a very long key.
func (c *cursor) keyFollows(long bool) bool {
	open, width := utf8.DecodeRuneInString(c.text[c.pos:])
	end := min(c.pos+peek, len(c.text))
	for at := c.pos + width; at < end; {
		r, width := utf8.DecodeRuneInString(c.text[at:])
		switch {
		case r == '\\':
			at += 2
			continue
		case closes(open, r):
			c.pay(at - c.pos)
			ahead := c.lookAhead(at + width)
			r, width = ahead.next()
			return isColon(r) || long && width == 0
		}
		at += width
	}
	c.pay(peek)
	return long
}

// next skips white space and comments and returns the next character, with width 0 at the end. A
// Markdown fence ends the text, too.
func (c *cursor) next() (r rune, width int) {
	start := c.pos
	defer func() { c.pay(c.pos - start + 1) }()
	for {
		rest := c.text[c.pos:]
		switch r, width = utf8.DecodeRuneInString(rest); {
		case width == 0:
			return 0, 0
		case IsSpace(r):
			c.pos += width
		case strings.HasPrefix(rest, "```"), strings.HasPrefix(rest, "~~~"):
			c.text = c.text[:c.pos]
			return 0, 0
		case r == '#', strings.HasPrefix(rest, "//"):
			c.depart(comments)
			c.skipBehind(rest, "\n")
		case strings.HasPrefix(rest, "/*"):
			c.depart(comments)
			c.skipBehind(rest, "*/")
		default:
			return r, width
		}
	}
}

func (c *cursor) skipBehind(rest, mark string) {
	if at := strings.Index(rest, mark); at >= 0 {
		c.pos += at + len(mark)
		return
	}
	c.pos = len(c.text)
}

// IsSpace tells whether a character is white space between the parts of an object: JSON's own, and what models put there.
func IsSpace(r rune) bool {
	switch r {
	case ' ', '\t', '\n', '\r', '\ufeff', '\u00a0', '\u3000', '\u200b':
		return true
	}
	return false
}

// IsComma tells whether a character parts values as a comma does.
func IsComma(r rune) bool { return r == ',' || r == '，' || r == '、' }

func isColon(r rune) bool { return r == ':' || r == '：' }

func isQuote(r rune) bool {
	switch r {
	case '"', '\'', '“', '”', '‘', '’':
		return true
	}
	return false
}
