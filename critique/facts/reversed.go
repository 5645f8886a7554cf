package facts

import (
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
	all := f.words.quantities(text, at.Start)
	for i := 1; i < len(all); i++ {
		low, high := all[i-1], all[i]
		between := strings.ToLower(text[low.End-at.Start : high.Start-at.Start])
		if low.bound != Least || high.bound != Most || low.unit != high.unit && low.unit != "" || high.unit == "clock" || len(between) > 16 || !joins(between, low, high) {
			continue
		}
		if before, _ := around(text, low.Start-at.Start, low.End-at.Start); low.ends && !strings.HasSuffix(before, "between") {
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
var joints = []string{"and", "to", "up", "at", "most", "no", "more", "than", "but", "or", "above", "later", "max", "maximum", "under", "below", "less", "until", "且", "到", "至", "和", "与", "不超过", "最多", "至多", "不多于", "小于", "低于", "最大"}

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
var endKey = pattern.New(`(?i)\b(?:min|max|minimum|maximum|lower|upper)\b`)

// settingsReversed holds two settings against each other that stand side by side.
func settingsReversed(d *document.Document, check comparing) {
	all := document.Once(d, "what it states", readStatements)
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
