package checks

import (
	"path"
	"slices"
	"strings"

	"discussd/critique/checks/document"
)

// claimedRules look for IDs that two files take for their own.
func claimedRules() []rule {
	return []rule{
		{Rule: of("XD-023"), on: []document.Kind{document.Requirements, document.Architecture, document.Epics}, look: claimedTwice},
	}
}

// claimedTwice reports files beside an index that have the ID of a file before them. Where
// both name it in their heading or front matter it has two definitions, and every trace to
// it leads to either; a file with it in its name alone may be an appendix.
func claimedTwice(s *session, d *document.Document, hit hit) bool {
	folder := path.Dir(d.Path)
	owners := map[string]*document.Document{}
	applied := false
	for _, file := range s.docs {
		id := ""
		if path.Dir(file.Path) == folder && file.Kind.Member() {
			id = fileID(file)
		}
		if id == "" || superseded(file.Front.Value("status")) || file.Front.Field("superseded_by") != nil {
			continue
		}
		applied = true
		first := owners[id]
		if first == nil {
			owners[id] = file
			continue
		}
		if file.Front.Field("replaces") != nil || file.Front.Field("supersedes") != nil {
			continue
		}
		targets := []string{id, path.Base(first.Path)}
		if !saysItsID(first, id) || !saysItsID(file, id) {
			targets = append(targets, unwitnessed)
		}
		hit(file, firstHeading(file), targets...)
	}
	return applied
}

// saysItsID tells whether a file says itself that it is about an ID: "# REQ-003: Export", or
// a field of its front matter.
func saysItsID(file *document.Document, id string) bool {
	if len(file.Sections) > 1 && strings.HasPrefix(strings.ToUpper(strings.TrimLeft(file.Sections[1].Title, "[(*`_ ")), id) {
		return true
	}
	return slices.ContainsFunc([]string{"id", "req_id", "adr_id", "epic_id", "nfr_id"}, func(field string) bool {
		return strings.EqualFold(file.Front.Value(field), id)
	})
}
