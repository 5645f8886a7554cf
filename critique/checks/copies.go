package checks

import (
	"strings"

	"discussd/critique/checks/document"
)

// leastCopied is of how many units a line is that tells one text from another.
const leastCopied = 5

// copiedFile reports a decision or an epic whose file holds the text of another one,
// or that text as well as its own.
func copiedFile(s *session, d *document.Document, hit hit) {
	if d.Kind != document.Decision && d.Kind != document.Epic || superseded(d.Front.Value("status")) {
		return
	}
	own := s.linesOf(d)
	for _, other := range s.of(d.Kind) {
		if other.Path == d.Path || superseded(other.Front.Value("status")) || fileID(other) == fileID(d) {
			continue
		}
		text := s.linesOf(other)
		if len(text) < 3 || len(text) > len(own) || len(text) == len(own) && other.Path > d.Path {
			continue // what holds the other holds as much
		}
		shared := 0
		for line := range text {
			if own[line] {
				shared++
			}
		}
		if shared*5 >= len(text)*4 {
			hit(d, firstHeading(d), note(other.Path))
			return
		}
	}
}

// linesOf returns what a document says in lines of its own, without title and rows and
// without the IDs it names. Found once.
func (s *session) linesOf(d *document.Document) map[string]bool {
	return once(s, "its lines", d, func() map[string]bool {
		said := map[string]bool{}
		for line := range strings.Lines(d.Text[d.Front.Span.End:]) {
			line = strings.TrimSpace(withoutIDs(line))
			if document.Units(line) >= leastCopied && !strings.ContainsAny(line[:1], "#|") {
				said[normal(line)] = true
			}
		}
		return said
	})
}
