package invisible

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// blackFlag begins the flags that are spelt in tags. Those of these regions are in
// use; any other spelling could carry a text.
const blackFlag = '\U0001f3f4'

var flags = [...]string{spelt("gbeng"), spelt("gbsct"), spelt("gbwls")}

// spelt is a word in tags, with the one that ends it.
func spelt(word string) string {
	var tags strings.Builder
	for _, r := range word {
		tags.WriteRune(0xe0000 + r)
	}
	tags.WriteRune(0xe007f)
	return tags.String()
}

// flag returns the length of the tags at i that make a flag, 0 for others.
func (s *scanner) flag(i int) int {
	for _, tags := range flags {
		if strings.HasPrefix(s.text[i:], tags) {
			return len(tags)
		}
	}
	return 0
}

// scanner knows the text around a character.
type scanner struct {
	text     string
	line     int // up to here the line was read, 0 when none was
	leftward bool
}

// around returns the characters before and after those at i.
func (s *scanner) around(i, size int) (before, after rune) {
	if i > 0 {
		before, _ = utf8.DecodeLastRuneInString(s.text[:i])
	}
	if i+size < len(s.text) {
		after, _ = utf8.DecodeRuneInString(s.text[i+size:])
	}
	return before, after
}

// inLeftward tells whether the line of i has letters that run from right to left.
func (s *scanner) inLeftward(i int) bool {
	if i >= s.line {
		start := strings.LastIndexByte(s.text[:i], '\n') + 1
		s.line = len(s.text)
		if end := strings.IndexByte(s.text[i:], '\n'); end >= 0 {
			s.line = i + end
		}
		s.leftward = strings.ContainsFunc(s.text[start:s.line], func(r rune) bool { return r >= 0x590 && unicode.IsLetter(r) && unicode.In(r, leftward...) })
	}
	return s.leftward
}

// needed tells whether a character has its work to do where it stands.
func (s *scanner) needed(i int, r rune, size int) bool {
	before, after := s.around(i, size)
	switch {
	case r == 0xad: // says where a word may break
		return before != r && after != r
	case r == 0x200b:
		return unicode.In(before, unspaced...) || unicode.In(after, unspaced...)
	case r == 0x200c:
		return s.joins(i) || unicode.In(after, joined...)
	case r == 0x200d:
		return s.joins(i) || unicode.In(after, joined...) || pictured(before) && unicode.In(after, unicode.So, unicode.Sm) && after >= 0x2000
	case r == 0x200e, r == 0x200f, r == 0x61c, r >= 0x202a && r <= 0x202c, r >= 0x2066 && r <= 0x2069:
		return s.inLeftward(i)
	case r == 0x115f, r == 0x1160:
		return isJamo(before) || isJamo(after)
	case r == 0x34f, r == 0x180e, r >= 0x180b && r <= 0x180f:
		return unicode.In(before, unicode.Mongolian, unicode.Mn)
	case isSelector(r):
		return selectable(before, r, after)
	}
	return false
}

// joins tells whether the letter before i is of a script that joins letters.
func (s *scanner) joins(i int) bool {
	for range 4 { // marks of vowels stand between
		r, size := utf8.DecodeLastRuneInString(s.text[:i])
		if unicode.In(r, joined...) {
			return true
		}
		if !unicode.Is(unicode.Mn, r) || isSelector(r) {
			return false
		}
		i -= size
	}
	return false
}

// pictured tells whether a character ends a picture that may be joined to another.
func pictured(r rune) bool {
	return r == 0xfe0f || r >= 0x1f3fb && r <= 0x1f3ff || r >= 0x2000 && unicode.In(r, unicode.So, unicode.Sm)
}

// selectable tells whether a character has other forms, of which a selector takes one.
func selectable(r, selector, after rune) bool {
	switch {
	case selector == 0xfe0e || selector == 0xfe0f:
		if r < utf8.RuneSelf {
			return after == 0x20e3 && (r >= '0' && r <= '9' || r == '#' || r == '*') // a key
		}
		return unicode.In(r, unicode.So, unicode.Sm) || r >= 0x1f3fb && r <= 0x1f3ff || slices.Contains([]rune("‼⁉ℹ〰"), r)
	case selector <= 0xfe0f:
		return unicode.In(r, unicode.Han, unicode.Sm, unicode.Myanmar, unicode.Phags_Pa) || r >= 0x3000 && r <= 0x3002 || r >= 0xff01 && r <= 0xff1f
	}
	return unicode.Is(unicode.Han, r)
}

func isJamo(r rune) bool { return r >= 0x1100 && r <= 0x11ff && r != 0x115f && r != 0x1160 }

var (
	leftward = []*unicode.RangeTable{
		unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Samaritan, unicode.Mandaic, unicode.Adlam,
	}
	joined = []*unicode.RangeTable{
		unicode.Arabic, unicode.Syriac, unicode.Nko, unicode.Mongolian, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati,
		unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Tibetan, unicode.Myanmar,
		unicode.Khmer, unicode.Balinese, unicode.Javanese,
	}
	unspaced = []*unicode.RangeTable{unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan, unicode.Javanese, unicode.Balinese}
)
