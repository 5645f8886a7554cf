package frameworks

import (
	"strings"
	"unicode"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

var (
	// skNeeds is what stands between a task and those it waits for.
	skNeeds    = pattern.New(`(?i)(?:\b(?:needs?|requires?|depends? (?:up)?on|depending on|waits? for|waiting for|blocked by|after)|依赖(?:于|：|:)?|需要|须在|前置(?:任务)?(?:：|:)?)\s*((?:T\d{3,4}[a-z]?\b(?:\s*(?:,|，|、|/|&|\+|and|和|与)\s*)?)+)`)
	skNot      = pattern.New(`(?i)(?:\b(?:no|not|never|longer|nothing|neither)\b|不|无需|没有)[^.;。；]{0,12}$`)
	skPhase    = pattern.New(`(?i)^\W*(?:Phase|阶段|第)\s*\d+`)
	skEntities = pattern.New(`(?i)^Key Entities\b|^(?:关键|核心|主要)实体`)
	// skPassing is said of what is never kept: no data model needs it.
	skPassing = pattern.New(`(?i)\b(?:never|not|nowhere) (?:be )?(?:stored|persisted|kept|saved)\b|\b(?:derived|computed|calculated|transient|ephemeral|in-memory|existing)\b|不(?:存储|持久化|落库)|派生|计算得出|临时|现有`)
	skEntity  = pattern.New(`^\s*[-*]\s+\*\*([^*\n]{2,60}?)\**\s*(?:[:：]|\*\*)`)
)

// needsLater is about a task that is said to wait for one of a later phase: who works through
// the phases in their order comes to it too early.
func needsLater(_ Session, d *document.Document, hit Hit) bool {
	phases := map[string]*document.Section{}
	for _, t := range tasksOf(d) {
		for at := d.SectionAt(t.line.Start); at != nil; at = at.Parent {
			if realHeading(at) && skPhase.MatchString(raw(d, at)) {
				phases[t.id] = at
				break
			}
		}
	}
	applied := false
	for _, l := range linesOf(d, all(d)) {
		ids := idsIn(skTask, l.text)
		for _, m := range skNeeds.FindAllStringSubmatchIndex(l.text, 20) {
			who := "" // the task that is named last before
			for _, id := range ids {
				if id.end <= m[0] && !strings.ContainsAny(strings.TrimRight(l.text[id.end:m[0]], ". "), ".;。；") {
					who = l.text[id.start:id.end]
				}
			}
			if phases[who] == nil || skNot.MatchString(l.text[:m[0]]) {
				continue
			}
			applied = true
			for _, id := range ids {
				if other := l.text[id.start:id.end]; id.start >= m[2] && id.end <= m[3] && phases[other] != nil && phases[other].Start > phases[who].Start {
					hit(d, l.at(m[0], m[1]), who, other, note(raw(d, phases[other])))
				}
			}
		}
	}
	return applied
}

// leastEntities is how many entities a data model has before the next one is missed.
const leastEntities = 4

// entityLeftOut is about the one key entity of a specification of which a data model says not
// a word that has the others.
func entityLeftOut(s Session, d *document.Document, hit Hit) bool {
	spec := s.one("spec.md")
	if spec == nil {
		return false
	}
	said := letters(d.Text)
	there := 0
	type entity struct {
		name string
		at   document.Span
	}
	var lacking []entity
	for _, section := range spec.Sections {
		if !realHeading(section) || !skEntities.MatchString(raw(spec, section)) {
			continue
		}
		for _, l := range linesOf(spec, document.Span{Start: section.Body, End: section.Deep}) {
			m := skEntity.FindStringSubmatchIndex(l.text)
			if m == nil || l.text[0] == ' ' {
				continue
			}
			name, _, _ := strings.Cut(l.text[m[2]:m[3]], "(")
			name, _, _ = strings.Cut(name, "（")
			if told(said, name) {
				there++
			} else if !skPassing.MatchString(l.text) {
				lacking = append(lacking, entity{strings.TrimSpace(name), l.at(m[2], m[3])})
			}
		}
	}
	if there < leastEntities || len(lacking) != 1 {
		return there > 0
	}
	hit(spec, lacking[0].at, lacking[0].name, note(d.Path), Unwitnessed, Elsewhere)
	return true
}

// skSort are words that say of which sort a thing is, and not which.
var skSort = pattern.New(`(?i)^(?:entry|entries|records?|items?|logs?|data|info|details?|types?|lists?|status|states?)$`)

// told tells whether a text has a word of a name, other than its sort.
func told(said, name string) bool {
	if strings.Contains(said, strings.TrimSuffix(letters(name), "s")) {
		return true
	}
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == ' ' || r == '/' }) {
		if len(word) > 2 && !skSort.MatchString(word) && strings.Contains(said, strings.TrimSuffix(letters(word), "s")) {
			return true
		}
	}
	return false
}

// letters is a text without what names are spelled apart by: "Move log entry" is MoveLogEntry
// and move_log_entry.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}
