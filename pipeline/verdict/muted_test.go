package verdict

import (
	"testing"

	"discussd/critique"

	"github.com/google/go-cmp/cmp"
)

func TestMutedDissent(t *testing.T) {
	high := critique.Mute{Rule: "BR-010", Severity: critique.High, Message: "no\nrisks", Path: "spec/product-brief.md", Line: 12, Reason: "agreed", MarkLine: 3}
	whole, medium := high, high
	whole.Line, whole.Reason = 0, ""
	medium.Rule, medium.Severity = "BR-011", critique.Medium
	other := whole
	other.Rule = "X-005"
	for name, test := range map[string]struct {
		profile string
		muted   []critique.Mute
		want    []string
	}{
		"nothing": {"lifecycle", nil, nil},
		"MEDIUM":  {"lifecycle", []critique.Mute{medium}, nil},
		"HIGH": {"lifecycle", []critique.Mute{high, whole, other, medium}, []string{
			"muted by the artifact: BR-010 spec/product-brief.md:12: no risks (+1 more); reason: agreed",
			"muted by the artifact: X-005 spec/product-brief.md: no risks",
		}},
		"Chinese": {"spec-team", []critique.Mute{whole}, []string{"被文档自身屏蔽: BR-010 spec/product-brief.md: no risks"}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, mutedDissent(Verdict{Profile: test.profile, Checks: Assessment{Muted: test.muted}})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestMutedIsNotFixed: a place that a mark hides is neither fixed by it nor new without it.
func TestMutedIsNotFixed(t *testing.T) {
	shown := exampleReport()
	hidden := shown
	hidden.Findings = shown.Findings[:1]
	hidden.Muted = []critique.Mute{{Rule: "X-003", Severity: critique.High, Identity: "X-003/notes"}}
	c := exampleCase()
	first := New(c, shown, blockedHigh())
	c.Previous = &first
	second := New(c, hidden, blockedHigh())
	c.Previous = &second
	third := New(c, shown, blockedHigh())
	if diff := cmp.Diff(&Delta{Persisting: 2}, second.Delta); diff != "" {
		t.Errorf("muted: %s", diff)
	}
	if diff := cmp.Diff(&Delta{Persisting: 3}, third.Delta); diff != "" {
		t.Errorf("shown again: %s", diff)
	}
}
