package structure

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/model/unfinished"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// unownedQuestions reports open questions nobody has to answer by any day: items, rows and lines
// that ask. In a session of a framework, and in a plain document, another of them must have one or
// the table a column for it: where none has, that is how they are kept there.
func unownedQuestions(s *model.Session, d *document.Document, report native.Hit) bool {
	applied, owned := false, !s.Framed && d.Kind != document.Other
	type question struct {
		at   document.Span
		text string
	}
	var unowned []question
	hit := func(at document.Span, text string) { unowned = append(unowned, question{at, model.Clip(text, 60)}) }
	for _, item := range d.Items {
		if item.Depth != 1 || !openQuestions(item.Section) || !asks.MatchString(item.Text) || remarkOn.MatchString(item.Text) || model.Nothing.MatchString(item.Text) || item.Box != 0 && work.MatchString(item.Text) || settledAbove(d, item) {
			continue
		}
		applied = true
		switch {
		case item.Box == 'x' || decided(d, item):
		case !model.Owned.MatchString(d.Slice(item.Span)) || unfinished.NobodyOwns(item.Text):
			hit(item.Span, item.Text)
		default:
			owned = true
		}
	}
	for _, t := range d.Tables {
		if !openQuestions(t.Section) {
			continue
		}
		for _, row := range t.Rows {
			applied = true
			is, asked := ownedRow(d, t, row)
			if owned = owned || is || asked; !is && !model.EmptyCell(row[0].Text) && !model.Nothing.MatchString(row[0].Text) {
				hit(d.LineAt(row[0].Start), model.Plain(row[0].Text))
			}
		}
	}
	for _, line := range d.Lines {
		text := d.Slice(line)
		if !strings.HasSuffix(text, "?") && !strings.HasSuffix(text, "？") || !openQuestions(d.SectionAt(line.Start)) {
			continue
		}
		applied = true
		if !model.Owned.MatchString(text) {
			hit(line, text)
		} else {
			owned = true
		}
	}
	for _, q := range unowned {
		if owned {
			report(d, q.at, model.Note(q.text))
		}
	}
	return applied
}

var (
	answered = pattern.New(`(?i)\basked\b|\bFAQs?\b|\basking\b|\bresolved\b|\banswered\b|常见问题|已解决|已回答`)
	// otherQuestions are those of somebody else, which the document is about: "Onboarding
	// Questions", "Ask General Questions".
	otherQuestions = pattern.New(`(?i)[\pL)] questions?\b`)
	// invitation is over what tells readers where they find answers.
	invitation = pattern.New(`(?i)^\W*(?:questions|any questions|got questions|有问题)\s*[?？]\W*$`)
	leftOpen   = pattern.New(`(?i)\b(?:open|unresolved|outstanding|pending|unanswered|remaining|further|key|main|todo)\b[^:]*\bquestions?\b`)
)

// asks is what is a question, whatever it stands among: a risk, an answer and a remark below the
// heading are none.
var asks = pattern.New(`(?i)[?？]|^\W*(?:[^:：]{1,60}[:：]\W*)?(?:whether|who|whom|whose|what|which|when|where|why|how|should|shall|can|could|do|does|is|are|will|decide|clarify|determine|confirm|investigate|tbd|to be)\b|\b(?:undecided|unclear|unknown|tbd|(?:not|never) (?:yet |been |yet been )?(?:decided|known|clear|chosen|named|settled|agreed|fixed|selected|confirmed|signed|ordered))\b|是否|如何|怎[么样]|什么|哪[些个里种]|谁|多少|为何|何时|能否|可否|待(?:定|确认|明确|决定|讨论|评估|验证)|未(?:定|决|确定|明确|选定|签|落实)|尚未|还没|不明确|不清楚`)

// remarkOn begins what is said about a question above it.
var remarkOn = pattern.New(`(?i)^\W*(?:why (?:it|this) matters|context|background|what we know|known|impact|options?|rationale|背景|影响|说明)\W{0,4}[:：]`)

// work begins a box to be ticked that is a task of a list, whatever it stands under.
var work = pattern.New(`^\W*T\d{2,4}\b`)

// settledAbove tells whether what opens the section of an item says that nothing is open, or
// who settles all of it by when.
func settledAbove(d *document.Document, item *document.Item) bool {
	opening, _, _ := strings.Cut(d.Text[item.Section.Body:max(item.Section.Body, item.Start)], "\n- ")
	opening = strings.TrimSpace(opening)
	return model.Nothing.MatchString(opening) || settles.MatchString(opening)
}

// settles says of all questions that follow who answers them, and by when.
var settles = pattern.New(`(?i)\b(?:decides?|answers?|settles?|resolves?|confirms?|clarif(?:y|ies)|(?:decided|answered|settled|resolved|confirmed|clarified) by)\b[^.\n]{0,80}\b(?:before|by|until|at|in|on|during)\b|由[^，。\n]{1,16}(?:确认|决定|答复|评审)`)

// openQuestions tells a section of questions to be answered from one of answers, and from
// one about questions that are put to others.
func openQuestions(section *document.Section) bool {
	if !section.Under(document.OpenQuestions) || answered.MatchString(section.Title) || invitation.MatchString(section.Title) {
		return false
	}
	for ; section != nil; section = section.Parent {
		if section.Topic == document.OpenQuestions {
			return !otherQuestions.MatchString(section.Title) || leftOpen.MatchString(section.Title)
		}
	}
	return true
}

// decided tells whether an item has its answer right below it.
func decided(d *document.Document, item *document.Item) bool {
	below := d.Text[item.End:min(len(d.Text), item.End+mostBelow)]
	if end := nextTop.FindStringIndex(below); end != nil {
		below = below[:end[0]]
	}
	return decision.MatchString(below)
}

// mostBelow is how many bytes below a question its answer is looked for.
const mostBelow = 800

var (
	nextTop  = pattern.New(`\n(?:[-*+] |\d+[.)] |#)`)
	decision = pattern.New(`(?i)\n\s+(?:[-*+>]\s*)?[*_]*(?:decision|decided|answer|resolution|resolved|conclusion|recommendation|recommended|proposal|决定|结论|答复|答案|建议|推荐)\b?[*_]*\s*[:：]`)
)

// ownedRow tells whether a row of questions names a person, a day or an answer: in a column for
// it, else anywhere; and whether there is such a column.
func ownedRow(d *document.Document, t *document.Table, row []document.Cell) (owned, asked bool) {
	for i, header := range t.Header {
		if i == 0 || !model.Contains(strings.ToLower(header.Text), "owner", "assign", "responsible", "due", "deadline", "by when", "answer", "decision", "resolution", "负责", "责任人", "确认对象", "确认人", "跟进", "处理人", "期限", "截止", "答复", "结论", "决定") {
			continue
		}
		asked = true
		switch text := row[i].Text; {
		case !model.EmptyCell(text) && !unfinished.SomeDay.MatchString(text) && !unfinished.Nobody(text):
			return true, true
		}
	}
	return !asked && model.Owned.MatchString(d.Slice(d.LineAt(row[0].Start))), asked
}
