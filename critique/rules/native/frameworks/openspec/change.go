package openspec

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

var (
	task   = pattern.New(`^\s*[-*]\s+\[[ xX]\]\s+\**(\d+(?:\.\d+)+)(?:\.?\*{0,2}\s|[:、)])`)
	group  = pattern.New(`^(\d+)[.)、\s]`)
	when   = pattern.New(`(?i)\bwhen\b|当|若|如果|とき|場合|때|면`)
	then   = pattern.New(`(?i)\bthen\b|则|那么|应|必须|こと|する|한다|된다`)
	inCode = pattern.New("`([^`\n]{3,60})`")
)

// taskNumbers is about tasks with the number of another one or of another group.
func taskNumbers(s *model.Session, d *document.Document, hit native.Hit) bool {
	seen := frameworks.Once{}
	for m := range frameworks.Matches(task, frameworks.Lines(d)) {
		number := m.Group(1)
		in := d.SectionAt(m.Start)
		for in != nil && in.Level != 2 {
			in = in.Parent
		}
		var of []string
		if in != nil {
			of = group.FindStringSubmatch(frameworks.Raw(d, in))
		}
		first, again := seen.Again(number, m.Span)
		switch own, _, _ := strings.Cut(number, "."); {
		case again:
			hit(d, m.Span, model.Note(number), s.Say("has the number of another task: give one of them another", "与另一任务编号重复：应改用不同编号"), model.Other{Doc: d, At: first})
		case of != nil && own != of[1]:
			hit(d, m.Span, model.Note(number), s.Say("stands in group "+of[1], "位于第 "+of[1]+" 组"), model.Lesser)
		}
	}
	return len(seen) > 0
}

// skipped tells whether the settings of a change say that it needs no delta.
func skipped(s *model.Session) bool {
	return slices.ContainsFunc(frameworks.Find(s, frameworks.Named(".openspec.yaml")), func(d *document.Document) bool { return skip.MatchString(d.Text) })
}

var skip = pattern.New(`(?m)^skip_specs:\s*true\b`)

// withoutDelta is about a specification that changes nothing, and a change with tasks and without any, unless its
// settings say that it needs none.
func withoutDelta(s *model.Session, d *document.Document, hit native.Hit) bool {
	if d.Path == "tasks.md" {
		if len(frameworks.Find(s, specFile)) == 0 && !skipped(s) {
			hit(d, frameworks.Top(d), s.Say("the change", "该变更"), s.Say("has tasks, and no specs/<capability>/spec.md", "有任务，但没有 specs/<capability>/spec.md"), model.Unwitnessed)
		}
		return true
	}
	from, _ := renames(d)
	if skipped(s) {
		hit(d, frameworks.Top(d), model.Target(d.Path), s.Say("is there although .openspec.yaml says skip_specs: true", "存在，而 .openspec.yaml 写明 skip_specs: true"))
		return true
	}
	under := false
	for section := range frameworks.Headings(d, deltaTitle) {
		under = true
		if heading := d.Slice(model.HeadingOf(d, section)); !strings.HasPrefix(heading, "## ") {
			hit(d, model.HeadingOf(d, section), model.Target(d.Path), s.Say("has a heading that is none of level 2, \""+heading+"\"", "的标题不是二级标题（“"+heading+"”）"))
		}
	}
	switch {
	case d.Path == "specs/spec.md":
		hit(d, frameworks.Top(d), model.Target(d.Path), s.Say("lies in no folder of a capability, specs/<capability>/spec.md", "不在 specs/<capability>/spec.md 中"))
	case len(deltasOf(d))+len(from) > 0:
	case under:
		hit(d, frameworks.Top(d), model.Target(d.Path), s.Say("has no requirement under ADDED, MODIFIED, REMOVED or RENAMED Requirements", "没有 ADDED、MODIFIED、REMOVED 或 RENAMED Requirements 下的需求"), model.Unwitnessed)
	default:
		hit(d, frameworks.Top(d), model.Target(d.Path), s.Say("has no heading ADDED, MODIFIED, REMOVED or RENAMED Requirements", "没有 ADDED、MODIFIED、REMOVED 或 RENAMED Requirements 标题"))
	}
	return true
}

// brokenLiving is about a current specification that a change is about and that cannot be archived into.
func brokenLiving(s *model.Session, d *document.Document, hit native.Hit) bool {
	current := living(s, d)
	if current == nil {
		return false
	}
	var purpose, list *document.Section
	for _, section := range current.Sections {
		if !frameworks.IsHeading(section) {
			continue
		}
		switch title := frameworks.Raw(current, section); {
		case section.Level == 2 && purposeTitle.MatchString(title):
			purpose = section
		case section.Level == 2 && listTitle.MatchString(title):
			list = section
		}
		if deltaTitle.MatchString(frameworks.Raw(current, section)) {
			list = section
			hit(d, frameworks.Top(d), model.Note(current.Path), s.Say("holds the heading \""+frameworks.Raw(current, section)+"\", which belongs in a change", "含有标题“"+frameworks.Raw(current, section)+"”，它只应出现在变更中"))
		}
	}
	if purpose == nil {
		hit(d, frameworks.Top(d), model.Note(current.Path), s.Say("has no \"## Purpose\"", "没有“## Purpose”"), model.Doubtful)
	}
	if list == nil {
		hit(d, frameworks.Top(d), model.Note(current.Path), s.Say("has no \"## Requirements\"", "没有“## Requirements”"), model.Doubtful)
	}
	once := frameworks.Once{}
	for _, r := range deltasOf(current) {
		if list != nil && r.verb == "" && !r.section.Titled(listTitle) {
			hit(d, frameworks.Top(d), model.Note(current.Path), s.Say("has the requirement \""+r.name+"\" outside of \"## Requirements\"", "中需求“"+r.name+"”不在“## Requirements”之下"), model.Other{Doc: current, At: model.HeadingOf(current, r.section)})
		}
		if _, again := once.Again(r.name, r.section.Own()); again {
			hit(d, frameworks.Top(d), model.Note(current.Path), s.Say("has the requirement \""+r.name+"\" twice", "中需求“"+r.name+"”出现两次"), model.Other{Doc: current, At: model.HeadingOf(current, r.section)})
		}
	}
	return true
}

var (
	purposeTitle = pattern.New(`(?i)^(?:purpose|overview)\b|目的|概述|用途|概要|목적`)
	listTitle    = pattern.New(`(?i)^requirements\b|需求|要求|要件|요구`)
)

// halfScenario is about a scenario that does not say when something happens, or what follows.
func halfScenario(_ *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	for _, r := range deltasOf(d) {
		for _, scenario := range scenarios(d, r.section) {
			applied = true
			text := d.Slice(scenario.All())
			name := scenarioName(d, scenario)
			switch {
			case d.Foreign:
			case !when.MatchString(text):
				hit(d, model.HeadingOf(d, scenario), model.Target(name), model.Note("WHEN"))
			case !then.MatchString(text):
				hit(d, model.HeadingOf(d, scenario), model.Target(name), model.Note("THEN"))
			}
		}
	}
	return applied
}

// withoutTask is about the one requirement of several that no task is about: none has a word of its name, nor a
// name in code marks that its text has. Tasks are not asked to name what they are for, so it is a remark, and only
// where all others are found again.
func withoutTask(s *model.Session, d *document.Document, hit native.Hit) bool {
	var tasks []string
	han := 0
	for _, item := range d.Items {
		if item.Box != 0 {
			if model.Han.MatchString(item.Text) {
				han++
			}
			tasks = append(tasks, strings.ToLower(item.Text)+" ")
		}
	}
	covered := 0
	var left []delta
	var from *document.Document
	for _, spec := range frameworks.Find(s, specFile) {
		for _, r := range of(spec, "ADDED") { // what is modified may differ in a number alone
			if slices.ContainsFunc(marksOf(spec, r), func(mark string) bool {
				return slices.ContainsFunc(tasks, func(task string) bool { return beginsWord(task, mark) })
			}) {
				covered++
			} else {
				left, from = append(left, r), spec
			}
		}
	}
	if covered > 0 && len(left) == 1 && (!model.Han.MatchString(left[0].name) || han*2 > len(tasks)) { // in another language, words tell nothing
		hit(from, model.HeadingOf(from, left[0].section), model.Target(left[0].name), model.Elsewhere)
	}
	return covered+len(left) > 1
}

// beginsWord tells whether a word of a text, or more than one, begins with a mark. Of scripts
// without blanks any place will do.
func beginsWord(text, mark string) bool {
	for rest := text; ; {
		before, after, found := strings.Cut(rest, mark)
		if !found {
			return false
		}
		if last, _ := utf8.DecodeLastRuneInString(before); !unicode.In(last, unicode.Latin, unicode.Cyrillic, unicode.Greek) {
			return true
		}
		rest = after
	}
}

// small are short words that tell of nothing.
var small = map[string]bool{"the": true, "and": true, "for": true, "not": true, "all": true, "via": true, "its": true, "any": true, "are": true, "can": true, "may": true, "new": true, "add": true, "use": true, "set": true, "get": true, "has": true, "per": true, "end": true, "one": true, "two": true, "out": true}

// marksOf returns what tells that a task is about a requirement: the beginnings of the words
// of its name and what its text has in code marks, in lower case.
func marksOf(d *document.Document, r delta) (marks []string) {
	for _, word := range strings.FieldsFunc(strings.ToLower(r.name), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }) {
		runes := []rune(word)
		switch {
		case unicode.In(runes[0], unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
			for i := 0; i+2 <= len(runes); i++ {
				marks = append(marks, string(runes[i:i+2]))
			}
		case len(runes) >= 4:
			marks = append(marks, string(runes[:max(4, len(runes)*2/3)]))
		case len(runes) == 3 && !small[word]:
			marks = append(marks, word+" ", word+"s ") // a beginning of others
		}
	}
	for _, m := range inCode.FindAllStringSubmatch(d.Text[r.section.Start:r.section.Deep], 40) {
		marks = append(marks, strings.ToLower(m[1]))
	}
	return marks
}
