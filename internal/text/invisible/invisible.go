// Package invisible finds characters of a text that its readers do not see: tags,
// controls of direction, blanks without width, fillers.
//
// A text comes in, the runs of such characters go out, or the text with each of them
// replaced by a mark such as ⟦U+202E⟧. Where a script or an emoji needs them they are
// no defect and stay: joiners in Persian, Indic scripts and emoji, marks of direction
// in Arabic and Hebrew, the selector behind an emoji, word breaks in Thai. The checks
// report the runs, and no model is shown a document that holds them.
package invisible

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Effect is what a run does to a text, the graver the higher.
type Effect int

// The effects.
const (
	Blank    Effect = iota // it does not show
	Hides                  // it carries a text that does not show
	Reorders               // what follows is shown in another order than it is written
)

// Run is a run of invisible characters, in bytes of the text.
type Run struct {
	Start, End int
	Effect     Effect
	Says       string // the text it carries, "" when there is none that could be read
}

// fewestSelectors make a run of variation selectors one that carries a text: each is
// half a byte or a whole one.
const fewestSelectors = 4

// Find returns the runs of a text that has no byte order mark at its start, in order.
func Find(text string) []Run {
	var runs []Run
	s := scanner{text: text}
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == blackFlag {
			size += s.flag(i + size)
		}
		last := len(runs) - 1
		goesOn := last >= 0 && runs[last].End == i // beside such a run nothing is needed
		switch {
		case !Is(r) || !goesOn && s.needed(i, r, size):
			i += size
			continue
		case goesOn:
			runs[last].End += size
		default:
			runs, last = append(runs, Run{Start: i, End: i + size}), last+1
		}
		if reorders(r) {
			runs[last].Effect = Reorders
		}
		i += size
	}
	for i := range runs {
		runs[i].read(text)
	}
	return runs
}

// read finds out whether a run carries a text.
func (run *Run) read(text string) {
	var tags, selected []byte
	for _, r := range text[run.Start:run.End] {
		switch {
		case isTag(r):
			tags = append(tags, byte(r&0x7f))
		case r >= 0xfe00 && r <= 0xfe0f:
			selected = append(selected, byte(r&0xf))
		case r >= 0xe0100 && r <= 0xe01ef:
			selected = append(selected, byte(r-0xe0100+16))
		}
	}
	if len(selected) < fewestSelectors {
		selected = nil
	}
	if len(tags)+len(selected) == 0 {
		return
	}
	run.Effect = max(run.Effect, Hides)
	for _, said := range [...][]byte{tags, selected} {
		if shown := readable(string(said)); shown != "" {
			run.Says = shown
			return
		}
	}
}

// readable is what can be read of a text, "" of one that is no text.
func readable(text string) string {
	text = strings.TrimFunc(text, unicode.IsControl)
	if !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) && !unicode.IsSpace(r) }) {
		return ""
	}
	return strings.Join(strings.Fields(text), " ")
}

// Is tells whether a character does not show, be it needed where it stands or not.
func Is(r rune) bool {
	switch {
	case r < 0xad || r > 0x3164 && r < 0xfe00:
		return false
	case r == 0xad, r == 0x34f, r == 0x61c, r == 0x115f, r == 0x1160, r == 0x3164, r == 0xffa0, r == 0xfeff:
		return true
	}
	return isSelector(r) || isTag(r) || r >= 0x200b && r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2060 && r <= 0x206f ||
		r == 0x180e || r >= 0xfff9 && r <= 0xfffb || r >= 0x1d173 && r <= 0x1d17a
}

func isTag(r rune) bool { return r >= 0xe0000 && r <= 0xe007f }

func isSelector(r rune) bool {
	return r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0100 && r <= 0xe01ef || r >= 0x180b && r <= 0x180f && r != 0x180e
}

// reorders tells whether a control turns the order of characters in a text that has
// no need of it.
func reorders(r rune) bool {
	return r == 0x202b || r == 0x202d || r == 0x202e || r == 0x2067
}

// mostMarks are those of one run; a word tells how many characters are left.
const mostMarks = 8

var mark = regexp.MustCompile(`⟦(?:U\+[0-9A-F]{4,6}|\+\d+)⟧`)

// Marked returns a text with a mark such as ⟦U+202E⟧ for each invisible character. Of
// a long run the first ones are marked, then ⟦+92⟧ tells how many follow.
func Marked(text string) string {
	runs := Find(text)
	if len(runs) == 0 {
		return text
	}
	var out strings.Builder
	end := 0
	for _, run := range runs {
		out.WriteString(text[end:run.Start])
		n := 0
		for _, r := range text[run.Start:run.End] {
			if n++; n <= mostMarks {
				fmt.Fprintf(&out, "⟦U+%04X⟧", r)
			}
		}
		if n > mostMarks {
			fmt.Fprintf(&out, "⟦+%d⟧", n-mostMarks)
		}
		end = run.End
	}
	out.WriteString(text[end:])
	return out.String()
}

// Unmarked returns a text without such marks.
func Unmarked(text string) string {
	if !strings.Contains(text, "⟦") {
		return text
	}
	return mark.ReplaceAllString(text, "")
}
