package brief

import (
	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// ScopeRules look at what a brief includes, excludes and assumes.
func ScopeRules() []native.Rule {
	return []native.Rule{
		native.Lacks(brief, document.NonGoals, native.Of("BR-005")),
		{Rule: native.Of("BR-006"), On: brief, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			if !assumes(d) {
				hit(d, document.Span{})
			}
			return true
		}},
		native.Lacks(brief, document.Constraints, native.Of("BR-007"), document.Dependencies),
		{Rule: native.Of("BR-013"), On: brief, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			switch section := model.Topic(d, document.Risks); {
			case section != nil && model.DeniesAll(d, section):
				hit(d, model.HeadingOf(d, section))
			case !model.Holds(d.Text[d.Front.Span.End:], doubt):
				hit(d, document.Span{})
			}
			return true
		}},
	}
}

var doubt = pattern.New(`(?i)\b(?:risks?|uncertain\w*|threats?|failure modes?|worst case|danger)\b|风险|隐患|威胁|不确定`)

var assumption = pattern.New(`(?i)\bassum\w*|\bpresum\w*|假设|假定|前提`)

// assumes tells whether a document has a section of assumptions, or states one.
func assumes(d *document.Document) bool {
	for _, section := range d.Sections {
		if assumption.MatchString(section.Title) && model.Says(d, section) {
			return true
		}
	}
	for _, line := range d.Lines {
		if line.Len() > 40 && assumption.MatchString(d.Slice(line)) {
			return true
		}
	}
	for _, item := range d.Items {
		if assumption.MatchString(item.Text) {
			return true
		}
	}
	return false
}
