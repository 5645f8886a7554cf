package gsd

import (
	"fmt"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

// wanted is one requirement of a REQUIREMENTS.md.
type wanted struct {
	id, written string
	line        frameworks.Line
	first       bool // of v1
	box         byte // 0 without one
}

func wantedOf(d *document.Document) []wanted {
	var found []wanted
	seen := map[string]bool{}
	for m := range frameworks.Definitions(idForm, frameworks.Lines(d)) {
		l := m.Line
		box := tickBox.FindStringSubmatch(l.Text)
		if strings.HasPrefix(strings.TrimSpace(l.Text), "|") || m.Retold() && box == nil || seen[m.ID] {
			continue
		}
		seen[m.ID] = true
		w := wanted{id: m.ID, written: m.Written(), line: l}
		if box != nil {
			w.box = box[1][0]
		}
		for s := d.SectionAt(l.Start); s != nil; s = s.Parent {
			title := strings.ToLower(frameworks.Raw(d, s))
			w.first = w.first || s.Level == 2 && (strings.HasPrefix(title, "v1 ") || milestone.MatchString(title) && !later.MatchString(title) && !later.MatchString(opening(d, s)))
		}
		found = append(found, w)
	}
	return found
}

// milestone is the title of what a milestone demands: v1.1 Requirements.
var (
	milestone = pattern.New(`^v\d+\.\d+ requirements\b`)
	later     = pattern.New(`(?i)\b(?:future|later|next|deferred|backlog|not in (?:the )?current roadmap)\b`)
)

// opening is what a section says before its first entry and its first part: of a milestone, perhaps that it is put off.
func opening(d *document.Document, s *document.Section) string {
	text := d.Slice(s.Own())
	if at := idForm.FindStringIndex(text); at != nil {
		text = text[:at[0]]
	}
	return text
}

// row is one row of a traceability table.
type row struct {
	id, written   string
	at            document.Span
	phase, status string
}

func rowsOf(d *document.Document) []row {
	var found []row
	for _, t := range tracing(d) {
		status, phase := t.Column("status", "状态"), t.Column("phase", "阶段")
		for _, cells := range t.Rows {
			ids := frameworks.IDsIn(idForm, cells[0].Text)
			if len(ids) != 1 || strings.Trim(cells[0].Text, "*` ") != cells[0].Text[ids[0].Start:ids[0].End] {
				continue // a range, or words
			}
			r := row{id: ids[0].ID, written: cells[0].Text[ids[0].Start:ids[0].End], at: cells[0].Span}
			if status >= 0 {
				r.status = cells[status].Text
			}
			if phase >= 0 {
				r.phase = cells[phase].Text
			}
			found = append(found, r)
		}
	}
	return found
}

// tracing returns the traceability tables of a document.
func tracing(d *document.Document) []*document.Table {
	return slices.DeleteFunc(slices.Clone(d.Tables), func(t *document.Table) bool {
		return !frameworks.Retold(d, t.Span.Start) || t.Column("requirement", "req", "id") != 0
	})
}

// traceLists tells whether a traceability table holds rows for more than one ID: then
// what it leaves out is not known.
func traceLists(d *document.Document) bool {
	for _, t := range tracing(d) {
		for _, cells := range t.Rows {
			if text := cells[0].Text; len(frameworks.IDsIn(idForm, text)) > 1 || strings.ContainsAny(text, ",–~…") || strings.Contains(text, "..") {
				return true
			}
		}
	}
	return false
}

func untraced(_ *model.Session, d *document.Document, hit native.Hit) bool {
	traced := map[string]bool{}
	for _, r := range rowsOf(d) {
		traced[r.id] = true
	}
	if len(traced) == 0 || traceLists(d) {
		return false
	}
	for _, w := range wantedOf(d) {
		if w.first && !traced[w.id] && !rowAlone(d, w) {
			hit(d, w.line.Span, model.Target(w.written))
		}
	}
	return true
}

// rowAlone tells whether a line about a requirement looks like the row of a table: a blank line parts it from its own.
func rowAlone(d *document.Document, w wanted) bool {
	before, after := d.Text[:w.line.Start], d.Text[w.line.End:]
	row := "\n| " + w.written + " |"
	return strings.Contains(before, row) || strings.Contains(after, row)
}

func tracedUnknown(_ *model.Session, d *document.Document, hit native.Hit) bool {
	known := map[string]bool{}
	for _, w := range wantedOf(d) {
		known[w.id] = true
	}
	rows := rowsOf(d)
	if len(known) == 0 {
		return false
	}
	for _, r := range rows {
		if !known[r.id] {
			hit(d, r.at, model.Target(r.written))
		}
	}
	return len(rows) > 0
}

func tickedOtherwise(s *model.Session, d *document.Document, hit native.Hit) bool {
	status := map[string]string{}
	for _, r := range rowsOf(d) {
		status[r.id] = r.status
	}
	for _, w := range wantedOf(d) {
		said := status[w.id]
		switch ticked := w.box == 'x' || w.box == 'X'; {
		case w.box == 0 || said == "":
		case ticked && frameworks.SaysOpen.MatchString(said):
			hit(d, w.line.Span, model.Target(w.written), s.Say("ticked, but its status in the table is \""+said+"\"", "已勾选，但表中状态为“"+said+"”"))
		case !ticked && frameworks.SaysDone.MatchString(said) && !frameworks.SaysOpen.MatchString(said) && !strings.Contains(strings.ToLower(said), "incomplete"):
			hit(d, w.line.Span, model.Target(w.written), s.Say("not ticked, but its status in the table is \""+said+"\"", "未勾选，但表中状态为“"+said+"”"))
		}
	}
	return len(status) > 0
}

func v1Total(_ *model.Session, d *document.Document, hit native.Hit) bool {
	count := 0
	for _, w := range wantedOf(d) {
		if w.first {
			count++
		}
	}
	if count == 0 {
		return false
	}
	for m := range frameworks.Matches(total, frameworks.Lines(d)) {
		if m.Group(1) != fmt.Sprint(count) {
			hit(d, m.Place(0), model.Note(m.Group(1)), model.Note(fmt.Sprint(count)))
		}
	}
	return true
}

// listed returns the requirements that any list of the project has.
func listed(s *model.Session) map[string]bool {
	known := map[string]bool{}
	for _, d := range frameworks.Find(s, everyList) {
		for m := range frameworks.Mentions(idForm, frameworks.Lines(d)) {
			known[m.ID] = true
		}
	}
	return known
}

// demanded returns the IDs of a list of requirements; nil when it is not wholly one.
func demanded(text string) []frameworks.Identifier {
	ids := frameworks.IDsIn(idForm, text)
	rest, from := "", 0
	for _, id := range ids {
		rest += text[from:id.Start]
		from = id.End
	}
	rest += text[from:]
	if strings.Trim(rest, " ,[]`*_.;\t") != "" {
		return nil
	}
	return ids
}
