package facts

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
	"time"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

//go:embed words/months.txt
var monthWords string

// months are the words for months: which line of the list holds them.
var months = wordLines(monthWords)

var (
	isoDate = pattern.New(`\b(20\d\d)[-/.](\d\d)[-/.](\d\d)\b`)
	dayOf   = pattern.New(`\b(\d{1,2})(?:st|nd|rd|th|er|\.|º)? (?:de |of )?(\pL{3,10})\.?(?:,? (?:de )?(20\d\d))?`)
	ofDay   = pattern.New(`(?:^|[^\pL])(\pL{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?\b(?:,? (20\d\d))?`)
	hanDate = pattern.New(`(?:(20\d\d) ?年 ?)?(\d{1,2}) ?月 ?(\d{1,2}) ?日`)
)

const (
	date = `(?:20\d\d[-/.]\d\d[-/.]\d\d|\d{1,2}(?:st|nd|rd|th|er|\.|º)? (?:de |of )?\pL{3,10}\.?(?:,? (?:de )?20\d\d)?|\pL{3,10}\.? \d{1,2}(?:st|nd|rd|th)?(?:,? 20\d\d)?|(?:20\d\d ?年 ?)?\d{1,2} ?月 ?\d{1,2} ?日)`
	// mostDates is how many dates of a text are read.
	mostDates = 20
)

// dateSpan is a span of days.
var dateSpan = pattern.New(`(` + date + `)(?: ?起)?,?，? ?(?:to|until|till|through|and|bis(?: zum)?|au|jusqu'au|al|hasta el|tot|до|по|–|—|-|至|到)(?: the following)? ?(?:次年|当年|同年)? ?(` + date + `)`)

//go:embed words/weekdays.txt
var weekdayWords string

// weekdays are the words for the days of the week: which line of the list holds them.
var weekdays = wordLines(weekdayWords)

// ofWeek is a day of the week right before a date, and behindDate one in brackets behind it.
var (
	ofWeek     = pattern.New(`(?:^|[^\pL])(\pL{2,12})[,.]? (?:the |den |dem |le |el )?(` + date + `)`)
	behindDate = pattern.New(`(` + date + `) ?[(（,，]? ?(\pL{2,12})[)）]?`)
)

// wrongWeekdays returns the days of the week of a text on which the dates beside them do not fall.
func wrongWeekdays(text string) (found []result) {
	look := func(word, on []int) {
		lines := weekdays[strings.ToLower(text[word[0]:word[1]])]
		days := daysIn(text[on[0]:on[1]])
		if len(lines) != 1 || len(days) != 1 || days[0].year == 0 {
			return
		}
		is := time.Date(days[0].year, time.Month(days[0].month), days[0].date, 0, 0, 0, 0, time.UTC)
		if is.Day() == days[0].date {
			found = append(found, result{word[0], word[1], is.Weekday().String(), int(is.Weekday()) == lines[0]-1})
		}
	}
	for _, m := range ofWeek.FindAllStringSubmatchIndex(text, mostDates) {
		look(m[2:4], m[4:6])
	}
	for _, m := range behindDate.FindAllStringSubmatchIndex(text, mostDates) {
		look(m[4:6], m[2:4])
	}
	return found
}

// day is a date, of no known year when that is 0.
type day struct{ year, month, date int }

// daysIn returns the dates of a text, those with the month in letters and those in figures apart.
func daysIn(text string) (days []day) {
	number := func(text string) int { n, _ := strconv.Atoi(text); return n }
	month := func(year, word, date string) {
		if lines := months[strings.ToLower(word)]; len(lines) > 0 {
			days = append(days, day{number(year), lines[0], number(date)})
		}
	}
	for _, m := range isoDate.FindAllStringSubmatch(text, mostDates) {
		days = append(days, day{number(m[1]), number(m[2]), number(m[3])})
	}
	for _, m := range dayOf.FindAllStringSubmatch(text, mostDates) {
		month(m[3], m[2], m[1])
	}
	if len(days) == 0 {
		for _, m := range ofDay.FindAllStringSubmatch(text, mostDates) {
			month(m[3], m[1], m[2])
		}
	}
	for _, m := range hanDate.FindAllStringSubmatch(text, mostDates) {
		days = append(days, day{number(m[1]), number(m[2]), number(m[3])})
	}
	return days
}

// NoDays returns where a text gives dates that no calendar has, such as 31 June: the days that some months
// have and theirs has not. Each is its begin and end in bytes.
func NoDays(text string) (found [][2]int) {
	for _, form := range [...]*pattern.Pattern{isoDate, dayOf, ofDay, hanDate} {
		for _, m := range form.FindAllStringIndex(text, mostDates) {
			for _, d := range daysIn(text[m[0]:m[1]]) {
				year := d.year
				if year == 0 {
					year = 2000 // which has 29 February
				}
				is := time.Date(year, time.Month(d.month), d.date, 0, 0, 0, 0, time.UTC)
				if d.month >= 1 && d.month <= 12 && d.date >= 29 && d.date <= 31 && is.Day() != d.date {
					found = append(found, [2]int{m[0], m[1]})
				}
			}
		}
	}
	return found
}

// datesIn returns where a text gives dates with the month in letters: their numbers count nothing.
func datesIn(text string) (all [][]int) {
	for _, form := range [...]struct {
		of   *pattern.Pattern
		word int
	}{{dayOf, 4}, {ofDay, 2}} {
		for _, m := range form.of.FindAllStringSubmatchIndex(text, mostDates) {
			if len(months[strings.ToLower(text[m[form.word]:m[form.word+1]])]) > 0 {
				all = append(all, m[:2])
			}
		}
	}
	return all
}

// spansIn returns how long the span of days is that a statement gives.
func spansIn(s *statement) []quantity {
	if s.key {
		return nil
	}
	for _, m := range dateSpan.FindAllStringSubmatchIndex(s.text, mostDates) {
		if long := spanOf(s.text, m); long >= 1 {
			return []quantity{{value: long * 86400, unit: "s", spans: true, Span: document.Span{Start: s.at.Start + m[0], End: s.at.Start + m[1]}}}
		}
	}
	return nil
}

// spanOf returns how many days pass in a span of days of a text, 0 where it is none.
func spanOf(text string, m []int) float64 {
	first, last := daysIn(text[m[2]:m[3]]), daysIn(text[m[4]:m[5]])
	if len(first) != 1 || len(last) != 1 {
		return 0
	}
	return first[0].until(last[0])
}

// daysCounted is how many days or nights a span of days has, as the text behind it says.
var daysCounted = pattern.New(`^ ?[,(（，:：=]? ?(?:that is |i\.e\. |共)?(\d{1,4}) ?(days?|nights?|Tagen?|Nächten?|jours|nuits|días|noches|giorni|notti|dias|noites|天|日|晚|夜)(?:[^\pL]|$)`)

// stays returns the days and nights that a text gives right behind the span that they fill: "1 June to
// 30 June (29 nights)". The last day may count or not.
func stays(text string) (all []result) {
	for _, m := range dateSpan.FindAllStringSubmatchIndex(text, mostDates) {
		rest := text[m[1]:]
		if n := daysCounted.FindStringSubmatchIndex(rest); n != nil {
			if long := spanOf(text, m); long >= 1 {
				said := plainNumber(rest[n[2]:n[3]])
				all = append(all, result{m[1] + n[2], m[1] + n[3], format(long), said == long || said == long+1})
			}
		}
	}
	return all
}

// until returns how many days pass from one date to another, in the next year where it is no
// later one of the same.
func (a day) until(b day) float64 {
	if a.year == 0 {
		a.year = max(b.year, 2025)
	}
	from, to := a.when(), day{max(b.year, a.year), b.month, b.date}.when()
	if to.Before(from) && b.year == 0 {
		to = to.AddDate(1, 0, 0)
	}
	return math.Round(to.Sub(from).Hours() / 24)
}

// after tells whether a date cannot come before another that ends a span: without a year, only within one month.
func (a day) after(b day) bool {
	return a.year > 0 && b.year > 0 && b.when().Before(a.when()) || a.year == 0 && a.month == b.month && a.date > b.date
}

func (a day) when() time.Time {
	return time.Date(a.year, time.Month(a.month), a.date, 0, 0, 0, 0, time.UTC)
}

// Dates of what comes one after the other: milestones, phases, steps. Where all of them but one are
// in their order, the one is a slip.

var (
	// inTurn is what parts are called that come one after the other.
	inTurn = pattern.New(`(?i)(?:^|[^\pL])(?:milestones?|phases?|steps?|stages?|stops?|waves?|sprints?|roll-?out|roadmap|timeline|migration|meilensteine?|phasen|schritte?|jalons?|étapes?|hitos?|etapas?|fases?|marcos?|tappe|этапы?)(?:[^\pL]|$)|里程碑|阶段|步骤|站次|里程|排期`)
	// asDone is the title of a column that says when something was done, or what a row says that is.
	asDone = pattern.New(`(?i)(?:^|[^\pL])(?:actual(?:ly)?|done|completed?(?: on)?|finished|closed|shipped|created|updated|released|last|erledigt|fait|terminé|hecho)(?:[^\pL]|$)|完成|实际|更新|✅|✔|☑`)
)

// leastDated is how many rows or items show an order.
const leastDated = 3

// turn is the first and the last day of one of several parts that come one after the other.
type turn struct {
	from, to day
	start    document.Span
	end      document.Span
}

// outOfTurn reports what is dated before that which it comes after: in the rows of a table and in the items of
// a numbered list.
func outOfTurn(f *Found, d *document.Document) {
	for _, t := range d.Tables {
		title := ""
		if t.Section != nil {
			title = t.Section.Title
		}
		columns := datedColumns(t)
		if len(columns) == 0 || !inTurn.MatchString(t.Header[0].Text+" "+title) {
			continue
		}
		for _, turns := range columns {
			if slipped(f, d, turns, leastDated+1) {
				break
			}
		}
		least := leastDated + 1
		if t.Section != nil && oneByOne.MatchString(d.Slice(t.Section.Own())) {
			least = leastDated
		}
		for i := 1; i < len(columns); i++ {
			ending(f, d, columns[i-1], columns[i], least)
		}
	}
	for _, turns := range datedItems(d) {
		slipped(f, d, turns, leastDated)
	}
}

// oneByOne says that parts follow each other.
var oneByOne = pattern.New(`(?i)\b(?:starts?|begins?) (?:only )?(?:when|after|once)\b[^.]{0,60}\b(?:end(?:s|ed)?|finish(?:es|ed)?|done|over|complete[ds]?)\b|\bone after (?:the other|another)\b|\bno overlaps?\b|\b(?:do|must|may) not overlap\b|\bin sequence\b|nacheinander|l['’]un après l['’]autre|uno tras otro|依次|逐一|前一(?:阶段|期)[^。]{0,12}(?:结束|完成)后`)

// slipped reports the one part that begins before the end of the one before it.
func slipped(f *Found, d *document.Document, turns []turn, least int) bool {
	slips, at := 0, 0
	for i := 1; i < len(turns); i++ {
		if turns[i-1].to.passed(turns[i].from) < 0 {
			slips, at = slips+1, i
		}
	}
	if len(turns) < least {
		return false
	}
	f.look(Reversed, d)
	if slips == 1 {
		f.report(Conflict{Reversed, Place{d, turns[at].start}, Place{d, turns[at-1].end}, oneLine(d.Slice(turns[at].start)), oneLine(d.Slice(turns[at-1].end))})
	}
	return slips == 1
}

// ending reports the one row that ends before it begins, by two columns of which the first is the earlier in all other rows, or
// the one that begins before the row above it ends.
func ending(f *Found, d *document.Document, first, last []turn, least int) {
	own, slips, both := -1, 0, make([]turn, len(first))
	for i := range first {
		if both[i] = (turn{first[i].from, last[i].to, first[i].start, last[i].end}); both[i].from.passed(both[i].to) < 0 {
			own, slips = i, slips+1
		}
	}
	switch {
	case slips == 0:
		slipped(f, d, both, least)
	case slips == 1 && len(first) >= leastDated:
		f.look(Reversed, d)
		f.report(Conflict{Reversed, Place{d, last[own].end}, Place{d, first[own].start}, oneLine(d.Slice(last[own].end)), oneLine(d.Slice(first[own].start))})
	}
}

// passed returns how many days pass from one date to another, which may be the earlier one. Of dates
// without a year the nearer one is meant.
func (a day) passed(b day) float64 {
	days := a.until(b)
	if b.year == 0 && days > 183 {
		days -= 365
	}
	return days
}

// datedColumns returns the columns of a table that hold one date in each row, of what is not done yet.
func datedColumns(t *document.Table) (columns [][]turn) {
	for i, title := range t.Header {
		var turns []turn
		for _, row := range t.Rows[:rows(t)] {
			days := daysIn(row[i].Text)
			if len(days) != 1 || asDone.MatchString(title.Text) || asDone.MatchString(row[len(row)-1].Text) {
				turns = nil
				break
			}
			turns = append(turns, turn{days[0], days[0], row[i].Span, row[i].Span})
		}
		if len(turns) > 0 && len(turns) <= maxPaired {
			columns = append(columns, turns)
		}
	}
	return columns
}

// datedItems returns the items of each numbered list of steps that give dates.
func datedItems(d *document.Document) (lists [][]turn) {
	var section *document.Section
	for _, item := range d.Items {
		if !item.Ordered || item.Depth != 1 || item.Section == nil || item.Len() > longest || !inTurn.MatchString(item.Section.Title) {
			continue
		}
		if item.Section != section {
			section, lists = item.Section, append(lists, nil)
		}
		if days := daysIn(item.Text); len(days) > 0 && !asDone.MatchString(item.Text) {
			line := d.LineAt(item.Start)
			lists[len(lists)-1] = append(lists[len(lists)-1], turn{days[0], days[len(days)-1], line, line})
		}
	}
	return lists
}

var (
	// whenThen parts what happens in a case from what follows; byThen is when that has happened.
	whenThen = pattern.New(`(?is)^.*\bwhen\b(.*?)\bthen\b(.*)$`)
	byThen   = pattern.New(`(?i)\b(?:by|at|before|no later than|until)\s+(\d{1,2}:\d\d)\b`)
	clock    = pattern.New(`\b\d{1,2}:\d\d\b`)
	missed   = pattern.New(`(?i)\b(?:not|no|never|late|missed|fails?|escalat\w*|instead)\b`)
)

// tooLate reports the case of a requirement in which more time passes than the requirement allows: raised at 03:12 and told
// by 03:17, within 2 minutes.
func tooLate(f *Found, d *document.Document) {
	for _, part := range d.Sections {
		if part.Parent == nil || part.Level < 3 || part.Level > 6 {
			continue
		}
		text := d.Slice(part.Own())
		m := whenThen.FindStringSubmatchIndex(text)
		if m == nil {
			continue
		}
		before, after := text[m[2]:m[3]], text[m[4]:m[5]]
		begun, ended := clock.FindAllString(before, 3), byThen.FindAllStringSubmatchIndex(after, 3)
		if len(begun) != 1 || len(ended) != 1 || len(clock.FindAllString(after, 3)) != 1 || missed.MatchString(after) {
			continue
		}
		var limit []quantity
		own := part.Parent.Own()
		for _, q := range f.words.quantities(d.Slice(own), own.Start) {
			if q.unit == "s" {
				limit = append(limit, q)
			}
		}
		if len(limit) != 1 || limit[0].bound != Most {
			continue
		}
		f.look(Values, d)
		from, to := f.words.quantities(begun[0], 0), f.words.quantities(after[ended[0][2]:ended[0][3]], 0)
		const most = 43200 // seconds, from where on nobody can tell whether it is another day
		if len(from) != 1 || len(to) != 1 {
			continue
		}
		if passed := math.Mod(to[0].value-from[0].value+86400, 86400); passed > limit[0].value && passed < most {
			at := d.LineAt(part.Body + m[4] + ended[0][2])
			f.report(Conflict{Values, Place{d, at}, Place{d, d.LineAt(limit[0].Start)}, begun[0] + " to " + after[ended[0][2]:ended[0][3]], oneLine(d.Slice(limit[0].Span))})
		}
	}
}
