package structure

import (
	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// definedTwice reports an ID with a second row in a table of definitions, or
// a second heading beside the first.
func definedTwice(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	for _, t := range d.Tables {
		if !model.Definitional(t) {
			continue
		}
		seen := map[string]document.Span{}
		for _, row := range t.Rows {
			id, at, ok := model.RowID(row)
			if !ok {
				continue
			}
			applied = true
			if first, again := seen[id]; again {
				hit(d, at, model.Target(id), model.Other{Doc: d, At: first})
			} else {
				seen[id] = at
			}
		}
	}
	numbered, listed := numberedHeadings(d, hit), listedTwice(d, hit)
	return headedTwice(d, hit) || numbered || listed || applied
}

// tellingAgain is how many IDs stand twice, at least, in entries that tell of things rather than define them.
const tellingAgain = 3

// listedTwice compares the entries of a list that begin with an ID and a mark behind it: there each is defined.
func listedTwice(d *document.Document, hit native.Hit) bool {
	type place struct {
		section *document.Section
		id      string
	}
	seen, first, second := map[place]int{}, map[place]document.Span{}, map[place]document.Span{}
	var again []place
	for _, item := range d.Items {
		if item.Depth != 1 || item.Section.Titled(retelling) || item.Section.Under(document.Traces, document.Acceptance, document.Done) || model.IsRecord(item.Section) {
			continue
		}
		m := definition.FindStringSubmatchIndex(item.Text)
		if m == nil {
			continue
		}
		at := place{item.Section, item.Text[m[2]:m[3]]}
		start := item.End - len(item.Text)
		switch seen[at]++; seen[at] {
		case 1:
			first[at] = document.Span{Start: start + m[2], End: start + m[3]}
		case 2:
			second[at] = document.Span{Start: start + m[2], End: start + m[3]}
			again = append(again, at)
		}
	}
	if len(again) >= tellingAgain && len(again)*2 > len(first) {
		return true // each entry says one more thing of what has its ID
	}
	for _, at := range again {
		if seen[at] == 2 { // who says it more often groups what he says by it
			hit(d, second[at], model.Target(at.id), model.Other{Doc: d, At: first[at]})
		}
	}
	return len(seen) > 0
}

var (
	// definition is an ID at the start of an entry and the mark behind it.
	definition = pattern.New("^[*_`\\[]*([A-Z][A-Za-z]*(?:-[A-Za-z]+)*-\\d{1,4}[a-z]?)[*_`\\]]*(?: ?[(（][^()（）\n]{1,40}[)）])?[*_`]*\\s*(?:[:：—–]|-\\s)")
	// retelling is the title of a list that names again what is defined elsewhere.
	retelling = pattern.New(`(?i)trac|mapping|coverage|summary|checklist|matrix|change|history|revision|depend|order|status|progress|review|finding|risk|test|覆盖|追溯|汇总|变更|历史|依赖|状态|评审|风险|测试`)
)

// headedTwice compares the headings of one level below one heading. Documents
// that give each ID several headings, one for each of its sides, are let pass.
func headedTwice(d *document.Document, hit native.Hit) bool {
	type place struct {
		parent *document.Section
		level  int
		id     string
	}
	first, sides := map[place]*document.Section{}, map[string]string{}
	applied, sided := false, false
	type pair struct{ first, second *document.Section }
	var twice []pair
	for _, section := range d.Sections {
		ids := document.FindIDs(section.Title)
		if section.Level < 2 || len(ids) == 0 || ids[0].Start != 0 {
			continue
		}
		applied = true
		at := place{section.Parent, section.Level, numberedID(section.Title, ids[0])}
		side := model.Normal(section.Title[ids[0].End:])
		if other, known := sides[side]; known && other != at.id && side != "" {
			sided = true
		}
		sides[side] = at.id
		if first[at] == nil {
			first[at] = section
		} else if !model.Superseded(section.Title) {
			twice = append(twice, pair{first[at], section})
		}
	}
	if !sided {
		for _, p := range twice {
			hit(d, model.HeadingOf(d, p.second), model.Target(numberedID(p.second.Title, document.FindIDs(p.second.Title)[0])), model.Other{Doc: d, At: model.HeadingOf(d, p.first)})
		}
	}
	return applied
}

// numberedID is an ID with the number of a part of what it names: FR-1.2 is another than FR-1.
func numberedID(title string, m document.Mention) string {
	return m.ID + part.FindString(title[m.End:])
}

var part = pattern.New(`^(?:\.\d+)+`)

// numberingGaps reports numbers left out, the first included, unless the
// document says what became of them.
func numberingGaps(s *model.Session, d *document.Document, hit native.Hit) bool {
	if model.Recounts(d) { // which names those of others
		return false
	}
	m := model.Defined(s)
	applied := false
	for _, list := range [...]*model.Entries{m.Goals, m.Requirements, m.Qualities, m.Decisions, m.Epics, storyIDs(s, d)} {
		byPrefix := map[string][]*model.Entry{}
		var order []string
		for _, e := range list.List {
			if e.Doc != d {
				continue
			}
			prefix := document.Prefix(e.ID)
			if byPrefix[prefix] == nil {
				order = append(order, prefix)
			}
			byPrefix[prefix] = append(byPrefix[prefix], e)
		}
		for _, prefix := range order {
			numbers := byPrefix[prefix]
			if len(numbers) < 2 || document.Number(numbers[0].ID) > 2 {
				continue
			}
			applied = true
			before := 0
			for _, e := range numbers {
				number := document.Number(e.ID)
				missing := document.MakeID(prefix, before+1)
				if other := list.ByID[missing]; other != nil && other.Doc == d {
					before = number
					continue
				}
				if number > before+1 && number-before < 10 && number%10 != 0 && !model.Gone(d, missing) {
					hit(d, e.At, model.Target(missing))
				}
				before = number
			}
		}
	}
	return applied
}

// storyIDs are the stories of a document as entries.
func storyIDs(s *model.Session, d *document.Document) *model.Entries {
	found := &model.Entries{ByID: map[string]*model.Entry{}}
	if d.Kind != document.Epic && d.Kind != document.Epics {
		return found
	}
	for _, u := range model.Stories(d) {
		if ids := document.FindIDs(u.Section.Title); len(ids) > 0 && ids[0].Start == 0 {
			found.Add(&model.Entry{ID: ids[0].ID, Doc: d, Section: u.Section, At: model.HeadingOf(d, u.Section)})
		}
	}
	return found
}
