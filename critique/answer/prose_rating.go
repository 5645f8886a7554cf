package answer

import (
	"slices"
	"strings"

	"discussd/critique"
	"discussd/internal/text/pattern"
)

// proseRatings are the forms of a rating in prose, each with how much it counts: one that is
// called overall or final first, then one that is called a rating, one that somebody gives, and
// one that stands where an answer begins or ends.
var proseRatings = []struct {
	rank int
	form *pattern.Pattern
}{
	{0, pattern.New(`(?i)(?:overall |final |总体|综合|最终|整体)(?:\b(?:rating|score)|评分|評分|打分)\s*(?:is|of|为|是|[:：=])\s*([^\n。；;]{1,60})`)},
	{1, pattern.New(`(?i)(?:\b(?:rating|score)|评分|評分|打分)\s*(?:is|of|为|是|[:：=])\s*([^\n。；;]{1,60})`)},
	{2, pattern.New(`(?i)(?:\b(?:rate|rated|rating|give|giving|score|scored)\b[^.\n。]{0,60}?|[打给評评][^.\n。]{0,20}?)\b?(\d(?:\.\d+)?\s*(?:/|out of)\s*\d+|\d(?:\.\d+)?\s*分)`)},
	{3, pattern.New(`(?m)^[ \t*_#>-]*([^\n]*(?:[⭐★][^\n]*|/5))[ \t*_#>-]*\r?$`)},
	{3, pattern.New(`(?i)^[\s*_#>-]*(?:(?:overall|total|verdict|rating|score|i['’]d (?:say|give it)|总体|综合|评分|打分)\s*[:：=–—-]?\s*)?\**(\d(?:\.\d)?\s*(?:/\s*|out of )5)\b`)},
}

var (
	// lastRating stands in the line that an answer ends with, at the end of it or of a clause.
	lastRating = pattern.New(`(?i)(?:^|[^\d./])([1-5](?:\.\d)?\s*(?:/\s*5|(?:out )?of (?:5|five)|分))\s*(?:[.,;:!*_)，。；：！）]|$)`)
	inDigits   = strings.NewReplacer(" of ", "/", "out", "", "five", "5")
	overall    = pattern.New(`(?i)overall|final|总|总体|综合|最终|整体`)
)

// proseRating finds the rating of a prose answer, 0 if it has none: that of the lowest rank.
// Two of one rank that exclude each other are Contradictory.
func proseRating(text string, all sections) (float64, error) {
	const (
		ranks       = 4
		longestLine = 4096 // bytes
	)
	var found [ranks][]float64
	note := func(rank int, value string) {
		if number, ok := ratingInWords(value); ok {
			found[rank] = append(found[rank], number)
		}
	}
	for _, s := range all {
		if s.field == fieldRating && len(s.entries) > 0 {
			rank := 1
			if overall.MatchString(s.label) {
				rank = 0
			}
			note(rank, words(s.entries[0], maxKey))
		}
	}
	for _, r := range proseRatings {
		for _, match := range r.form.FindAllStringSubmatch(text, maxPoints) {
			note(r.rank, match[1])
		}
	}
	text = strings.TrimSpace(text)
	if last := text[strings.LastIndexByte(text, '\n')+1:]; len(last) < longestLine {
		for _, match := range lastRating.FindAllStringSubmatch(last, maxPoints) {
			note(ranks-1, inDigits.Replace(strings.ToLower(match[1])))
		}
	}
	for _, ratings := range found {
		if len(ratings) == 0 {
			continue
		}
		lowest, highest := slices.Min(ratings), slices.Max(ratings)
		if highest-lowest >= 1 {
			return 0, critique.Failf(critique.Contradictory, "the answer rates %g and %g", lowest, highest)
		}
		return lowest, nil
	}
	return 0, nil
}
