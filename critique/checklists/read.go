package checklists

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"discussd/critique"
	"discussd/internal/text/lineindex"
	"discussd/internal/text/tomlfile"
)

const longest = 240

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
