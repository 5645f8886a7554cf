package bmad

import (
	"maps"
	"path"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

func otherStatus(s *model.Session, d *document.Document, hit native.Hit) bool {
	sprints, name := frameworks.Find(s, sprintFile), strings.TrimSuffix(path.Base(d.Path), ".md")
	number := strings.ReplaceAll(storyNumber.FindString(name), ".", "-")
	if len(sprints) != 1 || number == "" {
		return false
	}
	type entry struct {
		status string
		at     document.Span
	}
	var same []entry // of the story's name, or else of its number
	for _, m := range sprintLine.FindAllStringSubmatchIndex(sprints[0].Text, 2000) {
		key, line := sprints[0].Text[m[2]:m[3]], entry{sprints[0].Text[m[4]:m[5]], document.Span{Start: m[2], End: m[5]}}
		if key == name {
			same = []entry{line}
			break
		}
		if storyNumber.FindString(key) == number {
			same = append(same, line)
		}
	}
	if len(same) != 1 {
		return false
	}
	status := same[0].status
	said, at := statusOf(d)
	if said != status && slices.Contains(statuses[:], said) && slices.Contains(statuses[:], status) {
		hit(d, at, model.Note(said), model.Note(status), model.Other{Doc: sprints[0], At: same[0].at})
	}
	return at.Len() > 0
}

var statuses = [...]string{"backlog", "draft", "approved", "ready-for-dev", "ready-for-review", "in-progress", "review", "done", "blocked"}

// sprint is what a sprint-status.yaml says.
type sprint struct {
	doc     *document.Document
	epics   map[string]string // status by number
	stories map[storyAt]string
	places  map[string]document.Span // of the lines, by key
}

func sprintOf(s *model.Session) (sprint, bool) {
	docs := frameworks.Find(s, sprintFile)
	if len(docs) != 1 {
		return sprint{}, false
	}
	found := sprint{docs[0], map[string]string{}, map[storyAt]string{}, map[string]document.Span{}}
	for _, m := range sprintStory.FindAllStringSubmatchIndex(docs[0].Text, 2000) {
		text := docs[0].Text
		at := storyAt{text[m[2]:m[3]], text[m[4]:m[5]]}
		found.stories[at] = text[m[6]:m[7]]
		found.places[at.String()] = document.Span{Start: m[2], End: m[7]}
	}
	for _, m := range sprintEpic.FindAllStringSubmatchIndex(docs[0].Text, 200) {
		number := docs[0].Text[m[2]:m[3]]
		found.epics[number] = docs[0].Text[m[4]:m[5]]
		found.places[number] = document.Span{Start: m[2] - len("epic-"), End: m[5]}
	}
	return found, len(found.stories) > 0
}

var (
	sprintStory = pattern.New(`(?m)^\s+(\d+)-(\d+)-[^:\s]+:\s*([a-z-]+)`)
	sprintEpic  = pattern.New(`(?m)^\s+epic-(\d+):\s*([a-z-]+)`)
)

// unplanned is about stories that the epics have and the sprint leaves out, and the other
// way round.
func unplanned(s *model.Session, d *document.Document, hit native.Hit) bool {
	epics := frameworks.Find(s, epicsFile)
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
		for section, m := range frameworks.Headings(e, storyTitle) {
			if _, there := now.stories[storyAt{m[1], m[2]}]; !there && m[3] == "" && has[m[1]] {
				hit(e, model.HeadingOf(e, section), model.Note(m[1]+"."+m[2]), s.Say(path.Base(now.doc.Path)+" does not have it", path.Base(now.doc.Path)+" 中没有"))
			}
		}
	}
	for _, at := range slices.SortedFunc(maps.Keys(now.stories), storyOrder) {
		status := now.stories[at]
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
