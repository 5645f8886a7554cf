package answer_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"discussd/critique"
	"discussd/critique/answer"
)

var han = regexp.MustCompile(`\p{Han}`)

// TestNotesInTwoLanguages has answers of all sorts that something is said of: the
// same number of things in both languages, each in its own.
func TestNotesInTwoLanguages(t *testing.T) {
	tests := map[string]struct {
		raw    string
		expect answer.Expect
	}{
		"forgiven":  {`{'rating': 4,, "strengths": ["a", "b" "c"], /* why */ "weaknesses": ["d"], key_finding: "e", "rating": 4}`, answer.Expect{Rating: true}},
		"two":       {`{"rating": 4, "strengths": ["a"]} {"rating": 4, "strengths": ["a"]}`, answer.Expect{Rating: true, RiskLevel: true, MissingRequirements: true}},
		"too many":  {`{"rating": 4, "weaknesses": [` + strings.Repeat(`"is vague", `, 80) + `"is late"]}`, answer.Expect{Rating: true}},
		"prose":     {"Rating: 4/5\n\n## Strengths\n- the flow is clear\n\n## Weaknesses\n- the price is missing\n", answer.Expect{Rating: true}},
		"discussed": {`{"new_insights": ["a"],} {"new_insights": ["a", "b"]}`, answer.Expect{Understanding: true}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			read := func(chinese bool) critique.Critique {
				test.expect.Chinese = chinese
				c, err := answer.Read(t.Context(), []byte(test.raw), test.expect)
				if err != nil {
					t.Fatal(err)
				}
				return c
			}
			english, chinese := read(false).Notes, read(true).Notes
			if len(english) == 0 || len(english) != len(chinese) || slices.ContainsFunc(english, han.MatchString) ||
				slices.ContainsFunc(chinese, func(n string) bool { return !han.MatchString(n) }) {
				t.Errorf("got %q and %q", english, chinese)
			}
		})
	}
}
