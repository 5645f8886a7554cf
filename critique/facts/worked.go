package facts

import (
	"math"
	"slices"
	"strings"

	"discussd/internal/text/pattern"
)

// Arithmetic in words: what a sentence says that the numbers before it come to.

// comesTo are the words between numbers and what they make.
var comesTo = pattern.New(`(?i)(?:^|[^\pL])(?:that is|that makes|which is|which makes|i\.e\.,?|das sind|das ergibt|also|soit|c'est-à-dire|es decir|ossia|ou seja)(?: about| around| some)? ?$|(?:即|也就是|合|相当于)约? ?$`)

// workedOut returns the results that a text gives in words: "460 calls a week. Each takes 6 minutes, that
// is 46 hours", "45 % of 1,200 Wh: 540 Wh", "6.4 ml and 6.25 ml differ by 0.15 ml", "12 in three shifts of 4".
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
		case differing.MatchString(gap):
			made, sure = differenceOf(before, q)
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
	return append(found, grouped(text)...)
}

var (
	ofAll     = pattern.New(`(?i)^ ?(?:of|von|de|du|di|der|des)(?: the| a| its)? ?$|^ ?的 ?$`)
	ofIt      = pattern.New(`(?i)^ ?(?:of (?:it|them|that)|davon|其中)(?: are| is)? ?[:=：,]? ?$`)
	isThat    = pattern.New(`(?i)^ ?(?:[:=：]|,? ?(?:is|are|makes?|gives?|sind|ergibt|font|soit|son)|为|是|即) ?$`)
	differing = pattern.New(`(?i)\bdiffers? by $|\bthe difference is $|(?:unterscheiden sich|weichen) um $|diffèrent de $|相差 ?$`)
	// groups are so many of something in groups of so many.
	groups = pattern.New(`(?i)(?:^|[^\d.,\pL])(\d{1,4})(?: [\pL-]+){0,2} in (\d{1,2}|\pL{2,6}) (?:shifts|groups|teams|crews|rows|batches|blocks|sets|classes) of (\d{1,3}|\pL{2,6})\s*(?:[.,;:|)]|$)`)
)

// productOf returns the one product of a count and an amount before a result that is of its size; sure
// is false where there is none or several. What fits some way of reckoning needs no other.
func productOf(before []quantity, q quantity) (made float64, sure bool) {
	if n := len(before); q.unit == "%" && n > 1 && before[n-1].unit == before[n-2].unit && before[n-1].unit != "%" {
		a, b := before[n-1].value, before[n-2].value
		made = 100 * min(a, b) / max(a, b)
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

// differenceOf returns the difference of the last two amounts of the unit of a result, where none of
// those before it fits.
func differenceOf(before []quantity, q quantity) (made float64, sure bool) {
	last := math.NaN()
	for _, b := range slices.Backward(before) {
		switch {
		case b.unit != q.unit || b.unit == "%":
		case math.IsNaN(last):
			last = b.value
		case !sure:
			made, sure = math.Abs(last-b.value), true
		case near(math.Abs(last-b.value), q.value):
			return q.value, true
		}
	}
	return made, sure
}

// grouped returns how many are in groups of so many.
func grouped(text string) (all []result) {
	number := func(word string) float64 {
		if n := numerals[strings.ToLower(word)]; n > 0 {
			return n
		}
		return plainNumber(word)
	}
	for _, m := range groups.FindAllStringSubmatchIndex(text, 8) {
		said, is := plainNumber(text[m[2]:m[3]]), number(text[m[4]:m[5]])*number(text[m[6]:m[7]])
		if is > 0 {
			all = append(all, result{m[2], m[3], format(is), is == said})
		}
	}
	return all
}

// watts is a power.
var watts = pattern.New(`(\d[\d,]*(?:\.\d+)?) ?(k?W)\b`)

// lastsFor returns how long an amount of energy lasts, where one power, one amount of energy and one time stand
// in a text: "50 W; 600 Wh last for 12 hours". A share that is kept back may count or not.
func lastsFor(words lexicon, text string) []result {
	power := watts.FindAllStringSubmatch(text, 2)
	if len(power) != 1 {
		return nil
	}
	var energy, long []quantity
	shares := []float64{1}
	for _, q := range words.quantities(text, 0) {
		switch q.unit {
		case "wh":
			energy = append(energy, q)
		case "s":
			long = append(long, q)
		case "%":
			shares = append(shares, q.value/100, 1-q.value/100)
		}
	}
	draws := plainNumber(power[0][1])
	if len(energy) != 1 || len(long) != 1 || draws == 0 {
		return nil
	}
	if power[0][2] == "kW" {
		draws *= 1000
	}
	q, full := long[0], energy[0].value/draws*3600
	holds := slices.ContainsFunc(shares, func(share float64) bool { return math.Abs(full*share-q.value) <= .02*q.value })
	return []result{{q.Start, q.End, inUnitOf(words, text[q.Start:q.End], "s", full*shares[len(shares)-1]), holds || q.value > nearlyMade*full || full > nearlyMade*q.value}}
}
