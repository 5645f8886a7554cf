package documents

import (
	"unicode"
	"unicode/utf8"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/invisible"
)

// HiddenRules look for characters that readers do not see, in any document.
func HiddenRules() []native.Rule {
	every := []document.Kind{
		document.Discovery, document.Config, document.Glossary, document.Brief, document.Requirements, document.Requirement, document.Quality,
		document.Architecture, document.Decision, document.Epics, document.Epic, document.Readiness, document.Other, document.Unknown,
	}
	return []native.Rule{
		{Rule: native.Of("X-023"), On: every, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			return hidden(d, func(run invisible.Run, at document.Span) {
				switch {
				case run.Effect == invisible.Blank:
				case run.Says != "":
					hit(d, at, model.Note("“"+model.Clip(run.Says, 76)+"”"))
				default:
					hit(d, at, model.Note(invisible.Marked(d.Slice(at))))
				}
			})
		}},
		{Rule: native.Of("X-024"), On: every, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			return hidden(d, func(run invisible.Run, at document.Span) {
				if run.Effect == invisible.Blank {
					hit(d, at, model.Note(invisible.Marked(d.Slice(at))))
				}
			})
		}},
	}
}

// hidden reports the runs of invisible characters of a document, each with what is
// written around it; of several in one place the first. Data of no round counts as
// looked at only when it has some.
func hidden(d *document.Document, report func(run invisible.Run, at document.Span)) bool {
	runs := invisible.Find(d.Text)
	last := map[bool]document.Span{} // of blanks, of others
	for _, run := range runs {
		blank := run.Effect == invisible.Blank
		if last[blank].Holds(run.Start) {
			continue
		}
		last[blank] = beside(d, document.Span{Start: run.Start, End: run.End})
		report(run, last[blank])
	}
	return d.Kind != document.Unknown || len(runs) > 0
}

// beside widens a span by the letters beside it, at most a dozen on either side.
func beside(d *document.Document, at document.Span) document.Span {
	const most = 12
	for range most {
		r, size := utf8.DecodeLastRuneInString(d.Text[:at.Start])
		if size == 0 || unicode.IsSpace(r) {
			break
		}
		at.Start -= size
	}
	for range most {
		r, size := utf8.DecodeRuneInString(d.Text[at.End:])
		if size == 0 || unicode.IsSpace(r) {
			break
		}
		at.End += size
	}
	return at
}
