package shallow

import (
	"encoding/json"
	"fmt"
)

// Bounds are what decoding a JSON text may cost. Three bytes of a text can
// become an object of hundreds, and a list that is grown takes twice what it holds, so
// that the length of a text alone bounds nothing.
type Bounds struct {
	Bytes      int // of the text
	Containers int // objects and lists
	Values     int // of all kinds, and the keys of objects
	Levels     int // how far objects and lists are nested
}

// Small are the bounds of a file that holds a few fields.
func Small() Bounds { return Bounds{Bytes: 64 << 10, Containers: 100, Values: 1000, Levels: 8} }

// Decode is [json.Unmarshal] of a text within the bounds.
func (b Bounds) Decode(text []byte, to any) error {
	if err := b.JSON(text); err != nil {
		return err
	}
	return json.Unmarshal(text, to)
}

// JSON returns an error when a text exceeds the bounds. It looks at the text alone, in
// one pass and without taking memory. The text need not be valid: what a decoder makes
// of one before it meets the mistake is counted, too.
func (b Bounds) JSON(text []byte) error {
	if len(text) > b.Bytes {
		return fmt.Errorf("has %d bytes, more than the %d allowed", len(text), b.Bytes)
	}
	containers, values, depth := 0, 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			i = closing(text, i)
		case '{', '[':
			containers++
			values++
			depth++
		case '}', ']':
			depth--
		case ',', ':':
			values++
		}
		switch {
		case containers > b.Containers:
			return fmt.Errorf("holds more than %d objects and lists", b.Containers)
		case values > b.Values:
			return fmt.Errorf("holds more than %d values", b.Values)
		case depth > b.Levels:
			return fmt.Errorf("is nested more than %d levels deep", b.Levels)
		}
	}
	return nil
}

// closing is where the string that begins at a place ends, or the text.
func closing(text []byte, at int) int {
	for at++; at < len(text) && text[at] != '"'; at++ {
		if text[at] == '\\' {
			at++
		}
	}
	return at
}
