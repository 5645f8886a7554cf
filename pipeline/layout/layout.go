// Package layout knows how frameworks lay out their specifications: which folders are
// sessions, which of their files belong to which round, and what kind of document each
// is. It is data, a TOML file a framework, and the few functions that compare paths
// with it; users add files of their own in the same form.
//
// Paths come in, a [Match] goes out. Nothing here opens a file: [pipeline/session] looks
// whether something is there, and reads it.
package layout

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
	"github.com/bmatcuk/doublestar/v4"
)

//go:embed layouts/*.toml
var embedded embed.FS

// Lifecycle is the layout of sessions that hold a spec folder, or are marked as flat
// ones. Its rounds are those of the configuration.
const Lifecycle = "lifecycle"

// Plain is what is judged because a person named it, though no layout knows it.
const Plain = "plain"

// Layout is how one framework lays out its specifications. All paths are slash-separated.
type Layout struct {
	Name     string   `toml:"name"`     // "spec-kit"
	Title    string   `toml:"title"`    // for people: "GitHub spec-kit"
	Example  string   `toml:"example"`  // how a session looks, in one line
	Off      bool     `toml:"off"`      // not looked for
	Ignored  []string `toml:"ignored"`  // folders in which nothing is a session: templates, current truth
	Archived []string `toml:"archived"` // folders of what is done, which nobody judges unasked; in one without a glob in its path nothing is a session
	Context  []string `toml:"context"`  // globs of what all sessions share, from the folder in which the path of a session starts
	Siblings []string `toml:"siblings"` // files that no round judges but checks across documents want to see
	Schemas  bool     `toml:"schemas"`  // a project can say itself which documents its sessions have, as OpenSpec's schema.yaml does
	Rules    []string `toml:"rules"`    // globs of the rules that are right here, of which the last that matches counts, "!" says of those that are not; none: every rule
	Places   []Place  `toml:"sessions"`
	// Unwritten is in the comment that ends a document which the framework has laid out and is yet to write.
	Unwritten string    `toml:"unwritten"`
	Settings  []Setting `toml:"settings"` // in which a project says that its sessions, or files of them, lie elsewhere
	Rounds    []Round   `toml:"rounds"`   // none: those of the configuration
}

// Place says where sessions are.
type Place struct {
	// Path is the end of a session's path: a glob for each level, the first of them a
	// literal name, as in "specs/[0-9][0-9][0-9]-*".
	Path string `toml:"path"`
	// Needs are files and folders, as globs relative to the session, of which one must
	// be there. A path may begin with "../". None: an artifact suffices.
	Needs []string `toml:"needs"`
}

// Setting is where a project's configuration of its framework names a place.
type Setting struct {
	// At is a file, YAML or JSON, and the key in it: ".bmad-core/core-config.yaml#prd.prdFile".
	At string `toml:"at"`
	// Replaces is what lies at the place named: a file or folder of a session, "." the
	// session itself.
	Replaces string `toml:"replaces"`
}

// Round says which files of a session are judged together. Its paths are relative to the session.
type Round struct {
	ID string `toml:"id"`
	// Artifact lists names, of which the first that exists is the artifact, and globs:
	// the first match is the artifact when no name before it exists, all others are members.
	Artifact   []string `toml:"artifact"`
	Members    []string `toml:"members"`     // globs of the files judged with it
	Kind       Kind     `toml:"kind"`        // of the artifact and of what its globs match
	MemberKind Kind     `toml:"member_kind"` // of the members; "" is a document of no kind
}

// Kind says what a document is, whatever its name.
type Kind string

// The kinds of documents.
const (
	Scope        Kind = "scope"
	Brief        Kind = "brief"
	Requirements Kind = "requirements"
	Requirement  Kind = "requirement"
	Architecture Kind = "architecture"
	Decision     Kind = "decision"
	Epics        Kind = "epics"
	Epic         Kind = "epic"
	Tasks        Kind = "tasks"
	SignOff      Kind = "sign-off"
	PlainKind    Kind = "plain"
)

// UnmarshalText reads a kind. The error says which there are.
func (k *Kind) UnmarshalText(text []byte) error {
	if *k = Kind(text); *k != "" && !slices.Contains(kinds[:], *k) {
		return fmt.Errorf("must be one of %v", kinds)
	}
	return nil
}

// kinds is the closed list of kinds.
var kinds = [...]Kind{Scope, Brief, Requirements, Requirement, Architecture, Decision, Epics, Epic, Tasks, SignOff, PlainKind}

// Builtin returns the layouts that discussd brings, by name. The caller owns them.
func Builtin() []Layout {
	all := slices.Clone(brought())
	for i := range all {
		all[i] = all[i].clone()
	}
	return all
}

// Names returns those of the layouts that discussd brings, without reading them: what lists
// them in its help is made for every command.
func Names() []string {
	var names []string
	for _, entry := range entries() {
		names = append(names, strings.TrimSuffix(entry.Name(), ".toml"))
	}
	return names
}

// entries are the files of the layouts.
func entries() []fs.DirEntry {
	all, err := embedded.ReadDir("layouts")
	if err != nil {
		panic(err) // it is part of the program
	}
	return all
}

// brought reads the files once: a command asks for them five times before it has read its
// configuration.
var brought = sync.OnceValue(func() []Layout {
	var all []Layout
	for _, entry := range entries() {
		text, err := embedded.ReadFile("layouts/" + entry.Name())
		if err != nil {
			panic(err)
		}
		l, err := Parse(text)
		if err != nil {
			panic(entry.Name() + ": " + err.Error()) // a test reads all of them
		}
		all = append(all, l)
	}
	return all
})

// clone returns a layout that shares nothing with this one.
func (l Layout) clone() Layout {
	for _, list := range []*[]string{&l.Ignored, &l.Archived, &l.Context, &l.Siblings, &l.Rules} {
		*list = slices.Clone(*list)
	}
	l.Places, l.Settings, l.Rounds = slices.Clone(l.Places), slices.Clone(l.Settings), slices.Clone(l.Rounds)
	for i := range l.Places {
		l.Places[i].Needs = slices.Clone(l.Places[i].Needs)
	}
	for i := range l.Rounds {
		round := &l.Rounds[i]
		round.Artifact, round.Members = slices.Clone(round.Artifact), slices.Clone(round.Members)
	}
	return l
}

// Find returns the layout of that name among others.
func Find(all []Layout, name string) (Layout, bool) {
	at := slices.IndexFunc(all, func(l Layout) bool { return l.Name == name })
	if at < 0 {
		return Layout{}, false
	}
	return all[at], true
}

// Parse reads the file of a layout. The error names the key that is wrong.
func Parse(text []byte) (Layout, error) {
	var l Layout
	meta, err := toml.Decode(string(text), &l)
	if err != nil {
		return l, err
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return l, fmt.Errorf("%s: unknown key", unknown[0])
	}
	if problems := l.Problems(); len(problems) > 0 {
		return l, problems[0]
	}
	return l, nil
}

// TOML returns the layout as a file that reads back as it is.
func (l Layout) TOML() []byte {
	var text bytes.Buffer
	encoder := toml.NewEncoder(&text)
	encoder.Indent = ""
	_ = encoder.Encode(l) // a buffer takes everything, and TOML has every type in it
	return text.Bytes()
}

// A Problem is what is wrong with one key of a layout.
type Problem struct{ Key, Text string }

func (p Problem) Error() string { return p.Key + ": " + p.Text }

// Problems says what is wrong with a layout, in the order of its keys.
func (l Layout) Problems() []error {
	var all []error
	add := func(key, format string, args ...any) { all = append(all, Problem{key, fmt.Sprintf(format, args...)}) }
	if l.Name == "" {
		add("name", "must be given")
	}
	for _, folder := range l.Ignored {
		if !clean(folder) || strings.ContainsAny(folder, "*?[{\\") {
			add("ignored", "must be a path without globs that leads down (got %q)", folder)
		}
	}
	for _, glob := range l.Context {
		inside(add, "context", glob)
	}
	for _, glob := range l.Archived {
		inside(add, "archived", glob)
	}
	for _, place := range l.Places {
		first, _, _ := strings.Cut(place.Path, "/")
		switch {
		case !clean(place.Path) || !doublestar.ValidatePattern(place.Path) || strings.Contains(place.Path, "**"):
			add("sessions.path", "must be names or globs, one a level (got %q)", place.Path)
		case strings.ContainsAny(first, "*?[{\\"):
			add("sessions.path", "must start with a name, not with a glob (got %q)", place.Path)
		}
		for _, glob := range place.Needs {
			if inner := strings.TrimPrefix(glob, "../"); !clean(inner) || !doublestar.ValidatePattern(inner) {
				add("sessions.needs", "is no valid glob (got %q)", glob)
			}
		}
	}
	for _, s := range l.Settings {
		if file, key, _ := strings.Cut(s.At, "#"); key == "" || !clean(file) || s.Replaces != "." && !clean(s.Replaces) || IsGlob(file+s.Replaces) {
			add("settings", "must be a file with a key in it, as in \"a.yaml#b.c\", and what lies there of a session (got %q, %q)", s.At, s.Replaces)
		}
	}
	for _, round := range l.Rounds {
		if round.ID == "" {
			add("rounds.id", "must be given")
		}
		if len(round.Artifact) == 0 {
			add("rounds."+round.ID+".artifact", "must not be empty")
		}
		for _, glob := range slices.Concat(round.Artifact, round.Members) {
			inside(add, "rounds."+round.ID, glob)
		}
	}
	return all
}

func inside(add func(key, format string, args ...any), key, glob string) {
	if !clean(glob) || !doublestar.ValidatePattern(glob) {
		add(key, "is no valid path or glob inside (got %q)", glob)
	}
}

// clean tells whether a path leads down, and only once to each place.
func clean(p string) bool {
	return p != "" && p != "." && path.Clean(p) == p && !path.IsAbs(p) && p != ".." && !strings.HasPrefix(p, "../")
}

// IsGlob tells whether a path names files by a pattern.
func IsGlob(p string) bool { return strings.ContainsAny(p, "*?[{\\") }
