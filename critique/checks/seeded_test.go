package checks_test

import (
	"context"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"discussd/critique"
	"discussd/critique/checks"
	"discussd/critique/checks/seeded"
)

// yardstick is the shape of a session's rounds: artifact candidates, member folder.
var yardstick = [...]struct {
	artifacts []string
	members   string
}{
	{[]string{"spec/discovery-context.json"}, ""},
	{[]string{"spec/product-brief.md"}, ""},
	{[]string{"spec/requirements/_index.md", "spec/requirements.md"}, "spec/requirements"},
	{[]string{"spec/architecture/_index.md", "spec/architecture.md"}, "spec/architecture"},
	{[]string{"spec/epics/_index.md", "spec/epics.md"}, "spec/epics"},
	{[]string{"spec/readiness-report.md"}, ""},
}

// outcome is what the checks say of a whole session.
type outcome struct {
	places map[string]bool // rule and identity of every place
	counts map[critique.Severity]int
	rules  map[string]critique.Severity
	rating float64 // mean over the rounds
}

// assess checks every round of a session.
func assess(t testing.TB, c *checks.Checks, files map[string][]byte) outcome {
	t.Helper()
	var docs []critique.Document
	for _, name := range slices.Sorted(maps.Keys(files)) {
		docs = append(docs, critique.Document{Path: name, Content: files[name]})
	}
	exists := func(target string) bool {
		target = path.Clean(target)
		for name := range files {
			if name == target || strings.HasPrefix(name, target+"/") {
				return true
			}
		}
		return strings.HasPrefix(target, "..")
	}
	result := outcome{places: map[string]bool{}, counts: map[critique.Severity]int{}, rules: map[string]critique.Severity{}}
	rounds := 0
	for _, round := range yardstick {
		subject := critique.Subject{Session: docs, Language: "auto", Exists: exists}
		for _, d := range docs {
			if slices.Contains(round.artifacts, d.Path) && subject.Artifact.Path == "" {
				subject.Artifact = d
			} else if round.members != "" && path.Dir(d.Path) == round.members {
				subject.Members = append(subject.Members, d)
			}
		}
		if subject.Artifact.Path == "" {
			continue
		}
		report := c.Check(context.Background(), subject)
		rounds++
		result.rating += report.Overall
		for _, f := range report.Findings {
			result.counts[f.Severity]++
			result.rules[f.Rule] = f.Severity
			for _, p := range f.Places {
				result.places[f.Rule+" "+p.Identity] = true
			}
		}
	}
	result.rating /= float64(max(1, rounds))
	return result
}

// firesBeyond tells whether a rule fires at a place where it does not fire in clean.
func (o outcome) firesBeyond(clean outcome, rule string) bool {
	for place := range o.places {
		if strings.HasPrefix(place, rule+" ") && !clean.places[place] {
			return true
		}
	}
	return false
}

// half says to which half of the operators one belongs.
func half(operator seeded.Operator) string {
	if seeded.Held(operator.Name) {
		return "held"
	}
	return "open"
}

// tally counts planted defects and those that were found.
type tally struct{ planted, found, meant, fell int }

func (t *tally) count(caught, meant, fell bool) {
	t.planted++
	for n, is := range map[*int]bool{&t.found: caught, &t.meant: meant, &t.fell: fell} {
		if is {
			*n++
		}
	}
}

func (t *tally) recall() float64 { return float64(t.found) / float64(max(1, t.planted)) }

// floors are what the rules find today. They guard against losing it; the goal is
// 0.95 for structure and trace, and 0.85 for language.
var floors = map[string]float64{"structure": 0.80, "trace": 0.77, "language": 0.88}

// TestSeededDefects plants every defect of the yardstick in every session that
// offers a place for it, and prints what was found: by the rule that is meant, or
// by another that is a right catch too. Half of the operators were held back
// while the rules were written.
func TestSeededDefects(t *testing.T) {
	if testing.Short() {
		t.Skip("plants more than a thousand defects: not in -short")
	}
	c, err := checks.New(checks.Options{Now: func() time.Time { return time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC) }})
	if err != nil {
		t.Fatal(err)
	}
	sessions, err := seeded.Sessions()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, r := range checks.Rules() {
		known[r.ID] = true
	}
	var mu sync.Mutex
	tallies := map[string]*tally{}
	count := func(operator seeded.Operator, language string, caught, meant, fell bool) {
		mu.Lock()
		defer mu.Unlock()
		for _, key := range []string{operator.Family, operator.Family + " " + half(operator), "all " + language} {
			if tallies[key] == nil {
				tallies[key] = &tally{}
			}
			tallies[key].count(caught, meant, fell)
		}
	}
	t.Run("sessions", func(t *testing.T) {
		for _, session := range sessions {
			t.Run(session.Name, func(t *testing.T) {
				t.Parallel()
				clean := assess(t, c, session.Files)
				t.Logf("untouched: %d HIGH, %d MEDIUM, %d LOW, mean rating %.2f, %v",
					clean.counts[critique.High], clean.counts[critique.Medium], clean.counts[critique.Low], clean.rating, slices.Sorted(maps.Keys(clean.rules)))
				if clean.counts[critique.High] > 0 || clean.counts[critique.Medium] > 1 {
					t.Errorf("a good session got %d HIGH, %d MEDIUM", clean.counts[critique.High], clean.counts[critique.Medium])
				}
				for _, operator := range seeded.Operators() {
					changed, _, ok := operator.Apply(maps.Clone(session.Files))
					if !ok || !known[operator.Rule] && !slices.ContainsFunc(operator.Alternatives, func(rule string) bool { return known[rule] }) {
						continue
					}
					got := assess(t, c, changed)
					fired := func(rule string) bool { return got.firesBeyond(clean, rule) }
					meant := fired(operator.Rule)
					caught := meant || slices.ContainsFunc(operator.Alternatives, fired)
					count(operator, session.Language, caught, meant, got.rating < clean.rating)
					if !caught {
						t.Logf("missed: %s (%s) [%s]", operator.Name, operator.Rule, half(operator))
					}
				}
			})
		}
	})
	for _, key := range slices.Sorted(maps.Keys(tallies)) {
		n := tallies[key]
		t.Logf("%-16s %4d planted, %4d found (recall %.3f), %4d by the rule that is meant, mean rating fell for %d", key, n.planted, n.found, n.recall(), n.meant, n.fell)
	}
	for family, least := range floors {
		if got := tallies[family].recall(); got < least {
			t.Errorf("recall of %s defects is %.3f, and was %.2f before", family, got, least)
		}
	}
}
