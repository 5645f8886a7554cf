package facts

import (
	_ "embed"
	"math"
	"slices"
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

//go:embed words/totals.txt
var totalWords string

// How a row and how a sentence say that a number is the sum of others.
var (
	inTotal                   = phrases(totalWords)
	rowTotals, sentenceTotals = inTotal["row"], inTotal["sentence"]
)

// total tells whether a label names the sum of what stands beside or above it.
func total(label string) bool {
	label = strings.ToLower(strings.Trim(label, " *`:：_"))
	if label == "all" {
		return true
	}
	for _, word := range rowTotals {
		if label == word || strings.HasPrefix(label, word+" ") || strings.HasSuffix(label, " "+word) || word[0] >= 0x80 && strings.HasPrefix(label, word) {
			return true
		}
	}
	return false
}

// summary tells whether the label of a row, its first cell that is not empty, names a sum.
func summary(t *document.Table, row int) bool { return total(label(t, row)) }

func label(t *document.Table, row int) string {
	for _, cell := range t.Rows[row] {
		if label := strings.TrimSpace(cell.Text); label != "" {
			return label
		}
	}
	return ""
}

// setOff tells whether a row is the only one with bold cells: under a column of parts it may be
// their sum, whatever it is called.
func setOff(t *document.Table, row, column int) bool {
	return bold(label(t, row)) && bold(t.Rows[row][column].Text) && !slices.ContainsFunc(t.Rows[:row], func(row []document.Cell) bool {
		return slices.ContainsFunc(row, func(c document.Cell) bool { return bold(c.Text) })
	})
}

func bold(text string) bool {
	return len(text) > 4 && strings.HasPrefix(text, "**") && strings.HasSuffix(text, "**")
}

// wrongSums reports totals that are not the sum of their parts: the last row of a table,
// shares that miss a hundred per cent, a total in the text before its parts.
func (f *Found) wrongSums(d *document.Document) {
	for _, t := range d.Tables {
		for column := 1; column < len(t.Header); column++ {
			f.wrongColumn(d, t, column)
		}
		wrongRow(f, d, t)
		acrossRows(f, d, t)
		pricedRows(f, d, t)
		reckonedRows(f, d, t)
		wrongMean(f, d, t)
		wrongCount(f, d, t)
		wrongFormulas(f, d, t)
		outsideRange(f, d, t)
	}
	f.wrongTotals(d)
	for _, at := range cellSpans(d) {
		wrongResults(f, d, at)
	}
}

// numbersOf returns the numbers of a column, row by row; ok is false where a cell holds no number, or several, or a
// day, or another unit than the one above it.
func numbersOf(words lexicon, t *document.Table, column, rows int) (numbers []quantity, ok bool) {
	for _, row := range t.Rows[:rows] {
		number, known := numberIn(words, row[column])
		if !known || len(numbers) > 0 && number.unit != numbers[0].unit {
			return nil, false
		}
		numbers = append(numbers, number)
	}
	return numbers, len(numbers) > 1
}

// numberIn returns the number of a cell; ok is false where it holds none, or several, or a day.
func numberIn(words lexicon, cell document.Cell) (q quantity, ok bool) {
	text := strings.Trim(withoutBrackets(cell.Text), " *`")
	all := words.quantities(text, 0)
	if len(all) != 1 || all[0].bound != Exact || all[0].ends || letters(text[all[0].End:]) > 12 || len(daysIn(text)) > 0 {
		return q, false
	}
	return all[0], true
}

func letters(text string) int { return len(strings.Trim(text, " ()*`.")) }

func sum(numbers []quantity) (all float64) {
	for _, n := range numbers {
		all += n.value
	}
	return all
}

// nameColumn is the title of a column whose numbers are names.
var nameColumn = pattern.New(`(?i)^\W*(?:#|no\.?|nr\.?|id|ids|story|stories|tasks?|epics?|phases?|sections?|chapters?|versions?|编号|序号|故事|任务|阶段|章节|版本)\W*$`)

// unitColumn is the title of a column that holds the unit of each row.
var unitColumn = pattern.New(`(?i)^\W*(?:units?|einheit|unité|unidad|单位)\W*$`)

// mean is in the label of a row that averages those above.
var mean = pattern.New(`(?i)\b(?:average|mean|avg)\b|平均|均值`)

// wrongColumn holds the last row of a column, or a hundred per cent, against the sum of the rest.
func (f *Found) wrongColumn(d *document.Document, t *document.Table, column int) {
	last := len(t.Rows) - 1
	if last < 2 {
		return
	}
	header := strings.ToLower(t.Header[column].Text)
	if nameColumn.MatchString(header) || slices.ContainsFunc(t.Header, func(cell document.Cell) bool { return unitColumn.MatchString(cell.Text) }) {
		return // its numbers are what rows are called, or each row has a unit of its own
	}
	averages := mean.MatchString(label(t, last))
	if averages && (d.Kind == document.Readiness || slices.ContainsFunc(t.Header, func(cell document.Cell) bool { return shares(strings.ToLower(cell.Text)) })) {
		return // what each row weighs is not known here; a report has a rule of its own
	}
	if named := summary(t, last) || averages; named || setOff(t, last, column) {
		parts, ok := numbersOf(f.words, t, column, last)
		end, known := numberIn(f.words, t.Rows[last][column])
		if !ok || !known || parts[0].unit == "clock" {
			return
		}
		whole := end.value
		if cell := strings.Trim(withoutBrackets(t.Rows[last][column].Text), " *`"); parts[0].unit == "" && end.unit != "" {
			whole = plainOf(cell, end) // "40 hours" below a column whose title has the unit
		}
		f.look(Sums, d)
		made := withoutSubtotals(t, parts)
		if !averages && end.unit == "%" && whole <= 100 && made > 115 {
			return // each row has its own hundred
		}
		if averages {
			made /= float64(len(parts))
		}
		if at := (Place{d, t.Rows[last][column].Span}); !near(made, whole) && !byRounding(f.words.plain(t.Rows[last][column].Text), len(t.Rows), made-whole, whole) && !averaged(parts, whole) && (named || math.Abs(made-whole) < .35*whole) {
			told := format
			if parts[0].unit != "" && end.unit != "" {
				text := strings.Trim(withoutBrackets(t.Rows[last][column].Text), " *`")
				told = func(n float64) string {
					return strings.TrimSpace(inUnitOf(f.words, text, end.unit, n) + " " + unitOf(text))
				}
			}
			f.report(Conflict{Sums, at, at, told(whole), told(made)})
		}
		return
	}
	parts, ok := numbersOf(f.words, t, column, last+1)
	whole := sum(parts)
	if !ok || parts[0].unit != "%" || whole < 85 || whole > 115 || len(parts) < 3 || !shares(header) {
		return
	}
	f.look(Sums, d)
	if at := (Place{d, t.Header[column].Span}); !near(whole, 100) {
		f.report(Conflict{Sums, at, at, "100 %", format(whole) + " %"})
	}
}

// withoutSubtotals is the sum of a column without the sums that it has in between.
func withoutSubtotals(t *document.Table, parts []quantity) (all float64) {
	for row, part := range parts {
		if row == 0 || !summary(t, row) {
			all += part.value
		}
	}
	return all
}

// mostRounded is how many times the square root of their number the errors of rounded parts add up to: three
// standard deviations of errors that are even between -1/2 and 1/2, in halves.
const mostRounded = 1.732

// byRounding tells whether a sum may miss its total because each part is rounded: 0.33 + 0.33 + 0.33 = 1.00.
func byRounding(last string, rows int, apart, whole float64) bool {
	text := strings.TrimLeft(last, " *`€$£¥")
	_, decimals, ok := strings.Cut(leadingNumber(text), ".")
	plain := plainNumber(leadingNumber(text))
	if !ok || plain == 0 {
		return false
	}
	return math.Abs(apart*plain/whole) <= .5*math.Pow(10, -float64(len(decimals)))*min(float64(rows-1), mostRounded*math.Sqrt(float64(rows-1)))+1e-9
}

// shares tells whether a column holds parts of a whole.
func shares(header string) bool {
	for _, word := range [...]string{"share", "weight", "portion", "split", "allocation", "distribution", "%", "占比", "权重", "比例", "份额"} {
		if strings.Contains(header, word) {
			return true
		}
	}
	return false
}

// extremes returns the least and the greatest of some numbers.
func extremes(numbers []quantity) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, n := range numbers {
		low, high = min(low, n.value), max(high, n.value)
	}
	return low, high
}

// averaged tells whether a number is the average, the least or the greatest of others: then
// it is no sum.
func averaged(parts []quantity, whole float64) bool {
	low, high := extremes(parts)
	return near(whole, low) || near(whole, high) || math.Abs(sum(parts)/float64(len(parts))-whole) < .06*math.Abs(whole)
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-6*math.Max(1, math.Abs(b)) }

func format(number float64) string {
	return strconv.FormatFloat(math.Round(number*1e4)/1e4, 'f', -1, 64)
}

func count(n int) string { return strconv.Itoa(n) }

// leastWhole is how many per cent a total of shares has at least.
const leastWhole = 90

// wrongTotals compares a total in a sentence with the parts that its section lists: "880
// seats in all:" before a list of halls with their seats.
func (f *Found) wrongTotals(d *document.Document) {
	paragraphs := document.Paragraphs(d)
	for _, at := range append(paragraphs, itemSpans(d)...) {
		section := d.SectionAt(at.Start)
		wrongResults(f, d, at)
		for _, sentence := range document.SentencesIn(d, at) {
			if sentence.Len() > longest {
				continue
			}
			text := readable(d, sentence)
			if !totals(text) || spokenOf(text) || excepted.MatchString(text) || strings.ContainsRune(text, '=') {
				continue
			}
			for _, q := range f.words.quantities(text, sentence.Start) {
				if q.bound != Exact || q.ends || q.unit == "clock" || q.value < 3 || q.unit == "%" && q.value < leastWhole {
					continue // the overall share of several is their mean
				}
				whole, ok := partsOf(f.words, d, section, at, q)
				if !ok {
					continue
				}
				f.look(Sums, d)
				if place := (Place{d, sentence}); !near(whole, q.value) {
					f.report(Conflict{Sums, place, place, d.Slice(q.Span), inUnitOf(f.words, d.Slice(q.Span), q.unit, whole)})
				}
			}
		}
	}
}

// excepted says that a total is not of all that stands beside it.
var excepted = pattern.New(`(?i)\b(?:excluding|excludes|exclusive of|not including|except(?: for)?)\b|不含|不包括|除外|未计入`)

// totals tells whether a sentence speaks of a total.
func totals(text string) bool {
	lower := strings.ToLower(text)
	return slices.ContainsFunc(sentenceTotals, func(word string) bool { return strings.Contains(lower, word) }) || allNumbered.MatchString(lower) || sumFirst.MatchString(text)
}

// allNumbered says that a number is of all there are.
var allNumbered = pattern.New(`\ball (?:the )?\d|全部 ?\d`)

// partsOf sums up what the one table or list of a section says of what is counted. It knows
// nothing where some part does not say it.
func partsOf(words lexicon, d *document.Document, section *document.Section, at document.Span, q quantity) (whole float64, ok bool) {
	if whole, ok := sumAbove(words, d, at, q); ok {
		return whole, ok
	}
	if len(q.noun) > 0 || q.unit != "" {
		for _, t := range after(d.Tables, section.Start-1, func(t *document.Table) int { return t.Span.Start }) {
			if t.Section != section {
				break
			}
			times := 0
			for column := 1; column < len(t.Header); column++ {
				if q.unit == "" && counts(words, t.Header[column].Text, q) {
					times += clocksIn(words, t, column)
				}
				if unit := unitOf(d.Slice(q.Span)); !counts(words, t.Header[column].Text, q) && (q.unit == "" || unit == "" || !strings.Contains(strings.ToLower(t.Header[column].Text), strings.ToLower(unit))) {
					continue
				}
				numbers, ok := numbersOf(words, t, column, rows(t))
				if !ok || numbers[0].unit != q.unit && numbers[0].unit != "" {
					continue
				}
				scale := 1.
				if numbers[0].unit != q.unit { // the column's title says it
					scale = q.value / plainNumber(leadingNumber(d.Slice(q.Span)))
				}
				if whole := scale * sum(numbers); near(whole, q.value) || t.Span.Start > at.Start {
					return whole, true
				}
				return scale * sumOfAlike(words, d, t, column), true
			}
			if times > 0 {
				return float64(times), true
			}
		}
	}
	for _, from := range [...]int{at.End, section.Start} { // what follows it, or all of its section
		if whole, ok := itemsOf(words, d, section, at, q, from); ok {
			return whole, ok
		}
	}
	return 0, false
}

// sumOfAlike sums up a column of all tables with the titles of one: a total at the end of a document is of all its sections.
func sumOfAlike(words lexicon, d *document.Document, one *document.Table, column int) (whole float64) {
	for _, t := range d.Tables {
		if !t.SameTitles(one) {
			continue
		}
		if numbers, ok := numbersOf(words, t, column, rows(t)); ok {
			whole += sum(numbers)
		}
	}
	return whole
}

// clocksIn returns how many times of the day a column lists that holds nothing else.
func clocksIn(words lexicon, t *document.Table, column int) (n int) {
	for _, row := range t.Rows {
		all := words.quantities(row[column].Text, 0)
		if n += len(all); strings.Trim(row[column].Text, "0123456789:.,;/| ") != "" || slices.ContainsFunc(all, func(q quantity) bool { return q.unit != "clock" }) {
			return 0
		}
	}
	return n
}

// itemsOf sums up what the items of a section from an offset on say of what is counted.
func itemsOf(words lexicon, d *document.Document, section *document.Section, at document.Span, q quantity, from int) (whole float64, ok bool) {
	n := 0
	for _, item := range after(d.Items, from-1, func(i *document.Item) int { return i.Start }) {
		if item.Section != section || n > 200 {
			break
		}
		if item.Depth != 1 || item.Start <= at.Start && at.Start < item.End {
			continue
		}
		parts := 0
		for _, part := range words.quantities(readable(d, item.Span), item.Start) {
			if part.unit == q.unit && (q.unit != "" || len(q.noun) > 0 && len(part.noun) > 0 && part.noun[len(part.noun)-1] == q.noun[len(q.noun)-1]) {
				whole += part.value
				parts++
			}
		}
		if parts != 1 {
			return 0, false
		}
		n++
	}
	return whole, n > 1
}

// counts tells whether a column's title names what a quantity counts.
func counts(words lexicon, title string, q quantity) bool {
	terms := words.terms(title)
	for _, noun := range q.noun {
		for _, term := range terms {
			if term == meant(noun) && len(q.noun) > 0 && noun == q.noun[len(q.noun)-1] {
				return true
			}
		}
	}
	return false
}

func itemSpans(d *document.Document) []document.Span {
	var all []document.Span
	for _, item := range d.Items {
		all = append(all, item.Span)
	}
	return all
}
