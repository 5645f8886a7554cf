package timeline

import (
	"bytes"
	"encoding/json"
)

// The functions of this file walk through valid JSON where it stands, because
// package json tells neither where a value lies nor in which order members came.

// span is a value in a text: text[from:to].
type span struct{ from, to int }

func (s span) in(text []byte) []byte { return text[s.from:s.to] }

// member is a member of an object. The value's place is one in the object's text.
type member struct {
	key   string
	value span
}

// members lists the members of an object in their order.
func members(object []byte) []member {
	var list []member
	for at := blanks(object, 1); object[at] != '}'; {
		key := value(object, at)
		colon := blanks(object, key.to)
		of := value(object, blanks(object, colon+1))
		list = append(list, member{stringOf(key.in(object)), of})
		at = next(object, of.to)
	}
	return list
}

// elements lists the elements of an array in their order.
func elements(array []byte) []span {
	var list []span
	for at := blanks(array, 1); array[at] != ']'; {
		element := value(array, at)
		list = append(list, element)
		at = next(array, element.to)
	}
	return list
}

// next skips what stands between a value and the next one, or the end.
func next(text []byte, at int) int {
	at = blanks(text, at)
	if text[at] == ',' {
		at = blanks(text, at+1)
	}
	return at
}

// blanks skips white space.
func blanks(text []byte, at int) int {
	for at < len(text) && bytes.IndexByte([]byte(" \t\r\n"), text[at]) >= 0 {
		at++
	}
	return at
}

// value finds the end of the value that begins at a place.
func value(text []byte, from int) span {
	depth := 0
	for at := from; at < len(text); at++ {
		switch text[at] {
		case '"':
			at = quote(text, at)
		case '{', '[':
			depth++
		case '}', ']', ',', ' ', '\t', '\r', '\n', ':':
			if depth == 0 {
				return span{from, at}
			}
			if text[at] == '}' || text[at] == ']' {
				depth--
			}
		}
		if depth == 0 && (text[at] == '"' || text[at] == '}' || text[at] == ']') {
			return span{from, at + 1}
		}
	}
	return span{from, len(text)}
}

// quote finds the quotation mark that ends a string.
func quote(text []byte, at int) int {
	for at++; text[at] != '"'; at++ {
		if text[at] == '\\' {
			at++
		}
	}
	return at
}

// stringOf decodes a string; "" is every other value.
func stringOf(value []byte) string {
	var text string
	if err := json.Unmarshal(value, &text); err != nil {
		return ""
	}
	return text
}
