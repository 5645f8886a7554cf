package checks

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func operators(t *testing.T) []Operator {
	t.Helper()
	all, err := Operators()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestOperatorsAreNamedOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, o := range operators(t) {
		if seen[o.Name] {
			t.Errorf("two operators are named %q", o.Name)
		}
		seen[o.Name] = true
		if !slices.Contains([]string{structural, trace, language}, o.Category) {
			t.Errorf("%s: unknown category %q", o.Name, o.Category)
		}
	}
	if len(seen) < 70 {
		t.Errorf("%d operators, want at least 70", len(seen))
	}
}

func TestOperatorsApplyInTheirLanguages(t *testing.T) {
	for _, o := range operators(t) {
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
		for _, o := range operators(t) {
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

// TestOperatorsPlantWhereARoundLooks holds the operators to files that are an artifact or a member of some round. The rules on
// fields that a context must have look for them in the files beside it, too, and the rule on terms needs the glossary.
func TestOperatorsPlantWhereARoundLooks(t *testing.T) {
	beside := []string{"DC-002", "DC-003", "DC-004"}
	for _, s := range sessions(t) {
		for _, o := range operators(t) {
			changed, _, ok := o.Apply(s.Files)
			if !ok {
				continue
			}
			looked := []string{"spec/discovery-context.json"}
			if slices.Contains(beside, o.Rule) {
				looked = append(looked, "spec/blueprint-config.json", "spec/refined-requirements.json", "spec/spec-config.json")
			}
			if o.Rule == "LX-019" {
				looked = append(looked, "spec/glossary.json")
			}
			for _, kind := range []string{"brief", "requirements", "architecture", "epics", "report"} {
				looked = append(append(looked, group(s.Files, kind)...), group(changed, kind)...)
			}
			for _, p := range difference(s.Files, changed) {
				if !slices.Contains(looked, p) {
					t.Errorf("%s on %s changes %s, which no round looks at", o.Name, s.Name, p)
				}
			}
		}
	}
}

// TestOperatorsPlantDifferentDefects keeps a defect from being counted twice.
func TestOperatorsPlantDifferentDefects(t *testing.T) {
	for _, s := range sessions(t) {
		planted := map[string]string{}
		for _, o := range operators(t) {
			changed, _, ok := o.Apply(s.Files)
			if !ok {
				continue
			}
			var print strings.Builder
			for _, p := range difference(s.Files, changed) {
				fmt.Fprintf(&print, "%s %x\n", p, sha256.Sum256(changed[p]))
			}
			if twin, twice := planted[print.String()]; twice {
				t.Errorf("%s and %s plant the same in %s", twin, o.Name, s.Name)
			}
			planted[print.String()] = o.Name
		}
	}
}

// TestAlternativesAreOtherRules reads each as the ID of a rule, named once and beside the rule that is meant.
func TestAlternativesAreOtherRules(t *testing.T) {
	id := regexp.MustCompile(`^(X|LX|DC|BR|RQ|AR|EP|RD|XD)-\d{3}$`)
	for _, o := range operators(t) {
		all := append([]string{o.Rule}, o.Alternatives...)
		for i, rule := range all {
			if !id.MatchString(rule) || slices.Contains(all[:i], rule) {
				t.Errorf("%s: %q is no rule, or named twice", o.Name, rule)
			}
		}
	}
}

func TestLabelsSplitTheOperators(t *testing.T) {
	count := map[string]int{}
	for _, o := range operators(t) {
		count[o.Label]++
	}
	if n := len(operators(t)); count[Open] < n/3 || count[Open] > 2*n/3 || count[Opened]+count[Held] != n-count[Open] || count[Held] < 20 {
		t.Errorf("%v, want about half open and the others opened or held", count)
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
