package checks

import (
	"slices"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// priorityRules hold the priorities that documents give one thing against each other.
func priorityRules() []rule {
	return []rule{
		{Rule: of("XD-010"), on: []document.Kind{document.Requirements, document.Epics}, look: differingPriorities},
	}
}

// spelt are the priorities in words.
var spelt = map[string]string{"must": "Must", "should": "Should", "could": "Could", "wont": "Won't"}

func differingPriorities(s *session, d *document.Document, hit hit) bool {
	applied := false
	list := slices.Concat(s.defined().requirements.list, s.defined().qualities.list)
	if d.Kind == document.Epics {
		list = s.defined().epics.list
	}
	for _, e := range list {
		if e.doc != d || e.file == nil || e.priority == "" {
			continue
		}
		own := firstPriority(priority(e.file.Front.Value("priority")), priorityField(e.file.Slice(beforeStories(e.file, document.Span{End: len(e.file.Text)}))))
		if own == "" {
			continue
		}
		if applied = true; own != e.priority && !superseded(e.text()) {
			hit(e.doc, e.at, e.id, note(spelt[e.priority]), s.say(spelt[own]+" in "+e.file.Path, e.file.Path+" 中为 "+spelt[own]))
		}
	}
	if d.Kind == document.Requirements {
		return applied
	}
	applied = s.differingScope(d, hit) || applied
	for _, r := range s.defined().requirements.list {
		needed := false
		var carrier *entry
		for _, id := range sortedKeys(s.epicTraces()[r.id]) {
			if e := s.defined().epics.byID[id]; e != nil {
				if carrier == nil {
					carrier = e
				}
				needed = needed || e.priority != "could" && e.priority != "wont"
			}
		}
		if carrier == nil || r.priority == "" {
			continue
		}
		applied = true
		switch {
		case r.priority == "must" && !needed:
			hit(carrier.doc, carrier.at, r.id, note(spelt[r.priority]), s.say(carrier.id+" is optional", carrier.id+" 为可选"))
		case r.priority == "wont" && carrier.row != nil && namesID(carrier.cell("requirement", "req", "trace", "需求", "追溯"), r.id):
			hit(carrier.doc, carrier.at, r.id, note(spelt[r.priority]), s.say(carrier.id+" carries it out", carrier.id+" 却要实现它"))
		}
	}
	return applied
}

// differingScope holds the MVP column of epics against their files, and against
// the section that says which are in and which come later.
func (s *session) differingScope(d *document.Document, hit hit) bool {
	in, out := ids{}, ids{}
	for _, m := range d.IDs {
		section := d.SectionAt(m.Start)
		if document.Prefix(m.ID) != "EPIC" || !section.Under(document.MVP) || inDiagram(d, m.Start) {
			continue
		}
		if outsideMVP(section) || leftOutOfMVP(d, m) {
			out[m.ID] = true
		} else {
			in[m.ID] = true
		}
	}
	applied := false
	claimed, forgotten := s.claimedScope(d), s.forgotten(d, in, out)
	for _, e := range s.defined().epics.list {
		cell := e.cell("mvp")
		if e.doc != d || cell == "" {
			continue
		}
		applied = true
		marked, say := affirmed(cell), s.say("not in the MVP", "不在 MVP")
		if marked {
			say = s.say("in the MVP", "在 MVP 内")
		}
		if e.file != nil && e.file.Front.Value("mvp") != "" && affirmed(e.file.Front.Value("mvp")) != marked {
			hit(d, e.at, e.id, note(say), s.say("not so in "+e.file.Path, e.file.Path+" 中相反"))
		}
		named := in[e.id]
		if len(in) > 0 && len(out) > 0 && in[e.id] != out[e.id] && named != marked || len(in) > 0 && marked && len(out) > 0 && !named && !out[e.id] ||
			e == forgotten || !marked && claimed[e.id] && !out[e.id] || marked && len(claimed) > 0 && !claimed[e.id] && !named && !out[e.id] {
			hit(d, e.at, e.id, note(say), s.say("not so in the words about the MVP", "MVP 范围的文字中相反"))
		}
	}
	return applied
}

// claimedScope are the epics of which a sentence says that the MVP is made.
func (s *session) claimedScope(d *document.Document) ids {
	found := ids{}
	for _, section := range d.Find(document.MVP) {
		for _, m := range d.MentionsIn(section.Own()) {
			line := d.LineAt(m.Start)
			before := d.Text[line.Start:m.Start]
			if i := strings.LastIndexAny(before, ".;。；!?！？"); i >= 0 {
				before = before[i:]
			}
			if document.Prefix(m.ID) == "EPIC" && (makesMVP.MatchString(before) || formsMVP.MatchString(d.Text[m.End:line.End])) && !leftOutOfMVP(d, m) && !outsideMVP(section) {
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

// forgotten is the one epic of the MVP that the words about it pass over while they
// name all others of the session, or nil.
func (s *session) forgotten(d *document.Document, in, out ids) *entry {
	var missing []*entry
	list := s.defined().epics.list
	for _, e := range list {
		if !in[e.id] && !out[e.id] {
			missing = append(missing, e)
		}
	}
	if len(list) > 2 && len(missing) == 1 && affirmed(missing[0].cell("mvp")) {
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
