package frameworks

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// withoutTask is about the one requirement of several that no task is about: none has a word
// of its name, nor a name in code marks that its text has. Tasks are not asked to name what
// they are for, so it is a remark, and only where all others are found again.
func withoutTask(s Session, d *document.Document, hit Hit) bool {
	var tasks []string
	for _, item := range d.Items {
		if item.Box != 0 {
			tasks = append(tasks, strings.ToLower(item.Text))
		}
	}
	if len(tasks) < 4 {
		return false
	}
	covered := 0
	var left []delta
	var from *document.Document
	for _, spec := range s.find(osSpec) {
		for _, r := range deltasOf(spec) {
			if r.verb != "ADDED" { // what is modified may differ in a number alone
				continue
			}
			if slices.ContainsFunc(marksOf(spec, r), func(mark string) bool {
				return slices.ContainsFunc(tasks, func(task string) bool { return beginsWord(task, mark) })
			}) {
				covered++
			} else {
				left, from = append(left, r), spec
			}
		}
	}
	if covered >= 3 && len(left) == 1 {
		hit(from, heading(from, left[0].section), left[0].name, Unwitnessed, Elsewhere)
	}
	return covered+len(left) > 3
}

// beginsWord tells whether a word of a text, or more than one, begins with a mark. Of scripts
// without blanks any place will do.
func beginsWord(text, mark string) bool {
	for rest := text; ; {
		before, after, found := strings.Cut(rest, mark)
		if !found {
			return false
		}
		if last, _ := utf8.DecodeLastRuneInString(before); !unicode.In(last, unicode.Latin, unicode.Cyrillic, unicode.Greek) {
			return true
		}
		rest = after
	}
}

var osCode = pattern.New("`([^`\n]{3,60})`")

// marksOf returns what tells that a task is about a requirement: the beginnings of the words
// of its name and what its text has in code marks, in lower case.
func marksOf(d *document.Document, r delta) (marks []string) {
	for _, word := range strings.FieldsFunc(strings.ToLower(r.name), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }) {
		runes := []rune(word)
		switch han := unicode.In(runes[0], unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul); {
		case han:
			for i := 0; i+2 <= len(runes); i++ {
				marks = append(marks, string(runes[i:i+2]))
			}
		case len(runes) >= 4:
			marks = append(marks, string(runes[:max(4, len(runes)*2/3)]))
		}
	}
	for _, m := range osCode.FindAllStringSubmatch(d.Slice(r.section.All()), 40) {
		marks = append(marks, strings.ToLower(m[1]))
	}
	return marks
}
