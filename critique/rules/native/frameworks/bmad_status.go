package frameworks

import (
	"fmt"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

func otherStatus(s *model.Session, d *document.Document, hit native.Hit) bool {
	sprints := find(s, matching(`(?:^|/)sprint-status\.ya?ml$`))
	name := strings.TrimSuffix(base(d.Path), ".md")
	if len(sprints) != 1 || !bmStoryFile.MatchString(base(d.Path)) {
		return false
	}
	status := ""
	for _, m := range bmSprintLine.FindAllStringSubmatch(sprints[0].Text, 2000) {
		if m[1] == name {
			status = m[2]
		}
	}
	if status == "" {
		return false
	}
	said, at := statusOf(d)
	if said != status && slices.Contains(bmStatuses[:], said) && slices.Contains(bmStatuses[:], status) {
		hit(d, at, model.Note(said), model.Note(status))
	}
	return at.Len() > 0
}

var bmStatuses = [...]string{"backlog", "draft", "approved", "ready-for-dev", "in-progress", "review", "done", "blocked"}

// sprint is what a sprint-status.yaml says.
type sprint struct {
	doc     *document.Document
	epics   map[string]string // status by number
	stories map[storyAt]string
	places  map[string]document.Span // of the lines, by key
}

func sprintOf(s *model.Session) (sprint, bool) {
	docs := find(s, bmSprint)
	if len(docs) != 1 {
		return sprint{}, false
	}
	found := sprint{docs[0], map[string]string{}, map[storyAt]string{}, map[string]document.Span{}}
	for _, m := range bmSprintStory.FindAllStringSubmatchIndex(docs[0].Text, 2000) {
		text := docs[0].Text
		at := storyAt{text[m[2]:m[3]], text[m[4]:m[5]]}
		found.stories[at] = text[m[6]:m[7]]
		found.places[at.String()] = document.Span{Start: m[2], End: m[7]}
	}
	for _, m := range bmSprintEpic.FindAllStringSubmatchIndex(docs[0].Text, 200) {
		number := docs[0].Text[m[2]:m[3]]
		found.epics[number] = docs[0].Text[m[4]:m[5]]
		found.places[number] = document.Span{Start: m[2] - len("epic-"), End: m[5]}
	}
	return found, len(found.stories) > 0
}

var (
	bmSprintStory = pattern.New(`(?m)^\s+(\d+)-(\d+)-[^:\s]+:\s*([a-z-]+)`)
	bmSprintEpic  = pattern.New(`(?m)^\s+epic-(\d+):\s*([a-z-]+)`)
)

// unplanned is about stories that the epics have and the sprint leaves out, and the other
// way round.
func unplanned(s *model.Session, d *document.Document, hit native.Hit) bool {
	epics := find(s, bmEpics)
	now, ok := sprintOf(s)
	if !ok || len(epics) == 0 || epics[0] != d { // said once
		return false
	}
	known, both := planned(s), 0
	has := map[string]bool{}
	for at := range now.stories {
		if _, there := known[at]; there {
			both++
			has[at.epic] = true
		}
	}
	if both < 3 || both*10 < len(known)*7 || both*10 < len(now.stories)*7 {
		return false // an increment, or another numbering
	}
	for _, e := range epics {
		for _, section := range e.Sections {
			m := bmStoryTitle.FindStringSubmatch(raw(e, section))
			if m == nil || !realHeading(section) || m[3] != "" || !has[m[1]] {
				continue
			}
			if _, there := now.stories[storyAt{m[1], m[2]}]; !there {
				hit(e, heading(e, section), model.Note(m[1]+"."+m[2]), s.Say(base(now.doc.Path)+" does not have it", base(now.doc.Path)+" 中没有"))
			}
		}
	}
	for at, status := range now.stories {
		if _, there := known[at]; !there && has[at.epic] {
			hit(now.doc, now.places[at.String()], model.Note(at.String()), s.Say("no epic has it", "没有史诗包含"))
		}
		if unfinished(status) && now.epics[at.epic] == "done" {
			now.epics[at.epic] = "" // said once
			hit(now.doc, now.places[at.epic], model.Note(at.String()), s.Say("it is "+status+", and its epic done", "其状态为 "+status+"，而所属史诗为 done"))
		}
	}
	return true
}

// ready is about a readiness report whose sums are not those of the PRD, and which calls
// ready what it says itself to be missing.
func ready(s *model.Session, d *document.Document, hit native.Hit) bool {
	prds := find(s, bmPRD)
	order, defined := requirementIDs(prds)
	verdict := document.Span{}
	applied := false
	for _, l := range linesOf(d, all(d)) {
		if m := bmTotal.FindStringSubmatch(l.text); m != nil && len(prds) == 1 && len(order) > 2 {
			applied = true
			if m[1] != fmt.Sprint(len(order)) {
				hit(d, l.Span, model.Note(m[1]+" FRs"), s.Say(fmt.Sprintf("%s has %d", base(prds[0].Path), len(order)), fmt.Sprintf("%s 中有 %d 个", base(prds[0].Path), len(order))))
			}
		}
		if bmReady.MatchString(strings.Trim(l.text, " *#")) {
			verdict = l.Span
		}
	}
	if verdict.Len() == 0 {
		return applied
	}
	for _, t := range d.Tables {
		for _, cells := range t.Rows {
			ids := idsIn(bmRequirement, cells[0].Text)
			last := cells[len(cells)-1].Text
			if len(ids) == 1 && len(defined) > 0 && bmMissing.MatchString(last) {
				applied = true
				hit(d, cells[len(cells)-1].Span, model.Note(ids[0].id), s.Say("is missing by this row, and the report says READY", "按此行缺失，而报告结论为 READY"))
			}
		}
	}
	return true
}

var (
	bmTotal   = pattern.New(`(?i)\btotal (?:PRD )?FRs?\**\s*[:：=]\**\s*(\d{1,3})\s*$`)
	bmReady   = pattern.New(`(?i)^(?:overall )?(?:readiness )?(?:status)?\**\s*[:：]?\**\s*(?:✅\s*)?READY(?: for implementation)?\b[^?]{0,20}$`)
	bmMissing = pattern.New(`(?i)❌|\bmissing\b|\bnot found\b|\bnot covered\b`)
)
