package model

import (
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

var (
	coversLine  = pattern.New(`(?i)^\W*(?:N?FRs?|requirements?|reqs?|需求)(?:[ _](?:covered|coverage|addressed|implemented|included|ids?))?[*_\s]*[:：]`)
	epicNumbers = pattern.New(`(?i)\bepics?\s*#?(\d{1,2}(?:\s*(?:[,+&/]|and)\s*(?:epic\s*)?#?\d{1,2})*)\b`)
	numeral     = pattern.New(`\d+`)
)

// plannedEpic is an epic by its number, with the requirements its own lines name.
type plannedEpic struct {
	Section *document.Section
	Number  string
	Covers  []document.Mention
}

// NumberedPlan returns the epics of a document that have numbers.
func NumberedPlan(d *document.Document) []plannedEpic {
	var plan []plannedEpic
	for _, section := range d.Sections {
		if section.Level > 6 || !NumberedEpic.MatchString(section.Title) {
			continue
		}
		one := plannedEpic{Section: section, Number: numeral.FindString(section.Title)}
		for line := range strings.Lines(d.Slice(document.Span{Start: section.Body, End: section.All().End})) {
			if strings.HasPrefix(line, "#") {
				break // what its stories cover
			}
			if coversLine.MatchString(line) {
				one.Covers = append(one.Covers, document.FindIDs(line)...)
			}
		}
		plan = append(plan, one)
	}
	return plan
}

// EpicsOf returns the numbers of the epics that a line names.
func EpicsOf(line string) []string {
	var numbers []string
	for _, m := range epicNumbers.FindAllStringSubmatch(line, 8) {
		numbers = append(numbers, numeral.FindAllString(m[1], 8)...)
	}
	return numbers
}

// InsideEpic tells whether a section belongs to a numbered epic.
func InsideEpic(section *document.Section) bool {
	for ; section != nil; section = section.Parent {
		if NumberedEpic.MatchString(section.Title) {
			return true
		}
	}
	return false
}

// ShortNames writes IDs the way plans with numbered epics do: FR1, FR12.
func ShortNames(set Ids) string {
	if len(set) == 0 {
		return "-"
	}
	names := SortedKeys(set)
	for i, id := range names {
		names[i] = document.Prefix(id) + Itoa(document.Number(id))
	}
	return strings.Join(names, ", ")
}
