package checks

import (
	"slices"
	"strconv"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// assertion is a clause that says one amount of something: "an unanswered offer
// expires after 48 hours". Two assertions with the same words and another amount
// cannot both be true.
type assertion struct {
	words  bag // without the amount, its unit and modals
	amount float64
	unit   string // as normalUnit returns it, or the noun that is counted
	bound  byte   // '<' for at most, '>' for at least, 0 for neither
	doc    *document.Document
	at     document.Span // of the amount
	list   *document.Section
}

const maxAssertions = 2000 // of a session

// assertions returns what the documents of some kinds assert, found once a document.
func (s *session) assertions(kinds ...document.Kind) []assertion {
	var found []assertion
	for _, d := range s.of(kinds...) {
		if len(found) >= maxAssertions {
			break
		}
		found = append(found, once(s.asserted, d, assertionsOf)...)
	}
	return found[:min(len(found), maxAssertions)]
}

func assertionsOf(d *document.Document) []assertion {
	var found []assertion
	read := func(at document.Span) {
		if at.Len() == 0 || at.Len() > 2000 || len(found) >= maxAssertions || !strings.ContainsAny(d.Slice(at), "0123456789") {
			return
		}
		found = append(found, clausesOf(d, at)...)
	}
	for _, t := range d.Tables {
		if t.Section.Under(document.Traces, document.Summary, document.Scores) {
			continue
		}
		for _, row := range t.Rows {
			for i, cell := range row {
				if i > 0 {
					read(cell.Span)
				}
			}
		}
	}
	for _, item := range d.Items {
		read(item.Span)
	}
	for _, line := range d.Lines {
		read(line)
	}
	return found
}

var (
	clauseMark = pattern.New(`[,，;；。!?！？]|[.:：](?:\s|$)`)
	amountText = pattern.New(`(?i)(^|[^\d.,:/A-Za-z_-])(\d+(?:,\d{3})*(?:\.\d+)?)\s*-?(ms|毫秒|seconds?|secs?|s|秒钟?|minutes?|mins?|min|分钟|hours?|hrs?|h|个?小时|days?|天|weeks?|周|months?|个月|years?|%|％|percent|KB|MB|GB|TB|KiB|MiB|GiB|兆字节|[a-z]{3,}s|条|次|个|件|张|人|名|台|位|步|行|页|份|类|项|家|种|级)`)
	moreAmount = pattern.New(`\d`)
	amongWords = pattern.New(`系统|必须|应当|应该|应|须|需要|能够|可以|以内|之内|[内后前]|不超过|不低于|不少于|至少|至多|最多|(?i)\b(?:within|after|under|below|above|over|than|most|least|up|no more|no less|more|less|only|about)\b`)
	noMore     = pattern.New(`(?i)\b(?:no|not) (?:more|longer|later|greater|larger|higher) than\b|\bnot exceed\b|不(?:得|能|应|可|允许)?(?:超过|超出|多于|大于|高于)`)
	atMost     = pattern.New(`(?i)[<≤]|\b(?:within|at most|up to|under|below|less than|maximum)\b|至多|最多|最长|最大|以?内|上限`)
	atLeast    = pattern.New(`(?i)[>≥]|\b(?:at least|more than|no less than|minimum|above)\b|不低于|不少于|至少|最少|最短|超过`)
)

// clausesOf reads the clauses of a text that hold exactly one amount.
func clausesOf(d *document.Document, at document.Span) []assertion {
	var found []assertion
	text := withoutIDs(d.Prose[at.Start:at.End])
	start := 0
	for start < len(text) {
		end := len(text)
		if m := clauseMark.FindStringIndex(text[start:]); m != nil {
			end = start + m[1]
		}
		clause := text[start:end]
		if c, ok := assertionOf(clause); ok {
			c.doc, c.list = d, d.SectionAt(at.Start)
			c.at.Start += at.Start + start
			c.at.End += at.Start + start
			found = append(found, c)
		}
		start = end
	}
	return found
}

func assertionOf(clause string) (c assertion, ok bool) {
	m := amountText.FindStringSubmatchIndex(clause)
	if m == nil {
		return c, false
	}
	unit := clause[m[6]:m[7]]
	rest := clause[m[7]:]
	if unit[0] < 0x80 && unit != "%" && rest != "" && letter(rest[0]) {
		return c, false
	}
	if moreAmount.MatchString(clause[:m[4]]) || moreAmount.MatchString(percentile.ReplaceAllString(rest, "")) {
		return c, false // of two amounts nobody knows which is whose
	}
	c.amount, _ = strconv.ParseFloat(strings.ReplaceAll(clause[m[4]:m[5]], ",", ""), 64)
	c.unit, c.amount = assertedUnit(strings.ToLower(unit), c.amount)
	c.at = document.Span{Start: m[4], End: m[7]}
	c.bound = boundOf(clause)
	c.words = bagOf(amongWords.ReplaceAllString(clause[:m[4]]+" "+rest, " "))
	return c, true
}

// boundOf tells whether a text speaks of at least, '>', of at most, '<', or of neither.
func boundOf(text string) byte {
	switch {
	case noMore.MatchString(text):
		return '<'
	case atLeast.MatchString(text):
		return '>'
	case atMost.MatchString(text):
		return '<'
	}
	return 0
}

// assertedUnit brings times to seconds and sizes to bytes; what is counted is its
// own unit.
func assertedUnit(unit string, amount float64) (string, float64) {
	switch unit {
	case "min", "mins":
		return "s", amount * 60
	case "秒钟":
		return "s", amount
	case "hr", "hrs", "个小时":
		return "s", amount * 3600
	case "week", "weeks", "周":
		return "s", amount * 7 * 86400
	case "month", "months", "个月":
		return "month", amount
	case "year", "years":
		return "month", amount * 12
	case "％", "percent":
		return "%", amount
	case "kb", "kib":
		return "b", amount * 1e3
	case "mb", "mib", "兆字节":
		return "b", amount * 1e6
	case "gb", "gib":
		return "b", amount * 1e9
	case "tb":
		return "b", amount * 1e12
	}
	return normalUnit(unit, amount)
}

// disagree tells whether two assertions say the same of something but for the amount.
func (c assertion) disagree(o assertion) bool {
	if c.unit != o.unit || c.amount == o.amount || c.bound != 0 && o.bound != 0 && c.bound != o.bound {
		return false
	}
	small, large := c.words, o.words
	if len(small) > len(large) {
		small, large = o.words, c.words
	}
	shared := 0
	for word := range small {
		if _, ok := large[word]; !ok {
			return false
		}
		if shared += 4; word[0] >= 0x80 {
			shared-- // a pair of characters says less than a word
		}
	}
	return shared >= 12 && len(large)*2 <= len(small)*5
}

// disagreements returns, for each assertion of one list, the first of another that
// says another amount. Assertions of one list of items are parallel on purpose.
func disagreements(own, others []assertion) [][2]assertion {
	byWord := map[string][]int{}
	for i, o := range others {
		for word := range o.words {
			byWord[word] = append(byWord[word], i)
		}
	}
	var found [][2]assertion
	for _, c := range own {
		var candidates []int
		for word := range c.words {
			candidates = append(candidates, byWord[word]...)
		}
		slices.Sort(candidates)
		for _, i := range slices.Compact(candidates) {
			o := others[i]
			if o.doc == c.doc && (o.list == c.list || o.at.Start >= c.at.Start) || !c.disagree(o) {
				continue
			}
			found = append(found, [2]assertion{c, o})
			break
		}
	}
	return found
}
