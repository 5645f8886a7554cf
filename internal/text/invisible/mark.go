package invisible

import (
	"fmt"
	"regexp"
	"strings"
)

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
