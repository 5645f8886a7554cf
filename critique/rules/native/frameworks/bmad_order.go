package frameworks

import (
	"slices"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

var (
	bmDepends  = pattern.New(`(?i)\b(?:(?:us(?:es?|ing)|through|via|over|with|into)\b[^.;:()]{1,50}?\b(?:of|from) stor(?:y|ies)|depends? on|dependent on|dependenc(?:y|ies)|requires|blocked by|prerequisites?|builds on|built on|needs|waits (?:for|on)|relies on|comes after)\b|依赖(?:于)?\s*(?:Story|故事)|前置`)
	bmNotThis  = pattern.New(`(?i)\b(?:depends? on|needs|requires|builds on) this (?:story|one)\b|\b(?:no|not|never|without|none|independent|deferred|postponed|avoids?|unlike|later|future|blocks|enables|unblocks|required by|needed by)\b|不|无|后续`)
	bmSentence = pattern.New(`\.\s|[;；。]`)
	bmStoryRef = pattern.New(`(?i)(?:\bStor(?:y|ies)\s+|故事\s*)(\d+)\.(\d+)\b`)
)

// storyAt is the number of a story: its epic and its place in it.
type storyAt struct{ epic, place string }

func (a storyAt) String() string { return a.epic + "." + a.place }

// after tells whether a story comes after another one.
func (a storyAt) after(b storyAt) bool {
	return before(b.epic, a.epic) || a.epic == b.epic && before(b.place, a.place)
}

// planned are the stories that the epics of a project have, with the titles.
func planned(s *model.Session) map[storyAt]string {
	found := map[storyAt]string{}
	for _, e := range slices.Concat(find(s, bmEpics), find(s, bmPRD)) { // version 4 keeps epics in the PRD
		for _, section := range e.Sections {
			title := raw(e, section)
			if m := bmStoryTitle.FindStringSubmatch(title); m != nil && m[3] == "" && realHeading(section) {
				found[storyAt{m[1], m[2]}] = afterNumber(title)
			}
		}
	}
	return found
}

// forward is about stories that wait for a later one, or for one that nobody planned.
func forward(s *model.Session, d *document.Document, hit native.Hit) bool {
	known := planned(s)
	epics := map[string]bool{}
	for at := range known {
		epics[at.epic] = true
	}
	applied := false
	look := func(own storyAt, lines []line) {
		applied = true
		for _, l := range lines {
			at := bmDepends.FindStringIndex(l.text)
			if at == nil || bmNotThis.MatchString(l.text) {
				continue
			}
			for _, m := range bmStoryRef.FindAllStringSubmatchIndex(l.text, 10) {
				if m[0] < at[0] || m[0] > at[1]+40 || bmSentence.MatchString(l.text[min(at[1], m[0]):m[0]]) {
					continue // what stands before depends on this one
				}
				other := storyAt{l.text[m[2]:m[3]], l.text[m[4]:m[5]]}
				switch _, there := known[other]; {
				case other.after(own):
					hit(d, l.at(m[0], m[1]), model.Note(own.String()), model.Note(other.String()), s.Say("which comes later", "该故事在其之后"))
				case !there && epics[other.epic] && len(known) > 2:
					hit(d, l.at(m[0], m[1]), model.Note(own.String()), model.Note(other.String()), s.Say("which no epic has", "没有史诗包含该故事"))
				}
			}
		}
	}
	if bmStory(d.Path) && !bmEpics(d.Path) {
		if m := bmStoryFile.FindStringSubmatch(base(d.Path)); m != nil {
			look(storyAt{m[1], m[2]}, linesOf(d, all(d)))
		}
		return applied
	}
	for _, section := range d.Sections {
		if m := bmStoryTitle.FindStringSubmatch(raw(d, section)); m != nil && realHeading(section) {
			look(storyAt{m[1], m[2]}, linesOf(d, section.All()))
		}
	}
	return applied
}

// namedOther is about a story whose file, heading and place in the epics do not tell of
// one story.
func namedOther(s *model.Session, d *document.Document, hit native.Hit) bool {
	name := bmStoryFile.FindStringSubmatch(base(d.Path))
	if name == nil {
		return false
	}
	known := planned(s)
	for _, section := range d.Sections {
		m := bmStoryTitle.FindStringSubmatch(raw(d, section))
		if m == nil || section.Level != 1 || m[3] != "" {
			continue
		}
		at := heading(d, section)
		title := afterNumber(raw(d, section))
		switch planned, there := known[storyAt{m[1], m[2]}]; {
		case m[1] != name[1] || m[2] != name[2]:
			hit(d, at, model.Note(m[1]+"."+m[2]), s.Say("the file is "+base(d.Path), "文件名为 "+base(d.Path)))
		case there && unlike(planned, title) && !renumbered(s, known, m[1]):
			hit(d, at, model.Note(m[1]+"."+m[2]), s.Say("the epics call it \""+planned+"\"", "史诗中名为“"+planned+"”"))
		}
		return true
	}
	return false
}

// renumbered tells whether all stories of an epic have another title than the epics give their numbers, and
// several at least: they are counted otherwise.
func renumbered(s *model.Session, known map[storyAt]string, epic string) bool {
	const several = 2
	other := 0
	for _, d := range find(s, bmStory) {
		for _, section := range d.Sections {
			m := bmStoryTitle.FindStringSubmatch(raw(d, section))
			if m == nil || section.Level != 1 || m[1] != epic {
				continue
			}
			switch planned, there := known[storyAt{m[1], m[2]}]; {
			case there && unlike(planned, afterNumber(raw(d, section))):
				other++
			case there:
				return false
			}
		}
	}
	return other >= several
}
