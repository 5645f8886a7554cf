package themes

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
)

const (
	// brevity is added to the square of a vector's length: one word in common says less of short texts.
	brevity = 1.8
	// mostTargets bounds what a comparison costs. A point with more is about everything.
	mostTargets = 20
	// subject is how much less a term counts between points with one target, for each other point there
	// that has it.
	subject = 0.3
)

// vector is what one point says, in a form that is fast to compare.
type vector struct {
	aspects  []weighted // in the order of their numbers
	words    []weighted // the other terms
	category string     // none where it is the catch-all
	targets  []string   // the place it quotes, what it is aimed at, and the IDs in the text
	families []string   // of the IDs among these
}

type weighted struct {
	term   int
	weight float64
}

// aim is what is said of one specific target.
type aim struct {
	named int         // points that name it
	terms map[int]int // by term: points that name it and have the term; only where there are more than two
}

// vectors reads the points. A term weighs less the more it is about the document: a voice that comes back
// to it means several things by it, while a word that every voice says once may be a theme.
func vectors(points []Point) ([]vector, map[string]aim) {
	read := make([]terms, len(points))
	list := make([]vector, len(points))
	type use struct{ term, voice string }
	uses := map[use]int{}
	for i, p := range points {
		var ids []string
		read[i], ids = termsOf(p.Text)
		list[i].aim(p.Category, slices.Concat([]string{strings.ReplaceAll(p.Place, " ", "_")}, p.Targets, ids))
		for _, target := range list[i].targets {
			if !specific(target) { // what its section is about is the subject of all that stand under it
				section, _ := termsOf(target)
				for term := range section {
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
		for _, term := range slices.Sorted(maps.Keys(t)) {
			// A term weighs 1 to which no voice comes back, and less the more often one does.
			all := float64(len(points))
			w := weighted{numbers[term], t[term] * (math.Log(1+all/float64(1+again[term])) / math.Log(1+all))}
			if strings.HasPrefix(term, aspectMark) {
				list[i].aspects = append(list[i].aspects, w)
			} else {
				list[i].words = append(list[i].words, w)
			}
		}
	}
	return list, aims(list)
}

func (v *vector) aim(category string, targets []string) {
	if category != "other" {
		v.category = category
	}
	for _, target := range targets {
		target = strings.ToLower(strings.TrimSpace(target))
		if target == "" || len(v.targets) == mostTargets || slices.Contains(v.targets, target) {
			continue
		}
		v.targets = append(v.targets, target)
		if kind, _, _ := strings.Cut(target, "-"); isID(target) && !slices.Contains(v.families, kind) {
			v.families = append(v.families, kind)
		}
	}
}

// aims says of each specific target what the points have that name it.
func aims(list []vector) map[string]aim {
	all := map[string]aim{}
	for _, v := range list {
		for _, target := range v.targets {
			if specific(target) {
				a := all[target]
				if a.terms == nil {
					a.terms = map[int]int{}
				}
				a.named++
				for _, w := range slices.Concat(v.aspects, v.words) {
					a.terms[w.term]++
				}
				all[target] = a
			}
		}
	}
	for _, a := range all {
		maps.DeleteFunc(a.terms, func(_, points int) bool { return points <= 2 })
	}
	return all
}

// cosine is how alike the terms of two points are, both of which aim at something.
func (a aim) cosine(one, other []weighted) float64 {
	sum, square := 0.0, [2]float64{brevity, brevity}
	for len(one) > 0 || len(other) > 0 {
		order := 0
		switch {
		case len(one) == 0:
			order = 1
		case len(other) == 0:
			order = -1
		default:
			order = cmp.Compare(one[0].term, other[0].term)
		}
		var v, w float64
		if order <= 0 {
			v, one = a.weight(one[0]), one[1:]
		}
		if order >= 0 {
			w, other = a.weight(other[0]), other[1:]
		}
		sum, square[0], square[1] = sum+v*w, square[0]+v*v, square[1]+w*w
	}
	return sum / math.Sqrt(square[0]*square[1])
}

func (a aim) weight(w weighted) float64 {
	return w.weight / (1 + subject*float64(max(a.terms[w.term]-2, 0)))
}
