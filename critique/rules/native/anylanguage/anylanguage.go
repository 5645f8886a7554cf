// Package anylanguage has the rules that need no words of a language: numbers with their
// units beside one name, sums and numbered headings say the same in German, French or
// Japanese as in English.
//
// What is said with words alone is left to the other rules, which know English and Chinese.
// Of documents in these two languages, rules here look only at names.
package anylanguage

import (
	_ "embed"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
)

// Rules look at what means the same in any language.
func Rules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("XL-003"), Look: retold},
		{Rule: native.Of("XL-004"), Look: sums},
		{Rule: native.Of("XL-012"), Look: wording},
		{Rule: native.Of("XL-013"), On: model.Speaking, Look: leftOpen},
	}
}

// unread tells whether a document is in a language that the other rules do not know. Lists
// of tasks hold few words that tell, so they go with the session.
func unread(s *model.Session, d *document.Document) bool {
	return d.Foreign || !d.Chinese() && model.Once(s, "most of it in another language", nil, func() bool {
		all, foreign := 0, 0
		for _, other := range present(s) {
			all++
			if other.Foreign {
				foreign++
			}
		}
		return all > 0 && foreign*2 >= all
	})
}

// present are the documents of a session that say how things are to be: what it shares with
// others says how they are now.
func present(s *model.Session) []*document.Document {
	return model.Once(s, "what is to be", nil, func() []*document.Document {
		var found []*document.Document
		for _, d := range s.Docs {
			if d.JSON == nil && d.Wild == "" && !strings.HasPrefix(d.Path, "../") && !model.StoryFile.MatchString(d.Path) {
				found = append(found, d)
			}
		}
		return found
	})
}

// before tells whether a place is one that the writer of another could know: an earlier
// document of the session, or an earlier line.
func before(d *document.Document, at int, other *document.Document, there int) bool {
	if d == other {
		return at < there
	}
	if d.Kind.Phase() != other.Kind.Phase() {
		return d.Kind.Phase() < other.Kind.Phase()
	}
	return d.Path < other.Path
}

// sentence is a part of a document that says one thing.
type sentence struct {
	doc     *document.Document
	section *document.Section
	at      document.Span
	text    string
	example bool // a line of a scenario
}

// longest is the length in bytes of a sentence that is read: what is longer tells many things.
const longest = 600

// sentencesOf returns the sentences of paragraphs and lists, in order.
func sentencesOf(d *document.Document) []sentence {
	return document.Once(d, "sentences", func(d *document.Document) []sentence {
		var spans []document.Span
		for _, line := range d.Lines {
			if n := len(spans); n > 0 && strings.TrimLeft(d.Text[spans[n-1].End:line.Start], " \t>") == "\n" {
				spans[n-1].End = line.End
				continue
			}
			spans = append(spans, line)
		}
		for _, item := range d.Items {
			spans = append(spans, item.Span)
		}
		var found []sentence
		for _, span := range spans {
			for _, at := range cut(d, span) {
				if at.Len() <= longest && len(found) < 4000 {
					text := d.Slice(at)
					found = append(found, sentence{d, d.SectionAt(at.Start), at, text, step.MatchString(text)})
				}
			}
		}
		return found
	})
}

// cut returns the sentences of a span.
func cut(d *document.Document, span document.Span) []document.Span {
	var found []document.Span
	from := span.Start
	text := d.Slice(span)
	for i, r := range text {
		end := i + len(string(r))
		ends := strings.ContainsRune("。！？", r) || strings.ContainsRune(".;!?", r) && end < len(text) && strings.IndexByte(" \n", text[end]) >= 0
		if ends || end == len(text) {
			if at := (document.Span{Start: from, End: span.Start + end}); strings.TrimSpace(d.Slice(at)) != "" {
				found = append(found, at)
			}
			from = span.Start + end
		}
	}
	return found
}

// quote is a short form of a sentence for a message.
func quote(text string) string {
	text = strings.Join(strings.Fields(strings.NewReplacer("|", " ", "*", "").Replace(text)), " ")
	if runes := []rune(text); len(runes) > 90 {
		text = string(runes[:89]) + "…"
	}
	return text
}
