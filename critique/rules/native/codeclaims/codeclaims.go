// Package codeclaims has the rules about what documents say of the code around them:
// files, versions of packages, and names of anything else that the project has. What
// nobody claims, and what is to come, is never held against a document.
package codeclaims

import (
	"slices"
	"strings"

	"discussd/critique"
	"discussd/critique/codebase"
	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/model/mention"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// Rules look up what any document says of the code.
func Rules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("X-025"), Look: files},
		{Rule: native.Of("X-026"), Look: versions},
		{Rule: native.Of("X-027"), Look: names},
	}
}

// Speaks tells whether a document names files of the code.
func Speaks(s *model.Session, d *document.Document) bool {
	return len(mention.Files(d, coming(s))) > 0
}

// coming is what the documents of a session say of the code is to come.
func coming(s *model.Session) *mention.ToCome {
	return model.Once(s, "what of the code is to come", nil, func() *mention.ToCome { return mention.Coming(s.Docs) })
}

// migration is what leads from one version of a package to another.
var migration = pattern.New(`(?i)\bmigrat\w*|\bupgrad\w*|升级|迁移`)

// migrates tells whether a document, by a heading above a place or where it lies, is about a
// migration, or the line of the place is.
func migrates(d *document.Document, at document.Span) bool {
	for section := d.SectionAt(at.Start); section != nil; section = section.Parent {
		if migration.MatchString(section.Title) {
			return true
		}
	}
	return migration.MatchString(d.Path) || migration.MatchString(d.Slice(d.LineAt(at.Start)))
}

// nearest says what there is that a missing thing could be.
func nearest(s *model.Session, at codebase.Sighting) string {
	if at.Nearest == "" {
		return model.Note("")
	}
	return s.Say("; it has "+at.Nearest, "；现有 "+at.Nearest)
}

// sight is a file that a document names, and what is known of it.
type sight struct {
	mention.File
	codebase.Sighting
}

// files reports files that the project does not have, and lines behind the end of one. What
// the words around say is there is a finding, as is a slip of the pen from a name that is.
// Where they leave it open it is a remark, and only among files of which most are there, in
// a folder that is: in the document, or nearly all right around.
func files(s *model.Session, d *document.Document, hit native.Hit) bool {
	if s.Around.Code == nil {
		return false
	}
	all := spelledOut(lookAt(s, d, hit))
	there, gone := count(slices.DeleteFunc(slices.Clone(all), func(f sight) bool { return f.Tree > 0 }))
	named := map[string]bool{}
	for _, f := range all {
		named[f.Path] = true
	}
	for i, f := range all {
		if !f.Missing {
			continue
		}
		if named[f.Nearest] && !strings.HasSuffix(f.Path, "/"+f.Nearest) {
			f.Nearest = "" // the document speaks of that one as another
		}
		holds := f.Holds != "" && s.Around.Code.Name(f.Holds).There
		switch {
		case !f.Coming && (f.Claimed || f.Near || holds):
			hit(d, f.Span, f.Path, nearest(s, f.Sighting))
		case f.Top, f.Coming && !f.Same || f.Tree > 0 && !f.Folder:
		case f.Run, amongThere(all, i), f.Tree == 0 && (there >= 2 && gone*4 <= there+2 || f.Folder && there > 0 && gone <= there):
			hit(d, f.Span, f.Path, nearest(s, f.Sighting), native.Doubtful)
		}
	}
	return len(all) > 0
}

// count tells how many of files are there, and how many are not and nobody says that they
// are to come.
func count(files []sight) (there, gone int) {
	for _, f := range files {
		switch {
		case f.There && !f.Top:
			there++
		case f.Missing && !f.Coming && !f.Top:
			gone++
		}
	}
	return there, gone
}

// company is how many files before one, and behind it, keep it company.
const company = 6

// amongThere tells whether nearly all files are there among which a missing one stands: in a
// drawn tree all of that.
func amongThere(all []sight, i int) bool {
	if tree := all[i].Tree; tree > 0 {
		there, gone := count(slices.DeleteFunc(slices.Clone(all), func(f sight) bool { return f.Tree != tree }))
		return there >= 4 && gone*4 <= there
	}
	from, to := max(0, i-company), min(len(all), i+company+1)
	for from < i && all[from].Tree > 0 {
		from++
	}
	for to > i+1 && all[to-1].Tree > 0 {
		to--
	}
	there, gone := count(all[from:to])
	return there >= 4 && gone <= 2
}

// mostDeadFiles is how many files of a document are told that the project does not have:
// the nearest to each takes time.
const mostDeadFiles = 100

// lookAt looks up the files that a document names, in their order, and reports lines that
// they lack.
func lookAt(s *model.Session, d *document.Document, hit native.Hit) (all []sight) {
	seen, missing := map[string]bool{}, 0
	for _, f := range mention.Files(d, coming(s)) {
		if at := s.Around.Code.Line; f.Line > 0 && !seen[f.Path+":"+model.Itoa(f.Line)] {
			seen[f.Path+":"+model.Itoa(f.Line)] = true
			if at := at(f.Path, f.Line); at.Missing {
				hit(d, f.Span, f.Path+":"+model.Itoa(f.Line), nearest(s, at))
			}
		}
		if seen[f.Path] || missing == mostDeadFiles {
			continue
		}
		seen[f.Path] = true
		at := look(s.Around.Code, f)
		if at.Missing && (model.Has(s, f.Path) || s.Around.Beside(d, f.Path)) {
			at = codebase.Sighting{There: true}
		}
		if at.Missing {
			missing++
		}
		all = append(all, sight{f, at})
	}
	return all
}

// look looks one file up. The top of a drawn tree may be the project itself.
func look(code critique.Code, f mention.File) codebase.Sighting {
	switch {
	case f.Loose:
		return code.Module(f.Path)
	case f.Top: // its slash makes it a folder
		return code.Look(f.Path + "/")
	}
	at := code.Look(f.Path)
	if _, below, deep := strings.Cut(f.Path, "/"); f.Tree > 0 && deep && !at.There {
		if inside := code.Look(below); inside.There || !at.Missing {
			return inside
		}
	}
	return at
}

// leastShort is how many files of a drawn tree have to lie deeper than it shows for the tree
// to be one that leaves folders out.
const leastShort = 3

// spelledOut takes out what drawn trees lack that leave folders out: they show where a file
// belongs, and not its path.
func spelledOut(all []sight) []sight {
	short := map[int]int{}
	for _, f := range all {
		top, _, _ := strings.Cut(f.Path, "/")
		if f.Tree > 0 && f.Missing && f.Same && strings.HasPrefix(f.Nearest, top+"/") {
			short[f.Tree]++
		}
	}
	return slices.DeleteFunc(all, func(f sight) bool { return f.Missing && short[f.Tree] >= leastShort })
}

// versions reports versions of packages that every manifest which asks for them contradicts.
func versions(s *model.Session, d *document.Document, hit native.Hit) bool {
	if s.Around.Code == nil {
		return false
	}
	packages := mention.Packages(d)
	right := map[string]bool{} // of these the document also names the version that they have
	for _, p := range packages {
		if _, far := s.Around.Code.Contradicts(p.Name, p.Version); far == codebase.Agrees {
			right[strings.ToLower(p.Name)] = true
		}
	}
	for _, p := range packages {
		v, far := s.Around.Code.Contradicts(p.Name, p.Version)
		if far == codebase.Agrees || far == codebase.Small && strings.HasPrefix(p.Version, "^") || right[strings.ToLower(p.Name)] && migrates(d, p.Span) {
			continue // the range takes in what the manifest asks for, or the document leads from one to the other
		}
		told := []string{p.Name + " " + p.Version, s.Say(v.Manifest+" has "+v.Name+" "+v.Constraint, v.Manifest+" 中为 "+v.Name+" "+v.Constraint)}
		if far == codebase.Small || right[strings.ToLower(p.Name)] { // it drifted, or there are several
			told = append(told, native.Doubtful)
		}
		hit(d, p.Span, told...)
	}
	return len(packages) > 0
}
