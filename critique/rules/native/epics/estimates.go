package epics

import (
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// sizeCells are the columns that tell how much work an epic is.
var sizeCells = []string{"size", "effort", "estimate", "points", "规模", "估算", "工作量", "大小"}

// EstimateRules hold the numbers of a plan against what it lists.
func EstimateRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("EP-024"), On: model.Epics, Look: countedStories},
	}
}

// countedStories compares the number of stories in an epic's row with the stories
// that stand in its file or section.
func countedStories(s *model.Session, d *document.Document, hit native.Hit) bool {
	told := map[string]int{}
	for _, doc := range s.Of(model.EpicDocs...) {
		for _, u := range model.Stories(doc) {
			told[u.Epic]++
		}
	}
	applied := false
	for _, e := range model.Defined(s).Epics.List {
		if e.Doc != d || e.Row == nil {
			continue
		}
		if e.File != nil {
			here, there := letterSize.FindString(e.Cell(sizeCells...)), letterSize.FindString(e.File.Front.Value("size"))
			if here != "" && there != "" && here != there {
				hit(d, e.At, e.ID, here, there)
			}
		}
		column := e.Table.Column("stories", "story count", "故事")
		held := told[e.ID]
		if held == 0 {
			held = listedStories(e.File)
		}
		if column <= 0 || column >= len(e.Row) || held == 0 {
			continue
		}
		said, err := strconv.Atoi(model.Plain(strings.TrimSpace(e.Row[column].Text)))
		if err != nil {
			continue
		}
		if applied = true; said != held {
			hit(d, e.Row[column].Span, e.ID, model.Itoa(said), model.Itoa(held))
		}
	}
	return applied
}

// listedStories counts the stories that an epic's file lists as items or rows, each by its
// own ID.
func listedStories(d *document.Document) int {
	listed := model.Ids{}
	if d == nil {
		return 0
	}
	note := func(at document.Span) {
		for _, m := range d.MentionsIn(at) {
			if (strings.HasPrefix(m.ID, "STORY-") || strings.HasPrefix(m.ID, "US-")) && strings.Trim(d.Text[at.Start:m.Start], " *[]`-") == "" {
				listed[m.ID] = true
			}
		}
	}
	for _, item := range d.Items {
		note(item.Span)
	}
	for _, t := range d.Tables {
		for _, row := range t.Rows {
			note(row[0].Span)
		}
	}
	return len(listed)
}

// letterSize is a size of t-shirts, and nothing else.
var letterSize = pattern.New(`^(?:XS|S|M|L|XL|XXL)$`)
