package crossdocument

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/facts"
	"discussd/critique/rules/model"
	"discussd/critique/rules/model/leftout"
	"discussd/critique/rules/native"
)

// returned is work by the name of what another document leaves out or decided against.
type returned struct {
	doc  *document.Document
	at   document.Span
	by   *document.Document
	left leftout.Thing
}

// builtAnyway reports tasks, stories and parts that are called as what another document of the
// session leaves out or decided against.
func builtAnyway(s *model.Session, d *document.Document, hit native.Hit) bool {
	all := model.Once(s, "work on what is left out", nil, func() []returned { return returning(s) })
	for _, r := range all {
		if r.doc != d {
			continue
		}
		targets := []string{model.Note(r.by.Path), model.Note(model.Clip(model.OneLine(r.by.Slice(r.left.At)), 160))}
		if r.left.Name.Words() < 2 {
			targets = append(targets, native.Doubtful) // a word may have two senses
		}
		hit(d, r.at, targets...)
	}
	return len(all) > 0
}

// returning finds all of them, but those that [facts] finds by their words.
func returning(s *model.Session) (all []returned) {
	docs := settling(s.Docs)
	told := map[facts.Place]bool{} // lines
	for _, c := range contradictions(s).Conflicts {
		if c.Kind == facts.Excluded {
			told[facts.Place{Doc: c.Here.Doc, At: c.Here.Doc.LineAt(c.Here.At.Start)}] = true
		}
	}
	var texts []searched
	for _, by := range docs {
		if by.JSON != nil || by.Kind.Phase() == 0 && !s.Framed && len(s.Docs) > 1 {
			continue
		}
		for _, left := range leftout.Read(by) {
			if texts == nil {
				texts = spell(docs)
			}
			for _, r := range workOn(texts, by, left) {
				if line := (facts.Place{Doc: r.doc, At: r.doc.LineAt(r.at.Start)}); !told[line] {
					told[line] = true
					all = append(all, r)
				}
			}
		}
	}
	return all
}

// searched is a document as names are looked for in it.
type searched struct {
	doc    *document.Document
	lines  []string // what it says is so
	titles []string // of work, each at its place
	at     []document.Span
}

func spell(docs []*document.Document) (all []searched) {
	for _, d := range docs {
		if d.JSON != nil || d.Foreign || d.Wild != "" {
			continue
		}
		t := searched{doc: d, at: leftout.Titles(d)}
		for _, at := range t.at {
			t.titles = append(t.titles, leftout.Says(d, at))
		}
		for start := 0; start < len(d.Prose); {
			line := d.LineAt(start)
			if strings.TrimSpace(d.Slice(line)) != "" && leftout.Positive(d, line) {
				t.lines = append(t.lines, leftout.Says(d, line))
			}
			start = line.End + 1
		}
		all = append(all, t)
	}
	return all
}

// workOn returns the work of other documents that has a name. What other documents speak of as
// well is part of what is wanted, and the name is one of two things.
func workOn(texts []searched, by *document.Document, left leftout.Thing) (all []returned) {
	said := map[*document.Document]int{}
	total := 0
	for _, t := range texts {
		for _, line := range t.lines {
			if left.Name.In(line) {
				said[t.doc]++
				total++
			}
		}
	}
	for _, t := range texts {
		if t.doc == by || total-said[t.doc] > elsewhere {
			continue
		}
		for i, title := range t.titles {
			if left.Name.In(title) {
				all = append(all, returned{t.doc, t.at[i], by, left})
			}
		}
	}
	return all
}

// elsewhere is how often other documents may speak of what is left out.
const elsewhere = 1
