package answer

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
)

func TestReadRulings(t *testing.T) {
	quoted := critique.Ruling{Claim: 2, Ruling: critique.Refuted, Quote: "kept for 400 days", Why: "it is there"}
	for _, test := range []struct {
		name, raw string
		want      []critique.Ruling
		class     critique.Class
	}{
		{"as asked for", `{"rulings": [{"claim": 2, "quote": "kept for 400 days", "why": "it is there", "ruling": "refuted"}]}`, []critique.Ruling{quoted}, ""},
		{"in a fence, after words", "Here you are:\n```json\n{\"rulings\": [{\"claim\": \"Claim 2\", \"quote\": \"kept for 400 days\", \"why\": \"it is there\", \"ruling\": \"REFUTED\"}]}\n```", []critique.Ruling{quoted}, ""},
		{"in Chinese", `{"rulings": [{"claim": "#1", "quote": "", "why": "", "ruling": "已确认"}]}`, []critique.Ruling{{Claim: 1, Ruling: critique.Confirmed}}, ""},
		{"one that nobody understands", `{"rulings": [{"claim": 1, "ruling": "perhaps"}, {"claim": 2, "ruling": "undecided"}]}`, []critique.Ruling{{Claim: 2, Ruling: critique.Undecided}}, ""},
		{"of a contradiction", `{"rulings": [{"claim": 1, "ruling": "Both"}, {"claim": 2, "ruling": "upheld"}]}`, []critique.Ruling{{Claim: 1, Ruling: critique.BothStand}, {Claim: 2, Ruling: critique.Confirmed}}, ""},
		{"no ruling at all", `{"rulings": []}`, nil, critique.Unusable},
		{"a review in its place", `{"rating": 4, "weaknesses": [{"text": "x"}]}`, nil, critique.Unusable},
		{"cut", `{"rulings": [{"claim": 1, "ruling": "refuted", "quote": "kep`, nil, critique.Truncated},
		{"nothing", "", nil, critique.EmptyOutput},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := Read(t.Context(), []byte(test.raw), Expect{Rulings: true})
			class := critique.Class("")
			if err != nil {
				class = critique.ClassOf(err)
			}
			if class != test.class {
				t.Fatalf("class %q, want %q (%v)", class, test.class, err)
			}
			if diff := cmp.Diff(test.want, got.Rulings); diff != "" {
				t.Error(diff)
			}
		})
	}
}
