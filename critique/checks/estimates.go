package checks

import (
	"strconv"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// estimateRules hold the numbers of a plan against what it lists.
func estimateRules() []rule {
	return []rule{
		{Rule: of("EP-024"), on: epics, look: func(s *session, d *document.Document, hit hit) bool {
			rows, whole := s.countedStories(d, hit), s.statedWork(d, hit)
			points := s.summedPoints(d, hit)
			return s.summedSizes(d, hit) || rows || whole || points
		}},
	}
}

// countedStories compares the number of stories in an epic's row with the stories
// that stand in its file or section.
func (s *session) countedStories(d *document.Document, hit hit) bool {
	told := map[string]int{}
	for _, doc := range s.of(epicDocs...) {
		for _, u := range s.stories(doc) {
			told[u.epic]++
		}
	}
	applied := false
	for _, e := range s.defined().epics.list {
		if e.doc != d || e.row == nil {
			continue
		}
		if e.file != nil {
			here, there := letterSize.FindString(e.cell(sizeCells...)), letterSize.FindString(e.file.Front.Value("size"))
			if here != "" && there != "" && here != there {
				hit(d, e.at, e.id, here, there)
			}
		}
		column := e.table.Column("stories", "story count", "故事")
		held := told[e.id]
		if held == 0 {
			held = listedStories(e.file)
		}
		if column <= 0 || column >= len(e.row) || held == 0 {
			continue
		}
		said, err := strconv.Atoi(plain(strings.TrimSpace(e.row[column].Text)))
		if err != nil {
			continue
		}
		if applied = true; said != held {
			hit(d, e.row[column].Span, e.id, itoa(said), itoa(held))
		}
	}
	return applied
}

// listedStories counts the stories that an epic's file lists as items or rows, each by its
// own ID.
func listedStories(d *document.Document) int {
	listed := ids{}
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

// summedPoints compares the points of an epic's row with those of its stories,
// where each story has some.
func (s *session) summedPoints(d *document.Document, hit hit) bool {
	sums, open := map[string]int{}, map[string]bool{}
	for _, doc := range s.of(epicDocs...) {
		for _, u := range s.stories(doc) {
			m := sizedPoints.FindStringSubmatch(u.text())
			if m == nil {
				open[u.epic] = true
				continue
			}
			n, _ := strconv.Atoi(m[1])
			sums[u.epic] += n
		}
	}
	applied := false
	for _, e := range s.defined().epics.list {
		if e.doc != d || e.row == nil || sums[e.id] == 0 || open[e.id] {
			continue
		}
		m := pointsText.FindStringSubmatch(e.cell(sizeCells...))
		if m == nil {
			continue
		}
		if applied = true; m[1] != itoa(sums[e.id]) {
			hit(d, e.at, e.id, strings.Trim(m[0], " ),，）;；"), s.say(itoa(sums[e.id])+" in its stories", "故事合计 "+itoa(sums[e.id])))
		}
	}
	return applied
}

const pointsWord = `(\d{1,3})\s*(?:pts?|points?|SP|点|故事点)(?:[^\p{L}]|$)`

var (
	pointsText  = pattern.New(`(?i)` + pointsWord)
	sizedPoints = pattern.New(`(?im)^\W*(?:estimated |story )?(?:size|effort|points|estimate|规模|估算|工作量)\W*[:：][^\n]{0,12}?` + pointsWord)
)

// letterSize is a size of t-shirts, and nothing else.
var letterSize = pattern.New(`^(?:XS|S|M|L|XL|XXL)$`)

var sizeName = pattern.New(`(?i)^\W*(?:XS|S|M|L|XL|XXL|small|medium|large|小|中|大|特大)\b`)

// summedSizes compares a table of sizes with the epics or stories it may count.
func (s *session) summedSizes(d *document.Document, hit hit) bool {
	applied := false
	for _, t := range d.Tables {
		size, count := t.Column("size", "规模", "大小"), t.Column("count", "number", "数量", "个数", "epics", "stories", "史诗", "故事")
		if size != 0 || count <= 0 || len(t.Rows) < 2 {
			continue
		}
		sum, sizes := 0, true
		for _, row := range t.Rows {
			if totalRow(row) {
				continue
			}
			n, err := strconv.Atoi(plain(strings.TrimSpace(row[count].Text)))
			sizes = sizes && err == nil && sizeName.MatchString(plain(row[0].Text))
			sum += n
		}
		plausible, told := s.sizedThings(d)
		if !sizes || len(plausible) == 0 {
			continue
		}
		if applied = true; !plausible[sum] {
			hit(d, t.Header[count].Span, s.say("the table of sizes", "规模汇总"), itoa(sum), note(told))
		}
	}
	return applied
}

// sizedThings are how many epics and stories there are, by every way of counting
// them, and that in words.
func (s *session) sizedThings(d *document.Document) (found map[int]bool, told string) {
	found = map[int]bool{}
	stories, rows := 0, 0
	for _, doc := range s.of(epicDocs...) {
		stories += len(s.stories(doc))
	}
	for _, e := range s.defined().epics.list {
		if n, err := strconv.Atoi(e.cell("stories", "story count", "故事")); err == nil {
			rows += n
		}
	}
	epics := len(s.defined().epics.list)
	var words []string
	count := func(n int, en, zh string) {
		if n > 0 {
			found[n] = true
			if s.chinese {
				en = zh
			}
			words = append(words, itoa(n)+" "+en)
		}
	}
	count(epics, "epics", "个 Epic")
	if rows != stories {
		count(rows, "stories in the rows of epics", "个故事（按 Epic 表）")
	}
	count(stories, "stories", "个故事（按正文）")
	if stories > 0 {
		found[stories+epics] = true
	}
	if s.chinese {
		return found, strings.Join(words, "、")
	}
	return found, strings.Join(words, ", ")
}

var (
	countedWork = pattern.New(`(?i)(\d+)\s*(?:个|条)?\s*(epics?|史诗|stories|story|用户故事|故事)\b?`)
	wholeCue    = pattern.New(`(?i)\b(?:total|altogether|in all)\b|共|合计|总计|总数`)
)

// statedWork compares a line about the whole, such as "Total: 7 stories in 3
// epics", with what there is.
func (s *session) statedWork(d *document.Document, hit hit) bool {
	stories := 0
	for _, doc := range s.of(epicDocs...) {
		stories += len(s.stories(doc))
	}
	applied := false
	start := 0
	for line := range strings.Lines(d.Prose) {
		at := document.Span{Start: start, End: start + len(strings.TrimRight(line, "\n"))}
		start += len(line)
		if strings.HasPrefix(line, "|") || !wholeCue.MatchString(line) {
			continue
		}
		for _, m := range countedWork.FindAllStringSubmatch(line, 4) {
			said, _ := strconv.Atoi(m[1])
			actual := stories
			if what := strings.ToLower(m[2]); strings.HasPrefix(what, "epic") || what == "史诗" {
				actual = len(s.defined().epics.list)
			}
			if actual > 0 {
				if applied = true; said != actual {
					hit(d, at, note(m[2]), itoa(said), itoa(actual))
				}
			}
		}
	}
	return applied
}
