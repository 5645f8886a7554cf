package crossdocument

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// excludedReturns compares what a document defines and says of the first release with
// what the brief leaves out, and epics and stories with what the requirements do. The
// other way round, what the requirements leave out must not be in scope in the brief.
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
				hit(doc, at, name, model.Note(e.Text), s.Say("was excluded", "已列为范围外"))
				return
			}
		}
	}
	for _, e := range list[:min(len(list), model.MaxCompared)] {
		if e.Priority != "wont" && !model.Superseded(e.Text()) {
			report(e.Doc, e.At, e.ID, e.Title, "")
			if title := ownTitle(e); title != e.Title {
				report(e.File, model.FirstHeading(e.File), e.ID, title, "")
			}
		}
	}
	switch d.Kind {
	case document.Requirements:
	case document.Architecture:
		builtParts(d, report)
	case document.Epics:
		for _, doc := range s.Of(model.EpicDocs...) {
			for _, u := range model.Stories(doc) {
				report(doc, model.HeadingOf(doc, u.Section), u.Name, u.Title, "")
				for _, e := range wishedFor(u, excluded) {
					hit(doc, model.HeadingOf(doc, u.Section), u.Name, model.Note(e.Text), s.Say("was excluded", "已列为范围外"))
				}
			}
			for _, said := range takenIn(doc, excluded) {
				applied = true
				hit(doc, said.at, model.Note(model.Clip(model.OneLine(doc.Slice(said.at)), 60)), model.Note(said.phrase), s.Say("was excluded", "已列为范围外"))
			}
		}
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
	for _, t := range d.Tables {
		if !t.Section.Under(document.Components) || len(t.Header) < 2 {
			continue
		}
		for _, row := range t.Rows {
			if name := model.Plain(row[0].Text); len(row) > 1 && !ofOthers.MatchString(row[0].Text+" "+row[1].Text) {
				report(d, row[0].Span, name, name, row[1].Text)
			}
		}
	}
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

// wishedFor are the things excluded that a story asks for, other than by its title.
func wishedFor(u model.UserStory, excluded []model.Exclusion) []model.Exclusion {
	wish := wished(u.Wish())
	if len(excluded) == 0 || refused(wish) {
		return nil
	}
	var found []model.Exclusion
	said, title := model.WordingOf(wish), model.NamingOf(u.Title)
	for _, e := range excluded {
		if e.SpeltIn(said) && !e.Titles(title, "") {
			found = append(found, e)
		}
	}
	return found
}

// wished is what a story asks for, without whom and what for.
func wished(wish string) string {
	if m := model.Benefit.FindStringIndex(wish); m != nil {
		wish = wish[:m[0]]
	}
	return wish
}

// inclusion is a sentence that takes in what is excluded.
type inclusion struct {
	at     document.Span
	phrase string
}

var (
	takesIn   = pattern.New(`(?i)\b(?:part of|belongs? to|includ(?:es?|ed|ing)|contain(?:s|ed)?|cover(?:s|ed)?|deliver(?:s|ed)?|adds?|added|provide[sd]?|support(?:s|ed)?|offer(?:s|ed)?|ship(?:s|ped)?|brings?|comes? with|takes? in|comprises?|consists? of|as well|also|too|in addition|along with|together with|plus)\b|包含|包括|涵盖|纳入|加入|增加|新增|交付|支持|提供|实现|覆盖|完成|上线|一并|同时|还有|以及`)
	clauseEnd = pattern.New(`[;；。!?！？，]|[.,](?:\s|$)`)
)

// refused tells whether a text says that something is not done, not now or not here.
func refused(text string) bool {
	return model.Refusal.MatchString(text) || model.ComesLater.MatchString(text)
}

// takenIn are the clauses about the first release, and in the scope of an epic, that
// take in what is excluded, and the items of lists there that are just that.
func takenIn(d *document.Document, excluded []model.Exclusion) []inclusion {
	var found []inclusion
	inside := func(section *document.Section) bool {
		return section.Under(document.MVP, document.InScope, document.Scope) && !section.Under(document.NonGoals, document.Risks, document.OpenQuestions) && !model.OutsideMVP(section)
	}
	for _, line := range d.Lines {
		if !inside(d.SectionAt(line.Start)) {
			continue
		}
		text := d.Prose[line.Start:line.End]
		if !takesIn.MatchString(text) {
			continue
		}
		for start := 0; start < len(text); {
			end := len(text)
			if m := clauseEnd.FindStringIndex(text[start:]); m != nil {
				end = start + m[1]
			}
			clause := text[start:end]
			words := model.StemsOf(clause)
			for _, e := range excluded {
				if e.Among(words) && e.NamedBy(clause) && !refused(clause) {
					found = append(found, inclusion{document.Span{Start: line.Start + start, End: line.Start + end}, e.Text})
				}
			}
			start = end
		}
	}
	for _, item := range d.Items {
		if !inside(item.Section) || refused(item.Text) {
			continue
		}
		title := model.NamingOf(model.WithoutReason(model.Plain(item.Text)))
		for _, e := range excluded {
			if e.Titles(title, "") {
				found = append(found, inclusion{item.Span, e.Text})
			}
		}
	}
	return found
}
