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
			if inScope.MatchString(row[0].Text) && !model.ComesLater.MatchString(d.Slice(line)) {
				t.scoped(line)
			}
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
	t.lost()
	return t.applied
}

// inScope is a check of what the MVP holds.
var inScope = pattern.New(`(?i)\bmvp\b|MVP|最小可行`)

// scoped reports the epics that a check of the MVP names although they are not in it.
func (t *reportTraces) scoped(at document.Span) {
	epics := t.s.Index(document.Epics)
	for _, m := range t.d.MentionsIn(at) {
		if e := model.Defined(t.s).Epics.ByID[m.ID]; e != nil && epics != nil && e.Cell("mvp") != "" {
			if t.applied = true; !model.InMVP(t.s, epics, e) {
				t.hit(t.d, m.Span, m.ID, model.Note("MVP"), model.Note(e.Cell("mvp")))
			}
		}
	}
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
	served  []service
}

// service is one place of a report that gives requirements to a goal.
type service struct {
	goal         string
	requirements model.Ids
	at           document.Span
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
	if goal := sole(mentions, "G"); goal != "" && len(named) > 0 && (len(others) == 1 || goal == head) {
		one := service{goal, model.Ids{}, at}
		for _, m := range named {
			one.requirements[m.ID] = true
		}
		t.served = append(t.served, one)
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
			if !one && len(named) > 1 && (kind == "STORY" || model.Family(m.ID, []string{"NFR"})) {
				compared = false // a row of several names the stories that matter most
				continue
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

// lost reports the requirements that a report leaves out where it lists those of
// goals, when it lists nearly all.
func (t *reportTraces) lost() {
	goals := model.Links{}
	for _, r := range model.Defined(t.s).Requirements.List {
		if r.Priority != "wont" && !model.Superseded(r.Text()) {
			for goal := range model.GoalTraces(t.s).Sure(r.ID) {
				goals.Add(goal, r.ID)
			}
		}
	}
	served := model.Ids{}
	for _, one := range t.served {
		served[one.goal] = true
	}
	for _, goal := range model.SortedKeys(goals) { // the one goal that a list of goals passes over
		if !served[goal] && len(served) > 1 && len(served) == len(goals)-1 {
			t.hit(t.d, t.served[len(t.served)-1].at, goal, model.Note("-"), model.Note(model.Ids(goals[goal]).String()))
		}
	}
	held, missing := 0, 0
	for _, one := range t.served {
		for id := range goals[one.goal] {
			if one.requirements[id] {
				held++
			} else {
				missing++
			}
		}
	}
	for _, one := range t.served {
		if all := model.Ids(goals[one.goal]); missing*3 <= held && one.requirements.Lacking(all) {
			t.hit(t.d, one.at, one.goal, model.Note(one.requirements.String()), model.Note(all.String()))
		}
	}
}

var (
	arrowed = pattern.New(`→|-+>|=>|⇒`)
	relates = pattern.New(`→|-+>|=>|⇒|[:：]|\bin\b|\bby\b|\bholds?\b|\bcontains?\b|\bcovers?\b|位于|属于|归入|由|含|覆盖|对应`)
)

// sole returns the only ID of a family among mentions, or "".
func sole(mentions []document.Mention, prefix string) string {
	found := ""
	for _, m := range mentions {
		if document.Prefix(m.ID) != prefix || m.ID == found {
			continue
		}
		if found != "" {
			return ""
		}
		found = m.ID
	}
	return found
}
