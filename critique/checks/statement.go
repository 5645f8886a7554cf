package checks

import (
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"discussd/critique/checks/document"
	"discussd/critique/checks/series"
	"discussd/internal/text/pattern"
)

// statement is one thing a document demands. Language rules look at nothing
// else: most prose may be as vague as it likes.
type statement struct {
	text string        // as in Prose: code, links and quotations are blanked
	at   document.Span // of that text
	raw  string        // as written
	with string        // what else says how much: the target of its row, or a goal's whole row
}

// span returns the part of the document a match in the statement covers.
func (s statement) span(m []int) document.Span {
	return document.Span{Start: s.at.Start + m[0], End: s.at.Start + m[1]}
}

var modal = pattern.New(`\b(?:MUST|SHALL|SHOULD|must|shall|should|will)\b|必须|应当|应该|应|不得|禁止|严禁|不能|不可|不允许|务必|需要|需|须`)

// obliges tells whether a text has a word of obligation. 应 and 需 alone are also
// parts of other words, such as 应用 and 需求.
func obliges(text string) bool {
	return modal.MatchString(text) && (firm.MatchString(text) || should.MatchString(text) || needed.MatchString(text))
}

var (
	firm   = pattern.New(`\b(?:MUST|SHALL|SHOULD|must|shall|should|will)\b|必须|应当|应该|不得|禁止|严禁|不能|不可|不允许|务必|需要|须`)
	needed = pattern.New(`需(?:[^求]|$)`)
)

// permissive are the words of a demand that sounds like an offer.
var permissive = pattern.New(`\b(?:can|could|may|might)\b|能够|可以`)

// demanding are the sections whose modal sentences are normative.
var demanding = []document.Topic{
	document.Functional, document.NonFunctional, document.Constraints, document.Done,
	document.Goals, document.Metrics, document.MVP, document.Attributes, document.Acceptance,
}

// speaking are the documents language rules read. Decisions are reasoning, not demands.
var speaking = []document.Kind{
	document.Brief, document.Requirements, document.Requirement, document.Quality,
	document.Architecture, document.Epics, document.Epic, document.Tasks, document.Other,
}

// asking are the documents that demand something under any heading: those about
// requirements, and what is judged for itself.
var asking = []document.Kind{document.Requirements, document.Requirement, document.Quality, document.Other}

// undemanding are the sections that demand nothing wherever they stand.
var undemanding = []document.Topic{
	document.OpenQuestions, document.NonGoals, document.Alternatives, document.Risks, document.Problem, document.Users,
	document.Vision, document.Assumptions, document.Decisions, document.Consequences, document.Traces, document.Dependencies,
}

// asks tells whether what a section of a document obliges to is a demand.
func asks(d *document.Document, section *document.Section) bool {
	return section.Under(demanding...) || slices.Contains(asking, d.Kind) && !section.Under(undemanding...) && !explanation.MatchString(section.Title)
}

// explanation is the title of a section that explains.
var explanation = pattern.New(`(?i)\b(?:background|context|rationale|motivation|notes?|why)\b|背景|动机|备注|理由|缘由`)

// statements returns the normative statements of a document: criteria, rows of
// definitions, and sentences with a modal in demanding sections.
func statements(d *document.Document) []statement {
	var found []statement
	add := func(at document.Span) {
		if at.Len() > 0 {
			found = append(found, statement{text: d.Prose[at.Start:at.End], at: at, raw: d.Slice(at)})
		}
	}
	own := ownDemands(d)
	for _, item := range d.Items {
		switch {
		case d.Kind == document.Tasks && !item.Section.Under(document.Acceptance): // work to be done demands nothing of the product
		case own.Defines(d, item.Span):
			add(item.Span)
		case item.Section.Under(document.OpenQuestions, document.NonGoals, document.Alternatives, document.Risks):
		case item.Box == ' ', item.Section.Under(document.Acceptance, document.Done),
			asks(d, item.Section) && (obliges(item.Text) || item.Ordered && d.Kind.Member() && slices.Contains(asking, d.Kind)),
			item.Section.Under(document.Functional, document.NonFunctional, document.Constraints) && permissive.MatchString(item.Text),
			item.Section.Under(document.Goals) && len(document.FindIDs(item.Text)) > 0,
			item.Section.Under(document.Metrics) && d.Kind != document.Brief,
			item.Section.Under(document.Metrics) && item.Ordered,
			demandsByID(item) && obliges(item.Text), asks(d, item.Section) && namesDemand(item):
			add(item.Span)
		}
	}
	for _, t := range d.Tables {
		if !definitional(t) || t.Section.Under(document.OpenQuestions, document.NonGoals, document.Alternatives, document.Decisions, document.Traces) {
			continue
		}
		title := t.Column("title", "name", "标题", "名称", "component", "library", "组件")
		target := t.Column("target", "threshold", "目标值", "指标", "阈值") // says how much, for the whole row
		id := idColumn(t)
		for _, row := range t.Rows {
			if _, _, ok := rowID(row[id:]); !ok {
				continue
			}
			for i, cell := range row {
				if i > 0 && i != id && i != title && !onlyLinks(cell.Text) {
					add(cell.Span)
				}
				if n := len(found); n > 0 && found[n-1].at == cell.Span && i != target {
					switch {
					case d.Kind == document.Brief:
						found[n-1].with = d.Slice(d.LineAt(cell.Start))
					case target > 0 && target < len(row):
						found[n-1].with = row[target].Text
					}
				}
			}
		}
	}
	for _, line := range d.Lines {
		section := d.SectionAt(line.Start)
		if (asks(d, section) || d.Kind.Member() && d.Kind != document.Epic && describes(section)) && obliges(d.Prose[line.Start:line.End]) {
			add(line)
		}
	}
	return found
}

// ownDemands are the series of IDs by which a document about requirements numbers them,
// nothing of another document.
func ownDemands(d *document.Document) *series.All {
	titled := slices.ContainsFunc(d.Sections, func(s *document.Section) bool { return s.Level == 1 && aboutDemands.MatchString(s.Title) })
	if !titled && !aboutDemands.MatchString(path.Base(d.Path)) {
		return &series.All{}
	}
	return series.Read([]*document.Document{d})
}

var aboutDemands = pattern.New(`(?i)requirements?|\b(?:PRD|SRS)\b|^spec\.md$|criteria|需求|验收|要求`)

// namesDemand tells whether an item begins with the ID of a requirement and says more.
func namesDemand(item *document.Item) bool {
	text := strings.TrimLeft(item.Text, "*_`[")
	ids := document.FindIDs(text)
	return len(ids) > 0 && ids[0].Start == 0 && family(ids[0].ID, requirementIDs) && document.Units(text[ids[0].End:]) >= leastSubstance
}

// demandsByID tells whether an item is a requirement under whatever heading: its ID
// comes first.
func demandsByID(item *document.Item) bool {
	text := strings.TrimLeft(item.Text, "*_`[")
	ids := document.FindIDs(text)
	return len(ids) > 0 && ids[0].Start == 0 && family(ids[0].ID, requirementIDs) && defines.MatchString(strings.TrimLeft(text[ids[0].End:], "*_`] "))
}

// onlyLinks tells whether a cell names what it points to and says nothing else.
func onlyLinks(cell string) bool {
	return strings.ContainsAny(cell, "[") && strings.Trim(linked.ReplaceAllString(cell, ""), " ,，、;；/&+") == ""
}

var linked = pattern.New(`\[\[[^\]\n]*\]\]|\[[^\]\n]*\]\([^)\n]*\)`)

// describes tells whether a section of a requirement's file is the requirement.
func describes(section *document.Section) bool {
	title := strings.ToLower(section.Title)
	return section.Level <= 1 || contains(title, "description", "requirement", "statement", "描述", "说明", "需求")
}

// phrase is a list of wordings a rule looks for, and what lets one of them pass.
type phrase struct {
	words   *pattern.Pattern
	excused func(statement, []int) bool
}

// spokenRule makes a rule that looks for words in normative statements, and for
// more phrases where no word is found.
func spokenRule(r Rule, words *pattern.Pattern, excused func(statement, []int) bool, more ...phrase) rule {
	all := append([]phrase{{words, excused}}, more...)
	return rule{Rule: r, on: speaking, look: func(s *session, d *document.Document, hit hit) bool {
		spoken := s.statements(d)
		for _, st := range spoken {
			for _, m := range st.matches(all) {
				hit(d, st.span(m), strings.TrimLeft(st.text[m[0]:m[1]], "、 "))
			}
		}
		return len(spoken) > 0
	}}
}

// matches returns where a statement holds phrases that nothing excuses. Of two
// that overlap the one of the earlier list counts.
func (s statement) matches(phrases []phrase) [][]int {
	var found [][]int
	for _, p := range phrases {
		for _, m := range p.words.FindAllStringIndex(s.text, 8) {
			overlaps := slices.ContainsFunc(found, func(o []int) bool { return o[0] < m[1] && m[0] < o[1] })
			if !overlaps && (p.excused == nil || !p.excused(s, m)) && !compounded(s.text, m) {
				found = append(found, m)
			}
		}
	}
	return found
}

// statements returns a document's statements, found once.
func (s *session) statements(d *document.Document) []statement {
	return once(s, "statements", d, func() []statement { return statements(d) })
}

// compound tells whether a match is part of a hyphenated word such as quick-reference.
func compound(st statement, m []int) bool {
	return m[0] > 0 && st.text[m[0]-1] == '-' || m[1] < len(st.text) && st.text[m[1]] == '-'
}

// vagueExcuse lets a vague word pass where the statement says how much.
func vagueExcuse(st statement, m []int) bool {
	rest := st.text[m[1]:]
	if label := lead.FindStringIndex(st.text); label != nil && m[1] <= label[1] && document.Units(st.text[label[1]:]) >= leastSubstance {
		return true // names what the sentence behind it demands
	}
	if aTime.MatchString(rest) { // no number but a time says how long that is
		from, to := st.clause(m)
		return compound(st, m) || timed.MatchString(st.text[from:to]) || timed.MatchString(st.with)
	}
	return compound(st, m) || isName(st, m) || lackingIt(st, m) || strings.HasPrefix(rest, "性") && !strings.HasPrefix(rest, "性能") || strings.HasPrefix(rest, "度") || // 易用性 names a quality
		strings.HasPrefix(rest, " as") && strings.HasSuffix(st.text[:m[0]], "as ") || // as well as
		strings.HasSuffix(st.text[:m[0]], "for ") && strings.EqualFold(st.text[m[0]:m[1]], "good") ||
		measured(withoutIDs(st.raw)) || measured(withoutIDs(st.with))
}

// aTime is what stands after a vague word that tells of a time: a reasonable time, 适当时间.
var aTime = pattern.New(`(?i)^\s+(?:amount of )?(?:time|period|duration|delay|interval)\b|^的?(?:时间|时长|期限|间隔|周期)`)

// isName tells whether a word names something: a mode in capitals or in a list with
// slashes (FAST, fast/full), a title (Quick Start).
func isName(st statement, m []int) bool {
	word, rest := st.text[m[0]:m[1]], st.text[m[1]:]
	if strings.ToUpper(word) == word && strings.ToLower(word) != word && strings.ToUpper(st.text) != st.text {
		return true
	}
	if m[0] > 0 && st.text[m[0]-1] == '/' || strings.HasPrefix(rest, "/") {
		return true
	}
	return titled.MatchString(word+rest) && insideSentence.MatchString(st.text[:m[0]])
}

var (
	titled         = pattern.New(`^[A-Z][a-z]+ [A-Z][a-z]`)
	insideSentence = pattern.New(`[a-z,] $`)
)

// lackingIt tells whether a statement speaks of what is not there: "without sufficient
// rights" is as exact as the rights are.
func lackingIt(st statement, m []int) bool { return without.MatchString(st.text[:m[0]]) }

var without = pattern.New(`(?i)\b(?:without|lacks?|lacking|no|not (?:be )?(?:treated|regarded|seen|counted) as) (?:an? )?$`)

// lead is the name in bold that some give a criterion before its sentence.
var lead = pattern.New(`^\W*(?:\*\*[^*\n]{2,60}\*\*\s*[:：–—]|\*\*[^*\n]{2,60}[:：]\*\*)`)

// countedExcuse lets an indefinite quantity pass where the statement says how much.
// What stands for a number asks for one of its own: that of another clause is about
// something else.
func countedExcuse(st statement, m []int) bool {
	if !numberless.MatchString(st.text[m[0]:m[1]]) {
		return vagueExcuse(st, m)
	}
	from, to := st.clause(m)
	return compound(st, m) || measured(withoutIDs(st.text[from:to])) || countedNext.MatchString(st.text[to:]) || measured(withoutIDs(st.with))
}

// clause returns where the clause of a match begins and ends.
func (s statement) clause(m []int) (from, to int) {
	from = strings.LastIndexAny(s.text[:m[0]], ",;，；。") + 1
	if to = strings.IndexAny(s.text[m[1]:], ",;，；。"); to < 0 {
		to = len(s.text) - m[1]
	}
	return from, to + m[1]
}

// countedNext is a clause that says how many the one before it means.
var countedNext = pattern.New(`(?i)^[,;，；]\s*(?:at most|at least|no more than|up to|max\w*|i\.e\.|namely|that is|between|from|最多|至多|最少|至少|不超过|不少于|即|共|上限|默认)?\s*\d`)

var (
	timeless  = pattern.New(`(?i)^(?:(?:for |after |in )?(?:a (?:while|moment|bit)|some time).*|(?:for )?a (?:short|little|long|certain) .*|momentarily|at (?:a later|some) .*|短时间|较短时间|一段时间|一会儿?|片刻|稍后|过后不久|较长时间|长时间)$`)
	toldLater = pattern.New(`(?i)\b(?:try|retry|again|come back|tell|told|message|says|show\w*)\b[^,;]{0,30}$|(?:提示|提醒|告知|请|文案|显示|返回|建议|可|再)[^，。；]{0,14}$`)
)

var numberless = pattern.New(`(?i)^(?:several|a few|a couple of|a handful of|a number of|dozens of|若干|几(?:个|种|次|天|秒|分钟)|数(?:个|次|天|秒|十|百))$`)

// escapeExcuse lets an escape clause pass that stands alone in brackets behind one
// entry of a list: it is the entry that may be missing.
func escapeExcuse(st statement, m []int) bool {
	return compound(st, m) || asUsual.MatchString(st.text[m[0]:]) || m[0] > 0 && m[1] < len(st.text) && st.text[m[0]-1] == '(' && st.text[m[1]] == ')' && strings.Count(st.text[:m[0]], ",") > 1
}

// asUsual are ways out that are none: what somebody named requires, and what goes on as
// it does without the case that is told.
var asUsual = pattern.New(`(?i)^(?:as (?:required|needed|appropriate) (?:by|in|for|per|under)\b|normally\s*(?:[.,;:)]|\(|$))`)

// closedExcuse lets a list pass that 等 closes by saying how many there are, and
// words that only start with 等.
func closedExcuse(st statement, m []int) bool {
	match, rest := st.text[m[0]:m[1]], strings.TrimLeft(st.text[m[1]:], " ")
	if !strings.HasPrefix(match, "、") {
		return false
	}
	next, _ := utf8.DecodeRuneInString(rest)
	last, _ := utf8.DecodeLastRuneInString(strings.TrimSuffix(match, "等"))
	return rest != "" && strings.ContainsRune("待级于同分候效价值高比边腰式离温压号0123456789一二两三四五六七八九十", next) ||
		strings.ContainsRune("相平中高初优均对不", last)
}

// absoluteExcuse lets "all" and "every" pass unless they make the subject of an
// obligation without a measure.
func absoluteExcuse(st statement, m []int) bool {
	word := strings.ToLower(strings.TrimSpace(st.text[m[0]:m[1]]))
	return (strings.HasSuffix(word, "all") || strings.HasSuffix(word, "every")) && !universal.MatchString(st.text)
}

// withoutIDs blanks IDs, whose digits measure nothing.
func withoutIDs(text string) string {
	ids := document.FindIDs(text)
	if len(ids) == 0 {
		return text
	}
	b := []byte(text)
	for _, m := range ids {
		copy(b[m.Start:m.End], strings.Repeat(" ", m.Len()))
	}
	return string(b)
}

// inOrder are words about what comes next to what, and about what no longer holds.
var inOrder = pattern.New(`(?i)^(?:immediate(?:ly)?|instantly) (?:following|after|before|adjacent|above|below|under|preceding|next|prior|succeeding|parent|child|predecessor|successor|invalid)\b`)

// pointInTime is a moment that the words after it name: "at the moment the form is opened".
var pointInTime = pattern.New(`(?i)\b(?:at|from|until|since|before) the moment$`)

// purpose is the start of what a demand is good for, up to the word in question.
var purpose = pattern.New(`(?i)\b(?:so that|(?:in order )?to (?:ease|simplify|facilitate|allow|enable|support|prepare)) [^,;.:]*$`)

var (
	baseline  = pattern.New(`(?i)\b(?:than|compared|versus|vs|baseline|relative to|over the)\b|相比|相较|比(?:[^较例率如喻重]|$)|基线|对比`)
	tolerance = pattern.New(`(?i)±|\+/-|\btolerance\b|\bwithin \d+(?:\.\d+)? ?%|误差|容差|偏差`)
	timed     = pattern.New(`(?i)\d+\s*(?:ms|µs|s|secs?|seconds?|mins?|minutes?|h|hours?|days?|weeks?)\b|\d+\s*(?:毫秒|秒|分钟|小时|天|日|周|月)|\b(?:daily|hourly|weekly|nightly|monthly|every|each)\b|每[天日周月小时分秒次个\d]|[一二两三四五六七八九十百半]+(?:毫秒|秒|分钟|小时|天|周|个月|年)`)
)

// comparisonExcuse lets a comparison pass that says with what. Before and today are
// no baseline: nobody wrote down how much that is.
func comparisonExcuse(st statement, m []int) bool {
	return vagueExcuse(st, m) || baseline.MatchString(undated.ReplaceAllString(st.raw, " ")) || baseline.MatchString(st.with)
}

var undated = pattern.New(`(?i)\b(?:than|compared (?:with|to)|relative to) (?:it (?:is|was) )?(?:before|today|now|currently|at present|previously|ever|usual|expected|in the past|(?:(?:the|its|their|our|any|all|that|those) )?(?:\w+ )?(?:old|older|previous|former|existing|legacy|paper|manual|predecessor|conventional|traditional|earlier|competing|competitors?'?s?)(?: (?:one|ones|way|process(?:es)?|procedures?|systems?|versions?|tools?|solutions?|methods?|approach(?:es)?|forms?|workflows?|applications?|products?|spreadsheets?|files?|lists?))?|(?:by hand|others?|manually|with paper))\b|(?:相?比|相较)于?(?:以前|以往|从前|之前|先前|现在|目前|当前|现状|如今|原来|过去|往常|预期|旧|老|现有|原有|传统|纸质|人工|手工|手动|竞品|同类|其他|上一?(?:代|版))(?:的)?(?:流程|系统|方式|方法|产品|版本|工具|方案|做法|操作|处理|录入|盘点|登记)?|比(?:以前|以往|从前|之前|先前|现在|目前|当前|现状|过去|往常|旧|老|原来|现有|原有|传统|纸质|人工|手工|手动|竞品|同类|其他|上一?(?:代|版))(?:的)?(?:流程|系统|方式|方法|产品|版本|工具|方案|做法|操作|处理|录入|盘点|登记)?`)

// negatedAbility lets "not be able to" pass: what nobody can is no action.
func negatedAbility(st statement, m []int) bool {
	return strings.HasSuffix(strings.ToLower(st.text[:m[0]]), "not ")
}

func toleranceExcuse(st statement, _ []int) bool { return tolerance.MatchString(st.raw) }

// timeExcuse lets a time word pass where the statement says when, and where it
// tells what the demand is good for. What stands for a length of time asks for one
// of its own clause, and what a user is told to do later is the text of a message.
func timeExcuse(st statement, m []int) bool {
	if compound(st, m) || inOrder.MatchString(st.text[m[0]:]) || pointInTime.MatchString(st.text[:m[1]]) || purpose.MatchString(st.text[:m[0]]) || timed.MatchString(st.with) {
		return true
	}
	if timeless.MatchString(st.text[m[0]:m[1]]) {
		from, to := st.clause(m)
		return toldLater.MatchString(st.text[from:m[0]]) || timed.MatchString(st.text[from:to]) || countedNext.MatchString(st.text[to:])
	}
	return timed.MatchString(st.raw)
}
