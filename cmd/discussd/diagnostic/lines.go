package diagnostic

import (
	"fmt"
	"io"

	"github.com/fatih/color"

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
