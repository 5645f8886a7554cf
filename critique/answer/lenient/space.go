package lenient

import (
	"strings"
	"unicode/utf8"
)

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
