package checks

import (
	"slices"
	"strconv"
	"strings"

	"discussd/critique/checks/document"
)

// indexes are the documents that start with a full frontmatter.
var indexes = []document.Kind{document.Brief, document.Requirements, document.Architecture, document.Epics, document.Readiness}

// templateRules look for what a generator left behind in any document.
func templateRules() []rule {
	return []rule{
		{Rule: of("X-001"), look: func(s *session, d *document.Document, hit hit) bool {
			for _, at := range placeholdersIn(s, d) {
				hit(d, at, d.Slice(at))
			}
			return true
		}},
		{Rule: of("X-002"), look: func(s *session, d *document.Document, hit hit) bool {
			for _, at := range unsettledIn(s, d) {
				if !d.SectionAt(at.Start).Under(document.OpenQuestions) {
					hit(d, at, d.Slice(at))
				}
			}
			return true
		}},
		{Rule: of("X-003"), on: append(indexes[:len(indexes):len(indexes)], document.Requirement, document.Quality, document.Decision, document.Epic),
			look: frontmatter},
		{Rule: of(skeletonRule), look: func(s *session, d *document.Document, hit hit) bool {
			if s.skeleton[d] {
				hit(d, document.Span{})
			}
			return true
		}},
		{Rule: of("X-014"), look: func(s *session, d *document.Document, hit hit) bool {
			if at, is := wrapped(d); is {
				hit(d, at, d.Slice(at))
			}
			for _, at := range slices.Concat(matches(d, chatter), toolLeavings(d)) {
				hit(d, at, strings.TrimSpace(d.Slice(at)))
			}
			return true
		}},
		{Rule: of("X-016"), look: func(s *session, d *document.Document, hit hit) bool {
			for _, at := range matches(d, injection) {
				hit(d, at, d.Slice(at))
			}
			for _, c := range d.Comments {
				if m := injection.FindStringIndex(d.Slice(c)); m != nil {
					at := document.Span{Start: c.Start + m[0], End: c.Start + m[1]}
					hit(d, at, d.Slice(at))
				}
			}
			return true
		}},
		{Rule: of(unreadRule), look: func(s *session, d *document.Document, hit hit) bool {
			hit(d, document.Span{}, note(d.Path), note(s.problems[d]))
			return true
		}},
		{Rule: of("X-021"), look: func(s *session, d *document.Document, hit hit) bool {
			for _, i := range s.ignores[d] {
				if i.reason == "" && slices.Contains(s.known, i.rule) {
					hit(d, i.at, i.rule)
				}
			}
			return len(s.ignores[d]) > 0
		}},
	}
}

// frontmatter asks every document for frontmatter, an index for its usual keys,
// and a member for those that all others of its kind have. Some generators say
// the phase instead of the type; then none of a session's documents has a type.
func frontmatter(s *session, d *document.Document, hit hit) bool {
	at := document.Span{Start: 0, End: d.LineAt(0).End}
	if !slices.ContainsFunc(s.docs, identified) {
		return false // documents of another tool
	}
	missing := func(at document.Span, keys string) { hit(d, at, keys, s.say("no "+keys, "缺少 "+keys)) }
	if len(d.Front.Fields) == 0 {
		missing(document.Span{}, "session_id, document_type, status")
		return true
	}
	for _, key := range [...]string{"session_id", "document_type", "status"} {
		switch has := d.Front.Value(key) != ""; {
		case has, key == "document_type" && (d.Front.Value("type") != "" || d.Front.Value("document") != ""):
		case d.Kind.Member(), key == "document_type" && d.Front.Value("phase") != "":
			if s.othersSay(d, key) {
				missing(at, key)
			}
		case s.othersLack(d, key), key == "session_id" && s.otherDialect():
		default:
			missing(at, key)
		}
	}
	for _, key := range [...]string{"document_type", "phase"} {
		if field, value := d.Front.Field(key), d.Front.Value(key); value != "" && s.saysAnother(d, key) {
			hit(d, field.Span, key, s.say(key+" "+value+" in the "+string(d.Kind), string(d.Kind)+" 的 "+key+" 为 "+value))
		}
	}
	return true
}

// saysAnother tells whether a document's type, or its phase where those of the others
// are right, is that of another document, from which it was copied.
func (s *session) saysAnother(d *document.Document, key string) bool {
	value := d.Front.Value(key)
	if key == "document_type" {
		said := document.KindOfType(value)
		return said != document.Other && said.Phase() != d.Kind.Phase()
	}
	if d.Kind.Member() {
		return false
	}
	right := 0
	for _, other := range s.of(indexes...) {
		switch phase := other.Front.Value(key); {
		case other == d || phase == "":
		case phase != itoa(other.Kind.Phase()):
			return false // counted in another way
		default:
			right++
		}
	}
	return right > 1 && value != itoa(d.Kind.Phase())
}

// identified tells whether a document says in its frontmatter what it is. A title
// and a status are in the frontmatter of any tool.
func identified(d *document.Document) bool {
	return d.Front.Value("session_id") != "" || d.Front.Value("document_type") != "" || d.Front.Value("phase") != ""
}

// otherDialect tells whether the frontmatter of a session is that of a tool which
// says what a document is, yet knows no sessions and counts no phases.
func (s *session) otherDialect() bool {
	return !slices.ContainsFunc(s.docs, func(d *document.Document) bool {
		_, err := strconv.Atoi(d.Front.Value("phase"))
		return err == nil || d.Front.Value("session_id") != "" || d.Front.Value("generated_at") != "" || d.Front.Field("dependencies") != nil
	}) && slices.ContainsFunc(s.docs, func(d *document.Document) bool { return len(d.Front.Fields) > leastDialect })
}

// fromElsewhere tells whether a session is one of another tool, which has headings
// of its own for what is asked here.
func (s *session) fromElsewhere() bool {
	return !slices.ContainsFunc(s.docs, identified) || s.otherDialect()
}

// leastDialect is how many fields the frontmatter of a known tool has without its own.
const leastDialect = 4

// othersLack tells whether at least two other indexes have a frontmatter, and none
// of those has the key either: theirs is another dialect.
func (s *session) othersLack(d *document.Document, key string) bool {
	others := 0
	for _, other := range s.of(indexes...) {
		if other == d || len(other.Front.Fields) == 0 {
			continue
		}
		if other.Front.Value(key) != "" {
			return false
		}
		others++
	}
	return others >= 2
}

// othersSay tells whether at least two other documents of the same sort could
// have a frontmatter key, and all of them have it.
func (s *session) othersSay(d *document.Document, key string) bool {
	kinds := []document.Kind{d.Kind}
	if !d.Kind.Member() {
		kinds = indexes
	}
	others := 0
	for _, other := range s.of(kinds...) {
		if other == d || len(other.Front.Fields) == 0 {
			continue
		}
		if other.Front.Value(key) == "" {
			return false
		}
		others++
	}
	return others >= 2
}
