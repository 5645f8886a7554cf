package facts

import (
	"slices"
	"strings"

	"discussd/critique/document"
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

// sets tells whether a value is that of a setting whose row names the document of the other as its source.
func (v *value) sets(o *value, w *weights) bool {
	if v.source == "" || v.unit == "" || v.source != o.owner || o.example {
		return false
	}
	of := v.subjectOf(w)
	return len(of) > 0 && o.speaksOf(of, inText)
}

// speaksOf tells whether the statement of a value has all of some terms, as near to it as is asked.
func (v *value) speaksOf(terms []string, near float64) bool {
	return !slices.ContainsFunc(terms, func(term string) bool { return v.terms[term] < near })
}

// kindsOfSetting are the words of a key that say what kind of value it has, not of what: sentences
// say it otherwise, or not at all.
var kindsOfSetting = strings.Fields("timeout interv window limit cap max min size count delay period age rate default")

// subjectOf returns the terms of the key of a setting that say what its value is of.
func (v *value) subjectOf(w *weights) []string {
	key := strings.TrimSpace(v.row)
	if v.key {
		key = strings.TrimSpace(v.text)
		key = strings.TrimRight(key[:max(0, strings.IndexAny(key, ":="))], " ")
	}
	if !v.key && v.table == nil || !named.MatchString(key) {
		return nil
	}
	var own []string
	for _, term := range w.stemsOf(keyText(key)) {
		if _, unit := units[term]; !unit && !slices.Contains(kindsOfSetting, term) {
			own = append(own, meant(term))
		}
	}
	return own
}

// againstSettings returns the settings among values of one unit whose value is not the one that all
// others give that speak of the same: two statements or more, none of them a setting.
func againstSettings(values []*value, w *weights) (found []pair) {
	of := make([][]string, len(values))
	for i, v := range values {
		of[i] = v.subjectOf(w)
	}
	for i, v := range values {
		if len(of[i]) == 0 || v.unit == "" || v.unit == switchUnit {
			continue
		}
		var others []*value
		for j, o := range values {
			near := float64(inText)
			if slices.ContainsFunc(o.others, func(q quantity) bool { return q.unit == o.unit }) {
				near = inClause
			}
			if o.statement != v.statement && !o.key && of[j] == nil && o.speaksOf(of[i], near) {
				others = append(others, o)
			}
		}
		one := func(o *value) bool { return sameAmount(o, others[0]) }
		if len(others) < 2 || len(others) > maxHolders || slices.ContainsFunc(others, func(o *value) bool { return !one(o) }) || others[0].statement == others[1].statement {
			continue
		}
		p := pair{a: others[0], b: v, likeness: others[0].like(v, w), quoted: true}
		p.same = sameAmount(p.a, p.b)
		found = append(found, p)
	}
	return found
}
