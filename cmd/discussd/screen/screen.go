// Package screen knows whether a person looks at an output, and shows there how far a
// panel or a row of sessions is.
package screen

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/mattn/go-isatty"
	"github.com/mattn/go-runewidth"
	"golang.org/x/sys/unix"

	"discussd/cmd/discussd/diagnostic"
)

// The size of a terminal which does not tell its own, in columns and lines.
const (
	defaultWidth  = 80
	defaultHeight = 24
)

// IsTerminal tells whether a person is at the other end of an input or output.
func IsTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && isatty.IsTerminal(file.Fd())
}

// StyleOf returns how findings look on an output: source lines and colours are for
// terminals, colours only where $NO_COLOR is not set.
func StyleOf(out io.Writer, base diagnostic.Base) diagnostic.Style {
	style := diagnostic.Style{Base: base}
	if IsTerminal(out) {
		style.Width, _ = Size(out)
		style.Colour = os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	}
	return style
}

// Size returns the columns and lines of a terminal, 0 and 0 of everything else.
func Size(out any) (width, height int) {
	if !IsTerminal(out) {
		return 0, 0
	}
	size, err := unix.IoctlGetWinsize(int(out.(*os.File).Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return defaultWidth, defaultHeight
	}
	return cmp.Or(int(size.Col), defaultWidth), cmp.Or(int(size.Row), defaultHeight)
}

// UTF8 tells whether the locale of the environment has that encoding.
func UTF8() bool {
	locale := cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_CTYPE"), os.Getenv("LANG"))
	encoding := strings.ReplaceAll(strings.ToLower(locale), "-", "")
	return strings.HasSuffix(encoding, "utf8") || strings.Contains(encoding, "utf8@")
}

// Draw shows a text on a terminal in the place of what is there. What does not find place
// is left out at the end, and counted.
func Draw(terminal io.Writer, text string) error {
	width, height := Size(terminal)
	_, err := io.WriteString(terminal, frame(text, width, height))
	return err
}

// frame is what draws a text, as far as it finds place with the cursor below it.
func frame(text string, width, height int) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	taken := 0
	for i, line := range lines {
		taken += rows(line, width)
		if last := i == len(lines)-1; taken > height-1 || !last && taken > height-2 {
			lines = append(lines[:i:i], fmt.Sprintf("%d more lines", len(lines)-i))
			break
		}
	}
	return "\x1b[H\x1b[2J" + strings.Join(lines, "\n") + "\n"
}

// rows is how many lines of a terminal a text on one line takes.
func rows(line string, width int) int {
	if width <= 0 {
		return 1
	}
	return max(1, (runewidth.StringWidth(line)+width-1)/width)
}
