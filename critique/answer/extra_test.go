package answer_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"discussd/critique"
	"discussd/critique/answer"
)

// seedRisk is the answer of a risk analyst who gives no rating and no weaknesses.
const seedRisk = `{"risks":[{"description":"supplier fails","likelihood":"Medium","impact":"高","mitigation":"a second one"},"no backup",` +
	`{"description":"late","likelihood":"about 10 %","impact":"High: the launch slips"}],` +
	`"assumptions_to_validate":["users scan codes"],"dependencies":[{"id":"D-1","text":"the locker's firmware"}],"overall_risk_level":"High"}`

var readRisk = critique.Extra{
	Risks: []critique.Risk{
		{Description: "supplier fails", Likelihood: "medium", Impact: "high", Mitigation: "a second one"},
		{Description: "no backup"},
		{Description: "late", Likelihood: "about 10 %", Impact: "High: the launch slips"},
	},
	AssumptionsToValidate: []string{"users scan codes"},
	Dependencies:          []string{"D-1: the locker's firmware"},
}

func TestReadExtra(t *testing.T) {
	asked := answer.Expect{RiskLevel: true, Risks: true}
	documents := []critique.Document{{Path: "spec/x.md", Content: []byte("# Lockers\n\nThe locker's firmware is D-001.\n")}}
	tests := map[string]struct {
		raw    string
		expect answer.Expect
		level  string
		want   critique.Extra
		class  critique.Class
	}{
		"a risk analyst's":        {raw: seedRisk, expect: asked, level: "high", want: readRisk},
		"nothing but risks":       {raw: `{"risks":["no backup"],"overall_risk_level":"low"}`, expect: asked, level: "low", want: critique.Extra{Risks: []critique.Risk{{Description: "no backup"}}}},
		"not asked for risks":     {raw: seedRisk, expect: answer.Expect{RiskLevel: true}, class: critique.InvalidJSON},
		"risks without a level":   {raw: `{"risks":["no backup"],"strengths":["a"],"weaknesses":[]}`, expect: asked, class: critique.Unusable},
		"a level without a point": {raw: `{"risks":[],"strengths":[],"weaknesses":[],"risk_level":"low"}`, expect: asked, class: critique.Unusable},
		"cut off":                 {raw: seedRisk[:len(seedRisk)-10], expect: asked, class: critique.Truncated},
		"a testability issue is a point": {
			raw: `{"rating":3,"weaknesses":[],"testability_issues":["REQ-003 names no number"]}`, expect: answer.Expect{Rating: true},
			want: critique.Extra{TestabilityIssues: []string{"REQ-003 names no number"}}},
		"an assumption is a point": {
			raw: `{"rating":3,"weaknesses":[],"assumptions":["users scan codes"]}`, expect: answer.Expect{Rating: true},
			want: critique.Extra{AssumptionsToValidate: []string{"users scan codes"}}},
		"a dependency is none": {raw: `{"rating":5,"weaknesses":[],"dependencies":["firmware"]}`, expect: answer.Expect{Rating: true}, class: critique.Unusable},
		"a testability issue names the topic": {
			raw: `{"rating":3,"weaknesses":[],"testability_issues":["D-001 names no number"]}`, expect: answer.Expect{Rating: true, Documents: documents},
			want: critique.Extra{TestabilityIssues: []string{"D-001 names no number"}}},
		"a testability issue off the topic, too short to tell": {
			raw: `{"rating":3,"weaknesses":[],"testability_issues":["dragons are green"]}`, expect: answer.Expect{Rating: true, Documents: documents},
			want: critique.Extra{TestabilityIssues: []string{"dragons are green"}}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c, err := answer.Read(t.Context(), []byte(tt.raw), tt.expect)
			var failure *critique.Failure
			if errors.As(err, &failure) != (tt.class != "") || failure != nil && failure.Class != tt.class {
				t.Fatalf("got %v, want class %q", err, tt.class)
			}
			if err == nil && c.RiskLevel != tt.level {
				t.Errorf("risk level %q, want %q", c.RiskLevel, tt.level)
			}
			if diff := cmp.Diff(tt.want, c.Extra, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("extra (-want +got):\n%s", diff)
			}
		})
	}
}
