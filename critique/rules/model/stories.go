package model

import (
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// EpicDocs are where stories stand.
var EpicDocs = []document.Kind{document.Epic, document.Epics}

// UserStory is one story of an epic.
type UserStory struct {
	Doc     *document.Document
	Section *document.Section
	Epic    string // the epic it belongs to, "" when unknown
	Title   string
	Name    string // its ID, else its title
}

var storyTitle = pattern.New(`(?i)^(?:(?:E(?:PIC)?-?\d+[-.])?ST?-?\d+(?:\.\d+)?|STORY-[\d-]+|US-\d+|(?:user )?story \d+(?:[.-]\d+)?|(?:用户)?故事\s*\d+(?:[.-]\d+)?)\b?`)

// Stories returns the stories of a document: sections named STORY-001-001,
// US-001, S-001 or "Story 1".
func Stories(d *document.Document) []UserStory {
	return document.Once(d, "stories", func(d *document.Document) []UserStory {
		var found []UserStory
		for _, section := range d.Sections {
			m := storyTitle.FindString(section.Title)
			if m == "" || section.Level < 2 || section.Level > 6 && !strings.HasSuffix(section.Title, ".") || len(found) >= 500 {
				continue
			}
			one := UserStory{Doc: d, Section: section, Name: strings.TrimSpace(m), Epic: FileID(d)}
			if one.Title = strings.TrimLeft(section.Title[len(m):], " :：-–—"); !strings.Contains(m, "-") {
				one.Name = section.Title
			}
			for p := section.Parent; p != nil && d.Kind == document.Epics; p = p.Parent {
				if ids := document.FindIDs(p.Title); len(ids) > 0 && document.Prefix(ids[0].ID) == "EPIC" {
					one.Epic = ids[0].ID
				}
			}
			found = append(found, one)
		}
		return found
	})
}

// Text is all that a story says.
func (u UserStory) Text() string { return u.Doc.Slice(u.Section.All()) }

// Benefit is the part of a story that says what for.
var Benefit = pattern.New(`(?i)\bso(?:\W+that\b|\W{1,4}I\b)|\bin order to\b|以便|从而|使得|这样|来`)

// heads are the words for people of any kind. What stands before one tells a role
// from others.
var heads = pattern.New(`(?i)(?:\s(?:manager|officer|engineer|specialist|analyst|staff|person|member|employee|user)s?|专员|人员|员工|经理|主管|工程师|负责人|用户)$`)

// Qualifier is what a role says before the word for people.
func Qualifier(name string) string {
	m := heads.FindStringIndex(name)
	if m == nil || m[0] == 0 {
		return name
	}
	return strings.TrimSpace(name[:m[0]])
}

// TopicItems returns the top list items of the sections about a topic.
func TopicItems(d *document.Document, t document.Topic) []*document.Item {
	var found []*document.Item
	for _, item := range d.Items {
		if item.Depth == 1 && item.Section.Under(t) && !Nothing.MatchString(item.Text) {
			found = append(found, item)
		}
	}
	return found[:min(len(found), MaxCompared)]
}

// Alike returns the pairs of texts from two lists that have most of their words
// in common, and at least fewest words.
func Alike(a, b []string, likeness float64, fewest int) [][2]int {
	left, right := make([]Bag, len(a)), make([]Bag, len(b))
	for i, text := range a {
		left[i] = BagOf(WithoutIDs(text))
	}
	for i, text := range b {
		right[i] = BagOf(WithoutIDs(text))
	}
	w := Weigh(left, right)
	near := w.Near(right)
	var pairs [][2]int
	for i := range left {
		if len(left[i]) < fewest {
			continue
		}
		for _, j := range near.To(left[i], likeness) {
			if len(right[j]) >= fewest && w.Likeness(left[i], right[j]) >= likeness {
				pairs = append(pairs, [2]int{i, j})
			}
		}
	}
	return pairs
}
