package series

import (
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// Short is a range of IDs that ends before its series does, in a document that names nothing of
// what is left.
type Short struct {
	At   document.Span
	Next Mention // the first that is left out, where it is defined
}

// What makes a range one of all: how many it has at least, and how many times as many as it
// leaves out. One that is left out may be new; many are somebody else's.
const (
	leastRanged = 3
	rangedShare = 2
)

// goesOn is behind an ID that a range begins with, when only the number of its end follows.
var goesOn = pattern.New(`^\s?(?:–|—|-|~|～|\.\.+|…|至|到)\s?(\d{1,4})(?:\D|$)`)

// Short returns the ranges of a document that end too early. A series that others share, or that
// the document defines itself, is not for it.
func (a *All) Short(d *document.Document) (all []Short) {
	text := d.Prose
	for i := range a.Series {
		s := &a.Series[i]
		at, whole := s.run()
		if s.home.doc == d || !whole || strings.HasPrefix(s.home.doc.Path, "../") { // others share it
			continue
		}
		named := map[string]bool{}
		s.expand(text, named)
		for _, r := range s.ranges(text) {
			left := 0
			for n := r.to + 1; at[n] != nil && left >= 0; n++ {
				if left++; named[at[n].key()] {
					left = -1
				}
			}
			if left > 0 && r.from == 1 && r.to >= leastRanged && left*rangedShare <= r.to && at[r.to+1].wanted() {
				all = append(all, Short{r.Span, *at[r.to+1]})
			}
		}
	}
	return all
}

// run returns the definitions of a series by their numbers, and whether they count from one on
// without a gap.
func (s *Series) run() (at map[int]*Mention, whole bool) {
	at = map[int]*Mention{}
	top := 0
	for i, m := range s.Defined {
		if at[m.number] == nil {
			at[m.number] = &s.Defined[i]
		}
		top = max(top, m.number)
	}
	return at, len(at) == top && at[1] != nil
}

type ranged struct {
	document.Span
	from, to int
}

// ranges returns the ranges of a series in a text, in full, FR-01 – FR-06, and short, FR-01…06.
func (s *Series) ranges(text string) (all []ranged) {
	last, start, end := Mention{}, 0, 0
	for _, at := range codes(text, most) {
		m, ok := mention(text[at[0]:at[1]])
		if !ok || m.prefix != s.Prefix || m.letter != "" {
			continue
		}
		if last.prefix == m.prefix && end > 0 && m.number > last.number && between.MatchString(text[end:at[0]]) {
			all = append(all, ranged{document.Span{Start: start, End: at[1]}, last.number, m.number})
		} else if to, stop := shortEnd(text, at[1]); to > m.number {
			all = append(all, ranged{document.Span{Start: at[0], End: stop}, m.number, to})
		}
		last, start, end = m, at[0], at[1]
	}
	return all
}

// shortEnd reads the number that ends a range behind the ID that begins it, 0 without one.
func shortEnd(text string, at int) (number, stop int) {
	m := goesOn.FindStringSubmatchIndex(text[at:min(len(text), at+16)])
	if m == nil {
		return 0, 0
	}
	number, _ = strconv.Atoi(text[at+m[2] : at+m[3]])
	return number, at + m[3]
}

// Held is how many IDs of some letters documents define: FR-1.1 is a part of FR-1.
type Held struct {
	All, Whole int
	Each       map[int]bool // how many single documents define
}

// Held returns how many IDs there are of some letters: NFR-SEC-01 is one of NFR, and of NFR- that
// have an area.
func (a *All) Held(letters string) Held { return a.held[letters] }

// count notes what one document defines.
func (a *All) count(found []definition) {
	here := map[string]int{}
	for _, m := range found {
		again := a.defined[m.key()]
		a.defined[m.key()] = true
		letters, area, divided := strings.Cut(Letters(m.prefix), "-")
		of := []string{letters}
		if divided && area != "" {
			of = append(of, letters+"-")
		}
		for _, letters := range of {
			here[letters]++
			h := a.held[letters]
			if again {
				continue
			}
			if h.All++; !strings.Contains(m.prefix, ofPart) && m.letter == "" {
				h.Whole++
			}
			a.held[letters] = h
		}
	}
	for letters, n := range here {
		h := a.held[letters]
		if h.Each == nil {
			h.Each = map[int]bool{}
		}
		h.Each[n] = true
		a.held[letters] = h
	}
}
