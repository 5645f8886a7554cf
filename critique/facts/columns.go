package facts

import (
	"math"
	"slices"
	"strings"
	"time"

	"discussd/critique/document"
	"discussd/critique/facts/records"
)

// leastHolding is how many rows of a table bear out what its columns have to do with each
// other, before the one row that does not is called wrong.
const leastHolding = 2

// column is the one amount that each row of a table has in a column.
type column struct {
	at      int
	unit    string
	measure string // the unit that its title names: km/h
	values  []float64
	steps   []float64 // half of the last digit that is shown
}

// dependence is how the values of one column may follow from others: in so many rows it must hold.
type dependence struct {
	kind  Kind
	least int
	whole func(row int) float64
	loose bool // a rule for most rows may have its exceptions: only what nearly holds is wrong
}

// wrongRow reports the one row of a table whose value does not follow from the columns beside it
// as it does in all others: as a sum, as a product, as so many times as much, as the time between.
func wrongRow(f *Found, d *document.Document, t *document.Table) {
	rows := rows(t)
	if rows < leastHolding || len(t.Header) < 2 || len(t.Header) > 10 || len(t.Rows) > maxPaired {
		return
	}
	var columns, clocks []column
	for i := range t.Header {
		if c, ok := clocksIn(t, i, rows); ok {
			clocks = append(clocks, c)
		} else if c, ok := amountsIn(f, t, i, rows); ok {
			columns = append(columns, c)
		}
	}
	for i := range columns {
		c := &columns[i]
		if !varied(c.values) {
			continue
		}
		for _, rule := range append(dependences(f.words, d, columns, c), spans(clocks)...) {
			if row, ok := rule.broken(c, rows); ok {
				f.look(rule.kind, d)
				place := Place{d, t.Rows[row][c.at].Span}
				f.report(Conflict{rule.kind, place, place, strings.TrimSpace(t.Rows[row][c.at].Text), c.format(rule.whole(row), row)})
				return
			}
		}
	}
}

// format writes a number with as many digits as a row of the column has.
func (c *column) format(number float64, row int) string {
	if last := 2 * c.steps[row]; last > 1e-4 {
		number = math.Round(number/last) * last
	}
	return format(number)
}

// broken returns the one row in which a dependence does not hold.
func (r dependence) broken(c *column, rows int) (wrong int, ok bool) {
	holds := 0
	borne := map[float64]bool{} // by so many values: the same once more bears nothing out
	for row := range rows {
		if math.Abs(r.whole(row)-c.values[row]) <= c.steps[row] {
			holds++
			borne[c.values[row]] = true
		} else {
			wrong = row
		}
	}
	whole := r.whole(wrong)
	if r.loose && math.Abs(whole-c.values[wrong]) > .25*math.Abs(whole) {
		return 0, false
	}
	return wrong, len(borne) >= r.least && holds == rows-1
}

// dependences are the ways in which a column may follow from the others.
func dependences(words lexicon, d *document.Document, columns []column, c *column) (all []dependence) {
	for i := range columns {
		a := &columns[i]
		if a.at == c.at || !varied(a.values) {
			continue
		}
		for j := i + 1; j < len(columns); j++ {
			b := &columns[j]
			if b.at == c.at {
				continue
			}
			if a.unit == b.unit && b.unit == c.unit {
				all = append(all, dependence{Sums, leastHolding, func(row int) float64 { return a.values[row] + b.values[row] }, false})
			}
			all = append(all, dependence{Reckoned, leastHolding, func(row int) float64 { return a.values[row] * b.values[row] }, false})
		}
		if a.at > c.at {
			continue // what a number comes to stands behind it
		}
		if times, ok := ratio(a, c); ok {
			least := 2 * leastHolding
			if givenIn(words, d, times, c.unit) || otherMeasure(a.measure, c.measure) {
				least = leastHolding
			}
			all = append(all, dependence{Reckoned, least, func(row int) float64 { return a.values[row] * times }, true})
		}
	}
	return all
}

// ratio returns how many times one column the other is in most rows, as exactly as they tell.
func ratio(a, c *column) (times float64, ok bool) {
	most := 0
	for i := range a.values {
		if a.values[i] <= 0 || c.values[i] <= 0 || c.steps[i] > .01*c.values[i] {
			return 0, false // too coarse
		}
		low, holds, least := (c.values[i]-c.steps[i])/a.values[i], 0, math.Inf(1)
		for j := range a.values {
			if high := (c.values[j] + c.steps[j]) / a.values[j]; low >= (c.values[j]-c.steps[j])/a.values[j]-1e-9 && low <= high {
				holds, least = holds+1, min(least, high)
			}
		}
		if holds > most {
			most, times = holds, (low+least)/2
		}
	}
	return times, math.Abs(times-1) > 1e-3
}

// otherMeasure tells whether two units measure the same: km/h and m/s, h and min.
func otherMeasure(a, b string) bool { return a != b && a != "" && units[a].base == units[b].base }

// givenIn tells whether a document gives an amount anywhere outside of tables.
func givenIn(words lexicon, d *document.Document, amount float64, unit string) bool {
	return unit != "" && slices.ContainsFunc(append(paragraphs(d), itemSpans(d)...), func(at document.Span) bool {
		return at.Len() < longest*2 && slices.ContainsFunc(words.quantities(readable(d, at), at.Start), func(q quantity) bool { return q.unit == unit && near(q.value, amount) })
	})
}

// spans are how long it is from each time of the day to each other, in seconds, minutes and hours.
func spans(clocks []column) (all []dependence) {
	for i := range clocks {
		for j := range clocks {
			for _, unit := range [...]float64{1, 60, 3600} {
				if i != j {
					all = append(all, dependence{Reckoned, leastHolding, func(row int) float64 {
						return math.Mod(clocks[j].values[row]-clocks[i].values[row]+86400, 86400) / unit // the end may be on the next day
					}, false})
				}
			}
		}
	}
	return all
}

// clocksIn returns the time of the day that each cell of a column is, in seconds.
func clocksIn(t *document.Table, at, rows int) (c column, ok bool) {
	c = column{at: at, unit: "clock"}
	for _, row := range t.Rows[:rows] {
		text := strings.Trim(row[at].Text, " *`")
		clock, err := time.Parse("15:04:05", text)
		if err != nil {
			if clock, err = time.Parse("15:04", text); err != nil {
				return c, false
			}
		}
		c.values = append(c.values, float64(clock.Hour()*3600+clock.Minute()*60+clock.Second()))
	}
	return c, true
}

// amountsIn returns the one amount of each cell of a column, if all have one.
func amountsIn(f *Found, t *document.Table, at, rows int) (c column, ok bool) {
	c = column{at: at, measure: measureIn(t.Header[at].Text)}
	for _, row := range t.Rows[:rows] {
		text := strings.Trim(row[at].Text, " *`")
		all := f.words.quantities(text, 0)
		if len(all) != 1 || all[0].bound != Exact || all[0].ends || all[0].unit == "clock" || letters(text[all[0].End:]) > 12 || letters(text[:all[0].Start]) > 4 {
			return c, false
		}
		q := all[0]
		if len(c.values) > 0 && q.unit != c.unit {
			q.unit = ""
		}
		c.unit = q.unit
		step := 1e-6 * math.Max(1, math.Abs(q.value))
		if _, decimals, found := strings.Cut(text[q.Start:q.End], "."); found && q.value != 0 {
			number := plainOf(text, q)
			step = .5 * math.Pow10(-len(strings.TrimRightFunc(decimals, func(r rune) bool { return r < '0' || r > '9' }))) * math.Abs(q.value/number)
		}
		c.values, c.steps = append(c.values, q.value), append(c.steps, step)
	}
	return c, true
}

// measureIn returns the unit that the title of a column is, or has in brackets.
func measureIn(title string) string {
	if _, inner, found := strings.Cut(strings.NewReplacer("（", "(", "）", ")").Replace(title), "("); found {
		title, _, _ = strings.Cut(inner, ")")
	}
	title = strings.ToLower(strings.TrimSpace(title))
	if units[title].base == "" {
		return ""
	}
	return title
}

// varied tells whether numbers are not all the same: of what is the same everywhere nothing
// depends on anything.
func varied(numbers []float64) bool {
	return slices.ContainsFunc(numbers, func(n float64) bool { return n != numbers[0] })
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
			case bounded && s.table == nil && !s.key && len(limits) < maxHolders && !spokenOf(s.text) && outcomeOf(s.text) == 0:
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

// recordsApart reports the one value in which two lists of the same things differ, and the totals
// in data that are not the sum of their items.
func recordsApart(f *Found, docs []*document.Document) {
	var lists []records.List
	for _, d := range docs {
		lists = append(lists, records.Read(d)...)
		for _, t := range records.Totals(d) {
			place := Place{d, t.At}
			f.look(Sums, d)
			f.report(Conflict{Sums, place, place, t.Name + ": " + t.Text, format(t.Sum)})
		}
	}
	for _, p := range records.Odd(lists, oneAmount) {
		says := func(v records.Value) string { return oneLine(v.Key + ": " + v.Text) }
		f.look(Copies, p.A.Doc)
		f.look(Copies, p.B.Doc)
		c := between(Copies, Place{p.A.Doc, p.A.At}, Place{p.B.Doc, p.B.At}, says(p.A), says(p.B))
		if c.Here.Doc.JSON != nil { // nobody reads a file of data for its own sake
			c = Conflict{Copies, c.Other, c.Here, c.Said, c.Says}
		}
		f.report(c)
	}
}

// oneAmount tells whether two texts are one amount; one without a unit is of the other's.
func oneAmount(a, b string) (same, known bool) {
	words := lexicon{}
	x, y := words.quantities(a, 0), words.quantities(b, 0)
	if len(x) != 1 || len(y) != 1 {
		return false, false
	}
	if x[0].unit != "" && y[0].unit != "" {
		return x[0].unit == y[0].unit && near(x[0].value, y[0].value), x[0].unit == y[0].unit
	}
	return near(plainOf(a, x[0]), plainOf(b, y[0])), true
}
