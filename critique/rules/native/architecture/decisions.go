package architecture

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// DecisionRules look at single decisions, at drawings and at the states that they name.
func DecisionRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("AR-012"), On: model.Architecture, Look: undecided},
		{Rule: native.Of("AR-015"), On: []document.Kind{document.Decision}, Look: fewOptions},
		{Rule: native.Of("AR-016"), On: []document.Kind{document.Decision}, Look: costless},
		{Rule: native.Of("XD-019"), Look: differingStages},
		{Rule: native.Of("AR-017"), On: model.Architecture, Look: undrawnComponents},
		{Rule: native.Of("AR-025"), On: model.Architecture, Look: deadEnds},
	}
}

var (
	cost     = pattern.New(`(?i)\b(?:bad|worse|negative|delay\w*|cost\w*|trade-?offs?|downsides?|drawbacks?|but|however|must|need\w*|requir\w+|complex\w*|overhead|slower|harder|risk\w*|limit\w*|extra|additional|more work|cannot|no longer|less|lose\w*|loss|becomes?|maintain\w*|depend\w*|lock-?in)\b|坏处|劣势|弊端|负面|代价|成本|缺点|复杂|需要|增加|限制|依赖|风险|维护|不能|无法|牺牲|但`)
	open     = pattern.New(`(?i)^\W*(?:proposed|draft|pending|under (?:discussion|review|evaluation)|in (?:discussion|review)|awaiting|to be|tb[dac]\b|undecided|rfc|open\b|提议|提案|待定|待决|草案|草稿|讨论中|拟议|建议|评审中|审议中|待评审|待批准|待确认|待审|未定|未决)`)
	positive = pattern.New(`(?i)^\W*(?:positives?|good|pros?|benefits?|advantages?|upsides?|正面|积极|好处|优点|优势|收益)(?:\W|$|影响|后果)`)
)

// aboutTopic returns the sections of a decision about a topic.
func aboutTopic(d *document.Document, t document.Topic) []*document.Section {
	found := d.Find(t)
	return found[:min(len(found), 20)]
}

// undecided reports decisions whose row, file or section says that they are still
// to be made, under an architecture that says it is complete.
func undecided(s *model.Session, d *document.Document, hit native.Hit) bool {
	list := model.Defined(s).Decisions.List
	if section := model.Topic(d, document.Decisions); section != nil && model.Says(d, section) && (len(list) == 0 || tabled(d, section)) && !numbered.MatchString(d.Slice(section.All())) {
		hit(d, model.HeadingOf(d, section), model.Note(section.Title), s.Say("has no IDs such as ADR-001", "没有 ADR-001 式的编号"))
		return true
	}
	if !model.Finished(d.Front.Value("status")) {
		return false
	}
	tables := len(list) == 0 && openRows(s, d, hit)
	for _, e := range list {
		if open.MatchString(e.Cell("status", "状态")) || e.File != nil && open.MatchString(statusOf(e.File, document.Span{Start: 0, End: len(e.File.Text)})) ||
			e.Detail != nil && e.File == nil && open.MatchString(statusOf(e.Doc, e.Detail.All())) {
			hit(e.Doc, e.At, model.Target(e.ID), s.Say("is still proposed", "仍为提议"))
		} else if differingStatus(e) {
			hit(e.Doc, e.At, model.Target(e.ID), s.Say("is accepted in one place and given up in another", "一处为已接受，另一处已放弃"))
		}
	}
	return len(list) > 0 || tables
}

// openRows reports the rows of a table of decisions that say they are still to be made, where IDs of the document's own
// letters number them.
func openRows(s *model.Session, d *document.Document, hit native.Hit) (looked bool) {
	for _, t := range d.Tables {
		column := slices.IndexFunc(t.Header, func(cell document.Cell) bool { return statusColumn.MatchString(cell.Text) })
		if column < 1 || !t.Section.Under(document.Decisions) {
			continue
		}
		looked = true
		for _, row := range t.Rows {
			if numbered.MatchString("| "+row[0].Text) && open.MatchString(row[column].Text) {
				hit(d, row[column].Span, model.Target(strings.Trim(row[0].Text, " *`")), s.Say("is still proposed", "仍为提议"))
			}
		}
	}
	return looked
}

var (
	statusColumn = pattern.New(`(?i)^\W*(?:status|state|stand|statut|estado|状态)\W*$`)
	accepted     = pattern.New(`(?i)^\W*(?:accepted|approved|adopted|decided|已?接受|已?采纳|已?批准|已?通过|已决定)`)
)

// differingStatus tells whether a decision's row, frontmatter and text call it
// accepted and given up.
func differingStatus(e *model.Entry) bool {
	said := e.Statuses()
	return slices.ContainsFunc(said, accepted.MatchString) && slices.ContainsFunc(said, model.GivenUp.MatchString)
}

// numbered begins a decision with an ID, whatever its letters: | AD-1 |, - **DR-2**, ### D3.
var numbered = pattern.New(`ADR[-_ ]?\d|(?m)^\s*(?:[|*#-]+ *)*[A-Z]{1,6}[-_ ]?\d{1,4}\b`)

// tabled tells whether a section holds a table with rows.
func tabled(d *document.Document, section *document.Section) bool {
	return slices.ContainsFunc(d.Tables, func(t *document.Table) bool { return section.All().Holds(t.Span.Start) && len(t.Rows) > 0 })
}

// statusOf reads the status of a decision from frontmatter, a label or a section.
func statusOf(d *document.Document, within document.Span) string {
	if status := d.Front.Value("status"); within.Start == 0 && open.MatchString(status) {
		return status
	}
	return model.WrittenStatus(d, within)
}

func fewOptions(s *model.Session, d *document.Document, hit native.Hit) bool {
	if options(d) < 2 && !chosenOver.MatchString(d.Prose) {
		hit(d, model.FirstHeading(d), model.Target(model.FileID(d)))
	}
	return true
}

// chosenOver is a decision in a sentence that names what was not chosen, as a Y-statement does.
var chosenOver = pattern.New(`(?i)\b(?:decided|chose|opted|going) (?:for|to use)\b[^.\n]{1,120}\b(?:against|instead of|over|and neglected|rather than)\b|选择[^。\n]{1,40}(?:而不是|而非|放弃)`)

// options counts the alternatives a decision considers: subsections, items or rows.
func options(d *document.Document) int {
	n := 0
	for _, section := range aboutTopic(d, document.Alternatives) {
		children, items, rows := 0, 0, 0
		for _, s := range d.Sections {
			if s.Parent == section {
				children++
			}
		}
		for _, item := range d.Items {
			if item.Depth == 1 && section.All().Holds(item.Start) && !model.Nothing.MatchString(item.Text) && !model.LeftOpen.MatchString(item.Text) {
				items++
			}
		}
		for _, t := range d.Tables {
			if section.All().Holds(t.Span.Start) {
				rows += len(t.Rows)
			}
		}
		n = max(n, children, items, rows)
		if text := d.Prose[min(section.Body, len(d.Prose)):min(section.All().End, len(d.Prose))]; n == 0 && !model.Nothing.MatchString(text) && !model.LeftOpen.MatchString(text) {
			n = 2 // in a sentence, beside what was chosen
		}
	}
	if n == 0 && model.Contains(strings.ToLower(d.Prose[d.Front.Span.End:]), "instead of", "rather than", "rejected", "而不是", "相比", "放弃") {
		n = 2
	}
	return n
}

// costless reports decisions whose consequences are all good.
func costless(s *model.Session, d *document.Document, hit native.Hit) bool {
	sections := aboutTopic(d, document.Consequences)
	if len(sections) == 0 {
		sections = aboutTopic(d, document.Negative)
	}
	bad := len(sections) == 0
	for _, section := range sections {
		bad = bad || cost.MatchString(withoutGood(d, section))
	}
	for _, section := range aboutTopic(d, document.Negative) {
		bad = bad || d.Substance(section) > 0 && !model.DeniesAll(d, section)
	}
	if !bad {
		hit(d, model.HeadingOf(d, sections[0]), model.Target(model.FileID(d)))
	}
	return true
}

// withoutGood is the text of a section but for what it calls good.
func withoutGood(d *document.Document, section *document.Section) string {
	within := section.All()
	var kept strings.Builder
	start := within.Start
	for line := range strings.Lines(d.Slice(within)) {
		at := start
		start += len(line)
		if own := d.SectionAt(at); positive.MatchString(line) || own != section && own != nil && (positive.MatchString(own.Title) || model.DeniesAll(d, own)) {
			continue
		}
		kept.WriteString(line)
	}
	return kept.String()
}
