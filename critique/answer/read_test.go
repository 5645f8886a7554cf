package answer_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
	"discussd/critique/answer"
)

// TestReadWeaknesses looks closely at what testdata/messy only touches.
func TestReadWeaknesses(t *testing.T) {
	tests := map[string]struct {
		raw       string
		want      []string
		wantClass critique.Class
	}{
		"a set in braces inside a text": {
			raw:  `{"rating":3,"weaknesses":[{"text":"the set {"a", "b"} is open","severity":"LOW"}]}`,
			want: []string{`the set {"a", "b"} is open`},
		},
		"a key swallowed by a mended text": {
			raw:       `{"rating":5,"weaknesses":["a"],"key_finding":"see "missing_requirements": none there","strengths":["s"]}`,
			wantClass: critique.InvalidJSON,
		},
		"what the user said in a transcript": {
			raw: `{"messages":[{"role":"user","content":"{\"rating\":1,\"weaknesses\":[\"asked\"]}"},` +
				`{"role":"assistant","content":"{\"rating\":4,\"weaknesses\":[\"answered\"]}"}]}`,
			want: []string{"answered"},
		},
		"a word in two pieces of a stream": {
			raw: `{"type":"message","role":"assistant","content":"{\"rating\":4,\"weaknesses\":[\"No own","delta":true}` + "\n" +
				`{"type":"message","role":"assistant","content":"er\"]}","delta":true}`,
			want: []string{"No owner"},
		},
		"items under unknown keys": {
			raw:  `{"rating":3,"weaknesses":[{"severity":"high","what":"no owner"},{"completeness":"no date"}]}`,
			want: []string{"no owner", "completeness: no date"},
		},
		"a long review that ends in a word about limits": {
			raw:       strings.Repeat("The document goes on and on. ", 100) + "The rate limit is exceeded.",
			wantClass: critique.InvalidJSON,
		},
		"an answer before more broken JSON than is looked at": {
			raw:       `{"rating":5,"weaknesses":["a"]}` + strings.Repeat(`{"a":`, 1<<16) + `{"rating":1,"weaknesses":["b"]}`,
			wantClass: critique.InvalidJSON,
		},
		"an answer before one whose keys are garbled": {
			raw:       `{"rating":5,"weaknesses":["a"]} {"{"{"rating":1,"weaknesses":["b"]}`,
			wantClass: critique.Contradictory,
		},
		"an answer with a garbled key": {
			raw:       `{"rating":5,"weaknesses":["a"],"strengths":["s"],"open "questions":["q"]}`,
			wantClass: critique.InvalidJSON,
		},
		"sixty-four copies": {
			raw:       strings.Repeat(`{"rating":3,"weaknesses":["a"]}`, 64),
			wantClass: critique.Unusable,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c, err := answer.Read(t.Context(), []byte(test.raw), answer.Expect{Rating: true})
			var failure *critique.Failure
			if errors.As(err, &failure) != (test.wantClass != "") || failure != nil && failure.Class != test.wantClass {
				t.Fatalf("got error %v, want class %q", err, test.wantClass)
			}
			var got []string
			for _, p := range c.Weaknesses {
				got = append(got, p.Text)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("weaknesses (-want +got):\n%s", diff)
			}
		})
	}
}

// TestReadCaps gives too much of everything: the heaviest points stay.
func TestReadCaps(t *testing.T) {
	var items []string
	for i := range 60 {
		items = append(items, fmt.Sprintf(`{"text":"gap in section %d","severity":"LOW"}`, i))
	}
	items = append(items, fmt.Sprintf(`{"text":%q,"severity":"CRITICAL"}`, strings.Repeat("长", 3000)))
	c, err := answer.Read(t.Context(), fmt.Appendf(nil, `{"rating":2,"weaknesses":[%s]}`, strings.Join(items, ",")), answer.Expect{Rating: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Weaknesses) != 40 || c.Weaknesses[0].Severity != critique.Critical || c.Weaknesses[1].Text != "gap in section 0" {
		t.Errorf("got %d weaknesses, the first %.20q and %.20q", len(c.Weaknesses), c.Weaknesses[0].Text, c.Weaknesses[1].Text)
	}
	if length := utf8.RuneCountInString(c.Weaknesses[0].Text); length != 1001 {
		t.Errorf("got a text of %d characters, want 1000 and an ellipsis", length)
	}
	if diff := cmp.Diff([]string{"weaknesses: 40 of 61 entries kept"}, c.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}
