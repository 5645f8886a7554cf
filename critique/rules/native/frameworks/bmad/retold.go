package bmad

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/nearest"
	"discussd/internal/text/pattern"
)

// statusOf returns what a story says of its own status, in lower case with hyphens, "" without one.
func statusOf(d *document.Document) (status string, at document.Span) {
	below := false
	for _, l := range frameworks.LinesOf(d, document.Span{Start: 0, End: min(len(d.Text), 2000)}) {
		text := strings.TrimSpace(l.Text)
		if m := statusLine.FindStringSubmatchIndex(text); m != nil {
			return hyphened(text[m[2]:m[3]]), l.Span
		}
		switch {
		case below && text != "":
			return hyphened(strings.Trim(text, "*_ ")), l.Span
		case strings.EqualFold(strings.TrimLeft(text, "# "), "status"):
			below = true
		}
	}
	return "", document.Span{}
}

func hyphened(text string) string {
	return strings.ReplaceAll(strings.ToLower(strings.TrimSpace(text)), " ", "-")
}

// calledDone is about a story that another one calls done and that is not, and about one that is
// done while a task of it is open.
func calledDone(s *model.Session, d *document.Document, hit native.Hit) bool {
	status, at := statusOf(d)
	if open := openTasks(d); status == "done" && len(open) > 0 && isStory(d.Path) {
		n := fmt.Sprint(len(open))
		hit(d, open[0].Span, model.Note(path.Base(d.Path)), s.Say("done, and tasks are open: "+n, "为 done，而未完成的任务有 "+n+" 项"), model.Doubtful)
	}
	of := map[storyAt]string{}
	for _, other := range frameworks.Find(s, isStory) {
		if m := storyFile.FindStringSubmatch(path.Base(other.Path)); m != nil {
			of[storyAt{m[1], m[2]}], _ = statusOf(other)
		}
	}
	if now, ok := sprintOf(s); ok {
		for story, said := range now.stories {
			if of[story] == "" {
				of[story] = said
			}
		}
	}
	for m := range frameworks.AllMatches(storyRef, frameworks.Lines(d)...) {
		if said := of[storyAt{m.Group(1), m.Group(2)}]; unfinished(said) && isDone.MatchString(m.After()[:min(len(m.After()), 40)]) {
			hit(d, m.Place(0), model.Note(m.Group(0)), s.Say("called done here, and its status is "+said, "此处称已完成，而其状态为 "+said))
		}
	}
	for _, t := range d.Tables {
		state := t.Column("status", "state", "状态")
		for _, row := range t.Rows {
			m := storyRow.FindStringSubmatch(row[0].Text)
			if m == nil || state <= 0 || !frameworks.SaysDone.MatchString(row[state].Text) || frameworks.SaysOpen.MatchString(row[state].Text) {
				continue
			}
			if said := of[storyAt{m[1], m[2]}]; unfinished(said) {
				hit(d, row[state].Span, model.Note("Story "+m[1]+"."+m[2]), s.Say("called done here, and its status is "+said, "此处称已完成，而其状态为 "+said))
			}
		}
	}
	return at.Len() > 0 || len(of) > 0
}

// storyRow begins the row of a story.
var storyRow = pattern.New(`(?i)^\W*(?:Story |故事)?(\d+)\.(\d+)(?:[^\d.]|$)`)

// unfinished tells whether a status is one of a story that is not done.
func unfinished(status string) bool {
	return slices.Contains(statuses[:], status) && status != "done" && status != "review"
}

// openTasks are the tasks of a story that are not ticked off.
func openTasks(d *document.Document) (open []*document.Item) {
	for _, item := range d.Items {
		if item.Box == ' ' && item.Depth == 1 && item.Section.Titled(tasks) {
			open = append(open, item)
		}
	}
	return open
}

var (
	tasks  = pattern.New(`(?i)^tasks?\b|^任务`)
	isDone = pattern.New(`(?i)^\s*(?:\(|[—–-]\s*|,? (?:which |that )?(?:is|was|has been) (?:already )?)(?:done|completed?|finished|implemented|merged)\b|^(?:已完成|（已完成)`)
)

// deadSources is about the places that a story says it took something from: a document that is
// not there, and a section that the document does not have.
func deadSources(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied, told := false, map[string]bool{}
	for m := range frameworks.AllMatches(source, frameworks.Lines(d)...) {
		file, part := m.Group(1), strings.TrimSpace(m.Group(2))
		target := documentNamed(s, file)
		applied = true
		switch {
		case target == nil && !told[file] && absent(s, d, file):
			told[file] = true
			details := []model.Detail{model.Note(file), s.Say("there is no such document", "没有该文档")}
			if frameworks.Has(s) != nil && nearest.Meant(path.Base(file), bases(s)) == "" {
				details = append(details, model.Doubtful) // it may lie in a folder that nobody looked into
			}
			hit(d, m.Place(1), details...)
		case target != nil && part != "" && !linesOnly.MatchString(part) && !hasPart(target, part):
			details := []model.Detail{model.Note(part), s.Say(path.Base(target.Path)+" has no such section", path.Base(target.Path)+" 中没有该章节")}
			if len(frameworks.IDsIn(anyID, part)) == 0 {
				details = append(details, model.Doubtful) // titles are written from memory
			}
			hit(d, m.Through(1, 2), details...)
		}
	}
	return applied
}

// linesOnly names lines of a document, and no part of it.
var linesOnly = pattern.New(`^L?\d+(?:\s*[-–,]\s*L?\d+)*$`)

var source = pattern.New(`\[(?:Source|来源)\s*[:：]\s*` + "`?" + `([\w./ -]+?\.md)` + "`?" + `\s*(?:#\s*([^\]\[]+?))?\s*\]`)

// documentNamed returns the one document whose path ends as a name does, or nil.
func documentNamed(s *model.Session, name string) *document.Document {
	if found := frameworks.Find(s, called(name)); len(found) == 1 {
		return found[0]
	}
	return nil
}

// called tells whether a path ends as a name does.
func called(name string) func(string) bool {
	return func(p string) bool { return strings.EqualFold(path.Base(p), path.Base(name)) }
}

// absent tells whether a document that another one names is certainly nowhere it could be.
func absent(s *model.Session, from *document.Document, name string) bool {
	if s.Around.Exists == nil || strings.Contains(name, "..") || strings.Contains(name, " ") || strings.ToUpper(path.Base(name)) == strings.TrimSuffix(path.Base(name), ".md")+".MD" {
		return false // written short, or a name that documents of many folders have
	}
	if len(frameworks.Find(s, called(name))) > 0 {
		return false // there is more than one
	}
	for _, folder := range [...]string{path.Dir(from.Path), "", "..", "../docs", "planning-artifacts", "implementation-artifacts", "docs", "architecture", "prd"} {
		if s.Around.Exists(path.Join(folder, name)) {
			return false
		}
	}
	return frameworks.Has(s) == nil || !frameworks.Has(s)(name) && !frameworks.Has(s)(path.Join("docs", name))
}

// bases returns the names of the files of the session.
func bases(s *model.Session) (names []string) {
	for _, d := range s.Docs {
		names = append(names, path.Base(d.Path))
	}
	return names
}

// ofRequirement names requirements, which stand in more than one document.
var ofRequirement = pattern.New(`\bN?FR-?[A-Z]?\d`)

// hasPart tells whether a document has a section that some words name: an ID that it defines, or
// a heading that shares a word, or most of those of an anchor.
func hasPart(d *document.Document, part string) bool {
	if ofRequirement.MatchString(part) {
		return true
	}
	if ids := frameworks.IDsIn(anyID, part); len(ids) > 0 && ids[0].Start == 0 {
		for m := range frameworks.Definitions(anyID, frameworks.Lines(d)) {
			if m.ID == ids[0].ID {
				return true
			}
		}
		return false
	}
	words := titleWords(strings.NewReplacer("-", " ", "_", " ").Replace(part))
	maps.DeleteFunc(words, func(word string, _ bool) bool { return len(word) <= shortWord && word[0] < utf8.RuneSelf })
	if len(words) == 0 {
		return true
	}
	for _, section := range d.Sections {
		shared := 0
		for word := range titleWords(section.Title) {
			if words[word] {
				shared++
			}
		}
		if shared*2 > len(words) || shared > 0 && !anchor.MatchString(part) {
			return true
		}
	}
	return false
}

// shortWord is how many bytes words have that tell nothing of a title: and, the.
const shortWord = 3

// anchor is written as anchors are, and not as titles are from memory: data-models.
var anchor = pattern.New(`^\pL+(?:-\pL+)+$`)
