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

// traded tells whether a finding of the clean session is gone: a planting that
// takes one away with what it removes trades findings, and the rating may stay.
func (o outcome) traded(clean outcome) bool {
	for place := range clean.places {
		if !o.places[place] {
			return true
		}
	}
	return false
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

// floors are a little below what the rules find today, which they guard; the goal was
// 0.95 for structure and trace, and 0.85 for language.
// Of the later sets there was none.
var floors = map[string]float64{
	"structure": 0.99, "trace": 0.99, "language": 0.99,
	"adversarial structure": 0.98, "adversarial trace": 0.97, "adversarial language": 0.94,
	"realistic structure": 0.80, "realistic trace": 0.72, "realistic language": 0.88,
}

// TestGoodSessions runs the rules over the sessions as they are, which takes a
// second: a good session gets no HIGH and no MEDIUM.
func TestGoodSessions(t *testing.T) {
	c, err := checks.New(checks.Options{Now: func() time.Time { return time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC) }})
	if err != nil {
		t.Fatal(err)
	}
	sessions, err := seeded.Sessions()
	if err != nil {
		t.Fatal(err)
	}
	for _, session := range sessions {
		got := assess(t, c, session.Files)
		if got.counts[critique.High]+got.counts[critique.Medium] > 0 || got.counts[critique.Low] > 1 {
			t.Errorf("%s: %v", session.Name, got.rules)
		}
	}
}

// TestSeededDefects plants every defect of the yardstick in every session that
// offers a place for it, and prints what was found: by the rule that is meant, or
// by another that is a right catch too. Of operators that are held back while the
// rules are written only the totals are printed.
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
		family := operator.Family
		switch operator.Set {
		case seeded.Adversarial:
			family = "adversarial " + family
		case seeded.Realistic:
			family = "realistic " + family
		}
		for _, key := range []string{family, family + " " + operator.Label, "all " + language} {
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
					fell := got.rating < clean.rating
					count(operator, session.Language, caught, meant, fell)
					name := "one that is held back"
					if operator.Label != seeded.Held {
						name = operator.Name + " (" + operator.Rule + ")"
					}
					switch {
					case !caught && operator.Label != seeded.Held:
						t.Logf("missed, %s: %s", operator.Label, name)
					case caught && !fell && got.traded(clean):
						t.Log("found, for another finding that it removed: ", name)
					case caught && !fell:
						t.Errorf("found, and the mean rating is %v as before: %s", got.rating, name)
					}
				}
			})
		}
	})
	for _, key := range slices.Sorted(maps.Keys(tallies)) {
		n := tallies[key]
		t.Logf("%-27s %4d planted, %4d found (recall %.3f), %4d by the rule that is meant, mean rating fell for %d", key, n.planted, n.found, n.recall(), n.meant, n.fell)
	}
	for family, least := range floors {
		if got := tallies[family].recall(); got < least {
			t.Errorf("recall of %s defects is %.3f, and was %.2f before", family, got, least)
		}
	}
}
