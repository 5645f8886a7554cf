package checks

import (
	"strconv"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// weakerTargets holds the targets that later documents repeat for quality
// requirements against those of the requirements. In an architecture a tighter one
// is a share of the budget; a looser one breaks the requirement.
func (s *session) weakerTargets(d *document.Document, hit hit) bool {
	if d.Kind.Phase() < document.Architecture.Phase() {
		return false
	}
	applied := false
	for _, t := range d.Tables {
		for _, row := range t.Rows {
			id, _, _ := rowID(row)
			e := s.defined().qualities.byID[id]
			if e == nil || e.row == nil || e.doc == d {
				continue
			}
			hereCell, thereCell := t.Column(targetColumn...), e.table.Column(targetColumn...)
			if hereCell <= 0 || !strings.ContainsAny(row[hereCell].Text, "0123456789") {
				continue
			}
			here := row[hereCell]
			if d.Kind != document.Architecture && otherAmount(s.demanded(e), here.Text) {
				hit(d, here.Span, note(here.Text), note(e.id), e.doc.Path)
				continue
			}
			if thereCell <= 0 || thereCell >= len(e.row) || !strings.ContainsAny(e.row[thereCell].Text, "0123456789") {
				continue
			}
			there := e.row[thereCell]
			applied = true
			if loosened(there.Text, here.Text) {
				hit(d, here.Span, note(here.Text), note(there.Text), e.doc.Path)
			}
		}
	}
	return applied
}

// otherAmount tells whether a text says an amount of which another knows the unit
// but not the number.
func otherAmount(known, said string) bool {
	there := amountsIn(known)
	for unit, amounts := range amountsIn(said) {
		if len(there[unit]) > 0 && !sharesAmount(amounts, there[unit]) {
			return true
		}
	}
	return false
}

var targetColumn = []string{"target", "threshold", "指标", "目标", "阈值"}

var plainNumber = pattern.New(`(^|[^\d.\p{Latin}])(\d+(?:[.,]\d+)*)`)

// skeleton is a text with its numbers taken out, and those numbers.
func skeleton(text string) (bones string, numbers []float64) {
	text = plain(text)
	for _, m := range plainNumber.FindAllStringSubmatch(text, 20) {
		n, _ := strconv.ParseFloat(strings.ReplaceAll(m[2], ",", ""), 64)
		numbers = append(numbers, n)
	}
	bones = plainNumber.ReplaceAllString(text, "${1}#")
	return strings.ToLower(strings.Join(strings.Fields(bones), "")), numbers
}

// loosened tells whether a target repeats another with a number that demands less.
// Where nothing says which way is less, any other number does.
func loosened(there, here string) bool {
	a, x := skeleton(there)
	b, y := skeleton(here)
	if a != b || len(x) != len(y) {
		f, known := boundIn(there)
		g, ok := boundIn(here)
		return known && ok && f.unit == g.unit && f.upper == g.upper && (f.tag == g.tag || g.tag == "") &&
			(g.upper && g.amount > f.amount || !g.upper && g.amount < f.amount)
	}
	upper, lower := noMore.MatchString(here) || atMost.MatchString(here), atLeast.MatchString(noMore.ReplaceAllString(here, " "))
	for i := range x {
		switch {
		case x[i] == y[i]:
		case upper && !lower && y[i] < x[i], lower && !upper && y[i] > x[i]:
		default:
			return true
		}
	}
	return false
}

// boundIn reads the one bound of a text.
func boundIn(text string) (fact, bool) {
	return readBound(&document.Document{Text: text}, document.Span{End: len(text)})
}

// restatements reports amounts that a round's documents repeat from earlier ones
// in the same words with another number.
func (s *session) restatements(d *document.Document, hit hit) bool {
	kinds := map[document.Kind][2][]document.Kind{
		document.Requirements: {{document.Requirements, document.Requirement, document.Quality}, {document.Brief}},
		document.Architecture: {{document.Architecture, document.Decision}, {document.Brief, document.Requirements, document.Requirement, document.Quality}},
		document.Epics:        {{document.Epics, document.Epic}, {document.Brief, document.Requirements, document.Requirement, document.Quality, document.Architecture}},
		document.Readiness:    {{document.Readiness}, {document.Brief, document.Requirements, document.Architecture, document.Epics}},
	}[d.Kind]
	own, others := s.assertions(kinds[0]...), s.assertions(kinds[1]...)
	for _, pair := range disagreements(own, others) {
		here, there := pair[0], pair[1]
		if d.Kind == document.Architecture && (here.bound == '<' && here.amount < there.amount || here.bound == '>' && here.amount > there.amount) {
			continue // a share of the budget
		}
		hit(here.doc, here.at, note(here.doc.Slice(here.at)), note(there.doc.Slice(there.at)), there.doc.Path)
	}
	s.oddNumbers(own, hit)
	return len(own) > 0 && len(others) > 0
}

// oddNumbers reports the one document of a round that says an amount of something
// otherwise than two or more others, which agree and use exactly the same words.
func (s *session) oddNumbers(own []assertion, hit hit) {
	alike := map[string][]assertion{}
	for _, c := range s.assertions(document.Brief, document.Requirements, document.Requirement, document.Quality, document.Architecture, document.Decision, document.Epics, document.Epic, document.Readiness) {
		if key := c.key(); key != "" {
			alike[key] = append(alike[key], c)
		}
	}
	for _, here := range own {
		if there := here.odd(alike[here.key()]); there != nil {
			hit(here.doc, here.at, note(here.doc.Slice(here.at)), note(there.doc.Slice(there.at)), there.doc.Path)
		}
	}
}

// odd returns the last of the assertions of the same when they all agree on another
// amount, in two documents or more, nil otherwise.
func (c assertion) odd(same []assertion) *assertion {
	var there *assertion
	docs := map[*document.Document]bool{}
	for i, o := range same {
		if o.doc == c.doc && o.at == c.at {
			continue
		}
		if o.amount == c.amount || there != nil && o.amount != there.amount {
			return nil
		}
		docs[o.doc], there = true, &same[i]
	}
	if len(docs) < 2 {
		return nil
	}
	return there
}

// key is what an assertion is about, "" when its words are too few to tell.
func (c assertion) key() string {
	weight := 0
	for word := range c.words {
		if weight += 4; word[0] >= 0x80 {
			weight--
		}
	}
	if weight < 8 {
		return ""
	}
	return c.unit + " " + strings.Join(sortedKeys(c.words), " ")
}
