package checks

import (
	"slices"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// epicDocs are where stories stand.
var epicDocs = []document.Kind{document.Epic, document.Epics}

// userStory is one story of an epic.
type userStory struct {
	doc     *document.Document
	section *document.Section
	epic    string // the epic it belongs to, "" when unknown
	title   string
	name    string // its ID, else its title
}

var storyTitle = pattern.New(`(?i)^(?:(?:E(?:PIC)?-?\d+[-.])?ST?-?\d+|STORY-[\d-]+|US-\d+|(?:user )?story \d+(?:[.-]\d+)?|(?:用户)?故事\s*\d+(?:[.-]\d+)?)\b?`)

// stories returns the stories of a document: sections named STORY-001-001,
// US-001, S-001 or "Story 1".
func (s *session) stories(d *document.Document) []userStory {
	return once(s, "stories", d, func() []userStory {
		var found []userStory
		for _, section := range d.Sections {
			m := storyTitle.FindString(section.Title)
			if m == "" || section.Level < 2 || section.Level > 6 || len(found) >= 500 {
				continue
			}
			one := userStory{doc: d, section: section, name: strings.TrimSpace(m), epic: fileID(d)}
			if one.title = strings.TrimLeft(section.Title[len(m):], " :：-–—"); !strings.Contains(m, "-") {
				one.name = section.Title
			}
			for p := section.Parent; p != nil && d.Kind == document.Epics; p = p.Parent {
				if ids := document.FindIDs(p.Title); len(ids) > 0 && document.Prefix(ids[0].ID) == "EPIC" {
					one.epic = ids[0].ID
				}
			}
			found = append(found, one)
		}
		return found
	})
}

func (u userStory) text() string { return u.doc.Slice(u.section.All()) }

// wish is the sentence that says who wants what, "" without one.
func (u userStory) wish() string {
	for line := range strings.Lines(u.text()) {
		if story.MatchString(line) {
			return line
		}
	}
	return ""
}

// storyRule makes a rule that holds every story against a demand.
func storyRule(r Rule, faulty func(*session, userStory) bool) rule {
	return rule{Rule: r, on: epicDocs, look: func(s *session, d *document.Document, hit hit) bool {
		all := s.stories(d)
		for _, u := range all {
			if faulty(s, u) {
				hit(d, headingOf(d, u.section), u.name)
			}
		}
		return len(all) > 0
	}}
}

// storyRules look at the stories of epics.
func storyRules() []rule {
	return []rule{
		storyRule(of("EP-016"), func(_ *session, u userStory) bool {
			text, boxes := u.text(), false
			if given.MatchString(text) {
				return false
			}
			for _, section := range u.doc.Find(document.Acceptance) {
				if u.section.All().Holds(section.Start) && hollowSection(u.doc, section) {
					return true
				}
			}
			for _, item := range u.doc.Items {
				if u.section.All().Holds(item.Start) && (item.Box != 0 || item.Section.Under(document.Acceptance)) {
					if strings.TrimSpace(item.Text) != "" {
						return false
					}
					boxes = true
				}
			}
			return boxes || !contains(strings.ToLower(text), "acceptance", "验收")
		}),
		storyRule(of("EP-017"), func(s *session, u userStory) bool {
			return !tracesToRequirement(u) && s.storiesTrace()
		}),
		storyRule(of("EP-028"), func(s *session, u userStory) bool {
			if roleBenefit(u.text()) {
				return false
			}
			for _, other := range s.stories(u.doc) {
				if roleBenefit(other.text()) {
					return true
				}
			}
			return false
		}),
		storyRule(of("EP-027"), func(_ *session, u userStory) bool { return needsLater(u) }),
		{Rule: of("EP-026"), on: epics, look: func(s *session, d *document.Document, hit hit) bool {
			var all []userStory
			for _, doc := range s.of(epicDocs...) {
				all = append(all, s.stories(doc)...)
			}
			all = all[:min(len(all), maxCompared)]
			titles, wishes := make([]string, len(all)), make([]string, len(all))
			for i, u := range all {
				titles[i], wishes[i] = u.title, u.wish()
			}
			reported := map[[2]int]bool{}
			for _, pair := range append(alike(titles, titles, 0.8, 2), alike(wishes, wishes, 0.8, 4)...) {
				a, b := all[pair[0]], all[pair[1]]
				if pair[0] < pair[1] && a.epic != b.epic && !reported[pair] {
					reported[pair] = true
					hit(b.doc, headingOf(b.doc, b.section), b.name, a.name)
				}
			}
			return len(all) > 1
		}},
	}
}

var (
	given     = pattern.New(`(?i)\bgiven\b.+\bthen\b|(?m)^\s*(?:-\s*)?(?:(?:Given|WHEN|THEN|When)\b|假设|给定|假如|当|那么)`)
	dependsOn = pattern.New(`(?i)\bdepend(?:s|ency|encies)\b|\bblocked by\b|\brequires\b|依赖|前置`)
	benefit   = pattern.New(`(?i)\bso(?:\W+that\b|\W{1,4}I\b)|\bin order to\b|以便|从而|使得|这样|来`)
)

// awaits is how a story says that it waits for another.
var awaits = pattern.New(`(?i)\b(?:only |can |start |starts |begin |begins |work )+(?:once|after|when)\b|\b(?:waits? for|not before)\b|完成(?:之?后|后才)|之后(?:才能|进行|开始)|需先|必须先|先完成|等待`)

var storyNumber = pattern.New(`(?i)(?:story|故事)\s*(\d+)[.-](\d+)`)

// needsLater tells whether a story says that it depends on a later one of its epic.
func needsLater(u userStory) bool {
	own := document.FindIDs(u.name)
	number := storyNumber.FindStringSubmatch(u.section.Title)
	for line := range strings.Lines(u.text()) {
		if !dependsOn.MatchString(line) && !awaits.MatchString(line) {
			continue
		}
		for _, m := range document.FindIDs(line) {
			if len(own) > 0 && document.Prefix(m.ID) == document.Prefix(own[0].ID) && document.Number(m.ID) > document.Number(own[0].ID) && strings.HasPrefix(m.ID, "STORY-") {
				return true
			}
		}
		for at := line; number != nil; {
			other := storyNumber.FindStringSubmatchIndex(at)
			if other == nil {
				break
			}
			if epic, later := at[other[2]:other[3]], at[other[4]:other[5]]; epic == number[1] && (len(later) > len(number[2]) || len(later) == len(number[2]) && later > number[2]) {
				return true
			}
			at = at[other[1]:]
		}
	}
	return false
}

func roleBenefit(text string) bool { return story.MatchString(text) && benefit.MatchString(text) }

func tracesToRequirement(u userStory) bool {
	for _, m := range u.doc.MentionsIn(u.section.All()) {
		if family(m.ID, []string{"REQ", "FR", "NFR"}) {
			return true
		}
	}
	return false
}

// storiesTrace tells whether any story names a requirement, found once.
func (s *session) storiesTrace() bool {
	return once(s, "whether a story names a requirement", nil, func() bool {
		return slices.ContainsFunc(s.of(epicDocs...), func(d *document.Document) bool {
			return slices.ContainsFunc(s.stories(d), tracesToRequirement)
		})
	})
}

// hollowSection tells whether a section holds nothing but labels such as
// "Size: L", which stand there because nothing ends a heading made of bold text.
func hollowSection(d *document.Document, section *document.Section) bool {
	at := section.All()
	if slices.ContainsFunc(d.Items, func(item *document.Item) bool { return at.Holds(item.Start) }) {
		return false
	}
	for line := range strings.Lines(d.Slice(at)) {
		if document.Units(line) >= 8 {
			return false
		}
	}
	return true
}

// insideStory tells whether a section belongs to a single story.
func insideStory(section *document.Section) bool {
	for ; section != nil; section = section.Parent {
		if storyTitle.MatchString(section.Title) {
			return true
		}
	}
	return false
}
