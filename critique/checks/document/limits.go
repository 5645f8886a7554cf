package document

import (
	"fmt"
	"strings"
)

// What lies above these limits is no specification a person can read, and
// parsers of nested syntax may need more than linear time for it.
const (
	maxLine    = 128 << 10 // bytes
	maxMarkers = 64        // block quote and list markers that open one line
	maxColumns = 512       // cells of one line
	maxDepth   = 200       // nested JSON values
	maxTopics  = 5000      // headings that are understood
	maxRange   = 200       // IDs in one range such as REQ-001..007
)

// wildness says why a text should not be parsed, or nothing.
func wildness(text string) string {
	number := 0
	for line := range strings.Lines(text) {
		number++
		if len(line) > maxLine {
			return fmt.Sprintf("line %d is %d KiB long", number, len(line)>>10)
		}
		if len(line) > maxMarkers && markers(line) > maxMarkers {
			return fmt.Sprintf("line %d opens more than %d nested blocks", number, maxMarkers)
		}
		if len(line) > maxColumns && strings.Count(line, "|") > maxColumns {
			return fmt.Sprintf("line %d has more than %d columns", number, maxColumns)
		}
	}
	return ""
}

func markers(line string) int {
	n := 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '>':
			n++
		case (c == '-' || c == '+' || c == '*' || c == '.' || c == ')') && i+1 < len(line) && line[i+1] == ' ':
			n++
		case c == ' ' || c == '\t' || c >= '0' && c <= '9':
		default:
			return n
		}
	}
	return n
}
