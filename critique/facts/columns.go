package facts

import (
	"math"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
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
		if numbers, ok := numbersOf(f.words, t, i, rows); ok && numbers[0].unit != "clock" && (i > 0 || !counting(numbers)) {
			columns, at = append(columns, numbers), append(at, i)
		}
	}
	report := func(c, wrong int, whole float64) {
		f.look(Sums, d)
		place, text := Place{d, t.Rows[wrong][at[c]].Span}, strings.TrimSpace(t.Rows[wrong][at[c]].Text)
		f.report(Conflict{Sums, place, place, text, inUnitOf(f.words, text[max(0, strings.IndexAny(text, "0123456789")):], columns[c][wrong].unit, whole)})
	}
	for a := range columns {
		for c := range columns {
			if wrong, whole, ok := apartOnce(columns[a], columns[c]); ok {
				report(c, wrong, whole)
				return
			}
		}
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
					report(c, wrong, whole)
					return
				}
			}
		}
	}
}

// ofCount is the title of a column that says how many a row has.
var ofCount = pattern.New(`(?i)^\W*(?:count|number|total|#|n)\W*$|^(?:数量|条数|个数|计数|合计)$`)

// oneID is an ID alone, or a link that is called by it.
var oneID = pattern.New(`^\W*[A-Z][A-Za-z]{0,7}(?:-[A-Z]+)*-?\d+[a-z]?(?:\]\([^()]*\))?\W*$`)

// wrongCount reports the one row whose number is not that of the IDs which its row lists, where that of another one is:
// "| Must | F-01, F-02, F-03 | 4 |".
func wrongCount(f *Found, d *document.Document, t *document.Table) {
	column := slices.IndexFunc(t.Header, func(c document.Cell) bool { return ofCount.MatchString(c.Text) })
	if column < 1 {
		return
	}
	listed := func(row []document.Cell) (n int) {
		for _, cell := range row[1:] {
			parts := strings.FieldsFunc(cell.Text, func(c rune) bool { return strings.ContainsRune(",、，;；", c) })
			if len(parts) > 1 && !slices.ContainsFunc(parts, func(part string) bool { return !oneID.MatchString(part) }) {
				n = len(parts)
			}
		}
		return n
	}
	holds, wrong := 0, -1
	for i, row := range t.Rows {
		switch n, said := listed(row), plainNumber(strings.TrimSpace(row[column].Text)); {
		case n == 0:
		case float64(n) == said:
			holds++
		case wrong >= 0 || said < 2 || !slightlyOff(float64(n), said):
			return
		default:
			wrong = i
		}
	}
	if wrong >= 0 && holds > 0 {
		f.look(Listed, d)
		here := Place{d, t.Rows[wrong][column].Span}
		f.report(Conflict{Listed, here, here, strings.TrimSpace(t.Rows[wrong][column].Text), count(listed(t.Rows[wrong]))})
	}
}

// counting tells whether each number is one more than that before it: a first column of these says which row it is, wave 1 and
// wave 2, and is part of nothing.
func counting(numbers []quantity) bool {
	for i := range numbers {
		if !near(numbers[i].value, numbers[0].value+float64(i)) {
			return false
		}
	}
	return true
}

// wrongMean reports the rows of a column of averages that the other numbers of the row do not give, where those of most rows do.
func wrongMean(f *Found, d *document.Document, t *document.Table) {
	title := func(c document.Cell) bool { return mean.MatchString(c.Text) }
	at, rows := slices.IndexFunc(t.Header, title), rows(t)
	if at < 1 || rows <= leastHolding || len(t.Rows) > maxPaired {
		return
	}
	said, ok := numbersOf(f.words, t, at, rows)
	made, parts := make([]float64, rows), 0
	for i := range t.Header[:at] {
		if numbers, known := numbersOf(f.words, t, i, rows); known && ok && numbers[0].unit == said[0].unit && !nameColumn.MatchString(t.Header[i].Text) {
			for row := range made {
				made[row] += numbers[row].value
			}
			parts++
		}
	}
	var wrong []int
	for row := range made {
		made[row] /= float64(max(parts, 1))
		if ok && math.Abs(made[row]-said[row].value) > .051*math.Abs(said[row].value) {
			wrong = append(wrong, row)
		}
	}
	if parts < 2 || rows-len(wrong) < leastHolding {
		return
	}
	f.look(Sums, d)
	for _, row := range wrong {
		cell := Place{d, t.Rows[row][at].Span}
		f.report(Conflict{Sums, cell, cell, strings.TrimSpace(t.Rows[row][at].Text), format(made[row])})
	}
}

// exception returns the one row in which the last of three columns is not the sum or the product of the others as in
// all other rows, and what it were. A constant beside a product is a matter of units: watts times hours. Euros times
// euros are nothing, and neither that a number is itself and zero nor the same result again shows anything.
func exception(x, y, z []quantity, product bool) (wrong int, whole float64, ok bool) {
	made, constants := func(row int) float64 { return x[row].value + y[row].value }, []float64{1}
	if product {
		if unit := x[0].unit; unit != "" && unit == y[0].unit && unit == z[0].unit {
			return 0, 0, false
		}
		made = func(row int) float64 { return x[row].value * y[row].value }
		constants = []float64{z[0].value / made(0), z[1].value / made(1)} // the first row may be the wrong one
	}
	for _, times := range constants {
		if times == 0 {
			continue // what is nothing everywhere is made of anything
		}
		wrong, holds, trivial, seen := -1, 0, 0, map[float64]bool{}
		for row := range x {
			switch {
			case !near(made(row)*times, z[row].value):
				wrong = row
			case x[row].value*y[row].value == 0 || seen[z[row].value]:
				trivial++
			default:
				seen[z[row].value] = true
				holds++
			}
		}
		if holds+trivial != len(x)-1 || product && (near(x[wrong].value*z[wrong].value, y[wrong].value) || near(y[wrong].value*z[wrong].value, x[wrong].value)) {
			continue // what is a factor of the others is not made of them
		}
		if holds > leastHolding || holds == leastHolding && near(times, 1) {
			return wrong, made(wrong) * times, true
		}
	}
	return 0, 0, false
}

// apartOnce returns the one row in which a column is not so many times another as in the rest, by a slip of the pen.
func apartOnce(x, z []quantity) (wrong int, whole float64, ok bool) {
	for _, times := range []float64{z[0].value / x[0].value, z[1].value / x[1].value} {
		seen, off := map[float64]bool{}, 0
		for row := range x {
			if seen[x[row].value] = true; !near(x[row].value*times, z[row].value) {
				wrong, off = row, off+1
			}
		}
		if whole = x[wrong].value * times; off == 1 && len(seen) == len(x) && times > 0 && !near(times, 1) && slip(format(whole), format(z[wrong].value)) {
			return wrong, whole, true
		}
	}
	return 0, 0, false
}

// slip tells whether two numbers of four digits or more differ in one of these, or in the order of two neighbours.
func slip(a, b string) bool {
	if len(a) != len(b) || len(a) < 4 {
		return false
	}
	i, j := 0, len(a)
	for ; i < j && a[i] == b[i]; i++ {
	}
	for ; i < j && a[j-1] == b[j-1]; j-- {
	}
	return j-i == 1 || j-i == 2 && a[i] == b[j-1] && a[j-1] == b[i]
}

// formulaOf is a formula of two names, which other rows of its table have.
var formulaOf = pattern.New(`^=? ?([\pL_][\pL\d_ ]*?) ?([-+−–×*÷/]) ?([\pL_][\pL\d_ ]*)$`)

// wrongFormulas reports the examples beside a formula that those of the rows which it names do not make: "net_kg | gross_kg −
// tare_kg | 26,840".
func wrongFormulas(f *Found, d *document.Document, t *document.Table) {
	plain := func(text string) string { return strings.ToLower(strings.Trim(text, " *`")) }
	rows := map[string]int{}
	for i, row := range t.Rows {
		rows[plain(row[0].Text)] = i
	}
	for i, row := range t.Rows {
		for j := range row {
			m := formulaOf.FindStringSubmatch(strings.ReplaceAll(plain(row[j].Text), "`", ""))
			if m == nil {
				continue
			}
			a, first := rows[m[1]]
			b, second := rows[m[3]]
			signs, _ := signsIn(strings.NewReplacer("-", "−", "/", "÷").Replace(m[2]))
			for column := range t.Header {
				if !first || !second || column == j {
					continue
				}
				var all []measured
				for _, at := range [...]int{a, b, i} {
					if one := amountsOf(f.words, f.words.plain(t.Rows[at][column].Text)); len(one) == 1 {
						all = append(all, one...)
					}
				}
				if len(all) != 3 {
					continue
				}
				f.look(Sums, d)
				e := expression{"n" + signs + "n", all}
				if made := e.sum(); !made.meant(&all[2], false) {
					place := Place{d, row[column].Span}
					f.report(Conflict{Sums, place, place, strings.TrimSpace(row[column].Text), format(made.plain)})
				}
			}
		}
	}
}

// outsideRange holds the default of each setting in a table against the range that its row allows.
func outsideRange(f *Found, d *document.Document, t *document.Table) {
	value, allowed := t.Column("default", "default value", "默认值", "默认"), t.Column("range", "allowed", "allowed range", "limits", "范围", "取值范围", "允许范围")
	if value < 0 || allowed < 0 || value == allowed {
		return
	}
	for _, row := range t.Rows {
		one, ends := f.words.quantities(row[value].Text, 0), f.words.quantities(row[allowed].Text, 0)
		if len(one) != 1 || len(ends) != 2 || one[0].unit != ends[1].unit || one[0].unit == "clock" {
			continue
		}
		low, high := ends[0].value, ends[1].value
		if ends[0].unit == "" && high != 0 {
			low *= high / plainOf(row[allowed].Text, ends[1])
		}
		f.look(Values, d)
		if at := one[0].value; low < high && (at < low || at > high) {
			f.report(between(Values, Place{d, row[value].Span}, Place{d, row[allowed].Span}, row[value].Text, row[allowed].Text))
		}
	}
}

// bothTotal is the title of a column with the sum of those before it.
var bothTotal = pattern.New(`(?i)^\W*(?:both|together|in all|altogether)\W*$`)

// acrossRows reports the cells of a column of totals that are not the sum of their row, where they are in another row.
// It says that it is a sum, or is the sum of so many columns in the other rows.
func acrossRows(f *Found, d *document.Document, t *document.Table) {
	for column := 2; column < len(t.Header); column++ {
		least := leastParted
		if title := t.Header[column].Text; !total(title) && !bothTotal.MatchString(title) {
			least = leastUntitled
		}
		holding, wrong := 0, Conflict{}
		for _, row := range t.Rows {
			whole, ok := numberIn(f.words, row[column])
			made, parts := 0.0, 0
			for _, cell := range row[1:column] {
				one, single := numberIn(f.words, cell)
				if ok = ok && single && one.unit == whole.unit; ok {
					made, parts = made+one.value, parts+1
				}
			}
			switch {
			case !ok || parts < least:
			case near(made, whole.value):
				holding++
			case math.Abs(made-whole.value) <= nearSum*made:
				at := Place{d, row[column].Span}
				wrong = Conflict{Sums, at, at, strings.TrimSpace(row[column].Text), inUnitOf(f.words, strings.TrimSpace(row[column].Text), whole.unit, made)}
			}
		}
		if f.look(Sums, d); holding >= leastHolding && wrong.Says != "" {
			f.report(wrong)
		}
	}
}

// leastUntitled is how many columns a last one sums up, at least, that does not say so.
const leastUntitled = 3

// priced is a label that says how many of something there are, and what one costs: "14 tablets at 1,150".
var priced = pattern.New(`^\W*(\d[\d,.]*) (?:\pL[\pL-]* ){1,4}(?:at|@|×|x|à|zu) (?:[A-Z]{3} |[$€£¥])?(\d[\d,.]*)\W*$`)

// pricedRows reports the one number of a row that is not the product in its label.
func pricedRows(f *Found, d *document.Document, t *document.Table) {
	for _, row := range t.Rows {
		m := priced.FindStringSubmatch(row[0].Text)
		if m == nil || len(row) != 2 {
			continue
		}
		said, made := plainNumber(leadingNumber(strings.TrimLeft(row[1].Text, " *€$£¥"))), plainNumber(m[1])*plainNumber(m[2])
		if f.look(Sums, d); said > 0 && !near(said, made) && said < nearlyMade*made && made < nearlyMade*said {
			at := Place{d, row[1].Span}
			f.report(Conflict{Sums, at, at, strings.TrimSpace(row[1].Text), format(made)})
		}
	}
}

// reckonedRows reports the cell beside a product or another expression that is not what it comes to: "212,000 × 28 MB | 5.9 TB".
func reckonedRows(f *Found, d *document.Document, t *document.Table) {
	for _, row := range t.Rows {
		for column := 2; column < len(row); column++ {
			left, right := f.words.plain(row[column-1].Text), f.words.plain(row[column].Text)
			if !strings.ContainsAny(left, "×*÷+") || strings.ContainsAny(left+right, "=≈") || len(amountsOf(f.words, right)) != 1 {
				continue
			}
			for _, r := range equations(f.words, left+" = "+right) {
				q, made := amountsOf(f.words, right)[0], amountsOf(f.words, left)
				f.look(Sums, d)
				if at := (Place{d, row[column].Span}); !r.holds && slices.ContainsFunc(made, func(m measured) bool { return m.of == q.of }) && q.fits(plainNumber(r.is)*q.scale, outageOff) {
					f.report(Conflict{Sums, at, at, strings.TrimSpace(row[column].Text), r.is})
				}
			}
		}
	}
}

// sumAbove sums up the last column with numbers of the table right above a paragraph that begins with a sum: "Sum 94 of 100",
// "20 working days in total." It knows nothing where that is far from what is written.
func sumAbove(words lexicon, d *document.Document, at document.Span, q quantity) (whole float64, ok bool) {
	i := slices.IndexFunc(d.Tables, func(t *document.Table) bool {
		return t.Span.End <= at.Start && strings.TrimSpace(d.Text[t.Span.End:at.Start]) == ""
	})
	if text := readable(d, at); i < 0 || len(q.noun) > 0 || !sumFirst.MatchString(text) || strings.ContainsAny(d.Text[at.Start:q.Start], "0123456789") {
		return 0, false
	}
	t := d.Tables[i]
	for column := len(t.Header) - 1; column > 0; column-- {
		numbers, known := firstNumbers(words, t, column)
		if !known {
			continue
		}
		whole = sum(numbers)
		if scale := q.value / plainNumber(leadingNumber(d.Slice(q.Span))); numbers[0].unit == "" {
			whole *= scale
		}
		return whole, math.Abs(whole-q.value) <= nearParted*q.value && (numbers[0].unit == q.unit || numbers[0].unit == "")
	}
	return 0, false
}

// sumFirst is a paragraph that begins with the sum of what stands above it.
var sumFirst = pattern.New(`(?i)^\W*(?:(?:the )?(?:sum|total|overall|in all|altogether|together)\b|\d[\d.,]*(?: [\pL-]+){0,3} (?:in total|in all|altogether|together)\b|合计|总计|共计)`)

// firstNumbers returns the numbers with which the cells of a column begin, "22 of 25"; ok is false where one does not.
func firstNumbers(words lexicon, t *document.Table, column int) (numbers []quantity, ok bool) {
	if nameColumn.MatchString(strings.ToLower(t.Header[column].Text)) {
		return nil, false
	}
	for _, row := range t.Rows {
		text := strings.Trim(row[column].Text, " *`")
		first, rest, _ := strings.Cut(text, " of ")
		if first, _, _ = strings.Cut(first, " / "); strings.Trim(rest, "0123456789") != "" {
			return nil, false
		}
		all := words.quantities(words.plain(first), 0)
		if len(all) != 1 || all[0].Start != 0 || all[0].ends || all[0].unit == "clock" || all[0].unit == "%" || len(numbers) > 0 && all[0].unit != numbers[0].unit {
			return nil, false
		}
		numbers = append(numbers, all[0])
	}
	return numbers, len(numbers) > 1
}
