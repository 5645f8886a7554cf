package checks

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// exclusion is one thing that a document leaves out.
type exclusion struct {
	naming
	forms   string // its words as an English text says them
	chinese bool
	rare    bool // one word, which the document says nowhere else
}

// exclusions are what a document leaves out: the items and the rows of its
// sections about that, without their reasons. Found once.
func (s *session) exclusions(d *document.Document) []exclusion {
	return once(s, "what it excludes", d, func() []exclusion { return exclusions(d) })
}

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
		e := exclusion{naming: namingOf(phrase), forms: formsOf(phrase)}
		e.chinese = e.stems.chinese()
		e.rare = len(e.stems) == 1 && e.stems.shared(said) == 0 && len(e.letters) > 4
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
	if len(e.stems) == 0 || len(e.stems) == 1 && !e.rare {
		return false
	}
	var parts []string
	size := len(e.stems) + 2
	if e.chinese {
		parts, size = strings.Split(text, ""), document.Units(e.text)+4
	} else {
		for _, word := range strings.Fields(text) {
			if len(stemsOf(word)) > 0 {
				parts = append(parts, word+" ")
			}
		}
	}
	for i := range parts {
		if e.stems.shared(stemsOf(strings.Join(parts[i:min(len(parts), i+size)], ""))) == len(e.stems) {
			return true
		}
		if i+size >= len(parts) {
			break
		}
	}
	return false
}

// among tells whether some words may name what is excluded: all of it stands there, but
// for what may be part of a longer word in a Chinese text.
func (e exclusion) among(words bag) bool {
	for word := range e.stems {
		if _, said := words[word]; !said && (!e.chinese || word[0] >= 0xE3) {
			return false
		}
	}
	return true
}

// wording is a text as it is searched for phrases.
type wording struct{ letters, forms string }

func wordingOf(text string) wording { return wording{normal(text), " " + formsOf(text)} }

// speltIn tells whether a text has the phrase itself, but for a plural and small words:
// what a sentence says in other forms of the words may well be something else.
func (e exclusion) speltIn(text wording) bool {
	if len(e.stems) < 2 {
		return false
	}
	if e.chinese {
		return strings.Contains(text.letters, e.letters)
	}
	return strings.Contains(text.forms, " "+e.forms)
}

// formsOf joins the words of an English text that say something, without a plural.
func formsOf(text string) string {
	var b strings.Builder
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		for _, form := range slices.Sorted(maps.Keys(bagOf(word))) {
			if !strings.Contains(relational, " "+form+" ") {
				b.WriteString(form + " ")
			}
		}
	}
	return b.String()
}

// titles tells whether something so called, and so described, is what is excluded.
func (e exclusion) titles(title naming, says string) bool {
	shared := e.stems.shared(title.stems)
	if title.refused || shared == 0 && len(e.stems) > 0 && e.letters != title.letters {
		return false
	}
	if title.is(e.naming) {
		return true
	}
	own := len(title.stems)
	switch {
	case len(e.stems) == 1:
		return e.rare && shared == 1 && own <= 2
	case shared == len(e.stems):
		return shared > 1 && own <= shared+1
	}
	return shared > 1 && shared*2 >= len(e.stems) && own <= shared+1 && e.stems.shared(stemsOf(title.text+" "+says)) == len(e.stems) && !refusal.MatchString(says)
}

var refusal = pattern.New(`(?i)\b(?:no|not|without|exclud\w+|instead of|disabled?|hidden|removed|prevent\w*|forbid\w*)\b|不|无(?:需|须|法)|禁止|排除|防止`)

// withoutReason cuts what an item of a scope list says besides what it names.
func withoutReason(item string) string {
	for _, mark := range [...]string{" (", "（", "：", ": ", " — ", " – ", " - ", ", because ", " because ", ", since ", ", as ", "，原因", "，因为", "，由于", "；", "; "} {
		item, _, _ = strings.Cut(item, mark)
	}
	return item
}
