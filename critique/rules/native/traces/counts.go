package traces

import (
	"maps"
	"slices"
	"strconv"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// things are what documents number and say the number of, with the letters of their IDs.
// Criteria without an area, AC-1, each story has of its own.
var things = [...]struct {
	words   *pattern.Pattern
	letters []string
}{
	{pattern.New(`(?i)^(?:functional requirements?|FRs?|功能(?:性)?需求)$`), []string{"FR", "RF"}},
	{pattern.New(`(?i)^(?:non-?functional requirements?|NFRs?|非功能(?:性)?需求)$`), []string{"NFR", "RNF"}},
	{pattern.New(`(?i)^(?:success criteria|成功标准)$`), []string{"SC"}},
	{pattern.New(`(?i)^(?:acceptance criteria|ACs|验收标准)$`), []string{"AC-"}},
	{pattern.New(`(?i)^(?:user stories|用户故事)$`), []string{"US"}},
}

const ofThings = `functional requirements?|FRs?|non-?functional requirements?|NFRs?|success criteria|acceptance criteria|ACs|user stories|非功能(?:性)?需求|功能(?:性)?需求|成功标准|验收标准|用户故事`

var (
	saidCount = pattern.New(`(?i)(^|[^\w.,/%–-])(\d{1,3})\s*(?:个|条|项)?\s*(` + ofThings + `)(?:$|[^\p{L}-])`)
	// allBefore says that a number is of all there are, partBefore and partBehind that it is not.
	allBefore  = pattern.New(`(?i)(?:\b(?:all|total(?: of)?|the|has|have|holds?|contains?|lists?|comprises?|includes?|defines?|with|covers?|covering|tests?)|共计?|总计|合计|全部|所有|包?含|共有|有)[\s*:：]*$`)
	partBefore = pattern.New(`(?i)(?:\b(?:of|first|other|another|remaining|more|new|each|per|every|least|most|up to|only|than|about|between|to|added?|additional|with)\s*|[~≥≤<>–+-]|其中|前|另外?|其余|剩余|新增|每|至少|至多|最多|仅|第)\s*$`)
	partBehind = pattern.New(`(?i)^[\s*_]*(?:of|in|for|from|by|under|per|that|which|with|remain\w*|missing|left|at|each|are (?:not|still|open)|lack\w*|lacked|fail\w*|pending|中)(?:\s|$)`)
)

// wrongCount reports a number of all the requirements, criteria or stories that is not how many
// the session numbers.
func wrongCount(s *model.Session, d *document.Document, hit native.Hit) bool {
	if model.Outdated(s, d) {
		return false
	}
	looked := false
	for _, m := range model.Find(d.Prose, saidCount, 100) {
		line := d.LineAt(m[4])
		before, behind := d.Prose[line.Start:m[4]], d.Prose[m[7]:line.End]
		if !allBefore.MatchString(before) || partBefore.MatchString(before) || partBehind.MatchString(behind) {
			continue
		}
		said, _ := strconv.Atoi(d.Prose[m[4]:m[5]])
		held, right := heldOf(s, d.Prose[m[6]:m[7]])
		if held < leastParts {
			continue
		}
		if looked = true; !right[said] && said*3 >= held && said <= held*2 {
			hit(d, document.Span{Start: m[4], End: m[7]}, model.Note(d.Slice(document.Span{Start: m[4], End: m[7]})), model.Note(model.Itoa(held)))
		}
	}
	return looked
}

// heldOf returns how many of a thing the session numbers, and all numbers that are right by one
// way of counting: with the parts and without, and those of one document. Held is 0 where several documents
// have a list each.
func heldOf(s *model.Session, noun string) (held int, right map[int]bool) {
	right = map[int]bool{}
	for _, thing := range things {
		if !thing.words.MatchString(noun) {
			continue
		}
		for _, letters := range thing.letters {
			h := numbers(s).Held(letters)
			if most := slices.Max(append(slices.Collect(maps.Keys(h.Each)), 0)); most > 2 && most < h.Whole {
				return 0, nil // several lists: nobody can tell which of them all are of
			}
			right[h.All], right[h.Whole] = true, true
			maps.Copy(right, h.Each)
			held = max(held, h.Whole)
		}
	}
	return held, right
}
