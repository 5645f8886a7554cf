package epics

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
)

// storyNeed is what a story waits for: a story of another epic, or that epic.
type storyNeed struct {
	name     string // of the story
	from, to string // its epic and the one it waits for
	doc      *document.Document
	at       document.Span
}

// storyNeeds are what the stories of a session say that they wait for, beyond their
// own epics: in sentences and labels about that, in lists below one, and in tables.
func storyNeeds(s *model.Session) []storyNeed {
	owner := map[string]string{} // the epic of each story
	for _, d := range s.Of(model.EpicDocs...) {
		for _, u := range model.Stories(d) {
			owner[model.StoryKey(u.Section.Title)] = u.Epic
		}
	}
	var found []storyNeed
	add := func(d *document.Document, name, from, text string, at document.Span) {
		for _, to := range neededEpics(text, owner) {
			if from != "" && to != from {
				found = append(found, storyNeed{name, from, to, d, at})
			}
		}
	}
	for _, d := range s.Of(model.EpicDocs...) {
		for _, u := range model.Stories(d) {
			start := u.Section.Body
			for text := range strings.Lines(u.Text()) {
				line := document.Span{Start: start, End: start + len(strings.TrimRight(text, "\n"))}
				start += len(text)
				below := d.SectionAt(line.Start)
				waits := (dependsOn.MatchString(text) || awaits.MatchString(text)) && !model.NoWait.MatchString(model.WithoutIDs(text))
				if listed := u.Section.All().Holds(below.Start) && below.Topic == document.Dependencies && !model.NoWait.MatchString(model.WithoutIDs(text)); waits || listed {
					add(d, u.Name, u.Epic, text, line)
				}
			}
		}
	}
	return found
}

// neededEpics are the epics that a text names, itself or by their stories.
func neededEpics(text string, owner map[string]string) []string {
	var found []string
	for _, m := range model.StoryID.FindAllStringSubmatch(text, 12) {
		key := model.NumberKey(m[1], m[2])
		epic := owner[key]
		if epic == "" {
			epic = model.EpicNumbered(key)
		}
		found = append(found, epic)
	}
	for _, m := range document.FindIDs(text) {
		if document.Prefix(m.ID) == "EPIC" {
			found = append(found, m.ID)
		}
	}
	return found
}

// lateNeeds reports epics of the MVP, and their stories, that need an epic outside it.
func lateNeeds(s *model.Session, d *document.Document, hit native.Hit) bool {
	known := model.Defined(s).Epics.ByID
	late := func(from, to string) bool {
		a, b := known[from], known[to]
		return a != nil && b != nil && model.InMVP(s, d, a) && !deniesMVP(a) && (!model.InMVP(s, d, b) || deniesMVP(b))
	}
	needs, told := orderedNeeds(s, d), storyNeeds(s)
	reported := map[[2]string]bool{}
	for _, e := range needs {
		if late(e.From, e.To) {
			reported[[2]string{e.From, e.To}] = true
			hit(e.Doc, e.At, e.From, e.To)
		}
	}
	for _, n := range told {
		if late(n.from, n.to) && !reported[[2]string{n.from, n.to}] {
			hit(n.doc, n.at, n.name, n.to)
		}
	}
	return len(needs)+len(told) > 0
}
