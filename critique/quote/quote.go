// Package quote finds what a model quotes in the text that it was taken from. Quotes drop line breaks and
// emphasis, narrow full-width letters, leave out the middle and mend typos. An invention must not be found, nor a
// statement with another number. The reader of answers and the panel use [Text.Find].
package quote

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
	"golang.org/x/text/width"

	"discussd/internal/text/invisible"
	"discussd/internal/text/pattern"
)

// Text is a text folded for comparison: without white space, emphasis and invisible characters, with
// narrow letters, plain quotes and dashes.
type Text struct {
	content []byte
	folded  []byte
	lines   []int // lines[i] is the 1-based line that byte i of folded came from
}

// Fold returns the form of a text that quotes are found in. It keeps content.
func Fold(content []byte) Text {
	t := Text{content: content}
	line := 1
	begins := true // only space and marks of a block quote so far on this line
	for _, r := range string(content) {
		if r == '\n' {
			line++
			begins = true
		}
		kept := foldRune(r)
		if begins && kept == ">" {
			continue
		}
		if kept != "" {
			begins = false
			t.folded = append(t.folded, kept...)
			for range len(kept) {
				t.lines = append(t.lines, line)
			}
		}
	}
	return t
}

// Find returns the 1-based line where the quote begins, or 0. It tries the bytes as they are, then folded,
// then with parts left out, and at last with a few letters changed.
func (t Text) Find(quote string) (line int) {
	if quote == "" {
		return 0
	}
	if at := bytes.Index(t.content, []byte(quote)); at >= 0 {
		return 1 + bytes.Count(t.content[:at], []byte("\n"))
	}
	quote = invisible.Unmarked(quote)
	at := -1
	for _, needle := range needles(quote) {
		if at = bytes.Index(t.folded, needle); at >= 0 {
			return t.lines[at]
		}
	}
	if at = elided(t.folded, quote); at < 0 {
		if all := needles(quote); len(all) > 0 {
			at = closest(t.folded, all[0])
		}
	}
	if at < 0 {
		return 0
	}
	return t.lines[at]
}

// Holds tells whether the text has some words exactly as they are.
func (t Text) Holds(words string) bool { return bytes.Contains(t.content, []byte(words)) }

// Lines is how many lines the text has.
func (t Text) Lines() int {
	return bytes.Count(bytes.TrimSuffix(t.content, []byte("\n")), []byte("\n")) + 1
}

// needles returns the folded quote without marks around it, also with its first letter in the other case.
func needles(quote string) [][]byte {
	needle := foldAll(strings.TrimRight(strings.Trim(quote, " \t\r\n\"'“”‘’「」『』`"), ".,;:。，；：… "))
	first, size := utf8.DecodeRune(needle)
	if size == 0 {
		return nil
	}
	other := unicode.ToUpper(first)
	if other == first {
		other = unicode.ToLower(first)
	}
	if other == first {
		return [][]byte{needle}
	}
	return [][]byte{needle, append(utf8.AppendRune(nil, other), needle[size:]...)}
}

// omission is what stands where a quote leaves something out.
var omission = pattern.New(`\s*(?:[\[(（【]\s*(?:…+|\.{3,})\s*[\])）】]|…+|⋯+|\.{3,})\s*`)

const (
	shortestPart = 6    // bytes on each side of an omission; "the … must" says nothing
	mostParts    = 8    // of one quote
	mostLeftOut  = 2000 // bytes between two parts
)

// elided returns where a quote with omissions begins, or -1: its parts follow each other closely.
func elided(text []byte, quote string) int {
	var parts [][]byte
	for _, part := range omission.Split(quote, mostParts) {
		if all := needles(part); len(all) > 0 {
			if len(all[0]) < shortestPart {
				return -1
			}
			parts = append(parts, all[0])
		}
	}
	if len(parts) < 2 {
		return -1
	}
	for from, places := 0, 0; places < mostPlaces; places++ {
		start := find(text[from:], parts[0])
		if start < 0 {
			return -1
		}
		start += from
		at := start + len(parts[0])
		for _, part := range parts[1:] {
			next := find(text[min(at, len(text)):min(len(text), at+len(part)+mostLeftOut)], part)
			if at += next + len(part); next < 0 {
				at = -1
				break
			}
		}
		if at >= 0 {
			return start
		}
		from = start + 1
	}
	return -1
}

func find(text, part []byte) int {
	if at := bytes.Index(text, part); at >= 0 {
		return at
	}
	return closest(text, part)
}

func foldAll(text string) []byte {
	var folded []byte
	for _, r := range text {
		folded = append(folded, foldRune(r)...)
	}
	return folded
}

func foldRune(r rune) string {
	switch r {
	case '*', '_', '`', '#', '|', '\\', '~':
		return ""
	case '“', '”', '„', '«', '»':
		return `"`
	case '‘', '’':
		return "'"
	case '–', '—', '−', '‑':
		return "-"
	case '…':
		return "..."
	}
	if unicode.IsSpace(r) || invisible.Is(r) {
		return ""
	}
	if r < utf8.RuneSelf {
		return string(r)
	}
	if p := width.LookupRune(r); p.Kind() == width.EastAsianFullwidth {
		if narrow := p.Narrow(); narrow != 0 {
			r = narrow
		}
	}
	return string(r)
}

// Place is a line of a file that a text names: "src/tide.go:12", "tide.go#L12".
type Place struct {
	Path string // as it is written, without a leading "./"
	Line int    // 1-based
	Text string // all of it
}

// place is a path that ends like a file's, and the number of a line; no address with a port.
var place = pattern.New(`(?:^|[^A-Za-z0-9_@.+/\\:~$%-])(?:\./)?((?:[A-Za-z0-9_@.+\[\]-]+/(?:[A-Za-z0-9_@.+()\[\]-]+/)*)?[A-Za-z0-9_@+\[\]-][A-Za-z0-9_@.+\[\]-]*\.([A-Za-z][A-Za-z0-9]{0,9}))(?::|#L)(\d{1,7})\b`)

// hosts are ends of names of machines that are none of files that a line is named of.
var hosts = pattern.New(`^(?:com|org|net|io|dev|app|local|localhost|internal|cloud|edu|gov|info|ai|de|cn|jp|fr|uk|eu|us)$`)

// Places are the lines of files that a text names, each once, in their order.
func Places(text string) (found []Place) {
	const mostNamed = 20 // how many places of one text count.
	seen := map[string]bool{}
	for _, m := range place.FindAllStringSubmatch(text, mostNamed) {
		line, err := strconv.Atoi(m[3])
		if err != nil || line == 0 || hosts.MatchString(m[2]) || seen[m[1]+":"+m[3]] {
			continue
		}
		seen[m[1]+":"+m[3]] = true
		found = append(found, Place{m[1], line, m[1] + ":" + m[3]})
	}
	return found
}

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
