package screen

import (
	"fmt"
	"io"
	"strings"

	"github.com/mattn/go-runewidth"
)

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
