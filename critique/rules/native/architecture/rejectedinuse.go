package architecture

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/model/rejected"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// choice is what somebody decided for and against.
type choice struct {
	doc              *document.Document
	within           document.Span
	name             string    // of the decision: its ID, else its heading
	chosen, rejected model.Ids // technologies, as technologyName writes them
}

// choices are the decisions of a session that name technologies: each section of
// alternatives, with what stands around it. What was given up decides nothing any more.
func choices(s *model.Session) []choice {
	var all []choice
	for _, d := range s.Docs {
		if d.JSON != nil || givenUp(d) {
			continue
		}
		for _, section := range d.Find(document.Alternatives) {
			within, name := document.Span{Start: d.Front.Span.End, End: len(d.Text)}, model.FileID(d)
			if parent := section.Parent; parent != nil && d.Kind != document.Decision {
				within, name = parent.All(), parent.Title
			}
			all = appendChoice(all, d, name, within, section.All())
		}
		for _, item := range d.Items {
			if item.Section != nil && labelledAlternatives.MatchString(item.Text) {
				all = appendChoice(all, d, item.Section.Title, item.Section.Own(), item.Span)
			}
		}
	}
	return all
}

// givenUp tells whether a decision says of itself that it holds no more.
func givenUp(d *document.Document) bool {
	return model.Superseded(d.Front.Value("status")) || model.GivenUp.MatchString(model.WrittenStatus(d, document.Span{End: len(d.Text)}))
}

// labelledAlternatives begins an item that names what was decided against.
var labelledAlternatives = pattern.New(`(?i)^\W*(?:rejected )?alternatives?(?: considered| rejected)?\W*[:：]|^\W*(?:备选方案|替代方案|已否决方案)\W*[:：]`)

// appendChoice adds the technologies that a decision names, less what names none on either side.
func appendChoice(all []choice, d *document.Document, name string, within, against document.Span) []choice {
	c, used := choice{doc: d, within: within, name: name, chosen: model.Ids{}, rejected: model.Ids{}}, model.Ids{}
	for _, m := range model.Find(d.Prose, model.Technology, 500) {
		switch technology := model.TechnologyName(d.Prose[m[0]:m[1]]); {
		case against.Holds(m[0]):
			if leads.MatchString(d.Prose[d.LineAt(m[0]).Start:m[0]]) {
				c.rejected[technology] = true
			}
		case within.Holds(m[0]):
			c.chosen[technology] = true
		case model.Recounts(d): // what research speaks of besides is in use with it
			used[technology] = true
		}
	}
	for technology := range c.rejected {
		if c.chosen[technology] || used[technology] {
			delete(c.rejected, technology)
		}
	}
	if len(c.chosen) == 0 || len(c.rejected) == 0 {
		return all
	}
	return append(all, c)
}

// leads is what stands before the name of an alternative: what its text speaks of besides was
// not turned down.
var leads = pattern.New(`(?i)^\W*(?:\d+[.)]\W*)?(?:(?:alternatives?(?: considered| rejected)?|rejected(?: alternatives?)?|options?|备选(?:方案)?|替代方案|已否决方案|方案|选项)\s*\w?\W*)?(?:(?:use|using|keep|stay with|pure|plain|raw|full|an?|the|self-hosted|managed|使用|采用|直接用|用)\s*)*$|^[^|]*[:：,，、/;；]\W*$`)

// otherwise are words beside a technology that is not in use here: it was, it may be, it is not.
var otherwise = pattern.New(`(?i)\b(?:no|not|never|nor|without|instead|rather|reject\w*|declin\w*|consider\w*|avoid\w*|migrat(?:e|es|ed|ing)|migrations? (?:from|to|of)|mov(?:e|es|ed|ing)|replac\w*|legacy|existing|current\w*|today|old|former\w*|previous\w*|later|future|might|could|would|may|like|unlike|than|versus|vs|compar\w*|compatib\w*|import\w*|export\w*|e\.g|such as|or|alternativ\w*|option\w*|evaluat\w*|if|other|drop\w*)\b|不|非|未|无|弃|替代|取代|迁移|现有|目前|原有|旧|以后|将来|可能|考虑|对比|相比|或|如果|兼容|导入|导出|备选|例如|如`)

// rejectedInUse reports a technology that a decision turned down and that another place
// speaks of as what is used.
func rejectedInUse(s *model.Session, d *document.Document, hit native.Hit) bool {
	told := turnedDownInUse(s, d, hit)
	all := model.Once(s, "what decisions turned down", nil, func() []choice { return choices(s) })
	chosen := model.Ids{}
	for _, c := range all {
		for name := range c.chosen {
			chosen[name] = true
		}
	}
	reported := model.Ids{}
	for _, m := range model.Find(d.Prose, model.Technology, 200) {
		name := model.TechnologyName(d.Prose[m[0]:m[1]])
		if chosen[name] || reported[name] || told[name] || amongExamples(d, m[0]) || otherwise.MatchString(d.Slice(d.LineAt(m[0]))) || besideUse(d.SectionAt(m[0])) {
			continue
		}
		for _, c := range all {
			if c.rejected[name] && !(c.doc == d && c.within.Holds(m[0])) {
				reported[name] = true // looked at once
				hit(d, document.Span{Start: m[0], End: m[1]}, d.Prose[m[0]:m[1]], model.Note(c.name), model.Note(c.doc.Path))
				break
			}
		}
	}
	return len(all)+len(told) > 0
}

// builtOn tells whether so many documents speak of a technology that the project is built on
// it: then what a decision turns down is something else of that name, or with it.
func builtOn(s *model.Session, name string) bool {
	const many = 4
	spoken := 0
	for _, d := range s.Docs {
		if strings.Contains(d.Prose, name) {
			spoken++
		}
	}
	return spoken >= many
}

// turnedDownInUse reports what a sentence of another place says was turned down.
func turnedDownInUse(s *model.Session, d *document.Document, hit native.Hit) model.Ids {
	told := model.Ids{}
	if givenUp(d) {
		return told
	}
	for _, doc := range s.Docs {
		if doc == d && model.Superseded(d.Text) || d.Kind == document.Readiness {
			continue // a log of decisions, of which one takes back another, or a report
		}
		for _, thing := range document.Once(doc, "what was turned down", rejected.Read) {
			name := model.TechnologyName(thing.Name)
			if told[name] {
				continue
			}
			told[name] = true
			var used []int
			for _, at := range rejected.Uses(d.Text, thing.Name) {
				if !amongExamples(d, at) && !(doc == d && d.SectionAt(thing.At.Start).Own().Holds(at)) && !otherwise.MatchString(limit.ReplaceAllString(d.Slice(around(utterance(d, at), at)), "")) && !passedOver(d, at) && !besideUse(d.SectionAt(at)) {
					used = append(used, at)
				}
			}
			if len(used) > 0 && len(used) <= mostUses && !builtOn(s, thing.Name) {
				title := doc.Path
				if section := doc.SectionAt(thing.At.Start); section != nil && section.Title != "" {
					title = section.Title
				}
				hit(d, document.Span{Start: used[0], End: used[0] + len(thing.Name)}, thing.Name, model.Note(title), model.Note(doc.Path))
			}
		}
	}
	return told
}

// passedOver tells whether the line of a place says that it was turned down, or that another thing
// was preferred over it.
func passedOver(d *document.Document, at int) bool {
	line := d.LineAt(at)
	return rejecting.MatchString(d.Slice(line)) || preferred.MatchString(d.Text[line.Start:at])
}

var (
	rejecting = pattern.New(`(?i)\b(?:reject\w*|supersed\w*|declined|dropped|discarded|turned down|ruled out|not chosen)\b|否决|弃用|被取代|已取代`)
	preferred = pattern.New(`(?i)\bover +[*_]*$`)
)

// limit is a comparison with a number, and with nothing else.
var limit = pattern.New(`(?i)\b(?:less|more|fewer|longer|later|no more|no later|other) than (?:an? |one )?\d*`)

// around is the part of an utterance that speaks of what stands at an offset.
func around(utterance document.Span, at int) document.Span {
	const near = 60
	return document.Span{Start: max(utterance.Start, at-near), End: min(utterance.End, at+near)}
}

// mostUses is how often a document names what was turned down, where it was: what it names more
// often is what it is about.
const mostUses = 3

// amongExamples tells whether an offset lies in brackets that list several names: they say of
// what sort a thing is, and not which of them it is.
func amongExamples(d *document.Document, at int) bool {
	line := d.LineAt(at)
	open := strings.LastIndexAny(d.Prose[line.Start:at], "()")
	if open < 0 || d.Prose[line.Start+open] != '(' {
		return false
	}
	within, _, closed := strings.Cut(d.Prose[line.Start+open+1:line.End], ")")
	return closed && len(model.Find(within, model.Technology, 3)) > 1 && strings.ContainsAny(within, ",/")
}

// utterance is the cell or the line that an offset lies in.
func utterance(d *document.Document, at int) document.Span {
	for _, t := range d.Tables {
		if t.Span.Start > at || t.Span.End <= at {
			continue
		}
		for _, row := range t.Rows {
			for _, cell := range row {
				if cell.Span.Holds(at) {
					return cell.Span
				}
			}
		}
	}
	return d.LineAt(at)
}

// besideUse tells whether a section speaks of what is not done, or was.
func besideUse(section *document.Section) bool {
	for ; section != nil; section = section.Parent {
		if section.Under(document.Alternatives, document.NonGoals, document.OpenQuestions, document.Problem, document.Risks, document.Negative, document.Conflicts, document.Assumptions) ||
			model.Contains(strings.ToLower(section.Title), "context", "background", "history", "option", "migration", "change", "research", "背景", "历史", "方案", "迁移", "变更", "现状", "调研") {
			return true
		}
	}
	return false
}
