package facts

import (
	"math"
	"slices"
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
	spans  bool // whether it is how long it is from one date to another
	document.Span
}

// progress are the nouns whose numbers grow with the work: who reports them states no fact
// about the product.
var progress = map[string]bool{"test": true, "line": true, "file": true, "scenario": true, "spec": true, "commit": true, "task": true, "plan": true, "case": true, "page": true, "word": true}

// classifiers stand in Chinese between a number and what it counts.
const classifiers = "个条项张次名座台家种位步份类件篇组套批轮级章节层块列行页本辆只间门道款笔封栋艘人"

// quantities returns the numbers of a text in their order. IDs, versions, dates, paths
// and the parts of names are none.
func (l lexicon) quantities(text string, base int) []quantity {
	var found []quantity
	text = l.plain(text)
	inWords, dates := stretches.MatchString(text), datesIn(text)
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		var q quantity
		var end int
		if inWords && (letterOf(r) || digit(text[i])) && !insideWord(text, i) {
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
		if q.unit != "-" && (l.rounded || !approximate(text, i)) && !slices.ContainsFunc(dates, func(at []int) bool { return at[0] <= i && i < at[1] }) {
			q.bound, q.role = boundAt(text, i, end), roleAt(text, i, end)
			if q.ends = endsRange(text, i, end); q.ends && q.bound == Exact {
				if q.bound = Most; startsRange(text, end) {
					q.bound = Least
				}
			}
			q.Span = document.Span{Start: base + i, End: base + end}
			if n := len(found); n > 0 && q.unit != "" && found[n-1].unit == "" && len(found[n-1].noun) == 0 && q.Start-found[n-1].End < 6 &&
				(q.ends && found[n-1].ends || (q.unit == "m" || q.unit == "px") && sides.MatchString(text[found[n-1].End-base:i])) {
				times := 1.0 // 120–160 ms: the low end is of milliseconds as well, and so is the width of 12 × 14 mm
				if one := l.quantities("1 "+unitOf(text[i:end]), 0); len(one) == 1 && one[0].unit == q.unit {
					times = one[0].value
				}
				if found[n-1].unit, found[n-1].value = q.unit, found[n-1].value*times; !q.ends && found[n-1].value == q.value {
					found = found[:n-1] // of a square one side is enough
				}
			}
			found = append(found, q)
		}
		i = end
	}
	return found
}

// sides stands between the two sides of a size.
var sides = pattern.New(`^ ?[×x] ?$`)

func letterOf(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= utf8.RuneSelf && unicode.IsLetter(r)
}

// insideWord tells whether a word goes on at an offset.
func insideWord(text string, i int) bool {
	r, _ := utf8.DecodeLastRuneInString(text[:i])
	return i > 0 && (r == '_' || r == '-' || spelling(r) || r < utf8.RuneSelf && unicode.IsDigit(r))
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
	if before := text[max(0, i-32):i]; len(digits) == 3 && digits[0] >= '1' && digits[0] <= '5' && answered.MatchString(before) {
		value, _ := strconv.ParseFloat(digits, 64)
		return quantity{value: value, unit: "status"}, end
	}
	if before := text[max(0, i-8):i]; len(digits) >= 2 && len(digits) <= 5 && portOf.MatchString(before) {
		value, _ := strconv.ParseFloat(digits, 64)
		return quantity{value: value, unit: "port"}, end
	}
	if before := text[max(0, i-28):i]; whichOne.MatchString(before) || versionOf.MatchString(before) {
		return q, end
	}
	if ranked.MatchString(text[max(0, i-12):i]) || strings.HasPrefix(text[end:], "D") && !strings.HasPrefix(text[end:], "Da") {
		return q, end // of the second to fourth week the fourth, and 3D
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

// answered is what stands before the status code of an answer.
var answered = pattern.New(`(?i)(?:\b(?:answers?|answered|returns?|returned|responds?|responded|replies|replied|rejected|refused|status|http)(?: with)?(?: an?)?(?: status| http)?(?: code)? |(?:返回|响应|状态码)(?: ?HTTP)? ?)$`)

// ranked is what stands before the second of two numbers that say which: 第2–4周.
var ranked = pattern.New(`第 ?\d+ ?[-–—~～至到] ?$`)

// portOf is what stands before the number of a port.
var portOf = pattern.New(`(?i)(?:\bport |端口 ?)$`)

// versionOf is a name before the number of its version, or of a code: on Svelte 5, HTTP 201.
var versionOf = pattern.New(`[a-z,] [A-Z][a-z]{3,} $|\bHTTP $`)

// whichOne is what stands before a number that says which one and not how many: Story 3.
var whichOne = pattern.New(`(?i)\b(?:stor(?:y|ies)|epics?|phases?|levels?|steps?|stages?|tasks?|tiers?|versions?|chapters?|sections?|clauses?|figures?|tables?|rows?|lines?|pages?|sprints?|iterations?|waves?|options?|principles?|appendix|scenarios?|requirements?|criterion|rules?|week|day|minute|part|round|issue|rank|priority|http|status|code|port) #?$`)

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
	if first, _ := utf8.DecodeRuneInString(text[i:]); !unicode.Is(unicode.Han, first) {
		end = i + wordEnd(text[i:])
		if n := ordinals[strings.ToLower(text[i:end])]; n > 0 && reached.MatchString(text[max(0, i-16):i]) {
			return quantity{value: n, noun: l.nounOfOrdinal(text[end:])}, end
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

var (
	// ordinals are the words for which one of several is reached: "with the third failure".
	ordinals = map[string]float64{"second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "tenth": 10}
	reached  = pattern.New(`(?i)\b(?:after|on|with|upon|at|until) (?:the|a|an|his|her|its|their) $`)
	// tooMany is what happens to the first one beyond a limit.
	tooMany = pattern.New(`(?i)^[^.,;:]*\b(?:refused|rejected|denied|blocked|declined|dropped|turned (?:down|away)|fails|answered (?:with )?429)\b`)
	happens = pattern.New(`(?i)^ ((?:[a-z]+[ -])?[a-z]+)\b(?: (?:in|within|of|from|by|is|has|per|for|on)\b|[,.;:)]|$)`)
)

// nounOfOrdinal returns what an ordinal counts: the one or two words after it.
func (l lexicon) nounOfOrdinal(rest string) (noun []string) {
	if m := happens.FindStringSubmatch(rest[:min(len(rest), 48)]); m != nil {
		for _, word := range strings.FieldsFunc(m[1], func(r rune) bool { return r == ' ' || r == '-' }) {
			noun = append(noun, l.stem(strings.ToLower(word)))
		}
	}
	return noun
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
	case space == 0 && (word == "k" || word == "M" || word == "B" && q.value != math.Trunc(q.value)):
		q.value *= map[string]float64{"k": 1e3, "M": 1e6, "B": 1e9}[word]
		return l.withUnit(q, text, end+1)
	case word == "m" && space > 0: // 6 m of cable, but 6m: minutes
		q.unit = "m"
		return q, end + space + len(word)
	case ok && word != "b" && (word != "M" && word != "B" && word != "D" && word != "W" || space == 0):
		q.value, q.unit = q.value*u.times, u.base
		return q, end + space + len(word)
	case word == "million" || word == "thousand" || word == "billion":
		q.value *= map[string]float64{"thousand": 1e3, "million": 1e6, "billion": 1e9}[word]
		return l.withUnit(q, text, end+space+len(word))
	case space == 0 && (word == "st" || word == "nd" || word == "rd" || word == "th") && tooMany.MatchString(after[len(word):min(len(after), 80)]):
		q.value, q.noun = q.value-1, l.nounOfOrdinal(after[len(word):]) // the 61st is refused: 60 are not
		return q, end + len(word)
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
		q.noun = pairs(firstLetters(run, 4))
	}
	if len(q.noun) == 0 && strings.ContainsRune(classifiers, r) {
		if q.noun, q.before = hanBefore(text[:at-size]); len(q.noun) == 0 {
			q.noun = []string{string(r)}
		}
	}
	return q, at
}

// hanBefore returns what a number counts that a text ends with where that stands before it, and how far: 换热站 42 座.
func hanBefore(text string) (noun []string, ahead int) {
	const longest = 3 // characters of a thing
	name := strings.TrimRight(text, "0123456789,. ")
	start := len(name)
	for range longest {
		if r, size := utf8.DecodeLastRuneInString(name[:start]); unicode.Is(unicode.Han, r) {
			start -= size
		}
	}
	return pairs(name[start:]), len(strings.TrimRight(text, "0123456789,.")) - start
}

// ofMonth stands before the 日 of a date.
var ofMonth = pattern.New(`月 ?\d{1,2} ?$`)

func digit(c byte) bool { return c >= '0' && c <= '9' }

func wordEnd(text string) int {
	for i, r := range text {
		if !(spelling(r) || strings.ContainsRune("%％℃°/€$£¥µ²³", r)) {
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
