package records

import (
	"slices"
	"strings"

	"discussd/internal/text/pattern"
)

// Pair is two values of one thing of which one must be wrong.
type Pair struct{ A, B Value }

// Same tells whether two texts are one amount; known is false where either is none.
type Same func(a, b string) (same, known bool)

// Bounds of the comparison.
const (
	mostLists = 400
	agreeing  = 3   // things in which two columns agree, with as many values
	copies    = 2   // columns that agree in all things, of lists that are copies
	covered   = .66 // of the things of the smaller list, that the other has too
)

// Odd returns the values in which two columns differ that agree in all other things which both
// lists have. same compares two amounts, where both texts are one.
func Odd(lists []List, same Same) (pairs []Pair) {
	lists = lists[:min(len(lists), mostLists)]
	having := map[string][]int{} // the lists by the names of their things
	for i := range lists {
		for _, key := range lists[i].keys {
			having[key] = append(having[key], i)
		}
	}
	for i := range lists {
		shared := map[int]int{}
		for _, key := range lists[i].keys {
			for _, j := range having[key] {
				if j > i {
					shared[j]++
				}
			}
		}
		for j := i + 1; j < len(lists); j++ {
			a, b := &lists[i], &lists[j]
			if n := shared[j]; n >= least && !forms(a, b) && float64(n) >= covered*float64(min(len(a.keys), len(b.keys))) {
				pairs = append(pairs, oddOf(a, b, same)...)
			}
		}
	}
	return pairs
}

// forms tells whether two lists may be one form that is filled in for two things: blocks of data,
// or tables of one value for each name with the same titles. Such a value may well be the same but
// for the name.
func forms(a, b *List) bool {
	return !a.table && !b.table || len(a.columns) == 2 && a.table && b.table && slices.Equal(a.columns, b.columns)
}

// oddOf compares each column of a list with each of another. A column that agrees with another
// in all things is settled. Where several are, the lists are copies of each other, and fewer
// things need to agree in a column for one to be odd.
func oddOf(a, b *List, same Same) []Pair {
	settled := 0
	for _, enough := range [...]int{agreeing, agreeing - 1} {
		var odd []Pair
		for _, x := range a.columns {
			pair, copied := oddIn(a, b, x, same, enough)
			if copied {
				settled++
			}
			odd = append(odd, pair...)
		}
		if len(odd) > 0 || settled < copies {
			return odd
		}
	}
	return nil
}

// oddIn compares a column of a list with each of another: copied tells that one agrees with it.
func oddIn(a, b *List, x string, same Same, enough int) (odd []Pair, copied bool) {
	for _, y := range b.columns {
		if changing.MatchString(x) || changing.MatchString(y) {
			continue
		}
		switch pair, agree := compare(a, b, x, y, same, enough); {
		case agree && pair == nil:
			return nil, true
		case agree:
			odd = append(odd, *pair)
		}
	}
	if len(odd) > 1 {
		return nil, false // nobody knows which column it is
	}
	return odd, false
}

// changing are columns that are meant to differ from others: of another time, or of what is done.
var changing = pattern.New(`(?i)\b(?:before|after|old|new|previous|current(?:ly)?|former|was|now|actual|status|state|done|v\d+|today|result|measured|notes?|remarks?)\b|旧|新|之前|当前|现状|状态|实际|备注`)

// compare holds a column of one list against one of another: agree tells that they have the same
// values, but for one where there is a pair.
func compare(a, b *List, x, y string, same Same, enough int) (odd *Pair, agree bool) {
	values := map[string]bool{}
	n, differ := 0, 0
	for _, key := range a.keys {
		v, w, ok := both(a.values[key], b.values[key], x, y)
		if !ok {
			continue
		}
		equal, known := same(v.Text, w.Text)
		switch {
		case equal, plain(v.Text) == plain(w.Text):
			n++
			values[plain(v.Text)] = true
		case known, isName(v.Text) && isName(w.Text):
			differ++
			odd = &Pair{v, w}
		default:
			return nil, false // a name here and a number there: other things
		}
	}
	if n < enough || differ > 1 || len(values) < enough || counts(values) {
		return nil, false
	}
	return odd, true
}

// both returns the value that each of two things has in a column.
func both(a, b []Value, x, y string) (v, w Value, ok bool) {
	i := slices.IndexFunc(a, func(v Value) bool { return v.Name == x })
	j := slices.IndexFunc(b, func(v Value) bool { return v.Name == y })
	if i < 0 || j < 0 || plain(a[i].Text) == "" || plain(b[j].Text) == "" || strings.Trim(a[i].Text+b[j].Text, "-–— ") == "" {
		return v, w, false
	}
	return a[i], b[j], true
}

// isName tells whether a text is a name or a word and neither a sentence nor an amount.
func isName(text string) bool {
	return !strings.ContainsAny(text, "0123456789") && len(strings.Fields(text)) <= 3 && len(text) <= 40 && !strings.ContainsAny(text, ",;，；、/")
}

// counts tells whether some values only number the rows: 1, 2, 3.
func counts(values map[string]bool) bool {
	for v := range values {
		if strings.Trim(v, "0123456789") != "" || len(v) > 2 {
			return false
		}
	}
	return values["1"] && values["2"]
}
