// Package shallow tells whether the TOML or JSON of a stranger may be given to a
// parser. The text comes in, what is too much of it goes out. Whoever parses what
// agents can write asks first.
//
// TOML costs time, which grows faster than the square of the depth to which tables
// are nested: a key of 32,000 parts, for which 64 KiB have room, keeps the parser busy
// for minutes. JSON costs memory: of 256 KiB of empty objects a decoder made 364 MiB.
package shallow

import "strings"

// Levels is how many parts a key may have, and how far lists and inline tables may
// be nested: far more than people write. A text within both is parsed in an
// instant.
const Levels = 8

// TOML returns the 1-based line in which a text exceeds [Levels], 0 when none does.
// The text need not be valid.
func TOML(text string) int {
	parts, depth := 1, 0
	for i := 0; i < len(text); {
		width := 1
		switch text[i] {
		case '#':
			width = until(text[i:], "\n")
		case '"', '\'':
			width = quoted(text[i:])
		case '.':
			parts++
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		case '=', ',', '\n':
			parts = 1
		}
		if parts > Levels || depth > Levels {
			return 1 + strings.Count(text[:i], "\n")
		}
		i += width
	}
	return 0
}

// until is the length of a text up to a mark, or of all of it.
func until(text, mark string) int {
	if at := strings.Index(text, mark); at >= 0 {
		return at
	}
	return len(text)
}

// quoted is the length of the string that a text begins with, its quotes included.
// One that is not closed ends with its line, or with the text.
func quoted(text string) int {
	quote := text[:1]
	long := strings.HasPrefix(text, strings.Repeat(quote, 3))
	i := 1
	if long {
		i = 3
	}
	for i < len(text) {
		run := len(text[i:]) - len(strings.TrimLeft(text[i:], quote))
		switch {
		case long && run >= 3:
			return i + min(run, 5) // the last three close, two may stand before them
		case !long && run > 0:
			return i + 1
		case !long && text[i] == '\n':
			return i
		case quote == `"` && text[i] == '\\':
			i += 2
		default:
			i += max(run, 1)
		}
	}
	return len(text)
}
