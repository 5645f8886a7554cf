package anylanguage

import (
	"slices"
	"strings"

	"discussd/internal/text/pattern"
)

// finder finds phrases in a text: FindAllStringSubmatchIndex of a pattern whose first part is the phrase.
type finder interface {
	FindAllStringSubmatchIndex(text string, n int) [][]int
}

// byFirstWord are phrases by the word that they begin with, with "*" for the rest of it: a text has few of
// these words, and only behind one of them is a phrase looked for.
type byFirstWord map[string]*pattern.Pattern

// phrasesByFirstWord reads a list of phrases in English, which has no letters but these.
func phrasesByFirstWord(list string) byFirstWord {
	behind := map[string][]string{}
	for _, phrase := range strings.Fields(list) {
		first, _, _ := strings.Cut(phrase, "_")
		for word := range strings.SplitSeq(first, "/") {
			behind[word] = append(behind[word], strings.Replace(phrase, first, word, 1))
		}
	}
	all := byFirstWord{}
	for word, phrases := range behind {
		all[word] = pattern.New(`(?i)^(` + anyOf(strings.Join(phrases, " ")) + `)\b`)
	}
	return all
}

// FindAllStringSubmatchIndex returns where a text has phrases, the first n of them.
func (b byFirstWord) FindAllStringSubmatchIndex(text string, n int) (found [][]int) {
	for at, end := 0, 0; at < len(text) && len(found) < n; at = end {
		if end = at + 1; !letter(text[at]) {
			continue
		}
		for end < len(text) && (letter(text[end]) || text[end] == '-' || text[end] >= '0' && text[end] <= '9') {
			end++
		}
		m := b.match(strings.ToLower(text[at:end]), text[at:])
		if m == nil || at > 0 && (text[at-1] == '_' || text[at-1] >= '0' && text[at-1] <= '9') {
			continue
		}
		for i := range m {
			m[i] += at
		}
		found, end = append(found, m), m[1]
	}
	return found
}

// match returns where the text from a word on has a phrase that begins with it: with all of it, or with its first letters.
func (b byFirstWord) match(word, text string) []int {
	if p := b[word]; p != nil {
		if m := p.FindStringSubmatchIndex(text); m != nil {
			return slices.Clone(m)
		}
	}
	for length := len(word); length > 1; length-- {
		if p := b[word[:length]+"*"]; p != nil {
			if m := p.FindStringSubmatchIndex(text); m != nil {
				return slices.Clone(m)
			}
		}
	}
	return nil
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
