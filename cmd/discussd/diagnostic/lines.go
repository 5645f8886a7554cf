package diagnostic

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/fatih/color"
	"github.com/mattn/go-runewidth"

	"discussd/critique"
)

// Style is how lines look.
type Style struct {
	Base   Base
	Width  int  // columns of the terminal; 0 shows no source lines, as in a pipe
	Colour bool // paint severities, paths and carets
}

// Lines writes one line a place, as compilers do: path:line:column: severity rule
// message, 1:1 where it is about the whole file. On a terminal the source line follows, with a
// caret under the column.
func Lines(w io.Writer, s Style, r Round) error {
	for _, d := range r.Diagnostics() {
		_, err := fmt.Fprintf(w, "%s %s %s %s\n",
			s.paint(fmt.Sprintf("%s:%d:%d:", oneLine(s.Base.path(d.File)), max(1, d.Line), max(1, d.Column)), color.Bold),
			s.paint(string(d.Severity), severityColours(d.Severity)...), d.Rule, d.Message)
		if err == nil && s.Width > 0 && d.Text != "" {
			err = s.excerpt(w, d)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func severityColours(s critique.Severity) []color.Attribute {
	switch s {
	case Failed, critique.High:
		return []color.Attribute{color.FgRed, color.Bold}
	case critique.Medium:
		return []color.Attribute{color.FgYellow, color.Bold}
	}
	return []color.Attribute{color.FgCyan}
}

// paint does not ask the colour package whether there is a terminal: it would look
// at the process's own output, not at what is written to.
func (s Style) paint(text string, with ...color.Attribute) string {
	if !s.Colour {
		return text
	}
	brush := color.New(with...)
	brush.EnableColor()
	return brush.Sprint(text)
}

// narrowest is how many columns an excerpt has at least, however narrow the terminal.
const narrowest = 20

// excerpt writes the source line of a diagnostic, or as much around its column as
// the terminal has room for, and a caret under the column.
func (s Style) excerpt(w io.Writer, d Diagnostic) error {
	terminal := runewidth.Condition{StrictEmojiNeutral: true}
	gutter := fmt.Sprintf("%5d | ", d.Line)
	room := max(narrowest, s.Width-len(gutter))
	line := strings.Map(shown, d.Text)
	before, rest := cut(line, d.Column)
	marked, _ := cut(rest, d.End-d.Column+1)
	// what is before the column has a third of the room, or what the rest leaves of it
	if wide := terminal.StringWidth(before); wide+terminal.StringWidth(rest) > room {
		left := max(room/3, room-terminal.StringWidth(rest))
		if wide > left {
			before = terminal.TruncateLeft(before, wide-left+1, "…")
		}
	}
	at := terminal.StringWidth(before)
	rest = terminal.Truncate(rest, room-at, "…")
	_, err := fmt.Fprintf(w, "%s%s%s\n", gutter, before, rest)
	if err != nil || d.Column == 0 {
		return err
	}
	tail := min(terminal.StringWidth(marked), terminal.StringWidth(rest)) - 1
	caret := "^" + strings.Repeat("~", max(0, tail))
	_, err = fmt.Fprintf(w, "      | %s%s\n", strings.Repeat(" ", at), s.paint(caret, color.FgGreen, color.Bold))
	return err
}

func cut(line string, column int) (before, rest string) {
	at := offset(line, column)
	return line[:at], line[at:]
}

// shown is what stands for a character: a blank for a tab, and a replacement character for
// what is not to be seen, or would control the terminal.
func shown(r rune) rune {
	switch {
	case r == '\t':
		return ' '
	case hidden(r):
		return unicode.ReplacementChar
	}
	return r
}
