package facts

import (
	"math"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// citedBeside returns the ID that the cells of a row behind one of them name, if it is only one.
func citedBeside(d *document.Document, row []document.Cell, value int) (id string) {
	for _, cell := range row[value+1:] {
		for _, m := range d.MentionsIn(cell.Span) {
			if id != "" && id != m.ID {
				return ""
			}
			id = m.ID
		}
	}
	return id
}

// speaksOf tells whether the statement of a value has all of some terms, as near to it as is asked.
func speaksOf(v *value, terms []string, near float64) bool {
	return !slices.ContainsFunc(terms, func(term string) bool { return v.terms[term] < near })
}

// kindsOfSetting are the words of a key that say what kind of value it has, not of what: sentences
// say it otherwise, or not at all.
var kindsOfSetting = strings.Fields("timeout interv window limit cap max min size count delay period age rate default")

// subjectOf returns the terms of the key of a setting that say what its value is of.
func subjectOf(v *value, w *weights) (own []string) {
	key := keyOf(v)
	for _, term := range w.stemsOf(keyText(key)) {
		if _, unit := units[term]; !unit && !slices.Contains(kindsOfSetting, term) {
			own = append(own, meant(term))
		}
	}
	return own
}

// keyOf is the name of the setting that a value is of, "" where it is of none.
func keyOf(v *value) string {
	switch {
	case v.key:
		key := v.doc.Slice(v.statement.at)
		return strings.Trim(key[:max(0, strings.IndexAny(key, ":="))], " \"'")
	case v.table != nil && named.MatchString(strings.TrimSpace(v.row)):
		return strings.TrimSpace(v.row)
	}
	return ""
}

// ofOtherSetting tells whether a value is that of a key, and another statement names nothing that the key is of.
func ofOtherSetting(v, o *value) bool {
	return v.key && v.unit != switchUnit && len(v.subject) > 0 && !slices.ContainsFunc(v.subject, func(term string) bool { return o.terms[term] > 0 })
}

// againstSwitches returns the switches whose value is not the one that the requirement says which their row names as its
// source, and that speaks of all that they are called by.
func againstSwitches(values []*value, w *weights) (found []pair) {
	for _, v := range values {
		if v.source == "" || !named.MatchString(keyOf(v)) || len(found) > maxSettings {
			continue
		}
		var said *value
		same := false
		for _, o := range values {
			if o.key || o.remark != "" || o.owner != v.source && o.entry.id != v.source || !switched(v, o) {
				continue
			}
			said, same = o, same || sameAmount(v, o)
		}
		if said != nil && !same {
			found = append(found, pair{a: said, b: v, likeness: said.like(v, w), quoted: true, setting: true})
		}
	}
	return found
}

// maxSettings bounds how many settings of one unit are held against all values of it.
const maxSettings = 100

// againstSettings returns the settings among values of one unit whose value is not what is said of it: not the
// one that all other statements give that speak of it, two or more; or none of those that the document gives
// which its row names as its source.
func againstSettings(values []*value, w *weights) (found []pair) {
	settings := 0
	for _, v := range values {
		of := v.subject
		if len(of) == 0 || !named.MatchString(keyOf(v)) || v.unit == "" || v.unit == switchUnit {
			continue
		}
		if settings++; settings > maxSettings {
			break
		}
		var said []*value
		sourced, differing, several := false, false, false
		for _, o := range values {
			near := float64(inText)
			if slices.ContainsFunc(o.others, func(q quantity) bool { return q.unit == o.unit }) {
				near = inClause
			}
			if o.statement == v.statement || o.key || o.remark != "" || !speaksOf(o, of, near) || len(said) > maxHolders {
				continue
			}
			said = append(said, o)
			sourced = sourced || v.source != "" && o.owner == v.source
			differing = differing || !sameAmount(o, said[0])
			several = several || o.statement != said[0].statement
		}
		same := func(o *value) bool { return sameAmount(v, o) }
		if len(said) == 0 || differing && !sourced || !several && !sourced || slices.ContainsFunc(said, same) {
			continue
		}
		best := said[0]
		if at := slices.IndexFunc(said, func(o *value) bool { return o.owner == v.source }); sourced {
			best = said[at]
		}
		found = append(found, pair{a: best, b: v, likeness: best.like(v, w), quoted: true, setting: true})
	}
	return found
}

// defaultIs is what a text says that something is where nobody sets it.
var defaultIs = pattern.New(`(?i)(?:\bdefaults?(?:\s+(?:is|are|to|of|value))*|默认值?(?:为|是)?)\s*[:：=]?\s*([-−]?\d[\d.,]*\d|[-−]?\d)`)

// defaultOf returns the one default that a statement gives as a number, and its place in the text.
func defaultOf(s *statement) (value float64, at document.Span, ok bool) {
	all := defaultIs.FindAllStringSubmatchIndex(s.text, 2)
	if len(all) != 1 {
		return 0, at, false
	}
	number := s.text[all[0][2]:all[0][3]]
	value = plainNumber(strings.TrimLeft(number, "-−"))
	if strings.HasPrefix(number, "-") || strings.HasPrefix(number, "−") {
		value = -value
	}
	return value, document.Span{Start: all[0][0], End: all[0][3]}, true
}

// defaultsApart reports a default that names the requirement it is from, and another one there: "default -1.0 (FR-004)".
func defaultsApart(f *Found, all []statement) {
	byEntry := map[string]*statement{}
	for i := range all {
		s := &all[i]
		if _, _, ok := defaultOf(s); ok && s.entry.id != "" && byEntry[s.entry.id] == nil {
			byEntry[s.entry.id] = s
		}
	}
	for i := range all {
		s := &all[i]
		if s.entry.id != "" || len(slices.Compact(slices.Clone(s.ids))) != 1 {
			continue
		}
		from := byEntry[s.ids[0]]
		value, at, ok := defaultOf(s)
		if !ok || from == nil || from.doc == s.doc {
			continue
		}
		f.look(Values, s.doc)
		said, place, _ := defaultOf(from)
		const units = 10 // times another number, from where on they may be in two units
		if small, large := min(math.Abs(value), math.Abs(said)), max(math.Abs(value), math.Abs(said)); value != said && small > 0 && large < units*small {
			f.report(between(Values, Place{s.doc, s.at}, Place{from.doc, from.at}, oneLine(s.text[at.Start:at.End]), oneLine(from.text[place.Start:place.End])))
		}
	}
}
