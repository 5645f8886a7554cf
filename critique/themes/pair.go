package themes

import (
	"math"
	"slices"
	"strings"
	"unicode"
)

// features is what tells whether two points mean the same, from 0 to 1 except the share.
type features [count]float64

// The places of the features.
const (
	always       = iota
	oneCategory  // the rarer among the points, the more
	kinCategory  // two categories that often mean one thing
	otherTargets // each names an ID, and they have none in common
	alone        // nobody else names the specific target that they have in common
	noAspect     // of one of them it is not known what it finds wrong
	aspectCosine // of their aspects
	wordCosine   // of their other terms
	share        // the share of their likeness in the highest that either has with the other's voice, the more these say
	count
)

// weights were fitted by logistic regression to the pairs of all files in testdata, and of parts of their
// panels. A test fits them anew, also without each of the files.
func weights() features {
	return features{-4.79, 2.09, 1.50, -2.51, 2.43, 0.49, 6.54, 6.92, 1.22}
}

// kin tells whether two categories often are two sides of one point.
func kin(a, b string) bool {
	switch min(a, b) + " " + max(a, b) {
	case "completeness dependency", "completeness risk", "completeness value", "clarity testability",
		"feasibility performance", "feasibility risk", "scope traceability":
		return true
	}
	return false
}

// enough is how many other points it takes for their silence about a target to be telling.
const enough = 10

// compared is points, and how alike every two are of different groups and voices.
type compared struct {
	vectors []vector
	aims    map[string]aim
	voices  []string
	pairs   [][]likeness
	highest []map[string]float64 // of each point, by the other's voice
	said    map[string]int       // points by voice
	under   map[string]int       // points by category
}

// likeness is what two points have in common.
type likeness struct {
	target        string // the most specific, or none
	category      bool
	aspect, words float64
}

// rough is a likeness as one number, to compare it with others of the same points.
func (l likeness) rough() float64 {
	return 0.7*l.aspect + 0.3*l.words + 0.15*one(l.target != "") + 0.05*one(l.category)
}

func pairs(points []Point, groups []Group) compared {
	n := len(points)
	c := compared{
		voices: make([]string, n), pairs: make([][]likeness, n), highest: make([]map[string]float64, n),
		said: map[string]int{}, under: map[string]int{},
	}
	c.vectors, c.aims = vectors(points)
	for i, p := range points {
		c.voices[i], c.pairs[i], c.highest[i] = p.Voice, make([]likeness, n), map[string]float64{}
		c.said[p.Voice]++
		c.under[c.vectors[i].category]++
	}
	for a, group := range groups {
		before := slices.Concat(groups[:a]...)
		for _, i := range group {
			for _, j := range before {
				if c.voices[i] != c.voices[j] {
					like := c.compare(i, j)
					c.pairs[i][j], c.pairs[j][i] = like, like
					rough := like.rough()
					c.highest[i][c.voices[j]] = max(c.highest[i][c.voices[j]], rough)
					c.highest[j][c.voices[i]] = max(c.highest[j][c.voices[i]], rough)
				}
			}
		}
	}
	return c
}

func (c compared) compare(i, j int) likeness {
	v, w := c.vectors[i], c.vectors[j]
	target := c.shared(v, w)
	a := c.aims[target]
	return likeness{target, v.category == w.category && v.category != "", a.cosine(v.aspects, w.aspects), a.cosine(v.words, w.words)}
}

func (c compared) likelihood(i, j int, weights features) float64 {
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

// features returns what tells whether two points mean the same, and false under different IDs of one
// family: REQ-003 and REQ-007 are different things.
func (c compared) features(i, j int) (f features, ok bool) {
	v, w, like := c.vectors[i], c.vectors[j], c.pairs[i][j]
	if like.target == "" && slices.ContainsFunc(v.families, func(f string) bool { return slices.Contains(w.families, f) }) {
		return f, false
	}
	f[always] = 1
	f[oneCategory] = one(like.category) * (1 - float64(c.under[v.category])/float64(len(c.vectors)))
	f[kinCategory] = one(kin(v.category, w.category))
	f[otherTargets] = one(like.target == "" && len(v.families) > 0 && len(w.families) > 0)
	others := min(1, float64(len(c.vectors)-2)/enough)
	f[alone] = others * one(c.aims[like.target].named == 2)
	f[noAspect] = one(len(v.aspects) == 0 || len(w.aspects) == 0)
	f[aspectCosine], f[wordCosine] = like.aspect, like.words
	said := c.said[c.voices[i]] + c.said[c.voices[j]]
	f[share] = math.Log(float64(said)) * like.rough() / max(c.highest[i][c.voices[j]], c.highest[j][c.voices[i]], least)
	return f, true
}

// least is the likeness below which the highest of several says little.
const least = 0.05

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// shared returns the specific target of two points that the fewest points name, "" without one.
func (c compared) shared(v, w vector) string {
	fewest := ""
	for _, target := range v.targets {
		if specific(target) && slices.Contains(w.targets, target) && (fewest == "" || c.aims[target].named < c.aims[fewest].named) {
			fewest = target
		}
	}
	return fewest
}

// specific tells whether a target names one thing, as an ID or a place does, and no section.
func specific(target string) bool {
	return strings.ContainsFunc(target, unicode.IsDigit) && !strings.ContainsFunc(target, unicode.IsSpace)
}
