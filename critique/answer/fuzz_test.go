package answer_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
	"discussd/critique/answer"
)

// FuzzRead holds Read to its contract: a classed failure, or a critique that
// keeps to the scale and says something.
func FuzzRead(f *testing.F) {
	for _, c := range messyCases(f) {
		f.Add(c.raw, c.expect.Rating)
	}
	f.Fuzz(func(t *testing.T, raw []byte, rated bool) {
		c, err := answer.Read(t.Context(), raw, answer.Expect{Rating: rated})
		var failure *critique.Failure
		switch {
		case errors.As(err, &failure):
			if failure.Class == "" || failure.Class == critique.Answered || failure.Err == nil {
				t.Errorf("unclassed failure %+v", failure)
			}
			return
		case err != nil:
			t.Fatalf("no critique.Failure: %v", err)
		}
		if c.Rating != 0 && (c.Rating < 1 || c.Rating > 5) || rated && c.Rating == 0 {
			t.Errorf("rating %g", c.Rating)
		}
		if len(c.Strengths)+len(c.Weaknesses)+len(c.Suggestions)+len(c.OpenQuestions)+len(c.MissingRequirements)+len(c.Extra.Risks) == 0 {
			t.Error("an empty critique")
		}
		for _, p := range c.Weaknesses {
			if p.Text == "" || p.Severity.Weight() == 0 || !utf8.ValidString(p.Text) || strings.ContainsAny(p.Text, "\n\x00\x1b") {
				t.Errorf("weakness %+v", p)
			}
		}
	})
}

// FuzzExtractStrict holds the tolerant parser to encoding/json: what that
// accepts is read the same way and nothing is forgiven.
func FuzzExtractStrict(f *testing.F) {
	f.Add([]byte(`{"a": [1, -2.5e3, "x\u00e9\\\"", true, null, {"b": {}}], "c": "it's, \"d\": 1"}`))
	f.Add([]byte(`{"a,": ["b", "c:", ":", "}"], "d": "]", "e": ",\"f\":"}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		raw = bytes.TrimSpace(raw)
		got, forgiven, err := answer.Extract(raw, func(map[string]any) bool { return true })
		var want map[string]any
		decoder := json.NewDecoder(bytes.NewReader(raw))
		decoder.UseNumber()
		const notOurs = "\x1b" // terminal codes go before JSON is looked at
		if decoder.Decode(&want) != nil || want == nil || decoder.More() || !json.Valid(raw) || !utf8.Valid(raw) ||
			bytes.Contains(raw, []byte(notOurs)) || len(want) == 0 || len(raw) > 4096 || nesting(raw) > 100 {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		for _, departure := range forgiven {
			if departure != "repeated keys" {
				t.Errorf("forgiven: %s", departure)
			}
		}
	})
}

// nesting is an upper bound of how deep a text nests.
func nesting(raw []byte) int { return bytes.Count(raw, []byte("{")) + bytes.Count(raw, []byte("[")) }
