package facts

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// lowWords and highWords name the two ends of a range.
var (
	lowWords  = []string{"minimum", "min", "lower", "low", "from", "start", "starts", "begin", "begins", "below", "opens", "最小", "最低", "下限", "开始", "起始", "低于"}
	highWords = []string{"maximum", "max", "upper", "high", "to", "end", "ends", "until", "finish", "above", "closes", "最大", "最高", "上限", "结束", "截止", "高于"}
)

// ends returns what a label is about without the word for the end it names: -1 for the low
// one, 1 for the high one, 0 for none.
func endOf(label string) (rest string, end int) {
	label = strings.ToLower(strings.Trim(label, " *`"))
	for i, list := range [...][]string{lowWords, highWords} {
		for _, word := range list {
			if word[0] >= 0x80 {
				if before, after, ok := strings.Cut(label, word); ok {
					return strings.TrimSpace(before + after), 2*i - 1
				}
				continue
			}
			fields := strings.FieldsFunc(label, func(r rune) bool { return r == ' ' || r == '_' || r == '-' || r == '(' || r == ')' || r == '/' })
			for j, field := range fields {
				if field == word {
					return strings.Join(append(append([]string{}, fields[:j]...), fields[j+1:]...), " "), 2*i - 1
				}
			}
		}
	}
	return label, 0
}

// measure reads the one date or number of a text.
func measure(words lexicon, text string) (value float64, unit string, ok bool) {
	text = strings.Trim(text, " *`\"'")
	if days := daysIn(text); len(days) > 0 {
		return float64(days[0].when().Unix()), "date", len(days) == 1 && days[0].year > 0
	}
	all := words.quantities(text, 0)
	if len(all) != 1 || all[0].ends || all[0].unit == "clock" {
		return 0, "", false
	}
	return all[0].value, all[0].unit, true
}

// reversed reports ranges whose low end lies above the high one: in two columns of a row,
// in two rows of a table, and in a sentence.
func (f *Found) reversed(d *document.Document) {
	check := func(low, high document.Span, lowText, highText string) {
		a, unit, ok := measure(f.words, lowText)
		b, other, known := measure(f.words, highText)
		if !ok || !known || unit != other {
			return
		}
		f.look(Reversed, d)
		if a > b {
			f.report(Conflict{Reversed, Place{d, high}, Place{d, low}, strings.TrimSpace(highText), strings.TrimSpace(lowText)})
		}
	}
	for _, t := range d.Tables {
		rowsReversed(t, check)
		columnsReversed(t, check)
		rangesReversed(f, d, t)
	}
	settingsReversed(d, check)
	for _, sentence := range append(document.Sentences(d), cellSpans(d)...) {
		reversedIn(f, d, sentence)
	}
}

// reversedIn reports a range in a sentence whose low end lies above its high one: "between 90
// and 30 minutes", "at least 500 and at most 50".
func reversedIn(f *Found, d *document.Document, at document.Span) {
	if at.Len() > longest {
		return
	}
	text := readable(d, at)
	for _, m := range dateSpan.FindAllStringSubmatchIndex(text, mostDates) {
		first, last := daysIn(text[m[2]:m[3]]), daysIn(text[m[4]:m[5]])
		if len(first) != 1 || len(last) != 1 || strings.Contains(text[m[3]:m[4]], "and") || moved.MatchString(text) {
			continue
		}
		f.look(Reversed, d)
		if first[0].after(last[0]) {
			f.report(Conflict{Reversed, Place{d, at}, Place{d, at}, text[m[4]:m[5]], text[m[2]:m[3]]})
		}
	}
	f.dashed(d, at, text)
	all := f.words.quantities(text, at.Start)
	for i := 1; i < len(all); i++ {
		low, high := all[i-1], all[i]
		between := strings.ToLower(text[low.End-at.Start : high.Start-at.Start])
		least := low.bound == Least || low.bound == Exact && leastIs.MatchString(text[:low.Start-at.Start])
		if !least || high.bound != Most || low.unit != high.unit && low.unit != "" || high.unit == "clock" || len(between) > 24 || !joins(between, low, high) {
			continue
		}
		if before, _ := around(text, low.Start-at.Start, low.End-at.Start); low.ends && !strings.HasSuffix(before, "between") && (low.unit == "" || !chosen.MatchString(text) || changes.MatchString(text)) {
			continue // "from 500 to 200" is a change
		}
		value := low.value
		if low.unit == "" && high.unit != "" {
			number := f.words.quantities(d.Slice(low.Span)+" "+unitOf(d.Slice(high.Span)), 0)
			if len(number) != 1 {
				continue
			}
			value = number[0].value
		}
		f.look(Reversed, d)
		if value > high.value {
			f.report(Conflict{Reversed, Place{d, at}, Place{d, at}, d.Slice(high.Span), d.Slice(low.Span)})
		}
	}
}

var (
	// leastIs stands before a number that it says is the least: "min 400".
	leastIs = pattern.New(`(?i)(?:^|[^\pL\d] ?)min(?:imum)?[.:=]? ?$|最[小低少][为是：:]? ?$`)
	// chosen says that any value of a range may be taken, and changes that something becomes more or less.
	chosen  = pattern.New(`(?i)\b(?:ranges?|adjust\w*|configur\w*|settable|allow\w*|valid|select\w*|choos\w*|accept\w*|can be set|supports?|zoom(?:s|ing)?)\b|范围|可调|可在|之间|允许|支持|可选`)
	changes = pattern.New(`(?i)\b(?:reduc|decreas|drop|fall|fell|shr[iu]nk|lower|declin|improv|chang|migrat|scal|slow|fad|dim|degrad|convert|revers|descend|count|sort|cut|halv|rais|rise|went|go|was|were|from time)\w*|→|下降|降[低至到]|减[少至到]|缩[短减]|改为|倒|递减`)
	// dashRange is a range with a dash and a unit, countdown what stands behind one to an event, or behind a difference.
	dashRange = pattern.New(`(?:^|[ (（:：=]|[^\d\pL,.-])(\d[\d.,]*) ?([%℃°\pL]{0,12})(?:-| ?[–—~～] ?)(\d[\d.,]*) ?([%℃°\pL]{1,12})([^,;.，；。]{0,16})`)
	countdown = pattern.New(`(?i)^ ?[=≈÷×)）]|^ ?(?:ahead|before|prior|earlier|ago|left|remaining|to go|countdown)\b|^ ?(?:之?前|以前|倒计时)`)
)

// dashed reports a range with a dash, "30–10 seconds", whose low end lies above its high one. Hours, days, weeks and months
// go round.
func (f *Found) dashed(d *document.Document, at document.Span, text string) {
	for _, m := range dashRange.FindAllStringSubmatchIndex(text, mostDates) {
		part := func(i int) string { return text[m[2*i]:m[2*i+1]] }
		low, high := f.words.quantities(part(1)+" "+cmp.Or(part(2), part(4)), 0), f.words.quantities(part(3)+" "+part(4), 0)
		if len(low) != 1 || len(high) != 1 || low[0].unit != high[0].unit || high[0].unit == "" || changes.MatchString(text) || countdown.MatchString(part(5)) {
			continue
		}
		f.look(Reversed, d)
		if one := high[0].value / plainNumber(part(3)); low[0].value > high[0].value && !(high[0].unit == "s" && (one == 3600 || one > 86400)) {
			f.report(Conflict{Reversed, Place{d, at}, Place{d, at}, d.Text[at.Start+m[6] : at.Start+m[9]], d.Text[at.Start+m[2] : at.Start+m[5]]})
		}
	}
}

// rangeTitle is the title of a column that says what values there may be, and goesRound what a row is of whose range may
// begin late and end early.
var (
	rangeTitle = pattern.New(`(?i)\b(?:ranges?|allowed|limits|bounds|valid)\b|范围|区间`)
	goesRound  = pattern.New(`(?i)hours?\b|\btimes?\b|clock|season|month|week|year|period|night|open|小时|时间|时段|月|周|年|\bh\b`)
	bareRange  = pattern.New(`^[^\d\pL-]{0,2}(\d[\d.,]*) ?([%℃°\pL]{0,12}) ?(?:[-–—~～至到]|\.\.+|to) ?(\d[\d.,]*) ?([%℃°\pL]{0,12})[^\d\pL]{0,2}$`)
)

// rangesReversed reports the cells of a column of ranges that give one without a unit from its end to its start.
func rangesReversed(f *Found, d *document.Document, t *document.Table) {
	for i, title := range t.Header {
		if !rangeTitle.MatchString(title.Text) {
			continue
		}
		for _, row := range t.Rows {
			m := bareRange.FindStringSubmatch(row[i].Text)
			if m == nil || m[2] != "" && m[2] != m[4] || goesRound.MatchString(title.Text+" "+row[0].Text+" "+row[i].Text) {
				continue
			}
			f.look(Reversed, d)
			if plainNumber(m[1]) > plainNumber(m[3]) {
				f.report(Conflict{Reversed, Place{d, row[i].Span}, Place{d, row[i].Span}, m[3], m[1]})
			}
		}
	}
}

// moved is said of a date that was another one before.
var moved = pattern.New(`(?i)(?:^|[^\pL])(?:mov|chang|shift|postpon|brought|pull|advance|resched|correct|revis|updat|amend|instead|verschob|vorgezogen|vorverlegt|geändert|avanc|report|décal|adelant|aplaz)|提前|改|调整|推迟`)

// joins tells whether what stands between two numbers makes a range of them, and does not
// say what each counts: "500 recordings < 60 s" are two things.
func joins(between string, low, high quantity) bool {
	words := strings.FieldsFunc(between, func(r rune) bool { return !unicode.IsLetter(r) })
	if len(words) > 0 && (words[0] == "或" || words[0] == "or" && (len(words) == 1 || words[1] != "more" && words[1] != "above" && words[1] != "later")) {
		return false // above one and below the other lies what is outside
	}
	for _, word := range words {
		if !slices.Contains(joints, word) && (len(low.noun) == 0 || !slices.Equal(low.noun, high.noun)) {
			return false
		}
	}
	return true
}

// joints are the words between the ends of a range.
var joints = []string{"and", "a", "of", "to", "up", "at", "most", "no", "more", "than", "but", "or", "above", "later", "max", "maximum", "under", "below", "less", "until", "且", "到", "至", "和", "与", "不超过", "最多", "至多", "不多于", "小于", "低于", "最大"}

// unitOf returns a quantity without its number.
func unitOf(text string) string { return strings.TrimLeft(text, "0123456789., ") }

func cellSpans(d *document.Document) []document.Span {
	var all []document.Span
	for _, t := range d.Tables {
		for _, row := range t.Rows {
			for _, cell := range row {
				all = append(all, cell.Span)
			}
		}
	}
	return all
}

// maxPaired bounds how many rows, columns and settings are held against each other.
const maxPaired = 200

type comparing func(low, high document.Span, lowText, highText string)

// endKey is the key of a setting that bounds others; of other keys for two ends nobody knows whether they go round, as
// hours do.
var endKey = pattern.New(`(?i)\b(?:min|max|minimum|maximum|lower|upper)\b|[最下上][小大低高限]`)

// settingsReversed holds two settings against each other that stand side by side.
func settingsReversed(d *document.Document, check comparing) {
	all := statementsOf(d)
	for i := 1; i < len(all); i++ {
		low, high := &all[i-1], &all[i]
		if !low.key || !high.key || low.at.End > high.at.Start || strings.Trim(d.Text[low.at.End:high.at.Start], ", \t\n") != "" {
			continue
		}
		lowKey, lowText, _ := strings.Cut(low.text, ": ")
		highKey, highText, _ := strings.Cut(high.text, ": ")
		rest, end := endOf(lowKey)
		if other, is := endOf(highKey); is != -end || end == 0 || other != rest || !endKey.MatchString(lowKey) || !endKey.MatchString(highKey) {
			continue
		}
		if end == 1 {
			low, high, lowText, highText = high, low, highText, lowText
		}
		check(low.at, high.at, lowText, highText)
	}
}

// columnsReversed holds the cells of two columns against each other that say what is least and what is most.
func columnsReversed(t *document.Table, check comparing) {
	for i := range t.Header[:min(len(t.Header), mostDates)] {
		for j := range t.Header[:min(len(t.Header), mostDates)] {
			rest, end := endOf(t.Header[i].Text)
			if other, is := endOf(t.Header[j].Text); end != -1 || is != 1 || other != rest || !endKey.MatchString(t.Header[i].Text) || !endKey.MatchString(t.Header[j].Text) {
				continue
			}
			for _, row := range t.Rows {
				check(row[i].Span, row[j].Span, row[i].Text, row[j].Text)
			}
		}
	}
}

func rowsReversed(t *document.Table, check comparing) {
	if len(t.Header) != 2 || len(t.Rows) > maxPaired {
		return
	}
	for _, low := range t.Rows {
		rest, end := endOf(low[0].Text)
		if end == 1 {
			continue
		}
		if end == 0 {
			rest = strings.TrimSpace(withoutBrackets(rest)) // "Pilot" before "Pilot end"
		}
		for _, high := range t.Rows {
			other, is := endOf(high[0].Text)
			if is == 1 && other == rest && rest != "" && (end == -1 || dated(low[1].Text)) {
				check(low[1].Span, high[1].Span, low[1].Text, high[1].Text)
			}
		}
	}
}

// dated tells whether a text begins with a date.
func dated(text string) bool { return isoDate.MatchString(text) }
