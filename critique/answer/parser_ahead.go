package answer

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// ends tells whether a quote that was just passed ends its text, going by what
// stands at position at and beyond; byComma says that a comma is the reason.
// Whatever may follow a text in valid JSON is a yes.
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
	case isComma(r):
		ahead.pos += width
		return ahead.fitsBehindComma(where), true
	}
	return newLine && isQuote(r) && (where == inList || ahead.keyFollows(true)), false
}

// lookAhead returns a parser on the same text and allowance at another position.
func (p *parser) lookAhead(at int) *parser {
	return &parser{text: p.text, pos: at, allowance: p.allowance}
}

// bracketsFit tells whether the closing brackets that stand here can be meant:
// all depth of them, or some that a comma, a new line or the end follows.
func (p *parser) bracketsFit(depth int) bool {
	for {
		before := p.pos
		r, width := p.next()
		switch {
		case width == 0 || isComma(r):
			return true
		case r != '}' && r != ']':
			return strings.Contains(p.text[before:p.pos], "\n")
		}
		p.pos += width
		if depth--; depth == 0 {
			return true
		}
	}
}

func (p *parser) fitsBehindComma(where place) bool {
	r, width := p.next()
	switch {
	case width == 0 || r == '}' || r == ']':
		return true
	case where == inList:
		return isQuote(r) || strings.ContainsRune("{[-,0123456789tfnTFN", r)
	case isComma(r):
		return true
	case isQuote(r):
		return p.keyFollows(true)
	}
	return where == inBareKey && p.bareKeyFollows()
}

// keyFollows tells whether a quoted key and its colon stand here. A key too long
// to be looked through is one if long says so.
func (p *parser) keyFollows(long bool) bool {
	open, width := utf8.DecodeRuneInString(p.text[p.pos:])
	end := min(p.pos+peek, len(p.text))
	for at := p.pos + width; at < end; {
		r, width := utf8.DecodeRuneInString(p.text[at:])
		switch {
		case r == '\\':
			at += 2
			continue
		case closes(open, r):
			p.pay(at - p.pos)
			ahead := p.lookAhead(at + width)
			r, width = ahead.next()
			return isColon(r) || long && width == 0
		}
		at += width
	}
	p.pay(peek)
	return long
}

// bareKeyFollows tells whether an unquoted key and its colon stand here.
func (p *parser) bareKeyFollows() bool {
	for i, r := range p.text[p.pos:min(p.pos+peek, len(p.text))] {
		if isColon(r) {
			p.pay(i)
			return i > 0
		}
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '$' {
			p.pay(i)
			return false
		}
	}
	return false
}
