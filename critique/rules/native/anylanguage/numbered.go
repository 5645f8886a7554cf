package anylanguage

import (
	_ "embed"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

var (
	// numberedTitle is the heading of one of several things that are numbered: Entscheidung 3: …
	numberedTitle = pattern.New(`^(\pL{2,20})\s?(\d{1,2})\s*[:.：–—-]`)
	numberedName  = pattern.New(`(\pL{2,20})\s?(\d{1,2})`)
)

// later are numbered things of which a document often names some that it does not describe.
var later = strings.Fields("phase fase phasen sprint version release этап фаза фазе этапе フェーズ 段階 stufe etappe schritt task aufgabe story epic")

// numbered is about a number of something that headings number, and that none of them has.
func numbered(s *model.Session, d *document.Document, hit native.Hit) bool {
	known := model.Once(s, "numbered headings", nil, func() map[string]int { return numberedIn(s) })
	if len(known) == 0 {
		return false
	}
	applied := false
	for _, one := range sentencesOf(d) {
		for _, m := range numberedName.FindAllStringSubmatchIndex(one.text, 20) {
			after := one.text[m[5]:]
			if m[0] > 0 && letterOrDigit(one.text[:m[0]]) || after != "" && (after[0] >= '0' && after[0] <= '9' || len(after) > 1 && (after[0] == '.' || after[0] == ',') && after[1] >= '0' && after[1] <= '9') {
				continue
			}
			word, number := one.text[m[2]:m[3]], one.text[m[4]:m[5]]
			n, _ := strconv.Atoi(number)
			for _, title := range slices.Sorted(maps.Keys(known)) {
				if !alike(strings.ToLower(word), title) && !(!alphabetic(title) && strings.HasSuffix(word, title)) {
					continue
				}
				applied = true
				if n > known[title] && n <= known[title]+20 {
					hit(d, document.Span{Start: one.at.Start + m[0], End: one.at.Start + m[1]}, model.Note(strings.TrimSpace(one.text[m[0]:m[1]])), model.Note(strconv.Itoa(known[title])))
				}
			}
		}
	}
	return applied
}

func letterOrDigit(text string) bool {
	runes := []rune(text)
	last := runes[len(runes)-1]
	return alphabetic(string(last)) && unicode.IsLetter(last) || unicode.IsDigit(last) || last == '-' || last == '_' || last == '/'
}

// numberedIn returns how far headings number things, by the word: of numbers from one on
// without a gap, in one document of another language than the other rules know.
func numberedIn(s *model.Session) map[string]int {
	found, where := map[string]int{}, map[string]*document.Document{}
	for _, d := range present(s) {
		numbers := map[string][]int{}
		for _, section := range d.Sections {
			m := numberedTitle.FindStringSubmatch(section.Title)
			if m == nil || !unread(s, d) {
				continue
			}
			n, _ := strconv.Atoi(m[2])
			numbers[strings.ToLower(m[1])] = append(numbers[strings.ToLower(m[1])], n)
		}
		for word, list := range numbers {
			if slices.Contains(later, word) {
				continue
			}
			if where[word] != nil {
				found[word] = 0
				continue
			}
			where[word] = d
			for i, n := range list {
				if n != i+1 {
					list = nil
					break
				}
			}
			found[word] = len(list)
		}
	}
	for word, n := range found {
		if n < 2 {
			delete(found, word)
		}
	}
	return found
}

//go:embed words/negations.txt
var negationWords string

var (
	negations = sync.OnceValue(func() []string { return slices.Concat(wordLines(negationWords)...) })
)

func denied(text string) bool {
	lower := strings.ToLower(text)
	said := strings.FieldsFunc(lower, func(r rune) bool { return !unicode.IsLetter(r) })
	return slices.ContainsFunc(negations(), func(word string) bool {
		return slices.Contains(said, word) || !alphabetic(word) && strings.Contains(lower, word)
	})
}
