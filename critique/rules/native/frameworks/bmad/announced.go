package bmad

import (
	"fmt"
	"path"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

// announced is about how many epics and stories the epics, or a report on them, say there are, of which
// one number is right and the other is not.
func announced(s *model.Session, d *document.Document, hit native.Hit) bool {
	epics, stories := frameworks.Find(s, epicsFile), planned(s)
	if len(epics) != 1 || len(stories) < 3 || model.Outdated(s, d) {
		return false
	}
	told := map[string]bool{} // the epics that have some stories
	for at := range stories {
		told[at.epic] = true
	}
	ownStories(s, d, stories, hit)
	for m := range frameworks.Matches(epicsAndStories, frameworks.Lines(d)) {
		parts, one := amountOf(m.Group(1) + m.Group(3))
		all, other := amountOf(m.Group(2) + m.Group(4))
		if one && other && (parts == len(told)) != (all == len(stories)) { // where both differ it is of others
			name := path.Base(epics[0].Path)
			hit(d, m.Place(0), model.Note(m.Group(0)), s.Say(fmt.Sprintf("%s has %d and %d", name, len(told), len(stories)), fmt.Sprintf("%s 中为 %d 和 %d", name, len(told), len(stories))))
		}
	}
	return true
}

// storiesSaid is how many stories an epic says it has.
var storiesSaid = pattern.New(`(?i)(?:^|[.:]\s)[\s*_-]*(\d{1,2}|` + amounts + `) stories\b|^[\s*_-]*stories\b[\s*_]*[:：][\s*_]*(\d{1,2})(?:\D|$)|(?:^|[。：，])\s*(?:共|含)?(\d{1,2}) ?个(?:用户)?故事`)

// ownStories is about an epic that says before its first story how many it has, and has others.
func ownStories(s *model.Session, d *document.Document, stories map[storyAt]string, hit native.Hit) {
	if !epicsFile(d.Path) {
		return
	}
	for section, m := range frameworks.Headings(d, epicTitle) {
		has := 0
		for at := range stories {
			if at.epic == m[1] {
				has++
			}
		}
		for said := range frameworks.Matches(storiesSaid, frameworks.LinesOf(d, section.Own())) {
			if n, ok := amountOf(said.Group(1) + said.Group(2) + said.Group(3)); ok && has > 1 && n != has {
				hit(d, said.Place(0), model.Note(strings.Trim(said.Group(0), " .:*_-。，")), s.Say(fmt.Sprintf("epic %s has %d", m[1], has), fmt.Sprintf("史诗 %s 有 %d 个", m[1], has)))
			}
		}
	}
}

const amounts = `two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen`

// epicsAndStories is a sum of both: 2 epics with 6 stories.
var epicsAndStories = pattern.New(`(?i)\b(\d{1,3}|` + amounts + `) epics(?:,| and| with|\s*/|，| \()\s*(\d{1,3}|` + amounts + `) (?:user )?stories\b|(\d{1,3}) ?个(?:史诗|Epic)[、，,和及与共 ]+(\d{1,3}) ?个(?:用户)?故事`)

// amountOf reads a whole number in figures or words.
func amountOf(text string) (n int, ok bool) {
	for i, word := range strings.Split(amounts, "|") {
		if strings.EqualFold(word, text) {
			return i + 2, true
		}
	}
	_, err := fmt.Sscan(text, &n)
	return n, err == nil
}
