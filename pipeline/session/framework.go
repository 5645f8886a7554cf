package session

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"discussd/pipeline/layout"
)

// framework is what a session's layout knows of the framework whose session it is.
type framework struct {
	layout.Match
	beside *layout.Set // whose own files are none of the session's; nil: there are none
}

// base is the folder in which the path of a framework's session starts, its project where
// nothing else says what that is; "" for other sessions.
func (l Layout) base() string {
	if l.framework == nil || len(l.framework.Layout.Rounds) == 0 {
		return ""
	}
	return l.framework.Base
}

// look is what the layouts say of a path, and what settings of a project around it do.
func look(l Layout, name string) layout.Look {
	seen := l.Frameworks.Look(name)
	if l.Frameworks == nil || seen.Ignored {
		return seen
	}
	for _, named := range l.Schemas.Named(name, l.Frameworks.Layouts(), l.opened) {
		named.Look(name, &seen)
	}
	return seen
}

func (l Layout) opened(dir string) (*os.Root, error) {
	root, _, err := l.Pins.open(dir)
	return root, err
}

// frameworkOf returns the layout of a folder that is a session of a framework by its path. It is
// false when the folder is none, or when the configuration has none of its rounds.
func frameworkOf(l Layout, dir string) (Layout, bool) {
	for _, m := range look(l, dir).Around {
		if m.Rest == "" && needed(m) {
			return framedBy(l, m)
		}
	}
	return l, false
}

// framedBy is the layout of a session of a framework: the rounds of the configuration, with
// the files that they have there.
func framedBy(l Layout, m layout.Match) (Layout, bool) {
	framed := l
	m.Layout, _ = schemed(l, m) // Misread says what is wrong with a schema
	framed.framework = &framework{Match: m}
	if len(m.Layout.Rounds) == 0 { // files as in lifecycle sessions
		return framed, len(l.Rounds) > 0
	}
	framed.SpecDirs, framed.Markers, framed.Context, framed.Siblings, framed.Rounds = []string{"."}, nil, "", m.Layout.Siblings, nil
	for _, round := range l.Rounds {
		at := slices.IndexFunc(m.Layout.Rounds, func(r layout.Round) bool { return r.ID == round.ID })
		if at < 0 {
			continue
		}
		round.Artifacts, round.Members, round.Context = m.Layout.Rounds[at].Artifact, m.Layout.Rounds[at].Members, ""
		framed.Rounds = append(framed.Rounds, round)
	}
	return framed, len(framed.Rounds) > 0
}

// schemed is the layout of a session of a framework as its project has it.
func schemed(l Layout, m layout.Match) (*layout.Layout, error) {
	return l.Schemas.Layout(m, l.opened)
}

// recognise looks whether a folder is a session of a framework: the layout returned knows the
// framework then. Decided is false where no framework has a say, and true of what is none
// because it lies in a session of one, or in what one leaves alone.
func recognise(l Layout, dir string) (framed Layout, decided bool) {
	seen := look(l, dir)
	for i, m := range seen.Around {
		framed, ok := framedBy(l, m)
		switch {
		case !ok || !needed(m):
			continue
		case m.Rest != "" && i == 0 && holdsFiles(framed, m.Rest): // it belongs to a session around it
			return l, true
		case m.Rest == "":
			if holdsArtifact(framed, dir) || asked(dir) {
				return framed, true
			}
			return l, len(m.Layout.Rounds) > 0
		}
	}
	return l, seen.Ignored
}

func needed(m layout.Match) bool {
	return len(m.Place.Needs) == 0 || slices.ContainsFunc(m.Place.Needs, func(glob string) bool { return there(m.Dir, glob) })
}

// there tells whether something matches a path or a glob, relative to a folder.
func there(dir, glob string) bool {
	if !layout.IsGlob(glob) {
		return exists(filepath.Join(dir, glob))
	}
	base, pattern := doublestar.SplitPattern(glob)
	found := false
	_ = doublestar.GlobWalk(os.DirFS(filepath.Join(dir, base)), pattern, func(string, os.DirEntry) error {
		found = true
		return doublestar.SkipDir
	}, doublestar.WithNoFollow())
	return found
}

// routeFramework maps a file in a session of a framework, by its path. Decided is false
// where no framework has a say.
func routeFramework(l Layout, path string) (dir, round string, decided bool) {
	seen := look(l, path)
	for _, m := range seen.Around {
		framed, ok := framedBy(l, m)
		if !ok || m.Rest == "" || len(m.Layout.Rounds) == 0 || !needed(m) {
			continue
		}
		if round, _, ok := ownerOf(framed, m.Rest); ok {
			return m.Dir, round, true
		}
	}
	return "", "", seen.Ignored
}

// leads tells whether a folder matters because of a framework: it is on the way to its
// sessions, or holds files of one. Such a way may start only where sessions are looked
// for, and goes on deeper. Decided is false where no framework has a say.
func leads(l Layout, dir string, mayStart bool) (wanted, decided bool) {
	seen := look(l, dir)
	if seen.Steps > 1 || seen.Steps == 1 && mayStart {
		return true, true
	}
	for _, m := range seen.Around {
		if framed, ok := framedBy(l, m); ok && m.Rest != "" && len(m.Layout.Rounds) > 0 && needed(m) {
			return holdsFiles(framed, m.Rest), true
		}
	}
	return false, seen.Ignored
}

// onTheWay tells whether a folder is on the way to sessions of a framework, or in one.
func onTheWay(l Layout, dir string) bool {
	seen := look(l, dir)
	return seen.Steps > 0 || len(seen.Around) > 0
}

// Name is the name of the layout that a session folder is one of.
func (l Layout) Name(dir string) string {
	if framed, ok := frameworkOf(l, dir); ok {
		return framed.framework.Layout.Name
	}
	if l.framework != nil {
		return l.framework.Layout.Name
	}
	return layout.Lifecycle
}

// rounds are those of a session.
type rounds struct {
	layout Layout
	table  []Round // those of the configuration, also when the session has others
}

// Framework is the name of the layout that the session is one of.
func (t rounds) Framework() string {
	if t.layout.framework == nil {
		return layout.Lifecycle
	}
	return t.layout.framework.Layout.Name
}

// Rules are globs of the rules that are right in the session; none: every rule.
func (t rounds) Rules() []string {
	if t.layout.framework == nil {
		return nil
	}
	return t.layout.framework.Layout.Rules
}

// Has tells whether the layout of the session has a round of that id, with files.
func (t rounds) Has(id string) bool {
	round, ok := t.layout.Round(id)
	return ok && len(round.globs())+len(round.Artifacts) > 0
}

// Own is a configured round with the files that it has in this session, none when there
// is no such round here. Every other round is returned as it is.
func (t rounds) Own(round Round) Round {
	if t.layout.framework == nil {
		return round
	}
	if own, ok := t.layout.Round(round.ID); ok {
		return own
	}
	if slices.ContainsFunc(t.table, func(r Round) bool { return r.ID == round.ID }) {
		round.Artifacts, round.Members = nil, nil
	}
	return round
}

// Named is the artifact of a round as a message calls it, from the spec folder: the first
// of its names.
func (t rounds) Named(round Round) string {
	if own := t.Own(round); len(own.Artifacts) > 0 {
		round = own
	}
	if len(round.Artifacts) == 0 {
		return ""
	}
	return round.Artifacts[0]
}

// candidates are the paths, relative to the spec folder, of which the first that exists is
// the round's artifact.
func (s *Session) candidates(round Round) []string {
	if !slices.ContainsFunc(round.Artifacts, layout.IsGlob) {
		return round.Artifacts
	}
	_, inTable := s.layout.Round(round.ID)
	var names []string
	for _, name := range round.Artifacts {
		if !layout.IsGlob(name) {
			names = append(names, name)
			continue
		}
		base, glob := doublestar.SplitPattern(name)
		var found []string
		for _, file := range s.match(path.Join(s.spec, base), ".", glob) {
			rel := strings.TrimPrefix(file.Path, s.spec+"/")
			if owner, _, ok := ownerOf(s.layout, rel); file.Problem == nil && (!inTable || !ok || owner == round.ID) {
				found = append(found, rel)
			}
		}
		slices.Sort(found)
		names = append(names, found...)
	}
	return names
}

// classify tells what the documents of a snapshot are, where the layout or the table of
// rounds knows.
func classify(s *Session, snapshot *Snapshot) {
	kind := func(rel string) layout.Kind { return kindOf(s, rel) }
	if s.layout.framework != nil && len(s.layout.framework.Layout.Rounds) > 0 {
		kind = s.layout.framework.Layout.KindOf
	}
	snapshot.Artifact.Kind = kind(snapshot.Artifact.Path)
	for _, files := range [...][]File{snapshot.Members, snapshot.Documents} {
		for i := range files {
			files[i].Kind = kind(files[i].Path)
		}
	}
}

// kindOf is the kind that the table of rounds gives an artifact, and what its globs match.
func kindOf(s *Session, rel string) layout.Kind {
	for _, round := range s.layout.Rounds {
		for _, artifact := range round.Artifacts {
			if name := path.Join(s.spec, artifact); round.Kind != "" && path.Ext(rel) == ".md" &&
				(name == rel || layout.IsGlob(artifact) && doublestar.MatchUnvalidated(name, rel)) {
				return round.Kind
			}
		}
	}
	return ""
}
