package crossdocument

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
)

// told is a role that a story is told by.
type told struct {
	name string
	at   document.Span
}

// rolesIn returns the roles of a document's stories.
func rolesIn(d *document.Document) []told {
	var found []told
	for _, m := range model.Find(d.Prose, role, 100) {
		for g := 2; g < len(m); g += 2 {
			if m[g] < 0 {
				continue
			}
			if name := strings.TrimSpace(d.Prose[m[g]:m[g+1]]); name != "" {
				found = append(found, told{name, document.Span{Start: m[g], End: m[g+1]}})
			}
		}
	}
	return found
}
