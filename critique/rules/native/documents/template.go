// Package documents has the rules about what a generator or an editor left behind in any
// document.
package documents

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/model/unfinished"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// ofCode tells whether a mark stands in a row about a file of a program: it is one of that file.
func ofCode(d *document.Document, at document.Span) bool {
	return codeMark.MatchString(d.Slice(at)) && rowOfFile.MatchString(d.Slice(d.LineAt(at.Start)))
}

var (
	codeMark  = pattern.New(`TODO|FIXME|HACK|XXX`)
	rowOfFile = pattern.New(`^\s*\|[^|]*\w\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|swift|cs|rb|php|vue|svelte|dart|c|cpp|h|sql|sh)\b[^|]*\|`)
)

// nextMilestone is a line about a milestone that nobody has planned yet.
var nextMilestone = pattern.New(`(?i)^\W*(?:v\d[\d.]*\b|next\b|milestone\b|future\b)[^.]{0,12}TBD`)

// backlog is the title of what is kept for later and is not planned yet, or is left to whoever builds it.
var backlog = pattern.New(`(?i)\bbacklog\b|\bparking lot\b|\bdeferred (?:ideas|items|work)\b|\b(?:claude|agent|implementer)['’]?s discretion\b|需求池|待办池`)

// atHead tells whether a place stands in the title of a document, or in the lines between it and the first heading
// below: who reads on misses nothing.
func atHead(d *document.Document, at document.Span) bool {
	below := slices.IndexFunc(d.Sections, func(s *document.Section) bool { return s.Level > 1 && s.Level <= 6 })
	return below > 0 && d.Sections[below].Start > at.Start
}

// TemplateRules look for what a generator left behind in any document.
func TemplateRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("X-001"), Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			if unfinished.Guides(d) {
				return true // they are for whoever uses it
			}
			found := unfinished.PlaceholdersIn(d)
			for i, certain := range unfinished.Standing(d, found) {
				switch {
				case !certain && unfinished.Usual(d.Slice(found[i]), s.Framed):
				case !certain, model.IsRecord(d.SectionAt(found[i].Start)), unfinished.Records(d):
					hit(d, found[i], model.Target(d.Slice(found[i])), model.Doubtful)
				case unfinished.Own(d, found[i]) && !atHead(d, found[i]):
					hit(d, found[i], model.Target(d.Slice(found[i])))
				case unfinished.Own(d, found[i]), unfinished.Asked(d, found[i]):
					hit(d, found[i], model.Target(d.Slice(found[i])), model.Lesser)
				default:
					hit(d, found[i], model.Target(d.Slice(found[i])), model.Doubtful)
				}
			}
			return true
		}},
		{Rule: native.Of("X-002"), Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			for _, at := range unfinished.UnsettledIn(d) {
				switch section := d.SectionAt(at.Start); {
				case section.Under(document.OpenQuestions), unfinished.Tracked(d, at), section.Titled(backlog), ofCode(d, at), nextMilestone.MatchString(d.Slice(d.LineAt(at.Start))),
					model.Recounts(d), model.IsRecord(section), logged.MatchString(d.Path), section != nil && at.Start < section.Body && d.Substance(section) > 0 && !(strings.Contains(d.Slice(at), "NEEDS") && ofField.MatchString(d.Text[section.Start:at.Start])): // it tells what was open, or heads a list of what is
				case unfinished.Decisive(d, at):
					hit(d, at, model.Target(d.Slice(at)))
				default:
					hit(d, at, model.Target(d.Slice(at)), model.Doubtful)
				}
			}
			return true
		}},
		{Rule: native.Of("X-003"), On: append(model.Indexes[:len(model.Indexes):len(model.Indexes)], document.Requirement, document.Quality, document.Decision, document.Epic),
			Look: frontmatter},
		{Rule: native.Of(model.SkeletonRule), Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			if s.Skeleton[d] {
				hit(d, document.Span{})
			}
			return true
		}},
		{Rule: native.Of("X-014"), Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			if at, is := wrapped(d); is {
				hit(d, at, model.Target(d.Slice(at)))
			}
			for _, at := range slices.Concat(unfinished.Matches(d, chatter), toolLeavings(d)) {
				hit(d, at, model.Target(strings.TrimSpace(d.Slice(at))))
			}
			return true
		}},
		{Rule: native.Of("X-016"), Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			for _, at := range unfinished.Matches(d, injection) {
				hit(d, at, model.Target(d.Slice(at)))
			}
			for _, c := range d.Comments {
				if m := injection.FindStringIndex(d.Slice(c)); m != nil {
					at := document.Span{Start: c.Start + m[0], End: c.Start + m[1]}
					hit(d, at, model.Target(d.Slice(at)))
				}
			}
			return true
		}},
		{Rule: native.Of(model.UnreadRule), Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			told := []model.Detail{model.Note(d.Path), model.Note(s.Problems[d])}
			if s.Framed && (d.Kind == document.Other || d.Kind == document.Unknown) {
				told = append(told, model.Lesser) // it may be none of the specification
			}
			hit(d, document.Span{}, told...)
			return true
		}},
		{Rule: native.Of("X-021"), Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			for _, i := range s.Ignores[d] {
				if i.Reason == "" && slices.Contains(s.Known, i.Rule) {
					hit(d, i.At, model.Target(i.Rule))
				}
			}
			return len(s.Ignores[d]) > 0
		}},
	}
}

// ofField is what stands before the value of a field whose name is in bold.
var ofField = pattern.New(`\*\*\s*[:：]\s*$|[:：]\s*\*\*\s*$`)

// logged is a document that keeps what was said on the way.
var logged = pattern.New(`(?i)(?:^|[/-])logs?\.md$`)

// frontmatter asks every document of a session for frontmatter.
func frontmatter(s *model.Session, d *document.Document, hit native.Hit) bool {
	if !slices.ContainsFunc(s.Docs, ofSession) {
		return false // documents of another tool
	}
	if len(d.Front.Fields) == 0 {
		const keys = "session_id, document_type, status"
		hit(d, document.Span{}, model.Target(keys), s.Say("no "+keys, "缺少 "+keys))
	}
	return true
}

// ofSession tells whether the frontmatter of a document is that of a session, which counts its
// phases. Other tools give the name of a phase, or count theirs otherwise.
func ofSession(d *document.Document) bool {
	phase := d.Kind.Phase()
	return phase > 0 && d.Front.Value("phase") == model.Itoa(phase) || d.Front.Value("session_id")+d.Front.Value("document_type") != ""
}
