package model

import (
	_ "embed"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"discussd/critique/document"
	"discussd/critique/rules/model/series"
	"discussd/internal/text/pattern"
)

// WithoutDates blanks days and years, which measure nothing.
func WithoutDates(text string) string { return calendar.ReplaceAllString(text, " ") }

var calendar = pattern.New(`\b(?:19|20)\d\d-\d\d(?:-\d\d)?\b|\b(?:19|20)\d\d(?:\s*年)?(?:\s*\d{1,2}\s*月)?(?:\s*\d{1,2}\s*日)?|\b[Qq][1-4]\b`)

// Attainable tells whether a text gives a measure or names a standard.
func Attainable(text string) bool {
	return Measured(WithoutIDs(text)) || standard.MatchString(text)
}

// longerText are longer words in which those that the language rules look for say something else.
//
//go:embed words/longer.txt
var longerText string

var compounds = sync.OnceValue(func() *pattern.Pattern {
	var all []string
	for line := range strings.Lines(longerText) {
		if line[0] != '#' {
			all = append(all, strings.Fields(line)...)
		}
	}
	return pattern.New(`(?i)` + strings.ReplaceAll(strings.Join(all, "|"), "_", " "))
})

// Compounded tells whether a match, or an end of it, belongs to a longer word that reaches beyond it, or,
// among words with spaces, up to its end.
func Compounded(text string, m []int) bool {
	from, to := max(0, m[0]-36), min(len(text), m[1]+36)
	for ; from > 0 && text[from]&0xC0 == 0x80; from-- {
	}
	for ; to < len(text) && text[to]&0xC0 == 0x80; to++ {
	}
	for _, c := range compounds().FindAllStringIndex(text[from:to], -1) {
		end := c[1] + from
		if text[c[0]+from] < utf8.RuneSelf {
			end++
		}
		if c := [2]int{c[0] + from, end}; c[0] < m[1] && c[1] > m[0] && (c[0] < m[0] || c[1] > m[1]) {
			return true
		}
	}
	return false
}

// Forbids is a text that forbids something.
var Forbids = pattern.New(`(?i)\b(?:must|shall|should|will|can|may|do|does) ?(?:not|never)\b|\b(?:mustn't|cannot|never)\b|不得|禁止|不应该?|不能|不可以?|不允许|不会|不准`)

// Body is what a requirement says in its own words, without story and criteria:
// the description in its file, the text below its heading, or the cell of its row.
func (e *Entry) Body() (text string, d *document.Document, at document.Span) {
	switch {
	case e.File != nil:
		d = e.File
		var lines []string
		for _, line := range d.Lines {
			if section := d.SectionAt(line.Start); section != nil && section.Topic == "" && describes(section) {
				lines = append(lines, d.Prose[line.Start:line.End])
				if at.Len() == 0 {
					at = line
				}
				at.End = line.End
			}
		}
		return strings.Join(lines, "\n"), d, at
	case e.Detail != nil && e.Detail.Level < 7:
		d = e.Doc
		return d.Prose[e.Detail.Body:e.Detail.End], d, document.Span{Start: e.Detail.Body, End: e.Detail.End}
	case e.Row != nil:
		if i := e.Table.Column("description", "requirement", "statement", "描述", "需求", "要求", "说明", "内容"); i > 0 && i < len(e.Row) {
			return e.Doc.Prose[e.Row[i].Start:e.Row[i].End], e.Doc, e.Row[i].Span
		}
	}
	return "", e.Doc, at
}

// Counts tells whether a target names a number, whatever it counts: "10 agents", "12 by June".
func Counts(text string) bool {
	return number.MatchString(noTarget.ReplaceAllString(WithoutIDs(WithoutDates(text)), " "))
}

var (
	number = pattern.New(`(?:^|[^\pL\d_#.-])\d`)
	// noTarget is a number that is no target: of a version or a phase, of where things stand, of how it is measured.
	noTarget = pattern.New(`(?i)\b(?:v|version|phase|release|stage|mvp|milestone|第) ?\d[\d.]*|\bfrom (?:[a-z]+ )?\d[\d.,]*|\bmeasured (?:by|with|in|from|among)\b[^|]*|从[^，。|到至]*?\d[\d.]*|按[^，。|]*计算`)
)

// Statement is one thing a document demands. Language rules look at nothing
// else: most prose may be as vague as it likes.
type Statement struct {
	Text string        // as in Prose: code, links and quotations are blanked
	At   document.Span // of that text
	Raw  string        // as written
	With string        // what else says how much: the target of its row, or a goal's whole row
}

// Span returns the part of the document a match in the statement covers.
func (s Statement) Span(m []int) document.Span {
	return document.Span{Start: s.At.Start + m[0], End: s.At.Start + m[1]}
}

// Modal is a word that demands.
var Modal = pattern.New(`\b(?:MUST|SHALL|SHOULD|must|shall|should|will)\b|必须|应当|应该|应|不得|禁止|严禁|不能|不可|不允许|务必|需要|需|须`)

// Obliges tells whether a text has a word of obligation. 应 and 需 alone are also
// parts of other words, such as 应用 and 需求.
func Obliges(text string) bool {
	return Modal.MatchString(text) && (firm.MatchString(text) || Should.MatchString(text)) || needed.MatchString(text) && !story.MatchString(text)
}

var (
	firm   = pattern.New(`\b(?:MUST|SHALL|SHOULD|must|shall|should|will)\b|必须|应当|应该|不得|禁止|严禁|不能|不可|不允许|务必|需要|须`)
	needed = pattern.New(`\b(?:has|have|needs?) to\b|需(?:[^求]|$)|要(?:让|能|把|便于|易于)`)
)

// permissive are the words of a demand that sounds like an offer.
var permissive = pattern.New(`\b(?:can|could|may|might)\b|能够|可以`)

// demanding are the sections whose modal sentences are normative.
var demanding = []document.Topic{
	document.Functional, document.NonFunctional, document.Constraints, document.Done,
	document.Goals, document.Metrics, document.MVP, document.Attributes, document.Acceptance,
}

// Speaking are the documents language rules read. Decisions are reasoning, not demands.
var Speaking = []document.Kind{
	document.Brief, document.Requirements, document.Requirement, document.Quality,
	document.Architecture, document.Epics, document.Epic, document.Tasks, document.Other,
}

// asking are the documents that demand something under any heading: those about
// requirements, and what is judged for itself.
var asking = []document.Kind{document.Requirements, document.Requirement, document.Quality, document.Other}

// planning are the documents that demand by what tells when a part of the work is done.
var planning = []document.Kind{document.Epics, document.Epic, document.Tasks}

// undemanding are the sections that demand nothing wherever they stand.
var undemanding = []document.Topic{
	document.OpenQuestions, document.NonGoals, document.Alternatives, document.Risks, document.Problem, document.Users,
	document.Vision, document.Assumptions, document.Decisions, document.Consequences, document.Traces, document.Dependencies,
}

// asks tells whether what a section of a document obliges to is a demand.
func asks(d *document.Document, section *document.Section) bool {
	return section.Under(demanding...) || slices.Contains(asking, d.Kind) && !section.Under(undemanding...) && !explanation.MatchString(section.Title)
}

// States tells whether a section says how things are to be, or what is still open of that.
func States(section *document.Section) bool {
	return section != nil && (section.Under(document.OpenQuestions) || !section.Under(undemanding...) && !explanation.MatchString(section.Title))
}

// explanation is the title of a section that explains.
var explanation = pattern.New(`(?i)\b(?:background|context|rationale|motivation|notes?|why|specific ideas|phase boundary|(?:executive|technical) summary|what this is|personas?|journeys?|press release|glossary|terminology)\b|背景|动机|备注|理由|缘由|用户旅程|(?:用户|人物)画像`)

// statements returns the normative statements of a document: criteria, rows of
// definitions, and sentences with a modal in demanding sections.
func statements(d *document.Document) []Statement {
	var found []Statement
	add := func(at document.Span) {
		if at.Len() > 0 && !quotes(d, at) && !IsRecord(d.SectionAt(at.Start)) {
			found = append(found, Statement{Text: d.Prose[at.Start:at.End], At: at, Raw: d.Slice(at)})
		}
	}
	if Recounts(d) {
		return nil
	}
	own := ownDemands(d)
	for _, item := range d.Items {
		if demanded(d, item, own) {
			add(item.Span)
		}
	}
	for _, t := range d.Tables {
		if !Definitional(t) || t.Section.Under(document.OpenQuestions, document.NonGoals, document.Alternatives, document.Decisions, document.Traces) {
			continue
		}
		title := t.Column("title", "name", "标题", "名称", "component", "library", "组件")
		target := t.Column("target", "threshold", "目标值", "指标", "阈值") // says how much, for the whole row
		for _, row := range t.Rows {
			if _, _, ok := RowID(row); !ok {
				continue
			}
			for i, cell := range row {
				if i > 0 && i != title && !onlyLinks(cell.Text) {
					add(cell.Span)
				}
				if n := len(found); n > 0 && found[n-1].At == cell.Span && i != target {
					switch {
					case d.Kind == document.Brief:
						found[n-1].With = d.Slice(d.LineAt(cell.Start))
					case target > 0 && target < len(row):
						found[n-1].With = row[target].Text
					}
				}
			}
		}
	}
	for _, line := range d.Lines {
		section := d.SectionAt(line.Start)
		if text := d.Prose[line.Start:line.End]; asks(d, section) && !storyTitle.MatchString(section.Title) && Obliges(text) || isDemand(d, section) && strings.TrimSpace(text) != "" && !story.MatchString(text) {
			add(line)
		}
	}
	return found
}

// isDemand tells whether a section is the text of a requirement, all of which demands: that of a
// requirement's own file, or what stands below its name.
func isDemand(d *document.Document, section *document.Section) bool {
	return d.Kind.Member() && d.Kind != document.Epic && describes(section) || slices.Contains(asking, d.Kind) && section != nil && named.MatchString(section.Title)
}

var (
	named = pattern.New(`(?i)^(?:requirement|需求|要求)\s*[\d.]*\s*[:：]`)
	// story is what somebody wants, in the form of a story.
	story = pattern.New(`(?i)\buser story\b|\b(?:as an?|i want|so that|in order to)\b|用户故事|作为|我希望|以便`)
)

// verbatim is the label of what somebody asked for in his own words, which a specification
// only quotes.
var verbatim = pattern.New(`(?i)^[\s>*_-]*(?:(?:user |original |raw )?(?:input|prompt|request)|user description|用户(?:输入|原话)|原始(?:需求|输入))\W*[:：]`)

// labelled begins a line that says what it is.
var labelled = pattern.New(`^[\s>-]*\*\*[^*\n]+\*\*\W*[:：]|^[\s>-]*\*\*[^*\n]+[:：]\*\*`)

// quotes tells whether a place stands in what somebody asked for in his own words, on the line of its
// label or on one that goes on from there.
func quotes(d *document.Document, at document.Span) bool {
	begun := d.LineAt(at.Start).Start
	_, quoted := quotedFrom(d)[begun]
	for line := range strings.Lines(d.Text[begun:at.End]) {
		quoted = stillQuotes(quoted, line)
	}
	return quoted
}

func stillQuotes(quoted bool, line string) bool {
	return verbatim.MatchString(line) || quoted && !labelled.MatchString(line)
}

// quotedFrom are the offsets of the lines in which a paragraph goes on to quote. All of them are
// found at once: a table of many rows is one paragraph.
func quotedFrom(d *document.Document) map[int]struct{} {
	return document.Once(d, "lines that go on to quote", func(d *document.Document) map[int]struct{} {
		found, quoted, at := map[int]struct{}{}, false, 0
		for line := range strings.Lines(d.Text) {
			if quoted {
				found[at] = struct{}{}
			}
			quoted = line != "\n" && stillQuotes(quoted, line)
			at += len(line)
		}
		return found
	})
}

// demanded tells whether an item of a list is a normative statement.
func demanded(d *document.Document, item *document.Item, own *series.All) bool {
	switch {
	case asked.MatchString(item.Text), clarified.MatchString(item.Section.Title): // what was asked before it was written
		return false
	case d.Kind == document.Tasks && !item.Section.Under(document.Acceptance, document.Metrics): // work to be done demands nothing of the product
		return false
	case own.Defines(d, item.Span):
		return true
	case item.Section.Under(document.OpenQuestions, document.NonGoals, document.Alternatives, document.Risks):
		return false
	}
	return item.Box == ' ' || Outcome.MatchString(item.Text) && slices.Contains(asking, d.Kind) || item.Section.Under(document.Acceptance, document.Done) ||
		asks(d, item.Section) && (Obliges(item.Text) || item.Ordered && d.Kind.Member() && slices.Contains(asking, d.Kind)) ||
		item.Section.Under(document.Functional, document.NonFunctional, document.Constraints) && permissive.MatchString(item.Text) ||
		item.Section.Under(document.Goals) && len(document.FindIDs(item.Text)) > 0 ||
		item.Section.Under(document.Metrics) && (d.Kind != document.Brief || item.Ordered) ||
		demandsByID(item) && Obliges(item.Text) || asks(d, item.Section) && namesDemand(item)
}

var (
	asked     = pattern.New(`(?i)^\W*(?:q|question|问)\W{0,3}[:：]`)
	clarified = pattern.New(`(?i)\bclarifications?\b|\bQ ?& ?A\b|\bfor AI generation\b|澄清|问答`)
)

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
	return len(ids) > 0 && ids[0].Start == 0 && Family(ids[0].ID, RequirementIDs) && document.Units(text[ids[0].End:]) >= LeastSubstance
}

// demandsByID tells whether an item is a requirement under whatever heading: its ID
// comes first.
func demandsByID(item *document.Item) bool {
	text := strings.TrimLeft(item.Text, "*_`[")
	ids := document.FindIDs(text)
	return len(ids) > 0 && ids[0].Start == 0 && Family(ids[0].ID, RequirementIDs) && defines.MatchString(strings.TrimLeft(text[ids[0].End:], "*_`] "))
}

// onlyLinks tells whether a cell names what it points to and says nothing else.
func onlyLinks(cell string) bool {
	return strings.ContainsAny(cell, "[") && strings.Trim(linked.ReplaceAllString(cell, ""), " ,，、;；/&+") == ""
}

var linked = pattern.New(`\[\[[^\]\n]*\]\]|\[[^\]\n]*\]\([^)\n]*\)`)

// describes tells whether a section of a requirement's file is the requirement.
func describes(section *document.Section) bool {
	title := strings.ToLower(section.Title)
	return section.Level <= 1 || Contains(title, "description", "requirement", "statement", "描述", "说明", "需求")
}

// Phrase is a list of wordings a rule looks for, and what lets one of them pass.
type Phrase struct {
	Words   *pattern.Pattern
	Excused func(Statement, []int) bool
}

// Matches returns where a statement holds phrases that nothing excuses. Of two
// that overlap the one of the earlier list counts.
func (s Statement) Matches(phrases []Phrase) [][]int {
	var found [][]int
	for _, p := range phrases {
		for _, m := range p.Words.FindAllStringIndex(s.Text, 8) {
			overlaps := slices.ContainsFunc(found, func(o []int) bool { return o[0] < m[1] && m[0] < o[1] })
			if !overlaps && (p.Excused == nil || !p.Excused(s, m)) && !Compounded(s.Text, m) {
				found = append(found, m)
			}
		}
	}
	return found
}

// Statements returns a document's statements, found once.
func Statements(d *document.Document) []Statement { return document.Once(d, "statements", statements) }

// Spoken tells whether a place is in one of a document's statements.
func Spoken(d *document.Document, at int) bool {
	return slices.ContainsFunc(statementsIn(d)[d.LineAt(at).Start], func(s *Statement) bool { return s.At.Holds(at) })
}

// statementsIn are the statements that stand in each line of a document, by where it begins,
// found once.
func statementsIn(d *document.Document) map[int][]*Statement {
	return document.Once(d, "statements by line", func(d *document.Document) map[int][]*Statement {
		in := map[int][]*Statement{}
		all := Statements(d)
		for i := range all {
			for at := all[i].At.Start; at < all[i].At.End; {
				line := d.LineAt(at)
				in[line.Start] = append(in[line.Start], &all[i])
				at = line.End + 1
			}
		}
		return in
	})
}

// Clause returns where the clause of a match begins and ends.
func (s Statement) Clause(m []int) (from, to int) {
	from = strings.LastIndexAny(s.Text[:m[0]], ",;，；。") + 1
	if stop := strings.LastIndex(s.Text[:m[0]], ". ") + 1; stop > from {
		from = stop
	}
	if to = strings.IndexAny(s.Text[m[1]:], ",;，；。"); to < 0 {
		to = len(s.Text) - m[1]
	}
	return from, to + m[1]
}

// WithoutIDs blanks IDs, whose digits measure nothing.
func WithoutIDs(text string) string {
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
