package layout

import (
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Set is the layouts that are looked for together. The zero value knows none. Nothing
// in it changes, and it may be shared.
type Set struct {
	layouts []Layout
	// starts are the places and the ignored folders by the first name of their path: of
	// most paths no name is among them, and that is all that is looked at.
	starts map[string][]place
}

// place is where sessions are, or a folder that is left alone, made ready to be compared
// with many paths.
type place struct {
	layout *Layout
	place  *Place // nil of a folder that is left alone
	levels []string
	names  int // levels that are names, not globs: the more, the more specific
}

// Look is what the layouts of a set say of a path, by its names alone.
type Look struct {
	// Around are the sessions that the path is, or lies in: the most specific first, of
	// equally specific ones the innermost.
	Around []Match
	// Steps is how many levels of the path of a session the path ends with. A framework's
	// folders may lie deeper than sessions are looked for.
	Steps int
	// Ignored tells that the path is, or lies in, a folder that a layout leaves alone. There
	// is nothing else to say then.
	Ignored bool
}

// Match is a folder whose path is that of a session.
type Match struct {
	Layout *Layout
	Place  *Place
	Dir    string // the session's folder, absolute
	Base   string // the folder in which the path of a session starts: what the sessions share lies there
	Rest   string // the way down from the folder to the path that was asked about; "" is the folder itself
	names  int
}

// NewSet returns the layouts that are not switched off as a set.
func NewSet(layouts []Layout) *Set {
	s := &Set{starts: map[string][]place{}}
	for _, l := range layouts {
		if !l.Off {
			s.layouts = append(s.layouts, l)
		}
	}
	for _, folder := range agents {
		s.add(place{levels: []string{folder, told}})
	}
	for i := range s.layouts {
		l := &s.layouts[i]
		for _, folder := range slices.Concat(l.Ignored, slices.DeleteFunc(slices.Clone(l.Archived), IsGlob)) {
			s.add(place{layout: l, levels: strings.Split(folder, "/")})
		}
		for j := range l.Places {
			s.add(place{layout: l, place: &l.Places[j], levels: strings.Split(l.Places[j].Path, "/")})
		}
	}
	return s
}

func (s *Set) add(p place) {
	for _, level := range p.levels {
		if !IsGlob(level) {
			p.names++
		}
	}
	s.starts[p.levels[0]] = append(s.starts[p.levels[0]], p)
}

// Layouts are the layouts of the set. They belong to it.
func (s *Set) Layouts() []Layout {
	if s == nil {
		return nil
	}
	return s.layouts
}

// Look says what the layouts say of an absolute path.
func (s *Set) Look(path string) (seen Look) {
	if s == nil {
		return seen
	}
	for at := 0; at < len(path); {
		name := path[at+1:]
		if end := strings.IndexByte(name, '/'); end >= 0 {
			name = name[:end]
		}
		for _, p := range s.starts[name] {
			p.compare(path, at, &seen)
			if seen.Ignored {
				return Look{Ignored: true}
			}
		}
		at += 1 + len(name)
	}
	return seen
}

// Beside is the name of the layout that knows an absolute path as something else than a session: a
// template, or what all of its sessions share. None: "".
func (s *Set) Beside(path string) string {
	for _, l := range s.Layouts() {
		if slices.ContainsFunc(l.Ignored, func(folder string) bool { return strings.Contains(path+"/", "/"+folder+"/") }) ||
			slices.ContainsFunc(l.Context, func(glob string) bool { return doublestar.MatchUnvalidated("/**/"+glob, path) }) {
			return l.Name
		}
	}
	return ""
}

// Aside tells whether an absolute path is a framework's own or of what is done: a template, an archive, and not what
// sessions share.
func (s *Set) Aside(path string) bool { return s.Look(path).Ignored && !s.shared(path) }

func (s *Set) shared(path string) bool {
	return slices.ContainsFunc(s.Layouts(), func(l Layout) bool {
		return slices.ContainsFunc(l.Context, func(glob string) bool { return doublestar.MatchUnvalidated("/**/"+glob, path) })
	})
}

// Archived is the name of the layout that keeps at an absolute path what is done. None: "".
func (s *Set) Archived(path string) string {
	for _, l := range s.Layouts() {
		if slices.ContainsFunc(l.Archived, func(folder string) bool { return doublestar.MatchUnvalidated("/**/"+folder+"/**", path) }) {
			return l.Name
		}
	}
	return ""
}

// add keeps the matches in their order: there are one or two.
func (seen *Look) add(m Match) {
	seen.Around = append(seen.Around, m)
	for i := len(seen.Around) - 1; i > 0 && m.before(seen.Around[i-1]); i-- {
		seen.Around[i], seen.Around[i-1] = seen.Around[i-1], m
	}
}

func (m Match) before(other Match) bool {
	if m.names != other.names {
		return m.names > other.names
	}
	return len(m.Dir) > len(other.Dir)
}

// compare notes what a place says of a path whose slash at the offset its own path would
// follow.
func (p place) compare(path string, start int, seen *Look) {
	at := start
	for i, level := range p.levels {
		if at == len(path) {
			if p.place != nil {
				seen.Steps = max(seen.Steps, i)
			}
			return
		}
		name := path[at+1:]
		if end := strings.IndexByte(name, '/'); end >= 0 {
			name = name[:end]
		}
		if name != level && !(IsGlob(level) && doublestar.MatchUnvalidated(level, name)) {
			return
		}
		at += 1 + len(name)
	}
	if p.place == nil {
		seen.Ignored = true
		return
	}
	m := Match{Layout: p.layout, Place: p.place, Dir: path[:at], Base: path[:max(start, 1)], names: p.names}
	if at == len(path) {
		seen.Steps = max(seen.Steps, len(p.levels))
	} else {
		m.Rest = path[at+1:]
	}
	seen.add(m)
}

// KindOf is the kind of a file of a session, by its path from there.
func (l *Layout) KindOf(rel string) Kind {
	for _, round := range l.Rounds {
		for _, artifact := range round.Artifact {
			if matches(artifact, rel) && !slices.Contains(round.Members, artifact) { // which may be all that a round has
				return data(rel, round.Kind)
			}
		}
	}
	for _, round := range l.Rounds {
		for _, glob := range round.Members {
			if matches(glob, rel) {
				return data(rel, round.MemberKind)
			}
		}
	}
	return data(rel, PlainKind)
}

// data leaves a kind to what is Markdown.
func data(rel string, kind Kind) Kind {
	if path.Ext(rel) != ".md" {
		return ""
	}
	if kind == "" {
		return PlainKind
	}
	return kind
}

func matches(pattern, rel string) bool {
	return pattern == rel || IsGlob(pattern) && doublestar.MatchUnvalidated(pattern, rel)
}

// made are folders in which tools keep what they made or fetched, whatever lies beside
// them: nobody writes a session there.
var made = [...]string{
	"__pycache__", ".venv", ".tox", ".next", ".nuxt", ".svelte-kit", ".gradle", ".terraform", ".turbo", ".parcel-cache", ".mypy_cache",
	".pytest_cache", ".ruff_cache", ".dart_tool", ".pnpm-store", "bower_components",
}

// outputs are names of folders that builds write to, and of what says so when it lies
// beside one. Sessions may have any name: alone such a name says nothing.
var outputs = map[string][]string{
	"dist":     {"package.json", "pyproject.toml", "setup.py"},
	"build":    {"package.json", "pyproject.toml", "setup.py", "build.gradle", "build.gradle.kts", "CMakeLists.txt", "pubspec.yaml"},
	"out":      {"package.json", "build.gradle", "build.gradle.kts", "CMakeLists.txt", "foundry.toml"},
	"target":   {"Cargo.toml", "pom.xml", "build.sbt"},
	"coverage": {"package.json"},
	"_build":   {"mix.exs", "dune-project"},
	"vendor":   {"go.mod", "composer.json"},
	"Pods":     {"Podfile"},
	"venv":     {"pyproject.toml", "setup.py", "requirements.txt"},
}

// agents are folders in which agents are set up, and told what they read there: skills and
// commands bring examples and templates of specifications along.
var agents = [...]string{
	".agent", ".agents", ".augment", ".claude", ".clinerules", ".codex", ".copilot", ".cursor", ".factory", ".gemini", ".github", ".iflow",
	".kilocode", ".kiro", ".opencode", ".qoder", ".qwen", ".roo", ".trae", ".windsurf",
}

const told = "{skills,skill,commands,command,agents,prompts,rules,templates,workflows}"

// IsOutput tells whether a folder of that name holds what tools made, so that no session is
// looked for in it. The functions given tell whether a file lies beside the folder, and whether
// the project keeps the folder out of its history.
func IsOutput(name string, beside func(file string) bool, ignored func() bool) bool {
	signs, may := outputs[name]
	return slices.Contains(made[:], name) || slices.ContainsFunc(signs, beside) || may && ignored()
}
