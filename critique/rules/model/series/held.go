package series

import (
	"strconv"
	"strings"

	"discussd/internal/text/pattern"
)

// goesOn is behind an ID that a range begins with, when only the number of its end follows.
var goesOn = pattern.New(`^\s?(?:–|—|-|~|～|\.\.+|…|至|到)\s?(\d{1,4})(?:\D|$)`)

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
