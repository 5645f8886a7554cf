package frameworks

import (
	"fmt"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// wanted is one requirement of a REQUIREMENTS.md.
type wanted struct {
	id, written string
	line        line
	first       bool // of v1
	box         byte // 0 without one
}

func wantedOf(d *document.Document) []wanted {
	var found []wanted
	seen := map[string]bool{}
	for _, l := range linesOf(d, all(d)) {
		ids := idsIn(gsID, l.text)
		if len(ids) == 0 || !definesAt(l.text, ids[0]) || strings.HasPrefix(strings.TrimSpace(l.text), "|") || retold(d, l.Start) && !gsTicked.MatchString(l.text) || seen[ids[0].id] {
			continue
		}
		seen[ids[0].id] = true
		w := wanted{id: ids[0].id, written: l.text[ids[0].start:ids[0].end], line: l}
		if m := gsTicked.FindStringSubmatch(l.text); m != nil {
			w.box = m[1][0]
		}
		for s := d.SectionAt(l.Start); s != nil; s = s.Parent {
			title := strings.ToLower(raw(d, s))
			w.first = w.first || s.Level == 2 && (strings.HasPrefix(title, "v1 ") || gsMilestone.MatchString(title) && !gsLater.MatchString(title))
		}
		found = append(found, w)
	}
	return found
}

// gsMilestone is the title of what a milestone demands: v1.1 Requirements.
var (
	gsMilestone = pattern.New(`^v\d+\.\d+ requirements\b`)
	gsLater     = pattern.New(`\b(?:future|later|next|deferred|backlog)\b`)
)

// row is one row of a traceability table.
type row struct {
	id, written   string
	at            document.Span
	phase, status string
}

func rowsOf(d *document.Document) []row {
	var found []row
	for _, t := range d.Tables {
		if !retold(d, t.Span.Start) || t.Column("requirement", "req", "id") != 0 {
			continue
		}
		status, phase := t.Column("status", "状态"), t.Column("phase", "阶段")
		for _, cells := range t.Rows {
			ids := idsIn(gsID, cells[0].Text)
			if len(ids) != 1 || strings.Trim(cells[0].Text, "*` ") != cells[0].Text[ids[0].start:ids[0].end] {
				continue // a range, or words
			}
			r := row{id: ids[0].id, written: cells[0].Text[ids[0].start:ids[0].end], at: cells[0].Span}
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

// traceLists tells whether a traceability table holds rows for more than one ID: then
// what it leaves out is not known.
func traceLists(d *document.Document) bool {
	for _, t := range d.Tables {
		if !retold(d, t.Span.Start) || t.Column("requirement", "req", "id") != 0 {
			continue
		}
		for _, cells := range t.Rows {
			if text := cells[0].Text; len(idsIn(gsID, text)) > 1 || strings.ContainsAny(text, ",–~…") || strings.Contains(text, "..") {
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
		if w.first && !traced[w.id] {
			hit(d, w.line.Span, w.written)
		}
	}
	return true
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
			hit(d, r.at, r.written)
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
		case ticked && gsOpen.MatchString(said):
			hit(d, w.line.Span, w.written, s.Say("ticked, but its status in the table is \""+said+"\"", "已勾选，但表中状态为“"+said+"”"))
		case !ticked && gsDone.MatchString(said) && !gsOpen.MatchString(said) && !strings.Contains(strings.ToLower(said), "incomplete"):
			hit(d, w.line.Span, w.written, s.Say("not ticked, but its status in the table is \""+said+"\"", "未勾选，但表中状态为“"+said+"”"))
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
	for _, l := range linesOf(d, all(d)) {
		if m := gsTotal.FindStringSubmatchIndex(l.text); m != nil && l.text[m[2]:m[3]] != fmt.Sprint(count) {
			hit(d, l.at(m[0], m[1]), model.Note(l.text[m[2]:m[3]]), model.Note(fmt.Sprint(count)))
		}
	}
	return true
}

// listed returns the requirements that any list of the project has.
func listed(s *model.Session) map[string]bool {
	known := map[string]bool{}
	for _, d := range find(s, gsEveryList) {
		for _, l := range linesOf(d, all(d)) {
			for _, id := range idsIn(gsID, l.text) {
				known[id.id] = true
			}
		}
	}
	return known
}

// demanded returns the IDs of a list of requirements; nil when it is not wholly one.
func demanded(text string) []identifier {
	ids := idsIn(gsID, text)
	rest, from := "", 0
	for _, id := range ids {
		rest += text[from:id.start]
		from = id.end
	}
	rest += text[from:]
	if strings.Trim(rest, " ,[]`*_.;\t") != "" {
		return nil
	}
	return ids
}
