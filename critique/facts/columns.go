package facts

import (
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
		if numbers := numbersIn(f, t, i, rows); numbers != nil {
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
					holds, wrong := 0, -1
					for row := range rows {
						x, y, z := columns[a][row].value, columns[b][row].value, columns[c][row].value
						whole := x + y
						if product {
							whole = x * y
						}
						switch {
						case near(whole, z):
							holds++
						default:
							wrong = row
						}
					}
					if holds >= leastHolding && holds == rows-1 && holds > 0 && varied(columns[c]) && sameUnits(product, columns[a], columns[b], columns[c]) {
						f.look(Sums, d)
						place := Place{d, t.Rows[wrong][at[c]].Span}
						x, y := columns[a][wrong].value, columns[b][wrong].value
						whole := x + y
						if product {
							whole = x * y
						}
						f.report(Conflict{Sums, place, place, strings.TrimSpace(t.Rows[wrong][at[c]].Text), format(whole)})
						return
					}
				}
			}
		}
	}
	unequalRows(f, d, t, rows, columns, at)
}

// unequalRows reports the one row whose two amounts do not make up what they make up in all the
// others, where the section names that amount.
func unequalRows(f *Found, d *document.Document, t *document.Table, rows int, columns [][]quantity, at []int) {
	for a := range columns {
		for b := range a {
			unit := columns[a][0].unit
			if unit == "" || unit == "clock" || unit != columns[b][0].unit {
				continue
			}
			counted := map[float64]int{}
			for row := range rows {
				counted[columns[a][row].value+columns[b][row].value]++
			}
			for row := range rows {
				whole := columns[a][row].value + columns[b][row].value
				for common, n := range counted {
					if counted[whole] == 1 && n == rows-1 && n >= leastHolding && namedIn(f, d, t, common, unit) {
						place := Place{d, t.Rows[row][at[a]].Span}
						f.look(Sums, d)
						f.report(Conflict{Sums, place, place, format(common), format(whole)})
						return
					}
				}
			}
		}
	}
}

// namedIn tells whether the text of a table's section gives an amount.
func namedIn(f *Found, d *document.Document, t *document.Table, value float64, unit string) bool {
	if t.Section == nil {
		return false
	}
	text := d.Text[t.Section.Start:min(t.Section.End, t.Section.Start+4*longest)]
	for _, q := range f.words.quantities(text, 0) {
		if q.unit == unit && near(q.value, value) {
			return true
		}
	}
	return false
}

// numbersIn returns the one number of each cell of a column, nil where some cell holds none.
func numbersIn(f *Found, t *document.Table, column, rows int) []quantity {
	var numbers []quantity
	for _, row := range t.Rows[:rows] {
		text := strings.Trim(row[column].Text, " *`")
		all := f.words.quantities(text, 0)
		if len(all) != 1 || all[0].bound != Exact || all[0].ends || all[0].unit == "clock" || letters(text[all[0].End:]) > 12 || letters(text[:all[0].Start]) > 4 {
			return nil
		}
		numbers = append(numbers, all[0])
	}
	return numbers
}

// varied tells whether numbers are not all the same: of what is the same everywhere nothing
// depends on anything.
func varied(numbers []quantity) bool {
	for _, q := range numbers {
		if q.value != numbers[0].value {
			return true
		}
	}
	return false
}

// sameUnits tells whether three columns may be parts and a whole.
func sameUnits(product bool, a, b, whole []quantity) bool {
	return product || a[0].unit == b[0].unit && b[0].unit == whole[0].unit
}
