// Package structure has the rules about the parts of any document: its headings, links,
// dates and sentences.
package structure

import (
	"path"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// PartRules look at sections, links and IDs of any document.
func PartRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("X-004"), Look: emptySections},
		{Rule: native.Of("X-005"), Look: deadLinks},
		{Rule: native.Of("X-006"), Look: definedTwice},
		{Rule: native.Of("X-007"), On: []document.Kind{document.Brief, document.Requirements, document.Architecture, document.Epics, document.Epic}, Look: numberingGaps},
		{Rule: native.Of("X-015"), Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			end, cut := truncated(d)
			if cut {
				if goesOn(d) {
					return true
				}
				if endsOpen(d, end) {
					hit(d, end, lastWords(d, end))
				} else {
					hit(d, end, lastWords(d, end), model.Unwitnessed)
				}
			}
			return strings.TrimSpace(d.Prose) != ""
		}},
	}
}

// lastWords is how a text ends.
func lastWords(d *document.Document, at document.Span) model.Note {
	text := []rune(model.OneLine(d.Slice(at)))
	const most = 60
	if len(text) > most {
		return model.Note("…" + string(text[len(text)-most:]))
	}
	return model.Note(string(text))
}

// emptySections reports sections of a specification that hold nothing at all. A journal, a prompt or a form may be made of headings.
func emptySections(s *model.Session, d *document.Document, hit native.Hit) bool {
	if d.Kind == document.Other {
		return false
	}
	applied := false
	for _, section := range d.Sections {
		if section.Level < 2 || section.Level > 6 || model.IsRecord(section) {
			continue
		}
		applied = true
		text := d.Slice(section.All())
		if s.Framed && (emptyByRight.MatchString(section.Title) || model.Unfilled(d, section) || awaited.MatchString(text)) || noneAside.MatchString(text) || d.Substance(section) > 0 || strings.Contains(text, "](") || strings.Contains(text, "```") || namesGroup(d, section) || quotesSomething(d, section) {
			continue
		}
		if !model.SaysOrDenies(d, section) && !model.VerdictTitle.MatchString(section.Title) && !toldLouder(d, section) && !saysItself(section.Title) {
			hit(d, model.HeadingOf(d, section), model.Target(asideMark.ReplaceAllString(section.Title, "")))
		}
	}
	return applied
}

// emptyByRight is the title of a part that OpenSpec's own template says to leave empty where there is none.
var emptyByRight = pattern.New(`(?i)^(?:new|modified|removed) capabilities$`)

// awaited is a template's comment that a later step of the framework writes the section.
var awaited = pattern.New(`(?i)<!--[^>]*\b(?:will|to) be (?:generated|written|filled|created|added|completed)\b|<!--[^>]*(?:将|待)(?:会|由|在|被)?[^>]{0,20}(?:生成|填写|编写|补充)`)

// noneAside is a comment in which the writer says that there is nothing.
var noneAside = pattern.New(`(?i)<!--\s*(?:(?:none|n/a|nothing|not applicable)\b|无|没有|不适用)`)

// asideMark is what a template says of its section behind the heading: *(mandatory)*.
var asideMark = pattern.New(`\s*\*+[(（][^()（）]*[)）]\*+$`)

// namesGroup tells whether a heading is the name of those right below it that are of its own
// level and begin with an ID or the first number: "### Must have" over "### FR-1: Sign in".
func namesGroup(d *document.Document, section *document.Section) bool {
	end := section.All().End
	next := d.SectionAt(end)
	return next != nil && next.Start == end && next.Level == section.Level && (leadsWithID(next.Title) && !leadsWithID(section.Title) || first.MatchString(d.Slice(model.HeadingOf(d, next))))
}

var first = pattern.New(`^#*\s*1[.)、．]\s*\D`)

func leadsWithID(title string) bool {
	title = strings.TrimLeft(title, "*_`[ ")
	ids := document.FindIDs(title)
	return len(ids) > 0 && ids[0].Start == 0 || numberedWord.MatchString(title)
}

// numberedWord is a word for what is demanded or built, and its code: Requirement A01, 需求 3.
var numberedWord = pattern.New(`^(?i:requirement|story|feature|task|需求|故事|功能|任务|任務|要件)\s?[A-Z]{0,3}-?\d`)

// quotesSomething tells whether a section holds a quotation, which is what it has to say.
func quotesSomething(d *document.Document, section *document.Section) bool {
	for line := range strings.Lines(d.Text[section.Body:section.End]) {
		if text, quoted := strings.CutPrefix(strings.TrimSpace(line), ">"); quoted && document.Units(text) > 0 {
			return true
		}
	}
	return false
}

// toldLouder tells whether what a section says stands right below it as a heading
// of the first level: "# ✅ READY FOR IMPLEMENTATION".
func toldLouder(d *document.Document, section *document.Section) bool {
	end := section.All().End
	next := d.SectionAt(end)
	return next != nil && next.Start == end && next.Level == 1 && model.GateWord.MatchString(next.Title) && strings.TrimSpace(d.Text[next.Body:next.End]) != ""
}

// saysItself tells whether a heading holds what its section has to say: "Total: 12 hours
// over 3 days", "Reviewed By: Quinn", "Key Entities (none: nothing new is stored)".
func saysItself(title string) bool {
	if _, rest, ok := strings.Cut(strings.ReplaceAll(title, "：", ":"), ":"); ok && document.Units(rest) > 0 {
		return true
	}
	return saysNone.MatchString(title)
}

var saysNone = pattern.New(`^(?:No|None|Nothing|Not)\b.*\.$|\b(?:COMPLETED?|DONE|END)\W*$|(?i)[(（]\W*(?:none|n/a|not applicable|empty|无|不适用)\b?[^()（）]*[)）]\W*$|[:：–—-]\s*(?:none|n/a|nothing|not applicable|无|没有|不适用)\W*$`)

func deadLinks(s *model.Session, d *document.Document, hit native.Hit) bool {
	if s.Around.Exists == nil {
		return false
	}
	applied, rooted, told := false, 0, map[string]bool{}
	for _, link := range d.Links {
		if !link.Relative() || strings.ContainsAny(link.Target, "{<$*") || syntax.MatchString(link.Target) {
			continue
		}
		applied = true
		target := path.Join(path.Dir(d.Path), atLine.ReplaceAllString(link.Target, ""))
		if model.Has(s, target) || s.Around.Exists(target) || isForward(s, target) {
			continue
		}
		line := d.LineAt(link.Span.Start)
		before, _, _ := cutLast(d.Text[line.Start:link.Span.Start], "[")
		gone := func(marks ...model.Detail) {
			hit(d, link.Span, append([]model.Detail{model.Target(link.Raw), model.Note("")}, marks...)...)
		}
		switch {
		case hiddenFolder.MatchString(link.Target), ignored(s, target), told[link.Target]: // .tmp/, .cache/: kept out of the project on purpose
		case fromAbove(s, d, link.Target):
			if rooted++; rooted == 1 { // one habit, told once
				hit(d, link.Span, model.Target(link.Raw), s.Say("; from a folder above it does", "；从上级目录看则存在"), model.Unwitnessed)
			}
		case coming.MatchString(before), announced(s)[target], takenAway.MatchString(d.Text[link.Span.End:line.End]), mayCome(d, link.Target):
			gone(model.Unwitnessed)
		case model.Recounts(d), strings.HasPrefix(target, "../") && path.Ext(target) != ".md", misplaced(s, d, link.Target), lessNeeded(d, link):
			gone(model.Lesser)
		default:
			gone()
		}
		told[link.Target] = true
	}
	return deadWikilinks(s, d, hit) || applied
}

// ignored tells whether the .gitignore of the project leaves a path out, seen from the root that it leads up to.
func ignored(s *model.Session, target string) bool {
	for strings.HasPrefix(target, "../") {
		target = target[len("../"):]
	}
	return s.Around.Code != nil && s.Around.Code.Ignores(target)
}

// lessNeeded tells whether readers can do without what a link leads to: one of the inputs that the head
// of a document lists, a page that a site makes of another, and what a story or a summary of it cites.
func lessNeeded(d *document.Document, link document.Link) bool {
	line := strings.TrimSpace(d.Slice(d.LineAt(link.Span.Start)))
	first := slices.IndexFunc(d.Sections, func(s *document.Section) bool { return s.Level >= 2 && s.Level <= 6 })
	head := first >= 0 && link.Span.Start < d.Sections[first].Start
	return head && (strings.HasPrefix(line, "-") || strings.HasPrefix(line, "*")) && !strings.HasPrefix(line, "**") || strings.HasSuffix(link.Target, ".html") || model.StoryFile.MatchString(d.Path) || summing.MatchString(d.Path)
}

var summing = pattern.New(`(?i)(?:^|/)(?:checklists|archived?|brainstorm\w*)/|(?:summary|completed|changelog|history)\.md$`)

// atLine is the line of a file, as editors and agents write it: spec.md:12.
var atLine = pattern.New(`:\d+(?:[:-]\d+)?$`)

// syntax is what stands for any target where a text shows how a link is written.
var syntax = pattern.New(`(?i)^(?:url|uri|link|href|path|target|destination)$`)

func cutLast(text, separator string) (before, after string, found bool) {
	if i := strings.LastIndex(text, separator); i >= 0 {
		return text[:i], text[i+len(separator):], true
	}
	return text, "", false
}

// fromAbove tells whether a link is written from a folder above the document's, where its
// target is: a slip that a reader can find his way from.
func fromAbove(s *model.Session, d *document.Document, target string) bool {
	if strings.HasPrefix(path.Clean(target), "../") {
		return false // written from where the document lies
	}
	const most = 6
	folder := path.Dir(d.Path)
	for range most {
		folder = path.Join(folder, "..")
		if s.Around.Exists(path.Join(folder, model.Nowhere)) {
			return false // outside of the project, where nobody can tell
		}
		if s.Around.Exists(path.Join(folder, target)) {
			return true
		}
	}
	return false
}

// misplaced tells whether a file of the name that a link leads to lies beside the document, or its
// target does when seen from another folder, or that a document of the session has a name so much its
// own: a reader finds it though the path is wrong.
func misplaced(s *model.Session, d *document.Document, target string) bool {
	target = strings.TrimPrefix(path.Clean(target), "./")
	for strings.HasPrefix(target, "../") {
		target = target[len("../"):]
	}
	beside := path.Join(path.Dir(d.Path), path.Base(target))
	moved := func(other *document.Document) bool {
		return path.Base(other.Path) == path.Base(target) && strings.Contains(strings.TrimSuffix(path.Base(target), path.Ext(target)), "-") // no plan.md, which many are called
	}
	return model.Has(s, beside) || s.Around.Exists(beside) || fromAbove(s, d, target) || slices.ContainsFunc(s.Docs, moved)
}

// mayCome tells whether a link of a document about what is to be built leads to something else
// than a document: it may be to be built too.
func mayCome(d *document.Document, target string) bool {
	if path.Ext(target) == ".md" || d.Kind.Phase() > 0 && d.Kind != document.Architecture && d.Kind != document.Tasks {
		return false
	}
	return d.Kind != document.Other || aPlan.MatchString(d.Path)
}

var aPlan = pattern.New(`(?i)(?:^|[/_-])(?:plans?|designs?|architecture|tasks?|implementation|roadmap|rfcs?|proposals?)(?:[/_.-]|$)|计划|方案|设计`)

var (
	hiddenFolder = pattern.New(`(?:^|/)\.(?:tmp|temp|cache|out|build)/`)
	// coming is what stands right before a link to a file that is created, removed or only
	// considered.
	coming = pattern.New(`(?i)(?:\b(?:new(?: file)?|creat(?:e|es|ed|ing)|generat(?:e|es|ed)|introduc(?:e|es|ed)|mov(?:e|ed|es) to|delet(?:e|es|ed)|remov(?:e|es|ed)|planned|to be written)\b|新增|新建|创建|生成|删除|移除|待建|待写|[Нн]ов(?:ый|ая|ое|ые)|[Сс]озда|[Уу]дал)[^.;。；\[\]]{0,24}$`)
	// made is what stands there of a file that the work is to make.
	made = pattern.New(`(?i)\b(?:an?|the) new [^.;\[\]]{0,40}$|\b(?:creates?|adds?)\b\W{0,4}$|\b(?:document|describe|write)s? [^.;\[\]]{0,40}\bin\W{0,4}$`)
)

// announced are the targets of links that some document of a session says are made.
func announced(s *model.Session) map[string]bool {
	return model.Once(s, "targets that are made", nil, func() map[string]bool {
		all := map[string]bool{}
		for _, d := range s.Docs {
			for _, link := range d.Links {
				before, _, _ := cutLast(d.Text[d.LineAt(link.Span.Start).Start:link.Span.Start], "[")
				if link.Relative() && made.MatchString(before) {
					all[path.Join(path.Dir(d.Path), atLine.ReplaceAllString(link.Target, ""))] = true
				}
			}
		}
		return all
	})
}

// takenAway is what stands right behind a link to a file that was taken away on purpose.
var takenAway = pattern.New(`(?i)^[)>\]` + "`" + `]*[ ，]{0,2}(?:(?:is|was|has been|已|被|已被)\s?)?(?:deleted|removed|dropped|删除|移除|удал)`)

// deadWikilinks reports [[folder/file|label]] without a file where others of the
// document have theirs. In a vault of notes a page may well be unwritten.
func deadWikilinks(s *model.Session, d *document.Document, hit native.Hit) bool {
	alive := 0
	var dead []document.Span
	for _, w := range d.Wikilinks {
		target, _, _ := strings.Cut(strings.Trim(d.Slice(w), "[]"), "|")
		target, _, _ = strings.Cut(strings.TrimSuffix(target, "\\"), "#")
		if !strings.Contains(target, "/") {
			continue
		}
		if path.Ext(target) != ".md" {
			target += ".md"
		}
		if linked(s, d, target) {
			alive++
		} else if !isForward(s, target) {
			dead = append(dead, w)
		}
	}
	if alive > 0 {
		for _, w := range dead {
			hit(d, w, model.Target(d.Slice(w)), model.Note(""))
		}
	}
	return alive > 0
}

// linked tells whether a target exists beside a document or beside a folder it
// lies in.
func linked(s *model.Session, d *document.Document, target string) bool {
	for folder := path.Dir(d.Path); ; folder = path.Dir(folder) {
		if at := path.Join(folder, target); model.Has(s, at) || s.Around.Exists(at) {
			return true
		}
		if folder == "." || folder == "/" {
			return false
		}
	}
}

// isForward tells whether a target belongs to a phase that is not written yet.
// Once a readiness report exists, everything is.
func isForward(s *model.Session, target string) bool {
	if s.Index(document.Readiness) != nil {
		return false
	}
	folder, base := path.Base(path.Dir(target)), path.Base(target)
	switch {
	case folder == "architecture" || base == "architecture.md" || base == "architecture":
		return s.Index(document.Architecture) == nil
	case folder == "epics" || base == "epics.md" || base == "epics":
		return s.Index(document.Epics) == nil
	case folder == "requirements" || base == "requirements.md" || base == "requirements":
		return s.Index(document.Requirements) == nil
	case base == "readiness-report.md" || base == "spec-summary.md":
		return true
	case base == "product-brief.md":
		return s.Index(document.Brief) == nil
	}
	return false
}
