package speckit

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

// numeral is the number of a principle, in the three ways to write one.
const numeral = `([IVX]{1,5}|\d{1,2}|[一二三四五六七八九十])`

var (
	// leading is a numeral that a line of the constitution begins with, marks of lists and boxes aside: digits in headings alone.
	leading = pattern.New(`^[^\p{L}\p{N}]*(?:(?:(?i:Principle|Article)\s+|原则\s*|第)` + numeral + `|([IVX]{1,5}))(?:[^\p{L}\p{N}]|[条章])|^#+\s*(\d{1,2})[.)]`)
	// roman is such a numeral of a line in the check itself, before the name of its principle.
	roman = pattern.New(`^(?:\[[xX]\]|[^\p{L}\p{N}])*([IVX]{1,5})[.:：、)]\s*\**\s*\p{L}`)
	// principle is a number that is called one of the constitution's wherever it stands.
	principle = pattern.New(`(?i:\b(?:Principles?|Constitution))\s+([IVX]{1,5})\b|(?i:\bPrinciple)\s+(\d{1,2})(?:[^\w.%]|\.\s|\.?$)|(?:原则|(?:章程|宪法|宪章)第?)\s*` + numeral + `(?:[条章]|[^\p{L}\p{N}]|$)`)
)

// ordinal is a numeral as a number, "" of what is none.
func ordinal(written string) string {
	if written == "" || written[0] >= '0' && written[0] <= '9' {
		return strings.TrimLeft(written, "0")
	}
	if at := strings.Index("一二三四五六七八九十", written); at >= 0 {
		return model.Itoa(at/len("一") + 1)
	}
	value, before := 0, 0
	for i := len(written) - 1; i >= 0; i-- {
		one := map[byte]int{'I': 1, 'V': 5, 'X': 10}[written[i]]
		if one < before {
			one = -one
		} else {
			before = one
		}
		value += one
	}
	return model.Itoa(value)
}

// titled is the heading of a principle: its number, and its name.
var titled = pattern.New(`^#{2,4}\s+(?:(?i:Principle|Article)\s+)?` + numeral + `(?:[.:：、)]\s*|\s+)(\S.*)$`)

var (
	dated   = pattern.New(`(?i)\*\*(?:Date|Created|日期|创建日期)\*\*\s*[:：]\s*(\d{4}-\d\d-\d\d)`)
	amended = pattern.New(`(?i)\*\*(?:Last Amended|最后修订|最近修订)\*\*\s*[:：]\s*(\d{4}-\d\d-\d\d)`)
)

// checkedAnother tells whether a plan is older than the last change of the constitution: what it checks is another one.
func checkedAnother(plan, constitution *document.Document) bool {
	made, changed := dated.FindStringSubmatch(plan.Text), amended.FindStringSubmatch(constitution.Text)
	return made != nil && changed != nil && made[1] < changed[1]
}

// leastPrinciples is how many principles a check has, at least, to be one of all of them.
const leastPrinciples = 3

// uncheckedPrinciple is about the one principle that the check of a plan leaves out, where it has all others.
func uncheckedPrinciple(s *model.Session, d *document.Document, hit native.Hit) bool {
	var gates []*document.Section
	for _, section := range d.Sections {
		if section.Level > 0 && gate.MatchString(section.Title) {
			gates = append(gates, section)
		}
	}
	constitutions := frameworks.Find(s, frameworks.Matching(`(?:^|/)memory/constitution\.md$`))
	if len(gates) != 1 || len(constitutions) != 1 || checkedAnother(d, constitutions[0]) {
		return false
	}
	checked := map[string]document.Span{}
	check := d.Slice(gates[0].All())
	for _, l := range frameworks.Lines(d) {
		if m := leading.FindStringSubmatch(strings.TrimLeft(l.Text, "|-*[]xX ") + " "); m != nil && gates[0].All().Holds(l.Start) {
			checked[ordinal(m[1]+m[2]+m[3])] = l.Span
		}
	}
	var missing []string
	var at, last document.Span // behind which row it belongs, and the row before
	var where model.Other
	named := 0
	for _, l := range frameworks.Lines(constitutions[0]) {
		m := titled.FindStringSubmatch(l.Text)
		if m == nil {
			continue
		}
		row, has := checked[ordinal(m[1])]
		switch {
		case has:
			named, last = named+1, row
		case strings.Contains(strings.ToLower(check), strings.ToLower(strings.TrimSpace(m[2]))):
			named++
		default:
			missing = append(missing, m[1]+". "+model.Plain(m[2]))
			at, where = last, model.Other{Doc: constitutions[0], At: l.Span}
		}
	}
	if at.Len() == 0 {
		at = model.HeadingOf(d, gates[0])
	}
	if named >= leastPrinciples && len(missing) == 1 {
		hit(d, at, model.Target(missing[0]), model.Note(model.Itoa(named)), where)
	}
	return named >= leastPrinciples
}

// unknownPrinciples is about a plan that cites a principle which the constitution does not have, by that word or by
// its number at the beginning of a line of the check.
func unknownPrinciples(s *model.Session, d *document.Document, hit native.Hit) bool {
	known := map[string]bool{}
	for _, c := range frameworks.Find(s, frameworks.Matching(`(?:^|/)memory/constitution\.md$`)) {
		if checkedAnother(d, c) {
			return false
		}
		for _, l := range frameworks.Lines(c) {
			if m := leading.FindStringSubmatch(l.Text + " "); m != nil {
				known[ordinal(m[1]+m[2]+m[3])] = true
			}
		}
	}
	if len(known) < 2 || !known["1"] {
		return false
	}
	for _, l := range frameworks.Lines(d) {
		found := principle.FindAllStringSubmatchIndex(l.Text, 20)
		if m := roman.FindStringSubmatchIndex(l.Text); m != nil && d.SectionAt(l.Start).Titled(gate) {
			found = append(found, m)
		}
		for _, m := range found {
			for i := 2; i < len(m); i += 2 {
				if m[i] >= 0 && !known[ordinal(l.Text[m[i]:m[i+1]])] && !frameworks.Aside(s, l.Text, m[0], m[1]) {
					hit(d, l.At(m[i], m[i+1]), model.Target(l.Text[m[i]:m[i+1]]))
				}
			}
		}
	}
	return true
}
