package crossdocument

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// excludedReturns compares what a document defines with what the brief leaves out, and epics
// with what the requirements do.
func excludedReturns(s *model.Session, d *document.Document, hit native.Hit) bool {
	excluded := model.Exclusions(s.Index(document.Brief))
	list := model.Defined(s).Requirements.List
	switch d.Kind {
	case document.Architecture:
		list = model.Defined(s).Decisions.List
	case document.Epics:
		list = model.Defined(s).Epics.List
		if index := s.Index(document.Requirements); index != nil {
			excluded = slices.Concat(excluded, model.Exclusions(index))
		}
	}
	applied := false
	report := func(doc *document.Document, at document.Span, name, title, says string) {
		applied = true
		called := model.NamingOf(title)
		for _, e := range excluded {
			if e.Titles(called, says) {
				hit(doc, at, model.Target(name), model.Note(e.Text), s.Say("was excluded", "已列为范围外"))
				return
			}
		}
	}
	for _, e := range list[:min(len(list), model.MaxCompared)] {
		if e.Priority != "wont" && !model.Superseded(e.Text()) {
			report(e.Doc, e.At, e.ID, e.Title, "")
		}
	}
	if d.Kind == document.Architecture {
		builtParts(d, report)
	}
	return applied && len(excluded) > 0
}

// ownTitle is what the file of an entry is called, its own title without one.
func ownTitle(e *model.Entry) string {
	if e.File == nil || e.File == e.Doc {
		return e.Title
	}
	return model.FileEntry(e.File, e.ID).Title
}

// builtParts names the components of an architecture and what each is for. What it
// calls a system of others is no part of it.
func builtParts(d *document.Document, report func(doc *document.Document, at document.Span, name, title, says string)) {
	for _, item := range d.Items {
		if item.Depth == 1 && item.Section.Under(document.Components) && !ofOthers.MatchString(item.Text) {
			name, says, _ := strings.Cut(strings.ReplaceAll(model.Plain(item.Text), "：", ": "), ": ")
			report(d, item.Span, name, name, says)
		}
	}
	for _, section := range d.Sections {
		if section.Level > 2 && section.Level < 7 && section.Parent.Under(document.Components) && !ofOthers.MatchString(section.Title) {
			report(d, model.HeadingOf(d, section), section.Title, section.Title, "")
		}
	}
}

var ofOthers = pattern.New(`(?i)\b(?:external|third[- ]party|existing|legacy|adapter|connector|gateway|client (?:of|for)|upstream|downstream|exports?|imports?)\b|外部|第三方|现有|已有|原有|上游|下游|对接|适配|导出|导入`)
