// Package lineindex tells in which line of a TOML text a key or value stands, so that
// who refuses one can say where. A text comes in that a decoder has accepted, the
// lines of its places go out. The decoders themselves tell the lines of their own errors
// only.
//
// A place is a dotted key in which the elements of lists are counted:
// "perspectives[1].focus".
package lineindex

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
)

// Join appends a name to a place, quoted where TOML would quote it.
func Join(place, name string) string {
	name = toml.Key{name}.String()
	if place == "" {
		return name
	}
	return place + "." + name
}

// Element is the place of an element of a list, counted from 0.
func Element(place string, i int) string { return place + "[" + strconv.Itoa(i) + "]" }

// At is the 1-based line of an offset in a text, in bytes.
func At(text string, offset int) int {
	return 1 + strings.Count(text[:min(max(offset, 0), len(text))], "\n")
}

// Forward tells the lines of offsets in a text that only grow, and reads the text once for
// all of them.
type Forward struct {
	text         string
	read, breaks int // the bytes up to the last offset, and the line breaks in them
}

// NewForward begins at the first line of a text.
func NewForward(text string) *Forward { return &Forward{text: text} }

// At is the 1-based line of an offset, in bytes, that is none before the last one.
func (f *Forward) At(offset int) int {
	offset = min(max(offset, f.read), len(f.text))
	f.breaks += strings.Count(f.text[f.read:offset], "\n")
	f.read = offset
	return 1 + f.breaks
}

// newlines are the offsets of the line breaks of a text.
func newlines(text []byte) []int {
	var at []int
	for i := 0; ; i++ {
		next := bytes.IndexByte(text[i:], '\n')
		if next < 0 {
			return at
		}
		i += next
		at = append(at, i)
	}
}
