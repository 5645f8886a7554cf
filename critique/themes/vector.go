package themes

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
)

const (
	// brevity is added to the square of a vector's length: of two short texts one word
	// in common says less than its share of them.
	brevity = 1.8
	// mostTargets bounds what a comparison costs. A point with more is about everything.
	mostTargets = 20
)

// vector is what one point says, in a form that is fast to compare.
type vector struct {
	terms    []weighted // in the order of their numbers
	length   float64
	category string         // none where it is the catch-all
	targets  map[string]int // what it is aimed at and the IDs in the text; how many points name each
	families []string       // of the IDs among these
}

type weighted struct {
	term   int
	weight float64
}

// vectors reads the points. A term weighs the less, the more it is about the document
// and not about a theme. That shows in single voices, for they mean two things where
// they say something twice; a word that every voice says once may be what they agree
// in, however often it is said.
func vectors(points []Point) []vector {
	read := make([]terms, len(points))
	list := make([]vector, len(points))
	type use struct{ term, voice string }
	uses := map[use]int{}
	named := map[string]int{} // by target: points that name it
	for i, p := range points {
		var ids []string
		read[i], ids = termsOf(p.Text)
		list[i].aim(p.Category, append(slices.Clone(p.Targets), ids...))
		for target := range list[i].targets {
			named[target]++
			if !specific(target) { // what its section is about is the subject of all that stand under it
				subject, _ := termsOf(target)
				for term := range subject {
					delete(read[i], term)
				}
			}
		}
		for term := range read[i] {
			uses[use{term, p.Voice}]++
		}
	}
	again := map[string]int{} // by term: points in which a voice comes back to it
	for u, n := range uses {
		again[u.term] += n - 1
	}
	numbers := map[string]int{}
	for _, term := range slices.Sorted(maps.Keys(again)) {
		numbers[term] = len(numbers)
	}
	for i, t := range read {
		square := brevity
		for _, term := range slices.Sorted(maps.Keys(t)) {
			weight := t[term] * rarity(len(points), again[term])
			list[i].terms = append(list[i].terms, weighted{numbers[term], weight})
			square += weight * weight
		}
		list[i].length = math.Sqrt(square)
		for target := range list[i].targets {
			list[i].targets[target] = named[target]
		}
	}
	return list
}

// rarity is how much a term weighs that voices come back to so many times: 1 of one
// to which nobody does.
func rarity(points, again int) float64 {
	all := float64(points)
	return math.Log(1+all/float64(1+again)) / math.Log(1+all)
}

func (v *vector) aim(category string, targets []string) {
	if category != "other" {
		v.category = category
	}
	v.targets = map[string]int{}
	for _, target := range targets {
		target = strings.ToLower(strings.TrimSpace(target))
		if target == "" || len(v.targets) == mostTargets {
			continue
		}
		v.targets[target] = 0
		if kind := family(target); isID(target) && !slices.Contains(v.families, kind) {
			v.families = append(v.families, kind)
		}
	}
}

func (v vector) cosine(other vector) float64 {
	sum := 0.0
	for a, b := v.terms, other.terms; len(a) > 0 && len(b) > 0; {
		switch cmp.Compare(a[0].term, b[0].term) {
		case -1:
			a = a[1:]
		case 1:
			b = b[1:]
		default:
			sum += a[0].weight * b[0].weight
			a, b = a[1:], b[1:]
		}
	}
	return sum / (v.length * other.length)
}
