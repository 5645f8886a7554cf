package checks

import (
	"math/rand/v2"
	"slices"
	"testing"

	"discussd/internal/thorough"
)

// TestTenDefects plants ten defects at a time, drawn at random with a fixed seed, in each session: the
// rating of a session, the mean of its rounds, falls by 0.8 in the median, as many as a reader must see.
func TestTenDefects(t *testing.T) {
	if !thorough.Asked() {
		t.Skip("assesses eighty sessions: only in a thorough run")
	}
	const draws, defects, least = 12, 10, .8
	g := newGround(t, plantedNow)
	operators := g.operators(t)
	var falls []float64
	for s, session := range g.sessions {
		before := mean(assess(g.Checks, subjectsOf(session.Files)).rated)
		for draw := range draws {
			order := rand.New(rand.NewPCG(uint64(s), uint64(draw))).Perm(len(operators))
			files, planted := session.Files, 0
			for _, i := range order {
				if changed, _, ok := operators[i].Apply(files); ok && planted < defects {
					files, planted = changed, planted+1
				}
			}
			falls = append(falls, before-mean(assess(g.Checks, subjectsOf(files)).rated))
		}
	}
	slices.Sort(falls)
	if median := falls[len(falls)/2]; median < least {
		t.Errorf("ten defects move the rating of a session by %.3f in the median of %d draws, want %v", median, len(falls), least)
	} else {
		t.Logf("%.3f in the median of %d draws", median, len(falls))
	}
}

func mean(ratings map[string]float64) (of float64) {
	for _, rating := range ratings {
		of += rating / float64(len(ratings))
	}
	return of
}
