package frameworks

import (
	"fmt"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

var (
	skRequirement = pattern.New(`\b(FR|NFR|SC)-(\d{1,4})([a-z])?\b`)
	skTask        = pattern.New(`\b(T)(\d{3,4})([a-z])?\b`)
	skTaskLine    = pattern.New(`^\s*[-*]\s+\[([ xX])\]\s+\**(T)(\d{3,4})([a-z]|-\d{1,2})?\**(?:\s|$|:)`) // T158-1 is a part of T158
	skStory       = pattern.New(`(?i)^(?:\W*\s)?(?:User Story|用户故事)\s*(\d+)`)
	skStoryMark   = pattern.New(`\[US ?(\d+)\]`)
	skUnclear     = pattern.New("(`?)\\[NEEDS CLARIFICATION:\\s*([^\\]\n]{3,300})\\]")
	skAboutMark   = pattern.New(`(?i)specific question|\buse \[needs|mark(?:ed|s|ers?)?\b[^.\n]{0,40}\[needs|no \[needs|without \[needs|any \[needs|remain|resolved|已解决|标记`)
	skParallel    = pattern.New(`\[P\]`)
	skPath        = pattern.New("(?:^|[\\s`(（\"'：:，,])((?:\\.{0,2}/)?(?:[A-Za-z0-9_.@-]+/)+[A-Za-z0-9_.@-]+\\.[a-z][a-z0-9]{0,5})\\b(?:[^/A-Za-z0-9_-]|$)")
	skTotal       = pattern.New(`(?i)^[\s>|*_-]*(?:total(?: (?:number of )?tasks?(?: count)?)?|任务总数|总任务数|总计)\**\s*[:：|]\s*\**(\d{1,4})\**(?:\s*(?:tasks?|个任务|项任务|个))?\s*(?:[.。|*)（(].*)?$`)
	skPrinciple   = pattern.New(`(?i)\bPrinciples?\s+([IVX]{1,5})\b`)
	skNumeral     = pattern.New(`^(?:Principle\s+|原则\s*)?([IVX]{1,5})[.:：、)]`)
	skElsewhere   = pattern.New(`\b\d{3}-[a-z]|(?i)\b(?:spec|feature|specs)[ #/-]*\d{3}\b`)
)

var skSpec, skPlan, skTasks = named("spec.md"), named("plan.md"), named("tasks.md")

func specKit() []native.Rule {
	return []native.Rule{
		on("SK-001", skSpec, unclear),
		on("SK-002", skSpec, func(_ *model.Session, d *document.Document, hit native.Hit) bool {
			return definedAgain(d, skRequirement, hit)
		}),
		on("SK-003", skTasks, repeatedTasks),
		on("SK-004", skSpec, bareStories),
		on("SK-005", skTasks, storiesWithoutTasks),
		on("SK-006", matching(`^(?:tasks\.md|plan\.md|quickstart\.md|checklists/.*\.md)$`), unknownInSpec),
		on("SK-007", skTasks, unknownTasks),
		on("SK-008", skTasks, parallelConflicts),
		on("SK-009", skTasks, taskTotal),
		on("SK-011", skPlan, unknownPrinciples),
		on("SK-012", skTasks, needsLater),
		on("SK-013", skTasks, unmarkedParallel),
		on("SK-014", skSpec, askedCases),
	}
}

func unclear(s *model.Session, d *document.Document, hit native.Hit) bool {
	type mark struct {
		at   document.Span
		text string
	}
	var open []mark
	for _, l := range linesOf(d, all(d)) {
		for _, m := range skUnclear.FindAllStringSubmatchIndex(l.text, 20) {
			if m[3] > m[2] || skAboutMark.MatchString(l.text) {
				continue
			}
			open = append(open, mark{l.at(m[0], m[1]), l.text[m[4]:m[5]]})
		}
	}
	planned := one(s, "plan.md") != nil
	for _, m := range open {
		switch {
		case planned:
			hit(d, m.at, m.text, model.Note(""))
		case len(open) > 3:
			hit(d, m.at, m.text, s.Say(fmt.Sprintf(", one of %d where a specification may have 3", len(open)), fmt.Sprintf("（共 %d 处，最多允许 3 处）", len(open))), native.Unwitnessed)
		}
	}
	return true
}

// definedAgain reports the second definition of an ID.
func definedAgain(d *document.Document, ids *pattern.Pattern, hit native.Hit) bool {
	seen := once{}
	for _, l := range linesOf(d, all(d)) {
		found := idsIn(ids, l.text)
		if len(found) == 0 || !definesAt(l.text, found[0]) || retold(d, l.Start) {
			continue
		}
		kind := "item"
		if strings.HasPrefix(strings.TrimSpace(l.text), "|") {
			kind = "row" // a table of what a list defines is no second definition
		}
		if seen.again(kind+found[0].id, l.Span) {
			hit(d, l.at(found[0].start, found[0].end), l.text[found[0].start:found[0].end])
		}
	}
	return len(seen) > 0
}

// task is one task of a tasks.md.
type task struct {
	id   string
	line line
	done bool
}

func tasksOf(d *document.Document) []task {
	var found []task
	for _, l := range linesOf(d, all(d)) {
		if m := skTaskLine.FindStringSubmatchIndex(l.text); m != nil {
			letter := ""
			if m[8] >= 0 {
				letter = l.text[m[8]:m[9]]
			}
			found = append(found, task{"T" + l.text[m[6]:m[7]] + letter, l, l.text[m[2]] != ' '})
		}
	}
	return found
}

func repeatedTasks(_ *model.Session, d *document.Document, hit native.Hit) bool {
	seen, tasks := once{}, tasksOf(d)
	for _, t := range tasks {
		if seen.again(t.id, t.line.Span) {
			targets := []string{t.id}
			if t.done {
				targets = append(targets, native.Unwitnessed) // nothing waits for it any more
			}
			hit(d, t.line.Span, targets...)
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
	for _, s := range d.Sections {
		if !realHeading(s) {
			continue
		}
		if m := skStory.FindStringSubmatch(raw(d, s)); m != nil && !seen[m[1]] {
			seen[m[1]] = true
			found = append(found, story{m[1], s})
		}
	}
	return found
}

var (
	skAcceptance  = pattern.New(`(?i)acceptance|\bgiven\b[^\n]{1,300}\bthen\b|scenario|验收|场景|假设|假如|给定|前提|受け入れ|シナリオ|인수|시나리오`)
	skPriority    = pattern.New(`(?i)\bP[0-9]\b|priorit|优先级|優先`)
	skIndependent = pattern.New(`(?i)independent(?:ly)? test|独立测试|独立テスト|独立驗證|独立验证`)
)

func bareStories(session *model.Session, d *document.Document, hit native.Hit) bool {
	stories := storiesOf(d)
	given := func(part *pattern.Pattern, s story) bool {
		return part.MatchString(d.Text[s.section.Start:s.section.Deep])
	}
	for _, part := range []struct {
		en, zh string
		words  *pattern.Pattern
		always bool
	}{{"acceptance scenarios", "验收场景", skAcceptance, true}, {"a priority", "优先级", skPriority, false}, {"an independent test", "独立测试", skIndependent, false}} {
		have := 0
		for _, s := range stories {
			if given(part.words, s) {
				have++
			}
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
				at = heading(d, s.section)
			}
		}
		if len(bare) > 0 {
			hit(d, at, several(bare), session.Say(part.en, part.zh))
		}
	}
	return len(stories) > 0
}

func storiesWithoutTasks(s *model.Session, d *document.Document, hit native.Hit) bool {
	spec := one(s, "spec.md")
	if spec == nil {
		return false
	}
	planned, used := map[string]bool{}, 0
	for _, l := range linesOf(d, all(d)) {
		for _, m := range skStoryMark.FindAllStringSubmatch(l.text, 20) {
			planned[m[1]] = true
			used++
		}
	}
	if used == 0 {
		return false
	}
	for _, section := range d.Sections { // "## Phase 4: User Story 2" with tasks below is for it
		if m := skAnyStory.FindStringSubmatch(section.Title); m != nil && skTask.MatchString(d.Slice(section.All())) {
			planned[m[1]] = true
		}
	}
	for _, story := range storiesOf(spec) {
		if !planned[story.number] {
			hit(spec, heading(spec, story.section), "User Story "+story.number, native.Unwitnessed, native.Elsewhere)
		}
	}
	return true
}

var skAnyStory = pattern.New(`(?i)(?:\bUser Story|\bUS|\bStory|用户故事)\s*-?(\d+)`)

func unknownInSpec(s *model.Session, d *document.Document, hit native.Hit) bool {
	spec := one(s, "spec.md")
	if spec == nil {
		return false
	}
	known, prefixes := map[string]bool{}, map[string]bool{}
	for _, l := range linesOf(spec, all(spec)) {
		for _, id := range idsIn(skRequirement, l.text) {
			known[id.id] = true // also what is only named there: the specification is where it is to be looked for
			if definesAt(l.text, id) {
				prefixes[id.id[:strings.IndexByte(id.id, '-')]] = true
			}
		}
	}
	stories := map[string]bool{}
	for _, story := range storiesOf(spec) {
		stories[story.number] = true
	}
	seen := map[string]bool{}
	for _, l := range linesOf(d, all(d)) {
		if skElsewhere.MatchString(l.text) {
			continue
		}
		for _, id := range idsIn(skRequirement, l.text) {
			prefix := id.id[:strings.IndexByte(id.id, '-')]
			if prefixes[prefix] && !known[id.id] && !known[strings.TrimRight(id.id, "abcdefghijklmnopqrstuvwxyz")] && !definesAt(l.text, id) && !seen[id.id] {
				seen[id.id] = true
				hit(d, l.at(id.start, id.end), l.text[id.start:id.end])
			}
		}
		for _, m := range skStoryMark.FindAllStringSubmatchIndex(l.text, 20) {
			if number := l.text[m[2]:m[3]]; len(stories) > 0 && !stories[number] && !seen["US"+number] {
				seen["US"+number] = true
				hit(d, l.at(m[0], m[1]), "US"+number)
			}
		}
	}
	return len(prefixes)+len(stories) > 0
}

func unknownTasks(_ *model.Session, d *document.Document, hit native.Hit) bool {
	known := map[string]bool{}
	lines := linesOf(d, all(d))
	tasks := 0
	for _, l := range lines {
		trimmed := strings.TrimSpace(l.text)
		m := skTask.FindStringSubmatchIndex(l.text)
		if m == nil {
			continue
		}
		// Whatever leads an item, a row or a heading is a task, in whichever form.
		if skTaskLine.MatchString(l.text) {
			tasks++
		}
		if strings.HasPrefix(trimmed, "- [") || strings.HasPrefix(trimmed, "* [") || strings.HasPrefix(trimmed, "|") || strings.HasPrefix(trimmed, "#") || definesAt(l.text, identifier{"", m[0], m[1]}) {
			known[l.text[m[0]:m[1]]] = true
		}
	}
	if tasks < 2 {
		return false
	}
	seen := map[string]bool{}
	for _, l := range lines {
		if skElsewhere.MatchString(l.text) || skGone.MatchString(l.text) {
			continue
		}
		for _, id := range idsIn(skTask, l.text) {
			name := l.text[id.start:id.end]
			if rest := l.text[id.end:]; !known[name] && !known[strings.TrimRight(name, "abcdefghijklmnopqrstuvwxyz")] && !seen[name] && !rangeFollows.MatchString(rest) {
				seen[name] = true
				hit(d, l.at(id.start, id.end), name)
			}
		}
	}
	return true
}

var (
	skGone       = pattern.New(`(?i)skip|remov|left out|dropped|merged|renumber|deferred|cancel|obsolete|later|future|next|已删|取消|跳过|合并|推迟`)
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
		if !skParallel.MatchString(t.line.text) || t.done {
			last = map[string]string{} // what follows waits for it, or it is over
			continue
		}
		applied = true
		m := skPath.FindAllStringSubmatchIndex(t.line.text, 4)
		if len(m) != 1 {
			continue // of several files it is not known which is changed
		}
		file := t.line.text[m[0][2]:m[0][3]]
		where := file
		for _, folder := range skFolder.FindAllString(t.line.text, 3) {
			where += " in " + folder // "`src/index.ts` in `apps/backend`"
		}
		if other := last[where]; other != "" {
			hit(d, t.line.at(m[0][2], m[0][3]), file, model.Note(other+", "+t.id))
			continue
		}
		last[where] = t.id
	}
	return applied
}

// skFolder is a folder in code marks.
var skFolder = pattern.New("`[\\w@-]+(?:/[\\w@-]+)+/?`")

func taskTotal(_ *model.Session, d *document.Document, hit native.Hit) bool {
	ids := map[string]bool{}
	for _, t := range tasksOf(d) {
		ids[t.id] = true
	}
	if len(ids) < 2 {
		return false
	}
	for _, l := range linesOf(d, all(d)) {
		m := skTotal.FindStringSubmatchIndex(l.text)
		if m == nil || !strings.Contains(strings.ToLower(l.text), "task") && !strings.Contains(l.text, "任务") {
			continue
		}
		if said := l.text[m[2]:m[3]]; said != fmt.Sprint(len(ids)) {
			hit(d, l.at(m[2], m[3]), model.Note(said), model.Note(fmt.Sprint(len(ids))))
		}
	}
	return true
}

func unknownPrinciples(s *model.Session, d *document.Document, hit native.Hit) bool {
	constitutions := find(s, matching(`(?:^|/)memory/constitution\.md$`))
	if len(constitutions) == 0 {
		return false
	}
	known := map[string]bool{}
	for _, c := range constitutions {
		for _, section := range c.Sections {
			if m := skNumeral.FindStringSubmatch(raw(c, section)); m != nil && realHeading(section) {
				known[m[1]] = true
			}
		}
	}
	if len(known) < 2 {
		return false
	}
	for _, l := range linesOf(d, all(d)) {
		for _, m := range skPrinciple.FindAllStringSubmatchIndex(l.text, 20) {
			if numeral := l.text[m[2]:m[3]]; strings.ToUpper(numeral) == numeral && !known[numeral] {
				hit(d, l.at(m[0], m[1]), numeral)
			}
		}
	}
	return true
}
