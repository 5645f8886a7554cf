package facts

import (
	"math"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// tally is how many entries a table or a list has, and where it stands.
type tally struct {
	n  int
	at Place
}

var (
	// endpoints are the titles of the columns of a table of calls.
	endpoints = pattern.New(`(?i)^\W*(?:path|endpoint|route|url|uri|路径|接口)\W*$`)
	method    = pattern.New(`(?i)^\W*(?:method|verb|http|方法)`)
	// allOf stands before a number of all there are.
	allOf = pattern.New(`(?i)\b(?:all|the|these|those|exactly|our|its|has|have|with|of|knows?|into|in|are|exist|defines?|provides?|offers?|exposes?)$|全部|所有|共|有|分为|这$`)
	// fragment is a text of counts and nothing else: "9 pages, 7 endpoints".
	fragment = pattern.New(`(?i)^\W*(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) [a-z-]+(?: [a-z-]+)?(?:[,;/·+] ?(?:and )?(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) [a-z-]+(?: [a-z-]+)?)*\W*$`)
)

// tallies counts the entries of tables and lists, by the noun they are called.
func tallies(words lexicon, docs []*document.Document) map[string][]tally {
	all := map[string][]tally{}
	add := func(noun string, n int, at Place) {
		if noun != "" && n >= 2 && len(all[noun]) < maxHolders {
			all[noun] = append(all[noun], tally{n, at})
		}
	}
	for _, d := range docs {
		if d.JSON != nil {
			continue
		}
		tabled := map[*document.Section]int{}
		for _, t := range d.Tables {
			tabled[t.Section]++
		}
		for _, t := range d.Tables {
			at, n := Place{d, t.Header[0].Span}, rows(t)
			if slices.ContainsFunc(t.Header, func(c document.Cell) bool { return endpoints.MatchString(c.Text) }) && method.MatchString(t.Header[0].Text) {
				add(words.stem("endpoints"), n, at)
				continue
			}
			noun := lastNoun(words, t.Header[0].Text)
			add(noun, n, at)
			if t.Section != nil && tabled[t.Section] == 1 {
				if title := lastNoun(words, t.Section.Title); title != noun && plural(t.Section.Title) {
					add(title, n, at)
				}
			}
		}
		listed := map[*document.Section]int{}
		var order []*document.Section
		for _, item := range d.Items {
			if item.Depth == 1 && item.Section != nil && item.Section.Level > 1 && tabled[item.Section] == 0 {
				if listed[item.Section]++; listed[item.Section] == 1 {
					order = append(order, item.Section)
				}
			}
		}
		for _, at := range document.Paragraphs(d) {
			section := d.SectionAt(at.Start)
			if section == nil || section.Level < 2 || !plural(section.Title) || section.Title[len(section.Title)-1] >= 0x80 || strings.TrimSpace(d.Text[section.Start:at.Start]) == "" || tabled[section] > 0 || listed[section] > 0 {
				continue
			}
			first := document.SentencesIn(d, at)[0]
			if lines := d.LineAt(section.Start); strings.TrimSpace(d.Text[lines.End:max(lines.End, at.Start)]) == "" {
				if n := inlineMembers(readable(d, first), 0); n > 2 {
					add(lastNoun(words, section.Title), n, Place{d, first})
				}
			}
		}
		for _, section := range order {
			if plural(section.Title) {
				add(lastNoun(words, section.Title), listed[section], Place{d, document.Span{Start: section.Start, End: d.LineAt(section.Start).End}})
			}
		}
	}
	return all
}

// lastNoun returns the stem of the last word of a title, or its last two Chinese characters.
func lastNoun(words lexicon, title string) string {
	title = strings.TrimSpace(withoutBrackets(title))
	stems := words.stemsOf(title)
	if len(stems) == 0 || len(strings.Fields(title)) > 4 {
		return ""
	}
	return stems[len(stems)-1]
}

// plural tells whether a title names several things.
func plural(title string) bool {
	title = strings.ToLower(strings.TrimSpace(withoutBrackets(title)))
	return strings.HasSuffix(title, "s") && !strings.HasSuffix(title, "ss") || title != "" && title[len(title)-1] >= 0x80
}

// talliedOtherwise reports counts of what a table or a list of the session holds that differ
// from it. That a text speaks of fewer is no slip unless it means all.
func talliedOtherwise(f *Found, all []statement, docs []*document.Document) {
	held := tallies(f.words, docs)
	for i := range all {
		s := &all[i]
		if s.key || s.spoken || s.at.Len() > 400 || outcomeOf(s.text) > 0 || later.MatchString(s.around) {
			continue
		}
		for _, q := range s.amounts {
			if q.unit != "" || len(q.noun) == 0 || q.bound != Exact || q.ends || q.before > 0 || q.value < 2 || q.value > 60 || q.value != math.Trunc(q.value) || strings.Trim(s.text[:q.Start-s.at.Start], " []x*-") == "" && strings.ContainsRune(s.doc.Slice(q.Span), '.') {
				continue
			}
			noun := q.noun[len(q.noun)-1]
			if noun[0] >= 0x80 {
				noun = q.noun[0]
			} else if len(q.noun) > 1 {
				continue
			}
			list := held[noun]
			if len(list) == 0 || len(list) > 2 || len(list) == 2 && list[0].n != list[1].n {
				continue
			}
			one := list[0]
			n := float64(one.n)
			if n == q.value || one.at.Doc == s.doc && s.section != nil && (s.section.Level > 1 && s.section.All().Holds(one.at.At.Start) || s.doc.SectionAt(one.at.At.Start) == s.section) || q.value > 2*n || n > 2*q.value {
				continue
			}
			before, _ := around(s.text, q.Start-s.at.Start, q.End-s.at.Start)
			if partial(s.text[:q.Start-s.at.Start]) || q.value < n && !countsOnly(s.text) && !allOf.MatchString(before) {
				continue
			}
			f.look(Listed, s.doc)
			f.report(Conflict{Listed, Place{s.doc, s.at}, one.at, oneLine(s.doc.Slice(document.Span{Start: q.Start, End: min(s.at.End, q.End+nounSpan(s.doc.Text[q.End:s.at.End]))})), count(one.n)})
			break
		}
	}
}

// nounSpan returns how far the word after a number goes.
func nounSpan(text string) int {
	n := len(text) - len(strings.TrimLeft(text, " -"))
	return n + wordEnd(text[n:])
}

// countsOnly tells whether a text gives counts and nothing else, behind a label or not.
func countsOnly(text string) bool {
	if _, rest, ok := labelled(text); ok {
		text = rest
	}
	return fragment.MatchString(text)
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

// later is said of what is not done now.
var later = pattern.New(`(?i)\b(?:v[2-9]|future|later|deferred|backlog|phase [2-9]|post[- ]mvp|parked)\b|以后|后续|二期|远期`)

// labelled cuts the label off a short text that begins with one: "Out of scope: a, b".
func labelled(text string) (label, rest string, ok bool) {
	text = strings.TrimLeft(text, " *_-[]x")
	at := strings.IndexAny(text, ":：")
	if at <= 0 || at > 40 || len(text) > longest {
		return "", "", false
	}
	return strings.Trim(text[:at], " *_"), strings.Trim(text[at:], " *_:："), true
}
