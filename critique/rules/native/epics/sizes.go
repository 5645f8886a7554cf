package epics

import (
	"slices"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// SizeRules look at how large epics and stories are, and at their counts.
func SizeRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("EP-018"), On: model.EpicDocs, Look: cutTooThin},
		{Rule: native.Of("EP-019"), On: model.EpicDocs, Look: oversizedWork},
	}
}

// huge is a size that says "split me".
const huge = `(?:X{1,3}-?L\b|(?:extra|x|very)[- ]large|huge\b|epic[- ]sized|特大|超大|巨大|过大|极大)`

var (
	oversized = pattern.New(`(?im)^\W*(?:\w+ )?(?:size|estimate|effort|points|规模|估算|大小|工作量|点数)\W*[:：|]\W*` + huge)
	hugeSize  = pattern.New(`(?i)^\P{L}*` + huge)
	hugeTitle = pattern.New(`(?i)[(（\[【]\s*` + huge + `[^)）\]】]{0,12}[)）\]】]\s*$`)
	sizeCells = []string{"size", "effort", "estimate", "points", "规模", "估算", "工作量", "大小"}
)

// storiesOf counts the stories of each epic, wherever they stand.
func storiesOf(s *model.Session) map[string]int {
	counts := map[string]int{}
	for _, d := range s.Of(model.EpicDocs...) {
		for _, u := range model.Stories(s, d) {
			counts[u.Epic]++
		}
	}
	return counts
}

// cutTooThin judges the number of stories of an epic's file, or of the sections
// that epics have in the index.
func cutTooThin(s *model.Session, d *document.Document, hit native.Hit) bool {
	counts := storiesOf(s)
	told := 0
	for epic, n := range counts {
		if epic != "" && n > 1 {
			told++
		}
	}
	judge := func(id string, at document.Span) {
		if n := counts[id]; n == 1 || n > 12 || n == 0 && told > 1 {
			hit(d, at, id, model.Itoa(n))
		}
	}
	if d.Kind == document.Epic {
		if counts[model.FileID(d)] == 0 && told < 2 {
			return false
		}
		judge(model.FileID(d), model.FirstHeading(d))
		return true
	}
	applied := false
	for _, e := range model.Defined(s).Epics.List {
		if e.Doc == d && e.Detail != nil && e.File == nil && len(counts) > 0 {
			applied = true
			judge(e.ID, model.HeadingOf(d, e.Detail))
		}
	}
	return applied
}

// oversizedWork reports stories that say they are XL, and epics of that size with
// fewer than four stories.
func oversizedWork(s *model.Session, d *document.Document, hit native.Hit) bool {
	all := model.Stories(s, d)
	for _, u := range all {
		if oversized.MatchString(u.Text()) || hugeTitle.MatchString(u.Title) || hugeCell(u) {
			hit(d, model.HeadingOf(d, u.Section), u.Name)
		}
	}
	if d.Kind != document.Epics {
		return len(all) > 0
	}
	counts := storiesOf(s)
	for _, e := range model.Defined(s).Epics.List {
		sizes := []string{e.Cell(sizeCells...)}
		if e.File != nil {
			sizes = append(sizes, e.File.Front.Value("size"))
		}
		if slices.ContainsFunc(sizes, hugeSize.MatchString) && counts[e.ID] < 4 {
			hit(e.Doc, e.At, e.ID)
		}
	}
	return len(all) > 0 || len(model.Defined(s).Epics.List) > 0
}

// hugeCell tells whether a table of a story has a size that is too large.
func hugeCell(u model.UserStory) bool {
	for _, t := range u.Doc.Tables {
		column := t.Column(sizeCells...)
		if column < 0 || !u.Section.All().Holds(t.Span.Start) {
			continue
		}
		for _, row := range t.Rows {
			if hugeSize.MatchString(row[column].Text) {
				return true
			}
		}
	}
	return false
}
