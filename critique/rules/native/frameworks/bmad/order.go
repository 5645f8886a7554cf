package bmad

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

var (
	depends = pattern.New(`(?i)\b(?:(?:us(?:es?|ing)|through|via|over|with|into)\b[^.;:()]{1,50}?\b(?:of|from) stor(?:y|ies)|depends? on|dependent on|dependenc(?:y|ies)|requires|blocked by|prerequisites?|builds on|built on|needs|waits (?:for|on)|relies on|comes after)\b|依赖(?:于)?\s*(?:Story|故事)|前置`)
	notThis = pattern.New(`(?i)\b(?:depends? on|needs|requires|builds on) this (?:story|one)\b|\b(?:no|not|never|without|none|independent|deferred|postponed|avoids?|unlike|later|future|blocks|enables|unblocks|required by|needed by)\b|不|无|后续`)
	ahead   = pattern.New(`(?i)\bbefore\s+$|先于\s*$`) // of the story that is named next
	// neededFirst stands behind a story that this one waits for.
	neededFirst = pattern.New(`(?i)^ (?:has to|have to|needs? to|must|should) (?:be|come|land|go|get)\b[^.;,]{0,30}\bfirst\b|^ ?(?:必须|须|需|要)(?:先|在先|优先)(?:完成|合入|上线|做|实现)`)
	sentence    = pattern.New(`\.\s|[;；。]`)
	storyRef    = pattern.New(`(?i)(?:\bStor(?:y|ies)\s+|故事\s*)(\d+)\.(\d+)\b`)
)

// storyAt is the number of a story: its epic and its place in it.
type storyAt struct{ epic, place string }

func (a storyAt) String() string { return a.epic + "." + a.place }

// storyOrder compares two stories by where they come.
func storyOrder(a, b storyAt) int {
	switch {
	case a.after(b):
		return 1
	case b.after(a):
		return -1
	}
	return 0
}

// after tells whether a story comes after another one.
func (a storyAt) after(b storyAt) bool {
	return frameworks.Before(b.epic, a.epic) || a.epic == b.epic && frameworks.Before(b.place, a.place)
}

// planned are the stories that the epics of a project have, with the titles.
func planned(s *model.Session) map[storyAt]string {
	found := map[storyAt]string{}
	for _, e := range slices.Concat(frameworks.Find(s, epicsFile), frameworks.Find(s, prd)) { // version 4 keeps epics in the PRD
		for section, m := range frameworks.Headings(e, storyTitle) {
			if m[3] == "" {
				found[storyAt{m[1], m[2]}] = afterNumber(frameworks.Raw(e, section))
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
	look := func(own storyAt, lines []frameworks.Line) {
		applied = true
		for m := range frameworks.AllMatches(storyRef, lines...) {
			at, from := depends.FindStringIndex(m.Text), len(m.Before())
			switch {
			case neededFirst.MatchString(m.Text[from+len(m.Group(0)):]):
			case at == nil || notThis.MatchString(m.Text):
				continue
			case from < at[0] || from > at[1]+40 || sentence.MatchString(m.Text[min(at[1], from):from]) || ahead.MatchString(m.Text[:from]):
				continue // what stands before depends on this one
			}
			other := storyAt{m.Group(1), m.Group(2)}
			switch _, there := known[other]; {
			case other.after(own):
				hit(d, m.Place(0), model.Note(own.String()), model.Note(other.String()), s.Say("which comes later", "该故事在其之后"))
			case !there && epics[other.epic] && len(known) > 2:
				hit(d, m.Place(0), model.Note(own.String()), model.Note(other.String()), s.Say("which no epic has", "没有史诗包含该故事"))
			}
		}
	}
	if isStory(d.Path) && !epicsFile(d.Path) {
		if m := storyFile.FindStringSubmatch(path.Base(d.Path)); m != nil {
			look(storyAt{m[1], m[2]}, frameworks.Lines(d))
		}
		return applied
	}
	for section, m := range frameworks.Headings(d, storyTitle) {
		look(storyAt{m[1], m[2]}, frameworks.LinesOf(d, section.All()))
	}
	return applied
}

// titleOf returns the story that the title of a document names, and what it calls it; nil without one.
func titleOf(d *document.Document) (section *document.Section, at storyAt, name string) {
	for section, m := range frameworks.Headings(d, storyTitle) {
		if m[3] == "" && section.Level == 1 {
			return section, storyAt{m[1], m[2]}, afterNumber(frameworks.Raw(d, section))
		}
	}
	return nil, storyAt{}, ""
}

var numberedTitle = pattern.New(`^\D*[\d.]+[a-z]?\s*[:：.—–-]*\s*`)

// afterNumber is what a heading says behind the number it begins with.
func afterNumber(title string) string { return title[len(numberedTitle.FindString(title)):] }

// namedOther is about a story whose file, heading and place in the epics do not tell of
// one story.
func namedOther(s *model.Session, d *document.Document, hit native.Hit) bool {
	file := storyFile.FindStringSubmatch(path.Base(d.Path))
	section, at, name := titleOf(d)
	if file == nil || section == nil {
		return false
	}
	known := planned(s)
	switch planned, there := known[at]; {
	case at != storyAt{file[1], file[2]}:
		hit(d, model.HeadingOf(d, section), model.Note(at.String()), s.Say("the file is "+path.Base(d.Path), "文件名为 "+path.Base(d.Path)))
	case there && unlike(planned, name) && !renumbered(s, known, at.epic):
		hit(d, model.HeadingOf(d, section), model.Note(at.String()), s.Say("the epics call it \""+planned+"\"", "史诗中名为“"+planned+"”"))
	}
	return true
}

// renumbered tells whether all stories of an epic have another title than the epics give their numbers, and
// several at least: they are counted otherwise.
func renumbered(s *model.Session, known map[storyAt]string, epic string) bool {
	const several = 2
	other := 0
	for _, d := range frameworks.Find(s, isStory) {
		_, at, name := titleOf(d)
		if planned, there := known[at]; there && at.epic == epic {
			if !unlike(planned, name) {
				return false
			}
			other++
		}
	}
	return other >= several
}

var ideographs = pattern.New(`\p{Han}`)

// unlike tells whether two titles have no word in common, so that they name two things.
// Words of fewer than three letters do not count, and endings of words are left out.
func unlike(a, b string) bool {
	one, other := titleWords(a), titleWords(b)
	if len(one) == 0 || len(other) == 0 || ideographs.MatchString(a) != ideographs.MatchString(b) {
		return false // nothing, or another language
	}
	for word := range one {
		for second := range other {
			if strings.HasPrefix(word, second) || strings.HasPrefix(second, word) {
				return false
			}
		}
	}
	return true
}

// titleWords are the words of a title, each cut to five letters; of a script without
// blanks each character is one.
func titleWords(title string) map[string]bool {
	found := map[string]bool{}
	for _, word := range strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		letters := []rune(word)
		switch {
		case unicode.Is(unicode.Han, letters[0]):
			for _, r := range letters {
				found[string(r)] = true
			}
		case len(letters) >= 3:
			found[string(letters[:min(5, len(letters))])] = true
		}
	}
	return found
}
