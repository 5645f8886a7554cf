package anylanguage

import (
	_ "embed"
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
	applied := false
	for _, one := range slices.Concat(sentencesOf(s, d)) {
		for _, m := range numberedName.FindAllStringSubmatchIndex(one.text, 20) {
			after := one.text[m[5]:]
			if m[0] > 0 && letterOrDigit(one.text[:m[0]]) || after != "" && (after[0] >= '0' && after[0] <= '9' || len(after) > 1 && (after[0] == '.' || after[0] == ',') && after[1] >= '0' && after[1] <= '9') {
				continue
			}
			word, number := one.text[m[2]:m[3]], one.text[m[4]:m[5]]
			n, _ := strconv.Atoi(number)
			for _, title := range sortedNames(known) {
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

//go:embed words/excluded.txt
var excludedWords string

//go:embed words/negations.txt
var negationWords string

var (
	excludedTitles = sync.OnceValue(func() []string { return slices.Concat(wordLines(excludedWords)...) })
	negations      = sync.OnceValue(func() []string { return slices.Concat(wordLines(negationWords)...) })
)

// excludes tells whether a heading or a label is over what is not to be done.
func excludes(title string) bool {
	title = strings.ReplaceAll(strings.ToLower(strings.Trim(title, "*_:： ")), " ", "-")
	return slices.ContainsFunc(excludedTitles(), func(word string) bool {
		return title == word || !alphabetic(word) && strings.Contains(title, word)
	})
}

// excluded is about a task that names all words of what another document leaves out.
func excluded(s *model.Session, d *document.Document, hit native.Hit) bool {
	if !unread(s, d) {
		return false
	}
	applied := false
	for _, other := range present(s) {
		if other == d {
			continue
		}
		for _, item := range leftOut(other) {
			applied = true
			for _, task := range d.Items {
				if task.Box == 0 || denied(task.Text) {
					continue
				}
				if takesUp(task.Text, item.text) {
					hit(d, task.Span, model.Note(other.Path), model.Note(quote(item.text)))
				}
			}
		}
	}
	return applied
}

func denied(text string) bool {
	lower := strings.ToLower(text)
	said := strings.FieldsFunc(lower, func(r rune) bool { return !unicode.IsLetter(r) })
	return slices.ContainsFunc(negations(), func(word string) bool {
		return slices.Contains(said, word) || !alphabetic(word) && strings.Contains(lower, word)
	})
}

// takesUp tells whether a task names all words of something, of which there are several: one
// word alone is of many things.
func takesUp(task, left string) bool {
	if !alphabetic(strings.TrimRight(left, " .。")) {
		left = strings.Trim(left, " .。、")
		return len([]rune(left)) >= 4 && len([]rune(left)) <= 12 && strings.Contains(task, left)
	}
	asked, said := words(left), words(task)
	long := 0
	for _, word := range asked {
		if !slices.ContainsFunc(said, func(other string) bool { return alike(word, other) }) {
			return false
		}
		if len([]rune(word)) >= 5 {
			long++
		}
	}
	return long >= 2
}

// leftOut returns what a document says that is not to be done: the items below a heading or
// a label that says so, up to what explains them.
func leftOut(d *document.Document) []sentence {
	var found []sentence
	add := func(at document.Span) {
		for part := range strings.FieldsFuncSeq(d.Slice(at), func(r rune) bool { return strings.ContainsRune(",;、；:：—", r) }) {
			if part = strings.Trim(part, " *-.\n"); part != "" {
				found = append(found, sentence{doc: d, at: at, text: part})
			}
			if strings.ContainsAny(d.Slice(at), ":：—") {
				return // the rest says why
			}
		}
	}
	for _, section := range d.Sections {
		if excludes(section.Title) {
			for _, item := range d.Items {
				if section.All().Holds(item.Start) {
					add(item.Span)
				}
			}
		}
	}
	for _, line := range d.Lines {
		text := d.Slice(line)
		if label, rest, ok := strings.Cut(text, ":**"); ok && excludes(label) {
			if strings.TrimSpace(rest) != "" {
				add(document.Span{Start: line.End - len(rest), End: line.End})
				continue
			}
			for _, item := range d.Items {
				if item.Start > line.End && d.SectionAt(item.Start) == d.SectionAt(line.Start) {
					add(item.Span)
				}
			}
		}
	}
	return found
}
