package checks

// nearness finds among many texts those that may be like another, by the words they
// share, so that not every two have to be held against each other.
type nearness struct {
	weights weights
	saying  map[string][]int // the texts that say a word, by number
	sums    []float64        // what all words of a text weigh
	common  []float64        // room for what each text shares with the one asked for
}

func (w weights) near(texts []bag) *nearness {
	n := &nearness{weights: w, saying: map[string][]int{}, sums: make([]float64, len(texts)), common: make([]float64, len(texts))}
	for i, words := range texts {
		for word := range words {
			n.saying[word] = append(n.saying[word], i)
			n.sums[i] += w[word]
		}
	}
	return n
}

// to returns the numbers of the texts whose likeness to some words may reach a bound,
// in order. It sums in another order than likeness does, which has the last word.
func (n *nearness) to(words bag, likeness float64) []int {
	const slack = 1e-9
	clear(n.common)
	own := 0.0
	for word := range words {
		weight := n.weights[word]
		own += weight
		for _, i := range n.saying[word] {
			n.common[i] += weight
		}
	}
	var found []int
	for i, common := range n.common {
		if common > 0 && common+slack >= likeness*(own+n.sums[i]-common) {
			found = append(found, i)
		}
	}
	return found
}
