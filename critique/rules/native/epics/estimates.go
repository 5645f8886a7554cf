package epics

import (
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// EstimateRules hold the numbers of a plan against what it lists.
func EstimateRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("EP-024"), On: model.Epics, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			rows, whole := countedStories(s, d, hit), statedWork(s, d, hit)
			points := summedPoints(s, d, hit)
			return summedSizes(s, d, hit) || rows || whole || points
		}},
	}
}

// countedStories compares the number of stories in an epic's row with the stories
// that stand in its file or section.
func countedStories(s *model.Session, d *document.Document, hit native.Hit) bool {
	told := map[string]int{}
	for _, doc := range s.Of(model.EpicDocs...) {
		for _, u := range model.Stories(s, doc) {
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

// summedPoints compares the points of an epic's row with those of its stories,
// where each story has some.
func summedPoints(s *model.Session, d *document.Document, hit native.Hit) bool {
	sums, open := map[string]int{}, map[string]bool{}
	for _, doc := range s.Of(model.EpicDocs...) {
		for _, u := range model.Stories(s, doc) {
			m := sizedPoints.FindStringSubmatch(u.Text())
			if m == nil {
				open[u.Epic] = true
				continue
			}
			n, _ := strconv.Atoi(m[1])
			sums[u.Epic] += n
		}
	}
	applied := false
	for _, e := range model.Defined(s).Epics.List {
		if e.Doc != d || e.Row == nil || sums[e.ID] == 0 || open[e.ID] {
			continue
		}
		m := pointsText.FindStringSubmatch(e.Cell(sizeCells...))
		if m == nil {
			continue
		}
		if applied = true; m[1] != model.Itoa(sums[e.ID]) {
			hit(d, e.At, e.ID, strings.Trim(m[0], " ),，）;；"), s.Say(model.Itoa(sums[e.ID])+" in its stories", "故事合计 "+model.Itoa(sums[e.ID])))
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
func summedSizes(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	for _, t := range d.Tables {
		size, count := t.Column("size", "规模", "大小"), t.Column("count", "number", "数量", "个数", "epics", "stories", "史诗", "故事")
		if size != 0 || count <= 0 || len(t.Rows) < 2 {
			continue
		}
		sum, sizes := 0, true
		for _, row := range t.Rows {
			if model.TotalRow(row) {
				continue
			}
			n, err := strconv.Atoi(model.Plain(strings.TrimSpace(row[count].Text)))
			sizes = sizes && err == nil && sizeName.MatchString(model.Plain(row[0].Text))
			sum += n
		}
		plausible, told := sizedThings(s, d)
		if !sizes || len(plausible) == 0 {
			continue
		}
		if applied = true; !plausible[sum] {
			hit(d, t.Header[count].Span, s.Say("the table of sizes", "规模汇总"), model.Itoa(sum), model.Note(told))
		}
	}
	return applied
}

// sizedThings are how many epics and stories there are, by every way of counting
// them, and that in words.
func sizedThings(s *model.Session, d *document.Document) (found map[int]bool, told string) {
	found = map[int]bool{}
	stories, rows := 0, 0
	for _, doc := range s.Of(model.EpicDocs...) {
		stories += len(model.Stories(s, doc))
	}
	for _, e := range model.Defined(s).Epics.List {
		if n, err := strconv.Atoi(e.Cell("stories", "story count", "故事")); err == nil {
			rows += n
		}
	}
	epics := len(model.Defined(s).Epics.List)
	var words []string
	count := func(n int, en, zh string) {
		if n > 0 {
			found[n] = true
			if s.Chinese {
				en = zh
			}
			words = append(words, model.Itoa(n)+" "+en)
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
	if s.Chinese {
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
func statedWork(s *model.Session, d *document.Document, hit native.Hit) bool {
	stories := 0
	for _, doc := range s.Of(model.EpicDocs...) {
		stories += len(model.Stories(s, doc))
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
				actual = len(model.Defined(s).Epics.List)
			}
			if actual > 0 {
				if applied = true; said != actual {
					hit(d, at, model.Note(m[2]), model.Itoa(said), model.Itoa(actual))
				}
			}
		}
	}
	return applied
}
