package lenient

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

func (p *parser) bareKey() (string, error) {
	p.depart(bareWords)
	start := p.pos
	for p.pos < len(p.text) {
		r, width := utf8.DecodeRuneInString(p.text[p.pos:])
		if isColon(r) || IsSpace(r) || strings.ContainsRune("{}[],\"\\", r) {
			break
		}
		if p.pos-start > peek {
			return "", errSyntax
		}
		p.pos += width
	}
	if p.pos == start {
		return "", errSyntax
	}
	p.pay(p.pos - start)
	if p.pos == len(p.text) {
		p.depart(cutOff)
		p.cut = true
	}
	return p.text[start:p.pos], nil
}

// bareValue reads a number, a literal, or a word that should have been quoted.
func (p *parser) bareValue() (any, error) {
	start := p.pos
	for p.pos < len(p.text) {
		r, width := utf8.DecodeRuneInString(p.text[p.pos:])
		if IsComma(r) || strings.ContainsRune("}]{[\n", r) || r == '#' ||
			strings.HasPrefix(p.text[p.pos:], "//") || strings.HasPrefix(p.text[p.pos:], "/*") {
			break
		}
		p.pos += width
	}
	p.pay(p.pos - start + 1)
	if err := p.allowance.spent(); err != nil {
		return nil, err
	}
	word := strings.TrimFunc(p.text[start:p.pos], IsSpace)
	if _, width := p.lookAhead(p.pos).next(); width == 0 { // it may have gone on
		p.depart(cutOff)
		p.cut = true
	}
	switch word {
	case "true":
		return true, nil
	case "false":
		return false, nil
	case "null":
		return nil, nil
	}
	if isNumber(word) {
		return json.Number(word), nil
	}
	p.depart(bareWords)
	switch strings.ToLower(strings.TrimLeft(word, "+-")) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	case "", "none", "null", "nil", "undefined":
		return nil, nil
	case "nan", "inf", "infinity":
		p.depart(notFinite)
		return nil, nil
	}
	if plus, found := strings.CutPrefix(word, "+"); found && isNumber(plus) {
		return json.Number(plus), nil
	}
	return word, nil
}

func isNumber(word string) bool {
	return word != "" && (word[0] == '-' || word[0] >= '0' && word[0] <= '9') && json.Valid([]byte(word))
}
