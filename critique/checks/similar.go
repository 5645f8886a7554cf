package checks

import (
	"math"
	"strings"
	"unicode"

	"discussd/critique/checks/document"
)

// maxCompared bounds how many texts are compared with each other.
const maxCompared = 300

// bag is the weighted set of a text's words and Chinese bigrams.
type bag map[string]struct{}

// words that say nothing about what a text is about.
var stopWords = " a an and are as at be by can for from has have i in is it its must not of on or shall should so that the their then this to want was when which will with "

// bagOf splits a text into lower-case words and Chinese bigrams.
func bagOf(text string) bag {
	b := bag{}
	var word strings.Builder
	var previous rune
	flush := func() {
		if w := word.String(); len(w) > 1 && !strings.Contains(stopWords, " "+w+" ") {
			if len(w) > 3 {
				w = strings.TrimSuffix(w, "s")
			}
			b[w] = struct{}{}
		}
		word.Reset()
	}
	for _, r := range text {
		switch {
		case strings.ContainsRune("的之了与和及", r):
			flush()
			continue
		case unicode.Is(unicode.Han, r):
			flush()
			if previous != 0 {
				b[string([]rune{previous, r})] = struct{}{}
			}
			previous = r
			continue
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			word.WriteRune(unicode.ToLower(r))
		default:
			flush()
		}
		previous = 0
	}
	flush()
	return b
}

// words returns the bag of a document's prose, filled once.
func (s *session) words(d *document.Document) bag {
	return once(s, "words", d, func() bag {
		return bagOf(d.Prose)
	})
}

// and is what two texts have in common.
func (b bag) and(other bag) bag {
	common := bag{}
	for word := range b {
		if _, shared := other[word]; shared {
			common[word] = struct{}{}
		}
	}
	return common
}

// shared is how many words two texts have in common.
func (b bag) shared(other bag) int {
	if len(b) > len(other) {
		b, other = other, b
	}
	common := 0
	for word := range b {
		if _, both := other[word]; both {
			common++
		}
	}
	return common
}

// within tells whether one of two texts says nothing that the other does not.
func (b bag) within(other bag) bool {
	if len(b) > len(other) {
		b, other = other, b
	}
	for word := range b {
		if _, shared := other[word]; !shared {
			return false
		}
	}
	return true
}

// chinese tells whether a text has Chinese characters.
func (b bag) chinese() bool {
	for word := range b {
		if word[0] >= 0xE3 {
			return true
		}
	}
	return false
}

// namesMore tells whether a text has a word in Latin letters or digits that another lacks.
func (b bag) namesMore(other bag) bool {
	for word := range b {
		if _, shared := other[word]; !shared && word[0] < 0x80 {
			return true
		}
	}
	return false
}

// weights are the inverse document frequencies of words over some texts.
type weights map[string]float64

func weigh(bags ...[]bag) weights {
	texts, w := 0.0, weights{}
	for _, list := range bags {
		for _, b := range list {
			texts++
			for word := range b {
				w[word]++
			}
		}
	}
	for word, frequency := range w {
		w[word] = math.Log(1 + texts/frequency)
	}
	return w
}

// likeness is the weighted share of words two of the texts have in common, 0 to 1.
func (w weights) likeness(a, b bag) float64 {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a)*3 < len(b) {
		return 0
	}
	common, all := 0.0, 0.0
	for word := range b {
		all += w[word]
	}
	for word := range a {
		if _, shared := b[word]; shared {
			common += w[word]
		} else {
			all += w[word]
		}
	}
	if all == 0 {
		return 0
	}
	return common / all
}

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
