package answer

import (
	"math"
	"strings"

	"discussd/critique"
	"discussd/internal/text/pattern"
)

var (
	// A rating named in the middle of a sentence.
	namedRating = pattern.New(`(?i)(overall |final |总体|综合|最终|整体)?(?:\b(?:rating|score)|评分|評分|打分)\s*(?:is|of|为|是|[:：=])\s*([^\n。；;]{1,60})`)
	// A rating that somebody gives.
	givenRating = pattern.New(`(?i)(?:\b(?:rate|rated|rating|give|giving|score|scored)\b[^.\n。]{0,60}?|[打给評评][^.\n。]{0,20}?)\b?(\d(?:\.\d+)?\s*(?:/|out of)\s*\d+|\d(?:\.\d+)?\s*分)`)
	// A rating that an answer begins with, or that follows what it is of.
	firstRating = pattern.New(`(?i)^[\s*_#>-]*(?:(?:overall|total|verdict|rating|score|i['’]d (?:say|give it)|总体|综合|评分|打分)\s*[:：=–—-]?\s*)?\**(\d(?:\.\d)?\s*(?:/\s*|out of )5)\b`)
	// A rating in the line that an answer ends with, at the end of it or of a clause.
	lastRating = pattern.New(`(?i)(?:^|[^\d./])([1-5](?:\.\d)?\s*(?:/\s*5|(?:out )?of (?:5|five)|分))\s*(?:[.,;:!*_)，。；：！）]|$)`)
	overall    = pattern.New(`(?i)overall|final|总|总体|综合|最终|整体`)
)

// maxLastLine bounds the line that an answer ends with, in bytes.
const maxLastLine = 4096

// proseRating finds the rating of a prose answer, 0 if it has none. One that is
// called overall or final counts before a plain one, and a named one before one
// in a sentence. Two of the same kind that exclude each other are Contradictory.
func proseRating(text string, all sections) (float64, error) {
	const kinds = 4
	var found [kinds][]float64
	note := func(kind int, value string) {
		if number, ok := ratingInWords(value); ok {
			found[kind] = append(found[kind], number)
		}
	}
	for _, s := range all {
		if s.field != fieldRating || len(s.entries) == 0 {
			continue
		}
		kind := 1
		if overall.MatchString(s.label) {
			kind = 0
		}
		note(kind, words(s.entries[0], maxKey))
	}
	for _, match := range namedRating.FindAllStringSubmatch(text, maxPoints) {
		kind := 1
		if match[1] != "" {
			kind = 0
		}
		note(kind, match[2])
	}
	for _, match := range givenRating.FindAllStringSubmatch(text, maxPoints) {
		note(2, match[1])
	}
	for line := range strings.Lines(text) {
		if line = strings.Trim(line, " \t\r\n*_#>-"); strings.ContainsAny(line, "⭐★") || strings.HasSuffix(line, "/5") {
			note(3, line)
		}
	}
	if begins := firstRating.FindStringSubmatch(text); begins != nil {
		note(3, begins[1])
	}
	if lines := strings.Split(strings.TrimSpace(text), "\n"); len(lines[len(lines)-1]) < maxLastLine {
		for _, match := range lastRating.FindAllStringSubmatch(lines[len(lines)-1], maxPoints) {
			note(3, strings.NewReplacer(" of ", "/", "out", "", "five", "5").Replace(strings.ToLower(match[1])))
		}
	}
	for _, ratings := range found {
		if len(ratings) == 0 {
			continue
		}
		lowest, highest := ratings[0], ratings[0]
		for _, number := range ratings {
			lowest, highest = math.Min(lowest, number), math.Max(highest, number)
		}
		if highest-lowest >= 1 {
			return 0, critique.Failf(critique.Contradictory, "the answer rates %g and %g", lowest, highest)
		}
		return lowest, nil
	}
	return 0, nil
}
