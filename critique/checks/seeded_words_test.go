package checks

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// acts are the words that change what they are given, by what they take.
var acts = map[string]struct {
	patterns int
	text     bool
	act      func(lines []string, patterns []*regexp.Regexp, text string) ([]string, bool)
}{
	"cut": {0, false, func([]string, []*regexp.Regexp, string) ([]string, bool) { return nil, true }},
	"set": {0, true, func(_ []string, _ []*regexp.Regexp, text string) ([]string, bool) {
		return strings.Split(text, "\n"), true
	}},
	"append":  {0, true, func(lines []string, _ []*regexp.Regexp, text string) ([]string, bool) { return around("", lines, text) }},
	"prepend": {0, true, func(lines []string, _ []*regexp.Regexp, text string) ([]string, bool) { return around(text, lines, "") }},
	"after": {0, true, func(lines []string, _ []*regexp.Regexp, text string) ([]string, bool) {
		return slices.Insert(lines, last(lines), strings.Split(text, "\n")...), true
	}},
	"before": {1, true, func(lines []string, patterns []*regexp.Regexp, text string) ([]string, bool) {
		i := slices.IndexFunc(lines, patterns[0].MatchString)
		return slices.Insert(lines, max(0, i), strings.Split(text, "\n")...), i >= 0
	}},
	"again": {2, true, func(lines []string, patterns []*regexp.Regexp, text string) ([]string, bool) {
		i := slices.IndexFunc(lines, patterns[0].MatchString)
		if i < 0 {
			return lines, false
		}
		return slices.Insert(lines, i+1, patterns[1].ReplaceAllString(lines[i], text)), true
	}},
	"without": {1, false, func(lines []string, patterns []*regexp.Regexp, _ string) ([]string, bool) {
		kept := slices.DeleteFunc(slices.Clone(lines), patterns[0].MatchString)
		return kept, len(kept) < len(lines)
	}},
	"replace": {1, true, func(lines []string, patterns []*regexp.Regexp, with string) ([]string, bool) {
		return replace(lines, patterns[0], 1, with)
	}},
	"replace-all": {1, true, func(lines []string, patterns []*regexp.Regexp, with string) ([]string, bool) {
		return replace(lines, patterns[0], -1, with)
	}},
	"item":  {0, true, item},
	"share": {0, true, share},
}

func around(before string, lines []string, after string) ([]string, bool) {
	return strings.Split(before+strings.Join(lines, "\n")+after, "\n"), true
}

// last returns the number of lines up to the last one that is not blank, at least 1.
func last(lines []string) int {
	n := len(lines)
	for n > 1 && strings.TrimSpace(lines[n-1]) == "" {
		n--
	}
	return n
}

// item adds a list item, with the bullet that the list above it uses.
func item(lines []string, _ []*regexp.Regexp, text string) ([]string, bool) {
	n := last(lines)
	added := []string{"", "- " + text}
	for _, bullet := range []string{"- [ ] ", "- "} {
		if n > 0 && strings.HasPrefix(lines[n-1], bullet) {
			added = []string{bullet + text}
			break
		}
	}
	return slices.Insert(lines, n, added...), true
}

// share keeps the first part of a text, such as 2/3.
func share(lines []string, _ []*regexp.Regexp, part string) ([]string, bool) {
	text := strings.Join(lines, "\n")
	var n, of int
	if _, err := fmt.Sscanf(part, "%d/%d", &n, &of); err != nil || n < 0 || of <= 0 || n > of {
		return lines, false
	}
	return strings.Split(text[:len(text)*n/of], "\n"), true
}

// replace replaces the first matches, or all; the text may use $1.
func replace(lines []string, pattern *regexp.Regexp, matches int, with string) ([]string, bool) {
	text := strings.Join(lines, "\n")
	found := pattern.FindAllStringSubmatchIndex(text, matches)
	var changed []byte
	end := 0
	for _, m := range found {
		changed = pattern.ExpandString(append(changed, text[end:m[0]]...), with, text, m)
		if end = m[1]; len(changed) > maxPlanted {
			return lines, false
		}
	}
	return strings.Split(string(changed)+text[end:], "\n"), len(found) > 0
}

// reword replaces the first of the old texts that is there, once, or all of them
// wherever they stand; old and new ones take turns.
func reword(all bool, oldNew []string) edit {
	replacer := strings.NewReplacer(oldNew...)
	return func(lines []string, _ bool) ([]string, bool) {
		text, grown := strings.Join(lines, "\n"), 0
		for i := 0; i+1 < len(oldNew); i += 2 {
			grown += strings.Count(text, oldNew[i]) * len(oldNew[i+1])
		}
		if grown > maxPlanted {
			return lines, false
		}
		if all {
			return strings.Split(replacer.Replace(text), "\n"), true
		}
		for i := 0; i+1 < len(oldNew); i += 2 {
			if strings.Contains(text, oldNew[i]) {
				return strings.Split(strings.Replace(text, oldNew[i], oldNew[i+1], 1), "\n"), true
			}
		}
		return lines, false
	}
}
