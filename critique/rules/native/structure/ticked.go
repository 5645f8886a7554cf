package structure

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/facts"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// tickedOverOpen reports an entry that is ticked while one of its parts is not: an entry below
// it, or one that its number begins. Who ticks no parts at all keeps the list by what stands
// above; where the parts of any entry are ticked, those of all are to be.
func tickedOverOpen(d *document.Document, hit native.Hit) bool {
	type parent struct{ item, open *document.Item }
	var over []parent
	applied, kept := false, false
	for i, item := range d.Items {
		if item.Box == 0 {
			continue
		}
		var open *document.Item
		for _, part := range native.PartsOf(item, d.Items[i+1:]) {
			applied = applied || part.Box != 0
			kept = kept || part.Box == 'x'
			if part.Box == ' ' && open == nil && !optional.MatchString(part.Text) {
				open = part
			}
		}
		if item.Box == 'x' && open != nil {
			over = append(over, parent{item, open})
		}
	}
	for _, c := range facts.InItself(d).Conflicts {
		if c.Kind == facts.Unready {
			applied = true
			hit(d, c.Here.At, model.Target(model.Clip(model.Plain(d.Slice(c.Here.At)), 60)), model.Note(c.Said))
		}
	}
	for _, p := range over {
		if kept {
			hit(d, p.item.Span, model.Target(model.Clip(model.Plain(p.item.Text), 60)), model.Note(model.Clip(model.Plain(p.open.Text), 60)))
		}
	}
	return applied
}

var optional = pattern.New(`(?i)^\\?\*|\b(?:optional|deferred|moved|skipped|postponed|later|manually)\b|\bmanual (?:\w+ )?(?:test|check|verif|valid|qa\b|smoke|review|step)|\(manual|可选|推迟|延后|手动|~~`)

// numberedHeadings reports the second of two headings side by side that have one number, where
// three or more are numbered.
func numberedHeadings(d *document.Document, hit native.Hit) bool {
	type place struct {
		parent *document.Section
		level  int
	}
	type pair struct{ first, second *document.Section }
	numbers := map[place][]string{}
	sections := map[place][]*document.Section{}
	again := map[place][]pair{}
	var order []place
	for _, section := range d.Sections {
		if section.Level < 2 || section.Level > 6 || section.Body <= section.Start {
			continue
		}
		number := numberOf(d, section)
		if number == "" || strings.TrimRight(number, ".)、") == "1" && len(numbers[place{section.Parent, section.Level}]) > 0 || d.Kind != document.Other && ofFramework.MatchString(number) {
			continue
		}
		at := place{section.Parent, section.Level}
		if len(numbers[at]) == 0 {
			order = append(order, at)
		}
		if i := slices.Index(numbers[at], number); i >= 0 {
			again[at] = append(again[at], pair{sections[at][i], section})
		}
		numbers[at], sections[at] = append(numbers[at], number), append(sections[at], section)
	}
	for _, at := range order {
		if len(numbers[at]) > 2 && len(again[at]) == 1 { // more is another way of numbering
			p := again[at][0]
			hit(d, model.HeadingOf(d, p.second), model.Target(numberOf(d, p.second)), model.Other{Doc: d, At: model.HeadingOf(d, p.first)})
		}
	}
	return len(order) > 0
}

// numberOf is the number that a heading begins with, as in "3.", the word with one, "Story 2.3", or a code of
// no known form: R-04.
func numberOf(d *document.Document, section *document.Section) string {
	title := strings.TrimLeft(d.Text[section.Start:section.Body], "# ")
	m := headingNumber.FindStringSubmatch(title)
	if ids := document.FindIDs(section.Title); m == nil || len(ids) > 0 && ids[0].Start == 0 {
		return ""
	}
	return m[1] + m[2] + m[3]
}

var (
	headingNumber = pattern.New(`^(\d{1,2}[.)、])(?:\D|$)|^(\p{Lu}\p{Ll}{3,14} \d{1,2}(?:\.\d{1,2})?)(?:\s*[:：—–-]|\.\s|\s+\p{Lu}|$)|^([A-Z]{1,8}(?:-[A-Z]{1,8})?-?\d{1,4}(?:[-.]\d{1,3})?)(?:\s*[:：—–]|\s|$)`)
	// ofFramework names what frameworks know the numbers of.
	ofFramework = pattern.New(`^(?:Story|Requirement|Epic|Phase|Task) `)
)
