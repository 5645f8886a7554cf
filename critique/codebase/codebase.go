// Package codebase knows which files a project has and which packages its manifests ask
// for, so that what a specification says of them can be looked up.
//
// A root and limits come in, an [Index] goes out. It reads names, and the contents of
// manifests alone; it leaves out what .gitignore leaves out, follows no link, never
// executes anything, and ends early where a project is too large: then it calls nothing
// missing.
package codebase

import (
	"context"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	ignore "github.com/sabhiram/go-gitignore"

	"discussd/internal/text/nearest"
)

// Limits bound what is read of a project.
type Limits struct {
	Files int           // names
	Bytes int64         // of manifests and of .gitignore files together
	Time  time.Duration // for all of it
}

// Default is what a round can wait for.
var Default = Limits{Files: 200_000, Bytes: 8 << 20, Time: 3 * time.Second}

const (
	maxManifest = 1 << 20
	maxDepth    = 40
)

// Index is what a project has. It does not change.
type Index struct {
	complete bool
	code     int // files of programs
	files    map[string]bool
	folders  map[string]bool
	bases    map[string][]string // paths by their last element
	rules    []rules
	versions map[string][]Version
	room     int64
}

// rules are those of one .gitignore.
type rules struct {
	folder string // "" is the root
	ignore *ignore.GitIgnore
}

// Read reads the index of the project below a root. What cannot be read is left out.
func Read(ctx context.Context, root *os.Root, limits Limits) *Index {
	x := &Index{
		files: map[string]bool{}, folders: map[string]bool{}, bases: map[string][]string{},
		versions: map[string][]Version{}, room: limits.Bytes,
	}
	ctx, cancel := context.WithTimeout(ctx, limits.Time)
	defer cancel()
	x.complete = x.folder(ctx, root, ".", limits.Files, 0)
	return x
}

// folder reads one folder and those in it. It is false when it ended early.
func (x *Index) folder(ctx context.Context, root *os.Root, dir string, most, depth int) bool {
	if ctx.Err() != nil || depth > maxDepth {
		return false
	}
	entries, err := fs.ReadDir(root.FS(), dir)
	if err != nil {
		return false
	}
	if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == ".gitignore" && e.Type().IsRegular() }) {
		if text, ok := x.text(root, path.Join(dir, ".gitignore")); ok {
			x.rules = append(x.rules, rules{strings.TrimPrefix(dir, "."), ignore.CompileIgnoreLines(strings.Split(text, "\n")...)})
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
			complete = x.folder(ctx, root, name, most, depth+1) && complete
		case len(x.files) >= most:
			return false
		case x.Ignores(name):
		default:
			x.add(root, name, entry.Type().IsRegular())
		}
	}
	return complete
}

// skipped are folders that hold nothing of the project's own, whatever .gitignore says.
var skipped = map[string]bool{".git": true, ".hg": true, ".svn": true, ".jj": true, "node_modules": true, "__pycache__": true, ".venv": true}

func (x *Index) add(root *os.Root, name string, regular bool) {
	x.files[name] = true
	base := path.Base(name)
	x.bases[base] = append(x.bases[base], name)
	if program[path.Ext(base)] {
		x.code++
	}
	if read := manifests[base]; read != nil && regular {
		if text, ok := x.text(root, name); ok {
			for _, v := range read(text) {
				v.Manifest = name
				x.versions[v.key()] = append(x.versions[v.key()], v)
			}
		}
	}
}

// text reads a small file while there is room.
func (x *Index) text(root *os.Root, name string) (string, bool) {
	info, err := root.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > min(maxManifest, x.room) {
		return "", false
	}
	f, err := root.Open(name)
	if err != nil {
		return "", false
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxManifest))
	x.room -= int64(len(text))
	return string(text), err == nil
}

// Ignores tells whether .gitignore leaves a path out; that of a folder ends in "/".
func (x *Index) Ignores(name string) bool {
	for _, r := range x.rules {
		inner := name
		if r.folder != "" {
			var below bool
			if inner, below = strings.CutPrefix(name, r.folder+"/"); !below {
				continue
			}
		}
		if r.ignore.MatchesPath(inner) {
			return true
		}
	}
	return false
}

// program are the ends of files that hold programs.
var program = func() map[string]bool {
	ends := map[string]bool{}
	for end := range strings.FieldsSeq(".go .py .js .jsx .ts .tsx .mjs .cjs .vue .svelte .rs .java .kt .kts .scala .swift .m .mm .c .h .cc .cpp .hpp .cs .fs .vb .rb .php .pl .lua .ex .exs .erl .clj .hs .ml .dart .r .jl .sh .bash .ps1 .sql .zig .nim .sol .html .css .scss") {
		ends[end] = true
	}
	return ends
}()

// Sighting is what is known of a path that somebody names.
type Sighting struct {
	There   bool   // it is one of the project's
	Missing bool   // it is certainly not there, and its first folder is
	Folder  bool   // the folder it is said to be in is there
	Nearest string // what there is that it could be; "" when nothing is like it
	Near    bool   // the nearest is the same name elsewhere, or nearly the same name there
}

// leastCode is how many files of programs a project has of which anything is said.
const leastCode = 3

// Look looks a path up: from the project's root, and as the end of any path in it, since
// specifications name files from the package that they are about. Of a project without
// code, or one that was not read to its end, nothing is missing.
func (x *Index) Look(name string) Sighting {
	name = strings.TrimPrefix(path.Clean(name), "./")
	if !x.complete || x.code < leastCode || x.Ignores(name) {
		return Sighting{}
	}
	if x.there(name) {
		return Sighting{There: true}
	}
	first, _, deep := strings.Cut(name, "/")
	if !deep || first[0] == '.' || !x.folders[first] { // .changeset and its like are emptied by tools
		return Sighting{}
	}
	s := Sighting{Missing: true, Folder: x.folders[path.Dir(name)]}
	s.Nearest, s.Near = x.nearest(name)
	return s
}

// there tells whether a path is one of the project's, or the end of one.
func (x *Index) there(name string) bool {
	if x.files[name] || x.folders[name] {
		return true
	}
	if slices.ContainsFunc(x.bases[path.Base(name)], func(other string) bool { return strings.HasSuffix(other, "/"+name) }) {
		return true
	}
	for folder := range x.folders {
		if strings.HasSuffix(folder, "/"+name) {
			return true
		}
	}
	return false
}

// common are names that many folders have: elsewhere they are other files.
var common = map[string]bool{}

func init() {
	for stem := range strings.FieldsSeq("index main mod lib init __init__ app types type utils util helpers config constants routes route page layout styles style test tests setup models model schema errors client server handler service README") {
		common[stem] = true
	}
}

// nearest is the file that a missing one could be.
func (x *Index) nearest(name string) (other string, near bool) {
	base, dir := path.Base(name), path.Dir(name)
	stem := strings.TrimSuffix(base, path.Ext(base))
	if places := x.bases[base]; len(places) > 0 {
		slices.Sort(places)
		return nearest.Of(name, places), len(places) == 1 && !common[stem]
	}
	var beside []string
	for file := range x.files {
		if path.Dir(file) == dir {
			beside = append(beside, path.Base(file))
		}
	}
	slices.Sort(beside)
	if other := nearest.Meant(base, beside); other != "" {
		return path.Join(dir, other), len(stem) > 4 && path.Ext(other) == path.Ext(base) && nearly(base, other)
	}
	return "", false
}

// nearly tells whether two names differ as a slip of the pen does: one letter, or two
// that changed places, or only case and marks.
func nearly(a, b string) bool {
	plain := func(s string) string {
		return strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(s))
	}
	if a, b = plain(a), plain(b); a == b {
		return true
	}
	start := 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	a, b = a[start:], b[start:]
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	digits := strings.ContainsAny(a+b, "0123456789") // step-2 beside step-1 is another file
	return !digits && (len(a) <= 1 && len(b) <= 1 || len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0])
}
