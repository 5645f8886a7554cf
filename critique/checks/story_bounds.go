package checks

import (
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// bounded is one amount of a unit that a sentence states.
type bounded struct {
	amount float64
	bound  byte // '<' for at most, '>' for at least, 0 for neither
	words  bag
	doc    *document.Document
	at     document.Span
}

// otherBounds reports the criteria of stories that set another bound than the
// requirements they trace to: for what shares their words, their unit and their
// direction, with no sentence of those requirements saying the same.
func (s *session) otherBounds(hit hit) bool {
	applied := false
	for _, d := range s.of(epicDocs...) {
		for _, u := range s.stories(d) {
			asked, tested := s.askedOf(u)
			if len(asked) == 0 {
				continue
			}
			for _, item := range d.Items {
				if !u.section.All().Holds(item.Start) || item.Box == 0 && !item.Section.Under(document.Acceptance) {
					continue
				}
				for unit, here := range boundsIn(d, item.Span) {
					if there := contradicted(here, asked[unit]); there != nil {
						hit(d, item.Span, note(clip(d.Slice(item.Span), 60)), note(clip(there.doc.Slice(there.at), 60)), there.doc.Path)
					}
					applied = true
				}
				for _, there := range tested {
					if otherTest(d.Slice(item.Span), there.doc.Slice(there.at)) {
						hit(d, item.Span, note(clip(d.Slice(item.Span), 60)), note(clip(there.doc.Slice(there.at), 60)), there.doc.Path)
						break
					}
				}
			}
		}
	}
	return applied
}

const maxTraced = 20 // requirements of one story

// askedOf returns the bounds of the requirements that a story traces to, by unit,
// and where the quality requirements among them say how they are tested.
func (s *session) askedOf(u userStory) (asked map[string][]bounded, tested []restated) {
	asked = map[string][]bounded{}
	read := func(d *document.Document, within document.Span) {
		for unit, list := range s.boundsWithin(d, within) {
			asked[unit] = append(asked[unit], list...)
		}
	}
	seen := map[string]bool{}
	for _, m := range u.doc.MentionsIn(u.section.All()) {
		if seen[m.ID] || len(seen) > maxTraced {
			continue
		}
		seen[m.ID] = true
		for _, list := range [...]*entries{s.defined().requirements, s.defined().qualities} {
			e := list.byID[m.ID]
			if e == nil {
				continue
			}
			if e.row != nil {
				read(e.doc, e.line)
				if list == s.defined().qualities {
					tested = append(tested, restated{doc: e.doc, at: e.line})
				}
			}
			if e.detail != nil {
				read(e.doc, e.detail.All())
			}
			if e.file != nil && e.file != e.doc {
				read(e.file, document.Span{Start: e.file.Front.Span.End, End: len(e.file.Text)})
			}
		}
	}
	return asked, tested
}

// place is a part of a document.
type place struct {
	doc *document.Document
	at  document.Span
}

// boundsWithin reads the amounts of all lines of a part of a document, by unit. Found
// once: many stories trace to one requirement.
func (s *session) boundsWithin(d *document.Document, within document.Span) map[string][]bounded {
	found, known := s.stated[place{d, within}]
	if known {
		return found
	}
	found = map[string][]bounded{}
	start := within.Start
	for line := range strings.Lines(d.Slice(within)) {
		for unit, list := range boundsIn(d, document.Span{Start: start, End: start + len(line)}) {
			found[unit] = append(found[unit], list...)
		}
		start += len(line)
	}
	s.stated[place{d, within}] = found
	return found
}

// testers are people or things that a test takes a number of.
var testers = pattern.New(`(?i)(?:(\d{1,4})\s+of\s+)?(\d{1,4})\s+([a-z]{4,}s)\b|(\d{1,4})\s*(?:名|位|个|台|家)\s*(\p{Han}{2,3})`)

// testersIn returns the numbers of testers in a text, by who they are.
func testersIn(text string) map[string]string {
	found := map[string]string{}
	for _, m := range testers.FindAllStringSubmatch(withoutDates(withoutIDs(text)), 8) {
		if who := strings.ToLower(m[3] + m[5]); !unitNouns.MatchString(who) {
			found[who] += " " + m[1] + "/" + m[2] + m[4]
		}
	}
	return found
}

// otherTest tells whether a criterion repeats how a requirement is tested, with its
// amount, and takes another number of the same testers.
func otherTest(criterion, requirement string) bool {
	here := testersIn(criterion)
	if len(here) == 0 {
		return false
	}
	there := testersIn(requirement)
	for who, number := range here {
		if there[who] == "" || there[who] == number || strings.Contains(there[who]+" ", number+" ") {
			continue
		}
		asked := amountsIn(requirement)
		for unit, amounts := range amountsIn(criterion) {
			if sharesAmount(amounts, asked[unit]) {
				return true
			}
		}
	}
	return false
}

// boundsIn reads the amounts of a line, by unit: of each unit, all there are.
func boundsIn(d *document.Document, at document.Span) map[string][]bounded {
	text := withoutDates(withoutIDs(d.Slice(at)))
	if !strings.ContainsAny(text, "0123456789") {
		return nil
	}
	var words bag
	found := map[string][]bounded{}
	for unit, list := range amountsIn(text) {
		if words == nil {
			words = subjectOf(amongWords.ReplaceAllString(text, " "))
			if p := percentile.FindString(text); p != "" {
				words[strings.ToLower(p)] = struct{}{}
			}
		}
		for _, amount := range list {
			found[unit] = append(found[unit], bounded{amount, boundOf(text), words, d, at})
		}
	}
	return found
}

// contradicted returns the bound that the one of a criterion contradicts, or nil.
func contradicted(here, asked []bounded) *bounded {
	if len(here) != 1 {
		return nil
	}
	var other *bounded
	for i, a := range asked {
		if a.amount == here[0].amount {
			return nil
		}
		common := here[0].words.and(a.words)
		least := len(here[0].words) - 1 // one that asks for more may be about a part
		if looser := here[0].bound == '<' && here[0].amount > a.amount || here[0].bound == '>' && here[0].amount < a.amount; looser {
			least = len(here[0].words) / 2
		}
		if other == nil && a.bound == here[0].bound && telling(common) >= 8 && len(common) >= least {
			other = &asked[i]
		}
	}
	return other
}
