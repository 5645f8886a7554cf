package checks

import (
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"discussd/critique"
	"discussd/internal/thorough"
)

// recall counts planted defects, those that were found, and those of them that were found
// by the rule that is meant.
type recall struct{ planted, found, meant int }

// of is the least that is found of a sample, where the whole is found to the share of r:
// three defects in a hundred fewer, and two more.
func (r recall) of(planted int) recall {
	share := func(n int) int { return n*planted/r.planted - 3*planted/100 - 2 }
	return recall{planted, share(r.found), share(r.meant)}
}

// floors are how many defects the rules find today, of those that are planted; what finds
// more raises them, and what looks for them goes where nobody's documents ever needed it.
var floors = map[string]recall{
	"structure": {501, 452, 438}, "trace": {244, 194, 187}, "language": {125, 107, 104},
	"adversarial structure": {84, 66, 64}, "adversarial trace": {172, 77, 53}, "adversarial language": {38, 37, 37},
	"realistic structure": {84, 36, 30}, "realistic trace": {100, 47, 41}, "realistic language": {42, 29, 23},
}

// TestSeededDefects plants every defect of the yardstick in every session that offers a
// place for it, and prints what was found: by the rule that is meant, or by another that
// is a right catch too. Of operators that are held back while the rules are written only
// the totals are printed. The rating, which takes all rules, is held against one defect in
// four. A run that is not thorough plants each defect in one session in four, and holds the
// share that is found to that of the whole, less what such a sample may differ by.
func TestSeededDefects(t *testing.T) {
	if testing.Short() {
		t.Skip("plants more than two thousand defects: not in -short")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // there is little to keep, and much to throw away
	g := newGround(t, plantedNow)
	operators, sessionsEach, ratedOnes := g.operators(t), 4, 4
	if thorough.Asked() {
		sessionsEach, ratedOnes = 1, 1
	}
	var mu sync.Mutex
	tallies := map[string]recall{}
	count := func(keys []string, caught, meant bool) {
		mu.Lock()
		defer mu.Unlock()
		for _, key := range keys {
			n := tallies[key]
			n.planted++
			if caught {
				n.found++
			}
			if meant {
				n.meant++
			}
			tallies[key] = n
		}
	}
	t.Run("sessions", func(t *testing.T) {
		for s, session := range g.sessions {
			t.Run(session.Name, func(t *testing.T) {
				t.Parallel()
				clean := assess(g.Checks, subjectsOf(session.Files))
				for i, operator := range operators {
					rated := i%ratedOnes == 0 && s == g.rated(operator, i)
					if (i+s)%sessionsEach != 0 && !rated {
						continue
					}
					changed, _, ok := operator.Apply(session.Files)
					if !ok {
						continue
					}
					right := append([]string{operator.Rule}, operator.Alternatives...)
					fresh := assess(g.only(right...), subjectsOf(changed)).beyond(clean)
					count(keysOf(operator, session.Language), len(fresh) > 0, fresh[operator.Rule] != "")
					if len(fresh) == 0 && operator.Label != Held {
						t.Logf("missed, %s: %s (%s)", operator.Label, operator.Name, operator.Rule)
					}
					if rated {
						g.ratingFalls(t, operator, clean, changed, fresh)
					}
				}
			})
		}
	})
	for _, key := range slices.Sorted(maps.Keys(tallies)) {
		n := tallies[key]
		t.Logf("%-27s %4d planted, %4d found (recall %.3f), %4d by the rule that is meant", key, n.planted, n.found, float64(n.found)/float64(n.planted), n.meant)
	}
	for family, least := range floors {
		got := tallies[family]
		if !thorough.Asked() {
			least = least.of(got.planted)
		}
		if got.planted != least.planted || got.found < least.found || got.meant < least.meant {
			t.Errorf("of %d %s defects %d are found, %d by the rule that is meant; of %d these were %d and %d", got.planted, family, got.found, got.meant, least.planted, least.found, least.meant)
		}
	}
}

// keysOf names the tallies that an operator counts for.
func keysOf(o Operator, language string) []string {
	family := o.Category
	switch o.Set {
	case Adversarial:
		family = "adversarial " + family
	case Realistic:
		family = "realistic " + family
	}
	return []string{family, family + " " + o.Label, "all " + language}
}

// operators returns the embedded operators of defects that any rule is about.
func (g *ground) operators(t *testing.T) []Operator {
	t.Helper()
	operators, err := Operators()
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(slices.Clone(operators), func(o Operator) bool {
		return !slices.ContainsFunc(append([]string{o.Rule}, o.Alternatives...), func(rule string) bool { return slices.Contains(g.known, rule) })
	})
}

// rated is the session in which an operator is held to the rating, which takes all rules:
// each has its turn, and those that have no place for the defect are passed over.
func (g *ground) rated(o Operator, turn int) int {
	for i := range g.sessions {
		s := (turn + i) % len(g.sessions)
		if _, _, ok := o.Apply(g.sessions[s].Files); ok {
			return s
		}
	}
	return -1
}

// ratingFalls holds the rating of the rounds where a defect was found below that of the
// clean session. A planting that takes a finding away with what it removes trades
// findings, and the rating may stay.
func (g *ground) ratingFalls(t *testing.T, o Operator, clean outcome, changed map[string][]byte, fresh map[string]string) {
	t.Helper()
	told := slices.Collect(maps.Values(fresh))
	subjects := slices.DeleteFunc(subjectsOf(changed), func(s critique.Subject) bool { return !slices.Contains(told, s.Artifact.Path) })
	got := assess(g.Checks, subjects)
	for _, s := range subjects {
		a := s.Artifact.Path
		traded := false
		for place := range clean.places {
			traded = traded || strings.HasPrefix(place, a+" ") && !got.places[place]
		}
		lifted := clean.rated[a] <= capFew && got.rated[a] > capFew // it gave a tenth rule something to look at
		if got.rated[a] >= clean.rated[a] && !traded && !lifted {
			t.Errorf("%s: found in %s, and the rating is %v as before", o.Name, a, got.rated[a])
		}
	}
}
