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

var storyTitle = pattern.New(`(?i)^(?:(?:E(?:PIC)?-?\d+[-.])?ST?-?\d+|STORY-[\d-]+|US-\d+|(?:user )?story \d+(?:[.-]\d+)?|(?:用户)?故事\s*\d+(?:[.-]\d+)?)\b?`)

// Stories returns the stories of a document: sections named STORY-001-001,
// US-001, S-001 or "Story 1".
func Stories(d *document.Document) []UserStory {
	return document.Once(d, "stories", func(d *document.Document) []UserStory {
		var found []UserStory
		for _, section := range d.Sections {
			m := storyTitle.FindString(section.Title)
			if m == "" || section.Level < 2 || section.Level > 6 || len(found) >= 500 {
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
