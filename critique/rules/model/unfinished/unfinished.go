// Package unfinished finds what a document leaves open: template variables that nobody
// filled in, choices that nobody made, and words that put something off.
package unfinished

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/internal/text/pattern"
)

var (
	// unfinished are marks that mean the same wherever they stand.
	unfinished = pattern.New(`(?:^|[^\w[{/-])(TBD|TBC|tb[dc]|T\.B\.D\.?|FIXME|TODO(?:[,:：)\]|.]|\s*$)|\?\?\?|待定(?:义|稿)?|待补[充全]|待完善|后续补充|(?i:(?:is|are|still|yet) to be (?:defined|determined|decided|specified|confirmed|clarified)))`)
	// settled is what makes something else of a mark when it follows.
	settled = pattern.New(`^(?:位|制|向|\p{Han}{0,4}(?:标记|标签|标志|状态|队列|清单)| by | [-–—] created by archiving change)`) // OpenSpec writes that when it archives
	// alone are words that mark a gap when they are all that is said.
	alone       = pattern.New(`(?i)^[*_(（\[]*(?:\?{2,}|？{2,}|wip|tb[acd]|coming soon|work in progress|(?:still |yet )?to be (?:defined|determined|decided|confirmed|specified|clarified|completed|added|written|filled(?: in)?|agreed|discussed)|(?:not yet|yet to be) (?:defined|decided|determined|known|specified|written)|undecided|未定|尚?待(?:确认|明确|填写?|细化|讨论|评估|商定|决定|核实|设计|编写|完成|补)|后续完善|(?:尚未|暂未|还未|未)(?:确定|决定|明确))[*_)）\]]*[.。!！]?$`)
	started     = pattern.New(`^TODO\s+\p{L}`)
	todos       = pattern.New(`(?i)^TODO (?:lists?|items?|apps?|comments?|entr(?:y|ies)|boards?|tasks?|files?)\b`)
	stateColumn = pattern.New(`(?i)\b(?:states?|status|next|from|to|results?)\b|状态|结果|下一`)
	// needs are marks for whoever can answer, which mean the same in a code span, unless
	// the words around them are about such marks.
	needs       = pattern.New(`\bNEEDS[ _-](?:INPUT|CLARIFICATION|DECISION)\b(?:[:：][^\]\n]{0,120})?`)
	marksBefore = pattern.New("(?i)(?:\\b(?:no|not|without|zero|any|all|every|each|open|questions|unknowns|remaining|marked|tagged|mark\\b.{0,30} (?:as|with)|markers?|the words?|resolv(?:e|es|ed|ing)(?: the| all)?|clarif(?:y|ies|ied)(?: the)?)|中的|没有|无|标记为?|标为)[\\s\"“'`(\\[【]*$")
	marksAfter  = pattern.New("(?i)^[\\s\"”'`\\]】]*(?:markers?|tags?|marks?|placeholders?|items?|questions?|notes?|comments?|标记|标签)(?:\\b|$)")
	codedMark   = pattern.New("^`[\\[【(（]?(?:TBD|TBC|FIXME|待定|待补充|待完善|待填写?)(?:[:： ][^`]{0,60})?[\\]】)）]?`[.。]?$")
	inside      = pattern.New(`[(（]([^()（）\n]{2,40})[)）]`)
)

// endsClause is behind a mark in small letters that is none of a name.
var endsClause = pattern.New(`^[,;:.)]`)

// unsettled returns what a document leaves open: marks such as TBD anywhere,
// cells, items, lines and brackets that say nothing but that, and sentences that
// put it off.
func unsettled(d *document.Document) []document.Span {
	var found []document.Span
	for _, m := range model.Find(d.Prose, unfinished, model.MaxPlaces) {
		if !settled.MatchString(d.Prose[m[3]:min(len(d.Prose), m[3]+40)]) && !aboutOthers(d, m[2]) && !aboutMarks(d, m) && !(d.Prose[m[2]] == 't' && !endsClause.MatchString(d.Prose[m[3]:])) {
			found = append(found, document.Span{Start: m[2], End: m[2] + len(strings.TrimRight(d.Prose[m[2]:m[3]], ","))})
		}
	}
	if d.Kind == document.Readiness {
		return found // it reports what is open elsewhere
	}
	found = append(found, unanswered(d)...)
	gap := func(at document.Span) {
		text := strings.TrimSpace(d.Prose[at.Start:at.End])
		if text != "" && document.Units(d.Slice(at)) > document.Units(text) {
			return // it names something in quotes: the placeholder "Name" of a field
		}
		if at.Len() < 80 && (IsGap(text) || text == "" && codedMark.MatchString(strings.TrimSpace(d.Slice(at)))) {
			found = append(found, at)
		}
	}
	for _, t := range d.Tables {
		for _, row := range t.Rows {
			for i, cell := range row {
				if i > 0 && cell.Len() > 0 && !namesStates(t, i) {
					gap(cell.Span)
				}
			}
		}
	}
	for _, item := range d.Items {
		at := item.Span
		at.Start = at.End - len(item.Text)
		gap(at)
	}
	for _, line := range d.Lines {
		gap(behindLabel(d, line))
	}
	for _, m := range bracketedWords(d) {
		gap(m)
	}
	found = append(found, postponements(d)...)
	found = slices.DeleteFunc(found, func(at document.Span) bool { return saysWhereItStands(d, at) || toFillIn(d, at) })
	slices.SortFunc(found, func(a, b document.Span) int { return a.Start - b.Start })
	return slices.CompactFunc(found, func(a, b document.Span) bool { return a.Overlaps(b) })
}

// saysWhereItStands tells whether a mark is the name of a file, the state of work that has
// not begun, or what nobody needs to know any more: the owner of a task that is done. The
// instruction of a template to use a mark leaves nothing open either.
func saysWhereItStands(d *document.Document, at document.Span) bool {
	line := d.LineAt(at.Start)
	before, after := d.Text[line.Start:at.Start], d.Text[at.End:line.End]
	if fileEnding.MatchString(strings.TrimPrefix(d.Slice(at), "TODO")+after) && strings.HasPrefix(d.Slice(at), "TODO") {
		return true
	}
	return stateOfWork.MatchString(before) || toldToUse.MatchString(before) || strings.HasPrefix(strings.TrimSpace(before), "|") && doneMark.MatchString(before+after)
}

var (
	fileEnding  = pattern.New(`^\.(?:md|txt|rst|org)\b`)
	stateOfWork = pattern.New(`(?i)^\W*(?:status|state|plans|状态)\W*[:：]\W*$|^\s*[-*] \[ \] [\d.-]+:? $|[⏳🔄🚧]`)
	toldToUse   = pattern.New(`(?i)\b(?:use|mark (?:it |them |this )?(?:as|with)|as an?|add|write|insert)\W*$`)
	doneMark    = pattern.New(`[☑✅✔✓]|\[[xX]\]|(?i)\|\W*(?:done|completed?|完成|已完成)\W*(?:\||$)`)
)

// unanswered returns the marks for whoever can answer, also those in code spans. In code
// blocks and comments, which are no prose, they are examples.
func unanswered(d *document.Document) []document.Span {
	var found []document.Span
	for _, m := range model.Find(d.Text, needs, model.MaxPlaces) {
		line, at := d.LineAt(m[0]), document.Span{Start: m[0], End: m[1]}
		before, after := d.Text[line.Start:at.Start], d.Text[at.End:line.End]
		prose := strings.TrimSpace(d.Prose[at.Start:at.End]) != ""
		coded := strings.Count(before, "`")%2 == 1 && strings.Contains(after, "`") && !slices.ContainsFunc(d.Fences, func(f document.Fence) bool { return f.Body.Holds(at.Start) })
		if (prose || coded) && !marksBefore.MatchString(before) && !marksAfter.MatchString(after) {
			found = append(found, at)
		}
	}
	return found
}

// aboutMarks tells whether a mark is what a sentence is about: "no TODOs or FIXMEs in the
// code" leaves nothing open, nor does the title of a document that is linked.
func aboutMarks(d *document.Document, m []int) bool {
	line := d.LineAt(m[2])
	after := d.Prose[m[3]:min(line.End, len(d.Prose))]
	return marksListed.MatchString(d.Text[line.Start:line.End]) || manyMarks.MatchString(after) || shown.MatchString(d.Prose[line.Start:m[2]]) && d.Prose[m[2]] == '?' || markNamed.MatchString(d.Prose[line.Start:m[2]]) || strings.HasPrefix(d.Prose[m[2]:], "TODO") && existing.MatchString(d.Prose[line.Start:m[2]]) && !stated.MatchString(d.Prose[line.Start:m[2]]) || linked.MatchString(d.Text[m[3]:line.End])
}

var (
	manyMarks = pattern.New(`(?i)^s?(?:/(?:TODO|FIXME|XXX|TBD|HACK)s?)*[\s"'”]*(?:comments?|markers?|tags?|marks?|placeholders?)\b|^s\b`)
	// marksListed names such marks, one beside the other, as a search for them does.
	marksListed = pattern.New(`(?i)\b(?:TODO|FIXME|XXX|HACK|TBD)s?\W{1,4}(?:or )?(?:TODO|FIXME|XXX|HACK|TBD|PLACEHOLDER)`)
	linked      = pattern.New(`(?i)^[^\[\]\n]{0,40}\]?\([^)\n]*(?:todo|tbd|roadmap|backlog|plan|待办|路线图|计划)[^)\n]*\)`)
	// shown stands before question marks that the product itself shows for what is not known.
	shown = pattern.New(`(?i)(?:=|\b(?:show|display|print|render|mask|appear|read)(?:s|ed|n|ing)?(?: as| with)?|显示为?|展示为?) *$`)
	// existing stands before a mark in code that is there already, which the text speaks of, and stated
	// before one of its own.
	existing  = pattern.New(`(?i)\b(?:existing|current|old|previous|the|replac\w+|remov\w+|resolv\w+) (?:[\w-]+ ){0,4}$`)
	stated    = pattern.New(`(?i)\b(?:is|are|be|still|remains?|stays?) $`)
	markNamed = pattern.New(`(?i)\b(?:no|zero|without|any)\s+(?:(?:TODOs?|TBDs?|FIXMEs?|XXX)(?:\s*(?:,|/|or|and)\s*)+)*["'“]*$`)
)

// aboutOthers tells whether a mark in a readiness report is about another document:
// in a list of what was found or remains to be done, or in a line that names whose
// gap it is. A cell of a table of checks leaves open what the report should say.
func aboutOthers(d *document.Document, at int) bool {
	if d.Kind != document.Readiness {
		return false
	}
	line := d.Slice(d.LineAt(at))
	return d.SectionAt(at).Under(document.Issues, document.Watch, document.OpenQuestions, document.Risks) ||
		!strings.HasPrefix(strings.TrimSpace(line), "|") && (len(document.FindIDs(line)) > 0 || numberedThing.MatchString(line))
}

var numberedThing = pattern.New(`(?i)\b(?:epics?|stor(?:y|ies))\s*#?\d|(?:史诗|故事)\s*#?\d`)

// namesStates tells whether the values of a column are states, which may be
// called "to be confirmed".
func namesStates(t *document.Table, column int) bool {
	return t.Section.Under(document.States) || stateColumn.MatchString(t.Header[column].Text)
}

// bracketedWords returns what stands in short brackets.
func bracketedWords(d *document.Document) []document.Span {
	var found []document.Span
	for _, m := range model.Find(d.Prose, inside, 500) {
		if !ofProgram.MatchString(strings.TrimSpace(d.Prose[m[2]:m[3]])) {
			found = append(found, document.Span{Start: m[2], End: m[3]})
		}
	}
	return found
}

// ofProgram is said in brackets of a part of a program: that it is a placeholder, or new.
var ofProgram = pattern.New(`(?i)^(?:placeholder|to be added)$`)

// UnsettledIn returns what a document leaves open, found once.
func UnsettledIn(d *document.Document) []document.Span {
	return document.Once(d, "what is left open", unsettled)
}

// Matches returns where patterns match in the lines of a document's prose that
// say something: code and frontmatter leave long blank ones. Matches of several
// patterns may overlap.
func Matches(d *document.Document, patterns ...*pattern.Pattern) []document.Span {
	var found []document.Span
	start := 0
	for line := range strings.Lines(d.Prose) {
		if strings.TrimLeft(line, " \n") != "" {
			for _, p := range patterns {
				for _, m := range p.FindAllStringIndex(strings.TrimSuffix(line, "\n"), 8) {
					found = append(found, document.Span{Start: start + m[0], End: start + m[1]})
				}
			}
		}
		start += len(line)
	}
	return found
}

// phrases returns a pattern for each of some expressions, in which case does not
// matter. Apart they are cheap: each is looked for only where its own first bytes
// or its rarest word stand, and is small enough for the regexp package to go back
// and forth in it. As one expression of thousands of instructions they took fifteen
// times as long as all other rules.
func phrases(expressions ...string) []*pattern.Pattern {
	patterns := make([]*pattern.Pattern, len(expressions))
	for i, expression := range expressions {
		patterns[i] = pattern.New("(?i)" + expression)
	}
	return patterns
}
