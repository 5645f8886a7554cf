package quote

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// A quote may drift: models correct typos and drop articles. These bounds say
// how far, so that a quote is found and an invention is not.
const (
	shortestDrift = 20   // characters; a shorter quote must stand as it is
	mostDrift     = 0.12 // edits a character
	pieces        = 6    // of which one at least must stand verbatim
	mostPlaces    = 8    // where each piece is looked at
)

// closest returns where something close to the needle begins, or -1. A verbatim piece leads to the
// place, where the edits are counted. Numbers do not drift.
func closest(text, needle []byte) int {
	length := utf8.RuneCount(needle)
	if length < shortestDrift {
		return -1
	}
	size := len(needle) / pieces
	for i := range pieces {
		piece := needle[i*size : (i+1)*size]
		for at, places := 0, 0; places < mostPlaces; places++ {
			next := bytes.Index(text[at:], piece)
			if next < 0 {
				break
			}
			at += next + 1
			start := max(0, at-1-i*size)
			window := text[start:min(len(text), start+len(needle))]
			if !bytes.Equal(digits(window), digits(needle)) {
				continue
			}
			if edits := levenshtein.ComputeDistance(string(window), string(needle)); float64(edits) <= mostDrift*float64(length) {
				return start
			}
		}
	}
	return -1
}

func digits(text []byte) []byte {
	return bytes.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text)
}
