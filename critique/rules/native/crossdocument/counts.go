package crossdocument

import (
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// differingCounts compares "3 ADRs" with the decisions that exist, and "48 commands"
// with earlier documents.
func differingCounts(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := ownCounts(s, d, hit)
	applied = statedTotals(s, d, hit) || applied
	return applied
}

// countedThings are what a session can count in itself, with the words for it.
var countedThings = [...]struct {
	name, zh string
	words    *pattern.Pattern // after a number, or in the first cell of a row of counts
}{
	{"ADRs", "ADR", pattern.New(`(?i)^(?:ADRs?|architecture decisions?|decision records?|架构决策(?:记录)?)$`)},
	{"epics", "Epic", pattern.New(`(?i)^(?:epics?|史诗)$`)},
	{"stories", "故事", pattern.New(`(?i)^(?:(?:user )?stor(?:y|ies)|(?:用户)?故事)$`)},
	{"goals", "目标", pattern.New(`(?i)^(?:(?:product |business )?goals?|(?:产品|业务)?目标)$`)},
	{"functional requirements", "功能需求", pattern.New(`(?i)^(?:functional requirements?|REQs?|FRs?|功能(?:性)?需求)$`)},
	{"requirements", "需求", pattern.New(`(?i)^(?:requirements?|需求)$`)},
	{"non-functional requirements", "非功能需求", pattern.New(`(?i)^(?:non-?functional requirements?|NFRs?|quality requirements?|非功能(?:性)?需求)$`)},
}

// countOf returns how many of a thing the session defines; 0 when it cannot tell.
func countOf(s *model.Session, name string) int {
	m := model.Defined(s)
	switch name {
	case "ADRs":
		return len(m.Decisions.List)
	case "epics":
		return len(m.Epics.List)
	case "goals":
		return len(m.Goals.List)
	case "requirements":
		return len(m.Requirements.List) + len(m.Qualities.List)
	case "functional requirements":
		return len(m.Requirements.List)
	case "non-functional requirements":
		return len(m.Qualities.List)
	}
	n := 0
	for _, d := range s.Of(model.EpicDocs...) {
		n += len(model.Stories(d))
	}
	return n
}

var (
	countPhrase = pattern.New(`(?i)(^|[^\w.,/-])(\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|twelve|[二两三四五六七八九十]{1,3})\s*(?:个|条|份|项)?\s*(non-?functional requirements?|functional requirements?|NFRs?|REQs?|FRs?|ADRs?|architecture decisions?|epics?|(?:user )?stories|goals?|非功能(?:性)?需求|功能(?:性)?需求|架构决策|史诗|(?:用户)?故事|目标|requirements?|需求)(\s*(?:$|[|,，、。.;；)）(（+\n]|and\b|in all\b|in total\b|与|和|[均都已齐全]|\b))`)
	// wholeBefore and wholeAfter tell that a number is all there is, and no part.
	wholeBefore = pattern.New(`(?i)(?:\b(?:all|total(?: of)?|of the|holds?|contains?|lists?|comprises?|includes?|defines?|covers?)\s*(?:the\s*)?|共计?|总计|合计|全部|包?含|列出|所有|核验)\s*$`)
	wholeAfter  = pattern.New(`(?i)^\s*(?:$|[|,，、。.;；)）(（+\n]|and\b|in all\b|in total\b|与|和|[均都已齐全])`)
	countsPart  = pattern.New(`(?i)\b(?:of|first|other|another|remaining|more|new|each|per|every|at least|at most|up to|only|than)\s*$|(?:其中|前|另外?|其余|剩余|新增|每|至少|至多|最多|仅|第)\s*$`)
	// partOf is what follows a number of requirements that are some of all.
	partOf      = pattern.New(`(?i)^\s*(?:of|in|for|from|by|under|with|per|that|which|的|中)`)
	countColumn = []string{"count", "number", "total", "数量", "个数", "总数"}
	thingColumn = []string{"artifact", "type", "item", "document", "deliverable", "产物", "类型", "项目", "工件", "文档"}
)

// ownCounts compares what a document says there is of goals, requirements,
// decisions, epics and stories with what the session defines.
func ownCounts(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	compare := func(at document.Span, said int, noun string) {
		for _, thing := range countedThings {
			if !thing.words.MatchString(noun) {
				continue
			}
			held := countOf(s, thing.name)
			if thing.name == "requirements" && (said == countOf(s, "functional requirements") || partOf.MatchString(d.Prose[at.End:min(len(d.Prose), at.End+8)])) {
				return
			}
			if held == 0 || thing.name == "goals" && d.Kind != document.Readiness || strings.HasSuffix(thing.name, "requirements") && d.Kind == document.Requirements {
				return // RQ-015 compares what the requirements say of themselves
			}
			if applied = true; said != held {
				hit(d, at, model.Target(model.Itoa(said)), model.Target(model.Itoa(held)), s.Say(thing.name, thing.zh))
			}
			return
		}
	}
	if d.Kind != document.Brief {
		for _, m := range model.Find(d.Prose, countPhrase, 40) {
			before := d.Prose[max(0, m[0]-24):m[4]]
			all := inAll.MatchString(d.Prose[max(0, m[0]-48):m[4]])
			if whole := all || wholeBefore.MatchString(before); !whole && (countsPart.MatchString(before) || !wholeAfter.MatchString(d.Prose[m[7]:min(len(d.Prose), m[7]+12)])) {
				continue
			}
			said, err := strconv.Atoi(d.Prose[m[4]:m[5]])
			if err != nil {
				if said = wordNumber(d.Prose[m[4]:m[5]]); said == 0 || !all {
					continue // words count parts more often than digits do
				}
			}
			compare(document.Span{Start: m[4], End: m[7]}, said, d.Prose[m[6]:m[7]])
		}
	}
	for _, t := range d.Tables {
		count := t.Column(countColumn...)
		if d.Kind != document.Readiness || count <= 0 || t.Column(thingColumn...) != 0 {
			continue
		}
		for _, row := range t.Rows {
			if said, err := strconv.Atoi(strings.TrimSpace(model.Plain(row[count].Text))); err == nil {
				compare(row[count].Span, said, model.Plain(row[0].Text))
			}
		}
	}
	return applied
}

// inAll is what stands before a number of all there is.
var inAll = pattern.New(`(?i)(?:\b(?:all|total(?: of)?|(?:package|session|plan|report) (?:holds|contains|has|lists|defines))\s*(?:the\s*)?|\b(?:plan|work|package|project|product|backlog|session|specification) (?:(?:is|was|has been) )?(?:consists? of|comprises?|(?:split|divided|broken down) into)\s*|(?:计划|工作|项目|产品|需求)(?:共|被)?(?:分为|拆分为|拆成)|共计?|总计|合计|全部)\s*$`)

// wordNumber reads a number in words, 0 when it cannot.
func wordNumber(word string) int {
	for n, name := range [...]string{2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten", 12: "twelve"} {
		if name != "" && strings.EqualFold(word, name) {
			return n
		}
	}
	return hanNumber(word)
}

// hanNumber reads 三, 十二 or 二十, 0 when it cannot.
func hanNumber(text string) int {
	digits := map[rune]int{'一': 1, '二': 2, '两': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9}
	n, last := 0, 0
	for _, r := range text {
		if r == '十' {
			n, last = max(last, 1)*10, 0
			continue
		}
		last = digits[r]
	}
	return n + last
}
