// Package lenient reads the JSON objects in what an LLM printed: behind banners and thinking, in envelopes,
// fences and strings, with whatever is wrong with them as long as nothing can get lost. A text comes in, the
// [Object]s of the wanted [Shape] go out, each with its [Departures] from JSON. Reading takes time and memory in
// proportion to the text.
package lenient

import (
	"context"
	"strings"
)

// Shape tells whether an object is the one looked for.
type Shape func(fields map[string]any) bool

// Search has the objects of one shape in a text and in the strings inside it, which carry answers too.
type Search struct {
	Found     []*Object // in the order of the text; an object inside another is part of it
	Cut       bool      // an object that begins a line was never closed
	Other     bool      // an object of another shape was read to its end
	shape     Shape
	allowance *allowance
}

const (
	maxLevels = 4 // texts within texts

	// MaxFound bounds how many objects of the shape are kept; a model that answers as often is stuck.
	MaxFound = 64
)

// Find searches a text for objects of a shape. Search.Spent says whether it came to the end.
func Find(ctx context.Context, text string, shape Shape) *Search {
	s := &Search{shape: shape, allowance: newAllowance(ctx, text)}
	s.in(text, 0)
	return s
}

// Spent says why not all of the text was looked at: [ErrValues], [ErrBroken], or ctx has ended. Else nil.
func (s *Search) Spent() error { return s.allowance.spent() }

func (s *Search) in(text string, level int) {
	before := len(s.Found)
	for at := nextBrace(text, 0); at >= 0 && s.allowance.spent() == nil && len(s.Found) < MaxFound; {
		p := &parser{cursor: cursor{text: text, pos: at, allowance: s.allowance}}
		err := p.outermost()
		next := at + 1
		if err == nil {
			hit := s.collect(p, level)
			s.Cut = s.Cut || p.cut && !hit && beginsLine(text, at)
			s.Other = s.Other || !p.cut && !hit && len(p.objects[0].Fields) > 0
			if hit || p.departures == 0 {
				next = p.pos
			}
		}
		at = nextBrace(text, next)
	}
	if len(s.Found) == before && level < maxLevels && strings.Contains(text, `{\"`) {
		// It holds JSON as if it stood inside a string: one level of escapes is undone.
		s.in(strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\n`, "\n", `\t`, "\t", `\r`, "\r").Replace(text), level+1)
	}
}

// collect keeps the outermost objects of the shape, searches the texts of the others, and tells whether
// there was any.
func (s *Search) collect(p *parser, level int) bool {
	before := len(s.Found)
	inside := make([]bool, len(p.objects)) // in a found object, or said by the user
	for i, o := range p.objects {
		switch {
		case o.parent >= 0 && inside[o.parent], o.Fields["role"] == "user":
			inside[i] = true
		case s.shape(o.Fields):
			inside[i] = true
			s.Found = append(s.Found, o)
		}
	}
	for _, t := range p.texts {
		if !inside[t.owner] && level < maxLevels {
			s.in(t.text, level+1)
		}
	}
	return len(s.Found) > before
}

func nextBrace(text string, from int) int {
	if at := strings.IndexByte(text[from:], '{'); at >= 0 {
		return from + at
	}
	return -1
}

// beginsLine tells whether only space, a bracket or a fence stands before a position on its line.
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
