package crossdocument

import (
	"path"
	"slices"
	"strings"

	"discussd/critique/facts"
	"discussd/critique/rules/model"
	"discussd/internal/text/pattern"
)

// borneOut tells whether the words around two statements show that they are about one thing:
// most of the words of the shorter one are in the other. Two values beside a word or two that
// they share are as often of two things: they need a name or a label. A count, a sum and a range are
// borne out by their form.
func borneOut(c facts.Conflict) bool {
	if path.Ext(c.Here.Doc.Path) != ".md" || path.Ext(c.Other.Doc.Path) != ".md" {
		return false // in a program an "export" is no feature
	}
	here := c.Here.Doc.Slice(c.Here.At)
	switch c.Kind {
	case facts.Demands:
		return !preventing.MatchString(here) && !preventing.MatchString(c.Other.Doc.Slice(c.Other.At)) && alike(around(c.Here), around(c.Other))
	case facts.Values:
		return !apart(c.Here, c.Other) && alike(around(c.Here), around(c.Other)) && ofOneName(c)
	case facts.Listed:
		return coded.MatchString(here) || countsAll.MatchString(here) && !instructing.MatchString(here) && !strings.ContainsAny(strings.TrimRight(here, " *_:："), ":：")
	case facts.Sums:
		return inTable(c.Here) || total.MatchString(here)
	case facts.Reversed:
		return inTable(c.Here) || span.MatchString(here)
	}
	return true
}

// around is what is said at a place, with the row that a cell stands in.
func around(p facts.Place) string {
	if inTable(p) {
		return p.Doc.Slice(p.Doc.LineAt(p.At.Start))
	}
	return p.Doc.Slice(p.At)
}

func inTable(p facts.Place) bool {
	return strings.HasPrefix(strings.TrimSpace(p.Doc.Slice(p.Doc.LineAt(p.At.Start))), "|")
}

// alike tells whether most words of the shorter of two statements stand in the other.
func alike(a, b string) bool {
	one, other := model.StemsOf(numeral.ReplaceAllString(a, " ")), model.StemsOf(numeral.ReplaceAllString(b, " "))
	shared := one.Shared(other)
	return shared*2 >= min(len(one), len(other)) && (shared >= 2 || shared == 1 && max(len(one), len(other)) <= 2)
}

var (
	// coded are parts of a sentence that are marked as names, and countsAll says of what follows right
	// behind, as bullets or rows, that it is all there is. Of the parts of other sentences nobody can be
	// sure where one ends, and a list below an instruction is one of steps.
	coded       = pattern.New("`[^`\\n]{1,40}`(?:,|、| [\\pL]{1,3} `)")
	instructing = pattern.New(`(?i)^\W*(?:(?:verify|check|ensure|confirm|make|add|update|create|register|write|implement|run|test|fix|remove)\b|(?:检查|确认|确保|验证|添加|更新|创建|注册|编写|实现))`)
	countsAll   = pattern.New(`(?i)[(（]\d+ ?[\pL ]+[)）]\W*$|\b(?:there (?:are|is)|these are|has|have|consists? of|comprises?|knows?|includes?|contains?|runs? through|goes through|supports?|(?:is|are|in) one of|one of|following)\b|[分共有为含]`)
)

// refuted tells whether the line of a count shows that it is right, or that what follows is no list
// of it: as many parts follow as it says, or what comes first and what then.
func refuted(c facts.Conflict) bool {
	_, after, found := strings.Cut(strings.ReplaceAll(c.Here.Doc.Slice(c.Here.At), "：", ":"), ":")
	parts := len(strings.FieldsFunc(after, func(r rune) bool { return r == ',' || r == '、' || r == '，' }))
	return found && (inTurn.MatchString(after) || numeral.FindString(c.Says) == model.Itoa(parts))
}

// inTurn tells what comes first, and may be several things each.
var inTurn = pattern.New(`(?i)^\W*(?:first|initially)\b|^\W*(?:先|首先)`)

// apart tells whether two rows are each called by a word that the other's name lacks: the toggle's
// response, and the filter's.
func apart(a, b facts.Place) bool {
	if !inTable(a) || !inTable(b) {
		return false
	}
	one, other := model.StemsOf(firstCell(a)), model.StemsOf(firstCell(b))
	return one.Shared(other) < min(len(one), len(other))
}

// ofTwo tells whether two sections of one document that stand beside each other say the same of
// what each is about, but for the amount: it is a value of each.
func ofTwo(a, b facts.Place) bool {
	one, other := a.Doc.SectionAt(a.At.Start), b.Doc.SectionAt(b.At.Start)
	for one != nil && other != nil && one.Level > 1 && other.Level > 1 && one.Parent != other.Parent {
		one, other = one.Parent, other.Parent
	}
	without := func(p facts.Place) string { return numeral.ReplaceAllString(p.Doc.Slice(p.At), "") }
	return a.Doc == b.Doc && one != other && one != nil && other != nil && one.Level > 1 && one.Parent == other.Parent && shared(without(a), without(b))
}

// ofStages tells whether two amounts are of two stages, as the headings above them say.
func ofStages(a, b facts.Place) bool {
	stageOf := func(p facts.Place) string {
		for s := p.Doc.SectionAt(p.At.Start); s != nil; s = s.Parent {
			if m := stage.FindString(s.Title); m != "" {
				return strings.ToLower(m)
			}
		}
		return ""
	}
	one, other := stageOf(a), stageOf(b)
	return one != other && (one != "" && other != "" || a.Doc == b.Doc || stage.MatchString(a.Doc.Slice(a.At)) != stage.MatchString(b.Doc.Slice(b.At)))
}

// stage is a part of a plan in time, or one of several plans.
var stage = pattern.New(`(?i)\b(?:stage|month|year|week|quarter|tier|option|scenario)s?\W{0,4}\d+|(?:第\s*[\d一二三四五六七八九十]+\s*[年月周季](?:度)?)`)

// ofOneKind tells whether two names without a number share a word: one of them is of the kind that
// the other says, as "React Native" is a native app.
func ofOneKind(a, b string) bool {
	words := strings.Fields(strings.ToLower(b))
	return max(len(words), len(strings.Fields(a))) < 4 && !numeral.MatchString(a+b) && strings.ToLower(a) != a && strings.ToLower(b) != b && slices.ContainsFunc(strings.Fields(strings.ToLower(a)), func(word string) bool { return slices.Contains(words, word) })
}

// shared tells whether two statements begin alike, for most of the shorter one.
func shared(a, b string) bool {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n > 24 && 2*n >= min(len(a), len(b))
}

func firstCell(p facts.Place) string {
	cell, _, _ := strings.Cut(strings.TrimLeft(p.Doc.Slice(p.Doc.LineAt(p.At.Start)), " |"), "|")
	return cell
}

var (
	// numeral is an amount with its unit, which says nothing of what is measured.
	numeral = pattern.New(`(?i)\d+(?:[.,]\d+)*(?:[ -]?(?:[kmgt]i?b|[µmn]?s|secs?|seconds?|min|mins|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?|%|percent)\b)?|\d+\s?(?:毫秒|秒|分钟|小时|天|周|月|年)`)
	// preventing says in a demand what must not happen, as a ban does.
	preventing = pattern.New(`(?i)\b(?:prevent|avoid|reject|block|den(?:y|ie)|refuse|forbid|disable|disallow)\w*|防止|避免|拒绝|阻止|禁用`)
	total      = pattern.New(`(?i)\b(?:total(?:s|ling)?|sum|altogether|overall|together|in all|that (?:is|makes)|so|thus|therefore|takes?|needs?|(?:outages?|downtime)|(?:reduction|increase) of)\b|[^=]= |合计|总[计共数]|共计|小计`)
	span       = pattern.New(`\d{4}([-/.])\d\d[-/.]\d\d\s*(?:-|–|—|~|～|\.\.+|…|to|through|至|到)\s*\d{4}`)
)
