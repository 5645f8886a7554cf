package checks

import (
	"strings"

	"discussd/critique/checks/document"
)

// criterionRules look at what acceptance criteria say.
func criterionRules() []rule {
	return []rule{
		{Rule: of("RQ-019"), on: []document.Kind{document.Requirement, document.Quality, document.Epic, document.Requirements, document.Epics}, look: func(s *session, d *document.Document, hit hit) bool {
			items := criteria(d)
			for _, item := range items {
				if text := strings.TrimSpace(item.Text); hollow.MatchString(text) || handled.MatchString(text) || outcomeless.MatchString(text) || circular.MatchString(text) {
					hit(d, item.Span, note(item.Text))
				}
			}
			return len(items) > 0
		}},
		{Rule: of("RQ-020"), on: []document.Kind{document.Requirements, document.Requirement}, look: goodNewsOnly},
	}
}

// statesCriteria tells whether a document has acceptance criteria, and not just the
// word that there are none, that somebody will write them, or that they stand in
// what they are to judge.
func statesCriteria(d *document.Document) bool {
	items := criteria(d)
	for _, item := range items {
		if !criterionless.MatchString(strings.TrimSpace(item.Text)) {
			return true
		}
	}
	section := topic(d, document.Acceptance)
	if section == nil || !says(d, section) {
		return false
	}
	body := strings.TrimSpace(d.Slice(section.All()))
	return !criterionless.MatchString(body) && (len(items) == 0 || strings.Contains(body, "|"))
}

// criteria returns a document's acceptance criteria.
func criteria(d *document.Document) []*document.Item {
	var found []*document.Item
	for _, item := range d.Items {
		if strings.TrimSpace(item.Text) != "" && (item.Section.Under(document.Acceptance) || item.Box != 0 && !item.Section.Under(document.OpenQuestions)) {
			found = append(found, item)
		}
	}
	return found
}

// judged is one requirement with criteria, in its file or section.
type judged struct {
	*entry
	doc      *document.Document
	at       document.Span
	criteria int
	failing  bool // one of them is about failure
}

// judgedRequirements are the requirements that have criteria, found once.
func (s *session) judgedRequirements() []judged {
	return once(s, "requirements that have criteria", nil, func() []judged {
		found := []judged{}
		for _, e := range s.defined().requirements.list {
			j := judged{entry: e, doc: e.doc}
			within := document.Span{}
			switch {
			case e.file != nil:
				j.doc, j.at, within = e.file, e.heading(e.file), document.Span{Start: 0, End: len(e.file.Text) + 1}
			case e.detail != nil:
				j.at, within = headingOf(e.doc, e.detail), e.detail.All()
			default:
				continue
			}
			for _, item := range criteria(j.doc) {
				if within.Holds(item.Start) {
					j.criteria++
					j.failing = j.failing || failure.MatchString(item.Text)
				}
			}
			if j.criteria > 0 {
				found = append(found, j)
			}
		}
		return found
	})
}

// judgesFailure tells whether any criterion of any requirement file is about
// failure, also of files that share an ID. Found once.
func (s *session) judgesFailure() bool {
	return once(s, "whether a criterion is about failure", nil, func() bool {
		return failureJudged(s.of(document.Requirement))
	})
}

func failureJudged(docs []*document.Document) bool {
	for _, d := range docs {
		for _, item := range criteria(d) {
			if failure.MatchString(item.Text) {
				return true
			}
		}
	}
	return false
}

// goodNewsOnly reports that no criterion is about failure: of any of three
// requirements or more, or of one Must requirement where all others have such.
func goodNewsOnly(s *session, d *document.Document, hit hit) bool {
	all := s.judgedRequirements()
	if len(all) < 3 {
		return false
	}
	failing, musts := 0, 0
	var bare []judged
	for _, j := range all {
		if j.failing {
			failing++
		}
		if j.priority == "must" {
			if musts++; !j.failing {
				bare = append(bare, j)
			}
		}
	}
	switch {
	case failing == 0 && !s.judgesFailure():
		if d == s.index(document.Requirements) {
			hit(d, document.Span{}, s.say(itoa(len(all))+" requirements", itoa(len(all))+" 条需求"))
		}
	case len(bare) == 1 && musts > 2 && bare[0].criteria > 1 && bare[0].doc == d:
		hit(d, bare[0].at, bare[0].id)
	}
	return true
}
