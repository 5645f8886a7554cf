package themes

import (
	"math"
	"slices"
	"strings"
	"unicode"
)

// features is what tells whether two points mean the same, each from 0 to 1.
type features [count]float64

// The places of the features. Where no target is set, the two have only one category
// and words in common.
const (
	always       = iota
	narrowTarget // one specific target and one narrow category
	broadTarget  // one specific target, and a category that is broad or unknown
	kinTarget    // one specific target, and two categories that often mean one thing
	cosine       // of their terms
	share        // the share of that cosine in the highest that either has with anybody
	alone        // nobody else names the target that they have in common
	count
)

// weights were fitted by logistic regression to the pairs of all files in testdata, in
// which blind.json, by another author, weighs as much as the others together. The
// test of the weights fits them anew, and each time without one file for that file.
func weights() features {
	return features{-2.04, 2.10, 1.08, 1.82, 1.09, 3.22, 1.59}
}

// broad are the categories under which anything may be said: what is missing, and
// what may go wrong.
func broad(category string) bool {
	return category == "completeness" || category == "risk" || category == ""
}

// kin tells whether two categories often are two sides of one point, whoever speaks:
// what is missing is a risk, what is unclear cannot be tested.
func kin(a, b string) bool {
	switch min(a, b) + " " + max(a, b) {
	case "completeness dependency", "completeness risk", "completeness value",
		"clarity testability", "feasibility performance", "feasibility risk":
		return true
	}
	return false
}

// enough is how many other points it takes for it to say something that none of them
// names a target. Of fewer it says less.
const enough = 10

// compared is points, and how alike the words of every two are that stand in different
// groups.
type compared struct {
	vectors []vector
	cosines [][]float64
	highest []float64 // the highest cosine of each with a point of another group and voice
}

// pairs compares the points of each group with those of the others.
func pairs(points []Point, groups []Group) compared {
	c := compared{vectors: vectors(points), cosines: make([][]float64, len(points)), highest: make([]float64, len(points))}
	for a, group := range groups {
		before := slices.Concat(groups[:a]...)
		for _, i := range group {
			c.cosines[i] = make([]float64, len(points))
			for _, j := range before {
				if points[i].Voice != points[j].Voice {
					like := c.vectors[i].cosine(c.vectors[j])
					c.cosines[i][j], c.cosines[j][i] = like, like
					c.highest[i], c.highest[j] = max(c.highest[i], like), max(c.highest[j], like)
				}
			}
		}
	}
	return c
}

// likeness is how likely two points mean the same, by some weights.
func (c compared) likeness(i, j int, weights features) float64 {
	f, ok := c.features(i, j)
	if !ok {
		return 0
	}
	return f.likelihood(weights)
}

func (f features) likelihood(weights features) float64 {
	odds := 0.0
	for k, weight := range weights {
		odds += weight * f[k]
	}
	return 1 / (1 + math.Exp(-odds))
}

// features returns what tells whether two points mean the same, and false where they
// can not: across categories that are not kin, or under different IDs of one family,
// for REQ-003 and REQ-007 are different things, whatever else is the same, while
// REQ-003 and NFR-P-001 may be two sides of one.
func (c compared) features(i, j int) (f features, ok bool) {
	v, w := c.vectors[i], c.vectors[j]
	same := v.category == w.category || v.category == "" || w.category == ""
	least := v.shared(w)
	switch shared := least > 0; {
	case shared && same && (broad(v.category) || broad(w.category)):
		f[broadTarget] = 1
	case shared && same:
		f[narrowTarget] = 1
	case shared && kin(v.category, w.category):
		f[kinTarget] = 1
	case !same, slices.ContainsFunc(v.families, func(f string) bool { return slices.Contains(w.families, f) }):
		return f, false
	}
	f[always] = 1
	f[cosine] = c.cosines[i][j]
	f[share] = f[cosine] / max(c.highest[i], c.highest[j], 1e-9)
	f[alone] = min(1, float64(len(c.vectors)-2)/enough) * one(least == 2)
	return f, true
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// shared returns how many points name the most specific target that two share, none
// if there is none. A heading is not specific: a whole section may stand under it.
func (v vector) shared(other vector) int {
	least := 0
	for target, named := range v.targets {
		if _, ok := other.targets[target]; ok && specific(target) && (least == 0 || named < least) {
			least = named
		}
	}
	return least
}

// specific tells whether a target names one thing, as an ID does: a number is in it,
// and no space.
func specific(target string) bool {
	return strings.ContainsFunc(target, unicode.IsDigit) && !strings.ContainsFunc(target, unicode.IsSpace)
}
