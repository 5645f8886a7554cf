package checks

import (
	"strconv"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// otherStart reports the one goal whose baseline is another amount than the problem
// otherStart reports the one goal of a brief that starts from another amount than the
// problem says, while the problem knows where others start or has nearly its words. An
// amount that another goal starts from is none of its.
func (s *session) otherStart(d *document.Document, hit hit) bool {
	if d.Kind != document.Brief {
		return false
	}
	problem := problemAmounts(d)
	type beginning struct {
		goal *entry
		at   assertion
	}
	var strange []beginning
	agreed, known := 0, map[int]bool{} // the amounts of the problem that goals start from
	for _, g := range s.defined().goals.list {
		start, ok := startOf(g)
		if !ok || g.doc != d {
			continue
		}
		same := false
		for i, c := range problem {
			if c.amount == start.amount && (c.unit == start.unit || c.amount >= 10) {
				same, known[i] = true, true
			}
		}
		if same {
			agreed++
		} else {
			strange = append(strange, beginning{g, start})
		}
	}
	var here beginning
	var there assertion
	found, alike := 0, false // alike: so many words are shared that no other goal need vouch for the problem
	for _, b := range strange {
		words := bagOf(withoutIDs(b.goal.text()))
		rivals, shared, best := 0, 0, 0
		for i, c := range problem {
			if c.unit != b.at.unit || known[i] {
				continue
			}
			rivals++
			if told := telling(c.words.and(words)); rivals == 1 || told > shared {
				best, shared = i, told
			}
		}
		if rivals > 0 && (shared >= 8 || rivals == 1 && agreed > 0 && shared >= 3) {
			found++
			here, there, alike = b, problem[best], shared >= 12
		}
	}
	if found == 1 && (alike || agreed > 0) { // two that differ are counted in another way
		hit(d, here.goal.at, note(here.goal.id+" "+strconv.FormatFloat(here.at.amount, 'g', 6, 64)+" "+here.at.unit), note(clip(oneLine(d.Slice(d.LineAt(there.at.Start))), 60)), d.Path)
	}
	return len(problem) > 0
}

// problemAmounts are the amounts that a brief's problem states, each with the words of
// its clause.
func problemAmounts(d *document.Document) []assertion {
	var found []assertion
	for _, section := range d.Find(document.Problem) {
		text := d.Prose[section.Own().Start:section.Own().End]
		for start := 0; start < len(text); {
			end := len(text)
			if m := clauseMark.FindStringIndex(text[start:]); m != nil {
				end = start + m[1]
			}
			clause := withoutDates(text[start:end])
			words := bagOf(amongWords.ReplaceAllString(amountText.ReplaceAllString(clause, " "), " "))
			for _, m := range amountText.FindAllStringSubmatchIndex(clause, 8) {
				unit := clause[m[6]:m[7]]
				if unit[0] < 0x80 && unit != "%" && m[7] < len(clause) && letter(clause[m[7]]) {
					continue
				}
				c := assertion{words: words, at: document.Span{Start: section.Own().Start + start, End: section.Own().Start + end}}
				amount, _ := strconv.ParseFloat(strings.ReplaceAll(clause[m[4]:m[5]], ",", ""), 64)
				c.unit, c.amount = assertedUnit(strings.ToLower(unit), amount)
				found = append(found, c)
			}
			start = end
		}
	}
	return found
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
	for key, value := range defaulted(d) {
		words, number, ok := keyed(key, value)
		if !ok {
			continue
		}
		unit, amount := assertedUnit(words[len(words)-1], number)
		about := words[:len(words)-1]
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
			hit(d, value.Span, note(plain(key.Text)+" = "+value.Text), note(clip(oneLine(c.doc.Slice(c.doc.LineAt(c.at.Start))), 60)), c.doc.Path)
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
