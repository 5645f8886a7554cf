package model

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// MaxCompared bounds how many texts are compared with each other.
const MaxCompared = 300

// Bag is the weighted set of a text's words and Chinese bigrams.
type Bag map[string]struct{}

// words that say nothing about what a text is about.
var stopWords = " a an and are as at be by can for from has have i in is it its must not of on or shall should so that the their then this to want was when which will with "

// BagOf splits a text into lower-case words and Chinese bigrams.
func BagOf(text string) Bag {
	b := Bag{}
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

// WordsOf returns the bag of a document's prose, filled once.
func WordsOf(d *document.Document) Bag {
	return document.Once(d, "words", func(d *document.Document) Bag { return BagOf(d.Prose) })
}

// Shared is how many words two texts have in common.
func (b Bag) Shared(other Bag) int {
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

// Within tells whether one of two texts says nothing that the other does not.
func (b Bag) Within(other Bag) bool { return b.Shared(other) == min(len(b), len(other)) }

// Chinese tells whether a text has Chinese characters.
func (b Bag) Chinese() bool {
	for word := range b {
		if word[0] >= 0xE3 {
			return true
		}
	}
	return false
}

// Weights are the inverse document frequencies of words over some texts.
type Weights map[string]float64

// Weigh returns how much each word of some texts tells them apart.
func Weigh(bags ...[]Bag) Weights {
	texts, w := 0.0, Weights{}
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

// Likeness is the weighted share of words two of the texts have in common, 0 to 1.
func (w Weights) Likeness(a, b Bag) float64 {
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

// Nearness finds among many texts those that may be like another, by the words they
// share, so that not every two have to be held against each other.
type Nearness struct {
	weights Weights
	saying  map[string][]int // the texts that say a word, by number
	sums    []float64        // what all words of a text weigh
	common  []float64        // room for what each text shares with the one asked for
}

// Near prepares texts for being asked which of them are like another.
func (w Weights) Near(texts []Bag) *Nearness {
	n := &Nearness{weights: w, saying: map[string][]int{}, sums: make([]float64, len(texts)), common: make([]float64, len(texts))}
	for i, words := range texts {
		for word := range words {
			n.saying[word] = append(n.saying[word], i)
			n.sums[i] += w[word]
		}
	}
	return n
}

// To returns the numbers of the texts whose likeness to some words may reach a bound,
// in order. It sums in another order than likeness does, which has the last word.
func (n *Nearness) To(words Bag, likeness float64) []int {
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

// Parallel tells whether two texts say the same of two things: each names something in the place
// of what the other names, as "a long order" and "a short order" do. Words for every one are the
// same: each, all.
func Parallel(a, b string) bool {
	one, other := BagOf(everyOne.ReplaceAllString(a, " ")), BagOf(everyOne.ReplaceAllString(b, " "))
	if !one.Chinese() && !other.Chinese() {
		return one.Shared(other) < len(one) && one.Shared(other) < len(other) || opposed(a, b)
	}
	left, right := []rune(OneLine(a)), []rune(OneLine(b))
	from := 0
	for from < min(len(left), len(right)) && left[from] == right[from] {
		from++
	}
	left, right = left[from:], right[from:]
	for len(left) > 0 && len(right) > 0 && left[len(left)-1] == right[len(right)-1] {
		left, right = left[:len(left)-1], right[:len(right)-1]
	}
	const most = 6 // characters of a name
	if slices.ContainsFunc(left, func(r rune) bool { return unicode.Is(unicode.Han, r) && slices.Contains(right, r) }) {
		return false // the same words in another order
	}
	return len(left) > 0 && len(right) > 0 && len(left) <= most && len(right) <= most && everyOne.ReplaceAllString(string(left), "") != everyOne.ReplaceAllString(string(right), "")
}

// opposites are short words that alone tell two things apart, which a bag of words leaves out.
var opposites = map[string]string{"from": "to", "before": "after", "in": "out", "on": "off", "with": "without", "up": "down", "over": "under", "above": "below", "into": "from"}

// opposed tells whether two texts are the same word by word but for opposites.
func opposed(a, b string) bool {
	words := func(text string) []string {
		return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	}
	left, right := words(a), words(b)
	apart := 0
	for i := range min(len(left), len(right)) {
		switch {
		case left[i] == right[i]:
		case opposites[left[i]] == right[i], opposites[right[i]] == left[i]:
			apart++
		default:
			return false
		}
	}
	return apart > 0 && len(left) == len(right)
}

var everyOne = pattern.New(`(?i)\b(?:each|every|all|any|always|the|of)\b|每个?|所有|全部|任何|各|该`)
