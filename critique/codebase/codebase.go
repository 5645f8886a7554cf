// Package codebase knows which files a project has and which packages its manifests ask
// for, so that what a specification says of them can be looked up.
//
// A root and limits come in, an [Index] goes out: names of files, and what manifests say.
// [Words] are the names in the contents of programs, read only when a document speaks of
// such a name. Both leave out what .gitignore leaves out, follow no link, never
// execute anything, and end early where a project is too large: then nothing is called
// missing.
package codebase

import (
	"cmp"
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	ignore "github.com/sabhiram/go-gitignore"

	"discussd/internal/text/nearest"
	"discussd/internal/text/pattern"
)

// Limits bound what is read of a project.
type Limits struct {
	Files int   // names
	Bytes int64 // of manifests and of .gitignore files together
}

// Default is what a round can wait for.
var Default = Limits{Files: 200_000, Bytes: 8 << 20}

// OfWords bounds what is read of the contents of programs.
var OfWords = Limits{Bytes: 64 << 20}

const (
	maxManifest = 1 << 20
	maxDepth    = 40
)

// Index is what a project has. It does not change.
type Index struct {
	complete bool
	why      string // it is not, in words
	code     int    // files of programs
	files    map[string]bool
	folders  map[string]bool
	bases    map[string][]string // paths of files by their last element
	ends     map[string][]string // those of folders, likewise
	stems    map[string][]string // paths of files by their last element without its extension
	rules    []rules
	versions map[string][]Version
	packages map[string]bool      // that a manifest names, with a version or without
	commands map[string]*commands // by the program that runs them
	room     int64
}

type rules struct {
	below   string // its folder with a slash, "" at the root
	ignore  *ignore.GitIgnore
	folders *ignore.GitIgnore // without what speaks of all that is in a folder, and not of the folder
}

func rulesOf(below, text string) rules {
	lines := strings.Split(text, "\n")
	all := ignore.CompileIgnoreLines(lines...)
	return rules{below, all, ignore.CompileIgnoreLines(slices.DeleteFunc(lines, func(line string) bool { return strings.HasSuffix(strings.TrimSpace(line), "/*") })...)}
}

// Read reads the index of the project below a root. What cannot be read is left out.
func Read(ctx context.Context, root *os.Root, limits Limits) *Index {
	x := &Index{
		files: map[string]bool{}, folders: map[string]bool{}, bases: map[string][]string{}, ends: map[string][]string{}, stems: map[string][]string{}, packages: map[string]bool{},
		versions: map[string][]Version{}, commands: map[string]*commands{}, room: limits.Bytes,
	}
	x.complete = x.folder(ctx, root, ".", limits.Files, 0)
	return x
}

// folder reads one folder and those in it. It is false when it ended early.
func (x *Index) folder(ctx context.Context, root *os.Root, dir string, most, depth int) bool {
	if ctx.Err() != nil || depth > maxDepth {
		return x.ended("it was interrupted, or " + dir + " lies too deep")
	}
	entries, err := fs.ReadDir(root.FS(), dir)
	if err != nil {
		return x.ended(dir + " cannot be read")
	}
	if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == ".gitignore" && e.Type().IsRegular() }) {
		if text, ok := x.text(root, path.Join(dir, ".gitignore")); ok {
			x.rules = append(x.rules, rulesOf(strings.TrimPrefix(dir+"/", "./"), text))
		}
	}
	complete := true
	for _, entry := range entries {
		name := path.Join(dir, entry.Name())
		switch {
		case entry.IsDir():
			if skipped[entry.Name()] || x.Ignores(name+"/") {
				continue
			}
			x.folders[name] = true
			x.ends[entry.Name()] = append(x.ends[entry.Name()], name)
			complete = x.folder(ctx, root, name, most, depth+1) && complete
		case len(x.files) >= most:
			return x.ended("the project has more than " + strconv.Itoa(most) + " files")
		case x.Ignores(name):
		default:
			x.add(root, name, entry.Type().IsRegular())
		}
	}
	return complete
}

// ended notes why the index is not all of the project: the first reason.
func (x *Index) ended(why string) bool {
	x.why = cmp.Or(x.why, why)
	return false
}

// skipped are folders that hold nothing of the project's own, whatever .gitignore says.
var skipped = map[string]bool{".git": true, ".hg": true, ".svn": true, ".jj": true, "node_modules": true, "__pycache__": true, ".venv": true}

// written are folders that tools write, also where no .gitignore says so.
var written = set("venv env dist build out target coverage bin obj tmp temp logs log cache output vendor _build .next .nuxt .svelte-kit .turbo .output")

func (x *Index) add(root *os.Root, name string, regular bool) {
	x.files[name] = true
	base := path.Base(name)
	x.bases[base] = append(x.bases[base], name)
	stem := strings.TrimSuffix(base, path.Ext(base))
	x.stems[stem] = append(x.stems[stem], name)
	if program[path.Ext(base)] {
		x.code++
	}
	versions, runs := manifest(base), runners[base]
	if !regular || versions == nil && runs == nil {
		return
	}
	text, ok := x.text(root, name)
	if ok && versions != nil {
		for _, v := range versions(text) {
			x.packages[v.key()] = true
			if v.Manifest = name; v.Constraint != "" {
				x.versions[v.key()] = append(x.versions[v.key()], v)
			}
		}
	}
	if runs != nil {
		x.defines(runs, text, ok)
	}
}

// text reads a small file while there is room.
func (x *Index) text(root *os.Root, name string) (string, bool) {
	text, ok := readSmall(root, name, min(maxManifest, x.room))
	x.room -= int64(len(text))
	return text, ok
}

// Ignores tells whether .gitignore leaves a path out; that of a folder ends in "/".
func (x *Index) Ignores(name string) bool {
	for _, r := range x.rules {
		by := r.ignore
		if strings.HasSuffix(name, "/") {
			by = r.folders
		}
		if inner, below := strings.CutPrefix(name, r.below); below && by.MatchesPath(inner) {
			return true
		}
	}
	return false
}

// LeftOut tells whether the .gitignore beside a folder, or one above it in its repository,
// leaves the folder out.
func LeftOut(dir, name string) bool {
	for inner := name + "/"; ; dir, inner = filepath.Dir(dir), filepath.Base(dir)+"/"+inner {
		root, err := os.OpenRoot(dir)
		if err != nil {
			return false
		}
		text, _ := readSmall(root, ".gitignore", maxManifest)
		_, top := root.Lstat(".git")
		_ = root.Close()
		if rulesOf("", text).folders.MatchesPath(inner) {
			return true
		}
		if top == nil || filepath.Dir(dir) == dir {
			return false
		}
	}
}

// program are the ends of files that hold programs.
var program = set(".go .py .js .jsx .ts .tsx .mjs .cjs .vue .svelte .rs .java .kt .kts .scala .swift .m .mm .c .h .cc .cpp .hpp .cs .fs .vb .rb .php .pl .lua .ex .exs .erl .clj .hs .ml .dart .r .jl .sh .bash .ps1 .sql .zig .nim .sol .html .css .scss .sass .less .mts .cts .astro .mdx .gd .groovy .razor .cshtml .xaml .elm .fsx .cu .glsl .hlsl .wgsl .metal .v .sv .f90 .bat .fish .zsh .ejs .hbs .pug .erb .twig .liquid .ipynb")

// Sighting is what is known of a path that somebody names.
type Sighting struct {
	There   bool   // it is one of the project's
	Missing bool   // it is certainly not there, and its first folder is, or what has its name
	Ignored bool   // .gitignore leaves it out, so that nobody can tell
	Folder  bool   // the folder it is said to be in is there
	Nearest string // what there is that it could be; "" when nothing is like it
	Near    bool   // the nearest is the same name elsewhere, or nearly the same name there
	Slip    bool   // the nearest has the same path but for the spelling of one folder, or for the end of the name
	Stem    bool   // the nearest lies in the same folder, and one of the two names begins the other
	Part    string // of a name, what of it is missing
	Env     bool   // the nearest is a variable of the environment
	Same    bool   // the nearest has the same last element, which few others have
}

// leastCode is how many files of programs a project has of which anything is said.
const leastCode = 3

// Look looks a path up: from the project's root, and as the end of any path in it, since
// specifications name files from the package that they are about. Of a project without
// code, or one that was not read to its end, nothing is missing.
func (x *Index) Look(name string) Sighting {
	top := strings.HasSuffix(name, "/")
	name = strings.TrimPrefix(path.Clean(name), "./")
	switch {
	case !x.complete:
		return Sighting{}
	case x.Ignores(name), top && x.Ignores(name+"/"):
		return Sighting{Ignored: true}
	case x.there(name), prefixed(x, name):
		return Sighting{There: true}
	case x.code < leastCode:
		return Sighting{}
	}
	first, _, deep := strings.Cut(name, "/")
	switch {
	case !deep && !top && program[path.Ext(name)]:
		return bare(x, name)
	case first[0] == '.' && !hidden[first] || skipped[first] || !deep && !top:
		return Sighting{}
	}
	if !deep { // a folder by its name alone
		if written[name] {
			return Sighting{}
		}
		other := nearest.Meant(name, x.beside(".", true))
		return Sighting{Missing: true, Folder: true, Nearest: other, Near: len(name) > 4 && other != "" && nearly(name, other) && !inflected(name, other)}
	}
	for at := range strings.SplitSeq(name, "/") {
		if written[at] && len(x.ends[at]) == 0 {
			return Sighting{}
		}
	}
	base := path.Base(name)
	s := Sighting{
		Missing: true, Folder: x.there(path.Dir(name)),
		Same: len(x.bases[base]) > 0 && !common[strings.TrimSuffix(base, path.Ext(base))],
	}
	known := s.Folder || x.folders[first] || len(x.ends[first]) > 0
	if !known && !s.Same { // of another project, or an example
		return Sighting{}
	}
	like := x.nearest(name)
	s.Nearest, s.Near, s.Slip, s.Stem = like.Nearest, like.Near && known, like.Slip, like.Stem
	return s
}

// Module looks up what may be a file without its extension, or a folder: "a/b/c", or "@/b/c",
// as projects call what is below their sources. Since much else has that form, it is
// missing only where the folder is there that would hold it.
func (x *Index) Module(name string) Sighting {
	_, own, aliased := strings.Cut(name, "/")
	if aliased = aliased && (name[0] == '@' || name[0] == '~') && name[1] == '/'; aliased {
		name = own
	}
	name = path.Clean(name)
	dir, base := path.Split(name)
	if dir = strings.TrimSuffix(dir, "/"); !x.complete || x.code < leastCode || x.Ignores(name) {
		return Sighting{}
	}
	if x.there(name) || slices.ContainsFunc(x.stems[base], func(file string) bool {
		file = strings.TrimSuffix(file, path.Ext(file))
		return file == name || strings.HasSuffix(file, "/"+name)
	}) {
		return Sighting{There: true}
	}
	if dir == "" || !x.there(dir) || !aliased && !strings.Contains(dir, "/") {
		return Sighting{}
	}
	beside := x.beside(dir, true)
	for _, file := range x.beside(dir, false) {
		beside = append(beside, strings.TrimSuffix(file, path.Ext(file)))
	}
	s := Sighting{Missing: true, Folder: true}
	if other := nearest.Meant(base, beside); other != "" {
		s.Nearest, s.Near = path.Join(dir, other), len(base) > 4 && nearly(base, other) && !inflected(base, other)
	}
	return s
}

// hidden are hidden folders whose files stay; .changeset and its like are emptied by tools.
var hidden = set(".github .gitlab .kiro .vscode .husky .circleci .devcontainer .claude .cursor .planning .specify .spec-workflow .bmad-core")

// there tells whether a path is one of the project's, or the end of one.
func (x *Index) there(name string) bool {
	if x.files[name] || x.folders[name] {
		return true
	}
	longer := func(other string) bool {
		return strings.HasSuffix(other, "/"+name) || strings.Contains(other, "(") && strings.HasSuffix(groups.ReplaceAllString("/"+other, ""), groups.ReplaceAllString("/"+name, ""))
	}
	return slices.ContainsFunc(x.bases[path.Base(name)], longer) || slices.ContainsFunc(x.ends[path.Base(name)], longer)
}

// groups are folders that only keep others together, as some frameworks have them: "(member)".
var groups = pattern.New(`/\([^/()]*\)`)

// stamp and version are what tools put before a file's name: the one before a migration, the other before
// a document that is put away in a folder below.
var (
	stamp   = pattern.New(`^(?:[0-9a-f]{8,}|\d{3,})[_-]$`)
	version = pattern.New(`^(?:[\w.-]+/)?v\d[\d.]*-$`)
)

// prefixed tells whether a file is one of the project's but for what a tool put before its name.
func prefixed(x *Index, name string) bool {
	dir, base := path.Split(name)
	migrated := program[path.Ext(base)]
	for file := range x.files {
		before, is := strings.CutSuffix(file, base)
		if !is {
			continue
		}
		of, mark := path.Split(before)
		if migrated && stamp.MatchString(mark) && strings.HasSuffix("/"+of, "/"+dir) {
			return true
		}
		if below, is := strings.CutPrefix(before, dir); is && version.MatchString(below) {
			return true
		}
	}
	return false
}

// ending are the files whose paths end like a path, in order.
func ending(x *Index, name string) (files []string) {
	for _, file := range x.bases[path.Base(name)] {
		if file == name || strings.HasSuffix(file, "/"+name) {
			files = append(files, file)
		}
	}
	slices.Sort(files)
	return files
}

// absent says of a file that the index does not have what there is in its place. Nothing is
// known of what the index leaves out.
func absent(x *Index, name string) Sighting {
	out := func(part string) bool { return skipped[part] }
	if !x.complete || x.Ignores(name) || slices.ContainsFunc(strings.Split(name, "/"), out) {
		return Sighting{}
	}
	return Sighting{Missing: true, Nearest: x.nearest(name).Nearest}
}

// common are names that many folders have: elsewhere they are other files.
var common = set("index main mod lib init __init__ app types type utils util helpers config constants routes route page layout styles style test tests setup models model schema errors client server handler service README spec plan tasks research quickstart data-model design requirements proposal")

func set(words string) map[string]bool {
	all := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		all[word] = true
	}
	return all
}

var part = pattern.New(`[A-Z]?[a-z0-9]{3,}|[A-Z]{4,}`)
