package checks

import (
	"strings"
	"unicode"

	"discussd/critique/checks/document"
	"discussd/critique/pattern"
)

// exclusion is one thing that a document leaves out.
type exclusion struct {
	phrase string
	words  bag  // its stems
	rare   bool // one word, which the document says nowhere else
}

// exclusions are what a document leaves out: the items and the rows of its
// sections about that, without their reasons.
func exclusions(d *document.Document) []exclusion {
	var found []exclusion
	said := bag{} // what the document says besides
	for _, section := range d.Sections {
		if !section.Under(document.NonGoals) {
			for word := range stemsOf(d.Prose[section.Start:section.End]) {
				said[word] = struct{}{}
			}
		}
	}
	for _, phrase := range listedUnder(d, document.NonGoals) {
		e := exclusion{phrase: phrase, words: stemsOf(withoutIDs(phrase))}
		e.rare = len(e.words) == 1 && len(e.words.and(said)) == 0 && len(normal(phrase)) > 4
		found = append(found, e)
	}
	return found
}

// listedUnder are the items and the rows of the sections about a topic, without their reasons.
func listedUnder(d *document.Document, about document.Topic) []string {
	var found []string
	add := func(text string) {
		text = strings.TrimSpace(withoutReason(plain(text)))
		if text != "" && !nothing.MatchString(text) && len(found) < maxCompared {
			found = append(found, text)
		}
	}
	for _, item := range topicItems(d, about) {
		add(item.Text)
	}
	for _, t := range d.Tables {
		if t.Section.Under(about) {
			for _, row := range t.Rows {
				add(row[0].Text)
			}
		}
	}
	return found
}

// namedBy tells whether a text names all of what is excluded, in one breath.
func (e exclusion) namedBy(text string) bool {
	if len(e.words) == 0 || len(e.words) == 1 && !e.rare {
		return false
	}
	var parts []string
	size := len(e.words) + 2
	if e.words.chinese() {
		parts, size = strings.Split(text, ""), document.Units(e.phrase)+4
	} else {
		for _, word := range strings.Fields(text) {
			if len(stemsOf(word)) > 0 {
				parts = append(parts, word+" ")
			}
		}
	}
	for i := range parts {
		if len(e.words.and(stemsOf(strings.Join(parts[i:min(len(parts), i+size)], "")))) == len(e.words) {
			return true
		}
		if i+size >= len(parts) {
			break
		}
	}
	return false
}

// speltIn tells whether a text has the phrase itself, but for a plural and small words:
// what a sentence says in other forms of the words may well be something else.
func (e exclusion) speltIn(text string) bool {
	if len(e.words) < 2 {
		return false
	}
	if e.words.chinese() {
		return strings.Contains(normal(text), normal(e.phrase))
	}
	return strings.Contains(" "+formsOf(text), " "+formsOf(e.phrase))
}

// formsOf joins the words of an English text that say something, without a plural.
func formsOf(text string) string {
	var b strings.Builder
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		for form := range bagOf(word) {
			if !strings.Contains(relational, " "+form+" ") {
				b.WriteString(form + " ")
			}
		}
	}
	return b.String()
}

// titles tells whether something so called, and so described, is what is excluded.
func (e exclusion) titles(title, says string) bool {
	if refusal.MatchString(title) {
		return false
	}
	if returns(title, e.phrase) {
		return true
	}
	own := stemsOf(withoutIDs(title))
	shared := len(e.words.and(own))
	switch {
	case len(e.words) == 1:
		return e.rare && shared == 1 && len(own) <= 2
	case shared == len(e.words):
		return shared > 1 && len(own) <= shared+1
	}
	return shared > 1 && shared*2 >= len(e.words) && len(own) <= shared+1 && len(e.words.and(stemsOf(title+" "+says))) == len(e.words) && !refusal.MatchString(says)
}

// relational are words that say how things belong together.
const relational = " between into onto per via over under through about any all other own within among "

// stemsOf returns the words of a text by what their forms share.
func stemsOf(text string) bag {
	stems := bag{}
	for word := range bagOf(text) {
		if strings.Contains(relational, " "+word+" ") {
			continue
		}
		if word[0] < 0x80 {
			word = stemOf(word)
		}
		stems[word] = struct{}{}
	}
	return stems
}

// endings are what forms of English words differ in, the longest first.
var endings = [...]string{"isation", "ization", "isers", "izers", "iser", "izer", "ations", "ation", "ators", "ator", "ments", "ment", "ising", "izing", "ised", "ized", "ises", "izes", "ating", "ated", "ates", "ings", "ally", "ing", "ise", "ize", "ate", "ed", "es", "ly", "e", "s"}

func stemOf(word string) string {
	for _, ending := range endings {
		if stem, found := strings.CutSuffix(word, ending); found && len(stem) > 3 {
			return stem
		}
	}
	return word
}

// returns tells whether a title is about an excluded phrase: both are the same
// words, or the title holds all of a longer phrase and little more.
func returns(title, phrase string) bool {
	if a, b := normal(title), normal(phrase); a == b && document.Units(phrase) > 0 && len(b) > 3 {
		return true
	}
	words, excluded := bagOf(withoutIDs(title)), bagOf(withoutIDs(phrase))
	if len(excluded) < 2 || refusal.MatchString(title) {
		return false
	}
	shared := 0
	for word := range excluded {
		if _, ok := words[word]; ok {
			shared++
		}
	}
	if shared == len(excluded) {
		return len(excluded) > 2 || len(words) <= 3 || len(words) <= 4 && strings.Contains(normal(title), strings.TrimSuffix(normal(phrase), "s"))
	}
	return weigh([]bag{words, excluded}).likeness(words, excluded) >= 0.75
}

var refusal = pattern.New(`(?i)\b(?:no|not|without|exclud\w+|instead of|disabled?|hidden|removed|prevent\w*|forbid\w*)\b|不|无(?:需|须|法)|禁止|排除|防止`)

// withoutReason cuts what an item of a scope list says besides what it names.
func withoutReason(item string) string {
	for _, mark := range [...]string{" (", "（", "：", ": ", " — ", " – ", " - ", ", because ", " because ", ", since ", ", as ", "，原因", "，因为", "，由于", "；", "; "} {
		item, _, _ = strings.Cut(item, mark)
	}
	return item
}
