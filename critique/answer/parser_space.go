package answer

import (
	"strings"
	"unicode/utf8"
)

// next skips white space and comments and returns what stands there; width is 0
// at the end. A Markdown fence ends the text too: no object reaches beyond it.
func (p *parser) next() (r rune, width int) {
	start := p.pos
	defer func() { p.pay(p.pos - start + 1) }()
	for {
		rest := p.text[p.pos:]
		switch r, width = utf8.DecodeRuneInString(rest); {
		case width == 0:
			return 0, 0
		case isSpace(r):
			p.pos += width
		case strings.HasPrefix(rest, "```"), strings.HasPrefix(rest, "~~~"):
			p.text = p.text[:p.pos]
			return 0, 0
		case r == '#', strings.HasPrefix(rest, "//"):
			p.forgive(comments)
			p.skipBehind(rest, "\n")
		case strings.HasPrefix(rest, "/*"):
			p.forgive(comments)
			p.skipBehind(rest, "*/")
		default:
			return r, width
		}
	}
}

func (p *parser) skipBehind(rest, mark string) {
	if at := strings.Index(rest, mark); at >= 0 {
		p.pos += at + len(mark)
		return
	}
	p.pos = len(p.text)
}

func isSpace(r rune) bool {
	switch r {
	case ' ', '\t', '\n', '\r', '\ufeff', '\u00a0', '\u3000', '\u200b':
		return true
	}
	return false
}

func isComma(r rune) bool { return r == ',' || r == '，' || r == '、' }

func isColon(r rune) bool { return r == ':' || r == '：' }

func isQuote(r rune) bool {
	switch r {
	case '"', '\'', '“', '”', '‘', '’':
		return true
	}
	return false
}
