package answer

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"discussd/internal/text/pattern"
)

// rating reads a rating from 1 to 5; anything else, also between two numbers, is none.
func rating(value any) (float64, bool) {
	switch value := value.(type) {
	case json.Number:
		number, err := value.Float64()
		return onScale(number, err == nil)
	case string:
		return ratingInWords(value)
	case map[string]any:
		for _, key := range []string{"max", "out_of", "outOf", "scale", "total"} {
			if scale, given := value[key]; given && words(scale, maxKey) != "5" {
				return 0, false
			}
		}
		for _, key := range []string{"rating", "score", "value", "overall", "评分", "分数"} {
			if inner, given := value[key]; given {
				if _, again := inner.(map[string]any); again {
					return 0, false
				}
				return rating(inner)
			}
		}
	}
	return 0, false
}

func onScale(number float64, ok bool) (float64, bool) {
	if !ok || math.IsNaN(number) || number < 1 || number > 5 {
		return 0, false
	}
	return number, true
}

var (
	// A number, then its scale or unit, then words.
	numericRating = pattern.New(`^[~≈约]?\s*(\d{1,6}(?:[.,]\d{1,6})?)\s*(?:(?:/|out\s+of|of)\s*(\d{1,6}(?:\.0+)?))?\s*(%|percent)?(.*)$`)
	// What makes the words another number, another scale or a range.
	ratingGoesOn = pattern.New(`(?i)^\s*(?:\d|/|[-–—~]\s*\d|(?:to|or|至|到|或)\s*\d|[.,]\d)`)
	otherScale   = pattern.New(`(?i)(?:/|out\s+of|\bof|满分|滿分)\s*(\d{1,6})`)
	chineseDigit = pattern.New(`^([一二三四五])\s*(?:分|星|颗星)?$`)
)

// ratingInWords reads "4", "4/5", "4.0 out of 5", "4 - solid", "4分", "四分" and stars.
func ratingInWords(text string) (float64, bool) {
	text = strings.Trim(norm.NFKC.String(tidy(text, maxKey)), " *_`\"'([")
	if stars, rest, ok := drawnStars(text); ok {
		if number, also := ratingInWords(rest); also && math.Abs(number-stars) >= 1 {
			return 0, false
		}
		return onScale(stars, true)
	}
	if digit := chineseDigit.FindStringSubmatch(text); digit != nil {
		return float64(strings.Index("一二三四五", digit[1])/len("一") + 1), true
	}
	part := numericRating.FindStringSubmatch(text)
	if part == nil || part[3] != "" || ratingGoesOn.MatchString(part[4]) {
		return 0, false
	}
	if scale, err := strconv.ParseFloat(part[2], 64); err == nil && scale != 5 {
		return 0, false
	}
	if scale := otherScale.FindStringSubmatch(part[4]); scale != nil && scale[1] != "5" {
		return 0, false
	}
	number, err := strconv.ParseFloat(strings.Replace(part[1], ",", ".", 1), 64)
	return onScale(number, err == nil)
}

// drawnStars counts the full stars that a text begins with.
func drawnStars(text string) (stars float64, rest string, ok bool) {
	for i, r := range text {
		switch r {
		case '⭐', '★', '🌟':
			stars++
		case '☆', '✩', '\ufe0f', ' ':
		default:
			return stars, strings.TrimLeft(text[i:], "(（"), stars > 0
		}
	}
	return stars, "", stars > 0
}
