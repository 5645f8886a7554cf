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
	maxNested  = 8         // markers of a line that may be one of many
	maxDeep    = 50_000    // markers of all lines above those
	maxColumns = 512       // cells of one line
	maxLines   = 400_000
	maxDepth   = 200     // nested JSON values
	maxValues  = 200_000 // JSON values
	maxPath    = 120     // bytes of the path of a JSON value, below which no more is added
	maxTopics  = 5000    // headings that are understood
	maxIDs     = 50_000  // mentions in one text, after which ranges are no longer expanded
	maxRange   = 200     // IDs in one range such as REQ-001..007
)

// wildness says why a text should not be parsed, or nothing.
func wildness(text string) string {
	number, columns, cells, deep := 0, 0, 0, 0
	for line := range strings.Lines(text) {
		number++
		if columns = tableColumns(line, columns); columns > 0 {
			cells += columns
		}
		if len(line) > maxLine {
			return fmt.Sprintf("line %d is %d KiB long", number, len(line)>>10)
		}
		nested := markers(line)
		if nested > maxMarkers {
			return fmt.Sprintf("line %d opens more than %d nested blocks", number, maxMarkers)
		}
		if deep += max(0, nested-maxNested); deep > maxDeep {
			return fmt.Sprintf("too many lines open more than %d nested blocks", maxNested)
		}
		if len(line) > maxColumns && strings.Count(line, "|") > maxColumns {
			return fmt.Sprintf("line %d has more than %d columns", number, maxColumns)
		}
	}
	if number > maxLines {
		return fmt.Sprintf("it has more than %d lines", maxLines)
	}
	if cells > len(text)/2+10_000 {
		return "its tables have far more columns than cells" // each absent cell costs as much as a real one
	}
	return ""
}

// tableColumns returns how many cells a parser makes of a line: as many as the
// delimiter row above it has, until a blank line ends the table.
func tableColumns(line string, above int) int {
	trimmed := strings.TrimSpace(line)
	switch {
	case trimmed == "":
		return 0
	case strings.Trim(trimmed, "|-: ") == "":
		return max(above, strings.Count(trimmed, "|"))
	}
	return above
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
