// Package codeclaims holds the rules about what documents say of the code around them:
// files, versions of packages, and names of anything else that the project has.
//
// Parsed documents and what is known of the project come in, places go out through [Hit].
// What nobody claims, and what is to come, is never held against a document.
package codeclaims

import (
	"discussd/critique"
	"discussd/critique/checks/document"
	"discussd/critique/checks/mention"
	"discussd/critique/codebase"
)

// Session is what the rules may look at beside the document they are asked about.
type Session struct {
	Code    critique.Code
	Coming  *mention.ToCome        // what the documents of the session say is to come
	There   func(path string) bool // whether a path leads somewhere from the session or the document
	Chinese bool                   // what is said is said in Chinese
}

// Hit reports one place: a span of a document.
type Hit func(d *document.Document, at document.Span, targets ...string)

// say is a note in the language of the session: a target that is only for the message.
func (s Session) say(en, zh string) string {
	if s.Chinese {
		return "\x00" + zh
	}
	return "\x00" + en
}

// nearest says what there is that a missing thing could be.
func (s Session) nearest(at codebase.Sighting) string {
	if at.Nearest == "" {
		return s.say("", "")
	}
	return s.say("; it has "+at.Nearest, "；现有 "+at.Nearest)
}

// Files reports files that the project does not have where something says that they
// should be there: the words around, a file of nearly that name beside it, the one file of
// that name elsewhere, or that nearly all others that the document names are there.
func Files(s Session, d *document.Document, hit Hit) bool {
	type dead struct {
		mention.File
		codebase.Sighting
	}
	var missing []dead
	there := 0
	seen := map[string]bool{}
	for _, f := range mention.Files(d, s.Coming.Files) {
		if seen[f.Path] {
			continue
		}
		seen[f.Path] = true
		switch at := s.Code.Look(f.Path); {
		case at.There:
			there++
		case at.Missing && !s.There(f.Path):
			missing = append(missing, dead{f, at})
		}
	}
	described := there >= 2 && len(missing)*4 <= there+2
	for _, f := range missing {
		if !f.Claimed && !f.Near && !(described && f.Folder) {
			continue
		}
		hit(d, f.Span, f.Path, s.nearest(f.Sighting))
	}
	return len(seen) > 0
}

// Versions reports versions of packages that every manifest which asks for them contradicts.
func Versions(s Session, d *document.Document, hit Hit) bool {
	packages := mention.Packages(d)
	for _, p := range packages {
		if v, wrong := s.Code.Contradicts(p.Name, p.Version); wrong {
			hit(d, p.Span, p.Name+" "+p.Version, s.say(v.Manifest+" has "+v.Name+" "+v.Constraint, v.Manifest+" 中为 "+v.Name+" "+v.Constraint))
		}
	}
	return len(packages) > 0
}
