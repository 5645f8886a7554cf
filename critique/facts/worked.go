package facts

import (
	"math"
	"slices"

	"discussd/internal/text/pattern"
)

// Arithmetic in words: what a sentence says that the numbers before it come to.

// comesTo are the words between numbers and what they make.
var comesTo = pattern.New(`(?i)(?:^|[^\pL])(?:that is|that makes|which is|which makes|i\.e\.,?|das sind|das ergibt|soit|c'est-à-dire|es decir|ossia|ou seja)(?: about| around| some)? ?$|(?:即|也就是|合|相当于)约? ?$`)

// workedOut returns the results that a text gives in words: "460 calls a week. Each takes 6 minutes, that
// is 46 hours", "45 % of 1,200 Wh: 540 Wh", "of 640 readers 224, that is 35 %".
func workedOut(words lexicon, text string) (found []result) {
	all := words.quantities(text, 0)
	for i, q := range all {
		before := all[:i]
		gap := ""
		if i > 0 {
			gap = text[all[i-1].End:q.Start]
		}
		made, sure := 0.0, false
		switch {
		case q.ends || q.unit == "clock" || q.unit == "status":
		case comesTo.MatchString(gap):
			made, sure = productOf(before, q)
		case i > 1 && q.unit != "" && before[i-1].unit == q.unit && orElse.MatchString(gap) && comesTo.MatchString(text[all[i-2].End:before[i-1].Start]):
			made, sure = before[i-1].value, true
		case i > 0 && before[i-1].unit == "%" && ofIt.MatchString(gap):
			if at := slices.IndexFunc(before, func(b quantity) bool { return b.unit == q.unit }); at >= 0 && q.unit != "" {
				made, sure = before[i-1].value/100*before[at].value, !slices.ContainsFunc(before[at+1:], func(b quantity) bool { return b.unit == q.unit })
			}
		case i > 1 && before[i-2].unit == "%" && ofAll.MatchString(text[before[i-2].End:before[i-1].Start]) && before[i-1].unit == q.unit && isThat.MatchString(gap):
			made, sure = before[i-2].value/100*before[i-1].value, q.unit != "" && q.unit != "%"
		}
		if sure {
			holds := rounded(made, q.value, text, q)
			found = append(found, result{q.Start, q.End, inUnitOf(words, text[q.Start:q.End], q.unit, made), holds})
		}
	}
	return found
}

var (
	ofAll  = pattern.New(`(?i)^ ?(?:of|von|de|du|di|der|des)(?: the| a| its)? ?$|^ ?的 ?$`)
	ofIt   = pattern.New(`(?i)^ ?(?:of (?:it|them|that)|davon|其中)(?: are| is)? ?[:=：,]? ?$`)
	orElse = pattern.New(`(?i)^, (?:or|oder|ou|o) (?:about |around |some )?$`)
	isThat = pattern.New(`(?i)^ ?(?:[:=：]|,? ?(?:is|are|makes?|gives?|sind|ergibt|font|soit|son)|为|是|即) ?$`)
)

// productOf returns the one product of a count and an amount before a result that is of its size; sure
// is false where there is none or several. What fits some way of reckoning needs no other.
func productOf(before []quantity, q quantity) (made float64, sure bool) {
	if n := len(before); q.unit == "%" && n > 1 && before[n-1].unit == before[n-2].unit && before[n-1].unit != "%" {
		low, high := extremes(before[n-2:])
		if made = 100 * low / high; near(math.Round(100-made), math.Round(q.value)) || near(math.Round(100*high/low-100), math.Round(q.value)) {
			return q.value, true // what it falls or rises by
		}
		return made, made < nearlyMade*q.value && q.value < nearlyMade*made
	}
	for i, a := range before {
		for _, b := range before[i+1:] {
			if slices.ContainsFunc([]float64{a.value * b.value, a.value + b.value, a.value - b.value, a.value / b.value, b.value / a.value}, func(n float64) bool {
				return math.Abs(n-q.value) < .06*q.value
			}) {
				return q.value, true
			}
			if (a.unit == "") == (b.unit == "") || a.unit+b.unit != q.unit {
				continue
			}
			if n := a.value * b.value; n < nearlyMade*q.value && q.value < nearlyMade*n {
				if sure {
					return 0, false
				}
				made, sure = n, true
			}
		}
	}
	return made, sure
}

// nearlyMade is how many times a wrong result is the right one at most.
const nearlyMade = 1.8
