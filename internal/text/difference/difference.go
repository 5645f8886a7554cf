// Package difference says in few words how a text has changed, for a reader who has the new
// text beside. Two texts come in; what was taken away comes out whole, for it stands nowhere
// else, and of what was added where it stands and how it begins.
package difference

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"
)

// How many characters are shown of what is new, and of what stands around a change in its line.
const (
	mostNew    = 160
	mostBefore = 25
	mostBehind = 20
)

// Of returns a line for each place where a text has become another one, with the number of
// the line there, "" when they are the same: [-taken away-]{+added+}.
func Of(old, now string) string {
	var out strings.Builder
	shift := 0 // how many lines the new text has more so far
	for _, edit := range udiff.Lines(old, now) {
		before, after := lines(old[edit.Start:edit.End]), lines(edit.New)
		at := strings.Count(old[:edit.Start], "\n") + 1 + shift
		shift += len(after) - len(before)
		if len(before) == len(after) {
			for i := range before {
				fmt.Fprintf(&out, "line %d: %s\n", at+i, within(before[i], after[i]))
			}
			continue
		}
		fmt.Fprintf(&out, "line %d:", at)
		if len(before) > 0 {
			fmt.Fprintf(&out, " [-%s-]", strings.Join(before, "\n"))
		}
		if len(after) > 0 {
			fmt.Fprintf(&out, " {+%s+}", beginning(after[0]))
		}
		if len(after) > 1 {
			fmt.Fprintf(&out, " and what follows to line %d", at+len(after)-1)
		}
		out.WriteByte('\n')
	}
	return out.String()
}

func lines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// within shows how a line has become another one, with a little of what is the same.
func within(old, now string) string {
	head := shared(old, now)
	was, is := old[head:], now[head:]
	tail := sharedEnd(was, is)
	text := last(old[:head], mostBefore)
	if was = was[:len(was)-tail]; was != "" {
		text += "[-" + was + "-]"
	}
	if end := len(is) - tail; end > 0 {
		text += "{+" + beginning(is[:end]) + "+}"
	}
	return text + first(is[len(is)-tail:], mostBehind)
}

// shared is how many bytes two texts begin with in common, up to the beginning of a word.
func shared(a, b string) int {
	same, word := 0, 0
	for same < len(a) && same < len(b) {
		r, size := utf8.DecodeRuneInString(a[same:])
		if s, other := utf8.DecodeRuneInString(b[same:]); s != r || other != size || size == 1 && a[same] != b[same] {
			return min(same, word)
		}
		same += size
		if !inWord(r) {
			word = same
		}
	}
	if ends(a, same) && ends(b, same) {
		return same
	}
	return word
}

// sharedEnd is how many bytes two texts end with in common, down to the end of a word.
func sharedEnd(a, b string) int {
	same, word := 0, 0
	for same < len(a) && same < len(b) {
		r, size := utf8.DecodeLastRuneInString(a[:len(a)-same])
		if s, other := utf8.DecodeLastRuneInString(b[:len(b)-same]); s != r || other != size || size == 1 && a[len(a)-same-1] != b[len(b)-same-1] {
			break
		}
		same += size
		if !inWord(r) {
			word = same
		}
	}
	return word
}

// ends tells whether no word goes on behind a place.
func ends(text string, at int) bool {
	r, _ := utf8.DecodeRuneInString(text[at:])
	return at == len(text) || !inWord(r)
}

// inWord tells whether a character is one of several that make a word: those of Chinese each are one.
func inWord(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !unicode.Is(unicode.Han, r)
}

func beginning(text string) string { return first(text, mostNew) }

// first is at most so many characters of the beginning of a text, which says that there are more.
func first(text string, most int) string {
	for i := range text {
		if most == 0 {
			return text[:i] + "…"
		}
		most--
	}
	return text
}

// last is at most so many characters of the end of a text.
func last(text string, most int) string {
	at := len(text)
	for ; at > 0; most-- {
		if most == 0 {
			return "…" + text[at:]
		}
		_, size := utf8.DecodeLastRuneInString(text[:at])
		at -= size
	}
	return text
}
