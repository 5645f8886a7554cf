// Package anylanguage has the rules whose words are lists, a language a line: what is demanded and cannot be
// tested, in languages that the other rules do not know, and what is vague in any statement, in these and in
// English and Chinese.
package anylanguage

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// Rules look at the words of their lists.
func Rules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("XL-012"), On: model.Speaking, Look: wording},
		{Rule: native.Of("XL-013"), On: append(slices.Clone(model.Speaking), document.Decision), Look: leftOpen},
	}
}

// sentence is a part of a document that says one thing.
type sentence struct {
	doc     *document.Document
	section *document.Section
	at      document.Span
	text    string
	example bool // a line of a scenario
}

// step is a line of a scenario.
var step = pattern.New(`(?i)^\W*\**(?:GIVEN|WHEN|THEN|AND|BUT)\b`)

// longest is the length in bytes of a sentence that is read: what is longer tells many things.
const longest = 600

// sentencesOf returns the sentences of paragraphs and lists, in order.
func sentencesOf(d *document.Document) []sentence {
	return document.Once(d, "sentences", func(d *document.Document) []sentence {
		var found []sentence
		for _, at := range document.Sentences(d) {
			if at.Len() <= longest && len(found) < 4000 {
				text := d.Slice(at)
				found = append(found, sentence{d, d.SectionAt(at.Start), at, text, step.MatchString(text)})
			}
		}
		return found
	})
}

// quote is a short form of a sentence for a message.
func quote(text string) string {
	text = strings.Join(strings.Fields(strings.NewReplacer("|", " ", "*", "").Replace(text)), " ")
	if runes := []rune(text); len(runes) > 90 {
		text = string(runes[:89]) + "…"
	}
	return text
}
