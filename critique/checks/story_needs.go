package checks

import (
	"strconv"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// storyNeed is what a story waits for: a story of another epic, or that epic.
type storyNeed struct {
	name     string // of the story
	from, to string // its epic and the one it waits for
	doc      *document.Document
	at       document.Span
}

// noWait is a line that denies a need, or calls it a soft one.
var noWait = pattern.New(`(?i)\b(?:no|not|none|without|never|neither|optional(?:ly)?|soft|nice to have|unblocks|unrelated)\b|n't\b|不|无|非|可选|软依赖|弱依赖`)

// storyNeeds are what the stories of a session say that they wait for, beyond their
// own epics: in sentences and labels about that, in lists below one, and in tables.
func (s *session) storyNeeds() []storyNeed {
	owner := map[string]string{} // the epic of each story
	for _, d := range s.of(epicDocs...) {
		for _, u := range s.stories(d) {
			owner[storyKey(u.section.Title)] = u.epic
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
	for _, d := range s.of(epicDocs...) {
		for _, u := range s.stories(d) {
			start := u.section.Body
			for text := range strings.Lines(u.text()) {
				line := document.Span{Start: start, End: start + len(strings.TrimRight(text, "\n"))}
				start += len(text)
				below := d.SectionAt(line.Start)
				waits := (dependsOn.MatchString(text) || awaits.MatchString(text)) && !noWait.MatchString(withoutIDs(text))
				if listed := u.section.All().Holds(below.Start) && below.Topic == document.Dependencies && !noWait.MatchString(withoutIDs(text)); waits || listed {
					add(d, u.name, u.epic, text, line)
				}
			}
		}
		for _, t := range d.Tables {
			column := t.Column(needsColumn...)
			if column <= 0 {
				continue
			}
			for _, row := range t.Rows {
				if key := storyKey(row[0].Text); key != "" && column < len(row) {
					from := owner[key]
					if from == "" {
						from = epicNumbered(key)
					}
					add(d, plain(row[0].Text), from, row[column].Text, row[0].Span)
				}
			}
		}
	}
	return found
}

// storyID is a story with the numbers of its epic and its own, in any of the usual forms.
var storyID = pattern.New(`(?i)(?:\bSTORY-|\bUS-|\bE(?:PIC)?-?|\bstory\s*|故事\s*)(\d{1,3})[.-](?:S(?:TORY)?-?)?(\d{1,3})\b`)

// storyKey brings the number of a story to one form, "" when it has none.
func storyKey(text string) string {
	m := storyID.FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	return numberKey(m[1], m[2])
}

func numberKey(epic, story string) string {
	return strings.TrimLeft(epic, "0") + "." + strings.TrimLeft(story, "0")
}

// epicNumbered is the epic that a story counts itself among.
func epicNumbered(key string) string {
	epic, _, _ := strings.Cut(key, ".")
	n, err := strconv.Atoi(epic)
	if err != nil {
		return ""
	}
	return document.MakeID("EPIC", n)
}

// neededEpics are the epics that a text names, itself or by their stories.
func neededEpics(text string, owner map[string]string) []string {
	var found []string
	for _, m := range storyID.FindAllStringSubmatch(text, 12) {
		key := numberKey(m[1], m[2])
		epic := owner[key]
		if epic == "" {
			epic = epicNumbered(key)
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
func lateNeeds(s *session, d *document.Document, hit hit) bool {
	known := s.defined().epics.byID
	late := func(from, to string) bool {
		a, b := known[from], known[to]
		return a != nil && b != nil && s.inMVP(d, a) && !deniesMVP(a) && (!s.inMVP(d, b) || deniesMVP(b))
	}
	needs, told := s.orderedNeeds(d), s.storyNeeds()
	reported := map[[2]string]bool{}
	for _, e := range needs {
		if late(e.from, e.to) {
			reported[[2]string{e.from, e.to}] = true
			hit(e.doc, e.at, e.from, e.to)
		}
	}
	for _, n := range told {
		if late(n.from, n.to) && !reported[[2]string{n.from, n.to}] {
			hit(n.doc, n.at, n.name, n.to)
		}
	}
	return len(needs)+len(told) > 0
}

// earlyStories reports stories that wait for an epic which the order puts behind theirs.
func (s *session) earlyStories(step map[string]int, hit hit) bool {
	told := s.storyNeeds()
	for _, n := range told {
		if a, b := step[n.from], step[n.to]; a > 0 && b > 0 && a < b {
			hit(n.doc, n.at, n.name, n.to, s.say("waits for "+n.to+", which the order puts behind "+n.from, "依赖 "+n.to+"，而执行顺序中它在 "+n.from+" 之后"))
		}
	}
	return len(told) > 0
}

// itNeeds is how the words about an epic say that it needs another one.
var itNeeds = pattern.New(`(?i)(?:\b(?:this|the) epic\b|\bit\b|本史诗|该史诗|本\s*epic)[^.;。；]{0,24}?(?:\bdepends (?:up)?on\b|\brequires\b|\bneeds\b|\bis blocked by\b|\bbuilds (?:up)?on\b|\bwaits for\b|\b(?:can )?(?:only )?starts? (?:only )?(?:once|after|when)\b|依赖|需要?先?完成|需等待?|等待)[^.;。；]*`)

// saysItNeeds are the epics that the words about an epic, before its stories, say it
// needs.
func (e *entry) saysItNeeds() []dependency {
	d, within := e.doc, document.Span{}
	switch {
	case e.file != nil:
		d, within = e.file, beforeStories(e.file, document.Span{Start: e.file.Front.Span.End, End: len(e.file.Text)})
	case e.detail != nil && e.detail.Level < 7:
		within = beforeStories(d, e.detail.All())
	}
	var found []dependency
	for _, line := range d.Lines {
		if !within.Holds(line.Start) {
			continue
		}
		for _, said := range itNeeds.FindAllString(d.Slice(line), 4) {
			for _, m := range document.FindIDs(said) {
				if document.Prefix(m.ID) == "EPIC" && m.ID != e.id && !noWait.MatchString(withoutIDs(said)) {
					found = append(found, dependency{e.id, m.ID, d, line})
				}
			}
		}
	}
	return found
}

// stepAfter is what stands before an epic that a step of the order comes after.
var stepAfter = pattern.New(`(?i)(?:\b(?:after|once|needs|requires|depends on|following|behind)(?: the end of)?|依赖于?|需要?先?(?:完成)?|等待?|晚于)[\s*\x60\[]*$`)

// lateSteps reports steps of the order that say they come after one that stands behind
// them.
func lateSteps(d *document.Document, step map[string]int, hit hit, say func(en, zh string) string) {
	for _, item := range d.Items {
		if !item.Section.Under(document.Order) || item.Depth != 1 {
			continue
		}
		mentions := document.FindIDs(item.Text)
		for i := 1; i < len(mentions); i++ {
			own, other := mentions[0].ID, mentions[i].ID
			if step[own] > 0 && step[own] < step[other] && mentions[i].Start > mentions[0].End && stepAfter.MatchString(item.Text[mentions[0].End:mentions[i].Start]) && !noWait.MatchString(withoutIDs(item.Text)) {
				hit(d, item.Span, own, other, say("before its dependency "+other, "排在其依赖 "+other+" 之前"))
			}
		}
	}
}
