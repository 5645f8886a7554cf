package facts

import (
	"strings"
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
	if m := greatest.FindStringSubmatch(text[max(0, start-70):start]); m != nil {
		if m[1] != "" {
			return Most
		}
		return Least
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

// greatest says that the number behind it is the greatest there may be, or the least.
var greatest = pattern.New(`(?i)\b(?:(largest|longest|greatest|highest|biggest|maximum)|smallest|shortest|lowest|minimum)\b[^.,;:]{0,36} (?:is|are) $`)

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
			rest = strings.TrimRight(rest, " %℃°smhkgbint分钟秒天小时元月年")
			if rest != "" && digit(rest[len(rest)-1]) || joint == " and" && strings.Contains(rest, "between ") {
				return true
			}
		}
	}
	return false
}
