package facts

import (
	"slices"
	"strings"

	"discussd/critique/document"
)

// leastHolding is how many rows of a table bear out what its columns have to do with each
// other, before the one row that does not is called wrong.
const leastHolding = 2

// wrongRow reports the one row of a table in which three columns do not fit together as they do
// in all the others: one is the sum or the product of the other two.
func wrongRow(f *Found, d *document.Document, t *document.Table) {
	rows := rows(t)
	if rows <= leastHolding || len(t.Header) < 3 || len(t.Header) > 10 || len(t.Rows) > maxPaired {
		return
	}
	var columns [][]quantity
	var at []int
	for i := range t.Header {
		if numbers, ok := numbersOf(f.words, t, i, rows); ok && numbers[0].unit != "clock" {
			columns, at = append(columns, numbers), append(at, i)
		}
	}
	for a := range columns {
		for b := range columns {
			for c := range columns {
				if a == c || b == c || a >= b {
					continue
				}
				for _, product := range [...]bool{false, true} {
					wrong, whole, ok := exception(columns[a], columns[b], columns[c], product)
					if !ok {
						continue
					}
					f.look(Sums, d)
					place, text := Place{d, t.Rows[wrong][at[c]].Span}, strings.TrimSpace(t.Rows[wrong][at[c]].Text)
					f.report(Conflict{Sums, place, place, text, inUnitOf(f.words, text[max(0, strings.IndexAny(text, "0123456789")):], columns[c][wrong].unit, whole)})
					return
				}
			}
		}
	}
}

// exception returns the one row in which the last of three columns is not the sum or the product of the others as in
// all other rows, and what it were. A constant beside a product is a matter of units: watts times hours.
func exception(x, y, z []quantity, product bool) (wrong int, whole float64, ok bool) {
	made, constants := func(row int) float64 { return x[row].value + y[row].value }, []float64{1}
	if product {
		made = func(row int) float64 { return x[row].value * y[row].value }
		constants = []float64{z[0].value / made(0), z[1].value / made(1)} // the first row may be the wrong one
	}
	for _, times := range constants {
		wrong, holds := -1, 0
		for row := range x {
			if near(made(row)*times, z[row].value) {
				holds++
			} else {
				wrong = row
			}
		}
		if holds != len(x)-1 || product && (near(x[wrong].value*z[wrong].value, y[wrong].value) || near(y[wrong].value*z[wrong].value, x[wrong].value)) {
			continue // what is a factor of the others is not made of them
		}
		if holds > leastHolding || holds == leastHolding && near(times, 1) {
			return wrong, made(wrong) * times, true
		}
	}
	return 0, 0, false
}

// Rows of a table against a limit that stands elsewhere: "a package is at most 180 MB", and a
// table of packages of which one has 204 MB. That the other rows keep the limit shows that it
// is theirs.

// leastKept is the share of the rows that keep a limit which one of them breaks.
const leastKept = .6

// brokenLimits reports the rows of tables that do not keep a limit which the others keep.
func brokenLimits(f *Found, w *weights, all []statement) {
	type column struct {
		table *document.Table
		at    int
	}
	var order []column
	cells := map[column][]value{}
	var limits []value
	for i := range all {
		s := &all[i]
		found := slices.Clone(s.amounts)
		if s.table != nil {
			found = columnUnit(s, found)
		}
		for _, q := range found {
			v := value{statement: s, quantity: q, number: i}
			switch bounded := q.bound != Exact && !q.ends; {
			case q.unit == "" || q.unit == "%" || q.unit == "clock":
			case bounded && s.table == nil && !s.key && len(limits) < maxHolders && !s.spoken && outcomeOf(s.text) == 0:
				limits = append(limits, v)
			case q.bound == Exact && s.table != nil && s.column > 0 && len(found) == 1 && letters(s.text) <= 14:
				c := column{s.table, s.column}
				if cells[c] == nil {
					order = append(order, c)
				}
				cells[c] = append(cells[c], v)
			}
		}
	}
	for _, c := range order {
		for i := range limits {
			if broken, ok := breaking(w, cells[c], &limits[i]); ok {
				f.look(Values, broken.doc)
				if broken.statement != nil && broken.value > 0 {
					l := &limits[i]
					f.report(between(Values, broken.place(), l.place(), broken.says(), l.says()))
					break
				}
			}
		}
	}
}

// breaking returns the one cell of a column that breaks a limit which the others keep, where the
// limit speaks of what the table is about.
func breaking(w *weights, cells []value, limit *value) (broken *value, ok bool) {
	if len(cells) < leastParts || cells[0].unit != limit.unit || cells[0].section == limit.section && cells[0].doc == limit.doc {
		return nil, false
	}
	s := cells[0].statement
	title := ""
	if s.section != nil {
		title = s.section.Title
	}
	about, of := w.terms(title+" "+s.title+" "+s.table.Header[0].Text), w.terms(limit.clause()+" "+limit.text)
	weight := 0.0
	for _, term := range without(about, nil) {
		for _, other := range of {
			if term == other {
				weight += w.weight(term)
				break
			}
		}
	}
	if weight < .5 {
		return nil, false
	}
	kept := 0
	for i := range cells {
		c := &cells[i]
		if limit.bound == Most && c.value <= limit.value*1.0001 || limit.bound == Least && c.value >= limit.value*.9999 {
			kept++
		} else if broken != nil {
			return nil, false // it is no limit of these
		} else {
			broken = c
		}
	}
	near := broken != nil && max(broken.value, limit.value) <= 2*min(broken.value, limit.value)
	if broken == nil || !near || float64(kept) < leastKept*float64(len(cells)) || strings.Contains(strings.ToLower(broken.label), "total") {
		return nil, false
	}
	return broken, true
}
