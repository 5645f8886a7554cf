package answer

import (
	"context"
	"strings"
)

// shape tells whether an object is the one looked for.
type shape func(fields map[string]any) bool

// search looks for the objects of one shape in a text, and in the texts inside
// the text: envelopes carry answers as strings.
type search struct {
	shape     shape
	allowance *allowance
	found     []*object // in the order of the text; an object inside another is part of it
	cut       bool      // an object that begins a line was never closed
	other     bool      // an object of another shape was read to its end
}

const (
	maxLevels = 4  // texts within texts
	maxFound  = 64 // objects of the shape; a model that answers as often is stuck
)

// find searches a text for objects of a shape.
func find(ctx context.Context, text string, shape shape) *search {
	s := &search{shape: shape, allowance: newAllowance(ctx, text)}
	s.in(text, 0)
	return s
}

func (s *search) in(text string, level int) {
	before := len(s.found)
	for at := nextBrace(text, 0); at >= 0 && s.allowance.spent() == nil && len(s.found) < maxFound; {
		p := &parser{text: text, pos: at, allowance: s.allowance}
		err := p.outermost()
		next := at + 1
		if err == nil {
			hit := s.collect(p, level)
			s.cut = s.cut || p.cut && !hit && beginsLine(text, at)
			s.other = s.other || !p.cut && !hit && len(p.objects[0].fields) > 0
			if hit || p.forgiven == 0 {
				next = p.pos
			}
		}
		at = nextBrace(text, next)
	}
	if len(s.found) == before && level < maxLevels && strings.Contains(text, `{\"`) {
		s.in(unescaped(text), level+1)
	}
}

// collect keeps the outermost objects of the shape, and searches the texts of
// the others; it tells whether there was any.
func (s *search) collect(p *parser, level int) bool {
	before := len(s.found)
	inside := make([]bool, len(p.objects)) // in a found object, or said by the user
	for i, o := range p.objects {
		switch {
		case o.parent >= 0 && inside[o.parent], o.fields["role"] == "user":
			inside[i] = true
		case s.shape(o.fields):
			inside[i] = true
			s.found = append(s.found, o)
		}
	}
	for _, t := range p.texts {
		if !inside[t.owner] && level < maxLevels {
			s.in(t.text, level+1)
		}
	}
	return len(s.found) > before
}

// unescaped undoes one level of string escapes in a text that holds JSON as if
// it stood inside a string.
func unescaped(text string) string {
	return strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\n`, "\n", `\t`, "\t", `\r`, "\r").Replace(text)
}

func nextBrace(text string, from int) int {
	if at := strings.IndexByte(text[from:], '{'); at >= 0 {
		return from + at
	}
	return -1
}

// beginsLine tells whether only space, a bracket or a fence stands before a
// position on its line.
func beginsLine(text string, at int) bool {
	for at > 0 {
		switch text[at-1] {
		case '\n':
			return true
		case ' ', '\t', '\r', '[':
			at--
		default:
			return strings.HasSuffix(text[:at], "```json") || strings.HasSuffix(text[:at], "```")
		}
	}
	return true
}
