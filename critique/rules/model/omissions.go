package model

import (
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

var (
	omission = pattern.New(`(?i)\b(?:is|are|remains?|still|be|left) (?:not|un) ?(?:yet |currently )?(?:covered|planned|scheduled|addressed|assigned|carried out|taken up)\b|\b(?:is|are|remains?) (?:uncovered|unplanned|unassigned|unaddressed|deferred|postponed|left out)\b|^[\s>*+_-]*(?:uncovered|not (?:yet )?covered|unplanned|not (?:yet )?planned|deferred|postponed|not addressed|unaddressed|left out)\b[^:：|\n]{0,40}[:：]|` +
		`未(?:被|能|予)?(?:覆盖|规划|排期|纳入|安排|落实)|(?:推迟|延后|暂缓)(?:到|至|实现|实施|处理|纳入)`)
	// conditional is what makes an omission a thought, or denies it.
	conditional = pattern.New(`(?i)\b(?:if|when|unless|until|no|none|never|nothing|zero|would|could|may|might|should)\b|若|如果|一旦|除非|无|没有|不存在|可能`)
)

// omitted returns the lines of a document that say what nobody carries
// out, found once.
func omitted(d *document.Document) []document.Span {
	return document.Once(d, "what it says nobody carries out", func(d *document.Document) []document.Span {
		var found []document.Span
		for _, m := range Find(d.Prose, omission, 100) {
			line := d.LineAt(m[0])
			if text := d.Slice(line); !strings.HasPrefix(strings.TrimSpace(text), "|") && !conditional.MatchString(text) {
				found = append(found, line)
			}
		}
		return found
	})
}

// leavesOut tells whether a document names an ID only to say that nobody carries it
// out: neither its line nor a heading of its section names a carrier.
func leavesOut(d *document.Document, m document.Mention, carriers []string) bool {
	for _, at := range omitted(d) {
		if !at.Holds(m.Start) {
			continue
		}
		return !besideCarrier(d, m, carriers)
	}
	return false
}

// besideCarrier tells whether the line of an ID, or a heading above it, names a carrier.
func besideCarrier(d *document.Document, m document.Mention, carriers []string) bool {
	if NamesFamilyIn(d, d.LineAt(m.Start), carriers...) {
		return true
	}
	for section := d.SectionAt(m.Start); section != nil; section = section.Parent {
		if NamesFamilyIn(d, HeadingOf(d, section), carriers...) {
			return true
		}
	}
	return false
}

// CarriedBy returns the IDs that documents relate to something: not those they only
// leave out.
func CarriedBy(docs []*document.Document, counts func(*document.Document, document.Mention) bool, carriers ...string) Ids {
	carried := Ids{}
	for _, d := range docs {
		for _, m := range d.IDs {
			if counts(d, m) && !leavesOut(d, m, carriers) {
				carried[m.ID] = true
			}
		}
	}
	return carried
}
