package traces

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

var (
	// codesInRow are names in code marks side by side: listed, or in the order in which they come.
	codesInRow = pattern.New("`\\w{3,30}`(?:\\s*(?:,|、|/|\\||，|→|->|or|and|und|y|o|et|ou|和|或|及)\\s*(?:and |or )?`\\w{3,30}`){3,15}")
	// byArrow are names that an arrow leads to or from, in a drawing of characters.
	intoArrow = pattern.New(`\b([A-Za-z]\w{2,30})\s*[─—=-][^\n|│]{0,40}?(?:>|▶|→)`)
	fromArrow = pattern.New(`(?:>|▶|→)\s*([A-Za-z]\w{2,30})\b`)
	wordy     = pattern.New(`^\w+$`)
)

// leastStates is how many values a set has, and how many of them a drawing shares with it, for
// both to be of one thing.
const (
	leastStates = 4
	leastShared = 3
)

// stateSets are the values that fields are declared to have, and those that lists in code marks name.
func stateSets(s *model.Session) []*closedSet {
	return model.Once(s, "sets of states", nil, func() []*closedSet {
		var all []*closedSet
		for _, d := range s.Docs {
			if d.JSON != nil || d.Wild != "" || model.Recounts(d) {
				continue
			}
			for _, p := range fieldValues {
				for _, m := range p.FindAllStringSubmatchIndex(d.Text, 100) {
					c := &closedSet{}
					c.add(d, document.Span{Start: m[4], End: m[5]}, aValue.FindAllString(d.Text[m[4]:m[5]], 40)...)
					all = append(all, c)
				}
			}
			for _, t := range d.Tables {
				c := &closedSet{}
				for _, row := range t.Rows {
					if name := strings.Trim(row[0].Text, "`* "); ofStates.MatchString(t.Header[0].Text) && wordy.MatchString(name) {
						c.add(d, row[0].Span, name)
					}
				}
				all = append(all, c)
			}
			for _, m := range model.Find(d.Text, codesInRow, 100) {
				c := &closedSet{}
				for _, name := range codeName.FindAllStringSubmatch(d.Text[m[0]:m[1]], 20) {
					c.add(d, document.Span{Start: m[0], End: m[1]}, name[1])
				}
				all = append(all, c)
			}
		}
		return all
	})
}

// ofStates is the title of a column of states.
var ofStates = pattern.New(`(?i)^\W*(?:states?|status(?:es)?|状态)\W*$`)

var codeName = pattern.New("`(\\w+)`")

// drawnStranger reports the one state of a drawing that no list of the states has whose others it shows.
func drawnStranger(s *model.Session, d *document.Document, hit native.Hit) (looked bool) {
	for _, drawn := range drawnIn(d) {
		var set *closedSet
		var strangers []use
		for _, c := range stateSets(s) {
			var gone []use
			for _, u := range drawn {
				if _, known := c.known[u.code]; !known {
					gone = append(gone, u)
				}
			}
			if len(c.known) < leastStates || len(drawn)-len(gone) < leastShared || (len(drawn)-len(gone))*2 < len(c.known) {
				continue
			}
			if looked = true; set == nil || len(gone) < len(strangers) {
				set, strangers = c, gone
			}
		}
		if len(strangers) == 1 && len(drawn) > leastShared {
			hit(d, strangers[0].at, strangers[0].code, s.Say("is drawn, and is not among the values in "+set.doc.Path+": "+listed(set.known), "出现在图中，却不在 "+set.doc.Path+" 的取值之列："+listed(set.known)))
		}
	}
	return looked
}

// drawnIn returns what each drawing of a document leads to and from, each once.
func drawnIn(d *document.Document) (all [][]use) {
	for _, machine := range d.StateMachines() {
		var states []use
		for _, e := range machine.Edges {
			for _, key := range [...]string{e.From, e.To} {
				if label := machine.Labels[key]; key != document.Outside && wordy.MatchString(label) {
					states = append(states, use{label, e.Span, d})
				}
			}
		}
		all = append(all, states)
	}
	for _, f := range d.Fences {
		if !drawing(f) {
			continue
		}
		var states []use
		for _, p := range [...]*pattern.Pattern{intoArrow, fromArrow} {
			for _, m := range model.Find(d.Slice(f.Body), p, 100) {
				at := document.Span{Start: f.Body.Start + m[2], End: f.Body.Start + m[3]}
				states = append(states, use{d.Slice(at), at, d})
			}
		}
		all = append(all, states)
	}
	for i, states := range all {
		seen := map[string]bool{}
		all[i] = slices.DeleteFunc(states, func(u use) bool {
			again := seen[u.code]
			seen[u.code] = true
			return again
		})
	}
	return all
}
