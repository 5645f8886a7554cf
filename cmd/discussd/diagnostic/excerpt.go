package diagnostic

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/fatih/color"
	"golang.org/x/text/width"
)

const (
	tabStop   = 4
	narrowest = 20 // columns that an excerpt has at least, however narrow the terminal
)

// cell is one character as a terminal shows it.
type cell struct {
	text  string
	width int // columns
}

// cells lays a line out. Tabs become blanks, and what is not to be seen, or would
// control the terminal, becomes a replacement character.
func cells(line string) []cell {
	var all []cell
	column := 0
	for _, r := range line {
		c := cell{string(r), columns(r)}
		if r == '\t' {
			c.width = tabStop - column%tabStop
			c.text = strings.Repeat(" ", c.width)
		} else if hidden(r) {
			c = cell{string(unicode.ReplacementChar), 1}
		}
		all = append(all, c)
		column += c.width
	}
	return all
}

// columns is how many columns of a terminal a character takes.
func columns(r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0 // stands over or within its neighbour
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

func widthOf(all []cell) int {
	sum := 0
	for _, c := range all {
		sum += c.width
	}
	return sum
}

// excerpt writes the source line of a diagnostic, or as much around its column as
// the terminal has room for, and a caret under the column.
func (s Style) excerpt(w io.Writer, d Diagnostic) error {
	gutter := fmt.Sprintf("%5d | ", d.Line)
	all := cells(d.Text)
	at := min(max(d.Column-1, 0), len(all))
	from, to := window(all, at, max(narrowest, s.Width-len(gutter)))
	left, right := "", ""
	if from > 0 {
		left = "…"
	}
	if to < len(all) {
		right = "…"
	}
	var shown strings.Builder
	for _, c := range all[from:to] {
		shown.WriteString(c.text)
	}
	_, err := fmt.Fprintf(w, "%s%s%s%s\n", gutter, left, shown.String(), right)
	if err != nil || d.Column == 0 {
		return err
	}
	indent := strings.Repeat(" ", len([]rune(left))+widthOf(all[from:at]))
	marked := widthOf(all[at:max(at, min(d.End-1, to))])
	caret := "^" + strings.Repeat("~", max(0, marked-1))
	_, err = fmt.Fprintf(w, "      | %s%s\n", indent, s.paint(caret, color.FgGreen, color.Bold))
	return err
}

// window chooses the cells to show, those before the caret in the first third when
// not all fit. The marks of what is cut off fit in, too.
func window(all []cell, at, room int) (from, to int) {
	if widthOf(all) <= room {
		return 0, len(all)
	}
	room -= 2
	from, used := at, 0
	for from > 0 && used+all[from-1].width <= room/3 {
		from--
		used += all[from].width
	}
	to = at
	for to < len(all) && used+all[to].width <= room {
		used += all[to].width
		to++
	}
	for from > 0 && used+all[from-1].width <= room { // little follows: show more of what comes before
		from--
		used += all[from].width
	}
	return from, to
}
