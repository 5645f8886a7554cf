package unfinished

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/internal/text/pattern"
)

// Own tells whether a placeholder is proven to be one of a template's: a name in brackets, or filler. Of
// blanks, choices and sentences nobody can be sure, and a record of tests has such fields by right.
func Own(d *document.Document, at document.Span) bool {
	text := strings.TrimSpace(d.Slice(at))
	return ofTemplate.MatchString(text) && (!chooseHint.MatchString(text) || text == unused) && !Records(d)
}

// Asked tells whether what may be a template's own stands in a document that says what is wanted, where
// choices and sentences to its writer are most often left over. Others have their own reasons for them.
func Asked(d *document.Document, at document.Span) bool {
	return d.Kind != document.Other && d.Kind != document.Unknown && !model.StoryFile.MatchString(d.Path) && !ofTask.MatchString(strings.TrimSpace(d.Slice(at)))
}

// Records tells whether a document is a protocol, or keeps what tests brought.
func Records(d *document.Document) bool { return recordOf.MatchString(d.Path) }

var (
	ofTemplate = pattern.New(`(?i)^(?:[\[【〔{<@]|lorem ipsum|[\s:：*_"“]*\$ARGUMENTS|[-*] \[[ x]\] +\**TXXX\b|ACTION REQUIRED: (?:The content in this section represents|Replace the (?:content in this section|placeholder tree)|Fill them out with|Define measurable success))`)
	// ofTask is a mark in capitals, or a sentence that tells what to put elsewhere.
	ofTask   = pattern.New(`(?i)^[*_]*(?:__[A-Z]|ACTION REQUIRED|[.。!！>*_(（\s]*(?:please )?(?:delete|remove|replace) this)`)
	recordOf = pattern.New(`(?i)(?:^|[/_-])(?:(?:test|qa|uat)[_-]?(?:results?|reports?|logs?)|protocols?)\.md$|(?:测试(?:结果|记录|报告))\.md$`)
)

// Decisive tells whether an open mark stands where a decision is missing: it asks for one by its words, or is
// the value of a demand, a row or a field. Who does something, how it is called and when it comes may stay open.
func Decisive(d *document.Document, at document.Span) bool {
	line := d.LineAt(at.Start)
	before, after := d.Text[line.Start:at.Start], d.Text[at.End:line.End]
	name, table := before, false
	if t, row, column := cellAt(d, at); t != nil {
		name, table = t.Header[column].Text+" "+row[0].Text, true
	}
	switch {
	case needs.MatchString(d.Slice(at)):
		return true
	case inAdvance.MatchString(d.Path) && !table, exploring.MatchString(d.Path), !openMark.MatchString(d.Slice(at)), withoutIt.MatchString(name), later.MatchString(after), strings.HasPrefix(after, "-"):
		return false
	case table, model.WeightAt(d, at) >= model.Request:
		return true
	}
	return isValue.MatchString(before) && d.Kind != document.Brief && !goesOn.MatchString(after)
}

var (
	openMark = pattern.New(`^(?:TB[CD]\b|T\.B\.D|\?\?\?|待|(?i:(?:is|are|still|yet) to be ))`)
	// withoutIt is what a document can do without until somebody knows it.
	withoutIt = pattern.New(`(?i)\b(?:owners?|authors?|assignees?|assigned|reviewers?|approvers?|responsible|contacts?|brand(?:ing)?|logo|colou?rs?|names?|domain|dates?|due|start|end|estimates?|milestones?|release|sprint|timeline|schedule|plans?|budget|links?|url|adr|rfc|issue|ticket|pr|branch|commits?|status|hours|duration)\b|负责人|作者|评审人|品牌|日期|时间表|里程碑|预算|链接|状态|工时`)
	// later is behind a mark that goes on to say what holds until then, or who settles it.
	later = pattern.New(`(?i)^[\s*_)\]–—,(]*(?:assum\w*|likely|probably|default\w*|by|per|see|through|with|once|pending|in (?:the )?(?:story|phase|adr|design|spec)|during|after|until|暂定|由)\b`)
	// isValue is what stands before a mark that is all that is said of something.
	isValue = pattern.New(`(?i)(?:\b(?:is|are|be|remains?|still|stays?)\s|[:：=|(（\[]|为|是|仍|尚|暂|限|额|数)[\s*_(（\[]*$|^[\s>*+_-]*$`)
	// goesOn is behind a mark that a sentence goes on from.
	goesOn = pattern.New(`^[\s*_]*[\pL\d]`)
	// inAdvance is a document that says in advance what will be planned, exploring one that weighs it.
	exploring = pattern.New(`(?i)(?:^|/)(?:brainstorm\w*|party-mode|research|retro\w*)\b|brainstorming`)
	inAdvance = pattern.New(`(?i)(?:^|[/_-])(?:briefs?|briefing|roadmap|milestones?|timeline)\b[^/]*\.md$`)
)
