// Package mention finds what a document says of the code around it: files that it names,
// and packages with their versions. It says where, and whether the words around a place
// claim that the thing is there; [codebase] knows whether it is.
//
// [codebase]: discussd/critique/codebase
package mention

import (
	"path"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// File is a place where a document names a file of the project.
type File struct {
	Path string
	document.Span
	Line    int    // the line of it that is named, or 0
	Claimed bool   // the words around it say that the file is there
	Time           // when it is there, as the words around it and the documents around say
	Open    bool   // a task says so that is not done
	Done    bool   // a task says so that is done
	Placed  bool   // they only say what is in it, as of what is to be made too
	Touched bool   // they say what is done in it, or with it
	Listed  bool   // nothing says so but that the document is a list of what is to be done
	Holds   string // a name that it is said to hold; "" when none is
	Tree    int    // where the fence begins that draws it as part of a tree; 0 when none does
	Loose   bool   // only its form says that it is a path: a folder without a slash, or a module
	Top     bool   // a folder by its name alone
	Bare    bool   // a file by its name alone
}

// Time is when a thing is there, as documents say.
type Time int

// The times.
const (
	Now      Time = iota // nobody says otherwise
	Sketched             // somebody shows it, or a list of what is to be done names it
	ToBe                 // somebody says that it is to come
)

// tasks tells whether a document is a list of what is to be done.
var tasks = pattern.New(`(?i)(?:^|/)(?:tasks|[0-9.-]*PLAN|epics?[^/]*|todo)\.md$|(?:^|/)(?:epics|stories)/`)

// isList tells whether a document is a list of what is to be done, and no boxes say what of it
// is done.
func isList(d *document.Document, prose []line) bool {
	return tasks.MatchString(d.Path) && !slices.ContainsFunc(prose, func(l line) bool { return l.task != 0 })
}

// ToCome is what the documents of a session say is to come, or show: of that it is not
// known whether it should be there.
type ToCome struct {
	Files  paths         // by the last element
	Listed paths         // those that a list of what is to be done only names
	Front  paths         // those that stand above a text, where a plan says which files it touches
	Shown  paths         // those of drawn trees of which nothing is said
	names  *surroundings // of code
}

// time is when a file is there, as something says.
func (c *ToCome) time(name string) Time {
	switch {
	case c.Files.has(name) || c.Front.has(name):
		return ToBe
	case c.Shown.has(name) || c.Listed.has(name):
		return Sketched
	}
	return Now
}

// Coming returns what the documents of a session say is to come.
func Coming(docs []*document.Document) *ToCome {
	c := &ToCome{Files: paths{}, Listed: paths{}, Front: paths{}, Shown: paths{}, names: comingNames(docs)}
	for _, d := range docs {
		c.read(d)
	}
	return c
}

// paths are paths by their last element.
type paths map[string][]string

func (p paths) add(name string) { p[path.Base(name)] = append(p[path.Base(name)], name) }

// has tells whether a path is one of them, or one of them ends like it, or it like one.
func (p paths) has(name string) bool {
	return slices.ContainsFunc(p[path.Base(name)], func(other string) bool {
		return other == name || strings.HasSuffix(name, "/"+other) || strings.HasSuffix(other, "/"+name)
	})
}

// read takes the files and folders that a document says are to come, those that a list of what
// is to be done only names, and those of drawn trees.
func (c *ToCome) read(d *document.Document) {
	prose, code := linesOf(d)
	list := isList(d, prose)
	for i := range prose {
		l := &prose[i]
		for _, at := range places(l) {
			switch name, _ := pathOf(l.text[at.from:at.to]); stateOf(d, l, at.from, at.to, list) {
			case planned, away:
				c.Files.add(name)
			case listed:
				c.Listed.add(name)
			}
		}
	}
	for _, leaf := range trees(d, code) {
		switch leaf.said {
		case planned:
			c.Files.add(leaf.path)
		case unsaid:
			c.Shown.add(leaf.path)
		}
	}
	if !isWork(d) { // what stands above it was there before it
		return
	}
	for _, field := range d.Front.Fields { // files_modified of a plan may list new ones
		for _, value := range field.Values {
			if strings.Contains(value, "/") {
				c.Front.add(strings.TrimPrefix(value, "./"))
			}
		}
	}
}

// isWork tells whether a document is about work that is to be done.
func isWork(d *document.Document) bool {
	return d.Kind.Phase() == document.Tasks.Phase() || tasks.MatchString(d.Path)
}

// Files returns the files and folders that a document names: not what is gone, nor
// patterns, addresses and examples. They are in order of their places.
func Files(d *document.Document, coming *ToCome) []File {
	prose, code := linesOf(d)
	list := isList(d, prose)
	found := inCode(d, code, coming)
	for i := range prose {
		l := &prose[i]
		for _, at := range places(l) {
			if f, ok := fileAt(d, l, at, list, coming); ok {
				found = append(found, f)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b File) int { return a.Start - b.Start })
	return found
}

// fileAt is the file that a line names at a place; it is false of what is none of the
// project's.
func fileAt(d *document.Document, l *line, at place, list bool, coming *ToCome) (File, bool) {
	text := l.text[at.from:at.to]
	if strings.Contains(text, "...") || strings.Contains(text, "//") || strings.HasPrefix(text, "@") && (strings.HasSuffix(text, ".d.ts") || strings.HasPrefix(text, "@/*") || packaged.MatchString(text)) || placeholder(text) || elsewhere.MatchString(l.text[:at.from]) || spelling.MatchString(l.text) || stored.MatchString(l.text) {
		return File{}, false
	}
	name, number := pathOf(text)
	said := stateOf(d, l, at.from, at.to, list)
	switch {
	case said == away:
		return File{}, false
	case l.start < d.Front.Span.End && isWork(d): // a plan's list of files may have new ones
		said = listed
	case number > 0 && said != planned: // nobody counts the lines of what is to come
		said = claimed
	}
	f := File{Path: name, Span: document.Span{Start: l.start + at.from, End: l.start + at.to}, Holds: holds(l.text[at.to:]), Loose: at.loose}
	f.Done, f.Bare = l.task == 'x', bareName(name)
	f.Top = !f.Bare && !strings.Contains(name, "/")
	switch f.Time = coming.time(name); {
	case said.toCome():
		f.Time, f.Open, f.Listed = ToBe, l.task == ' ', said == listed && !coming.Files.has(name)
	case l.task == 'x' || said == claimed && !coming.Files.has(name) && !coming.Shown.has(name): // what was to come has come
		f.Time = Now
	}
	before := strings.TrimRight(l.text[:at.from], "`* ")
	f.Claimed, f.Placed, f.Touched = said == claimed && f.Time == Now, placing.MatchString(before), touching.MatchString(before)
	if !said.toCome() {
		f.Line = number
	}
	return f, true
}

// packaged is a package whose name ends as a file does.
var packaged = pattern.New(`^@[a-z0-9-]+/[\w-]+\.js$`)

// placing says right before a path that something is in it.
var placing = pattern.New(`(?i)(?:\b(?:lives?|located|found|defined|implemented|declared|kept) (?:in|at|under)|位于|定义在|定义于|放在)(?:[\s,、]*(?:and|or|和|与)?\s*\x60[^\x60]+\x60)*[\s,、]*(?:and|or|和|与)?$`)

// touching says right before a path what is done in it, or with it.
var touching = pattern.New(`(?i)(?:^|[\s:])(?:configur\w+|register\w*|mount\w*|wir(?:e|es|ed|ing)|appl(?:y|ies|ied|ying)|integrat\w+|enabl\w+|hook\w*|connect\w*|expos\w+|declar\w+|defin\w+|fix\w*|shar(?:e|es|ed|ing)|export\w*|read\w*|load\w*|import\w*|us(?:e|es|ing)|add\w*|replac\w+|call\w*)\b[^.;]{1,80}\b(?:in|into|to|inside|within|from|via|with)$|(?:在|从|向|于)$`)

// stored is a line about what lies in a store of objects, whose names look like paths.
var stored = pattern.New(`(?:\bS3\b|\b[Bb]uckets?\b|\bobject stor(?:e|age)\b|\b[Bb]lob storage\b|存储桶)`)

// spelling is a line about how names are written, which shows some.
var spelling = pattern.New(`(?:camel|Pascal|kebab|snake)[-_]?[Cc]ase\b`)

// elsewhere says right before a path that it is of another project.
var elsewhere = pattern.New("(?i)\\b(?:github|gitlab|upstream)(?:'s)?(?: repo(?:sitory)?)?[\\s:`*(]*$")

// inCode returns the files of the trees that the code of a document draws.
func inCode(d *document.Document, code []line, coming *ToCome) (found []File) {
	for _, leaf := range trees(d, code) {
		if leaf.said != planned && !placeholder(leaf.path) && !strings.Contains(leaf.path, "...") {
			f := File{Path: leaf.path, Span: document.Span{Start: leaf.from, End: leaf.to}, Tree: leaf.fence}
			switch {
			case coming.Files.has(leaf.path):
				f.Time = ToBe
			case coming.Listed.has(leaf.path):
				f.Time = Sketched
			}
			f.Claimed = leaf.said == claimed && f.Time != ToBe
			found = append(found, f)
		}
	}
	return found
}
