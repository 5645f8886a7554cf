package crossdocument

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// PriorityRules hold the priorities that documents give one thing against each other.
func PriorityRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("XD-010"), On: []document.Kind{document.Requirements, document.Epics}, Look: differingPriorities},
	}
}

// spelt are the priorities in words.
var spelt = map[string]string{"must": "Must", "should": "Should", "could": "Could", "wont": "Won't"}

func differingPriorities(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	list := slices.Concat(model.Defined(s).Requirements.List, model.Defined(s).Qualities.List)
	if d.Kind == document.Epics {
		list = model.Defined(s).Epics.List
	}
	for _, e := range list {
		if e.Doc != d || e.File == nil || e.Priority == "" {
			continue
		}
		own := model.FirstPriority(model.Priority(e.File.Front.Value("priority")), model.Priority(e.File.Front.Value("level")), model.PriorityField(e.File.Slice(model.BeforeStories(e.File, document.Span{End: len(e.File.Text)}))))
		if own == "" {
			continue
		}
		if applied = true; own != e.Priority && !model.Superseded(e.Text()) {
			hit(e.Doc, e.At, e.ID, model.Note(spelt[e.Priority]), s.Say(spelt[own]+" in "+e.File.Path, e.File.Path+" 中为 "+spelt[own]))
		}
	}
	if d.Kind == document.Requirements {
		return applied
	}
	applied = differingScope(s, d, hit) || applied
	for _, r := range model.Defined(s).Requirements.List {
		needed := false
		var carrier *model.Entry
		for _, id := range model.SortedKeys(model.EpicTraces(s)[r.ID]) {
			if e := model.Defined(s).Epics.ByID[id]; e != nil {
				if carrier == nil {
					carrier = e
				}
				needed = needed || e.Priority != "could" && e.Priority != "wont"
			}
		}
		if carrier == nil || r.Priority == "" {
			continue
		}
		applied = true
		switch {
		case r.Priority == "must" && !needed:
			hit(carrier.Doc, carrier.At, r.ID, model.Note(spelt[r.Priority]), s.Say(carrier.ID+" is optional", carrier.ID+" 为可选"))
		case r.Priority == "wont" && carrier.Row != nil && namesID(carrier.Cell("requirement", "req", "trace", "需求", "追溯"), r.ID):
			hit(carrier.Doc, carrier.At, r.ID, model.Note(spelt[r.Priority]), s.Say(carrier.ID+" carries it out", carrier.ID+" 却要实现它"))
		}
	}
	return applied
}

// differingScope holds the MVP column of epics against their files, and against
// the section that says which are in and which come later.
func differingScope(s *model.Session, d *document.Document, hit native.Hit) bool {
	in, out := model.Ids{}, model.Ids{}
	for _, m := range d.IDs {
		section := d.SectionAt(m.Start)
		if document.Prefix(m.ID) != "EPIC" || !section.Under(document.MVP) || model.InDiagram(d, m.Start) {
			continue
		}
		if model.OutsideMVP(section) || model.LeftOutOfMVP(d, m) {
			out[m.ID] = true
		} else {
			in[m.ID] = true
		}
	}
	applied := false
	claimed, forgotten := claimedScope(s, d), forgottenIn(s, d, in, out)
	for _, e := range model.Defined(s).Epics.List {
		cell := e.Cell("mvp")
		if e.Doc != d || cell == "" {
			continue
		}
		applied = true
		marked, say := model.Affirmed(cell), s.Say("not in the MVP", "不在 MVP")
		if marked {
			say = s.Say("in the MVP", "在 MVP 内")
		}
		if e.File != nil && e.File.Front.Value("mvp") != "" && model.Affirmed(e.File.Front.Value("mvp")) != marked {
			hit(d, e.At, e.ID, model.Note(say), s.Say("not so in "+e.File.Path, e.File.Path+" 中相反"))
		}
		named := in[e.ID]
		if len(in) > 0 && len(out) > 0 && in[e.ID] != out[e.ID] && named != marked || len(in) > 0 && marked && len(out) > 0 && !named && !out[e.ID] ||
			e == forgotten || !marked && claimed[e.ID] && !out[e.ID] || marked && len(claimed) > 0 && !claimed[e.ID] && !named && !out[e.ID] {
			hit(d, e.At, e.ID, model.Note(say), s.Say("not so in the words about the MVP", "MVP 范围的文字中相反"))
		}
	}
	return applied
}

// claimedScope are the epics of which a sentence says that the MVP is made.
func claimedScope(s *model.Session, d *document.Document) model.Ids {
	found := model.Ids{}
	for _, section := range d.Find(document.MVP) {
		for _, m := range d.MentionsIn(section.Own()) {
			line := d.LineAt(m.Start)
			before := d.Text[line.Start:m.Start]
			if i := strings.LastIndexAny(before, ".;。；!?！？"); i >= 0 {
				before = before[i:]
			}
			if document.Prefix(m.ID) == "EPIC" && (makesMVP.MatchString(before) || formsMVP.MatchString(d.Text[m.End:line.End])) && !model.LeftOutOfMVP(d, m) && !model.OutsideMVP(section) {
				found[m.ID] = true
			}
		}
	}
	return found
}

// makesMVP is how a list of what the MVP is made of begins.
var makesMVP = pattern.New(`(?i)\b(?:MVP|first release)\b(?: scope)?[*_\s]*(?:is|are|includes?|contains?|covers?|comprises?|consists? of|is made (?:up )?of|[:=])[^.;]*$|(?:MVP|首版|首个版本|首期|一期)(?:范围)?[*_\s]*(?:包含|包括|涵盖|覆盖|为|是|由|：|:|=)[^。；]*$`)

// formsMVP is how a list of what the MVP is made of ends.
var formsMVP = pattern.New(`(?i)^(?:[\s,，、&*\x60]|\band\b|\btogether\b|与|和|及|共同|一起|EPIC-\d+)*(?:(?:forms?|makes? up|constitutes?|belongs? to|(?:is|are) (?:in|part of)|joins?) (?:the )?MVP\b|(?:组成|构成|属于|纳入|列入)[^。；\n]{0,6}MVP)`)

// forgottenIn is the one epic of the MVP that the words about it pass over while they
// name all others of the session, or nil.
func forgottenIn(s *model.Session, d *document.Document, in, out model.Ids) *model.Entry {
	var missing []*model.Entry
	list := model.Defined(s).Epics.List
	for _, e := range list {
		if !in[e.ID] && !out[e.ID] {
			missing = append(missing, e)
		}
	}
	if len(list) > 2 && len(missing) == 1 && model.Affirmed(missing[0].Cell("mvp")) {
		return missing[0]
	}
	return nil
}

// namesID tells whether a text names an ID.
func namesID(text, id string) bool {
	for _, m := range document.FindIDs(text) {
		if m.ID == id {
			return true
		}
	}
	return false
}
