// Package checklists holds the questions that a panel is asked of each kind of document: files of TOML, ours and
// the user's, come in, the questions of one perspective about one kind go out.
package checklists

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"discussd/critique"
	"discussd/critique/document"
	"discussd/internal/text/lineindex"
	"discussd/internal/text/nearest"
	"discussd/internal/text/tomlfile"
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
	const mostAsked = 16 // what one perspective is asked of one document: a longer list is ticked, not read.
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

var identifier = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// keys are all that a file may hold.
var keys = []string{"kinds", "off", "question", "id", "perspectives", "category", "severity", "en", "zh"}

// Read reads a file of questions. The error joins all problems, each with the name and its line.
func Read(name, text string) (File, error) {
	var file File
	f, err := tomlfile.Read(name, text, &file, keys)
	if err != nil {
		return File{}, err
	}
	r := reader{f}
	r.kinds("kinds", file.Kinds)
	seen := map[string]bool{}
	for i := range file.Question {
		place := lineindex.Element("question", i)
		q := &file.Question[i]
		if seen[q.ID] {
			r.Say(place+".id", "question %q is there twice", q.ID)
		}
		seen[q.ID] = true
		r.question(place, q)
		if len(q.Kinds) == 0 {
			q.Kinds = file.Kinds
		}
	}
	return file, r.Err()
}

// reader is a file of questions, whose problems it notes.
type reader struct{ *tomlfile.File }

func (r reader) kinds(place string, kinds []string) {
	for _, kind := range kinds {
		if !slices.Contains(Kinds[:], kind) {
			r.Say(place, "unknown kind %q: there are %s", kind, strings.Join(Kinds[:], ", "))
		}
	}
}

// question notes what is wrong with a question, and gives it what it leaves out.
func (r reader) question(place string, q *Question) {
	const longest = 240
	if !identifier.MatchString(q.ID) || len(q.ID) > 40 {
		r.Say(place+".id", "the id %q must be small letters, digits and single hyphens, at most 40", q.ID)
	}
	r.kinds(place+".kinds", q.Kinds)
	if len(q.Perspectives) == 0 {
		r.Say(place+".perspectives", "question %q is asked of no perspective", q.ID)
	}
	q.Category, q.Severity = cmp.Or(q.Category, "completeness"), cmp.Or(q.Severity, critique.Medium)
	if !slices.Contains(critique.Categories[:], q.Category) {
		r.Say(place+".category", "unknown category %q: there are %s", q.Category, strings.Join(critique.Categories[:], ", "))
	}
	if !slices.Contains([]critique.Severity{critique.High, critique.Medium, critique.Low}, q.Severity) {
		r.Say(place+".severity", "severity must be HIGH, MEDIUM or LOW (got %q)", q.Severity)
	}
	if q.English == "" && q.Chinese == "" {
		r.Say(place, "question %q asks nothing: give en or zh", q.ID)
	}
	for key, text := range map[string]string{".en": q.English, ".zh": q.Chinese} {
		if strings.ContainsAny(text, "\r\n") || utf8.RuneCountInString(text) > longest {
			r.Say(place+key, "question %q must be one line of at most %d characters", q.ID, longest)
		}
	}
}
