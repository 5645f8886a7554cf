package requirements

import (
	"slices"
	"strconv"
	"strings"

	"discussd/critique/rules/model"
	"discussd/internal/text/pattern"
)

// restated is a sentence with its numbers taken out. Documents of one session say
// many things again, word for word: two sentences that differ in one number only
// contradict each other.
type restated struct {
	words   model.Bag
	amounts []string // with their units, brought to one
	names   []string // of commands, files and fields: another name is another thing
}

// codes are references to what other documents number, such as SA-04.
var codes = pattern.New(`\b[A-Z]{1,6}-0\d+\b`)

// codeNames are words that code is called by, such as ship:crew:* or src/api.
var codeNames = pattern.New(`[A-Za-z][\w-]*(?:[:/_][\w*-]+)+`)

var anyAmount = pattern.New(`(?i)(\d+(?:,\d{3})*(?:\.\d+)?)(?:\s*-?(ms|毫秒|seconds?|secs?|s|秒钟?|minutes?|mins?|分钟|hours?|hrs?|h|个?小时|days?|天|weeks?|周|months?|个月|years?|年|%|％|percent|KB|MB|GB|TB|KiB|MiB|GiB|兆字节)(?:[^A-Za-z]|$))?`)

func restatedText(text string) (r restated) {
	text = codes.ReplaceAllString(model.WithoutDates(text), " ")
	for _, m := range anyAmount.FindAllStringSubmatch(text, 12) {
		amount, _ := strconv.ParseFloat(strings.ReplaceAll(m[1], ",", ""), 64)
		unit := ""
		if m[2] != "" {
			unit, amount = model.AssertedUnit(strings.ToLower(m[2]), amount)
		}
		r.amounts = append(r.amounts, strconv.FormatFloat(amount, 'g', -1, 64)+unit)
	}
	r.names = codeNames.FindAllString(text, 12)
	r.words = model.BagOf(model.AmongWords.ReplaceAllString(anyAmount.ReplaceAllString(text, " "), " "))
	return r
}

// differs tells whether two sentences are the same but for one number.
func (r restated) differs(o restated) bool {
	if len(r.amounts) != len(o.amounts) || !slices.Equal(r.names, o.names) {
		return false
	}
	same := 0
	for i := range r.amounts {
		if r.amounts[i] == o.amounts[i] {
			same++
		}
	}
	if same != len(r.amounts)-1 {
		return false
	}
	common := r.words.And(o.words)
	shared := len(common) + same
	all := len(r.words) + len(o.words) - len(common) + same
	told := model.Telling(common) + 4*same
	return told >= 12 && shared*5 >= all*4 || told >= 24 && shared*4 >= all*3
}
