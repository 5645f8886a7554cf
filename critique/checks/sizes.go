package checks

import (
	"slices"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// sizeRules look at how large epics and stories are, and at their counts.
func sizeRules() []rule {
	return []rule{
		{Rule: of("EP-018"), on: epicDocs, look: cutTooThin},
		{Rule: of("EP-019"), on: epicDocs, look: oversizedWork},
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
func (s *session) storiesOf() map[string]int {
	counts := map[string]int{}
	for _, d := range s.of(epicDocs...) {
		for _, u := range s.stories(d) {
			counts[u.epic]++
		}
	}
	return counts
}

// cutTooThin judges the number of stories of an epic's file, or of the sections
// that epics have in the index.
func cutTooThin(s *session, d *document.Document, hit hit) bool {
	counts := s.storiesOf()
	told := 0
	for epic, n := range counts {
		if epic != "" && n > 1 {
			told++
		}
	}
	judge := func(id string, at document.Span) {
		if n := counts[id]; n == 1 || n > 12 || n == 0 && told > 1 {
			hit(d, at, id, itoa(n))
		}
	}
	if d.Kind == document.Epic {
		if counts[fileID(d)] == 0 && told < 2 {
			return false
		}
		judge(fileID(d), firstHeading(d))
		return true
	}
	applied := false
	for _, e := range s.defined().epics.list {
		if e.doc == d && e.detail != nil && e.file == nil && len(counts) > 0 {
			applied = true
			judge(e.id, headingOf(d, e.detail))
		}
	}
	return applied
}

// oversizedWork reports stories that say they are XL, and epics of that size with
// fewer than four stories.
func oversizedWork(s *session, d *document.Document, hit hit) bool {
	all := s.stories(d)
	for _, u := range all {
		if oversized.MatchString(u.text()) || hugeTitle.MatchString(u.title) || hugeCell(u) {
			hit(d, headingOf(d, u.section), u.name)
		}
	}
	if d.Kind != document.Epics {
		return len(all) > 0
	}
	counts := s.storiesOf()
	for _, e := range s.defined().epics.list {
		sizes := []string{e.cell(sizeCells...)}
		if e.file != nil {
			sizes = append(sizes, e.file.Front.Value("size"))
		}
		if slices.ContainsFunc(sizes, hugeSize.MatchString) && counts[e.id] < 4 {
			hit(e.doc, e.at, e.id)
		}
	}
	return len(all) > 0 || len(s.defined().epics.list) > 0
}

// hugeCell tells whether a table of a story has a size that is too large.
func hugeCell(u userStory) bool {
	for _, t := range u.doc.Tables {
		column := t.Column(sizeCells...)
		if column < 0 || !u.section.All().Holds(t.Span.Start) {
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
