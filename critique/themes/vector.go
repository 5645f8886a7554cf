package themes

import (
	"maps"
	"math"
	"slices"
	"strings"
)

// vector is what one point says, in a form that is fast to compare.
type vector struct {
	terms    []weighted // in the order of their numbers; of length 1
	targets  []string   // what it is aimed at, and the IDs in the text; at most mostTargets
	families []string   // of the IDs among these
}

// mostTargets bounds what a comparison costs. A point with more is about everything.
const mostTargets = 20

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
	for i, p := range points {
		var ids []string
		read[i], ids = termsOf(p.Text)
		list[i].aim(append(slices.Clone(p.Targets), ids...))
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
		square := 0.0
		for _, term := range slices.Sorted(maps.Keys(t)) {
			weight := t[term] * math.Log(1+float64(len(points))/float64(1+again[term]))
			list[i].terms = append(list[i].terms, weighted{numbers[term], weight})
			square += weight * weight
		}
		for k := range list[i].terms {
			list[i].terms[k].weight /= math.Sqrt(square)
		}
	}
	return list
}

func (v *vector) aim(targets []string) {
	for _, target := range targets {
		target = strings.ToLower(target)
		if len(v.targets) == mostTargets || slices.Contains(v.targets, target) {
			continue
		}
		v.targets = append(v.targets, target)
		if kind := family(target); isID(target) && !slices.Contains(v.families, kind) {
			v.families = append(v.families, kind)
		}
	}
}
