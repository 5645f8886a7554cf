package checklists

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"discussd/critique"
	"discussd/internal/text/lineindex"
	"discussd/internal/text/nearest"
	"discussd/internal/text/printable"
)

// longest is how many characters a question may have.
const longest = 240

// identifier is what an ID looks like.
var identifier = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// keys are all that a file may hold.
var keys = []string{"kinds", "off", "question", "id", "perspectives", "category", "severity", "en", "zh"}

// Read reads a file of questions. The name is for its errors: they are joined, each with
// the line it is about.
func Read(name, text string) (File, error) {
	var file File
	meta, err := toml.Decode(text, &file)
	var syntax toml.ParseError
	if errors.As(err, &syntax) {
		return File{}, fmt.Errorf("%s:%d: no valid TOML: %s", name, syntax.Position.Line, printable.Line(syntax.Message))
	}
	if err != nil {
		return File{}, fmt.Errorf("%s: %s", name, printable.Line(err.Error()))
	}
	r := &reader{name: name, lines: lineindex.TOML(text)}
	for _, key := range meta.Undecoded() {
		hint, last := "", key[len(key)-1]
		if near := nearest.Meant(last, keys); near != "" {
			hint = fmt.Sprintf(", did you mean %q?", near)
		}
		line := 1 + slices.IndexFunc(strings.Split(text, "\n"), func(at string) bool {
			rest, begins := strings.CutPrefix(strings.TrimLeft(at, " \t[\""), last)
			return begins && (rest == "" || strings.ContainsAny(rest[:1], " \t=.]\""))
		})
		r.problems = append(r.problems, fmt.Errorf("%s:%d: unknown key %q%s", name, max(line, 1), last, hint))
	}
	r.kinds("kinds", file.Kinds)
	seen := map[string]bool{}
	for i := range file.Question {
		place := lineindex.Element("question", i)
		q := &file.Question[i]
		if seen[q.ID] {
			r.say(place+".id", "question %q is there twice", q.ID)
		}
		seen[q.ID] = true
		r.question(place, q)
		if len(q.Kinds) == 0 {
			q.Kinds = file.Kinds
		}
	}
	return file, errors.Join(r.problems...)
}

// reader gathers what is wrong with a file.
type reader struct {
	name     string
	lines    map[string]int // of places
	problems []error
}

func (r *reader) say(place, format string, args ...any) {
	line := r.lines[place]
	for parent := place; line == 0 && strings.Contains(parent, "."); {
		parent = parent[:strings.LastIndexByte(parent, '.')]
		line = r.lines[parent]
	}
	r.problems = append(r.problems, fmt.Errorf("%s:%d: %s", r.name, max(line, 1), printable.Line(fmt.Sprintf(format, args...))))
}

func (r *reader) kinds(place string, kinds []string) {
	for _, kind := range kinds {
		if !slices.Contains(Kinds[:], kind) {
			r.say(place, "unknown kind %q: there are %s", kind, strings.Join(Kinds[:], ", "))
		}
	}
}

// question notes what is wrong with a question, and gives it what it leaves out.
func (r *reader) question(place string, q *Question) {
	if !identifier.MatchString(q.ID) || len(q.ID) > 40 {
		r.say(place+".id", "the id %q must be small letters, digits and single hyphens, at most 40", q.ID)
	}
	r.kinds(place+".kinds", q.Kinds)
	if len(q.Perspectives) == 0 {
		r.say(place+".perspectives", "question %q is asked of no perspective", q.ID)
	}
	q.Category, q.Severity = cmp.Or(q.Category, "completeness"), cmp.Or(q.Severity, critique.Medium)
	if !slices.Contains(critique.Categories[:], q.Category) {
		r.say(place+".category", "unknown category %q: there are %s", q.Category, strings.Join(critique.Categories[:], ", "))
	}
	if !slices.Contains([]critique.Severity{critique.High, critique.Medium, critique.Low}, q.Severity) {
		r.say(place+".severity", "severity must be HIGH, MEDIUM or LOW (got %q)", q.Severity)
	}
	if q.English == "" && q.Chinese == "" {
		r.say(place, "question %q asks nothing: give en or zh", q.ID)
	}
	for key, text := range map[string]string{".en": q.English, ".zh": q.Chinese} {
		if strings.ContainsAny(text, "\r\n") || utf8.RuneCountInString(text) > longest {
			r.say(place+key, "question %q must be one line of at most %d characters", q.ID, longest)
		}
	}
}
