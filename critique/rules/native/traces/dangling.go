// Package traces has the rules about IDs: what they lead to, and who carries them out.
package traces

import (
	"maps"
	"path"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/facts/work"
	"discussd/critique/rules/model"
	"discussd/critique/rules/model/series"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// DanglingRules look for IDs that nothing defines.
func DanglingRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("XD-017"), On: model.Indexes, Look: danglingIDs},
		{Rule: native.Of("XD-020"), Look: numberedTwice},
		{Rule: native.Of("XD-021"), Look: numberUnknown},
		{Rule: native.Of("XD-022"), Look: numberLeftOut},
		{Rule: native.Of("XD-024"), Look: oddOneOut},
		{Rule: native.Of("XD-026"), Look: effortsDiffer},
		{Rule: native.Of("X-029"), Look: partUnknown},
		{Rule: native.Of("X-032"), Look: listedTwice},
		{Rule: native.Of("X-035"), Look: deadAnchors},
		{Rule: native.Of("X-038"), Look: wrongCount},
	}
}

// numbers is how the session numbers things, found once.
func numbers(s *model.Session) *series.All {
	return model.Once(s, "series of numbers", nil, func() *series.All { return series.Read(s.Docs) })
}

// numbersOf says of which series others speak already: in a document of a known kind the
// rules of its framework know the IDs that frameworks have.
func numbersOf(d *document.Document) (skip func(prefix string) bool) {
	return func(prefix string) bool {
		return d.Kind != document.Other && ordinaryIDs[strings.SplitN(series.Letters(prefix), "-", 2)[0]]
	}
}

// ordinaryIDs are the prefixes of IDs that other rules know.
var ordinaryIDs = map[string]bool{
	"REQ": true, "FR": true, "NFR": true, "SC": true, "US": true, "T": true, "AC": true, "ADR": true, "AD": true, "EPIC": true, "STORY": true, "G": true, "UJ": true, "CHK": true,
}

func numberedTwice(s *model.Session, d *document.Document, hit native.Hit) bool {
	for _, m := range numbers(s).Twice(numbersOf(d)) {
		if section := d.SectionAt(m.At.Start); m.Doc == d && !numberedFile(s, m.ID) && !over(d, m.At) && (section == nil || (m.At.Start >= section.Body || section.Level > 6) && !ofFile.MatchString(section.Title)) { // of headings another rule tells
			if first := numbers(s).First(m).At; strings.EqualFold(d.Slice(first), d.Slice(m.At)) && (boxAt(d, first) == 0) == (boxAt(d, m.At) == 0) { // else it is another series, P1 and P-01, or one of them speaks of the task
				hit(d, m.At, model.Target(m.ID), model.Other{Doc: d, At: first})
			}
		}
	}
	return tasksTwice(s, d, hit) || numbers(s).Has(d)
}

// ofFile is the title of a part that tells what stands in a document of its own.
var ofFile = pattern.New(`\w\.md\b`)

// over tells whether a place stands in an item that is ticked: what was done is not given another number.
func over(d *document.Document, at document.Span) bool { return boxAt(d, at) == 'x' }

// boxAt is the mark in the box of the item that a place stands in, 0 where it has none.
func boxAt(d *document.Document, at document.Span) byte {
	for _, item := range d.Items {
		if item.Box != 0 && item.Span.Holds(at.Start) {
			return item.Box
		}
	}
	return 0
}

func numberUnknown(s *model.Session, d *document.Document, hit native.Hit) bool {
	lost := model.LostSuccessor(s, d)
	if lost.Len() > 0 {
		hit(d, lost, model.Target(d.Slice(lost)))
	}
	partLost(s, d, hit)
	past := model.Recounts(d) && !model.Instructs(d) // it speaks of what stood somewhere when it was written
	for _, m := range numbers(s).Unknown(numbersOf(d)) {
		if m.Doc == d && !(past && !numbers(s).At(d, m)) && !numberedFile(s, m.ID) && !ofAnotherFile(s, d, m.At) && !spelledOut(s)[m.ID] && !paper.MatchString(d.Slice(d.LineAt(m.At.Start))) {
			told := []model.Detail{model.Target(m.ID)}
			if d.Kind == document.Other || model.StoryFile.MatchString(d.Path) {
				told = append(told, model.Doubtful) // notes number what stands elsewhere, or nowhere
			}
			hit(d, m.At, told...)
		}
	}
	return workUnknown(s, d, hit) || lost.Len() > 0 || numbers(s).Has(d)
}

// tasksTwice reports a task to tick off that is called as another one by its word: Task 3. Of bare numbers
// and codes the frameworks know.
func tasksTwice(s *model.Session, d *document.Document, hit native.Hit) bool {
	first, at := map[string]document.Span{}, map[string]document.Span{}
	n := 0
	for _, step := range work.Read(d) {
		if step.Form != work.Item || step.Box == 0 || !step.Worded() {
			continue
		}
		n++
		if _, again := first[step.Key]; again {
			at[step.Key] = step.At
		} else {
			first[step.Key] = step.At
		}
	}
	if n >= leastParts && len(at) == 1 { // more begin anew
		for key, line := range at {
			hit(d, line, model.Target(model.Clip(model.Plain(d.Slice(line)), 40)), model.Other{Doc: d, At: first[key]})
		}
	}
	return n > 0
}

// workParts are the numbers of the tasks, stories, epics and phases of a session, where one document has
// them all, and of its stories also where one has all of an epic.
type workParts map[string]map[string]bool

func partsOfWork(s *model.Session) workParts {
	all, home := workParts{}, map[string]*document.Document{} // by the kind, or the kind and its epic
	for _, d := range s.Docs {
		if d.JSON != nil || d.Wild != "" {
			continue
		}
		for _, step := range work.Read(d) {
			kind, number := step.Counted()
			if kind == "" || step.Form == work.Spoken || kind == "task" && step.Box == 0 || kind != "task" && step.Form != work.Heading {
				continue
			}
			whole, _, deep := strings.Cut(number, ".")
			list := kind
			if deep && kind == "story" {
				list += " " + whole
			}
			if all[kind] == nil {
				all[kind] = map[string]bool{}
			}
			if _, known := home[list]; !known {
				home[list] = d
			}
			if home[list] == d {
				all[kind][number] = true
				all[kind][strings.TrimRight(number, "abcdefgh")] = true // what was split: 6.1 into 6.1a and 6.1b
				if kind == "task" || kind == "story" {
					all[kind][whole] = true
				}
			} else if !all[kind][number] {
				home[list] = nil
			}
		}
	}
	for list, d := range home {
		if kind, whole, ofEpic := strings.Cut(list, " "); d == nil && ofEpic {
			delete(all[kind], whole) // of which nothing then lacks
		} else if d == nil {
			delete(all, kind)
		}
	}
	maps.DeleteFunc(all, func(kind string, numbers map[string]bool) bool { return len(numbers) < leastParts })
	return all
}

// lacks tells whether a number is one too many: of a whole that has parts, or behind a run from 1 on.
func (p workParts) lacks(kind, number string) bool {
	known := p[kind]
	if whole, _, deep := strings.Cut(number, "."); deep {
		return known[whole] && !known[number]
	}
	n := 0
	for known[model.Itoa(n+1)] {
		n++
	}
	return n >= leastParts && !known[number] && number != "0" && (n == len(known) || known["0"] && n+1 == len(known))
}

// unplanned is said of what is not planned yet, or not any more.
var unplanned = pattern.New(`(?i)\b(?:future|later|next|v[2-9]|post|deferred|beyond|out of scope|not planned|follow-?up|optional|formerly|was|old|previous|prior)\b|未来|以后|后续|下一|später|künftig|futur`)

// workUnknown reports the number of a task or a story that the only list of them does not have, where
// it has others of the same whole.
func workUnknown(s *model.Session, d *document.Document, hit native.Hit) (looked bool) {
	all := model.Once(s, "numbers of tasks and stories", nil, func() workParts { return partsOfWork(s) })
	if len(all) == 0 || d.JSON != nil || model.Recounts(d) || strings.HasPrefix(d.Path, "codebase/") { // a map of the code knows other plans
		return false
	}
	told := map[int]bool{} // a list and one of it may name the same place
	for _, c := range document.Once(d, "steps cited", func(d *document.Document) []work.Cited { return work.Cites(d.Prose) }) {
		looked = looked || all[c.Kind] != nil
		whole := !strings.Contains(c.Number, ".")
		switch {
		case told[c.At.Start] || !all.lacks(c.Kind, c.Number) || !itsOwn(d, c.At):
			continue
		case !whole:
			hit(d, c.At, s.Say(c.Kind+" ", "")+model.Note(c.Number))
		case !unplanned.MatchString(d.Slice(d.LineAt(c.At.Start))):
			hit(d, c.At, s.Say(c.Kind+" ", "")+model.Note(c.Number), model.Doubtful)
		}
		told[c.At.Start] = true
	}
	for _, step := range work.Read(d) {
		for _, need := range step.Needs {
			if number, deep := need.Part(); step.Form == work.Item && step.Box != 0 && deep && all.lacks("task", number) {
				if !slices.ContainsFunc(work.Cites(d.Slice(need.At)), func(c work.Cited) bool { return c.Number == number }) {
					hit(d, need.At, model.Target(number))
				}
			}
		}
	}
	return looked
}

// ofAnotherFile tells whether the line of a place names a file that the session does not
// have: what the line speaks of is defined there.
func ofAnotherFile(s *model.Session, d *document.Document, at document.Span) bool {
	for _, m := range fileName.FindAllString(d.Slice(d.LineAt(at.Start)), 8) {
		if !slices.ContainsFunc(s.Docs, func(o *document.Document) bool { return strings.HasSuffix("/"+o.Path, "/"+strings.TrimLeft(m, "./")) }) {
			return true
		}
	}
	return false
}

// ofAnotherFeature tells whether the line of a place names the folder of another numbered feature beside this one.
func ofAnotherFeature(s *model.Session, d *document.Document, at document.Span) bool {
	return s.Around.Exists != nil && slices.ContainsFunc(featureName.FindAllString(d.Slice(d.LineAt(at.Start)), 8), func(name string) bool { return s.Around.Exists(path.Join("..", name)) })
}

var featureName = pattern.New(`\b\d{3,}-[A-Za-z][\w-]*`)

var fileName = pattern.New(`[\w./-]+\.(?:md|json|ya?ml)\b`)

// numberedFile tells whether a file is called by the number of an ID, and by no prefix:
// docs/adr/0009-mock-app.md is ADR-0009.
func numberedFile(s *model.Session, id string) bool {
	number := strings.TrimLeft(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZ-_")
	return number != "" && slices.ContainsFunc(s.Docs, func(d *document.Document) bool {
		rest, found := strings.CutPrefix(path.Base(d.Path), number)
		return found && rest != "" && strings.ContainsAny(rest[:1], "-_. ")
	})
}

// paper is a size of paper, which is no ID of a list.
var paper = pattern.New(`(?i)\bA[0-6] (?:pages?|paper|sheets?|portrait|landscape|prints?|format)\b|\b(?:on|in|DIN) A[0-6]\b|A[0-6] ?(?:纸|页|幅面)`)

// spelled is a line that heads something by its word and number: Property 15: Order.
var spelled = pattern.New(`(?m)^[ #*-]*([A-Z])[a-z]{3,}\s+(\d{1,3})[*]*\s*[:.—–-]`)

// spelledOut are the short names of what a session heads by a word and a number: P15 of Property 15.
func spelledOut(s *model.Session) map[string]bool {
	return model.Once(s, "things that are headed by a word and a number", nil, func() map[string]bool {
		short := map[string]bool{}
		for _, d := range s.Docs {
			for _, m := range spelled.FindAllStringSubmatch(d.Prose, 2000) {
				short[m[1]+m[2]] = true
			}
		}
		return short
	})
}

func numberLeftOut(s *model.Session, d *document.Document, hit native.Hit) bool {
	if model.Recounts(d) {
		return false
	}
	kind := "what plans leave out"
	if d.Kind == document.Other {
		kind = "what plain plans leave out"
	}
	for _, g := range model.Once(s, kind, nil, func() []series.Gap { return numbers(s).Left(s.Docs, numbersOf(d)) }) {
		if g.In != d || g.Shared && toldElsewhere(s, g) || g.Doc == d && !g.Shared && !g.Several { // which names it there
			continue
		}
		where := model.Note(strings.TrimPrefix(d.Path, "spec/"))
		if g.Shared {
			where = s.Say("a column of "+d.Path, d.Path+" 的一个表列")
		}
		if g.Several {
			where = s.Say("any epic, story or task", "史诗、故事和任务")
		}
		hit(g.Doc, g.At, model.Target(g.ID), where, model.Note(model.Itoa(g.Names)), model.Elsewhere)
	}
	return numbers(s).Has(d)
}

// toldElsewhere tells whether other rules tell of what a column leaves out: of a Must in no
// epic, and of a framework's own table beside its list.
func toldElsewhere(s *model.Session, g series.Gap) bool {
	if s.Framed {
		return g.In == g.Doc && g.In.Kind != document.Other
	}
	e := model.Defined(s).Requirements.ByID[g.ID]
	return e != nil && e.Priority == "must" && (g.In.Kind == document.Epics || g.In.Kind == document.Readiness)
}

// danglingIDs looks for IDs that the documents they belong to do not define.
// Requirements that later documents name are for XD-002, goals that requirements
// name for XD-001, and what an edge of the epics names for EP-012.
func danglingIDs(s *model.Session, d *document.Document, hit native.Hit) bool {
	if model.Recounts(d) {
		return false
	}
	m := model.Defined(s)
	lists := map[string]*model.Entries{}
	if d.Kind != document.Requirements {
		lists["G"] = m.Goals
	}
	if d.Kind == document.Brief || d.Kind == document.Requirements {
		lists["REQ"], lists["FR"], lists["NFR"] = m.Requirements, m.Requirements, m.Qualities
	}
	if s.Index(document.Architecture) != nil {
		lists["ADR"] = m.Decisions
	}
	if s.Index(document.Epics) != nil {
		lists["EPIC"] = m.Epics
	}
	told := model.Ids{}
	for _, doc := range s.Of(model.EpicDocs...) {
		for _, u := range model.Stories(doc) {
			for _, id := range document.FindIDs(u.Name) {
				told[id.ID], told[document.Prefix(id.ID)] = true, true
			}
		}
	}
	applied := false
	native.Undefined(s, s.Of(model.NamedIn[d.Kind]...), func(doc *document.Document, at document.Mention) bool {
		prefix := document.Prefix(at.ID)
		if strings.HasPrefix(prefix, "STORY-") && d.Kind != document.Architecture {
			return told[prefix] && !told[at.ID]
		}
		kind := model.KindOf(at.ID)
		list := lists[kind]
		if list == nil || !model.SameFamily(list, at.ID) && !(kind == "NFR" && codedAlike(list, at.ID)) {
			return false
		}
		if model.Recounts(doc) || ofDeadLink(s, doc, at) {
			return false
		}
		applied = true
		return list.ByID[at.ID] == nil && !ofAnotherFeature(s, doc, at.Span) && !numbers(s).Headed(at.ID) && (kind != "EPIC" || planned(doc, at)) && !slices.ContainsFunc(s.Docs, func(d *document.Document) bool { return model.Gone(d, at.ID) })
	}, hit, s.Say("is defined nowhere", "没有定义"))
	return applied
}

// ofDeadLink tells whether a link of the same line leads to a file by the name of an ID, and the file is not
// there: what is told of the link is told of the ID.
func ofDeadLink(s *model.Session, d *document.Document, at document.Mention) bool {
	line := d.LineAt(at.Start)
	return s.Around.Exists != nil && slices.ContainsFunc(d.Links, func(link document.Link) bool {
		target := path.Join(path.Dir(d.Path), link.Target)
		return line.Holds(link.Span.Start) && link.Relative() && strings.Contains(link.Target, at.ID) && !model.Has(s, target) && !s.Around.Exists(target)
	})
}

// planned tells whether an epic is named as one of the plan: what epics say of
// others in their dependencies, and in words about later, is not.
func planned(d *document.Document, m document.Mention) bool {
	line := d.Slice(d.LineAt(m.Start))
	if d.Kind != document.Epics && d.Kind != document.Epic || d.Kind == document.Epics && !strings.HasPrefix(strings.TrimSpace(line), "|") {
		return !later.MatchString(line)
	}
	return d.SectionAt(m.Start).Under(document.Traces, document.Order, document.MVP, document.Risks) && !later.MatchString(line)
}

// codedAlike tells whether each quality has a code of its own, as this one would.
func codedAlike(list *model.Entries, id string) bool {
	codes := map[string]bool{}
	for _, e := range list.List {
		codes[document.Prefix(e.ID)] = true
	}
	return document.Prefix(id) != "NFR" && len(codes) > 1 && len(codes) == len(list.List)
}

var later = pattern.New(`(?i)\b(?:later|next (?:release|version|phase)|post-mvp|backlog|phase (?:2|two)|v2)\b|后续|以后|下一[期版]|二期|待规划`)
