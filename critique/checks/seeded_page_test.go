package checks

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// edit changes the lines of a page, or of the part of it that a word narrowed it to. It
// reports false when it finds no place.
type edit func(lines []string, zh bool) ([]string, bool)

// window finds a part of some lines.
type window func(lines []string) (from, to int, ok bool)

// within narrows an edit to a window.
func within(w window, e edit) edit {
	return func(lines []string, zh bool) ([]string, bool) {
		from, to, ok := w(lines)
		if !ok {
			return lines, false
		}
		changed, ok := e(slices.Clone(lines[from:to]), zh)
		if !ok {
			return lines, false
		}
		return slices.Concat(lines[:from], changed, lines[to:]), true
	}
}

var (
	atxHeading    = regexp.MustCompile(`^(#{1,6})\s+(.*)$`)
	boldHeading   = regexp.MustCompile(`^\*\*([^*]+)\*\*\s*(?:[:：].*)?$`)
	plainHeading  = regexp.MustCompile(`(?i)^(acceptance criteria|size|traces to|验收标准|规模|追溯)\s*[:：].*$`)
	headingNumber = regexp.MustCompile(`^(?:\d+(?:\.\d+)*\.?|[一二三四五六七八九十]+、)\s*`)
)

// labelLevel is the level of bold and plain labels that stand for a heading.
const labelLevel = 7

// heading returns the bare, lower-case title of a line and its level, 0 for other lines.
func heading(line string) (title string, level int) {
	if m := atxHeading.FindStringSubmatch(line); m != nil {
		title, level = m[2], len(m[1])
	} else if m := boldHeading.FindStringSubmatch(line); m != nil {
		title, level = m[1], labelLevel
	} else if m := plainHeading.FindStringSubmatch(line); m != nil {
		title, level = m[1], labelLevel
	} else {
		return "", 0
	}
	title = strings.TrimLeftFunc(title, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return strings.ToLower(strings.TrimSpace(headingNumber.ReplaceAllString(title, ""))), level
}

// section finds the first heading of which the bare title or the line matches, with
// what stands below it.
func section(title *regexp.Regexp, lines []string) (from, to int, ok bool) {
	level, fenced := 0, false
	for i, line := range lines {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
		}
		if fenced {
			continue
		}
		t, l := heading(line)
		switch {
		case l == 0:
		case !ok && (title.MatchString(t) || title.MatchString(line)):
			from, level, ok = i, l, true
		case ok && l <= level:
			return from, i, true
		}
	}
	return from, len(lines), ok
}

// lead is a heading with what stands below it up to the next heading or label.
func lead(lines []string) (from, to int, ok bool) {
	for i := 1; i < len(lines); i++ {
		if _, level := heading(lines[i]); level > 0 {
			return 0, i, true
		}
	}
	return 0, len(lines), true
}
