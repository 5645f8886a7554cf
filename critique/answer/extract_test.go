package answer_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
	"discussd/critique/answer"
)

func hasWanted(fields map[string]any) bool { _, ok := fields["wanted"]; return ok }

func TestExtract(t *testing.T) {
	tests := map[string]struct {
		raw       string
		want      map[string]any
		forgiven  []string
		wantClass critique.Class
	}{
		"strict": {
			raw:  `{"wanted": [1, 2.50, "x"]}`,
			want: map[string]any{"wanted": []any{json.Number("1"), json.Number("2.50"), "x"}},
		},
		"the last of two": {
			raw:  `{"wanted": 1} {"wanted": 2}`,
			want: map[string]any{"wanted": json.Number("2")},
		},
		"not the first object": {
			raw:  "{\"other\": {}}\n```json\n{\"wanted\": null}\n```",
			want: map[string]any{"wanted": nil},
		},
		"inside another object": {
			raw:  `{"a": [{"b": {"wanted": true}}]}`,
			want: map[string]any{"wanted": true},
		},
		"the outer of two nested": {
			raw:  `{"wanted": {"wanted": 1}}`,
			want: map[string]any{"wanted": map[string]any{"wanted": json.Number("1")}},
		},
		"inside a string inside a string": {
			raw:  `{"a": "{\"b\": \"{\\\"wanted\\\": 1}\"}"}`,
			want: map[string]any{"wanted": json.Number("1")},
		},
		"closed rather than cut": {
			raw:  "{\"wanted\": 1}\n{\"wanted\": [2",
			want: map[string]any{"wanted": json.Number("1")},
		},
		"escapes": {
			raw:  `{"wanted": "\u00e4\ud83d\ude00\/\"\n\ud800!"}`,
			want: map[string]any{"wanted": "ä😀/\"\n\ufffd!"},
		},
		"quotes in a word list": {
			raw:      `{"wanted": "it says ("a", "b", "c") and "d".", "n": 1}`,
			want:     map[string]any{"wanted": `it says ("a", "b", "c") and "d".`, "n": json.Number("1")},
			forgiven: []string{"unescaped quotes inside a text"},
		},
		"everything at once": {
			raw:      "{'wanted': [1,, 2,], // two\n n: NaN}",
			want:     map[string]any{"wanted": []any{json.Number("1"), json.Number("2")}, "n": nil},
			forgiven: []string{"quotes or colons other than JSON's", "missing, doubled or trailing commas", "comments", "unquoted keys or values", "NaN or Infinity"},
		},
		"empty":       {raw: " \n", wantClass: critique.EmptyOutput},
		"cut":         {raw: `{"wanted": [1, 2`, wantClass: critique.Truncated},
		"other shape": {raw: `{"other": 1}`, wantClass: critique.InvalidJSON},
		"prose":       {raw: `I wanted to say {something}.`, wantClass: critique.InvalidJSON},
		"too deep":    {raw: strings.Repeat(`{"a":`, 200) + `{"wanted":1}` + strings.Repeat(`}`, 200), wantClass: critique.InvalidJSON},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, forgiven, err := answer.Extract([]byte(test.raw), hasWanted)
			var failure *critique.Failure
			if errors.As(err, &failure) != (test.wantClass != "") || failure != nil && failure.Class != test.wantClass {
				t.Fatalf("got error %v, want class %q", err, test.wantClass)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("object (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.forgiven, forgiven); diff != "" {
				t.Errorf("forgiven (-want +got):\n%s", diff)
			}
		})
	}
}

var payloads = flag.String("payloads", "", "folder of real answers of a judge that scores activations, citations and behaviour: *.txt")

// TestJudgePayloads reads real answers of another judge, most of them broken by
// unescaped quotes in their last text. They yield their object, but no critique.
func TestJudgePayloads(t *testing.T) {
	if *payloads == "" {
		t.Skip("reads the answers in the folder that -payloads names")
	}
	files, err := filepath.Glob(filepath.Join(*payloads, "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	scores := []string{"activation_score", "citation_score", "behavior_score"}
	isJudgement := func(fields map[string]any) bool { _, ok := fields[scores[0]]; return ok }
	right, total := 0, 0
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(raw, []byte(scores[0])) {
			continue
		}
		total++
		if got, err := answer.Read(t.Context(), raw, answer.Expect{Rating: true}); err == nil {
			t.Errorf("%s: read as a critique rated %g", file, got.Rating)
		}
		want := map[string]any{"reasoning": betweenQuotes(string(raw))}
		for _, score := range scores {
			_, rest, _ := strings.Cut(string(raw), score+`":`)
			want[score] = json.Number(strings.TrimSpace(rest[:strings.IndexAny(rest, ",}")]))
		}
		got, _, err := answer.Extract(raw, isJudgement)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Logf("%s: %v\n%s", file, err, diff)
			continue
		}
		right++
	}
	t.Logf("%d of %d payloads yield their object", right, total)
	if right < 28 {
		t.Errorf("%d of %d payloads yield their object, want at least 28", right, total)
	}
}

// betweenQuotes is the text of the last field, from its opening quote to the
// quote before the final brace.
func betweenQuotes(raw string) string {
	_, rest, _ := strings.Cut(raw, `"reasoning":`)
	rest = strings.TrimPrefix(strings.TrimSpace(rest), `"`)
	return strings.ReplaceAll(rest[:strings.LastIndex(rest, `"`)], `\"`, `"`)
}
