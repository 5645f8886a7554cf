// Package speckit has the rules about what is right in a spec-kit feature alone: clarifications, stories and their tasks, the constitution.
package speckit

import (
	"fmt"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

var (
	requirement = pattern.New(`\b(FR|NFR|SC)-(\d{1,4})([a-z])?\b`)
	taskID      = pattern.New(`\b(T)(\d{3,4})([A-Za-z])?\b`)
	taskLine    = pattern.New(`^\s*[-*]\s+\[([ xX])\]\s+\**(T)(\d{3,4})([A-Za-z]|-\d{1,2})?\**(?:\s|$|:)`) // T158-1 is a part of T158
	storyTitle  = pattern.New(`(?i)^\W*(?:P\d\W{1,4})?` + storyName)
	anyStory    = pattern.New(`(?i)` + storyName)
	storyMark   = pattern.New(`\[US ?(\d+)\]`)
	unclearMark = pattern.New("(`?)\\[NEEDS CLARIFICATION[:：]\\s*([^\\]\n]{3,300})\\]")
	aboutMark   = pattern.New(`(?i)specific question|\buse \[needs|mark(?:ed|s|ers?)?\b[^.\n]{0,40}\[needs|no \[needs|without \[needs|any \[needs|remain|resolved|已解决|标记`)
	parallel    = pattern.New(`\[P\]`)
	path        = pattern.New("(?:^|[\\s`(（\"'：:，,])((?:\\.{0,2}/)?(?:[A-Za-z0-9_.@-]+/)+[A-Za-z0-9_.@-]+\\.[a-z][a-z0-9]{0,5})\\b(?:[^/A-Za-z0-9_-]|$)")
	total       = pattern.New(`(?i)(?:^|[.。] )[\s>|*_-]*(?:total(?: (?:number of )?tasks?(?: count)?)?|任务总数|总任务数|总计)\**\s*[:：|]\s*\**(\d{1,4})\**(?:\s*(?:tasks?|个任务|项任务|个))?\s*(?:(?:[.。|*)（(]|(?:across|in|over) \d).*)?$`)
	elsewhere   = pattern.New(`\b\d{3}-[a-z]|(?i)\b(?:spec|feature|specs)[ #/-]*\d{3}\b`)
)

// storyName is what a story is called with its number.
const storyName = `(?:\b(?:User Story|US|Story|hist(?:oria|ória|oire)s? (?:de |do |d['’])?(?:usuario|usuário|utilisateur))|用户故事|使用者故事|ユーザーストーリー|사용자 스토리)\s*[-#]?\s*(\d{1,3})\b`

var specFile, planFile, tasksFile = frameworks.Named("spec.md"), frameworks.Named("plan.md"), frameworks.Named("tasks.md")

// Rules look at sessions of spec-kit.
func Rules() []native.Rule {
	return []native.Rule{
		frameworks.On("SK-001", specFile, unclear),
		frameworks.DefinedAgain("SK-002", specFile, requirement),
		frameworks.On("SK-003", tasksFile, repeatedTasks),
		frameworks.On("SK-004", specFile, bareStories),
		frameworks.On("SK-005", tasksFile, storiesWithoutTasks),
		frameworks.On("SK-006", frameworks.Matching(`^(?:tasks\.md|plan\.md|quickstart\.md|checklists/.*\.md)$`), unknownInSpec),
		frameworks.On("SK-007", tasksFile, unknownTasks),
		frameworks.On("SK-008", tasksFile, parallelConflicts),
		frameworks.On("SK-009", tasksFile, taskTotal),
		frameworks.On("SK-010", frameworks.Matching(`^checklists/.*\.md$`), openChecklist),
		frameworks.On("SK-011", planFile, unknownPrinciples),
		frameworks.On("SK-012", tasksFile, needsLater),
		frameworks.On("SK-013", tasksFile, unmarkedParallel),
		frameworks.On("SK-014", specFile, askedCases),
		frameworks.On("SK-015", planFile, failedGate),
		frameworks.On("SK-016", specFile, hollowCriteria),
		frameworks.On("SK-017", tasksFile, placeless),
		frameworks.On("SK-018", specFile, sectionsLacking),
		frameworks.On("SK-019", tasksFile, otherPriority),
		frameworks.On("SK-020", planFile, uncheckedPrinciple),
	}
}

// unclear is about questions that a specification leaves open once there is a plan, and more of them than it may have.
func unclear(s *model.Session, d *document.Document, hit native.Hit) bool {
	var open []frameworks.Match
	for m := range frameworks.AllMatches(unclearMark, frameworks.Lines(d)...) {
		if m.Group(1) == "" && !aboutMark.MatchString(m.Text) {
			open = append(open, m)
		}
	}
	planned := frameworks.One(s, "plan.md") != nil
	for _, m := range open {
		switch {
		case planned:
			hit(d, m.Place(0), model.Target(m.Group(2)), model.Note(""))
		case len(open) > 3:
			hit(d, m.Place(0), model.Target(m.Group(2)), s.Say(fmt.Sprintf(", one of %d where a specification may have 3", len(open)), fmt.Sprintf("（共 %d 处，最多允许 3 处）", len(open))), model.Unwitnessed)
		}
	}
	return true
}

// task is one task of a tasks.md.
type task struct {
	id   string
	line frameworks.Line
	done bool
}

func tasksOf(d *document.Document) (found []task) {
	for m := range frameworks.Matches(taskLine, frameworks.Lines(d)) {
		found = append(found, task{"T" + m.Group(3) + m.Group(4), m.Line, m.Group(1) != " "})
	}
	return found
}

func repeatedTasks(_ *model.Session, d *document.Document, hit native.Hit) bool {
	seen, tasks := frameworks.Once{}, tasksOf(d)
	for _, t := range tasks {
		if first, again := seen.Again(t.id, t.line.Span); again {
			details := []model.Detail{model.Target(t.id), model.Other{Doc: d, At: first}}
			if t.done {
				details = append(details, model.Unwitnessed) // nothing waits for it any more
			}
			hit(d, t.line.Span, details...)
		}
	}
	return len(tasks) > 0
}

// story is one user story of a spec.md.
type story struct {
	number  string
	section *document.Section
}

func storiesOf(d *document.Document) []story {
	var found []story
	seen := map[string]bool{}
	for s, m := range frameworks.Headings(d, storyTitle) {
		if !seen[m[1]] {
			seen[m[1]] = true
			found = append(found, story{m[1], s})
		}
	}
	return found
}

var (
	acceptance  = pattern.New(`(?i)acceptance|\bgiven\b[^\n]{1,300}\bthen\b|scenario|验收|场景|假设|假如|给定|前提|受け入れ|シナリオ|인수|시나리오`)
	priority    = pattern.New(`(?i)\bP[0-9]\b|priorit|优先级|優先`)
	why         = pattern.New(`(?i)why this priority`) // it gives none
	independent = pattern.New(`(?i)independent(?:ly)? test|独立测试|独立テスト|独立驗證|独立验证`)
)

func bareStories(session *model.Session, d *document.Document, hit native.Hit) bool {
	stories := due(d)
	given := func(part *pattern.Pattern, s story) bool {
		return part.MatchString(why.ReplaceAllString(d.Text[s.section.Start:s.section.Deep], ""))
	}
	nowhere := 0
	for _, part := range []struct {
		en, zh string
		words  *pattern.Pattern
		always bool
	}{{"acceptance scenarios", "验收场景", acceptance, true}, {"a priority", "优先级", priority, false}, {"an independent test", "独立测试", independent, false}} {
		have := 0
		for _, s := range stories {
			if given(part.words, s) {
				have++
			}
		}
		if !part.always && have == 0 {
			nowhere++
		}
		if !part.always && have*2 < len(stories) || part.always && d.Foreign && have == 0 {
			continue
		}
		var bare []string
		var at document.Span // of the first
		for _, s := range stories {
			if given(part.words, s) {
				continue
			}
			if bare = append(bare, "User Story "+s.number); len(bare) == 1 {
				at = model.HeadingOf(d, s.section)
			}
		}
		if len(bare) > 0 {
			hit(d, at, model.Target(frameworks.Several(bare)), session.Say(part.en, part.zh))
		}
	}
	if nowhere == 2 && len(stories) > 0 && !d.Foreign {
		hit(d, model.HeadingOf(d, stories[0].section), session.Say("every user story", "每个用户故事都"), session.Say("a priority and an independent test", "优先级和独立测试"), model.Doubtful)
	}
	return len(stories) > 0
}

func storiesWithoutTasks(s *model.Session, d *document.Document, hit native.Hit) bool {
	spec := frameworks.One(s, "spec.md")
	if spec == nil {
		return false
	}
	planned, used := map[string]bool{}, 0
	for m := range frameworks.AllMatches(storyMark, frameworks.Lines(d)...) {
		planned[m.Group(1)] = true
		used++
	}
	for m := range frameworks.Matches(anyStory, frameworks.Lines(d)) {
		planned[m.Group(1)] = planned[m.Group(1)] || postponed.MatchString(m.Text)
	}
	for m := range frameworks.AllMatches(standsFor, frameworks.Lines(d)...) {
		planned[m.Group(1)+m.Group(2)] = true
	}
	if used == 0 || isForSome(d) {
		return false
	}
	for _, section := range d.Sections { // "## Phase 4: User Story 2" with tasks below is for it
		if m := anyStory.FindStringSubmatch(section.Title); m != nil && (taskID.MatchString(d.Slice(section.All())) || postponed.MatchString(d.Slice(section.All()))) {
			planned[m[1]] = true
		}
	}
	for _, story := range due(spec) {
		if !planned[story.number] {
			hit(spec, model.HeadingOf(spec, story.section), model.Target("User Story "+story.number), model.Unwitnessed, model.Elsewhere)
		}
	}
	return true
}

// putOff is what a heading says of a story that is not to be built now, status its own field, and postponed any line that
// names it. What stands for a story says so of a phase.
var (
	putOff    = pattern.New(`(?i)~~|[-–—:：(（\[【]\s*(?:` + notNow + `)(?:\s+(?:to|until|for|in|from|by)\b[^)）\]】]{1,40})?(?:[)）\]】]|\W*$)`)
	status    = pattern.New(`(?im)^\W*(?:status|状态)\W*[:：]\W*(?:` + notNow + `)`)
	postponed = pattern.New(`(?i)\b(?:deferred|postponed|descoped|dropped|cancel+ed|out of scope)\b|推迟|暂缓|延期|取消`)
	standsFor = pattern.New(`(?i)\b(?:corresponds? to|implements?|covers?|delivers?|completes?|satisf(?:y|ies)|addresses|is for|are for)\s+` + storyName + `|(?:对应|实现|覆盖|完成)\s*` + storyName)
)

// isForSome tells whether a plan says, before its first task, that it leaves stories to others.
func isForSome(d *document.Document) bool {
	for _, l := range frameworks.Lines(d) {
		switch {
		case taskID.MatchString(l.Text):
			return false
		case forSome.MatchString(l.Text):
			return true
		}
	}
	return false
}

// forSome says of a whole plan that it is for some of the stories alone.
var forSome = pattern.New(`(?i)\b(?:only|just) (?:for )?(?:user )?stor(?:y|ies) \d|\b(?:scope|covers|for)\b[^.\n]{0,40}\b(?:user story|US) ?\d[^.\n]{0,20} only\b|` +
	`\b(?:other|remaining|rest of the|P[2-9]) (?:user )?stories\b[^.\n]{0,60}\b(?:out of scope|not (?:in|part of)|later|deferred|follow)\b|` +
	`(?:仅|只)(?:含|包含|覆盖|针对)?\s*(?:User Story|用户故事|US) ?\d|其余[^。\n]{0,40}(?:故事|story|stories)[^。\n]{0,20}(?:不在|以后|后续)`)

const notNow = `deferred|postponed|removed|dropped|cancel+ed|descoped|out of scope|obsolete|superseded|future(?: work| release)?|later|已?(?:推迟|取消|移除|删除|废弃)|暂缓|延期|不做`

// due are the stories that are to be built.
func due(d *document.Document) []story {
	return slices.DeleteFunc(storiesOf(d), func(s story) bool {
		return putOff.MatchString(d.Text[s.section.Start:s.section.Body]) || status.MatchString(d.Text[s.section.Body:s.section.Deep])
	})
}

// numbersOf are the numbers that a specification gives its stories: also those that headings beside them have, and bold
// lines, in whatever words.
func numbersOf(d *document.Document) map[string]bool {
	numbers := map[string]bool{}
	for _, one := range storiesOf(d) {
		numbers[one.number] = true
		for _, s := range d.Sections {
			beside := s.Parent == one.section.Parent && s.Level == one.section.Level
			if m := anyStory.FindStringSubmatch(s.Title); m != nil {
				numbers[m[1]] = true
			} else if beside {
				for _, number := range digits.FindAllString(s.Title, -1) {
					numbers[number] = true
				}
			}
		}
	}
	return numbers
}

var digits = pattern.New(`\d+`)

// unknownInSpec is about requirements and stories that a document cites and the specification does not have.
func unknownInSpec(s *model.Session, d *document.Document, hit native.Hit) bool {
	spec := frameworks.One(s, "spec.md")
	if spec == nil {
		return false
	}
	known, kinds, stories := frameworks.Set{}, frameworks.Set{}, numbersOf(spec)
	for m := range frameworks.Mentions(requirement, frameworks.Lines(spec)) {
		known[m.ID] = true // also what is only named there: the specification is where it is to be looked for
		if m.Defines() {
			kinds[m.Kind()] = true
		}
	}
	lines := slices.DeleteFunc(frameworks.Lines(d), func(l frameworks.Line) bool { return elsewhere.MatchString(l.Text) })
	for m := range frameworks.Mentions(requirement, lines) {
		if kinds[m.Kind()] && known.Lacks(m.ID) && !m.Defines() && !m.Aside(s) {
			known[m.ID] = true // said once
			m.Tell(hit)
		}
	}
	for m := range frameworks.AllMatches(storyMark, lines...) {
		if number := m.Group(1); len(stories) > 0 && !stories[number] && !m.Aside(s) {
			stories[number] = true
			hit(d, m.Place(0), model.Target("US"+number))
		}
	}
	return len(kinds)+len(stories) > 0
}

// unknownTasks is about tasks that a plan names and does not have.
func unknownTasks(s *model.Session, d *document.Document, hit native.Hit) bool {
	known, tasks := frameworks.Set{}, 0
	lines := frameworks.Lines(d)
	for m := range frameworks.Matches(taskID, lines) {
		if taskLine.MatchString(m.Text) {
			tasks++
		}
		// Whatever leads an item, a row or a heading is a task, in whichever form.
		if leads.MatchString(m.Text) || frameworks.DefinesAt(m.Text, frameworks.Identifier{Start: len(m.Before()), End: len(m.Text) - len(m.After())}) {
			known[m.Group(0)] = true
		}
	}
	if tasks < 2 {
		return false
	}
	for m := range frameworks.Mentions(taskID, lines) {
		if name, text := m.Written(), m.Line.Text; known.Lacks(name) && !elsewhere.MatchString(text) && !gone.MatchString(text) && !rangeFollows.MatchString(text[m.End:]) && !m.Aside(s) {
			known[name] = true // said once
			m.Tell(hit)
		}
	}
	return true
}

var (
	leads        = pattern.New(`^\s*(?:[-*] \[|\||#)`)
	gone         = pattern.New(`(?i)skip|remov|left out|dropped|merged|renumber|deferred|cancel|obsolete|later|future|next|已删|取消|跳过|合并|推迟`)
	rangeFollows = pattern.New(`^\**\s*(?:\.\.|–|—|~|～|-\s*T?\d|to T|through T|至|到)`)
)

func parallelConflicts(_ *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	last := map[string]string{} // the parallel task of the run that names a file first
	var section *document.Section
	for _, t := range tasksOf(d) {
		if now := d.SectionAt(t.line.Start); now != section {
			section, last = now, map[string]string{}
		}
		if !parallel.MatchString(t.line.Text) || t.done {
			last = map[string]string{} // what follows waits for it, or it is over
			continue
		}
		applied = true
		m := path.FindAllStringSubmatchIndex(t.line.Text, 4)
		if len(m) != 1 {
			continue // of several files it is not known which is changed
		}
		file := t.line.Text[m[0][2]:m[0][3]]
		where := file
		for _, folder := range folderName.FindAllString(t.line.Text, 3) {
			where += " in " + folder // "`src/index.ts` in `apps/backend`"
		}
		if other := last[where]; other != "" {
			hit(d, t.line.At(m[0][2], m[0][3]), model.Target(file), model.Note(other+", "+t.id))
			continue
		}
		last[where] = t.id
	}
	return applied
}

// folderName is a folder in code marks.
var folderName = pattern.New("`[\\w@-]+(?:/[\\w@-]+)+/?`")

func taskTotal(_ *model.Session, d *document.Document, hit native.Hit) bool {
	ids, tasks := map[string]bool{}, tasksOf(d)
	for _, t := range tasks {
		ids[t.id] = true
	}
	if len(ids) < 2 {
		return false
	}
	for m := range frameworks.Matches(total, frameworks.Lines(d)) {
		ofTasks := strings.Contains(strings.ToLower(m.Text), "task") || strings.Contains(m.Text, "任务")
		if said := m.Group(1); ofTasks && said != fmt.Sprint(len(ids)) && said != fmt.Sprint(len(tasks)) { // of two with one ID each counts
			hit(d, m.Place(1), model.Note(said), model.Note(fmt.Sprint(len(ids))))
		}
	}
	return true
}
