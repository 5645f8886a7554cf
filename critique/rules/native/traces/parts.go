package traces

import (
	"strconv"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

var (
	// partHead is a line that says what a part of a requirement is, and partCited one that is named: REQ-002.6.
	partHead  = pattern.New(`(?m)^[ \t>*_#|-]*\[?((?:REQ|FR|NFR|UR|SR|AC)(?:-[A-Z]{1,6})?-\d{1,4})\.(\d{1,2})\b`)
	partCited = pattern.New(`\b((?:REQ|FR|NFR|UR|SR|AC)(?:-[A-Z]{1,6})?-\d{1,4})\.(\d{1,2})\b`)
)

// statements are how many parts each requirement has that a document numbers from 1 on without a gap.
func statements(s *model.Session) map[string]int {
	return model.Once(s, "parts of requirements", nil, func() map[string]int {
		said := map[string]map[int]bool{}
		for _, d := range s.Docs {
			for _, m := range partHead.FindAllStringSubmatch(d.Prose, 2000) {
				if said[m[1]] == nil {
					said[m[1]] = map[int]bool{}
				}
				n, _ := strconv.Atoi(m[2])
				said[m[1]][n] = true
			}
		}
		count := map[string]int{}
		for id, parts := range said {
			n := 0
			for parts[n+1] {
				n++
			}
			if n >= leastParts && n == len(parts) {
				count[id] = n
			}
		}
		return count
	})
}

// partLost reports the number of a part that is behind the last of its requirement.
func partLost(s *model.Session, d *document.Document, hit native.Hit) {
	count := statements(s)
	if len(count) == 0 {
		return
	}
	for _, m := range model.Find(d.Prose, partCited, 500) {
		n, _ := strconv.Atoi(d.Prose[m[4]:m[5]])
		if last := count[d.Prose[m[2]:m[3]]]; last > 0 && n > last {
			hit(d, document.Span{Start: m[0], End: m[1]}, model.Target(d.Prose[m[0]:m[1]]))
		}
	}
}
