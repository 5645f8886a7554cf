package answer_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"discussd/critique"
	"discussd/critique/answer"
)

var (
	threeAsked = []answer.Asked{
		{Name: "product", Role: "Product Manager", Expect: answer.Expect{Rating: true}},
		{Name: "risk", Role: "Risk Analyst", Expect: answer.Expect{Rating: true, RiskLevel: true}},
		{Name: "coverage", Role: "Requirements Analyst", Expect: answer.Expect{Rating: true, MissingRequirements: true}},
	}
	ofProduct  = `{"weaknesses": [{"text": "Nobody says who pays for the locker", "severity": "HIGH", "category": "value", "targets": ["G-1"], "quote": ""}], "strengths": [], "open_questions": [], "key_finding": "the payer is open", "rating": 3}`
	ofRisk     = `{"weaknesses": [{"text": "One supplier makes all the locks", "severity": "MEDIUM", "category": "risk", "targets": [], "quote": ""}], "strengths": [], "open_questions": [], "risk_level": "medium", "key_finding": "one supplier", "rating": 4}`
	ofCoverage = `{"weaknesses": [], "strengths": [{"text": "Every goal has a requirement", "severity": "LOW", "category": "traceability", "targets": [], "quote": ""}], "open_questions": [], "missing_requirements": [], "key_finding": "all goals traced", "rating": 5}`
)

// with puts a field in front of the others of an object.
func with(field, value, object string) string {
	return fmt.Sprintf(`{%q: %q, %s`, field, value, strings.TrimPrefix(object, "{"))
}

func TestReadTogether(t *testing.T) {
	tests := map[string]string{
		"an object for each":       fmt.Sprintf(`{"product": %s, "risk": %s, "coverage": %s}`, ofProduct, ofRisk, ofCoverage),
		"in prose and fences":      fmt.Sprintf("Here is what I found.\n```json\n{\"product\": %s, \"risk\": %s, \"coverage\": %s}\n```\nLet me know!", ofProduct, ofRisk, ofCoverage),
		"one level further in":     fmt.Sprintf(`{"reviews": {"product": %s, "risk": %s, "coverage": %s}}`, ofProduct, ofRisk, ofCoverage),
		"by roles":                 fmt.Sprintf(`{"Product Manager": %s, "Risk Analyst": %s, "Requirements Analyst": %s}`, ofProduct, ofRisk, ofCoverage),
		"a list":                   fmt.Sprintf(`[%s, %s, %s]`, with("perspective", "product", ofProduct), with("perspective", "risk", ofRisk), with("perspective", "Coverage", ofCoverage)),
		"a list in an object":      fmt.Sprintf(`{"perspectives": [%s, %s, %s]}`, with("name", "product", ofProduct), with("name", "risk", ofRisk), with("role", "Requirements Analyst", ofCoverage)),
		"fences one after another": fmt.Sprintf("```json\n%s\n```\n\n```json\n%s\n```\nand\n```json\n%s\n```\n", with("perspective", "product", ofProduct), with("perspective", "risk", ofRisk), with("perspective", "coverage", ofCoverage)),
		"an envelope":              fmt.Sprintf(`{"type": "result", "result": %q}`, fmt.Sprintf(`{"product": %s, "risk": %s, "coverage": %s}`, ofProduct, ofRisk, ofCoverage)),
		"behind thinking":          fmt.Sprintf("<think>{\"product\": {}}</think>\n{\"product\": %s, \"risk\": %s, \"coverage\": %s}", ofProduct, ofRisk, ofCoverage),
	}
	for name, raw := range tests {
		t.Run(name, func(t *testing.T) {
			parts, err := answer.ReadTogether(t.Context(), []byte(raw), threeAsked)
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range []struct {
				rating float64
				found  string
			}{{3, "the payer is open"}, {4, "one supplier"}, {5, "all goals traced"}} {
				if p := parts[i]; p.Err != nil || p.Rating != want.rating || p.KeyFinding != want.found {
					t.Errorf("%s: rating %g, %q, error %v", threeAsked[i].Name, p.Rating, p.KeyFinding, p.Err)
				}
				again, err := answer.Read(t.Context(), parts[i].Text, threeAsked[i].Expect)
				if err != nil || again.KeyFinding != want.found {
					t.Errorf("%s: its text is read as %q, %v", threeAsked[i].Name, again.KeyFinding, err)
				}
			}
			if parts[1].RiskLevel != "medium" || len(parts[0].Weaknesses) != 1 || parts[0].Weaknesses[0].Severity != critique.High {
				t.Errorf("risk %+v\nproduct %+v", parts[1].Critique, parts[0].Critique)
			}
		})
	}
}

// TestReadTogetherInPart: what one perspective lacks is not another one's loss, and nobody
// gets an answer that was given for somebody else.
func TestReadTogetherInPart(t *testing.T) {
	unrated := strings.Replace(ofRisk, `, "rating": 4`, "", 1)
	copied := strings.Replace(strings.Replace(ofProduct, `"rating": 3`, `"rating": 4, "risk_level": "low"`, 1), "Nobody says", "nobody  says,", 1)
	praise := strings.Replace(ofCoverage, `"rating": 5`, `"rating": 4, "risk_level": "low"`, 1)
	whole := fmt.Sprintf(`{"product": %s, "risk": %s, "coverage": %s}`, ofProduct, ofRisk, ofCoverage)
	tests := map[string]struct {
		raw  string
		want [3]critique.Class
	}{
		"one is missing":          {fmt.Sprintf(`{"product": %s, "coverage": %s}`, ofProduct, ofCoverage), [3]critique.Class{"", critique.EmptyOutput, ""}},
		"one has no rating":       {fmt.Sprintf(`{"product": %s, "risk": %s, "coverage": %s}`, ofProduct, unrated, ofCoverage), [3]critique.Class{"", critique.Unusable, ""}},
		"one is empty":            {fmt.Sprintf(`{"product": %s, "risk": {}, "coverage": %s}`, ofProduct, ofCoverage), [3]critique.Class{"", critique.Unusable, ""}},
		"one copies the weakness": {fmt.Sprintf(`{"product": %s, "risk": %s, "coverage": %s}`, ofProduct, copied, ofCoverage), [3]critique.Class{"", critique.Unusable, ""}},
		"one copies the praise":   {fmt.Sprintf(`{"product": %s, "risk": %s, "coverage": %s}`, ofProduct, praise, ofCoverage), [3]critique.Class{"", "", critique.Unusable}},
		"the last one is cut":     {whole[:len(whole)-len(ofCoverage)+20], [3]critique.Class{"", "", critique.Truncated}},
		"one is given twice":      {fmt.Sprintf(`{"product": %s, "risk": %s, "coverage": %s, "product": %s}`, ofProduct, ofRisk, ofCoverage, strings.Replace(ofProduct, "3}", "5}", 1)), [3]critique.Class{critique.Contradictory, "", ""}},
		"one rates twice":         {fmt.Sprintf(`{"product": %s, "risk": %s, "coverage": %s}`, strings.Replace(ofProduct, `"rating": 3`, `"rating": 1, "rating": 5`, 1), ofRisk, ofCoverage), [3]critique.Class{critique.Contradictory, "", ""}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			parts, err := answer.ReadTogether(t.Context(), []byte(test.raw), threeAsked)
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range test.want {
				var got critique.Class
				if parts[i].Err != nil {
					got = critique.ClassOf(parts[i].Err)
				}
				if got != want {
					t.Errorf("%s: %q (%v), want %q", threeAsked[i].Name, got, parts[i].Err, want)
				}
			}
		})
	}
}

// TestReadTogetherNothing: an answer that is for nobody is one failure, of the class that a
// single answer would have.
func TestReadTogetherNothing(t *testing.T) {
	for raw, want := range map[string]critique.Class{
		"":                                critique.EmptyOutput,
		"{}":                              critique.EmptyOutput,
		"Credit balance is too low":       critique.Quota,
		"I cannot review this document.":  critique.Refused,
		ofProduct:                         critique.Unusable, // for whom?
		"<!DOCTYPE html><html>Log in":     critique.Auth,
		`{"product": {"weaknesses": [{"t`: critique.Truncated,
	} {
		parts, err := answer.ReadTogether(t.Context(), []byte(raw), threeAsked)
		if err == nil || critique.ClassOf(err) != want {
			t.Errorf("%q: %v, %+v, want %s", raw, err, parts, want)
		}
	}
}

// FuzzReadTogether holds [answer.ReadTogether] to its contract: a classed failure, or a part
// for each that was asked, which is a critique or a classed failure.
func FuzzReadTogether(f *testing.F) {
	f.Add([]byte(fmt.Sprintf(`{"product": %s, "risk": %s, "coverage": %s}`, ofProduct, ofRisk, ofCoverage)))
	f.Add([]byte(fmt.Sprintf("[%s, {}]", with("perspective", "product", ofProduct))))
	f.Add([]byte(fmt.Sprintf("## product\n%s\n## risk\nSeverity HIGH: no spare", ofProduct)))
	f.Fuzz(func(t *testing.T, raw []byte) {
		parts, err := answer.ReadTogether(t.Context(), raw, threeAsked)
		var failure *critique.Failure
		if err != nil {
			if !errors.As(err, &failure) || failure.Class == "" || failure.Class == critique.Answered {
				t.Fatalf("unclassed failure %v", err)
			}
			return
		}
		if len(parts) != len(threeAsked) {
			t.Fatalf("%d parts", len(parts))
		}
		for i, p := range parts {
			switch {
			case p.Err != nil && !errors.As(p.Err, &failure):
				t.Errorf("%s: unclassed failure %v", threeAsked[i].Name, p.Err)
			case p.Err == nil && (p.Rating < 1 || p.Rating > 5):
				t.Errorf("%s: rating %g", threeAsked[i].Name, p.Rating)
			}
		}
	})
}
