package model

import (
	"strings"

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
	rare bool // one word, which the document says nowhere else
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
		e := Exclusion{Naming: NamingOf(phrase)}
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
	for _, t := range d.Tables {
		if t.Section.Under(about) {
			for _, row := range t.Rows {
				add(row[0].Text)
			}
		}
	}
	return found
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
