// Package native is what rules that are written in Go share: [Rule] joins the entry of a
// rule's file and the function that looks. Each family has a package below it.
package native

import (
	"slices"
	"strings"

	"discussd/critique"
	"discussd/critique/document"
	"discussd/critique/rules"
	"discussd/critique/rules/model"
)

// Of is what the file of its family says of a built-in rule.
func Of(id string) rules.Rule { return rules.Builtin(id) }

// Hit reports one place: a span of a document, or the whole document when the
// span is empty, and what is wrong there.
type Hit func(d *document.Document, at document.Span, details ...model.Detail)

// Rule is a catalogue entry with what it does.
type Rule struct {
	rules.Rule
	On    []document.Kind // the documents it is about; nil means every Markdown document
	Needs []document.Kind // documents without which it cannot look
	// Graded says that the user gave the severity: it holds for every place.
	Graded bool
	// Named says that the rule is right only where the layout of a session names it.
	Named bool
	// Shared says that it also speaks of what several sessions share and no round of any is about.
	Shared bool
	// Own says that it comes from a file of the user's.
	Own bool
	// Look reports what is wrong with a document and tells whether it had
	// anything to look at.
	Look func(s *model.Session, d *document.Document, hit Hit) bool
}

// About tells whether a rule is about documents of a kind.
func (r *Rule) About(kind document.Kind) bool {
	if r.On == nil {
		return !kind.JSON()
	}
	return slices.Contains(r.On, kind)
}

// Shared returns a rule that also speaks of what several sessions share, see [Rule.Shared].
func Shared(r Rule) Rule {
	r.Shared = true
	return r
}

// ReadsMarks tells whether a rule looks at links, IDs and marks, which are the same in every
// language, rather than at words. Of a language that no rule knows only these say anything.
func (r *Rule) ReadsMarks() bool {
	return r.Own || r.Family() == "XL" || r.Family() == "FT" || r.Family() != "LX" && (r.Severity == critique.High || r.Kind == "consistency" || r.Kind == "traceability" || r.Kind == "dependency")
}

// SeverityOf returns the severity of one place. HIGH stops a pipeline, so it needs a
// witness in the text: a place without one is MEDIUM at most.
func (r *Rule) SeverityOf(details []model.Detail) critique.Severity {
	switch {
	case r.Graded:
		return r.Severity
	case model.Marked(details, model.Doubtful):
		return critique.Low
	case r.Severity == critique.High && (model.Marked(details, model.Unwitnessed) || model.Marked(details, model.Lesser)):
		return critique.Medium
	}
	return r.Severity
}

// Say renders the rule's message for its places.
func (r *Rule) Say(chinese bool, fired int, details []model.Detail) string {
	text := r.Message.In(chinese)
	one := r.One.EN
	if chinese {
		one = r.One.ZH
	}
	if one != "" && (fired == 1 && strings.Contains(text, "{n}") || slices.Contains(details, model.Detail(model.Target("1")))) {
		text = one
	}
	counted := strings.Contains(text, "{n}")
	pairs := []string{"{n}", model.Itoa(fired)}
	for _, detail := range details {
		if words, shown := model.Shown(detail); shown {
			pairs = append(pairs, "{"+model.Itoa(len(pairs)/2)+"}", model.Clip(model.OneLine(words), 80))
		}
	}
	text = strings.NewReplacer(pairs...).Replace(text)
	switch {
	case fired < 2 || counted:
	case chinese:
		text += "（另有 " + model.Itoa(fired-1) + " 处）"
	default:
		text += " (+" + model.Itoa(fired-1) + " more)"
	}
	return text
}
