package architecture

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// stage is how far something has come by its status: 0 when that does not tell.
func stage(status string) int {
	switch {
	case model.Lapsed(status):
		return 3
	case open.MatchString(status) || model.Underway.MatchString(status):
		return 1
	case accepted.MatchString(status) || model.Finished(status):
		return 2
	}
	return 0
}

// differingStages holds the status that the row of an index gives against that of the file.
func differingStages(s *model.Session, d *document.Document, hit native.Hit) bool {
	m, applied := model.Defined(s), recordStages(s, d, hit)
	for _, e := range slices.Concat(m.Requirements.List, m.Qualities.List, m.Decisions.List, m.Epics.List) {
		if e.Doc != d || e.Row == nil || e.File == nil || e.File == d {
			continue
		}
		if forgottenDraft(m.Requirements, e) {
			applied = true
			hit(d, e.At, model.Target(e.ID), model.Note(d.Front.Value("status")), model.Other{Doc: e.File, At: statusAt(e.File)}, model.Note(e.File.Front.Value("status")))
			continue
		}
		said := e.Statuses()
		row, file := said[0], said[1]
		if stage(file) == 0 {
			file = said[2]
		}
		if stage(row) == 0 || stage(file) == 0 {
			continue
		}
		if applied = true; stage(row) != stage(file) {
			hit(d, e.At, model.Target(e.ID), model.Note(model.Plain(row)), model.Other{Doc: e.File, At: statusAt(e.File)}, model.Note(model.Plain(strings.TrimSpace(file))))
		}
	}
	return applied
}

// leastFinished is how many files of requirements are finished, at least, where one that is a draft was forgotten.
const leastFinished = 2

// forgottenDraft tells whether the file of a requirement is the only one that says it is a draft, below an index that is
// finished and gives no status of its own.
func forgottenDraft(list *model.Entries, e *model.Entry) bool {
	if !slices.Contains(list.List, e) || !model.Finished(e.Doc.Front.Value("status")) || e.Statuses()[0] != "" || stage(e.File.Front.Value("status")) != 1 {
		return false
	}
	finished := 0
	for _, other := range list.List {
		if other.File == nil || other == e {
			continue
		}
		if !model.Finished(other.File.Front.Value("status")) {
			return false
		}
		finished++
	}
	return finished >= leastFinished
}

// statusAt is where a document gives its status as a field, its beginning where it does not.
func statusAt(d *document.Document) document.Span {
	if field := d.Front.Field("status"); field != nil {
		return field.Span
	}
	return document.Span{}
}

// ofRecord is a decision by its number, or by a link to its file.
var ofRecord = pattern.New(`(?i)\bADR[-_ ]?0*(\d{1,4})\b|\((?:[^()\s]*/)?0*(\d{1,4})-[^()\s]*\.md\)`)

// recordStages holds what the rows of a document say of decisions that have files,
// which no list of the session defines, against these.
func recordStages(s *model.Session, d *document.Document, hit native.Hit) (looked bool) {
	records := model.Records(s)
	look := func(named, said string, at document.Span) {
		id := ofRecord.FindStringSubmatch(named)
		if id == nil || model.Defined(s).Decisions.ByID[id[0]] != nil {
			return
		}
		file := records[id[1]+id[2]]
		if file == nil || file == d || stage(said) == 0 {
			return
		}
		is := file.Front.Value("status")
		if stage(is) == 0 {
			is = strings.TrimSpace(model.WrittenStatus(file, document.Span{Start: 0, End: len(file.Text)}))
		}
		if looked = looked || stage(is) != 0; stage(is) != 0 && stage(is) != stage(said) {
			is, _, _ = strings.Cut(is, "\n")
			name := id[0]
			if id[1] == "" {
				name = "ADR-" + id[2] // only linked
			}
			hit(d, at, model.Target(name), model.Note(model.Plain(said)), model.Other{Doc: file, At: statusAt(file)}, model.Note(model.Plain(is)))
		}
	}
	for _, t := range d.Tables {
		if state := t.Column("status", "state", "状态"); state > 0 {
			for _, row := range t.Rows {
				look(d.Slice(document.Span{Start: row[0].Start, End: row[state].Start}), row[state].Text, row[state].Span)
			}
		}
	}
	return looked
}
