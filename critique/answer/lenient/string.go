package lenient

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// string reads a quoted text. A quote ends it only where what follows can follow a text.
func (p *parser) string(where place) (string, error) {
	open, width := utf8.DecodeRuneInString(p.text[p.pos:])
	if open != '"' {
		p.depart(oddQuotes)
	}
	p.pos += width
	var text strings.Builder
	quoting := false // an inner quotation is open
	for p.pos < len(p.text) {
		if err := p.allowance.spent(); err != nil {
			return "", err
		}
		plain := p.plainRun(open)
		text.WriteString(p.text[p.pos : p.pos+plain])
		p.pos += plain
		p.pay(plain + 1)
		r, width := utf8.DecodeRuneInString(p.text[p.pos:])
		switch {
		case width == 0:
		case r == '\\':
			p.escape(&text)
		case closes(open, r):
			ends, byComma := p.ends(p.pos+width, where)
			if ends && !(quoting && byComma && where == inList) {
				p.pos += width
				return text.String(), nil
			}
			p.depart(InnerQuotes)
			quoting = !ends && opensQuotation(p.text, p.pos, width)
			text.WriteString(p.text[p.pos : p.pos+width])
			p.pos += width
		default:
			p.depart(oddCharacters) // a raw control character
			text.WriteString(p.text[p.pos : p.pos+width])
			p.pos += width
		}
	}
	p.depart(cutOff)
	p.cut = true
	return text.String(), nil
}

// ends tells whether a quote just passed ends its text, by what stands at position at and beyond;
// byComma says that a comma is the reason. What valid JSON allows is always a yes.
func (p *parser) ends(at int, where place) (ends, byComma bool) {
	ahead := p.lookAhead(at)
	r, width := ahead.next()
	newLine := strings.Contains(p.text[min(at, ahead.pos):ahead.pos], "\n")
	switch {
	case width == 0:
		return true, false
	case where == inKey:
		return isColon(r), false
	case r == '}' || r == ']':
		return ahead.bracketsFit(p.depth), false
	case IsComma(r):
		ahead.pos += width
		return ahead.fitsBehindComma(where), true
	}
	return newLine && isQuote(r) && (where == inList || ahead.keyFollows(true)), false
}

// plainRun is the number of bytes ahead that are neither quote, escape nor control.
func (c *cursor) plainRun(open rune) int {
	rest := c.text[c.pos:]
	for i := 0; i < len(rest); i++ {
		b := rest[i]
		if b < 0x20 || b == '\\' {
			return i
		}
		if b == '"' || b == '\'' || b == 0xe2 { // the typographic quotes begin with 0xe2
			if r, _ := utf8.DecodeRuneInString(rest[i:]); closes(open, r) {
				return i
			}
		}
	}
	return len(rest)
}

func closes(open, r rune) bool {
	switch open {
	case '"', '\'':
		return r == open
	case '“', '”':
		return r == '”' || r == '"'
	}
	return r == '’' || r == '\''
}

func opensQuotation(text string, at, width int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at+width:])
	return (IsSpace(before) || strings.ContainsRune("([（【:：,，“\"", before)) && !IsSpace(after)
}

// escape reads an escape, or a pair that makes one character. An unknown one stands for its letter.
func (p *parser) escape(text *strings.Builder) {
	rest := p.text[p.pos:]
	if len(rest) < 2 {
		p.pos = len(p.text)
		return
	}
	sizes := []int{2}
	if rest[1] == 'u' {
		sizes = []int{12, 6}
	}
	for _, size := range sizes {
		var one string
		if len(rest) >= size && json.Unmarshal([]byte(`"`+rest[:size]+`"`), &one) == nil && utf8.RuneCountInString(one) == 1 {
			text.WriteString(one)
			p.pos += size
			return
		}
	}
	p.depart(oddCharacters)
	if p.pos++; rest[1] == '\'' {
		text.WriteByte('\'')
		p.pos++
	}
}
