package facts

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// Headings that count what stands below them: "New files (4)", "Phase 1: Prepare (8 tasks,
// 20 hours)", "Checks (3 of 5 done)".

var (
	// headingCount is a count in the brackets of a heading, or behind its dash or colon.
	headingCount = pattern.New(`(?i)[(（]\s*(?:total[: ]*|共)?(\d{1,3})\s*([\p{L}-]+)?(?: [\p{L}-]+)?\s*(?:[,;，；/·][^()（）]*)?[)）]\s*$|[–—:：]\s*(\d{1,3}) ([\p{L}-]+)(?: [\p{L}-]+)?\s*$`)
	// headingNumeral is a heading that is a count in words: "The seven label variants".
	headingNumeral = pattern.New(`^(?:\d[\d.]* |[a-z][.)] )?(?:the |our |all )?([a-z]{3,8}) (?:\pL+ ){0,2}(\pL{3,}s)$|^(?:[\d.]+ ?)?([两二三四五六七八九十])(?:大|种|个|项|条|类|层)(\p{Han}{2,8})$`)
	// numbering is a word by which a number in a heading says which or how large, and not how many.
	numbering = pattern.New(`(?i)^(?:st|nd|rd|th|phase|week|day|sprint|version|release|round|iteration|priority|p|v|xx?|bit|port|step|level|tier|stage|part|chapter|page|figure|port|http|rfc|points?|pts?|sp|周|天|日|月|年|号|版|期|阶段|点|故事点)$`)
)

// headed reports the counts of headings that their sections do not bear out, whatever one
// counts in them.
func headed(f *Found, d *document.Document) {
	for _, section := range d.Sections {
		if section.Level < 2 || section.Level > 6 || setAside(section) {
			continue
		}
		at := Place{d, document.Span{Start: section.Start, End: d.LineAt(section.Start).End}}
		n, noun, ok := countIn(f.words, section.Title)
		if !ok {
			continue
		}
		if below := below(d, section); below.most() > 1 {
			f.look(Listed, d)
			if told, is := below.otherwise(n, noun); is {
				f.report(Conflict{Listed, at, at, oneLine(section.Title), count(told)})
			}
		}
	}
}

// outOf says how many of all are done: "(13/13 complete)".
var outOf = pattern.New(`\d\s?/\s?\d`)

// countIn returns what a heading counts, and the word for it, if it has one.
func countIn(words lexicon, title string) (n int, noun string, ok bool) {
	if first := headingNumeral.FindStringSubmatch(strings.ToLower(title)); first != nil {
		n := int(numerals[first[1]+first[3]])
		return n, words.stem(first[2] + first[4]), n > 1
	}
	m := headingCount.FindStringSubmatch(title)
	if m == nil || outOf.MatchString(title) {
		return 0, "", false
	}
	number, word := m[1]+m[3], m[2]+m[4]
	if id := entityID.FindStringIndex(title); word == "" && id != nil && id[0] == 0 {
		return 0, "", false // "STORY-003: Close the shed (5)" says how large it is
	}
	if word != "" {
		low := strings.ToLower(word)
		if _, is := units[low]; is || numbering.MatchString(low) {
			return 0, "", false
		}
		word = words.stem(low)
	}
	if m[3] != "" && word != "" && word[0] >= 0x80 && !strings.ContainsRune(classifiers, firstRune(word)) {
		return 0, "", false // "Epic 2: 3 秒打卡" is a name
	}
	n, _ = strconv.Atoi(number)
	return n, word, n > 1
}

func firstRune(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

// contents is how many of what stands below a heading.
type contents struct {
	items, deep    int // of the top of its lists, and of all
	first          int // of the first list
	boxes, ticked  int
	rows, tables   int
	parts, deepest int // sections right below it, and all
}

// listed are the characters between two items of a list.
const listed = " \t\n>-*+0123456789.)[]xX"

func below(d *document.Document, section *document.Section) (c contents) {
	all, end := section.All(), len(d.Text)
	for _, item := range after(d.Items, all.Start, func(i *document.Item) int { return i.Start }) {
		if !all.Holds(item.Start) {
			break
		}
		if gap := d.Text[min(end, item.Start):item.Start]; c.first == c.items && strings.Trim(gap, listed) == "" && item.Depth == 1 {
			c.first++
		}
		end = item.End
		if c.deep++; item.Depth == 1 {
			c.items++
		}
		if item.Box != 0 {
			if c.boxes++; item.Box == 'x' {
				c.ticked++
			}
		}
	}
	for _, t := range after(d.Tables, all.Start, func(t *document.Table) int { return t.Span.Start }) {
		if !all.Holds(t.Span.Start) {
			break
		}
		c.rows += rows(t)
		c.tables++
	}
	for _, other := range after(d.Sections, all.Start, func(s *document.Section) int { return s.Start }) {
		if !all.Holds(other.Start) {
			break
		}
		if other.Level <= 6 {
			if c.deepest++; other.Parent == section {
				c.parts++
			}
		}
	}
	return c
}

func (c contents) most() int { return max(c.deep, c.rows, c.deepest) }

// otherwise returns how many there are where that is told plainly, by one list or one
// table alone, and nothing below the heading is as many as it says.
func (c contents) otherwise(n int, noun string) (told int, is bool) {
	for _, many := range [...]int{c.items, c.first, c.deep, c.boxes, c.rows, c.parts, c.deepest, c.boxes - c.ticked, c.ticked} {
		if many == n {
			return n, false
		}
	}
	switch {
	case c.boxes > 1:
		told = c.boxes
	case c.rows > 1 && c.tables == 1 && c.deep == 0 && c.parts == 0:
		told = c.rows
	case c.items > 1 && c.items == c.deep && c.tables == 0 && c.parts == 0:
		told = c.items
	}
	return told, told > 1 && told <= 2*n && n <= 2*told
}
