package unfinished

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

var (
	// resultOf is a column or label for what a test brings, whatever the document is about.
	resultOf = pattern.New(`(?i)^\W*(?:actual(?: (?:results?|values?|outcomes?))?|(?:test|measured) (?:results?|dates?|values?)|measured|(?:tested|verified|executed) (?:by|on|at)|testers?|pass(?:ed)? ?(?:/|or) ?fail(?:ed)?|p/f|实际(?:结果|值)?|实测(?:结果|值)?|测试(?:结果|人员?|者|日期|时间)|是否通过|通过/(?:失败|不通过))\W*$`)
	// resultOfTest is such a column or label where the document is about tests.
	resultOfTest = pattern.New(`(?i)^\W*(?:results?|outcomes?|status|dates?|executed|signature|结果|状态|日期)\W*$`)
	// aboutTests is a heading or the path of a document about tests that people run.
	aboutTests = pattern.New(`(?i)\b(?:tests?|testing|qa|uat|verification|test[- ]?plan|checklists?|compatibility)\b|测试|验收|兼容性|检查(?:清单|表)`)
	// notRun is a cell that says that a test was not run yet.
	notRun = pattern.New(`(?i)^\W*(?:⏳.*|(?:pending|not (?:yet )?(?:tested|run|started|executed)|untested|to be tested|to test|待测试?|未测试?|未执行|待执行))\W*$`)
	// tracked is a column that is filled in while the work goes on: the pull request, the issue
	// or the reviewer of a row.
	tracked = pattern.New(`(?i)^\W*(?:prs?|pull requests?|merge requests?|mrs?|issues?|tickets?|commits?|reviewers?|reviewed by|合并请求|工单|评审人)\W*$`)
	// labelBefore is a label that ends right before a place.
	labelBefore = pattern.New(`^\s*(?:>\s*)?(?:[-*+]\s+)?(?:\[[ xX]\]\s+)?([^:：|\n]{1,60})[:：][\s*_]*$`)
)

// toFillIn tells whether a mark stands where whoever runs a test is to write what it brought:
// below or behind the name of a result, or in a row about a test that was not run yet.
func toFillIn(d *document.Document, at document.Span) bool {
	before := d.Text[d.LineAt(at.Start).Start:at.Start]
	if m := labelBefore.FindStringSubmatch(before); m != nil {
		return namesResult(d, at, m[1])
	}
	t, row, column := cellAt(d, at)
	if t == nil {
		return false
	}
	return namesResult(d, at, t.Header[column].Text) || column > 0 && tests(d, at) && slices.ContainsFunc(row, func(c document.Cell) bool { return notRun.MatchString(c.Text) })
}

// Tracked tells whether a place stands in a column that is filled in while the work goes on.
func Tracked(d *document.Document, at document.Span) bool {
	t, _, column := cellAt(d, at)
	return t != nil && tracked.MatchString(t.Header[column].Text)
}

// namesResult tells whether a column or a label names the result of a test.
func namesResult(d *document.Document, at document.Span, name string) bool {
	return resultOf.MatchString(name) || resultOfTest.MatchString(name) && tests(d, at)
}

// tests tells whether a document, by its path or a heading above a place, is about tests.
func tests(d *document.Document, at document.Span) bool {
	for section := d.SectionAt(at.Start); section != nil; section = section.Parent {
		if aboutTests.MatchString(section.Title) {
			return true
		}
	}
	return aboutTests.MatchString(strings.NewReplacer("_", " ", "/", " ").Replace(d.Path))
}

// cellAt returns the table, the row and the column that a place is in.
func cellAt(d *document.Document, at document.Span) (*document.Table, []document.Cell, int) {
	i, _ := slices.BinarySearchFunc(d.Tables, at.Start, func(t *document.Table, place int) int { return t.Span.End - place })
	if i == len(d.Tables) || !d.Tables[i].Span.Holds(at.Start) {
		return nil, nil, 0
	}
	t := d.Tables[i]
	r, found := slices.BinarySearchFunc(t.Rows, at.Start, func(row []document.Cell, place int) int {
		return d.LineAt(row[0].Start).Start - d.LineAt(place).Start
	})
	if !found {
		return nil, nil, 0
	}
	column := slices.IndexFunc(t.Rows[r], func(c document.Cell) bool { return c.Len() > 0 && c.Span.Start <= at.Start && at.Start < c.Span.End })
	if column < 0 || column >= len(t.Header) {
		return nil, nil, 0
	}
	return t, t.Rows[r], column
}
