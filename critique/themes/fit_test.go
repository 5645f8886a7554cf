package themes

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// sample is a labelled pair of points, and how much it weighs.
type sample struct {
	features
	same, weight float64
}

// samples reads the pairs of some files. The files together weigh a hundred for each
// language, and all the same.
func samples(t testing.TB, files ...string) []sample {
	var all []sample
	for _, file := range files {
		for _, language := range []string{"en", "zh"} {
			var some []sample
			same := 0.0
			for _, p := range readPanels(t, file, language) {
				points := p.points()
				c := pairs(points, apart(points))
				for j := range points {
					for i := range j {
						if f, ok := c.features(i, j); ok && points[i].Voice != points[j].Voice {
							s := sample{features: f, same: one(p.Points[i].Theme == p.Points[j].Theme)}
							some = append(some, s)
							same += s.same
						}
					}
				}
			}
			for _, s := range some {
				s.weight = 100 / same / float64(len(files))
				all = append(all, s)
			}
		}
	}
	return all
}

// fit is a logistic regression by Newton's method, with a penalty that keeps weights small.
func fit(all []sample) features {
	const rounds, penalty = 20, 1
	var w features
	for range rounds {
		var slope features
		var curve [count]features
		for k := range count {
			if k != always {
				slope[k], curve[k][k] = -penalty*w[k], penalty
			}
		}
		for _, s := range all {
			p := s.likelihood(w)
			for k, x := range s.features {
				slope[k] += s.weight * (s.same - p) * x
				for m, y := range s.features {
					curve[k][m] += s.weight * p * (1 - p) * x * y
				}
			}
		}
		step := solve(curve, slope)
		for k := range w {
			w[k] += step[k]
		}
	}
	return w
}

// solve solves a system of linear equations whose matrix is positive definite.
func solve(matrix [count]features, right features) features {
	for k := range right {
		for m := k + 1; m < count; m++ {
			factor := matrix[m][k] / matrix[k][k]
			for n := k; n < count; n++ {
				matrix[m][n] -= factor * matrix[k][n]
			}
			right[m] -= factor * right[k]
		}
	}
	for k := count - 1; k >= 0; k-- {
		for m := k + 1; m < count; m++ {
			right[k] -= matrix[k][m] * right[m]
		}
		right[k] /= matrix[k][k]
	}
	return right
}

// fitted returns the weights by all files but one. The file by another author weighs
// as much as the others together.
func fitted(t testing.TB, without string) features {
	others := slices.DeleteFunc([]string{"tuned.json", "held.json", "large.json"}, func(f string) bool { return f == without })
	all := samples(t, others...)
	if without != "blind.json" {
		all = append(all, samples(t, "blind.json")...)
	}
	return fit(all)
}

// TestWeights fits the weights anew.
func TestWeights(t *testing.T) {
	if diff := cmp.Diff(fitted(t, ""), weights(), cmpopts.EquateApprox(0, 0.006)); diff != "" {
		t.Error(diff)
	}
}

// TestUnseenPanels merges the panels of each file by weights that were fitted to the
// other files: what to expect of panels that nobody has seen.
func TestUnseenPanels(t *testing.T) {
	bars := map[string]struct{ precision, recall float64 }{
		"en tuned.json": {0.90, 0.30}, "en held.json": {0.95, 0.45}, "en large.json": {0.83, 0.15}, "en blind.json": {0.90, 0.24},
		"zh tuned.json": {0.95, 0.40}, "zh held.json": {0.92, 0.42}, "zh large.json": {0.90, 0.20}, "zh blind.json": {0.92, 0.30},
	}
	for _, file := range []string{"tuned.json", "held.json", "large.json", "blind.json"} {
		weights := fitted(t, file)
		for _, language := range []string{"en", "zh"} {
			var s score
			for _, p := range readPanels(t, file, language) {
				s.add(p, weights)
			}
			t.Logf("%s %s: %v", language, file, s)
			if bar := bars[language+" "+file]; s.precision() < bar.precision || s.recall() < bar.recall {
				t.Errorf("%s %s: below %v", language, file, bar)
			}
		}
	}
}
