package model

import (
	"strings"

	"discussd/critique/document"
)

// Epics is the kind of the document that lists epics.
var Epics = []document.Kind{document.Epics}

// NamesFamilyIn tells whether a part of a document names any ID of some families.
func NamesFamilyIn(d *document.Document, at document.Span, prefixes ...string) bool {
	for _, m := range d.MentionsIn(at) {
		if Family(m.ID, prefixes) {
			return true
		}
	}
	return false
}

// InMVP tells whether an epic is marked as part of the MVP: in its row, its
// file, or its section.
func InMVP(e *Entry) bool {
	if cell := e.Cell("mvp", "phase", "release", "阶段", "版本"); cell != "" {
		return Affirmed(cell)
	}
	if e.File != nil {
		if v := e.File.Front.Value("mvp"); v != "" {
			return Affirmed(v)
		}
		if _, after, found := strings.Cut(e.File.Text, "**MVP**:"); found {
			line, _, _ := strings.Cut(after, "\n")
			return Affirmed(line)
		}
	}
	return e.Section != nil && namesMVPIn(e.Doc, e.Section)
}

func namesMVPIn(d *document.Document, section *document.Section) bool {
	text := strings.ToLower(d.Slice(section.All()))
	return strings.Contains(text, "mvp") && !Contains(text, "mvp: no", "mvp**: no", "mvp: false", "post-mvp", "mvp：否", "mvp**：否")
}

// Affirmed tells whether a cell says yes.
func Affirmed(cell string) bool {
	cell = strings.ToLower(strings.Trim(cell, " *`_:："))
	if Contains(cell, "post", "non-mvp", "not", "v2", "later", "❌", "✗", "否", "后续") {
		return false
	}
	return cell == "y" || cell == "x" || Contains(cell, "yes", "true", "mvp", "✅", "✓", "✔", "☑", "是", "★", "●") || cell == "1" || cell == "v1" || strings.HasPrefix(cell, "phase 1") || strings.HasPrefix(cell, "must")
}

// BeforeStories cuts a span at the first story in it, which has a size of its own.
func BeforeStories(d *document.Document, at document.Span) document.Span {
	for _, section := range d.Sections {
		if at.Holds(section.Start) && section.Level > 1 && storyTitle.MatchString(section.Title) {
			return document.Span{Start: at.Start, End: section.Start}
		}
	}
	return at
}
