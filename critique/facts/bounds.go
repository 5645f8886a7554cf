package facts

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"discussd/internal/text/pattern"
)

// role tells what a stretch of time is for: the words before and after it say so.
type role byte

const (
	anyRole  role = iota
	deadline      // within 5 minutes
	interval      // every 5 minutes
	delay         // after 5 minutes, for 5 minutes, older than 5 minutes
	ahead         // 5 minutes before
)

//go:embed words/limits.txt
var limitWords string

// Words right before a number, and right behind it.
var (
	limits                 = phrases(limitWords)
	mostWords, mostAfter   = limits["most<"], limits["most>"]
	leastWords, leastAfter = limits["least<"], limits["least>"]
	aboutWords             = limits["about<"]
	roleWords              = []roleOf{{limits["deadline<"], deadline}, {limits["interval<"], interval}, {limits["delay<"], delay}}
	roleAfter              = []roleOf{{limits["ahead>"], ahead}, {limits["delay>"], delay}, {limits["deadline>"], deadline}, {limits["interval>"], interval}}
)

// roleOf are words and what they make of a stretch of time.
type roleOf struct {
	words []string
	role  role
}

// endsIn tells whether a text ends in one of some words, and beginsWith whether it begins with one.
func endsIn(text string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool {
		rest, ok := strings.CutSuffix(text, word)
		return ok && !(spelled(word) && insideWord(rest, len(rest)))
	})
}

func beginsWith(text string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool {
		rest, ok := strings.CutPrefix(text, word)
		next, _ := utf8.DecodeRuneInString(rest)
		return ok && !(spelled(word) && spelling(next))
	})
}

// spelled tells whether a word is of letters that spaces part from the next one.
func spelled(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return spelling(r)
}

func spelling(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Han, r) }

// once is what stands before the time in which something happens so often.
var once = pattern.New(`\b(?:once|one \w+|a \w+) (?:in|per)$`)

// roleAt tells what the words around a stretch of time make of it.
func roleAt(text string, start, end int) role {
	before, after := around(text, start, end)
	if once.MatchString(before) {
		return interval
	}
	for _, r := range roleWords {
		if endsIn(before, r.words) {
			return r.role
		}
	}
	for _, r := range roleAfter {
		if beginsWith(after, r.words) {
			if r.role == ahead && granted.MatchString(before) {
				return anyRole // "has 14 days before": a time that passes
			}
			return r.role
		}
	}
	return anyRole
}

// ofOtherRole tells whether two stretches of time are for different things: a deadline, an interval, a
// delay. What comes too seldom breaks a deadline, and what is there only after a time may do so.
func ofOtherRole(v, o *value) bool {
	if v.role == o.role || v.role == anyRole || o.role == anyRole || givesUp(v) && givesUp(o) {
		return false
	}
	late := func(v, o *value) bool {
		return o.role == deadline && (v.role == interval || v.role == delay) && v.value > o.value
	}
	return !late(v, o) && !late(o, v)
}

// givesUp tells whether something is given up after a time: what fails when no answer comes within
// 8 seconds fails after 8 seconds.
func givesUp(v *value) bool {
	return (v.role == deadline || v.role == delay) && givenUp.MatchString(v.text)
}

var givenUp = pattern.New(`(?i)\b(?:fail(?:s|ed|ure)?|tim(?:e|es|ed) out|timeouts?|expires?|lapses?|released|gives? up|aborts?|aborted)\b|失败|超时|过期|失效|释放|放弃|中止`)

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

// boundAt tells what the words around a number make of it.
func boundAt(text string, start, end int) Bound {
	before, rest := around(text, start, end)
	if addsUp.MatchString(before) {
		return Exact
	}
	if m := greatest.FindStringSubmatch(text[max(0, start-70):start]); m != nil {
		if m[1] != "" {
			return Most
		}
		return Least
	}
	switch {
	case endsIn(before, mostWords):
		return turned(Most, text[end:])
	case endsIn(before, leastWords):
		return turned(Least, text[end:])
	case beginsWith(rest, mostAfter):
		return Most
	case beginsWith(rest, leastAfter):
		return Least
	}
	return Exact
}

// greatest says that the number behind it is the greatest there may be, or the least.
var greatest = pattern.New(`(?i)\b(?:(largest|longest|greatest|highest|biggest|maximum)|smallest|shortest|lowest|minimum)\b[^.,;:]{0,36} (?:is|are) $`)

// refused stands behind an amount beyond a limit: what is longer than 10 minutes is cut off, so
// the limit is a greatest one.
var refused = pattern.New(`(?i)^[^.;:]{0,40}?\b(?:(?:is|are|gets?|will be|must be) (?:refused|rejected|denied|blocked|dropped|discarded|cut off|truncated|not (?:accepted|allowed|possible|permitted))|fails?|cannot be \w+ed)\b|^[^，。；]{0,12}(?:拒绝|不允许|不得|报错|失败|截断)`)

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
	return endsIn(before, aboutWords)
}

// startsRange tells whether a number up to an offset is the low end of a range.
func startsRange(text string, end int) bool {
	_, after := around(text, end, end)
	for _, joint := range [...]string{"–", "—", "-", "~", "～", "to ", "至", "到", "and ", "..", "…"} {
		if rest, ok := strings.CutPrefix(after, joint); ok && startsNumber(rest) {
			return true
		}
	}
	return false
}

// startsNumber tells whether a text begins with a number, or with what stands before one.
func startsNumber(text string) bool {
	text = strings.TrimLeft(text, " €$£")
	return text != "" && digit(text[0])
}

// endsRange tells whether a number is one end of a range, such as 5 to 10 and 06:00–18:00.
func endsRange(text string, start, end int) bool {
	before, after := around(text, start, end)
	for _, joint := range [...]string{"–", "—", "-", "~", "～", " to", "至", "到", " and", "..", "…"} {
		if rest, ok := strings.CutPrefix(after, strings.TrimSpace(joint)); ok && (joint != " and" || strings.HasSuffix(before, "between")) {
			if startsNumber(rest) {
				return true
			}
		}
		if rest, ok := strings.CutSuffix(before, joint); ok {
			rest = strings.TrimRight(rest, " %℃°smhkgbint分钟秒天小时元月年")
			if rest != "" && digit(rest[len(rest)-1]) || joint == " and" && strings.Contains(rest, "between ") {
				return true
			}
		}
	}
	return false
}
