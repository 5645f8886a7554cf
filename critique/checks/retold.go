package checks

import (
	"strconv"
	"strings"

	"discussd/critique/checks/document"
	"discussd/critique/pattern"
)

// otherStart reports the one goal whose baseline is another amount than the problem
// of the brief tells of the same.
func (s *session) otherStart(d *document.Document, hit hit) bool {
	if d.Kind != document.Brief {
		return false
	}
	var problem []assertion
	for _, c := range s.assertions(document.Brief) {
		if c.list.Under(document.Problem) {
			problem = append(problem, c)
		}
	}
	agreed := 0
	var strange *entry
	var here, there assertion
	alike := false // so many words are shared that no other goal need vouch for the problem
	for _, g := range s.defined().goals.list {
		start, ok := startOf(g)
		if !ok || g.doc != d {
			continue
		}
		var other *assertion
		rivals, same, shared := 0, false, 0 // what the goal shares with the likest of the rivals
		words := bagOf(withoutIDs(g.text()))
		for i, c := range problem {
			if c.unit != start.unit {
				continue
			}
			rivals++
			same = same || c.amount == start.amount
			if told := telling(c.words.and(words)); other == nil || told > shared {
				other, shared = &problem[i], told
			}
		}
		switch {
		case same:
			agreed++
		case other == nil:
		case shared >= 8, rivals == 1 && agreed > 0 && shared >= 3:
			if strange != nil {
				return true // two that differ are counted in another way
			}
			strange, here, there = g, start, *other
			alike = shared >= 12
		}
	}
	if strange != nil && (alike || agreed > 0) {
		hit(d, strange.at, note(strange.id+" "+strconv.FormatFloat(here.amount, 'g', 6, 64)+" "+here.unit), note(clip(oneLine(d.Slice(d.LineAt(there.at.Start))), 60)), d.Path)
	}
	return len(problem) > 0
}

var startsAt = pattern.New(`(?i)\bfrom\s+(\d[\d.,]*\s*(?:%|[a-z]+))|[从由](?:每[\p{Han}]{1,2})?\s*(\d[\d.]*\s*(?:%|\p{Han}{1,2}))`)

// startOf is the amount a goal starts from.
func startOf(g *entry) (assertion, bool) {
	if cell := g.cell("baseline", "current", "基线", "现状"); cell != "" {
		return assertionOf(cell)
	}
	if g.row == nil {
		if m := startsAt.FindStringSubmatch(withoutIDs(g.text())); m != nil {
			return assertionOf(m[1] + m[2])
		}
	}
	return assertion{}, false
}

// otherDone reports what a definition of done demands less of than every requirement
// that speaks of the same.
func (s *session) otherDone(d *document.Document, hit hit) bool {
	if d.Kind != document.Epics {
		return false
	}
	var demanded []bounded
	units := map[string]bool{}
	var unit []string
	for _, item := range d.Items {
		if !item.Section.Under(document.Done) || insideStory(item.Section) || boundOf(item.Text) == 0 {
			continue
		}
		for of, here := range boundsIn(d, item.Span) {
			if len(here) == 1 && here[0].bound != 0 {
				demanded, unit, units[of] = append(demanded, here[0]), append(unit, of), true
			}
		}
	}
	if len(demanded) == 0 {
		return false
	}
	asked := map[string][]bounded{}
	for _, r := range s.of(document.Requirements, document.Requirement, document.Quality) {
		for _, item := range criteria(r) {
			if boundOf(item.Text) == 0 {
				continue
			}
			for of, list := range boundsIn(r, item.Span) {
				if units[of] {
					asked[of] = append(asked[of], list...)
				}
			}
		}
	}
	for i, here := range demanded {
		there := contradicted([]bounded{here}, asked[unit[i]])
		if there != nil && (here.bound == '<' && here.amount > there.amount || here.bound == '>' && here.amount < there.amount) {
			hit(d, here.at, note(clip(d.Slice(here.at), 60)), note(clip(there.doc.Slice(there.at), 60)), there.doc.Path)
		}
	}
	return len(asked) > 0
}

// otherDefaults reports settings whose default no requirement knows, while those that
// use all words of the setting's key agree on another amount of its unit.
func (s *session) otherDefaults(d *document.Document, hit hit) bool {
	if d.Kind != document.Architecture {
		return false
	}
	applied := false
	for _, t := range d.Tables {
		column := t.Column("default", "默认")
		if column <= 0 {
			continue
		}
		for _, row := range t.Rows {
			key := strings.FieldsFunc(strings.ToLower(plain(row[0].Text)), func(r rune) bool { return strings.ContainsRune("_.- ", r) })
			value, err := strconv.ParseFloat(strings.TrimSpace(plain(row[column].Text)), 64)
			if err != nil || len(key) < 2 {
				continue
			}
			unit, amount := assertedUnit(key[len(key)-1], value)
			about := key[:len(key)-1]
			if (unit == "s" || unit == "%" || unit == "month") && len(about) < 2 {
				continue // of a time one word says too little
			}
			var there []assertion
			known := false
			for _, c := range s.assertions(document.Requirements, document.Requirement) {
				if c.unit == unit && c.tells(about) {
					known = known || c.amount == amount || len(there) > 0 && there[0].amount != c.amount
					there = append(there, c)
				}
			}
			if applied = applied || len(there) > 0; len(there) > 0 && !known {
				c := there[0]
				hit(d, row[column].Span, note(plain(row[0].Text)+" = "+row[column].Text), note(clip(oneLine(c.doc.Slice(c.doc.LineAt(c.at.Start))), 60)), c.doc.Path)
			}
		}
	}
	return applied
}

// tells tells whether an assertion or the title of its requirement uses all words of
// a setting's key, in whatever form.
func (c assertion) tells(key []string) bool {
	words := bagOf(fileTitle(c.doc))
	for word := range c.words {
		words[word] = struct{}{}
	}
	for _, part := range key {
		found := false
		for word := range words {
			found = found || len(part) > 3 && strings.HasPrefix(word, part[:min(len(part), 5)])
		}
		if !found {
			return false
		}
	}
	return true
}
