package checks

import (
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// unownedQuestions reports open questions nobody has to answer by any day: items,
// rows and lines that ask.
func unownedQuestions(s *session, d *document.Document, hit hit) bool {
	applied := false
	for _, item := range d.Items {
		if item.Depth != 1 || !openQuestions(item.Section) || nothing.MatchString(item.Text) {
			continue
		}
		applied = true
		if item.Box != 'x' && (!owned.MatchString(d.Slice(item.Span)) || nobodyOwns(item.Text)) {
			hit(d, item.Span, note(clip(item.Text, 60)))
		}
	}
	for _, t := range d.Tables {
		if !openQuestions(t.Section) {
			continue
		}
		for _, row := range t.Rows {
			applied = true
			if !ownedRow(d, t, row) && !emptyCell(row[0].Text) && !nothing.MatchString(row[0].Text) {
				hit(d, d.LineAt(row[0].Start), note(clip(plain(row[0].Text), 60)))
			}
		}
	}
	for _, line := range d.Lines {
		text := d.Slice(line)
		if !strings.HasSuffix(text, "?") && !strings.HasSuffix(text, "？") || !openQuestions(d.SectionAt(line.Start)) {
			continue
		}
		applied = true
		if !owned.MatchString(text) {
			hit(d, line, note(clip(text, 60)))
		}
	}
	return applied
}

var answered = pattern.New(`(?i)\basked\b|\bFAQs?\b|\basking\b|常见问题`)

// openQuestions tells a section of questions to be answered from one of answers.
func openQuestions(section *document.Section) bool {
	return section.Under(document.OpenQuestions) && !answered.MatchString(section.Title)
}

// ownedRow tells whether a row of questions names a person, a day or an answer:
// in a column for it, else anywhere.
func ownedRow(d *document.Document, t *document.Table, row []document.Cell) bool {
	asked := false
	for i, header := range t.Header {
		if i == 0 || !contains(strings.ToLower(header.Text), "owner", "assign", "responsible", "due", "deadline", "by when", "answer", "decision", "resolution", "负责", "责任人", "确认对象", "确认人", "跟进", "处理人", "期限", "截止", "答复", "结论", "决定") {
			continue
		}
		asked = true
		switch text := row[i].Text; {
		case contains(strings.ToLower(header.Text), "owner", "assign", "responsible", "负责", "责任人") && nobody(text):
			return answeredRow(t, row)
		case !emptyCell(text) && !someDay.MatchString(text) && !nobody(text):
			return true
		}
	}
	return !asked && owned.MatchString(d.Slice(d.LineAt(row[0].Start)))
}

// answeredRow tells whether a row of questions has its answer.
func answeredRow(t *document.Table, row []document.Cell) bool {
	i := t.Column("answer", "resolution", "答复", "结论")
	return i > 0 && !emptyCell(row[i].Text) && !leftOpen.MatchString(row[i].Text)
}
