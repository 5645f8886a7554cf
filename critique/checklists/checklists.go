// Package checklists holds the questions that a panel is asked of each kind of document: files of TOML, ours and
// the user's, come in, the questions of one perspective about one kind go out.
package checklists

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"discussd/critique"
	"discussd/critique/document"
	"discussd/internal/text/nearest"
)

//go:embed *.toml
var files embed.FS

// Question is one question, of whom and about what it is asked, by default completeness and MEDIUM.
type Question struct {
	critique.Question
	Kinds        []string `toml:"kinds"`        // of [Kinds]; none: those of its file, and where that names none, all
	Perspectives []string `toml:"perspectives"` // by name; at least one
}

// File is what one file of questions holds.
type File struct {
	Kinds    []string   `toml:"kinds"` // of its questions that name none
	Off      []string   `toml:"off"`   // IDs of questions that are not asked
	Question []Question `toml:"question"`
}

// The kinds of documents that have a checklist of their own.
const (
	Scope        = "scope"
	Brief        = "brief"
	Requirements = "requirements"
	Architecture = "architecture"
	Epics        = "epics"
	Tasks        = "tasks"
	SignOff      = "sign-off"
	Plain        = "plain"
)

// Kinds is the closed list of them.
var Kinds = [...]string{Scope, Brief, Requirements, Architecture, Epics, Tasks, SignOff, Plain}

// mostAsked bounds what one perspective is asked of one document: a longer list is ticked, not read.
const mostAsked = 16

// Set is all that can be asked. The zero Set asks nothing.
type Set struct{ questions []Question }

// Builtin returns our own questions.
var Builtin = sync.OnceValue(func() Set {
	names, err := fs.Glob(files, "*.toml")
	if err != nil {
		panic(err)
	}
	var set Set
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			panic(err)
		}
		file, err := Read(name, string(text))
		if err != nil {
			panic(err) // a test reads them
		}
		set.questions = append(set.questions, file.Question...)
	}
	return set
})

// With returns the set with the files of a user on top: a question replaces those of its ID, and what a
// file switches off is not asked. The error says what does not fit.
func (s Set) With(own ...File) (Set, error) {
	all := slices.Clone(s.questions)
	var problems []error
	for _, file := range own {
		var ids []string
		for _, q := range all {
			ids = append(ids, q.ID)
		}
		for _, id := range file.Off {
			if !slices.Contains(ids, id) {
				hint := ""
				if near := nearest.Meant(id, ids); near != "" {
					hint = fmt.Sprintf(", did you mean %q?", near)
				}
				problems = append(problems, fmt.Errorf("off: no question has the id %q%s", id, hint))
			}
		}
		replaced := func(q Question) bool {
			return slices.Contains(file.Off, q.ID) || slices.ContainsFunc(file.Question, func(o Question) bool { return o.ID == q.ID })
		}
		all = append(slices.DeleteFunc(all, replaced), file.Question...)
	}
	set := Set{all}
	for _, kind := range Kinds {
		for _, perspective := range set.perspectives() {
			if n := len(set.of(kind, perspective)); n > mostAsked {
				problems = append(problems, fmt.Errorf("%s is asked %d questions about %s, more than %d: switch some off", perspective, n, kind, mostAsked))
			}
		}
	}
	return set, errors.Join(problems...)
}

func (s Set) perspectives() []string {
	var names []string
	for _, q := range s.questions {
		names = append(names, q.Perspectives...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Of returns what is asked of a request's artifact, nothing of who discusses or rules.
func (s Set) Of(r critique.Request) []critique.Question {
	if slices.Contains(r.Perspective.Reports, critique.ReportUnderstanding) || slices.Contains(r.Perspective.Reports, critique.ReportRulings) {
		return nil
	}
	return s.of(kindOf(r.Artifact), r.Perspective.Name)
}

func (s Set) of(kind, perspective string) []critique.Question {
	var asked []critique.Question
	for _, q := range s.questions {
		if slices.Contains(q.Perspectives, perspective) && (len(q.Kinds) == 0 || slices.Contains(q.Kinds, kind)) {
			asked = append(asked, q.Question)
		}
	}
	return asked
}

// kindOf is the kind of a document as its layout says, else as its name and place do.
func kindOf(d critique.Document) string {
	kind := document.KindOfPath(d.Path)
	switch {
	case d.Kind == Scope:
		return Scope
	case d.Kind != "":
		kind = document.KindOfLayout(d.Kind)
	}
	return cmp.Or(map[document.Kind]string{
		document.Discovery:    Scope,
		document.Brief:        Brief,
		document.Requirements: Requirements, document.Requirement: Requirements, document.Quality: Requirements,
		document.Architecture: Architecture, document.Decision: Architecture,
		document.Epics: Epics, document.Epic: Epics,
		document.Tasks:     Tasks,
		document.Readiness: SignOff,
	}[kind], Plain)
}
