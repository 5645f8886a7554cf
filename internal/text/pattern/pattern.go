// Package pattern holds regular expressions that are compiled when they are first
// used, and that look before they match. Reading documents and answers takes
// hundreds of them, and most commands need none: compiled at start they were half
// of what starting this program costs. And nearly all text holds nothing a pattern
// looks for, while the regexp package spends some 30 ns on each byte to say so: a
// [scanner] of the bytes a match can begin with says it in one.
package pattern

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Pattern is a regular expression. It is safe for concurrent use, and finds
// exactly what [regexp.Regexp] finds.
type Pattern struct {
	text  string
	once  sync.Once
	expr  *expression
	parts []*Pattern // of [AnyOf]
}

// New returns the pattern of an expression in the syntax of package regexp. An
// expression that is wrong panics at its first use.
func New(text string) *Pattern { return &Pattern{text: text} }

// AnyOf returns a pattern that finds what any of some expressions without submatches finds: of matches
// that overlap the one that starts first, and of two that start together that of the earlier expression.
// Apart large expressions are cheap: each is looked for only where its own first bytes stand, and is small
// enough for the regexp package to go back and forth in it.
func AnyOf(texts ...string) *Pattern {
	p := &Pattern{text: strings.Join(texts, "|")}
	for _, text := range texts {
		p.parts = append(p.parts, New(text))
	}
	return p
}

// apart returns where the parts match, in order.
func (p *Pattern) apart(s string, n int) (found [][]int) {
	for _, part := range p.parts {
		found = append(found, part.FindAllStringIndex(s, n)...)
	}
	slices.SortStableFunc(found, func(a, b []int) int { return a[0] - b[0] })
	end := 0
	found = slices.DeleteFunc(found, func(m []int) bool {
		if m[0] < end {
			return true
		}
		end = m[1]
		return false
	})
	if n >= 0 {
		found = found[:min(n, len(found))]
	}
	return found
}

func (p *Pattern) read() *expression {
	p.once.Do(func() { p.expr = read(p.text) })
	return p.expr
}

// MatchString is [regexp.Regexp.MatchString].
func (p *Pattern) MatchString(s string) bool {
	if p.parts != nil {
		return slices.ContainsFunc(p.parts, func(part *Pattern) bool { return part.MatchString(s) })
	}
	return p.read().matches(s)
}

// FindString is [regexp.Regexp.FindString].
func (p *Pattern) FindString(s string) string {
	if at := p.FindStringIndex(s); at != nil {
		return s[at[0]:at[1]]
	}
	return ""
}

// FindStringIndex is [regexp.Regexp.FindStringIndex].
func (p *Pattern) FindStringIndex(s string) []int { return first(p.FindAllStringIndex(s, 1)) }

// FindStringSubmatch is [regexp.Regexp.FindStringSubmatch].
func (p *Pattern) FindStringSubmatch(s string) []string {
	return texts(s, p.FindStringSubmatchIndex(s))
}

// texts returns what a match and its submatches hold.
func texts(s string, at []int) []string {
	if at == nil {
		return nil
	}
	found := make([]string, len(at)/2)
	for i := range found {
		if at[2*i] >= 0 {
			found[i] = s[at[2*i]:at[2*i+1]]
		}
	}
	return found
}

// FindStringSubmatchIndex is [regexp.Regexp.FindStringSubmatchIndex].
func (p *Pattern) FindStringSubmatchIndex(s string) []int {
	return first(p.read().all(s, 1, submatches))
}

// FindAllString is [regexp.Regexp.FindAllString].
func (p *Pattern) FindAllString(s string, n int) []string {
	var found []string
	for _, at := range p.read().all(s, n, indexes) {
		found = append(found, s[at[0]:at[1]])
	}
	return found
}

// FindAllStringIndex is [regexp.Regexp.FindAllStringIndex].
func (p *Pattern) FindAllStringIndex(s string, n int) [][]int {
	if p.parts != nil {
		return p.apart(s, n)
	}
	return p.read().all(s, n, indexes)
}

// FindAllStringSubmatch is [regexp.Regexp.FindAllStringSubmatch].
func (p *Pattern) FindAllStringSubmatch(s string, n int) [][]string {
	var found [][]string
	for _, at := range p.read().all(s, n, submatches) {
		found = append(found, texts(s, at))
	}
	return found
}

// FindAllStringSubmatchIndex is [regexp.Regexp.FindAllStringSubmatchIndex].
func (p *Pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return p.read().all(s, n, submatches)
}

// ReplaceAllString is [regexp.Regexp.ReplaceAllString].
func (p *Pattern) ReplaceAllString(s, replacement string) string {
	if strings.Contains(replacement, "$") {
		if !p.read().possible(s) {
			return s
		}
		return p.read().plain().ReplaceAllString(s, replacement)
	}
	found := p.read().all(s, -1, indexes)
	if len(found) == 0 {
		return s
	}
	var b strings.Builder
	last := 0
	for _, at := range found {
		b.WriteString(s[last:at[0]])
		b.WriteString(replacement)
		last = at[1]
	}
	b.WriteString(s[last:])
	return b.String()
}

// Split is [regexp.Regexp.Split].
func (p *Pattern) Split(s string, n int) []string { return p.read().plain().Split(s, n) }

func first(all [][]int) []int {
	if len(all) == 0 {
		return nil
	}
	return all[0]
}

// The two forms in which a match is told.
var (
	indexes    = form{(*regexp.Regexp).FindStringIndex, (*regexp.Regexp).FindAllStringIndex}
	submatches = form{(*regexp.Regexp).FindStringSubmatchIndex, (*regexp.Regexp).FindAllStringSubmatchIndex}
)

type form struct {
	one func(*regexp.Regexp, string) []int
	all func(*regexp.Regexp, string, int) [][]int
}
