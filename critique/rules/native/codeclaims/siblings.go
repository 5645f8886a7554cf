package codeclaims

import (
	"path"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/model/mention"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// text is the end of a file that holds no program: documents, contracts, samples.
var text = pattern.New(`\.(?:md|mdx|rst|adoc|txt|ya?ml|json|csv|toml|avsc|proto)$`)

// siblings reports documents that a document names with their folder, and that are not in it,
// where others that the session names so are: nobody needs to know the project for that.
func siblings(s *model.Session, d *document.Document, hit native.Hit) bool {
	if s.Around.Exists == nil || model.Recounts(d) {
		return false
	}
	applied := listedBeside(s, d, hit)
	applied = drawnBeside(s, d, hit) || applied
	told := map[string]bool{}
	for _, f := range textsOf(s, d) {
		applied = true
		if !told[f.Path] && isMissed(s, d, f) {
			told[f.Path] = true
			hit(d, f.Span, model.Target(f.Path))
		}
	}
	return applied
}

// isMissed tells whether a text is not in its folder, where others that the session names so are.
func isMissed(s *model.Session, d *document.Document, f mention.File) bool {
	shelves := model.Once(s, "folders whose files are named", nil, func() shelves { return shelvesOf(s) })
	designed := f.Listed && !f.Open && !worked(d) // a design is called plan.md, too
	return (f.Time == mention.Now || designed) && !model.Recounts(d) && text.MatchString(f.Path) && !shelves.due[f.Path] && (shelves.filled[path.Dir(f.Path)] || toRead(d, f)) && !isThere(s, d, f.Path) && !knownOtherwise(s, d, f)
}

// toRead tells whether whoever plans a phase of GSD has to read a file: of those in its own folder GS-009 tells, and one in
// somebody's home is none of the project.
func toRead(d *document.Document, f mention.File) bool {
	return model.ToRead(d, f.Span) && !strings.HasPrefix(f.Path, ".planning/") && d.Text[max(0, f.Span.Start-2):f.Span.Start] != "~/" && d.Text[f.Span.Start] != '~'
}

// knownOtherwise tells whether the project says more of a file: .gitignore leaves it out, or it is missed
// by the rule about files.
func knownOtherwise(s *model.Session, d *document.Document, f mention.File) bool {
	if s.Around.Code == nil {
		return false
	}
	at := s.Around.Code.Look(f.Path)
	return at.Ignored || at.Missing && !ofFramework.MatchString(f.Path)
}

// shelves are the folders of texts that a session names.
type shelves struct {
	filled map[string]bool // folders of which a text that is named is there
	due    map[string]bool // texts that a list of the work names
}

func shelvesOf(s *model.Session) shelves {
	all := shelves{map[string]bool{}, map[string]bool{}}
	for _, d := range s.Docs {
		for _, f := range drawn(s, d) {
			if folder := path.Base(path.Dir(f.Path)); isThere(s, d, f.Path) {
				all.filled[folder] = true // a tree is drawn from wherever it begins
			}
		}
		for _, f := range textsOf(s, d) {
			all.filled[path.Dir(f.Path)] = all.filled[path.Dir(f.Path)] || isThere(s, d, f.Path)
			all.due[f.Path] = all.due[f.Path] || worked(d) && f.Time != mention.Now
		}
	}
	return all
}

// worked tells whether a document is about work that is to be done.
func worked(d *document.Document) bool { return d.Kind.Phase() == document.Tasks.Phase() }

// textsOf returns the files of texts that a document names with their folder: none that a
// drawing shows.
func textsOf(s *model.Session, d *document.Document) []mention.File {
	return model.Once(s, "texts named", d, func() []mention.File {
		if d.JSON != nil || d.Wild != "" {
			return nil
		}
		return slices.DeleteFunc(slices.Clone(filesOf(s, d)), func(f mention.File) bool {
			return f.Tree > 0 || !text.MatchString(f.Path) || path.Dir(f.Path) == "."
		})
	})
}

// drawn returns the texts of the trees that a document draws.
func drawn(s *model.Session, d *document.Document) []mention.File {
	if d.JSON != nil || d.Wild != "" || len(d.Fences) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(filesOf(s, d)), func(f mention.File) bool { return f.Tree == 0 || !text.MatchString(f.Path) })
}

// leastDrawn is how many documents of the session a tree draws that is one of the session.
const leastDrawn = 3

// drawnBeside reports texts that a tree of the session's own documents draws and that are not there: in a
// folder that has others, or beside the session's own once its work is planned.
func drawnBeside(s *model.Session, d *document.Document, hit native.Hit) (applied bool) {
	folders, trees := map[string]bool{}, map[int][]mention.File{}
	for _, o := range s.Docs {
		folders[path.Dir(o.Path)] = folders[path.Dir(o.Path)] || path.Dir(o.Path) != "." || worked(o)
	}
	for _, f := range drawn(s, d) {
		trees[f.Tree] = append(trees[f.Tree], f)
	}
	for _, files := range trees {
		top := topOf(s, files)
		for _, f := range files {
			rest, own := strings.CutPrefix(f.Path, top)
			if own = own && top != ""; own && folders[path.Dir(rest)] && f.Time != mention.ToBe && !isThere(s, d, rest) {
				hit(d, f.Span, model.Target(rest))
			}
			applied = applied || own
		}
	}
	return applied
}

// topOf returns the folder that a tree begins with where the session lies, "" where that is nowhere in it.
func topOf(s *model.Session, files []mention.File) string {
	there := map[string]int{}
	for _, f := range files {
		for at := strings.IndexByte(f.Path, '/'); at > 0; {
			if top := f.Path[:at+1]; slices.ContainsFunc(s.Docs, func(o *document.Document) bool { return o.Path == f.Path[at+1:] }) {
				if there[top]++; there[top] == leastDrawn {
					return top
				}
			}
			next := strings.IndexByte(f.Path[at+1:], '/')
			if next < 0 {
				break
			}
			at += next + 1
		}
	}
	return ""
}

// isThere tells whether a path that a document names is: from the document, from the session,
// from a folder above it, as the end of the path of any document, or put away under a longer name.
func isThere(s *model.Session, d *document.Document, name string) bool {
	return model.Has(s, name) || s.Around.Beside(d, name) || s.Around.Code != nil && (s.Around.Code.Has(name) || s.Around.Code.Look(name).There) ||
		slices.ContainsFunc(s.Docs, func(o *document.Document) bool {
			return strings.HasSuffix(o.Path, "/"+name) || putAway.MatchString(o.Path) && strings.HasSuffix(o.Path, "-"+path.Base(name))
		}) ||
		slices.ContainsFunc(model.Roots(s), func(r model.Root) bool { return s.Around.Exists(path.Join(string(r), name)) })
}

var (
	inFolder = pattern.New("(?:\\]\\(|`)((?:[\\w.@-]+/)+)[)`]")
	nameOnly = pattern.New("`([\\w@-][\\w.@-]*\\.(?:md|mdx|rst|adoc|txt|ya?ml|json|csv|toml|avsc|proto))`")
)

// listedBeside reports names of files that a line lists behind the folder they are said to be
// in, where that has others of them.
func listedBeside(s *model.Session, d *document.Document, hit native.Hit) (applied bool) {
	for start := 0; start < len(d.Text); {
		line := d.LineAt(start)
		start = line.End + 1
		written := d.Slice(line)
		folders := inFolder.FindAllStringSubmatchIndex(written, 2)
		if len(folders) != 1 || d.Prose != "" && strings.TrimSpace(d.Prose[line.Start:line.End]) == "" {
			continue
		}
		folder := written[folders[0][2]:folders[0][3]]
		var gone []document.Span
		there := 0
		for _, m := range nameOnly.FindAllStringSubmatchIndex(written, 50) {
			if at := (document.Span{Start: line.Start + m[2], End: line.Start + m[3]}); m[0] < folders[0][1] {
				continue
			} else if isThere(s, d, folder+d.Slice(at)) {
				there++
			} else {
				gone = append(gone, at)
			}
		}
		applied = applied || there > 0
		if there < 2 || len(gone) > there/2 || soon.MatchString(written) {
			continue
		}
		for _, at := range gone {
			hit(d, at, model.Target(folder+d.Slice(at)), model.Note(folder))
		}
	}
	return applied
}

// soon says of a list that not all of it is there yet, or any more.
var soon = pattern.New(`(?i)\b(?:new|planned|to (?:be|come)|will|future|later|add(?:s|ed)?|creat\w+|remov\w+|delet\w+|renam\w+|optional\w*|generat\w+)\b|新增|新建|将|待|计划|删除|移除|可选|生成`)
