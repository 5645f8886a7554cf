package layout

import (
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Set is the layouts that are looked for together. The zero value knows none. Nothing
// in it changes, and it may be shared.
type Set struct {
	layouts []Layout
	places  []place
	ignored []string // "/openspec/changes/archive/"
}

// place is a Place made ready to be compared with many paths.
type place struct {
	layout   *Layout
	place    *Place
	levels   []string
	literals int    // levels that are names: the more, the more specific
	start    string // the names it starts with, as they stand in a path: "/.kiro/specs"
	leading  int    // how many levels these are
}

// Match is a folder whose path is that of a session.
type Match struct {
	Layout *Layout
	Place  *Place
	Dir    string // the session's folder, absolute
	Base   string // the folder in which the path of a session starts: what the sessions share lies there
	Rest   string // the way down from the folder to the path that was asked about; "" is the folder itself
	weight int
}

// NewSet returns the layouts that are not switched off as a set.
func NewSet(layouts []Layout) *Set {
	s := &Set{}
	for _, l := range layouts {
		if !l.Off {
			s.layouts = append(s.layouts, l)
		}
	}
	for i := range s.layouts {
		l := &s.layouts[i]
		for _, folder := range l.Ignored {
			s.ignored = append(s.ignored, "/"+folder+"/")
		}
		for j := range l.Places {
			p := place{layout: l, place: &l.Places[j], levels: strings.Split(l.Places[j].Path, "/")}
			for _, level := range p.levels {
				if IsGlob(level) {
					continue
				}
				if p.leading == p.literals {
					p.start += "/" + level
					p.leading++
				}
				p.literals++
			}
			s.places = append(s.places, p)
		}
	}
	return s
}

// Layouts are the layouts of the set. They belong to it.
func (s *Set) Layouts() []Layout {
	if s == nil {
		return nil
	}
	return s.layouts
}

// Ignores tells whether an absolute path is, or lies in, a folder that a layout leaves alone.
func (s *Set) Ignores(path string) bool {
	if s == nil {
		return false
	}
	for _, folder := range s.ignored {
		if strings.HasSuffix(path, folder[:len(folder)-1]) || strings.Contains(path, folder) {
			return true
		}
	}
	return false
}

// Around returns the sessions that an absolute path is, or lies in, by the names on the way
// alone: the most specific first, of equally specific ones the innermost.
func (s *Set) Around(path string) []Match {
	var found []Match
	if s == nil {
		return nil
	}
	for i := range s.places {
		found = s.places[i].around(path, found)
	}
	if len(found) == 0 || s.Ignores(path) {
		return nil
	}
	for i := 1; i < len(found); i++ { // there are one or two
		for j := i; j > 0 && found[j].before(found[j-1]); j-- {
			found[j], found[j-1] = found[j-1], found[j]
		}
	}
	return found
}

func (m Match) before(other Match) bool {
	if m.weight != other.weight {
		return m.weight > other.weight
	}
	return len(m.Dir) > len(other.Dir)
}

// around adds the folders on the way to a path that the place matches.
func (p *place) around(path string, found []Match) []Match {
	for from := 0; ; {
		at := strings.Index(path[from:], p.start)
		if at < 0 {
			return found
		}
		at += from
		from = at + 1
		end := at + len(p.start)
		if end < len(path) && path[end] != '/' {
			continue
		}
		if end, ok := p.finish(path, end); ok {
			found = append(found, Match{
				Layout: p.layout, Place: p.place, Dir: path[:end], Base: base(path[:at]),
				Rest: strings.TrimPrefix(path[end:], "/"), weight: p.literals,
			})
		}
	}
}

// finish compares what follows the names that a place starts with, and returns where the
// session's path ends.
func (p *place) finish(path string, end int) (int, bool) {
	for _, level := range p.levels[p.leading:] {
		if end >= len(path) {
			return 0, false
		}
		name, _, _ := strings.Cut(path[end+1:], "/")
		if name == "" || !doublestar.MatchUnvalidated(level, name) {
			return 0, false
		}
		end += 1 + len(name)
	}
	return end, true
}

func base(dir string) string {
	if dir == "" {
		return "/"
	}
	return dir
}

// Leads returns how many levels of the path of a session an absolute path ends with: the
// folders of a framework lie deeper than sessions are looked for. It is 0 of most paths.
func (s *Set) Leads(path string) int {
	if s == nil {
		return 0
	}
	most := 0
	for i := range s.places {
		p := &s.places[i]
		for k := len(p.levels); k > most; k-- {
			if ends(path, p.levels[:k]) {
				most = k
			}
		}
	}
	if most > 0 && s.Ignores(path) {
		return 0
	}
	return most
}

// ends tells whether the last names of a path match the levels.
func ends(path string, levels []string) bool {
	for i := len(levels) - 1; i >= 0; i-- {
		at := strings.LastIndexByte(path, '/')
		if at < 0 {
			return false
		}
		name := path[at+1:]
		if name != levels[i] && !(IsGlob(levels[i]) && doublestar.MatchUnvalidated(levels[i], name)) {
			return false
		}
		path = path[:at]
	}
	return true
}

// KindOf is the kind of a file of a session, by its path from there.
func (l *Layout) KindOf(rel string) Kind {
	for _, round := range l.Rounds {
		for _, artifact := range round.Artifact {
			if matches(artifact, rel) {
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
