package epics

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

const (
	leastAlike  = 3   // how many stories hold criteria where one that holds none was forgotten
	mostStories = 500 // of one level of headings that are looked at, as of [model.Stories]
)

var (
	// numbered is the title of a story by its number alone: 1.3 Store the images, E1-S3 Send them.
	numbered = pattern.New(`^(?:[A-Z]{1,3}\d{0,3}-?[A-Z]?\d{1,3}(?:\.\d{1,3})?|\d{1,3}\.\d{1,3})[a-z]?[.:：]?\s+\pL`)
	// named is an item that begins with the number of a story in bold.
	named = pattern.New(`^\*\*((?:[A-Z]{1,5}\d{0,3}-?[A-Z]{0,2})?\d{1,3}(?:\.\d{1,3})?[a-z]?)[.:：]?\s+\pL`)
	// putOff is said of a story that is not to be built.
	putOff = pattern.New(`(?i)~~|\b(?:won'?t|dropped|removed|deferred|later|cancel+ed|out of scope|superseded|merged)\b|取消|推迟|移除|不做`)
	// criteriaTitle heads a column of criteria.
	criteriaTitle = pattern.New(`(?i)^\W*(?:(?:acceptance )?criteri(?:a|on)|acceptance|accepted when|done when|验收(?:标准|条件)?)\W*$`)
)

// bare is a story that holds no criterion.
type bare struct {
	name string
	at   document.Span
}

// forgotten returns the one story of a document that holds no list where all others, which have their
// criteria in one, hold some: by headings with a number alone, by items, and by the rows of a table.
func forgotten(d *document.Document) []bare {
	var found []bare
	levels := map[int][]*document.Section{}
	for _, s := range d.Sections {
		if s.Level >= 2 && s.Level <= 6 && len(levels[s.Level]) < mostStories && numbered.MatchString(titleOf(d, s)) {
			levels[s.Level] = append(levels[s.Level], s)
		}
	}
	for level := 2; level < 6; level++ { // what holds stories is none
		levels[level] = slices.DeleteFunc(levels[level], func(s *document.Section) bool {
			return slices.ContainsFunc(levels[level+1], func(below *document.Section) bool { return s.All().Holds(below.Start) })
		})
	}
	for level := 2; level <= 6; level++ {
		var without []bare
		told := 0 // by somebody who wants something: other headings are chapters
		for _, s := range levels[level] {
			if model.Story.MatchString(d.Slice(s.All())) {
				told++
			}
			if !holds(d, s.All()) {
				without = append(without, bare{titleOf(d, s), model.HeadingOf(d, s)})
			}
		}
		if told*2 >= len(levels[level]) {
			found = append(found, oneOf(d, without, len(levels[level]))...)
		}
	}
	var without []bare
	stories := 0
	for i, item := range d.Items {
		text := d.Slice(item.Span)
		m := named.FindStringSubmatch(text)
		if item.Depth != 1 || m == nil {
			continue
		}
		if stories++; i+1 == len(d.Items) || d.Items[i+1].Depth == 1 || d.Items[i+1].Section != item.Section {
			without = append(without, bare{m[1], d.LineAt(item.Start)})
		}
	}
	found = append(found, oneOf(d, without, stories)...)
	without, stories = nil, 0
	for _, t := range d.Tables {
		empty, rows := emptyCriteria(t)
		without, stories = append(without, empty...), stories+rows
	}
	return append(found, oneOf(d, without, stories)...)
}

// titleOf is a heading with its number.
func titleOf(d *document.Document, s *document.Section) string {
	return strings.TrimLeft(d.Slice(model.HeadingOf(d, s)), "# ")
}

// oneOf returns what is missing where it is missing once, of enough.
func oneOf(d *document.Document, without []bare, all int) []bare {
	if len(without) != 1 || all <= leastAlike || putOff.MatchString(d.Slice(without[0].at)) {
		return nil
	}
	return without
}

func holds(d *document.Document, at document.Span) bool {
	for _, item := range d.Items {
		if at.Holds(item.Start) {
			return true
		}
	}
	for _, t := range d.Tables {
		if at.Holds(t.Span.Start) {
			return true
		}
	}
	return given.MatchString(d.Slice(at)) || accepted.MatchString(d.Slice(at))
}

// emptyCriteria are the rows of a table that leave the column of its criteria empty, and how many rows
// it has if it has such a column.
func emptyCriteria(t *document.Table) (found []bare, rows int) {
	for i, title := range t.Header {
		if !criteriaTitle.MatchString(title.Text) {
			continue
		}
		for _, row := range t.Rows {
			if i < len(row) && model.EmptyCell(row[i].Text) {
				found = append(found, bare{strings.TrimSpace(row[0].Text), row[0].Span})
			}
		}
		return found, len(t.Rows)
	}
	return nil, 0
}

// withoutCriteria reports a story that was left without its criteria.
func withoutCriteria(_ *model.Session, d *document.Document, hit native.Hit) bool {
	all := document.Once(d, "stories that were forgotten", forgotten)
	for _, one := range all {
		hit(d, one.at, model.Target(one.name))
	}
	return len(all) > 0
}
