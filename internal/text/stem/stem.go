// Package stem brings the forms of an English word to what they share. A word comes in,
// its stem goes out; statements, titles and opinions are compared by it.
package stem

import "github.com/kljensen/snowball/english"

// English returns the stem of a word by the second Porter algorithm. It is in lower case
// and need not be a word: forms of one word have the same. Words such as "the" and words
// of other scripts stay as they are.
func English(word string) string { return english.Stem(word, false) }
