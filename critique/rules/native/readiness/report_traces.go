package readiness

import (
	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// ReportTraceRules hold what a readiness report says of traces against the
// documents it reports on.
func ReportTraceRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("RD-017"), On: Readiness, Look: unprovenChecks},
		{Rule: native.Of("RD-020"), On: Readiness, Needs: []document.Kind{document.Requirements}, Look: untrueTraces},
	}
}

// part is one clause of a report's row, which may relate one thing to others.
var part = pattern.New(`[^;；\n]+`)

// untrueTraces compares what rows, clauses and items of a report relate with what
// the documents relate.
func untrueTraces(s *model.Session, d *document.Document, hit native.Hit) bool {
	t := reportTraces{s: s, d: d, hit: hit}
	for _, table := range d.Tables {
		if table.Section.Under(document.Issues, document.Watch, document.Risks) || table.Column("issue", "recommendation", "risk", "问题", "建议", "风险") >= 0 {
			continue
		}
		for _, row := range table.Rows {
			line := document.Span{Start: row[0].Start, End: d.LineAt(row[0].Start).End}
			if head := d.MentionsIn(row[0].Span); len(head) == 1 {
				t.relate(line, head[0].ID, table.Section.Under(document.Traces) || isMatrix(table))
				continue
			}
			for _, cell := range row {
				for _, m := range part.FindAllStringIndex(d.Slice(cell.Span), 20) {
					at := document.Span{Start: cell.Start + m[0], End: cell.Start + m[1]}
					if relates.MatchString(d.Slice(at)) {
						t.relate(at, "", false)
					}
				}
			}
		}
	}
	for _, item := range d.Items {
		if text := d.Slice(item.Span); (arrowed.MatchString(text) || item.Section.Under(document.Traces)) && !item.Section.Under(document.Issues, document.Watch, document.Risks) {
			t.relate(item.Span, "", false)
		}
	}
	return t.applied
}

// isMatrix tells a table that relates families of IDs from one that remarks on them.
func isMatrix(t *document.Table) bool {
	columns := 0
	for _, name := range [...]string{"goal", "requirement", "epic", "adr", "stor", "目标", "需求", "史诗", "故事"} {
		if t.Column(name) >= 0 {
			columns++
		}
	}
	return columns > 1
}

// reportTraces compares one report.
type reportTraces struct {
	s       *model.Session
	d       *document.Document
	hit     native.Hit
	applied bool
}

// relate compares one place. A place about one goal or one epic gives it all the
// requirements there; in a matrix each requirement must find one of its own, and
// each goal, epic, decision and story must belong to one of the requirements.
func (t *reportTraces) relate(at document.Span, head string, matrix bool) {
	mentions := t.d.MentionsIn(at)
	var named []document.Mention
	others := map[string]model.Ids{}
	for _, m := range mentions {
		switch kind := model.KindOf(m.ID); {
		case model.Family(m.ID, model.RequirementIDs):
			named = append(named, m)
		case relationsOf(t.s)[kind] != nil:
			if others[kind] == nil {
				others[kind] = model.Ids{}
			}
			others[kind][m.ID] = true
		}
	}
	for _, kind := range model.SortedKeys(others) {
		theirs := others[kind]
		if !matrix && (len(others) > 1 || len(theirs) > 1 || kind != "G" && kind != "EPIC") {
			continue
		}
		backed := model.Ids{}
		known := relationsOf(t.s)[kind]
		wrong, compared := false, len(named) > 0
		for _, m := range named {
			own := model.Ids(known[m.ID])
			if len(own) == 0 {
				compared = false
				continue
			}
			t.applied = true
			one := false
			for id := range theirs {
				one = one || own[id]
			}
			for id := range own {
				backed[id] = true
			}
			if !one {
				wrong = true
				t.hit(t.d, m.Span, m.ID, model.Note(theirs.String()), model.Note(own.String()))
			}
		}
		if compared && !wrong && matrix && backed.Lacking(theirs) {
			t.hit(t.d, at, named[0].ID, model.Note(theirs.String()), model.Note(backed.String()))
		}
	}
}

var (
	arrowed = pattern.New(`→|-+>|=>|⇒`)
	relates = pattern.New(`→|-+>|=>|⇒|[:：]|\bin\b|\bby\b|\bholds?\b|\bcontains?\b|\bcovers?\b|位于|属于|归入|由|含|覆盖|对应`)
)
