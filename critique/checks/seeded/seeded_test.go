package seeded

import (
	"bytes"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func sessions(t *testing.T) []Session {
	t.Helper()
	all, err := Sessions()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestSessionsInBothLanguages(t *testing.T) {
	count := map[string]int{}
	for _, s := range sessions(t) {
		count[s.Language]++
	}
	if diff := cmp.Diff(map[string]int{"en": 3, "zh": 3}, count); diff != "" {
		t.Error(diff)
	}
}

func TestOperatorsAreNamedOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, o := range Operators() {
		if seen[o.Name] {
			t.Errorf("two operators are named %q", o.Name)
		}
		seen[o.Name] = true
		if !slices.Contains([]string{structure, trace, language}, o.Family) {
			t.Errorf("%s: unknown family %q", o.Name, o.Family)
		}
	}
	if len(seen) < 70 {
		t.Errorf("%d operators, want at least 70", len(seen))
	}
}

func TestOperatorsApplyInTheirLanguages(t *testing.T) {
	for _, o := range Operators() {
		applied := map[string]bool{}
		for _, s := range sessions(t) {
			if _, _, ok := o.Apply(s.Files); ok {
				applied[s.Language] = true
			}
		}
		for _, lang := range []string{"en", "zh"} {
			if !applied[lang] {
				t.Errorf("%s (%s) applies to no %s session", o.Name, o.Rule, lang)
			}
		}
	}
}

func TestOperatorsPlantOneDefectAndNothingElse(t *testing.T) {
	for _, s := range sessions(t) {
		before := map[string][]byte{}
		for p, content := range s.Files {
			before[p] = bytes.Clone(content)
		}
		for _, o := range Operators() {
			changed, path, ok := o.Apply(s.Files)
			if damaged := difference(before, s.Files); damaged != nil {
				t.Fatalf("%s changes %v of the clean session %s", o.Name, damaged, s.Name)
			}
			if !ok {
				continue
			}
			touched := difference(s.Files, changed)
			if len(touched) == 0 {
				t.Errorf("%s leaves %s as it was", o.Name, s.Name)
			} else if !slices.Contains(touched, path) {
				t.Errorf("%s on %s names %s, but changes %v", o.Name, s.Name, path, touched)
			}
			if len(touched) > 1 && !o.Wide {
				t.Errorf("%s on %s changes %v, but is not wide", o.Name, s.Name, touched)
			}
			again, pathAgain, _ := o.Apply(s.Files)
			if path != pathAgain || difference(changed, again) != nil {
				t.Errorf("%s on %s gives another result the second time", o.Name, s.Name)
			}
		}
	}
}

func TestHeldSplitsTheOperators(t *testing.T) {
	held := 0
	for _, o := range Operators() {
		if Held(o.Name) {
			held++
		}
	}
	if n := len(Operators()); held < n/3 || held > 2*n/3 {
		t.Errorf("%d of %d operators are held back, want about half", held, n)
	}
}

// difference returns the sorted paths at which two sessions differ.
func difference(a, b map[string][]byte) []string {
	var paths []string
	for p := range a {
		if string(a[p]) != string(b[p]) {
			paths = append(paths, p)
		}
	}
	for p := range b {
		if _, ok := a[p]; !ok {
			paths = append(paths, p)
		}
	}
	slices.Sort(paths)
	return paths
}
