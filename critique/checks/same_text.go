package checks

import (
	"strings"

	"discussd/critique/checks/document"
)

// sameTexts reports requirements that hold the text of another one: what they demand,
// word for word, and half of all they say at least. Titles are left aside, for a copied
// requirement keeps its own.
func sameTexts(list []*entry, hit hit) {
	first := map[string]int{} // the first requirement with a demand
	said := make([]map[string]bool, len(list))
	for i, e := range list[:min(len(list), maxCompared)] {
		demand := ""
		if demand, said[i] = e.saying(); demand == "" || superseded(e.text()) || e.file != nil && givenUp.MatchString(e.file.Front.Value("status")) {
			continue
		}
		j, known := first[demand]
		if !known {
			first[demand] = i
			continue
		}
		shared := 0
		for line := range said[i] {
			if said[j][line] {
				shared++
			}
		}
		if shared*2 >= max(len(said[i]), len(said[j])) {
			doc, at := e.doc, e.at
			if e.file != nil {
				doc, at = e.file, firstHeading(e.file)
			}
			hit(doc, at, list[j].id, e.id)
		}
	}
}

// leastDemand is of how many units a demand is that two requirements do not share by chance.
const leastDemand = 8

// saying returns the first sentence of what a requirement says below its heading, or in
// the column for that, and all its lines, reduced to letters and digits.
func (e *entry) saying() (demand string, lines map[string]bool) {
	lines = map[string]bool{}
	read := func(text string) {
		if document.Units(withoutIDs(text)) < leastDemand {
			return
		}
		text = normal(withoutIDs(text))
		lines[text] = true
		if demand == "" {
			demand = text
		}
	}
	d, within := e.doc, document.Span{}
	switch {
	case e.file != nil:
		d, within = e.file, document.Span{Start: e.file.Front.Span.End, End: len(e.file.Text)}
	case e.detail != nil && e.detail.Level < 7:
		within = e.detail.All()
	default:
		read(e.cell("description", "statement", "requirement", "描述", "说明", "要求", "内容"))
		return demand, lines
	}
	for line := range strings.Lines(d.Slice(within)) {
		if line = strings.TrimSpace(line); line != "" && !strings.ContainsAny(line[:1], "#|") && !goalLabel.MatchString(line) {
			read(line)
		}
	}
	return demand, lines
}
