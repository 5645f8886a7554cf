package facts

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"discussd/internal/text/pattern"
)

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
	"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
	"两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10, "十一": 11, "十二": 12, "十三": 13, "十四": 14, "十五": 15, "十六": 16, "十八": 18, "二十": 20, "三十": 30,
}

// A stretch of time in words that hold no number, or only a part of it.
var (
	halfOf   = pattern.New(`^(?i:half an?) (\pL+)`)
	andHalf  = pattern.New(`^(?i:(an?|one|\d{1,3}|two|three|four|five|six) (\pL+) and a half\b)`)
	halvesOf = pattern.New(`^(?i:(one|\d{1,3}|two|three|four|five|six) and a half (\pL+))`)
	quarter  = pattern.New(`^(?i:(?:a )?quarter of an hour\b)`)
	quarters = pattern.New(`^(?i:three quarters of an hour\b)`)
	week2    = pattern.New(`^(?i:(?:a |one )?fortnight\b)`)
	hanHalf  = pattern.New(`^半个?(小时|分钟|天|年|月)`)
	hanMore  = pattern.New(`^([一两二三四五])个半(小时|月)`)
	hanFifth = pattern.New(`^一刻钟`)
	// stretches is what all of these hold.
	stretches = pattern.New(`(?i:half|quarter|fortnight)|半|刻钟`)
)

// phraseAt reads a stretch of time such as "half an hour", "an hour and a half" or 半小时.
func phraseAt(text string, i int) (q quantity, end int) {
	rest := text[i:min(len(text), i+60)]
	of := func(times float64, word string) (quantity, bool) {
		u, ok := units[strings.ToLower(word)]
		return quantity{value: times * u.times, unit: u.base}, ok && u.base == "s"
	}
	number := func(word string) float64 {
		if n, err := strconv.Atoi(word); err == nil {
			return float64(n)
		}
		return max(numerals[strings.ToLower(word)], 1) // a, an, one
	}
	if before, _ := utf8.DecodeLastRuneInString(text[:i]); strings.ContainsRune("上下大多前后", before) {
		return q, 0 // 下半年
	}
	for _, p := range [...]struct {
		pattern *pattern.Pattern
		read    func(m []string) (quantity, bool)
	}{
		{halfOf, func(m []string) (quantity, bool) { return of(.5, m[1]) }},
		{andHalf, func(m []string) (quantity, bool) { return of(number(m[1])+.5, m[2]) }},
		{halvesOf, func(m []string) (quantity, bool) { return of(number(m[1])+.5, m[2]) }},
		{quarter, func([]string) (quantity, bool) { return of(.25, "hour") }},
		{quarters, func([]string) (quantity, bool) { return of(.75, "hour") }},
		{week2, func([]string) (quantity, bool) { return of(14, "day") }},
		{hanHalf, func(m []string) (quantity, bool) { return of(.5, m[1]) }},
		{hanMore, func(m []string) (quantity, bool) { return of(number(m[1])+.5, m[2]) }},
		{hanFifth, func([]string) (quantity, bool) { return of(15, "分钟") }},
	} {
		if m := p.pattern.FindStringSubmatch(rest); m != nil {
			if q, ok := p.read(m); ok {
				return q, i + len(m[0])
			}
		}
	}
	return q, 0
}

// longer are what a Chinese unit is the beginning of, where it measures nothing: 日期, 年度.
var longer = map[string]string{"日": "期志常程历报本", "天": "气然津", "分": "类支区析组布配页享别期段级数", "年": "度龄级", "周": "期报边末", "月": "度报", "秒": "级杀"}

// goesOn tells whether what stands after a Chinese unit makes another word of it.
func goesOn(unit, rest string) bool {
	next, _ := utf8.DecodeRuneInString(rest)
	return rest != "" && strings.ContainsRune(longer[unit], next)
}

// measures are nouns whose number follows them: "a score of 60", "batches of 200".
var measures = wordSet(`score batch pool window limit maximum minimum total team depth size capacity factor priority level width height length quota threshold cap buffer margin`)

// ofWhat is what stands before a number that a measure is given with.
var ofWhat = pattern.New(`(?i)\b([a-z]{3,12})\s+of\s+(?:(?:at\s+(?:least|most)|up\s+to|no\s+more\s+than|over|under|exactly)\s+)?$`)

// nounBefore returns the measure that a bare number is given of, and where it stands before
// the number.
func (l lexicon) nounBefore(text string, start int) (noun []string, ahead int) {
	from := max(0, start-40)
	m := ofWhat.FindStringSubmatchIndex(text[from:start])
	if m == nil {
		return nil, 0
	}
	word := l.stem(strings.ToLower(text[from+m[2] : from+m[3]]))
	for measure := range measures {
		if l.stem(measure) == word {
			return []string{word}, start - from - m[2]
		}
	}
	return nil, 0
}

var (
	isoDate = pattern.New(`\b(20\d\d)[-/.](\d\d)[-/.](\d\d)\b`)
	dayOf   = pattern.New(`(?i)\b(\d{1,2})(?:st|nd|rd|th)? (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:,? (20\d\d))?`)
	ofDay   = pattern.New(`(?i)\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?\b(?:,? (20\d\d))?`)
	hanDate = pattern.New(`(?:(20\d\d) ?年 ?)?(\d{1,2}) ?月 ?(\d{1,2}) ?日`)
)

var months = [...]string{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}

// day is a date, of no known year when that is 0.
type day struct{ year, month, date int }

// daysIn returns the dates of a text.
func daysIn(text string) (days []day) {
	number := func(text string) int { n, _ := strconv.Atoi(text); return n }
	for _, m := range isoDate.FindAllStringSubmatch(text, 3) {
		days = append(days, day{number(m[1]), number(m[2]), number(m[3])})
	}
	for _, m := range dayOf.FindAllStringSubmatch(text, 3) {
		days = append(days, day{number(m[3]), 1 + slices.Index(months[:], strings.ToLower(m[2])), number(m[1])})
	}
	for _, m := range ofDay.FindAllStringSubmatch(text, 3) {
		if len(days) == 0 {
			days = append(days, day{number(m[3]), 1 + slices.Index(months[:], strings.ToLower(m[1])), number(m[2])})
		}
	}
	for _, m := range hanDate.FindAllStringSubmatch(text, 3) {
		days = append(days, day{number(m[1]), number(m[2]), number(m[3])})
	}
	return days
}
