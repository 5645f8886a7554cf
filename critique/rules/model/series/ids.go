package series

import (
	"strconv"
	"strings"

	"discussd/internal/text/pattern"
)

// codes returns where a text has IDs. FR1-FR5 are two, and the ends of a range; FR-0[1-4] is a pattern of some.
func codes(text string, most int) (all [][]int) {
	for _, m := range code.FindAllStringSubmatchIndex(text, most) {
		if digits.MatchString(text[m[1]:]) {
			continue
		}
		if m[6] < m[7] && text[m[6]:m[7]] == text[m[2]:m[3]] {
			all = append(all, []int{m[0], m[4]}, []int{m[6], m[1]})
			continue
		}
		all = append(all, m[:2])
	}
	return all
}

// digits begins a set of digits in a pattern.
var digits = pattern.New(`^\[\d`)

// first is where a text has its first ID, or nil.
func first(text string) []int {
	if all := codes(text, 1); len(all) > 0 {
		return all[0]
	}
	return nil
}

// mention reads an ID.
func mention(text string) (Mention, bool) {
	m := code.FindStringSubmatch(text)
	if m == nil {
		return Mention{}, false
	}
	rest := strings.TrimLeft(text[len(m[1]):], "-")
	letter := ""
	if last := rest[len(rest)-1]; last >= 'a' && last <= 'z' {
		letter, rest = rest[len(rest)-1:], rest[:len(rest)-1]
	}
	whole, part, parts := strings.Cut(rest, m[2]+m[3])
	if m[2] == "" || !parts {
		number, err := strconv.Atoi(rest)
		return Mention{ID: text, prefix: m[1], number: number, letter: letter}, err == nil
	}
	number, err := strconv.Atoi(whole)
	inner, err2 := strconv.Atoi(part)
	return Mention{ID: text, prefix: m[1] + ofPart + m[2] + m[3], number: number*inParts + inner, letter: letter}, err == nil && err2 == nil
}

// Letters are those that a prefix begins with: FR of FR#. too.
func Letters(prefix string) string {
	letters, _, _ := strings.Cut(prefix, ofPart)
	return letters
}

// ends tells whether an ID is over at an offset of a text: not of R-14-notes.md, R14.2, R14b2.
func ends(text string, at int) bool {
	if at == len(text) {
		return true
	}
	c := text[at]
	switch {
	case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_', c == '/':
		return false
	case c == '-' || c == '.':
		return at+1 == len(text) || !(text[at+1] >= '0' && text[at+1] <= '9' || text[at+1] >= 'a' && text[at+1] <= 'z' || text[at+1] >= 'A' && text[at+1] <= 'Z')
	}
	return true
}

func starts(text string, at int) bool {
	c := text[at-1]
	return !(c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || strings.IndexByte("_-/.#", c) >= 0)
}

// goesOn is behind an ID that a range begins with, when only the number of its end follows.
var goesOn = pattern.New(`^\s?(?:–|—|-|~|～|〜|\.\.+|…|至|到)\s?(\d{1,4})(?:\D|$)`)

// shortEnd reads the number that ends a range behind the ID that begins it, 0 without one.
func shortEnd(text string, at int) int {
	m := goesOn.FindStringSubmatch(text[at:min(len(text), at+16)])
	if m == nil {
		return 0
	}
	number, _ := strconv.Atoi(m[1])
	return number
}
