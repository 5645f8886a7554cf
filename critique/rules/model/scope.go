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
type Exclusion struct{ Naming }

// Exclusions are what a document leaves out: the items of its sections about that, without
// their reasons. Found once.
func Exclusions(d *document.Document) []Exclusion {
	return document.Once(d, "what it excludes", func(d *document.Document) []Exclusion {
		var found []Exclusion
		for _, item := range TopicItems(d, document.NonGoals) {
			text := strings.TrimSpace(WithoutReason(Plain(item.Text)))
			if text != "" {
				found = append(found, Exclusion{NamingOf(text)})
			}
		}
		return found
	})
}

// Titles tells whether something so called, and so described, is what is excluded.
func (e Exclusion) Titles(title Naming, says string) bool {
	shared := e.stems.Shared(title.stems)
	if title.Refused || shared == 0 && len(e.stems) > 0 && e.letters != title.letters {
		return false
	}
	if title.is(e.Naming) {
		return true
	}
	own := len(title.stems)
	switch {
	case len(e.stems) == 1:
		return shared == 1 && own <= 2 && len(e.letters) > 4
	case shared == len(e.stems):
		return shared > 1 && own <= shared+1
	}
	return shared > 1 && shared*2 >= len(e.stems) && own <= shared+1 && e.stems.Shared(StemsOf(title.Text+" "+says)) == len(e.stems) && !Refusal.MatchString(says)
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
