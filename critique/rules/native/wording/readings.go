package wording

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// ReadingRules look at sentences that two readers take for two things, or that leave out who
// acts. They read all prose: what is open is so wherever it stands.
func ReadingRules() []native.Rule {
	return []native.Rule{
		native.Alone(native.Rule{Rule: native.Of("LX-025"), On: model.Speaking}, twoReadings),
		native.Alone(native.Rule{Rule: native.Of("LX-026"), On: model.Speaking}, nobodyDecides),
		native.Alone(native.Rule{Rule: native.Of("LX-027"), On: model.Speaking}, twoPeople),
	}
}

// clause is a part of a sentence between two marks.
type clause struct {
	at    document.Span
	words []string        // in lower case
	spans []document.Span // of the words
}

// clauses cuts the prose of a document into clauses. What stands in brackets is not in them, and
// a line that begins an item, a row or a heading begins a clause.
func clauses(d *document.Document) []clause {
	var all []clause
	blank := []byte(d.Prose)
	for _, m := range asides.FindAllStringIndex(d.Prose, -1) {
		copy(blank[m[0]:m[1]], strings.Repeat(" ", m[1]-m[0]))
	}
	text := string(blank)
	for _, part := range clausePart.FindAllStringIndex(text, -1) {
		c := clause{at: document.Span{Start: part[0], End: part[1]}}
		for _, m := range word.FindAllStringIndex(text[part[0]:part[1]], mostWords+1) {
			at := document.Span{Start: part[0] + m[0], End: part[0] + m[1]}
			c.words, c.spans = append(c.words, strings.ToLower(text[at.Start:at.End])), append(c.spans, at)
		}
		if len(c.words) <= mostWords {
			all = append(all, c)
		}
	}
	return all
}

// mostWords is how long a clause is at most: what is longer is no sentence.
const mostWords = 80

var (
	asides     = pattern.New(`\([^()\n]{0,200}\)|（[^（）\n]{0,200}）`)
	clausePart = pattern.New(`(?:[^.,;:!?|\n，；：。！？、—–]|[.,]\w|\n[ \t]*[A-Za-z\p{Han}])+`)
	word       = pattern.New(`[\pL\pN_'’%-]+`)

	// conditions begin what decides whether something is done, relatives which things it is done to.
	conditions  = set("if when whenever unless until once while where provided")
	relatives   = set("that which who whose")
	auxiliary   = set("is are was were has have had does did isn't aren't wasn't hasn't haven't doesn't")
	modal       = set("must shall should will would then either both neither")
	article     = set("the a an no its his her their it he she they each any")
	placing     = set("past within before after")
	joining     = set("for in on at by under with without during")
	participles = set("made sent given held left kept lent sold paid born built taken written")
	amounts     = set("one two three four five six more less fewer later earlier not none other another all both")
)

func set(words string) map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields(words) {
		all[w] = true
	}
	return all
}

// verb tells whether a word may be the verb of a sentence in the third person.
func verb(w string) bool {
	return auxiliary[w] || len(w) > 3 && (strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") || strings.HasSuffix(w, "ed"))
}

// finite tells whether words begin with a verb, or with who does something and the verb.
func (c clause) finite(from, to int) bool {
	words := c.words[from:to]
	switch {
	case len(words) < 2:
		return false
	case auxiliary[words[0]], placing[words[0]]:
		return true
	case article[words[0]]:
		return slices.ContainsFunc(words[1:min(len(words), 5)], func(w string) bool { return auxiliary[w] })
	}
	return false
}

// twoReadings reports the conditions "A or B and C" and "A and B or C": a reader cannot tell
// what belongs together. Each part must be a statement of its own; names joined in a subject
// or an object, and a second sentence behind "and", are clear.
func twoReadings(d *document.Document, hit native.Hit) bool {
	all := clauses(d)
	for _, c := range all {
		if at, ok := c.ambiguous(); ok {
			hit(d, at, model.OneLine(d.Slice(at)))
		} else if at, ok := c.loose(); ok {
			hit(d, at, model.OneLine(d.Slice(at)), native.Doubtful)
		}
	}
	for _, m := range twoWays.FindAllStringIndex(d.Prose, 50) {
		at := document.Span{Start: m[0], End: m[1]}
		hit(d, at, model.OneLine(d.Slice(at)), native.Doubtful)
	}
	for _, m := range orAndHan.FindAllStringIndex(d.Prose, 50) {
		if asking.MatchString(d.Prose[m[1]:]) || strings.ContainsAny(d.Prose[m[0]:m[1]], "?？") {
			continue // what is asked is answered behind it
		}
		hit(d, document.Span{Start: m[0], End: m[1]}, model.OneLine(d.Prose[m[0]:m[1]]))
	}
	return len(all) > 0
}

// asking ends a sentence with a question.
var asking = pattern.New(`^[^。；\n]{0,24}[?？]|^[,，]?(?:是否|能否|可否)`)

// orAndHan is the same in Chinese.
var orAndHan = pattern.New(`(?:如果|若|当|凡是?|一旦|除非|只有|仅在)[^，；：。、（）\n\d]{2,24}(?:或者?|或是)[^，；：。、（）\n]{2,24}(?:并且|而且|同时|[^暂况尚，；]且)[^，；：。、（）\n]{2,24}|(?:如果|若|当|凡是?|一旦|除非|只有|仅在)[^，；：。、（）\n\d]{2,24}(?:并且|而且|同时|[^暂况尚，；]且)[^，；：。、（）\n]{2,24}(?:或者?|或是)[^，；：。、（）\n]{2,24}`)

// ambiguous returns where a clause joins three statements with and and or.
func (c clause) ambiguous() (at document.Span, ok bool) {
	head := slices.IndexFunc(c.words, func(w string) bool { return conditions[w] || relatives[w] })
	if head < 0 {
		return at, false
	}
	first := head + 1
	if conditions[c.words[head]] {
		first++ // who comes before the verb
	}
	or, and := c.join("or", head), c.join("and", head)
	if or < 0 || and < 0 || slices.ContainsFunc(c.words[head:max(or, and)], func(w string) bool { return modal[w] }) {
		return at, false
	}
	one, two := min(or, and), max(or, and)
	if first > one || !slices.ContainsFunc(c.words[first:one], verb) || one+1 >= len(c.words) || amounts[c.words[one+1]] || number.MatchString(c.words[one+1]) || number.MatchString(c.words[one-1]) {
		return at, false
	}
	last := c.finite(two+1, len(c.words))
	if or > and {
		last = last && article[c.words[two+1]] && c.subject(one+1, two)
	} else {
		last = last || two+2 < len(c.words) && verb(c.words[two+1]) && verb(c.words[one+1]) // begins, lacks and lasts
	}
	return document.Span{Start: c.spans[head].Start, End: c.spans[len(c.spans)-1].End}, last
}

// loose returns where a condition, or what tells things apart ("made before noon or for a group
// and paid"), joins three parts with and and or, and the alternative is more than a word.
func (c clause) loose() (at document.Span, ok bool) {
	head := slices.IndexFunc(c.words, func(w string) bool { return conditions[w] || relatives[w] })
	if head < 0 {
		if head = slices.IndexFunc(c.words, func(w string) bool { return len(w) > 4 && strings.HasSuffix(w, "ed") || participles[w] }); head < 1 || !strings.HasSuffix(c.words[head-1], "s") || auxiliary[c.words[head-1]] {
			return at, false
		}
		head--
	}
	or, and := c.join("or", head), c.join("and", head)
	if or < 0 || and < 0 || max(or, and)+2 >= len(c.words) || slices.ContainsFunc(c.words[head:], func(w string) bool { return modal[w] }) {
		return at, false
	}
	one, next := min(or, and), c.words[or+1]
	opens := auxiliary[next] || article[next] && !slices.Contains(c.words[max(head, or-4):or], next) || placing[next] || joining[next]
	if !opens || one-head < 3 || amounts[next] || number.MatchString(next) || !conditions[c.words[head]] && !slices.ContainsFunc(c.words[head:one], verb) {
		return at, false
	}
	return document.Span{Start: c.spans[head].Start, End: c.spans[len(c.spans)-1].End}, true
}

// twoWays are words that style guides warn of, since readers take them for two things: a length of
// time, a day, what "not" denies, what an alternative or a clause behind two nouns belongs to.
var twoWays = model.Words(`bi-?weekly|bi-?monthly|bi-?annual(?:ly)?|semi-?weekly|(?:next|this coming) (?:mon|tues|wednes|thurs|fri|satur|sun)day|`+
	`(?:all|every|each)(?: (?:of|the|its|their|his|her|these|those))* [a-z]+(?: [a-z]+)? (?:is|are|was|were|do|does|must|shall|may|can|will|should) not|`+
	`\d+ (?:seconds|minutes|hours|days|weeks|months|years) or [a-z]{4,}s|`+
	`(?:the|an?) \w+ and the \w+(?: \w+)? or the \w+|(?:the|an?) \w+ or the \w+(?: \w+)? and the \w+`,
	`(?:通知|提醒|告知|联系|抄送|发送给|推送给|发给)`+personHan+`[和与及]`+personHan+`的\p{Han}{2,6}`)

// personHan is somebody in Chinese.
const personHan = `\p{Han}{0,4}(?:[员者师长方户客民属人手友]|用户|家属)`

// subject tells whether words begin with who does something, and go on with a verb.
func (c clause) subject(from, to int) bool {
	return to-from > 2 && article[c.words[from]] && slices.ContainsFunc(c.words[from+1:to], verb)
}

// join returns where a word first stands behind the head of a clause, or -1.
func (c clause) join(w string, head int) int {
	if i := slices.Index(c.words[head+1:], w); i >= 0 {
		return head + 1 + i
	}
	return -1
}

var number = pattern.New(`^\d`)
