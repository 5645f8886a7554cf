package checks

import (
	"path"
	"strings"

	"discussd/critique/checks/document"
	"discussd/critique/checks/series"
	"discussd/internal/text/pattern"
)

// danglingRules look for IDs that nothing defines.
func danglingRules() []rule {
	return []rule{
		{Rule: of("XD-017"), on: indexes, look: danglingIDs},
		{Rule: of("XD-020"), look: numberedTwice},
		{Rule: of("XD-021"), look: numberUnknown},
		{Rule: of("XD-022"), look: numberLeftOut},
	}
}

// numbers is how the session numbers things, found once.
func numbers(s *session) *series.All {
	return once(s, "series of numbers", nil, func() *series.All { return series.Read(s.docs) })
}

// numbersOf says of which series others speak already: in a document of a known kind the
// rules of its framework know the IDs that frameworks have.
func numbersOf(d *document.Document) (skip func(prefix string) bool) {
	return func(prefix string) bool {
		return d.Kind != document.Other && ordinaryIDs[strings.SplitN(prefix, "-", 2)[0]]
	}
}

// ordinaryIDs are the prefixes of IDs that other rules know.
var ordinaryIDs = map[string]bool{
	"REQ": true, "FR": true, "NFR": true, "SC": true, "US": true, "T": true, "AC": true, "ADR": true, "AD": true, "EPIC": true, "STORY": true, "G": true, "UJ": true, "CHK": true,
}

func numberedTwice(s *session, d *document.Document, hit hit) bool {
	for _, m := range numbers(s).Twice(numbersOf(d)) {
		if m.Doc == d {
			hit(d, m.At, m.ID)
		}
	}
	return numbers(s).Has(d)
}

func numberUnknown(s *session, d *document.Document, hit hit) bool {
	for _, m := range numbers(s).Unknown(numbersOf(d)) {
		if m.Doc == d {
			hit(d, m.At, m.ID)
		}
	}
	return numbers(s).Has(d)
}

func numberLeftOut(s *session, d *document.Document, hit hit) bool {
	for _, g := range numbers(s).Left(s.docs, numbersOf(d)) {
		if g.Doc == d {
			hit(d, g.At, g.ID, note(path.Base(g.In.Path)), note(itoa(g.Names)))
		}
	}
	return numbers(s).Has(d)
}

// namedIn are the documents a round may name IDs in, and what it may name: also
// what later rounds define, once these have an index.
var namedIn = map[document.Kind][]document.Kind{
	document.Brief:        {document.Brief},
	document.Requirements: {document.Requirements, document.Requirement, document.Quality},
	document.Architecture: {document.Architecture, document.Decision},
	document.Epics:        epicDocs,
	document.Readiness:    {document.Readiness},
}

// danglingIDs looks for IDs that the documents they belong to do not define.
// Requirements that later documents name are for XD-002, goals that requirements
// name for XD-001, and what an edge or a risk of the epics names for EP-012 and
// EP-025.
func danglingIDs(s *session, d *document.Document, hit hit) bool {
	m := s.defined()
	lists := map[string]*entries{}
	if d.Kind != document.Requirements {
		lists["G"] = m.goals
	}
	if d.Kind == document.Brief || d.Kind == document.Requirements {
		lists["REQ"], lists["FR"], lists["NFR"] = m.requirements, m.requirements, m.qualities
	}
	if s.index(document.Architecture) != nil {
		lists["ADR"] = m.decisions
	}
	if s.index(document.Epics) != nil {
		lists["EPIC"] = m.epics
	}
	told := ids{}
	for _, doc := range s.of(epicDocs...) {
		for _, u := range s.stories(doc) {
			for _, id := range document.FindIDs(u.name) {
				told[id.ID], told[document.Prefix(id.ID)] = true, true
			}
		}
	}
	applied := false
	s.undefined(s.of(namedIn[d.Kind]...), func(doc *document.Document, at document.Mention) bool {
		prefix := document.Prefix(at.ID)
		if strings.HasPrefix(prefix, "STORY-") && d.Kind != document.Architecture {
			return told[prefix] && !told[at.ID]
		}
		kind := kindOf(at.ID)
		list := lists[kind]
		if list == nil || !sameFamily(list, at.ID) && !(kind == "NFR" && codedAlike(list, at.ID)) {
			return false
		}
		if otherSpec.MatchString(doc.Slice(doc.LineAt(at.Start))) {
			return false
		}
		applied = true
		return list.byID[at.ID] == nil && (kind != "EPIC" || planned(doc, at))
	}, hit, s.say("is defined nowhere", "没有定义"))
	return s.danglingCriteria(d, hit) || applied
}

// otherSpec are words that say whose IDs a line names: those of another specification.
var otherSpec = pattern.New(`(?i)\bspecs?[/ #-]\d{2,3}\b|\b(?:of|from|in|per|see) (?:the )?[\w-]+ spec(?:ification)?\b`)

// planned tells whether an epic is named as one of the plan: what epics say of
// others in their dependencies and risks, and in words about later, is not.
func planned(d *document.Document, m document.Mention) bool {
	if d.Kind != document.Epics && d.Kind != document.Epic {
		return !later.MatchString(d.Slice(d.LineAt(m.Start)))
	}
	return d.SectionAt(m.Start).Under(document.Traces, document.Order, document.MVP) && !later.MatchString(d.Slice(d.LineAt(m.Start)))
}

// codedAlike tells whether each quality has a code of its own, as this one would.
func codedAlike(list *entries, id string) bool {
	codes := map[string]bool{}
	for _, e := range list.list {
		codes[document.Prefix(e.id)] = true
	}
	return document.Prefix(id) != "NFR" && len(codes) > 1 && len(codes) == len(list.list)
}

var later = pattern.New(`(?i)\b(?:later|next (?:release|version|phase)|post-mvp|backlog|phase (?:2|two)|v2)\b|后续|以后|下一[期版]|二期|待规划`)
