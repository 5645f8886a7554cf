package facts

import (
	"math"
	"strings"
	"unicode/utf8"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// lastNoun returns the stem of the last word of a title, or its last two Chinese characters.
func lastNoun(words lexicon, title string) string {
	title = strings.TrimSpace(withoutBrackets(title))
	stems := words.stemsOf(title)
	if len(stems) == 0 || len(strings.Fields(title)) > 4 {
		return ""
	}
	return stems[len(stems)-1]
}

// What a table sums up to, and what the documents say elsewhere that it does: "186 stations"
// in a sentence, and a column of stations that makes 190.

// leastParts is how many parts a column has at least whose sum a text can be held against.
const leastParts = 3

// nearSum is by how much of a sum a number differs from it at most to be meant for it.
const nearSum = .12

// stated is a count of something, where a text gives it.
type stated struct {
	quantity
	in *statement
}

// talliedColumns reports the counts of a session that miss the sum of the one column whose title
// is what they count. Where some text gives the sum itself, the others count something else.
func talliedColumns(f *Found, all []statement, docs []*document.Document) {
	byNoun := map[string][]stated{}
	for i := range all {
		s := &all[i]
		if s.key || s.spoken || outcomeOf(s.text) > 0 || s.table != nil && s.column > 0 && s.at.Len() < 24 {
			continue
		}
		for _, q := range s.amounts {
			if q.unit != "" || q.ends || q.value < leastParts || q.value != math.Trunc(q.value) {
				continue
			}
			for _, noun := range q.noun[max(0, len(q.noun)-2):] {
				if len(byNoun[noun]) < maxHolders {
					byNoun[noun] = append(byNoun[noun], stated{q, s})
				}
			}
		}
	}
	for i := range all {
		listedElsewhere(f, &all[i], byNoun)
	}
	columns := map[string]int{}
	summed := func(visit func(d *document.Document, t *document.Table, column int, noun string)) {
		for _, d := range docs {
			for _, t := range d.Tables {
				for column := 1; column < len(t.Header) && !setAside(t.Section); column++ {
					if noun := lastNoun(f.words, t.Header[column].Text); len(byNoun[noun]) > 0 {
						visit(d, t, column, noun)
					}
				}
			}
		}
	}
	summed(func(_ *document.Document, _ *document.Table, _ int, noun string) { columns[noun]++ })
	summed(func(d *document.Document, t *document.Table, column int, noun string) {
		if columns[noun] == 1 {
			missedSum(f, d, t, column, byNoun[noun])
		}
	})
}

// everyOne is what stands before a count of all there are.
var everyOne = pattern.New(`(?i)\b(?:all|every one of the|each of the)\s+(?:of the |the )?$|(?:全部|所有)(?:的)?\s*$`)

// What shows how many of a thing there are: so often it is said, and in so many documents, and of all that is said of
// how many there are so large a part agrees.
const (
	leastSaid    = 3
	leastSayers  = 2
	leastAgree   = .6
	mostAnother  = 2 // times another number, to be meant for the same
	nounOfCounts = 2 // words, or pairs of characters, that name what is counted
)

// allOfThem reports the one count of all things of a kind that is another one than nearly everything else says: "all 46
// stations", and 42 of them in three places.
func allOfThem(f *Found, all []statement) {
	byNoun, order := map[string][]stated{}, []string(nil)
	for i := range all {
		s := &all[i]
		if s.key || s.spoken || outcomeOf(s.text) > 0 {
			continue
		}
		for _, q := range s.amounts {
			if q.unit != "" || q.ends || q.bound != Exact || q.value < leastParts || q.value != math.Trunc(q.value) || len(q.noun) == 0 || partial(s.text[:q.Start-s.at.Start]) {
				continue
			}
			noun := strings.Join(q.noun[:min(len(q.noun), nounOfCounts)], " ")
			if q.noun[0][0] < utf8.RuneSelf {
				noun = strings.Join(q.noun, " ")
			}
			if byNoun[noun] == nil {
				order = append(order, noun)
			}
			byNoun[noun] = append(byNoun[noun], stated{q, s})
		}
	}
	for _, noun := range order {
		said := byNoun[noun]
		for _, c := range said {
			if !everyOne.MatchString(c.in.text[:c.Start-c.in.at.Start]) {
				continue
			}
			f.look(Values, c.in.doc)
			if other, known := saidByMost(said, c); known {
				f.report(between(Values, Place{c.in.doc, c.in.at}, Place{other.in.doc, other.in.at}, c.says(), other.says()))
			}
		}
	}
}

// saidByMost returns where it is first said how many of a thing there are, if nearly all say so, and one alone says another
// number.
func saidByMost(said []stated, one stated) (first stated, known bool) {
	places, sayers, firsts := map[float64]int{}, map[float64]map[*document.Document]bool{}, map[float64]stated{}
	for _, s := range said {
		if places[s.value]++; places[s.value] == 1 {
			sayers[s.value], firsts[s.value] = map[*document.Document]bool{}, s
		}
		if firsts[s.value].in.doc.JSON != nil {
			firsts[s.value] = s // rather in words
		}
		sayers[s.value][s.in.doc] = true
	}
	for value, n := range places {
		if value != one.value && places[one.value] == 1 && n >= leastSaid && len(sayers[value]) >= leastSayers && float64(n) >= leastAgree*float64(len(said)) && max(value, one.value) <= mostAnother*min(value, one.value) {
			return firsts[value], true
		}
	}
	return stated{}, false
}

// says is the count with what is counted.
func (s stated) says() string {
	said, _, _ := strings.Cut(withNoun(s.in.doc, s.Span, s.in.at.End), "的")
	return said
}

// isList is a sentence that says what all things of a name are.
var isList = pattern.New(`^\W*(?:[Tt]he |[Aa]ll |[Oo]ur )?((?:\pL+ )?\pL+ \pL+s) are:? ([^.:]*,[^.:]* and [^.:,]*)\.?$`)

// listedElsewhere reports the counts of a session that miss how many things a sentence lists under the same name: "all seven
// label variants", and "the label variants are plain, bold, wide".
func listedElsewhere(f *Found, s *statement, byNoun map[string][]stated) {
	m := isList.FindStringSubmatch(s.text)
	if m == nil || s.spoken || s.table != nil {
		return
	}
	name := f.words.stemsOf(m[1])
	if len(name) < 2 {
		return
	}
	for _, c := range byNoun[name[len(name)-1]] {
		n := inlineMembers(m[2], int(c.value))
		if k := len(c.noun); c.in == s || k < 2 || c.noun[k-2] != name[len(name)-2] || c.bound != Exact || n < leastParts || partial(c.in.text[:c.Start-c.in.at.Start]) {
			continue
		}
		f.look(Listed, s.doc)
		if slightlyOff(float64(n), c.value) {
			place := Place{c.in.doc, c.in.at}
			f.look(Listed, c.in.doc)
			f.report(Conflict{Listed, place, Place{s.doc, s.at}, withNoun(c.in.doc, c.Span, c.in.at.End), count(n)})
		}
	}
}

// missedSum reports the one count among some that is nearly the sum of a column.
func missedSum(f *Found, d *document.Document, t *document.Table, column int, counts []stated) {
	last := rows(t)
	numbers, ok := numbersOf(f.words, t, column, last)
	if !ok || numbers[0].unit != "" || len(numbers) < leastParts {
		return
	}
	low, high := extremes(numbers)
	whole := sum(numbers)
	if high > whole*.8 || low <= 0 {
		return
	}
	var near *stated
	for i := range counts {
		switch c := &counts[i]; {
		case c.value == whole:
			return
		case c.bound != Exact || math.Abs(c.value-whole) > nearSum*whole || c.value <= high || partial(c.in.text[:c.Start-c.in.at.Start]):
		case near == nil:
			near = c
		case near.value != c.value:
			return // several numbers of the same, none of them the sum
		}
	}
	if f.look(Sums, d); near != nil {
		at := t.Rows[last-1][column].Span
		here, other := Place{d, at}, Place{near.in.doc, near.in.at}
		said := near.in.doc.Slice(near.Span)
		if compare(here, other) < 0 {
			here, other = other, here
		} else if d != near.in.doc {
			said += " (" + near.in.doc.Path + ")"
		}
		f.report(Conflict{Sums, here, other, said, format(whole)})
	}
}

// labelled cuts the label off a short text that begins with one: "Out of scope: a, b".
func labelled(text string) (label, rest string, ok bool) {
	text = strings.TrimLeft(text, " *_-[]x")
	at := strings.IndexAny(text, ":：")
	if at <= 0 || at > 40 || len(text) > longest {
		return "", "", false
	}
	return strings.Trim(text[:at], " *_"), strings.Trim(text[at:], " *_:："), true
}

// inlineMembers counts the members of a list in a sentence; 0 where what stands there is no
// plain list of names. A member may be two words joined by "and": where the list can be read
// so that it has as many members as are wanted, it has.
func inlineMembers(text string, want int) int {
	text = strings.TrimRight(withoutBrackets(text), " .。;；")
	if last := strings.LastIndex(text, "、"); last >= 0 {
		list, _, _ := strings.Cut(text[last:], "，") // a clause behind the list
		text = text[:last] + list
	}
	if strings.ContainsAny(text, ";；.。!?/") || openEnd.MatchString(text) {
		return 0 // of alternatives, and of examples, nobody knows how many there are
	}
	oxford := strings.Contains(text, ", and ") || strings.Contains(text, ", or ")
	text = strings.NewReplacer(", and ", ",", ", or ", ",", "、", ",", "，", ",").Replace(text)
	joined := strings.NewReplacer(" and ", ",", " or ", ",", " & ", ",", "以及", ",", "和", ",", "与", ",", "及", ",").Replace(text)
	n := 0
	for part := range strings.SplitSeq(joined, ",") {
		part = strings.TrimSpace(part)
		if part == "" || len(strings.Fields(part)) > 5 || utf8.RuneCountInString(part) > 40 || utf8.RuneCountInString(hanRun(part)) > 12 {
			return 0
		}
		n++
	}
	least := strings.Count(text, ",") + 1
	if last := strings.LastIndexByte(text, ','); !oxford && want > 2 && least == n-1 && joiner.FindStringIndex(text)[0] > last {
		return n // its only "and" stands before its last member
	}
	if least <= want && want <= n {
		return want
	}
	return n
}

// joiner joins the last member of a list to the others.
var joiner = pattern.New(` and | or | & |以及|和|与|及`)

// openEnd is the end of a list that names only some of its members.
var openEnd = pattern.New(`(?i)\b(?:etc|and so on|and more|among others)\b|\.\.\.|…|等$|等等`)
