package checks

import (
	"slices"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// statuses are what the row, the file and the section of a decision say it is.
func (e *entry) statuses() []string {
	said := []string{e.cell("status", "状态")}
	switch {
	case e.file != nil:
		said = append(said, e.file.Front.Value("status"), writtenStatus(e.file, document.Span{Start: 0, End: len(e.file.Text)}))
	case e.detail != nil:
		said = append(said, writtenStatus(e.doc, e.detail.All()))
	}
	return said
}

var (
	succeeded = pattern.New(`(?i)\bsuperseded\b|\breplaced by\b|被.{0,16}(?:取代|替代)`)
	mooted    = pattern.New(`(?i)propos|提议|提案`)
	partly    = pattern.New(`(?i)\bpart(?:ly|ial|ially)\b|部分`) // something of it still holds
)

// abandoned tells whether a decision is said to have been given up.
func (e *entry) abandoned() bool {
	return slices.ContainsFunc(e.statuses(), func(status string) bool {
		return (givenUp.MatchString(status) || succeeded.MatchString(status)) && !partly.MatchString(status)
	})
}

// carriedDecisions reports accepted decisions that no epic carries out, where others
// are, and decisions given up that epics carry out, or a report traces to, all the same.
func carriedDecisions(s *session, d *document.Document, hit hit) bool {
	docs, say := s.of(epicDocs...), s.say("was given up and is still carried out", "已被放弃，却仍在实施")
	named := mentions(docs...)
	list := s.defined().decisions.list
	if d.Kind == document.Readiness {
		docs, say = []*document.Document{d}, s.say("was given up and is still traced to", "已被放弃，却仍被追溯引用")
	}
	traced := d.Kind == document.Epics && slices.ContainsFunc(list, func(e *entry) bool { _, ok := named[e.id]; return ok })
	for _, e := range list {
		_, ok := named[e.id]
		abandoned := e.abandoned()
		if traced && !ok && !abandoned && !slices.ContainsFunc(e.statuses(), mooted.MatchString) {
			hit(d, document.Span{}, e.id, s.say("is in no epic", "未进入任何 Epic"))
		}
		if !abandoned {
			continue
		}
		for _, doc := range docs {
			if at := carriesOut(doc, e.id); at.Len() > 0 {
				hit(doc, at, e.id, say)
			}
		}
	}
	return traced || d.Kind == document.Readiness && len(list) > 0
}

// carriesOut returns where a document of the epics names a decision as one of theirs:
// in its fields, a matrix, a column or behind a label for decisions.
func carriesOut(d *document.Document, id string) (at document.Span) {
	for _, m := range d.Mentions(id) {
		line := d.LineAt(m.Start)
		if text := d.Slice(line); superseded(text) || refusal.MatchString(withoutIDs(text)) {
			continue
		}
		if m.Start < d.Front.Span.End || d.SectionAt(m.Start).Under(document.Traces) || decisionLabel.MatchString(d.Slice(line)) || decisionColumn(d, m.Start) {
			return m.Span
		}
	}
	return at
}

var decisionLabel = pattern.New(`(?i)^[\s>*_-]*(?:architecture|adrs?|(?:architecture )?decisions?|based on|implements|架构|架构决策|决策|实现|依据)[*_\s]*[:：]`)

// decisionColumn tells whether a place lies in a column for decisions.
func decisionColumn(d *document.Document, offset int) bool {
	for _, t := range d.Tables {
		column := t.Column("adr", "decision", "architecture", "决策", "架构")
		if column < 0 || !t.Span.Holds(offset) {
			continue
		}
		for _, row := range t.Rows {
			if column < len(row) && row[column].Holds(offset) {
				return true
			}
		}
	}
	return false
}

// reliedUpon reports where an architecture builds on a decision that was given up: in
// the tables of its parts, its qualities and its risks.
func reliedUpon(s *session, e *entry, d *document.Document, hit hit) {
	for _, m := range d.Mentions(e.id) {
		section := d.SectionAt(m.Start)
		line := d.Slice(d.LineAt(m.Start))
		if !section.Under(document.Attributes, document.Components, document.Traces, document.Risks, document.Deployment, document.Security, document.Data) || section.Under(document.Decisions) || e.detail != nil && e.detail.All().Holds(m.Start) {
			continue
		}
		if strings.HasPrefix(strings.TrimSpace(line), "|") && !superseded(line) && !refusal.MatchString(withoutIDs(line)) && !givenUpWord.MatchString(line) {
			hit(d, m.Span, e.id, s.say("was given up and is still relied upon", "已被放弃，却仍被依赖"))
			return
		}
	}
}

var givenUpWord = pattern.New(`(?i)\b(?:reject|declin|supersed|deprecat|withdraw|replac|discard)\w*|拒绝|否决|废弃|取代|弃用|撤销|替代`)

// stage is how far something has come by its status: 0 when that does not tell.
func stage(status string) int {
	switch {
	case givenUp.MatchString(status) || succeeded.MatchString(status):
		return 3
	case open.MatchString(status) || underway.MatchString(status):
		return 1
	case accepted.MatchString(status) || finished(status):
		return 2
	}
	return 0
}

// differingStages holds the status that the row of an index gives against that of the file.
func differingStages(s *session, d *document.Document, hit hit) bool {
	m, applied := s.defined(), false
	for _, e := range slices.Concat(m.requirements.list, m.qualities.list, m.decisions.list, m.epics.list) {
		if e.doc != d || e.row == nil || e.file == nil || e.file == d {
			continue
		}
		said := e.statuses()
		row, file := said[0], said[1]
		if stage(file) == 0 {
			file = said[2]
		}
		if stage(row) == 0 || stage(file) == 0 {
			continue
		}
		if applied = true; stage(row) != stage(file) {
			hit(d, e.at, e.id, note(plain(row)), note(e.file.Path), note(plain(strings.TrimSpace(file))))
		}
	}
	return applied
}
