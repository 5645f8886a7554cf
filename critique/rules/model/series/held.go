package series

import "strings"

// Held is how many IDs of some letters documents define: FR-1.1 is a part of FR-1.
type Held struct {
	All, Whole int
	Each       map[int]bool // how many single documents define
}

// Held returns how many IDs there are of some letters: NFR-SEC-01 is one of NFR, and of NFR- that
// have an area.
func (a *All) Held(letters string) Held { return a.held[letters] }

// Headed tells whether a heading or a bold line begins with an ID.
func (a *All) Headed(id string) bool {
	m, ok := mention(id)
	return ok && a.headed[m.key()]
}

// count notes what one document defines.
func (a *All) count(found []definition) {
	here := map[string]int{}
	for _, m := range found {
		again := a.defined[m.key()]
		a.defined[m.key()] = true
		a.headed[m.key()] = a.headed[m.key()] || m.heading
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
