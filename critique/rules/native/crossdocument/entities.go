package crossdocument

import (
	"path"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
)

// EntityRules hold the data of an architecture against that of the requirements.
func EntityRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("XD-014"), On: []document.Kind{document.Requirements, document.Architecture, document.Epics}, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			codes := d.Kind == document.Requirements && foreignCodes(s, d, hit)
			return differingSets(s, d, hit) || codes
		}},
	}
}

// thing is an entity by its name.
type thing struct {
	name string // as normal returns it
	text string
	at   document.Span
}

// foreignCodes reports files whose ID has a code that the index does not use.
func foreignCodes(s *model.Session, d *document.Document, hit native.Hit) bool {
	codes := model.Ids{}
	for _, m := range d.IDs {
		if model.Family(m.ID, []string{"NFR"}) {
			codes[document.Prefix(m.ID)] = true
		}
	}
	applied := false
	for _, file := range s.Of(document.Quality) {
		id := model.FileID(file)
		if id == "" || len(codes) == 0 || folderOf(file) != folderOf(d) {
			continue
		}
		if applied = true; !codes[document.Prefix(id)] {
			hit(file, model.FirstHeading(file), model.Target(document.Prefix(id)), model.Note(codes.String()))
		}
	}
	return applied
}

func folderOf(d *document.Document) string { return path.Dir(d.Path) }
