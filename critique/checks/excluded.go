package checks

import (
	"slices"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// excludedReturns compares what a document defines and says of the first release with
// what the brief leaves out, and epics and stories with what the requirements do. The
// other way round, what the requirements leave out must not be in scope in the brief.
func excludedReturns(s *session, d *document.Document, hit hit) bool {
	excluded := s.exclusions(s.index(document.Brief))
	list := s.defined().requirements.list
	switch d.Kind {
	case document.Architecture:
		list = s.defined().decisions.list
	case document.Epics:
		list = s.defined().epics.list
		if index := s.index(document.Requirements); index != nil {
			excluded = slices.Concat(excluded, s.exclusions(index))
		}
	}
	applied := false
	report := func(doc *document.Document, at document.Span, name, title, says string) {
		applied = true
		called := namingOf(title)
		for _, e := range excluded {
			if e.titles(called, says) {
				hit(doc, at, name, note(e.text), s.say("was excluded", "已列为范围外"))
				return
			}
		}
	}
	for _, e := range list[:min(len(list), maxCompared)] {
		if e.priority != "wont" && !superseded(e.text()) {
			report(e.doc, e.at, e.id, e.title, "")
			if title := ownTitle(e); title != e.title {
				report(e.file, firstHeading(e.file), e.id, title, "")
			}
		}
	}
	switch d.Kind {
	case document.Requirements:
		s.demandsExcluded(excluded, hit)
		applied = s.includedLeftOut(d, hit) || applied
	case document.Architecture:
		builtParts(d, report)
	case document.Epics:
		for _, doc := range s.of(epicDocs...) {
			for _, u := range s.stories(doc) {
				report(doc, headingOf(doc, u.section), u.name, u.title, "")
				for _, e := range wishedFor(u, excluded) {
					hit(doc, headingOf(doc, u.section), u.name, note(e.text), s.say("was excluded", "已列为范围外"))
				}
			}
			for _, said := range takenIn(doc, excluded) {
				applied = true
				hit(doc, said.at, note(clip(oneLine(doc.Slice(said.at)), 60)), note(said.phrase), s.say("was excluded", "已列为范围外"))
			}
		}
	}
	return applied && len(excluded) > 0
}

// ownTitle is what the file of an entry is called, its own title without one.
func ownTitle(e *entry) string {
	if e.file == nil || e.file == e.doc {
		return e.title
	}
	return fileEntry(e.file, e.id).title
}

// builtParts names the components of an architecture and what each is for. What it
// calls a system of others is no part of it.
func builtParts(d *document.Document, report func(doc *document.Document, at document.Span, name, title, says string)) {
	for _, t := range d.Tables {
		if !t.Section.Under(document.Components) || len(t.Header) < 2 {
			continue
		}
		for _, row := range t.Rows {
			if name := plain(row[0].Text); len(row) > 1 && !ofOthers.MatchString(row[0].Text+" "+row[1].Text) {
				report(d, row[0].Span, name, name, row[1].Text)
			}
		}
	}
	for _, item := range d.Items {
		if item.Depth == 1 && item.Section.Under(document.Components) && !ofOthers.MatchString(item.Text) {
			name, says, _ := strings.Cut(strings.ReplaceAll(plain(item.Text), "：", ": "), ": ")
			report(d, item.Span, name, name, says)
		}
	}
	for _, section := range d.Sections {
		if section.Level > 2 && section.Level < 7 && section.Parent.Under(document.Components) && !ofOthers.MatchString(section.Title) {
			report(d, headingOf(d, section), section.Title, section.Title, "")
		}
	}
}

var ofOthers = pattern.New(`(?i)\b(?:external|third[- ]party|existing|legacy|adapter|connector|gateway|client (?:of|for)|upstream|downstream|exports?|imports?)\b|外部|第三方|现有|已有|原有|上游|下游|对接|适配|导出|导入`)

// demandsExcluded reports the demands of requirements that ask for what is excluded in
// so many words.
func (s *session) demandsExcluded(excluded []exclusion, hit hit) {
	if len(excluded) == 0 {
		return
	}
	for _, d := range s.of(document.Requirements, document.Requirement) {
		for _, st := range s.statements(d) {
			if d.SectionAt(st.at.Start).Under(document.NonGoals, document.Constraints, document.Assumptions, document.Risks, document.OpenQuestions) || refused(st.raw) {
				continue
			}
			said := wordingOf(st.raw)
			for _, e := range excluded {
				if e.speltIn(said) {
					hit(d, st.at, note(clip(oneLine(st.raw), 60)), note(e.text), s.say("was excluded", "已列为范围外"))
					break
				}
			}
		}
	}
}

// wishedFor are the things excluded that a story asks for, other than by its title.
func wishedFor(u userStory, excluded []exclusion) []exclusion {
	wish := wished(u.wish())
	if len(excluded) == 0 || refused(wish) {
		return nil
	}
	var found []exclusion
	said, title := wordingOf(wish), namingOf(u.title)
	for _, e := range excluded {
		if e.speltIn(said) && !e.titles(title, "") {
			found = append(found, e)
		}
	}
	return found
}

// wished is what a story asks for, without whom and what for.
func wished(wish string) string {
	if m := benefit.FindStringIndex(wish); m != nil {
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
	leftThere = pattern.New(`(?i)\b(?:by|remains?|stays?|still|elsewhere|external|outside|own(?:s|ed|er)?|existing|separate\w*|interfaces?|exports?|imports?|manual\w*|never|nor|unlike|if|unless)\b|由|仍|外部|另|现有|已有|导出|对接|人工|线下|手工|如果|若`)
	clauseEnd = pattern.New(`[;；。!?！？，]|[.,](?:\s|$)`)
)

// refused tells whether a text says that something is not done, not now or not here.
func refused(text string) bool {
	return refusal.MatchString(text) || comesLater.MatchString(text) || leftThere.MatchString(text)
}

// takenIn are the clauses about the first release, and in the scope of an epic, that
// take in what is excluded, and the items of lists there that are just that.
func takenIn(d *document.Document, excluded []exclusion) []inclusion {
	var found []inclusion
	inside := func(section *document.Section) bool {
		return section.Under(document.MVP, document.InScope, document.Scope) && !section.Under(document.NonGoals, document.Risks, document.OpenQuestions) && !outsideMVP(section)
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
			words := stemsOf(clause)
			for _, e := range excluded {
				if e.among(words) && e.namedBy(clause) && !refused(clause) && !refused(restOfSentence(text, end)) {
					found = append(found, inclusion{document.Span{Start: line.Start + start, End: line.Start + end}, e.text})
				}
			}
			start = end
		}
	}
	for _, item := range d.Items {
		if !inside(item.Section) || refused(item.Text) {
			continue
		}
		title := namingOf(withoutReason(plain(item.Text)))
		for _, e := range excluded {
			if e.titles(title, "") {
				found = append(found, inclusion{item.Span, e.text})
			}
		}
	}
	return found
}

// restOfSentence is what follows up to the end of the sentence.
func restOfSentence(text string, start int) string {
	if start > 0 && strings.ContainsAny(text[start-1:start], ". ") && !strings.HasSuffix(strings.TrimRight(text[:start], " "), ",") || strings.HasSuffix(text[:start], "。") {
		return ""
	}
	rest := text[start:]
	if m := sentenceMark.FindStringIndex(rest); m != nil {
		rest = rest[:m[0]]
	}
	return rest
}

// wontList is a line that lists what is left out behind a label.
var (
	wontList  = pattern.New(`(?i)^[\s*|_>-]*(?:won['’]?t\b[^:：|]{0,30}|(?:out of|not in) scope[^:：|]{0,20}|(?:本期|本版|暂|首版)?不(?:做|包含|纳入|实现)[^:：|]{0,12}|范围外[^:：|]{0,8})\s*[:：|]\**\s*(.*)`)
	wontTitle = pattern.New(`(?i)^won['’]?t\b`)
	wontCount = pattern.New(`(?i)^[\s*|_]*\d*\s*(?:项|条|个|items?|requirements?)?\s*[:：|]?\s*`)
	wontMark  = pattern.New(`[,，、;；|。]|\.(?:\s|$)`)
	asides    = pattern.New(`\([^)]*\)|（[^）]*）`)
)

// refusals are what a document says won't be done, thing by thing, and where.
func refusals(d *document.Document) (things []string, at []document.Span) {
	add := func(text string, span document.Span) {
		text = wontCount.ReplaceAllString(asides.ReplaceAllString(text, ""), "")
		start := 0
		for start < len(text) && len(things) < maxCompared {
			end, next := len(text), len(text)
			if m := wontMark.FindStringIndex(text[start:]); m != nil {
				end, next = start+m[0], start+m[1]
			}
			if thing := strings.Trim(text[start:end], " *_`~"); document.Units(thing) > 1 {
				things, at = append(things, thing), append(at, span)
			}
			start = next
		}
	}
	start := 0
	for line := range strings.Lines(d.Prose) {
		span := document.Span{Start: start, End: start + len(strings.TrimRight(line, "\n"))}
		start += len(line)
		if m := wontList.FindStringSubmatch(strings.TrimRight(line, "\n")); m != nil {
			add(m[1], span)
		}
	}
	for _, item := range d.Items {
		if item.Section.Under(document.NonGoals) || item.Section != nil && wontTitle.MatchString(item.Section.Title) {
			add(withoutReason(plain(item.Text)), item.Span)
		}
	}
	return things, at
}

// includedLeftOut reports what the requirements leave out although the brief has it in
// scope, or although it is the title of a requirement that they do not leave out. What
// is left out must be no narrower than what is in.
func (s *session) includedLeftOut(d *document.Document, hit hit) bool {
	within := namingsOf(listedUnder(s.index(document.Brief), document.InScope))
	names, at := refusals(d)
	list := s.defined().requirements.list
	titles := make([]naming, len(list))
	for i, e := range list {
		titles[i] = namingOf(e.title)
		if e.priority == "wont" {
			names, at = append(names, e.title), append(at, e.at)
		}
	}
	for i, thing := range namingsOf(names) {
		if thing.refused {
			continue
		}
		if j := thing.repeats(within); j >= 0 {
			hit(d, at[i], note(clip(thing.text, 60)), note(within[j].text), s.say("is in scope in the brief", "在简介中属于范围内"))
			continue
		}
		for j, e := range list {
			if e.priority != "" && e.priority != "wont" && e.at != at[i] && thing.repeats(titles[j:j+1]) >= 0 && !superseded(e.text()) {
				hit(d, at[i], note(clip(thing.text, 60)), e.id, s.say("is no such requirement: "+spelt[e.priority], "并非如此："+spelt[e.priority]))
				break
			}
		}
	}
	return len(names) > 0 && len(within) > 0
}
