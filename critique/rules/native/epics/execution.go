package epics

import (
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// steps are the epics of an execution order: the step each is named first in,
// and where. Epics of one step run together.
type steps struct {
	of map[string]int
	at map[string]document.Span
	n  int // of the last step
}

func (s *steps) next(mentions []document.Mention, at document.Span) {
	s.n++
	for _, m := range mentions {
		if document.Prefix(m.ID) == "EPIC" && s.of[m.ID] == 0 {
			s.of[m.ID], s.at[m.ID] = s.n, at
		}
	}
}

// executionOrder reads the list, the table, the headings or the line of the
// execution order, whichever comes first in this row.
func executionOrder(d *document.Document) (step map[string]int, at map[string]document.Span) {
	found := &steps{map[string]int{}, map[string]document.Span{}, 0}
	for _, read := range [...]func(*document.Document, *steps){headedSteps, listedSteps, tabledSteps, writtenSteps} {
		if read(d, found); len(found.of) > 1 {
			return found.of, found.at
		}
	}
	return found.of, found.at
}

// headedSteps reads headings below that of the order, such as "1. EPIC-002".
func headedSteps(d *document.Document, found *steps) {
	for _, section := range d.Sections {
		if mentions := document.FindIDs(section.Title); section.Parent.Under(document.Order) && len(mentions) > 0 && section.Level < 7 {
			found.next(mentions, model.HeadingOf(d, section))
		}
	}
}

func listedSteps(d *document.Document, found *steps) {
	for _, ordered := range [...]bool{true, false} {
		for _, item := range d.Items {
			if item.Ordered == ordered && item.Depth == 1 && item.Section.Under(document.Order) {
				found.next(document.FindIDs(stepOf(item.Text)), item.Span)
			}
		}
		if found.n > 0 {
			return
		}
	}
}

// tabledSteps reads tables of steps with their epics, and of epics with their steps.
func tabledSteps(d *document.Document, found *steps) {
	for _, t := range d.Tables {
		if !t.Section.Under(document.Order) || len(t.Header) < 2 {
			continue
		}
		number := t.Column("order", "step", "sprint", "phase", "wave", "week", "sequence", "#", "顺序", "序号", "步骤", "阶段", "批次", "迭代", "周")
		for _, row := range t.Rows {
			if id, at, ok := model.RowID(row); ok && number > 0 {
				if n, err := strconv.Atoi(firstNumber.FindString(model.Plain(row[number].Text))); err == nil {
					found.n = n - 1
					found.next([]document.Mention{{ID: id, Span: at}}, row[0].Span)
				}
				continue
			}
			for _, cell := range row {
				if mentions := document.FindIDs(strings.TrimLeft(cell.Text, "*_`[ ")); len(mentions) > 0 && mentions[0].Start == 0 {
					found.next(mentions, row[0].Span)
					break
				}
			}
		}
	}
}

var firstNumber = pattern.New(`\d{1,3}`)

// writtenSteps reads the lines of the order: each a step with a label or a number,
// or all steps in one line. A line about what waits for what is none.
func writtenSteps(d *document.Document, found *steps) {
	for _, section := range d.Find(document.Order) {
		start := section.Start
		var chain []document.Mention
		var at document.Span
		for text := range strings.Lines(d.Slice(section.All())) {
			line := document.Span{Start: start, End: start + len(strings.TrimRight(text, "\n"))}
			start += len(text)
			mentions := document.FindIDs(text)
			switch {
			case strings.HasPrefix(text, "|") || model.InDiagram(d, line.Start):
			case stepLabel.MatchString(text):
				found.next(document.FindIDs(stepOf(withoutStepLabel(text))), line)
			case chain == nil && len(mentions) > 1 && oneAfterOther(text, mentions):
				chain, at = mentions, line
			}
		}
		for _, m := range chain {
			if found.n < len(chain) {
				found.next([]document.Mention{m}, at)
			}
		}
	}
}

// oneAfterOther tells whether a line names all its epics in the order of work.
func oneAfterOther(text string, mentions []document.Mention) bool {
	if waiting.MatchString(text) || anyLetter.MatchString(model.WithoutIDs(text)) && !sequence.MatchString(text) {
		return false
	}
	for i := 1; i < len(mentions); i++ {
		if mentions[i].Start < mentions[i-1].End { // of a range
			return false
		}
		if between := text[mentions[i-1].End:mentions[i].Start]; !follows.MatchString(between) && !model.TextArrow.MatchString(between) {
			return false
		}
	}
	return true
}

var (
	follows   = pattern.New(`(?i)^[*\x60\]\s]*(?:\([^)]*\)|（[^）]*）)?\s*(?:[,，、;；>»▶►]|--?>|\bthen\b|\bfollowed by\b|然后|再做?|接着|随后|最后做?|其次|\band (?:then|finally|finish(?:es)? with|last)\b|finally|完成)[\s,，、]*(?:(?:and )?(?:then|finally|finish(?:es)? with|last|followed by)|然后|再做?|接着做?|随后|最后(?:做|是)?|其次)?[\s:：*\x60\[]*$`)
	anyLetter = pattern.New(`\p{L}`)
	// sequence is what makes steps of a list of epics in a sentence.
	sequence = pattern.New(`(?i)[→>▶►⇒➜➔]|\bthen\b|\bfollowed by\b|\bstart(?:ing|s)? with\b|\bfirst\b|先|然后|再|接着|最后`)
	waiting  = pattern.New(`(?i)\b(?:after|once|until|before|while|depends?|needs?|requires?|parallel|concurrent\w*|simultaneous\w*|together|same time|blocks?|risk|first release|mvp)\b|并行|同时|之后|以后|之前|依赖|需要|等待|试点|以及`)
)

// stepLabel is what a line starts with that is one step of the order.
var stepLabel = pattern.New(`(?i)^\W*(?:(?:phase|step|sprint|iteration|wave|milestone|weeks?)\s*[\w–-]{1,5}|第[一二三四五六七八九十\d]+(?:步|阶段|批|期)|(?:阶段|步骤|迭代|里程碑)\s*[一二三四五六七八九十\d]+)[*\s]*[:：]|^\s*\d{1,2}[.)、]\s`)

func withoutStepLabel(line string) string { return line[len(stepLabel.FindString(line)):] }

// stepOf is what an item of the order says before it explains.
func stepOf(item string) string {
	if m := epicBehind.FindString(item); m != "" && len(document.FindIDs(item)) == 1 {
		return m
	}
	item, _, _ = strings.Cut(item, "(")
	item, _, _ = strings.Cut(item, "（")
	if m := dependsOn.FindStringIndex(item); m != nil {
		item = item[:m[0]]
	}
	for _, mark := range [...]string{"：", ": ", " — ", " – ", " - ", "，", ", because", ", after"} {
		if head, _, found := strings.Cut(item, mark); found && len(document.FindIDs(head)) > 0 {
			item = head
		}
	}
	return item
}

// epicBehind is an epic that stands after its title.
var epicBehind = pattern.New(`[(（]\s*EPIC-\d{1,4}\s*[)）]`)

// alongOrder counts the arrows that point to a later step, and to an earlier one.
func alongOrder(drawn []model.Dependency, step map[string]int) (forward, backward int) {
	for _, e := range drawn {
		switch from, to := step[e.From], step[e.To]; {
		case from == 0 || to == 0:
		case from < to:
			forward++
		case from > to:
			backward++
		}
	}
	return forward, backward
}

// orderedNeeds are all dependencies from an epic to what it needs. Arrows count
// where the execution order tells what they mean, by going along with all of
// them in one reading.
func orderedNeeds(s *model.Session, d *document.Document) []model.Dependency {
	needs := model.DeclaredDependencies(s)
	step, _ := executionOrder(d)
	for _, drawn := range model.Arrows(d) {
		forward, backward := alongOrder(drawn, step)
		if (forward == 0) == (backward == 0) {
			continue
		}
		for _, e := range drawn {
			if forward > 0 {
				e.From, e.To = e.To, e.From
			}
			needs = append(needs, e)
		}
	}
	return needs
}

// misordered reports epics that the execution order puts before what they need.
// Arrows contradict an order that goes along with them in neither reading; what
// most of them mean is taken for right.
func misordered(s *model.Session, d *document.Document, hit native.Hit) bool {
	step, at := executionOrder(d)
	declared := model.DeclaredDependencies(s)
	applied := len(declared) > 0
	for _, e := range declared {
		if step[e.From] > 0 && step[e.To] > 0 && step[e.From] < step[e.To] {
			hit(d, at[e.From], e.From, e.To, s.Say("before its dependency "+e.To, "排在其依赖 "+e.To+" 之前"))
		}
	}
	for _, drawn := range model.Arrows(d) {
		applied = applied || len(drawn) > 0
		forward, backward := alongOrder(drawn, step)
		for _, e := range drawn {
			first, second := e.From, e.To
			if backward > forward {
				first, second = second, first
			}
			if forward > 0 && backward > 0 && step[first] > 0 && step[second] > 0 && step[second] < step[first] {
				hit(d, at[second], second, first, s.Say("before its dependency "+first, "排在其依赖 "+first+" 之前"))
			}
		}
	}
	return applied && len(step) > 1
}
