package verdict

import (
	"testing"

	"discussd/critique"

	"github.com/google/go-cmp/cmp"
)

// reportOf is a report in which the rules of these identities fired, all of one rule.
func reportOf(identities ...string) critique.Report {
	var places []critique.Place
	for i, identity := range identities {
		places = append(places, critique.Place{Path: "spec/a.md", Line: i + 1, Identity: identity})
	}
	if len(places) == 0 {
		return critique.Report{}
	}
	return critique.Report{Findings: []critique.Finding{finding("LX-001", critique.Low, "vague", places...)}}
}

// revisions judges one report after the other.
func revisions(reports ...critique.Report) Verdict {
	var previous *Verdict
	for i, report := range reports {
		c := exampleCase()
		c.Revision, c.Previous = i+1, previous
		v := New(c, report, blockedLow())
		previous = &v
	}
	return *previous
}

func TestDeltaFollowsFindingsThroughRevisions(t *testing.T) {
	tests := map[string]struct {
		reports []critique.Report
		delta   *Delta
		states  map[string]string
	}{
		"the first revision": {
			[]critique.Report{reportOf("a", "b")},
			nil, map[string]string{"a": "new", "b": "new"},
		},
		"nothing changed": {
			[]critique.Report{reportOf("a"), reportOf("a")},
			&Delta{Persisting: 1}, map[string]string{"a": "persisting"},
		},
		"lines moved": {
			[]critique.Report{reportOf("a", "b"), reportOf("b", "a")},
			&Delta{Persisting: 2}, map[string]string{"a": "persisting", "b": "persisting"},
		},
		"one of each": {
			[]critique.Report{reportOf("a", "b"), reportOf("a", "c"), reportOf("b", "a")},
			&Delta{Regressed: 1, Persisting: 1, Fixed: 1},
			map[string]string{"a": "persisting", "b": "regressed", "c": "fixed"},
		},
		"all fixed": {
			[]critique.Report{reportOf("a", "b"), reportOf()},
			&Delta{Fixed: 2}, map[string]string{"a": "fixed", "b": "fixed"},
		},
		"fixed is counted once": {
			[]critique.Report{reportOf("a"), reportOf(), reportOf()},
			&Delta{}, map[string]string{},
		},
		"a regression that stays": {
			[]critique.Report{reportOf("a"), reportOf(), reportOf("a"), reportOf("a")},
			&Delta{Persisting: 1}, map[string]string{"a": "persisting"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			v := revisions(test.reports...)
			published(t, v)
			if diff := cmp.Diff(test.delta, v.Delta); diff != "" {
				t.Errorf("delta (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.states, statesOf(&v)); diff != "" {
				t.Errorf("states (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFindingTakesTheStateThatDeservesAttention(t *testing.T) {
	v := revisions(reportOf("a", "b"), reportOf("a"), reportOf("a", "b", "c"))
	if got := v.Checks.Findings[0].State; got != StateRegressed {
		t.Errorf("got %s, want regressed", got)
	}
	v = revisions(reportOf("a"), reportOf("a", "b"))
	if got := v.Checks.Findings[0].State; got != StateNew {
		t.Errorf("got %s, want new", got)
	}
}

func TestFixedFindingsStandApart(t *testing.T) {
	v := revisions(reportOf("a", "b"), reportOf("a"))
	if len(v.Checks.Findings) != 2 || len(v.Checks.Present()) != 1 {
		t.Fatalf("want one present and one fixed finding, got %+v", v.Checks.Findings)
	}
	fixed := v.Checks.Findings[1]
	if fixed.Identity != "b" || fixed.Line != 2 || len(fixed.Places) != 1 {
		t.Errorf("the fixed finding is not that of its place: %+v", fixed)
	}
}

func TestErrorVerdictIsNothingToCompareWith(t *testing.T) {
	failed := NewError(exampleCase(), reportOf("a"), ArtifactEmpty, "empty")
	c := exampleCase()
	c.Previous = &failed
	v := New(c, reportOf("b"), blockedLow())
	if v.Delta != nil || len(v.Checks.Findings) != 1 || v.Checks.Findings[0].State != StateNew {
		t.Errorf("compared with an error: %+v %+v", v.Delta, v.Checks.Findings)
	}
}

func TestFindingWithoutPlacesStandsForItself(t *testing.T) {
	report := reportOf("a")
	report.Findings[0].Places = nil
	v := revisions(report, report)
	published(t, v)
	if diff := cmp.Diff(&Delta{Persisting: 1}, v.Delta); diff != "" {
		t.Error(diff)
	}
}

func TestActionItemStates(t *testing.T) {
	tests := map[string]struct {
		before, now critique.ActionItem
		want        string
	}{
		"same words":          {critique.ActionItem{Text: "Add a limit."}, critique.ActionItem{Text: "add a LIMIT"}, StatePersisting},
		"same targets":        {critique.ActionItem{Text: "x", Targets: []string{"A", "B"}}, critique.ActionItem{Text: "y", Targets: []string{"B", "A", "A"}}, StatePersisting},
		"other words":         {critique.ActionItem{Text: "Add a limit"}, critique.ActionItem{Text: "Add a test"}, StateNew},
		"some of the targets": {critique.ActionItem{Text: "x", Targets: []string{"A", "B"}}, critique.ActionItem{Text: "y", Targets: []string{"A"}}, StateNew},
		"Chinese":             {critique.ActionItem{Text: "补充时间上限。"}, critique.ActionItem{Text: "补充时间上限"}, StatePersisting},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			previous := Verdict{ActionItems: []critique.ActionItem{test.before}}
			got := withStates([]critique.ActionItem{test.now}, &previous)[0].State
			if got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}
