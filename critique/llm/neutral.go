package llm

import (
	"strings"

	"discussd/internal/text/invisible"
	"discussd/internal/text/pattern"
)

// delimiter is the beginning of a line that looks like one of ours, whatever its
// mark. What a model reads as a new line need not be one to Unicode or to us.
var delimiter = pattern.New(`(?im)(^|[` + breaks + `])([\t\p{Zs}\p{Cf}]*)===([^\n` + breaks + `]*\b(?:BEGIN|END)\b)`)

const breaks = `\r\v\f\x{85}\x{2028}\x{2029}` // line breaks besides \n, in a character class

// mention is an @ that a CLI could take for a file to read.
var mention = pattern.New(`@([\pL\pN./~\\"'_-])`)

// neutral makes document text harmless to the frame around it: look-alikes of
// our delimiters lose their shape, an @ becomes its full-width twin so that
// no CLI reads the file behind it, and characters that people do not see are
// marked. Quotes are compared width-folded and without marks, so a quote of
// neutralised text is still found.
func neutral(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(strings.TrimPrefix(text, "\ufeff"), "\ufffd"), "\x00", "\ufffd")
	if strings.Contains(text, "===") { // which a search for the start of a line is slow to find missing
		text = delimiter.ReplaceAllString(text, "$1$2＝＝＝$3")
	}
	return mention.ReplaceAllString(invisible.Marked(text), "＠$1")
}

// oneLine is neutral text without line breaks, for what stands in a line of ours.
func oneLine(s string) string { return neutral(strings.Join(strings.Fields(s), " ")) }
