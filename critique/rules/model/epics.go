package model

import (
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
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
// file, or a section about the MVP that names it.
func InMVP(s *Session, d *document.Document, e *Entry) bool {
	return Once(s, "whether an epic is in the MVP", e, func() bool {
		return marksMVP(s, d, e)
	})
}

func marksMVP(s *Session, d *document.Document, e *Entry) bool {
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
	for _, m := range d.Mentions(e.ID) {
		if section := d.SectionAt(m.Start); section.Under(document.MVP) && !OutsideMVP(section) {
			if LeftOutOfMVP(d, m) {
				continue
			}
			return true
		}
		if line := strings.ToLower(d.Slice(d.LineAt(m.Start))); e.Row == nil && strings.Contains(line, "mvp") && !Contains(line, "post-mvp", "non-mvp", "not mvp") {
			return true
		}
	}
	return e.Section != nil && namesMVPIn(e.Doc, e.Section)
}

func namesMVPIn(d *document.Document, section *document.Section) bool {
	text := strings.ToLower(d.Slice(section.All()))
	return strings.Contains(text, "mvp") && !Contains(text, "mvp: no", "mvp**: no", "mvp: false", "post-mvp", "mvp：否", "mvp**：否")
}

// OutsideMVP tells whether a section is about what comes after the MVP.
func OutsideMVP(section *document.Section) bool {
	for ; section != nil; section = section.Parent {
		if Contains(strings.ToLower(section.Title), "post-mvp", "post mvp", "deferred", "after mvp", "non-mvp", "later", "后续", "推迟", "延后") {
			return true
		}
	}
	return false
}

// LeftOutOfMVP tells whether the sentence that names an epic says that it comes later.
func LeftOutOfMVP(d *document.Document, m document.Mention) bool {
	line := d.LineAt(m.Start)
	start, end := line.Start, line.End
	if i := strings.LastIndexAny(d.Text[line.Start:m.Start], ".;。；"); i >= 0 {
		start += i
	}
	if i := strings.IndexAny(d.Text[m.End:line.End], ".;。；"); i >= 0 {
		end = m.End + i
	}
	return ComesLater.MatchString(d.Text[start:end])
}

// ComesLater is a text about what comes after the MVP.
var ComesLater = pattern.New(`(?i)\b(?:not (?:in|part of)|excluded|deferred|postponed|follows?|outside|out of|post-mvp|later|after the mvp|next release)\b|不在|不含|不包含|不包括|不属于|推迟|延后|暂不|后续|之外|下一?版`)

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
