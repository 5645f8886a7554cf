// Package codeclaims has the rules about what documents say of the code around them:
// files, versions of packages, and names of anything else that the project has. What
// nobody claims, and what is to come, is never held against a document.
package codeclaims

import (
	"strings"

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

// deadFile is a file that a document names and the project does not have.
type deadFile struct {
	mention.File
	codebase.Sighting
}

// files reports files that the project does not have, and lines behind the end of one. What
// the words around say is there is a finding, as is a slip of the pen from a name that is.
// Where they leave it open it is a remark, and only in a document of whose files nearly
// all are there.
func files(s *model.Session, d *document.Document, hit native.Hit) bool {
	if s.Around.Code == nil {
		return false
	}
	missing, there, seen := deadFiles(s, d, hit)
	gone := 0
	for _, f := range missing {
		if !f.Coming {
			gone++
		}
	}
	described := there >= 2 && gone*4 <= there+2
	for _, f := range missing {
		switch {
		case !f.Coming && (f.Claimed || f.Near):
			hit(d, f.Span, f.Path, nearest(s, f.Sighting))
		case described && (!f.Coming || f.Same):
			hit(d, f.Span, f.Path, nearest(s, f.Sighting), native.Doubtful)
		}
	}
	return seen
}

// mostDeadFiles is how many files of a document are told that the project does not have:
// the nearest to each takes time.
const mostDeadFiles = 100

// deadFiles looks up the files that a document names, and reports lines that they lack.
func deadFiles(s *model.Session, d *document.Document, hit native.Hit) (missing []deadFile, there int, any bool) {
	seen := map[string]bool{}
	for _, f := range mention.Files(d, coming(s)) {
		if at := s.Around.Code.Line; f.Line > 0 && !seen[f.Path+":"+model.Itoa(f.Line)] {
			seen[f.Path+":"+model.Itoa(f.Line)] = true
			if at := at(f.Path, f.Line); at.Missing {
				hit(d, f.Span, f.Path+":"+model.Itoa(f.Line), nearest(s, at))
			}
		}
		if seen[f.Path] || len(missing) == mostDeadFiles {
			continue
		}
		seen[f.Path] = true
		switch at := s.Around.Code.Look(f.Path); {
		case at.There:
			there++
		case at.Missing && !model.Has(s, f.Path) && !s.Around.Beside(d, f.Path):
			missing = append(missing, deadFile{f, at})
		}
	}
	return missing, there, len(seen) > 0
}

// versions reports versions of packages that every manifest which asks for them contradicts.
func versions(s *model.Session, d *document.Document, hit native.Hit) bool {
	if s.Around.Code == nil {
		return false
	}
	packages := mention.Packages(d)
	wrong := func(p mention.Package) (codebase.Version, bool) { return s.Around.Code.Contradicts(p.Name, p.Version) }
	right := map[string]bool{} // of these the document also names the version that they have
	for _, p := range packages {
		if _, is := wrong(p); !is {
			right[strings.ToLower(p.Name)] = true
		}
	}
	for _, p := range packages {
		v, is := wrong(p)
		if !is {
			continue
		}
		told := []string{p.Name + " " + p.Version, s.Say(v.Manifest+" has "+v.Name+" "+v.Constraint, v.Manifest+" 中为 "+v.Name+" "+v.Constraint)}
		if right[strings.ToLower(p.Name)] { // it speaks of several
			told = append(told, native.Doubtful)
		}
		hit(d, p.Span, told...)
	}
	return len(packages) > 0
}
