package facts

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// Bound tells how a value limits what it is said of.
type Bound byte

// The bounds.
const (
	Exact Bound = iota
	Most
	Least
)

// quantity is one number of a text, brought to the base unit of what it measures.
type quantity struct {
	value  float64
	unit   string // of units, or "" for a bare number and for things that are counted
	noun   []string
	bound  Bound
	role   role
	ends   bool // whether it is an end of a range
	before int  // how far before the number its noun begins: a score of 60
	document.Span
}

// role tells what a stretch of time is for: the words before and after it say so.
type role byte

const (
	anyRole  role = iota
	deadline      // within 5 minutes
	interval      // every 5 minutes
	delay         // after 5 minutes, for 5 minutes, older than 5 minutes
	ahead         // 5 minutes before
)

// roleWords are the words right before a stretch of time, and roleAfter those right after it.
var (
	roleWords = []struct {
		words []string
		role  role
	}{
		{[]string{"no later than", "not later than", "不晚于", "within", "in under", "in less than", "at most", "under", "不超过", "以内"}, deadline},
		{[]string{"every", "each", "once per", "once every", "interval of", "每隔", "每", "间隔"}, interval},
		{[]string{"after", "for", "older than", "last", "for at least", "for up to", "持续", "满", "超过", "连续"}, delay},
	}
	roleAfter = []struct {
		words []string
		role  role
	}{
		{[]string{"before", "ahead", "prior", "in advance", "前", "之前", "以前"}, ahead},
		{[]string{"after", "later", "old", "后", "之后", "以后", "未"}, delay},
		{[]string{"以内", "之内", "内"}, deadline},
		{[]string{"interval", "一次"}, interval},
	}
)

// once is what stands before the time in which something happens so often.
var once = pattern.New(`\b(?:once|one \w+|a \w+) (?:in|per)$`)

// roleAt tells what the words around a stretch of time make of it.
func roleAt(text string, start, end int) role {
	before, after := around(text, start, end)
	if once.MatchString(before) {
		return interval
	}
	for _, r := range roleWords {
		for _, w := range r.words {
			if strings.HasSuffix(before, w) {
				return r.role
			}
		}
	}
	for _, r := range roleAfter {
		for _, w := range r.words {
			if strings.HasPrefix(after, w) {
				if r.role == ahead && granted.MatchString(before) {
					return anyRole // "has 14 days before": a time that passes
				}
				return r.role
			}
		}
	}
	return anyRole
}

// granted is what stands before a time that somebody is given.
var granted = pattern.New(`\b(?:has|have|gets?|given|gives|allows?|leaves?|for)$`)

// around returns what stands before and after a part of a text, in lower case.
func around(text string, start, end int) (before, after string) {
	from := max(0, start-28)
	for from < start && !utf8.RuneStart(text[from]) {
		from++
	}
	return strings.ToLower(strings.TrimRight(text[from:start], " *`(€$£¥")), strings.ToLower(strings.TrimLeft(text[end:], " *`"))
}

// startsRange tells whether a number up to an offset is the low end of a range.
func startsRange(text string, end int) bool {
	_, after := around(text, end, end)
	for _, joint := range [...]string{"–", "—", "-", "~", "～", "to ", "至", "到", "and ", "..", "…"} {
		if strings.HasPrefix(after, joint) {
			return true
		}
	}
	return false
}

// endsRange tells whether a number is one end of a range, such as 5 to 10 and 06:00–18:00.
func endsRange(text string, start, end int) bool {
	before, after := around(text, start, end)
	for _, joint := range [...]string{"–", "—", "-", "~", "～", " to", "至", "到", " and", "..", "…"} {
		if rest, ok := strings.CutPrefix(after, strings.TrimSpace(joint)); ok && (joint != " and" || strings.HasSuffix(before, "between")) {
			if rest = strings.TrimLeft(rest, " €$£"); rest != "" && digit(rest[0]) {
				return true
			}
		}
		if rest, ok := strings.CutSuffix(before, joint); ok {
			rest = strings.TrimRight(rest, " %℃°CsmhKMGB分钟秒天小时元月年")
			if rest != "" && digit(rest[len(rest)-1]) || joint == " and" && strings.Contains(rest, "between ") {
				return true
			}
		}
	}
	return false
}

// unit is what a word after a number measures: how many of the base unit one is.
type unit struct {
	base  string
	times float64
}

// units are the words for units, in lower case. Months and years are of 30 and 365 days,
// as people reckon them in limits: see sameValue for what that blurs.
var units = map[string]unit{
	"ns": {"s", 1e-9}, "µs": {"s", 1e-6}, "μs": {"s", 1e-6}, "us": {"s", 1e-6}, "ms": {"s", 1e-3}, "msec": {"s", 1e-3}, "millisecond": {"s", 1e-3}, "milliseconds": {"s", 1e-3}, "毫秒": {"s", 1e-3}, "微秒": {"s", 1e-6},
	"s": {"s", 1}, "sec": {"s", 1}, "secs": {"s", 1}, "second": {"s", 1}, "seconds": {"s", 1}, "秒": {"s", 1}, "秒钟": {"s", 1},
	"m": {"s", 60}, "min": {"s", 60}, "mins": {"s", 60}, "minute": {"s", 60}, "minutes": {"s", 60}, "分钟": {"s", 60}, "分": {"s", 60},
	"h": {"s", 3600}, "hr": {"s", 3600}, "hrs": {"s", 3600}, "hour": {"s", 3600}, "hours": {"s", 3600}, "小时": {"s", 3600},
	"d": {"s", 86400}, "day": {"s", 86400}, "days": {"s", 86400}, "天": {"s", 86400}, "日": {"s", 86400},
	"week": {"s", 7 * 86400}, "weeks": {"s", 7 * 86400}, "周": {"s", 7 * 86400}, "星期": {"s", 7 * 86400},
	"month": {"s", 30 * 86400}, "months": {"s", 30 * 86400}, "月": {"s", 30 * 86400},
	"year": {"s", 365 * 86400}, "years": {"s", 365 * 86400}, "年": {"s", 365 * 86400},
	"工作日": {"workday", 1}, "business day": {"workday", 1}, "business days": {"workday", 1}, "working day": {"workday", 1}, "working days": {"workday", 1}, "workdays": {"workday", 1},
	"b": {"byte", 1}, "byte": {"byte", 1}, "bytes": {"byte", 1}, "字节": {"byte", 1}, "kb": {"byte", 1e3}, "kib": {"byte", 1024}, "mb": {"byte", 1e6}, "mib": {"byte", 1 << 20}, "gb": {"byte", 1e9}, "gib": {"byte", 1 << 30}, "tb": {"byte", 1e12}, "tib": {"byte", 1 << 40},
	"%": {"%", 1}, "％": {"%", 1}, "percent": {"%", 1}, "pct": {"%", 1}, "per cent": {"%", 1},
	"℃": {"°", 1}, "°c": {"°", 1}, "°": {"°", 1}, "度": {"°", 1},
	"元": {"CNY", 1}, "万元": {"CNY", 1e4}, "rmb": {"CNY", 1}, "eur": {"EUR", 1}, "euro": {"EUR", 1}, "euros": {"EUR", 1}, "€": {"EUR", 1}, "usd": {"USD", 1}, "dollars": {"USD", 1}, "$": {"USD", 1}, "gbp": {"GBP", 1}, "pence": {"GBP", .01}, "cents": {"EUR", .01}, "cent": {"EUR", .01}, "£": {"GBP", 1}, "¥": {"CNY", 1}, "chf": {"CHF", 1},
	"m/s": {"speed", 1}, "km/h": {"speed", 1 / 3.6}, "kmh": {"speed", 1 / 3.6}, "kph": {"speed", 1 / 3.6}, "rps": {"per second", 1}, "qps": {"per second", 1}, "tps": {"per second", 1}, "req/s": {"per second", 1},
	"digit": {"digit", 1}, "digits": {"digit", 1}, "characters": {"character", 1}, "character": {"character", 1}, "chars": {"character", 1}, "字符": {"character", 1},
	"metre": {"m", 1}, "meter": {"m", 1}, "ml": {"l", .001}, "litre": {"l", 1}, "litres": {"l", 1}, "liters": {"l", 1}, "升": {"l", 1}, "ha": {"m²", 1e4}, "hectares": {"m²", 1e4}, "m²": {"m²", 1}, "平方米": {"m²", 1}, "kwh": {"wh", 1000}, "wh": {"wh", 1}, "°f": {"°f", 1}, "tonnes": {"g", 1e6},
	"亩": {"亩", 1}, "人天": {"person day", 1}, "人日": {"person day", 1}, "person-days": {"person day", 1}, "person days": {"person day", 1},
	"km": {"m", 1000}, "米": {"m", 1}, "metres": {"m", 1}, "meters": {"m", 1}, "cm": {"m", .01}, "mm": {"m", .001}, "公里": {"m", 1000},
	"kg": {"g", 1000}, "公斤": {"g", 1000}, "w": {"w", 1}, "kw": {"w", 1000}, "px": {"px", 1}, "dpi": {"dpi", 1}, "mbps": {"bit/s", 1e6}, "gbps": {"bit/s", 1e9}, "hz": {"hz", 1}, "khz": {"hz", 1e3}, "mhz": {"hz", 1e6}, "ghz": {"hz", 1e9},
}

// numerals are the words for small numbers. One is left out: it counts only with a unit.
var numerals = map[string]float64{
	"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90,
	"两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10, "十一": 11, "十二": 12, "十五": 15, "二十": 20, "三十": 30,
}

// progress are the nouns whose numbers grow with the work: who reports them states no fact
// about the product.
var progress = map[string]bool{"test": true, "line": true, "file": true, "scenario": true, "spec": true, "commit": true, "task": true, "plan": true, "case": true, "page": true, "word": true}

// classifiers stand in Chinese between a number and what it counts.
const classifiers = "个条项张次名座台家种位步份类件篇组套批轮级章节层块列行页本辆只间门人"

// quantities returns the numbers of a text in their order. IDs, versions, dates, paths
// and the parts of names are none.
func (l lexicon) quantities(text string, base int) []quantity {
	var found []quantity
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		var q quantity
		var end int
		if startsWord := !insideWord(text, i); startsWord && (letterOf(r) || digit(text[i])) {
			q, end = phraseAt(text, i)
		}
		switch {
		case end > 0:
		case r >= '0' && r <= '9':
			q, end = l.numberAt(text, i)
		case letterOf(r) && !insideWord(text, i):
			q, end = l.numeralAt(text, i)
		}
		if end == 0 {
			i += size
			continue
		}
		if q.unit != "-" && !approximate(text, i) {
			q.bound, q.role = boundAt(text, i, end), roleAt(text, i, end)
			if q.ends = endsRange(text, i, end); q.ends && q.bound == Exact {
				if q.bound = Most; startsRange(text, end) {
					q.bound = Least
				}
			}
			q.Span = document.Span{Start: base + i, End: base + end}
			if n := len(found); n > 0 && q.ends && q.unit != "" && found[n-1].ends && found[n-1].unit == "" && len(found[n-1].noun) == 0 && q.Start-found[n-1].End < 6 {
				times := 1.0 // 120–160 ms: the low end is of milliseconds as well
				if one := l.quantities("1 "+unitOf(text[i:end]), 0); len(one) == 1 && one[0].unit == q.unit {
					times = one[0].value
				}
				found[n-1].unit, found[n-1].value = q.unit, found[n-1].value*times
			}
			found = append(found, q)
		}
		i = end
	}
	return found
}

func letterOf(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || unicode.Is(unicode.Han, r)
}

// insideWord tells whether a word goes on at an offset.
func insideWord(text string, i int) bool {
	r, _ := utf8.DecodeLastRuneInString(text[:i])
	return r < utf8.RuneSelf && (r == '_' || r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r)) && i > 0
}

// numberAt reads the number at an offset. What is no quantity has the unit "-".
func (l lexicon) numberAt(text string, i int) (q quantity, end int) {
	end = i
	for end < len(text) && (digit(text[end]) || text[end] == ' ' && end-i <= 3 && thousandAt(text[end+1:]) || (text[end] == ',' || text[end] == '.' || text[end] == ':' || text[end] == '-' || text[end] == '/' || text[end] == '_') && end+1 < len(text) && digit(text[end+1])) {
		end++
	}
	digits := text[i:end]
	q.unit = "-"
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	if i > 0 && (before < utf8.RuneSelf && unicode.IsLetter(before) || strings.HasSuffix(strings.TrimRight(text[:i], " "), "第") || strings.ContainsRune("_#/.[§-", before) && !(before == '-' && (i < 2 || text[i-2] == ' '))) {
		return q, end
	}
	if whichOne.MatchString(text[max(0, i-24):i]) {
		return q, end
	}
	digits = strings.ReplaceAll(digits, " ", "")
	if strings.Contains(digits, ":") {
		if h, m, ok := strings.Cut(digits, ":"); ok && len(m) == 2 && len(h) <= 2 {
			hours, _ := strconv.ParseFloat(h, 64)
			minutes, err := strconv.ParseFloat(m, 64)
			if err == nil && hours < 24 && minutes < 60 {
				return quantity{value: hours*3600 + minutes*60, unit: "clock"}, end
			}
		}
		return q, end
	}
	if strings.ContainsAny(digits, "/_-") || strings.Count(digits, ".") > 1 {
		return q, end
	}
	value, err := strconv.ParseFloat(strings.ReplaceAll(digits, ",", ""), 64)
	if err != nil {
		return q, end
	}
	if before == '−' || before == '-' {
		value = -value
	}
	q = quantity{value: value}
	if c := currencyBefore(text[:i]); c != "" {
		q.unit = c
		return q, end
	}
	return l.withUnit(q, text, end)
}

// whichOne is what stands before a number that says which one and not how many: Story 3.
var whichOne = pattern.New(`(?i)\b(?:stor(?:y|ies)|epics?|phases?|levels?|steps?|stages?|tasks?|tiers?|versions?|chapters?|sections?|clauses?|figures?|tables?|rows?|lines?|pages?|sprints?|iterations?|waves?|options?|principles?|appendix|scenarios?|requirements?|criterion|rules?|week|day|minute|part|round|issue|rank|priority) #?$`)

// thousandAt tells whether a text begins with three digits that end a number: "1 200".
func thousandAt(text string) bool {
	return len(text) >= 3 && digit(text[0]) && digit(text[1]) && digit(text[2]) && (len(text) == 3 || !digit(text[3]))
}

func currencyBefore(text string) string {
	text = strings.TrimRight(text, " ")
	for _, sign := range [...]string{"€", "$", "£", "¥", "EUR", "USD", "GBP", "CHF", "RMB"} {
		if strings.HasSuffix(text, sign) {
			return units[strings.ToLower(sign)].base
		}
	}
	return ""
}

// numeralAt reads a number that is a word, such as five or 五.
func (l lexicon) numeralAt(text string, i int) (q quantity, end int) {
	if text[i] < utf8.RuneSelf {
		end = i
		for end < len(text) && unicode.IsLetter(rune(text[end])) {
			end++
		}
		if strings.EqualFold(text[i:end], "twice") {
			return quantity{value: 2, noun: []string{"time"}}, end
		}
		value, ok := numerals[strings.ToLower(text[i:end])]
		one := strings.EqualFold(text[i:end], "one")
		if !ok && !one {
			return quantity{unit: "-"}, end
		}
		if one {
			value = 1
		}
		q, end = l.withUnit(quantity{value: value}, text, end)
		if q.unit == "" && len(q.noun) == 0 || one && (q.unit != "s" || q.value > 7*86400) { // one ward, one month
			q.unit = "-"
		}
		return q, end
	}
	for _, size := range [...]int{6, 3} {
		if i+size <= len(text) {
			if value, ok := numerals[text[i:i+size]]; ok {
				q, end := l.withUnit(quantity{value: value}, text, i+size)
				next, _ := utf8.DecodeRuneInString(text[i+size:])
				if end > i+size && (q.unit != "" || strings.ContainsRune(classifiers, next)) {
					return q, end
				}
				return q, 0
			}
		}
	}
	return q, 0
}

// withUnit reads what stands after a number: its unit, or what it counts.
func (l lexicon) withUnit(q quantity, text string, end int) (quantity, int) {
	rest := text[end:]
	space := len(rest) - len(strings.TrimLeft(rest, " -"))
	if space > 2 || strings.HasPrefix(rest, " - ") {
		return q, end
	}
	after := rest[space:]
	if after == "" {
		return q, end
	}
	if r, _ := utf8.DecodeRuneInString(after); unicode.Is(unicode.Han, r) {
		return l.hanUnit(q, text, end+space)
	}
	word := after[:wordEnd(after)]
	if first, rest, _ := strings.Cut(after, " "); first != "" {
		two := strings.ToLower(first + " " + rest[:wordEnd(rest)])
		if u, ok := units[two]; ok {
			q.value, q.unit = q.value*u.times, u.base
			return q, end + space + len(two)
		}
	}
	switch u, ok := units[strings.ToLower(word)]; {
	case word == "m" && space > 0: // 6 m of cable, but 6m: minutes
		q.unit = "m"
		return q, end + space + len(word)
	case ok && (word != "M" && word != "B" && word != "D" && word != "W" || space == 0):
		q.value, q.unit = q.value*u.times, u.base
		return q, end + space + len(word)
	case word == "k" && space == 0:
		q.value *= 1000
		return l.withUnit(q, text, end+1)
	case word == "x" || word == "st" || word == "nd" || word == "rd" || word == "th":
		q.unit = "-"
		return q, end + space + len(word)
	}
	if q.noun = l.nounAfter(after); len(q.noun) == 0 {
		q.noun, q.before = l.nounBefore(text, strings.LastIndexFunc(text[:end], func(r rune) bool { return r < '0' || r > '9' })+1)
	}
	return q, end
}

// hanUnit reads a Chinese unit, or a classifier and what it counts.
func (l lexicon) hanUnit(q quantity, text string, at int) (quantity, int) {
	after := strings.TrimPrefix(text[at:], "个")
	skipped := len(text[at:]) - len(after)
	for _, size := range [...]int{9, 6, 3} {
		if size <= len(after) {
			if u, ok := units[after[:size]]; ok && !(skipped == 0 && after[:size] == "月") && !(after[:size] == "日" && ofMonth.MatchString(text[:at])) && !goesOn(after[:size], after[size:]) {
				q.value, q.unit = q.value*u.times, u.base
				return q, at + skipped + size
			}
		}
	}
	for _, scale := range [...]struct {
		word  string
		times float64
	}{{"万", 1e4}, {"亿", 1e8}, {"千", 1e3}} {
		if strings.HasPrefix(text[at:], scale.word) {
			q.value *= scale.times
			return l.hanUnit(q, text, at+len(scale.word))
		}
	}
	r, size := utf8.DecodeRuneInString(text[at:])
	if strings.ContainsRune(classifiers, r) {
		at += size
		if r == '次' || r == '人' {
			q.noun = []string{string(r)}
			return q, at
		}
	}
	run := hanRun(text[at:])
	if run != "" {
		q.noun = pairs(firstHan(run, 4))
	}
	if len(q.noun) == 0 && strings.ContainsRune(classifiers, r) {
		q.noun = []string{string(r)}
	}
	return q, at
}

// ofMonth stands before the 日 of a date.
var ofMonth = pattern.New(`月 ?\d{1,2} ?$`)

func digit(c byte) bool { return c >= '0' && c <= '9' }

func wordEnd(text string) int {
	for i, r := range text {
		if !(unicode.IsLetter(r) && !unicode.Is(unicode.Han, r) || strings.ContainsRune("%％℃°/€$£¥µ", r)) {
			return i
		}
	}
	return len(text)
}

// nounAfter returns what English words after a number count: the stems up to the first
// plural among the next three.
func (l lexicon) nounAfter(text string) []string {
	var noun []string
	for range 3 {
		end := wordEnd(text)
		word := strings.ToLower(text[:end])
		if thing, per, ok := strings.Cut(word, "/"); ok && units[per].base == "s" && len(thing) > 2 {
			return append(noun, l.stem(thing)) // req/min
		}
		if len(word) < 3 || ignored[l.stem(word)] || strings.ContainsAny(word, "/%") {
			return nil
		}
		noun = append(noun, l.stem(word))
		if strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") || word == "people" {
			if progress[l.stem(word)] {
				return nil
			}
			return noun
		}
		if text = text[end:]; !strings.HasPrefix(text, " ") {
			return nil
		}
		text = text[1:]
	}
	return nil
}

var (
	mostWords  = [...]string{"at most", "no later than", "not later than", "no greater than", "no larger than", "not exceeding", "maximum of", "max of", "max.", "limit of", "limited to", "capped at", "cut at", "truncated at", "shorter than", "smaller than", "lower than", "不得晚于", "不晚于", "限制为", "限", "up to", "no more than", "not more than", "no longer than", "maximum", "max", "within", "under", "below", "less than", "fewer than", "not exceed", "≤", "<", "不超过", "不得超过", "至多", "最多", "最长", "最大", "最高", "小于", "低于", "少于", "不大于", "上限"}
	leastWords = [...]string{"at least", "no earlier than", "minimum of", "min.", "larger than", "longer than", "greater than", "bigger than", "older than", "higher than", "beyond", "不早于", "no less than", "no fewer than", "not less than", "minimum", "more than", "over", "above", "exceed", "≥", ">", "不少于", "不低于", "至少", "最少", "最短", "大于", "高于", "超过", "不小于", "下限"}
	mostAfter  = [...]string{"以内", "之内", "内", "or less", "or fewer", "at most", "max", "以下"}
	leastAfter = [...]string{"以上", "or more", "at least", "+", "or longer"}
)

// boundAt tells what the words around a number make of it.
func boundAt(text string, start, end int) Bound {
	before, rest := around(text, start, end)
	if addsUp.MatchString(before) {
		return Exact
	}
	for _, w := range mostWords {
		if strings.HasSuffix(before, w) {
			return turned(Most, text[end:])
		}
	}
	for _, w := range leastWords {
		if strings.HasSuffix(before, w) {
			return turned(Least, text[end:])
		}
	}
	for _, w := range mostAfter {
		if strings.HasPrefix(rest, w) {
			return Most
		}
	}
	for _, w := range leastAfter {
		if strings.HasPrefix(rest, w) {
			return Least
		}
	}
	return Exact
}

// refused stands behind an amount beyond a limit: what is longer than 10 minutes is cut off, so
// the limit is a greatest one.
var refused = pattern.New(`(?i)^[^.;:]{0,40}?\b(?:(?:is|are|gets?|will be|must be) (?:refused|rejected|denied|blocked|dropped|discarded|cut off|truncated|not (?:accepted|allowed|possible|permitted))|fails?)\b|^[^，。；]{0,12}(?:拒绝|不允许|不得|报错|失败|截断)`)

// turned returns the bound on what is accepted, where the text goes on to say that what lies
// beyond the amount is refused.
func turned(b Bound, rest string) Bound {
	if !refused.MatchString(rest[:min(len(rest), 90)]) {
		return b
	}
	if b == Most {
		return Least
	}
	return Most
}

// addsUp stands before a sum, which is no bound.
var addsUp = pattern.New(`\b(?:adds?|adding|sums?|summing|comes?) up to$`)

// approximate tells whether the number at an offset is a guess: guesses differ without
// contradicting each other.
func approximate(text string, at int) bool {
	before, _ := around(text, at, at)
	for _, word := range [...]string{"~", "≈", "about", "around", "roughly", "approximately", "approx.", "约", "大概", "近"} {
		if strings.HasSuffix(before, word) {
			return true
		}
	}
	return false
}

// sameValue tells whether two values of a unit are one. Months are given in days as well,
// 3 months are 90 days and 1 year is 365, and kilobytes are 1000 or 1024 bytes.
func sameValue(a, b float64, unit string) bool {
	blur := 1e-9
	switch {
	case unit == "s" && math.Min(a, b) >= 28*86400:
		blur = .025
	case unit == "byte":
		blur = .07
	}
	return math.Abs(a-b) <= blur*math.Max(math.Abs(a), math.Abs(b))
}
