package timeline

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"github.com/tailscale/hujson"

	"discussd/internal/text/markdown"
)

// kind says what a statement is.
type kind int

const (
	insight kind = iota
	finding
	point // to be discussed with the user
	question
)

// The bounds of what is read of a source.
const (
	maxNesting    = 6   // levels of objects and lists
	maxStatements = 600 // of all sources
)

// statement is one thing that one analysis or exploration says.
type statement struct {
	kind     kind
	text     string
	id       string   // "" when it has none
	corrects []string // ids or words of statements that it says are wrong
	closed   bool     // of a question: it has been answered
	voice    voice
	gist     gist
}

// voice is who says a statement.
type voice struct {
	source   string // path of the file
	part     int    // of a file that holds several analyses
	analysis bool
}

// statements reads what the sources say, in their order. A source that says nothing
// is noted.
func (p *process) statements(sources []Source) []statement {
	r := &reader{}
	for _, s := range sources {
		before := len(r.found)
		r.read(s)
		if len(r.found) == before && !r.full {
			p.note("%s says nothing: it has no key_insights, key_findings, discussion_points or open_questions.", s.Path)
		}
	}
	p.noteCut(r.long)
	if r.full {
		p.note("Only the first %d statements are read.", maxStatements)
	}
	return r.found
}

// reader collects statements out of JSON of any shape.
type reader struct {
	voice voice
	parts int // voices in the source
	found []statement
	full  bool
	long  int // statements that were cut
}

// read reads one source. Where it holds several analyses, what stands beside them
// sums them up: it is no voice of its own.
func (r *reader) read(s Source) {
	r.voice, r.parts = voice{s.Path, 0, s.analysis}, 0
	before := len(r.found)
	root, err := hujson.Parse(s.Content)
	if err != nil {
		return
	}
	r.walk(root, 0)
	for i := range r.found[before:] {
		if v := &r.found[before+i].voice; r.parts > 0 && v.part == 0 {
			v.analysis = false
		}
	}
}

// walk looks for lists of statements, also in objects inside the object. The
// objects of a list of analyses are voices of their own.
func (r *reader) walk(value hujson.Value, depth int) {
	if depth > maxNesting {
		return
	}
	switch of := value.Value.(type) {
	case *hujson.Object:
		for _, m := range of.Members {
			key, inner := stringOf(m.Name), m.Value.Value.Kind()
			if kind, ok := kindOf(key); ok {
				r.items(kind, m.Value, "", depth)
			} else if inner == '{' || inner == '[' && severalVoices(key) {
				r.walk(m.Value, depth+1)
			}
		}
	case *hujson.Array:
		outer := r.voice.part
		for _, e := range of.Elements {
			r.parts++
			r.voice.part = r.parts
			r.walk(e, depth+1)
		}
		r.voice.part = outer
	}
}

// items reads the statements in the value of a known key: a text, an object that
// has a text, a list of such, or an object of lists or by id.
func (r *reader) items(kind kind, value hujson.Value, id string, depth int) {
	if depth > maxNesting {
		return
	}
	switch of := value.Value.(type) {
	case hujson.Literal:
		for _, line := range bullets(stringOf(value)) {
			r.add(statement{kind: kind, text: line, id: id})
		}
	case *hujson.Array:
		for _, e := range of.Elements {
			r.items(kind, e, "", depth+1)
		}
	case *hujson.Object:
		s := item(kind, of)
		s.id = cmp.Or(s.id, id)
		switch {
		case s.closed && kind == question:
		case s.text != "":
			r.add(s)
		default:
			r.group(kind, of, depth)
		}
	}
}

// group reads an object without a text of its own: {"high": […], "low": […]} or
// {"F-1": "…", "F-2": {…}}. Beside lists, texts are labels.
func (r *reader) group(kind kind, object *hujson.Object, depth int) {
	lists := slices.ContainsFunc(object.Members, func(m hujson.ObjectMember) bool { return m.Value.Value.Kind() == '[' })
	for _, m := range object.Members {
		if m.Value.Value.Kind() != '"' || !lists {
			r.items(kind, m.Value, stringOf(m.Name), depth+1)
		}
	}
}

func (r *reader) add(s statement) {
	s.text = markdown.OneLine(s.text)
	if idle(s.text) {
		return
	}
	if len(r.found) == maxStatements {
		r.full = true
		return
	}
	if utf8.RuneCountInString(s.text) > maxStatement {
		s.text = cut(s.text)
		r.long++
	}
	s.voice, s.gist = r.voice, gistOf(s.text)
	r.found = append(r.found, s)
}
