package model

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

var (
	// Wont is a line of what will not be done.
	Wont = pattern.New(`(?i)^[\s*|_-]*(?:won['’]?t\b[^:：|]{0,30}|(?:本期|暂)?不做[^:：|]{0,12})\s*[:：|]\**\s*[:：|]?(.*)`)
	// MustLine is a line of what must be done.
	MustLine = pattern.New(`(?i)^[\s*|-]*(?:must|必须|必备)(?: have)?[\s*|:：(（]`)
	// ShouldLine is a line of what should be done.
	ShouldLine = pattern.New(`(?i)^[\s*|-]*(?:should|应该|应有)(?: have)?[\s*|:：(（]`)
	// LeftOut is a text about what is left out.
	LeftOut = pattern.New(`(?i)\bwon['’]?t\b|out of scope|\bnot in\b|excluded|不做|不包含|暂不|范围外|排除`)
	// ZeroOrNone is a text that counts nothing.
	ZeroOrNone = pattern.New(`(?i)^[\s*|:：_-]*(?:0+\b[^\d]*|none|无|没有|n/a)?[\s*|.。_-]*$`)
)

// ListsBelow tells whether a label such as "Won't:" stands above a list.
func ListsBelow(d *document.Document, label document.Span) bool {
	rest := strings.TrimLeft(d.Text[min(label.End, len(d.Text)):], "\n")
	return strings.HasPrefix(rest, "- ") || strings.HasPrefix(rest, "* ")
}

// Exclusion is one thing that a document leaves out.
type Exclusion struct {
	Naming
	forms   string // its words as an English text says them
	chinese bool
	rare    bool // one word, which the document says nowhere else
}

// Exclusions are what a document leaves out: the items and the rows of its
// sections about that, without their reasons. Found once.
func Exclusions(d *document.Document) []Exclusion {
	return document.Once(d, "what it excludes", exclusions)
}

func exclusions(d *document.Document) []Exclusion {
	var found []Exclusion
	said := Bag{} // what the document says besides
	for _, section := range d.Sections {
		if !section.Under(document.NonGoals) {
			for word := range StemsOf(d.Prose[section.Start:section.End]) {
				said[word] = struct{}{}
			}
		}
	}
	for _, phrase := range ListedUnder(d, document.NonGoals) {
		e := Exclusion{Naming: NamingOf(phrase), forms: formsOf(phrase)}
		e.chinese = e.stems.Chinese()
		e.rare = len(e.stems) == 1 && e.stems.shared(said) == 0 && len(e.letters) > 4
		found = append(found, e)
	}
	return found
}

// ListedUnder are the items and the rows of the sections about a topic, without their reasons.
func ListedUnder(d *document.Document, about document.Topic) []string {
	var found []string
	add := func(text string) {
		text = strings.TrimSpace(WithoutReason(Plain(text)))
		if text != "" && !Nothing.MatchString(text) && len(found) < MaxCompared {
			found = append(found, text)
		}
	}
	for _, item := range TopicItems(d, about) {
		add(item.Text)
	}
	return found
}

// NamedBy tells whether a text names all of what is excluded, in one breath.
func (e Exclusion) NamedBy(text string) bool {
	if len(e.stems) == 0 || len(e.stems) == 1 && !e.rare {
		return false
	}
	var parts []string
	size := len(e.stems) + 2
	if e.chinese {
		parts, size = strings.Split(text, ""), document.Units(e.Text)+4
	} else {
		for _, word := range strings.Fields(text) {
			if len(StemsOf(word)) > 0 {
				parts = append(parts, word+" ")
			}
		}
	}
	for i := range parts {
		if e.stems.shared(StemsOf(strings.Join(parts[i:min(len(parts), i+size)], ""))) == len(e.stems) {
			return true
		}
		if i+size >= len(parts) {
			break
		}
	}
	return false
}

// Among tells whether some words may name what is excluded: all of it stands there, but
// for what may be part of a longer word in a Chinese text.
func (e Exclusion) Among(words Bag) bool {
	for word := range e.stems {
		if _, said := words[word]; !said && (!e.chinese || word[0] >= 0xE3) {
			return false
		}
	}
	return true
}

// Wording is a text as it is searched for phrases.
type Wording struct{ letters, forms string }

// WordingOf prepares a text for being searched.
func WordingOf(text string) Wording { return Wording{Normal(text), " " + formsOf(text)} }

// SpeltIn tells whether a text has the phrase itself, but for a plural and small words:
// what a sentence says in other forms of the words may well be something else.
func (e Exclusion) SpeltIn(text Wording) bool {
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
		for _, form := range slices.Sorted(maps.Keys(BagOf(word))) {
			if !strings.Contains(relational, " "+form+" ") {
				b.WriteString(form + " ")
			}
		}
	}
	return b.String()
}

// Titles tells whether something so called, and so described, is what is excluded.
func (e Exclusion) Titles(title Naming, says string) bool {
	shared := e.stems.shared(title.stems)
	if title.Refused || shared == 0 && len(e.stems) > 0 && e.letters != title.letters {
		return false
	}
	if title.is(e.Naming) {
		return true
	}
	own := len(title.stems)
	switch {
	case len(e.stems) == 1:
		return e.rare && shared == 1 && own <= 2
	case shared == len(e.stems):
		return shared > 1 && own <= shared+1
	}
	return shared > 1 && shared*2 >= len(e.stems) && own <= shared+1 && e.stems.shared(StemsOf(title.Text+" "+says)) == len(e.stems) && !Refusal.MatchString(says)
}

// Refusal is a text that says that something is not done.
var Refusal = pattern.New(`(?i)\b(?:no|not|without|exclud\w+|instead of|disabled?|hidden|removed|prevent\w*|forbid\w*)\b|不|无(?:需|须|法)|禁止|排除|防止`)

// WithoutReason cuts what an item of a scope list says besides what it names.
func WithoutReason(item string) string {
	for _, mark := range [...]string{" (", "（", "：", ": ", " — ", " – ", " - ", ", because ", " because ", ", since ", ", as ", "，原因", "，因为", "，由于", "；", "; "} {
		item, _, _ = strings.Cut(item, mark)
	}
	return item
}
