package facts

import "math"

// weights tells how much a term says: terms that stand in few statements say most.
type weights struct {
	lexicon
	counted map[string]int
	of      int
}

func weigh(words lexicon, all []statement) *weights {
	w := &weights{lexicon: words, counted: map[string]int{}, of: max(len(all), fewStatements)}
	for i := range all {
		seen := map[string]bool{}
		for _, term := range w.terms(all[i].label + " " + all[i].text) {
			if !seen[term] {
				seen[term] = true
				w.counted[term]++
			}
		}
	}
	return w
}

// fewStatements is how many a session is taken to have at least: in a handful of sentences no
// word is common.
const fewStatements = 60

// weight is 1 for a term of one statement and 0 for one that all hold.
func (w *weights) weight(term string) float64 {
	n := max(w.counted[term], 1)
	weight := 1 - math.Log(float64(n))/math.Log(float64(w.of+2))
	if term[0] >= 0x80 {
		weight *= .7 // a pair of characters says less than a word
	}
	return weight
}
