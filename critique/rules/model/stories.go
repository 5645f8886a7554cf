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

// Wish is the sentence that says who wants what, "" without one.
func (u UserStory) Wish() string {
	for line := range strings.Lines(u.Text()) {
		if Story.MatchString(line) {
			return line
		}
	}
	return ""
}

// Benefit is the part of a story that says what for.
var Benefit = pattern.New(`(?i)\bso(?:\W+that\b|\W{1,4}I\b)|\bin order to\b|以便|从而|使得|这样|来`)

// NoWait is a line that denies a need, or calls it a soft one.
var NoWait = pattern.New(`(?i)\b(?:no|not|none|without|never|neither|optional(?:ly)?|soft|nice to have|unblocks|unrelated)\b|n't\b|不|无|非|可选|软依赖|弱依赖`)

// itNeeds is how the words about an epic say that it needs another one.
var itNeeds = pattern.New(`(?i)(?:\b(?:this|the) epic\b|\bit\b|本史诗|该史诗|本\s*epic)[^.;。；]{0,24}?(?:\bdepends (?:up)?on\b|\brequires\b|\bneeds\b|\bis blocked by\b|\bbuilds (?:up)?on\b|\bwaits for\b|\b(?:can )?(?:only )?starts? (?:only )?(?:once|after|when)\b|依赖|需要?先?完成|需等待?|等待)[^.;。；]*`)

// saysItNeeds are the epics that the words about an epic, before its stories, say it
// needs.
func (e *Entry) saysItNeeds() []Dependency {
	d, within := e.Doc, document.Span{}
	switch {
	case e.File != nil:
		d, within = e.File, BeforeStories(e.File, document.Span{Start: e.File.Front.Span.End, End: len(e.File.Text)})
	case e.Detail != nil && e.Detail.Level < 7:
		within = BeforeStories(d, e.Detail.All())
	}
	var found []Dependency
	for _, line := range d.Lines {
		if !within.Holds(line.Start) {
			continue
		}
		for _, said := range itNeeds.FindAllString(d.Slice(line), 4) {
			for _, m := range document.FindIDs(said) {
				if document.Prefix(m.ID) == "EPIC" && m.ID != e.ID && !NoWait.MatchString(WithoutIDs(said)) {
					found = append(found, Dependency{e.ID, m.ID, d, line})
				}
			}
		}
	}
	return found
}
