// Package screen knows whether a person looks at an output, and shows there how far a
// panel or a row of sessions is.
package screen

import (
	"io"
	"os"

	"github.com/mattn/go-isatty"
	"golang.org/x/sys/unix"

	"discussd/cmd/discussd/diagnostic"
)

// defaultWidth is that of a terminal which does not tell its own, in columns.
const defaultWidth = 80

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
		style.Width = widthOf(out.(*os.File))
		style.Colour = os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	}
	return style
}

// widthOf returns the columns of a terminal.
func widthOf(terminal *os.File) int {
	size, err := unix.IoctlGetWinsize(int(terminal.Fd()), unix.TIOCGWINSZ)
	if err != nil || size.Col == 0 {
		return defaultWidth
	}
	return int(size.Col)
}
