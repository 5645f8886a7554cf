// Package codeclaims has the rules about what documents say of the code around them:
// files, versions of packages, and names of anything else that the project has. What
// nobody claims, and what is to come, is never held against a document.
package codeclaims

import (
	"discussd/critique/codebase"
	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/model/mention"
	"discussd/critique/rules/native"
)

// Rules look up what any document says of the code.
func Rules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("X-025"), Look: files},
		{Rule: native.Of("X-026"), Look: versions},
		{Rule: native.Of("X-027"), Look: names},
	}
}

// coming is what the documents of a session say of the code is to come.
func coming(s *model.Session) *mention.ToCome {
	return model.Once(s, "what of the code is to come", nil, func() *mention.ToCome { return mention.Coming(s.Docs) })
}

// nearest says what there is that a missing thing could be.
func nearest(s *model.Session, at codebase.Sighting) string {
	if at.Nearest == "" {
		return model.Note("")
	}
	return s.Say("; it has "+at.Nearest, "；现有 "+at.Nearest)
}

// files reports files that the project does not have where something says that they
// should be there: the words around, a file of nearly that name beside it, the one file of
// that name elsewhere, or that nearly all others that the document names are there.
func files(s *model.Session, d *document.Document, hit native.Hit) bool {
	if s.Around.Code == nil {
		return false
	}
	type dead struct {
		mention.File
		codebase.Sighting
	}
	var missing []dead
	there := 0
	seen := map[string]bool{}
	for _, f := range mention.Files(d, coming(s)) {
		if seen[f.Path] {
			continue
		}
		seen[f.Path] = true
		switch at := s.Around.Code.Look(f.Path); {
		case at.There:
			there++
		case at.Missing && !model.Has(s, f.Path) && !s.Around.Beside(d, f.Path):
			missing = append(missing, dead{f, at})
		}
	}
	described := there >= 2 && len(missing)*4 <= there+2
	for _, f := range missing {
		if !f.Claimed && !f.Near && !(described && f.Folder) {
			continue
		}
		hit(d, f.Span, f.Path, nearest(s, f.Sighting))
	}
	return len(seen) > 0
}

// versions reports versions of packages that every manifest which asks for them contradicts.
func versions(s *model.Session, d *document.Document, hit native.Hit) bool {
	if s.Around.Code == nil {
		return false
	}
	packages := mention.Packages(d)
	for _, p := range packages {
		if v, wrong := s.Around.Code.Contradicts(p.Name, p.Version); wrong {
			hit(d, p.Span, p.Name+" "+p.Version, s.Say(v.Manifest+" has "+v.Name+" "+v.Constraint, v.Manifest+" 中为 "+v.Name+" "+v.Constraint))
		}
	}
	return len(packages) > 0
}
