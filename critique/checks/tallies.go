package checks

import (
	"strconv"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

var (
	// countedList is a number of things with the list of them behind it: "3 ADRs: ADR-001".
	countedList = pattern.New(`(?i)(?:^|[^\w.,/-])(\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|twelve|[二两三四五六七八九十]{1,3})\s*(?:个|条|份|项)?\s*((?:[\p{L}'’-]+ ){0,2}?(?:` + countedNames + `)|(?:[^\s，。；：:|\d]{0,6})(?:需求|决策|史诗|故事|目标))\s*[:：(（—–-]+\s*([^\n|;；。)）]*)`)
	// tallied is the list before its number: "ADR-001, ADR-002 (3 ADRs)".
	tallied    = pattern.New(`(?i)((?:[A-Z]+(?:-[A-Z0-9]+)?-\d{3}[^\n|;；。A-Z(（]{0,8}){2,})[(（]\s*(\d{1,3}|[二两三四五六七八九十]{1,3})\s*(?:个|条|份|项)?\s*(` + countedNames + `)\s*(?:in total|in all)?\s*[)）]`)
	listMarks  = pattern.New(`(?i)\b(?:and|to|through|till|as well as)\b|[\s,，、/&+.~～–—\]\[*` + "`" + `-]|和|与|及|至|到`)
	partTally  = pattern.New(`(?i)\b(?:of|first|other|another|remaining|more|new|at least|at most|up to|only|than|such as|e\.g\.)\s*$|(?:其中|前|另外?|其余|剩余|新增|至少|至多|最多|仅|第|例如|如)\s*$`)
	passesGate = pattern.New(`(?i)^\s*(?:are|have|were|can|may|pass(?:ed)?|meet|satisfy|go|均|都|已|全|可|能|通过|满足|达|进入|具备|齐)`)
	stillOpen  = pattern.New(`(?i)^\s*(?:are|have|were) (?:still|not|open|missing|waiting|yet|left|unclear|blocked|no\b|without)`)
)

// wrongTallies reports numbers of things that the list beside them does not have.
func wrongTallies(d *document.Document, hit hit) bool {
	applied := false
	compare := func(at document.Span, number, list, noun string) {
		said, err := strconv.Atoi(number)
		if err != nil {
			said = wordNumber(number)
		}
		listed, kinds := ids{}, ids{}
		for _, m := range document.FindIDs(list) {
			listed[m.ID] = true
			kinds[kindOf(m.ID)] = true
		}
		if said == 0 || len(listed) == 0 || len(kinds) > 1 && !(len(kinds) == 2 && kinds["NFR"]) || listMarks.ReplaceAllString(withoutIDs(expanded(list)), "") != "" {
			return
		}
		if applied = true; said != len(listed) {
			hit(d, at, itoa(said), itoa(len(listed)), strings.TrimSpace(noun))
		}
	}
	for _, m := range find(d.Prose, countedList, 100) {
		if !partTally.MatchString(d.Prose[max(0, m[0]-24):m[2]]) {
			compare(document.Span{Start: m[2], End: m[5]}, d.Prose[m[2]:m[3]], d.Prose[m[6]:m[7]], d.Prose[m[4]:m[5]])
		}
	}
	for _, m := range find(d.Prose, tallied, 100) {
		compare(document.Span{Start: m[4], End: m[7]}, d.Prose[m[4]:m[5]], d.Prose[m[2]:m[3]], d.Prose[m[6]:m[7]])
	}
	return applied
}

// expanded blanks the second half of ranges such as REQ-001..003 and ~006.
func expanded(list string) string { return rangeEnd.ReplaceAllString(list, "$1") }

var rangeEnd = pattern.New(`(\d{3})\s*(?:\.{2,3}|[~～–—-]|至|到|/|,|、)\s*\d{3}`)

// wholeAtGate tells whether a number at the gate is of all there is: what passes it
// is all that was judged.
func wholeAtGate(d *document.Document, at int, after string) bool {
	return d.Kind == document.Readiness && d.SectionAt(at).Under(document.Gate) && passesGate.MatchString(after) && !stillOpen.MatchString(after)
}
