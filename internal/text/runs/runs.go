// Package runs cuts texts into stretches of Chinese characters and words of other scripts.
// A text comes in, its runs go out; statements and opinions are compared by what they
// consist of.
package runs

import (
	"iter"
	"strings"
	"unicode"
)

// Run is a stretch of a text that is of one kind.
type Run struct {
	Text string // "" of a mark
	Kind Kind
}

// Kind says what a run consists of.
type Kind int

// What texts consist of.
const (
	Word    Kind = iota // letters that are not Chinese, digits, and joints between them
	Chinese             // Chinese characters
	Mark                // one character that is neither part of a word nor space
)

// Of yields the runs of a text in their order, as it writes them. Joints are marks that
// may stand inside a word, a number or a name: "._-/" for 1.5 and src/auth.go. At its ends
// they are left out.
func Of(text, joints string) iter.Seq[Run] {
	return func(yield func(Run) bool) {
		var run []rune
		kind := Word
		flush := func() bool {
			trimmed := strings.Trim(string(run), joints)
			run = run[:0]
			return trimmed == "" || yield(Run{trimmed, kind})
		}
		for _, r := range text {
			is := Mark
			switch {
			case unicode.Is(unicode.Han, r):
				is = Chinese
			case unicode.IsLetter(r), unicode.IsDigit(r), strings.ContainsRune(joints, r):
				is = Word
			}
			if is != kind && !flush() {
				return
			}
			switch {
			case is != Mark:
				run, kind = append(run, r), is
			case !unicode.IsSpace(r) && !yield(Run{Kind: Mark}):
				return
			}
		}
		flush()
	}
}
