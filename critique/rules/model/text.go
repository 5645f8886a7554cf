package model

import (
	"strconv"
	"strings"
	"unicode"

	"discussd/internal/text/pattern"
)

// Normal reduces a text to its letters and digits, in lower case.
func Normal(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// Clip cuts a text to n characters.
func Clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	count := 0
	for i := range s {
		if count == n {
			return s[:i] + "…"
		}
		count++
	}
	return s
}

// Itoa writes a number.
func Itoa(n int) string { return strconv.Itoa(n) }

// OneLine joins the lines of a text.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// Patterns are run over one line at a time: the regexp package is several times
// slower a byte on long texts, and no pattern of a rule crosses a line end.

// Find returns up to limit matches with their submatches, as offsets of text.
func Find(text string, pattern *pattern.Pattern, limit int) [][]int {
	var found [][]int
	start := 0
	for line := range strings.Lines(text) {
		for _, m := range pattern.FindAllStringSubmatchIndex(strings.TrimSuffix(line, "\n"), limit-len(found)) {
			for i := range m {
				if m[i] >= 0 {
					m[i] += start
				}
			}
			found = append(found, m)
		}
		if len(found) >= limit {
			break
		}
		start += len(line)
	}
	return found
}

// FindOne returns the first match, or nil.
func FindOne(text string, pattern *pattern.Pattern) []int {
	if found := Find(text, pattern, 1); len(found) > 0 {
		return found[0]
	}
	return nil
}

// Holds tells whether a text matches anywhere.
func Holds(text string, pattern *pattern.Pattern) bool {
	for line := range strings.Lines(text) {
		if pattern.MatchString(line) {
			return true
		}
	}
	return false
}

var (
	// Should is the Chinese word for should where it is not part of another.
	Should = pattern.New(`(?:^|[^响供对适反回相感效能理])应(?:[^用对答急付届变该当]|$)`)
	// Han is a Chinese character.
	Han = pattern.New(`\p{Han}`)
)

// WholeWord returns where a phrase stands in a text, or -1. A phrase in Latin
// letters must not be part of a longer word; case is ignored in ASCII.
func WholeWord(text, phrase string) int {
	for i := 0; i+len(phrase) <= len(text); i++ {
		if !strings.EqualFold(text[i:i+len(phrase)], phrase) {
			continue
		}
		before := i == 0 || !letter(text[i-1]) || !letter(phrase[0])
		end := i + len(phrase)
		after := end == len(text) || !letter(text[end]) || !letter(phrase[len(phrase)-1])
		if before && after {
			return i
		}
	}
	return -1
}

func letter(c byte) bool { return c == '-' || c == '_' || (c|0x20) >= 'a' && (c|0x20) <= 'z' }
