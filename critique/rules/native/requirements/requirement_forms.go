package requirements

import (
	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/internal/text/pattern"
)

// The forms in which other tools' documents demand something: by number, by IDs
// of the author's own, by stories, by criteria alone.

// numbered counts the sections that are called Requirement 1, 需求 2 and so on.
func numbered(d *document.Document) int {
	n := 0
	for _, section := range d.Sections {
		if numberedTitle.MatchString(section.Title) && model.Says(d, section) {
			n++
		}
	}
	return n
}

// labelled counts the items of a section "Requirements" that start with an ID of
// the author's own, such as R-EXP-001.
func labelled(d *document.Document) int {
	n := 0
	for _, item := range d.Items {
		if requirementsTitle.MatchString(item.Section.Title) && ownID.MatchString(item.Text) {
			n++
		}
	}
	return n
}

// toldByStories tells whether users' wishes and what must hold for them to be
// fulfilled take the place of functional requirements.
func toldByStories(d *document.Document) bool {
	wishes, criteria := 0, 0
	for _, item := range d.Items {
		switch {
		case item.Section.Under(document.NonFunctional, document.NonGoals, document.OpenQuestions):
		case wish.MatchString(item.Text):
			wishes++
		case item.Box != 0:
			criteria++
		}
	}
	return wishes >= 2 && criteria > wishes
}

var (
	requirementsTitle = pattern.New(`(?i)^(?:\w+ )?requirements$|^需求(?:列表|清单|说明)?$`)
	ownID             = pattern.New(`^\W{0,4}[A-Z][A-Z0-9]{0,7}(?:-[A-Z0-9]{1,8}){0,2}-?\d{1,4}\W{0,3}[:：.)—–-]`)
	wish              = pattern.New(`(?i)^\W*As (?:an?|the) [^,，\n]{2,80},?\s+I (?:want|need|can|would like|wish)\b|^\W*作为.{1,40}[，,]\s*我(?:想|要|希望|需要|能)`)
)

var numberedTitle = pattern.New(`(?i)^requirement\s*[#-]?\d+|^需求\s*[-#]?[\d一二三四五六七八九十]+\s*(?:[:：.、-]|$)`)

// listsCriteria tells whether a document demands in one list of acceptance criteria of
// its own, as the story of a change does.
func listsCriteria(d *document.Document) bool {
	criteria := 0
	for _, item := range d.Items {
		if section := item.Section; section.Level == 2 && section.Topic == document.Acceptance && item.Depth == 1 {
			criteria++
		}
	}
	return criteria > 2
}

// demandsQuality tells whether a section is a requirement or a constraint about a quality.
func demandsQuality(section *document.Section) bool {
	return section.Level > 1 && qualityTitle.MatchString(section.Title) &&
		(numberedTitle.MatchString(section.Title) || section.Parent != nil && section.Parent.Topic == document.Constraints)
}

var qualityTitle = pattern.New(`(?i)\b(?:performance|reliability|stability|availability|scalability|security|usability|accessibility|compatibility|maintainability|observability|latency)\b|性能|稳定性|可靠性|可用性|可扩展性|安全|易用性|无障碍|兼容性|可维护性|可观测`)
