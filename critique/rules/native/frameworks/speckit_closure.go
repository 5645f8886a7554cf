package frameworks

import (
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

var (
	// skNeeds is what stands between a task and those it waits for.
	skNeeds = pattern.New(`(?i)(?:\b(?:needs?|requires?|depends? (?:up)?on|depending on|waits? for|waiting for|blocked by|after)|依赖(?:于|：|:)?|需要|须在|前置(?:任务)?(?:：|:)?)\s*((?:T\d{3,4}[a-z]?\b(?:\s*(?:,|，|、|/|&|\+|and|和|与)\s*)?)+)`)
	skNot   = pattern.New(`(?i)(?:\b(?:no|not|never|longer|nothing|neither)\b|不|无需|没有)[^.;。；]{0,12}$`)
	skPhase = pattern.New(`(?i)^\W*(?:Phase|阶段|第)\s*\d+`)
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
