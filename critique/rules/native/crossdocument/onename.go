package crossdocument

import (
	"maps"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/facts"
	"discussd/critique/rules/model"
	"discussd/internal/text/pattern"
)

// ofOneName tells whether two different values are plainly of one thing that is demanded: versions of
// what has one name, or beside one label, one cited ID, or the same words in two documents. What was
// measured, tried, earned or is planned for a stage is no demand.
func ofOneName(c facts.Conflict) bool {
	a, b := c.Here, c.Other
	switch one, other := versioned.FindStringSubmatch(c.Says), versioned.FindStringSubmatch(c.Said); {
	case noDemand(a), noDemand(b), ofAll.MatchString(a.Doc.Slice(a.At)) != ofAll.MatchString(b.Doc.Slice(b.At)):
		return false
	case one != nil && other != nil:
		return strings.EqualFold(one[1], other[1])
	}
	words, others := wordsOf(a), wordsOf(b)
	extra := within(words, others)
	if name, other := model.StemsOf(labelOf(a)), model.StemsOf(labelOf(b)); len(name) > 0 && maps.Equal(name, other) {
		return extra >= 0
	}
	return citeOne(a, b) || a.Doc != b.Doc && extra >= 0 && (extra <= 1 || min(len(words), len(others)) >= leastSame)
}

// leastSame is how many words two sentences share that say the same but for the amount.
const leastSame = 4

var (
	// versioned is a version with the name of what has it.
	versioned = pattern.New(`^(\p{Lu}[\pL.+# ]*?) ?v?\d[\d.x]*\+?$`)
	// label is what names a value at the beginning of a line.
	label = pattern.New(`^[\s>*+_-]*(?:\[[ xX]\] )?[*_]*([\pL\d][^:：*|]{2,60}?)[*_]*[:：]`)
	// ofStage is a heading or a file about what was measured, or about what comes when.
	ofStage = pattern.New(`(?i)\b(?:roadmap|milestones?|phases?|stages?|benchmarks?|audits?|revenue|pricing|costs?|examples?|test (?:plan|cases?|data))\b|路线图|里程碑|阶段|示例|测试(?:用例|数据)|收入|成本`)
	// ofAll says that a value is one of many together.
	ofAll = pattern.New(`(?i)\b(?:all|total|overall|altogether|combined)\b|合计|总|所有|全部`)
	// tried is a line about one case, a measurement or what is earned.
	tried = pattern.New(`(?i)\bTC-?\d|\b(?:test (?:case|that|with|a|an|the|stale)|ago|e\.g|for example|measured|actual(?:ly)?|currently|future|revenue|income|mrr|arr|sample|simulate)\b|实测|目前|例如|收入|模拟`)
)

// noDemand tells whether a value is one of a test, a measurement, a stage or an example.
func noDemand(p facts.Place) bool {
	if slices.ContainsFunc(p.Doc.Fences, func(f document.Fence) bool { return f.Body.Holds(p.At.Start) }) {
		return true
	}
	if tried.MatchString(p.Doc.Slice(p.Doc.LineAt(p.At.Start))) || ofStage.MatchString(strings.NewReplacer("-", " ", "_", " ", "/", " ").Replace(p.Doc.Path[strings.LastIndexByte(p.Doc.Path, '/')+1:])) {
		return true
	}
	for s := p.Doc.SectionAt(p.At.Start); s != nil && s.Level > 1; s = s.Parent {
		if ofStage.MatchString(s.Title) {
			return true
		}
	}
	return false
}

// link leads to where more stands, and says nothing of the value.
var link = pattern.New(`\[[^\]\n]*\]\([^)\n]*\)`)

// wordsOf are the words of a statement but for amounts and links: of a cell those of what its row is about.
func wordsOf(p facts.Place) model.Bag {
	text := link.ReplaceAllString(p.Doc.Slice(p.At), " ")
	if inTable(p) {
		text = firstCell(p)
	}
	return model.StemsOf(numeral.ReplaceAllString(text, " "))
}

// within returns how many words the longer of two statements has that the other lacks; -1 where each
// has some of its own, or where they share less than two.
func within(a, b model.Bag) int {
	if shared := a.Shared(b); shared >= 2 && shared == min(len(a), len(b)) {
		return max(len(a), len(b)) - shared
	}
	return -1
}

// labelOf is what a line calls the value that it gives.
func labelOf(p facts.Place) string {
	if inTable(p) {
		return firstCell(p)
	}
	if m := label.FindStringSubmatch(p.Doc.Slice(p.Doc.LineAt(p.At.Start))); m != nil {
		return m[1]
	}
	return ""
}

// citeOne tells whether two places name one ID, in their lines or in the headings right above.
func citeOne(a, b facts.Place) bool {
	cited := func(p facts.Place) []document.Mention {
		text := p.Doc.Slice(p.Doc.LineAt(p.At.Start))
		if s := p.Doc.SectionAt(p.At.Start); s != nil {
			text += " " + s.Title
		}
		return document.FindIDs(text)
	}
	others := cited(b)
	return slices.ContainsFunc(cited(a), func(m document.Mention) bool {
		return slices.ContainsFunc(others, func(o document.Mention) bool { return o.ID == m.ID })
	})
}
