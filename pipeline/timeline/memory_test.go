package timeline

import (
	"encoding/json"
	"strings"
	"testing"

	"discussd/pipeline/request"

	"github.com/google/go-cmp/cmp"
)

var remembered = Round{Round: 2, Type: request.Deepen, Timestamp: "T", Understanding: Updated{[]string{"A"}, []string{"B <b>"}, []string{"C", "D"}}}

// line is the entry of remembered on one line.
const line = `{"id":"discussion-round-2","round":2,"type":"deepen","new_insight_count":2,"corrected_count":1,"timestamp":"T"}`

func TestRemember(t *testing.T) {
	tests := map[string]struct{ before, after string }{
		"on one line": {
			`{"z":1.0,"discussions":[{"id":"x"}],"current_understanding":{"established":[],"note":"n"},"a":null}`,
			`{"z":1.0,"discussions":[{"id":"x"},` + line + `],"current_understanding":{"established":["A"],"note":"n","clarified":["B <b>"],"key_insights":["C","D"]},"a":null}`,
		},
		"an empty object": {"{}", `{"discussions":[` + line + `],"current_understanding":{"established":["A"],"clarified":["B <b>"],"key_insights":["C","D"]}}`},
		"known in other shapes": {
			`{"discussions": [{"note": "n", "id": "discussion-round-2"}], "current_understanding": {"established": [{"text": "a."}], "clarified": ["b  <B>"], "key_insights": ["Ｃ", 3, null, {"insight": "d"}]}}`,
			`{"discussions": [{"note": "n", "id": "discussion-round-2"}], "current_understanding": {"established": [{"text": "a."}], "clarified": ["b  <B>"], "key_insights": ["Ｃ", 3, null, {"insight": "d"}]}}`,
		},
		"nulls and a key twice": {
			`{"discussions":null,"current_understanding":[],"current_understanding":null}`,
			`{"discussions":[` + line + `],"current_understanding":[],"current_understanding":{"established":["A"],"clarified":["B <b>"],"key_insights":["C","D"]}}`,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := remember([]byte(test.before), remembered)
			must(t, err)
			if diff := cmp.Diff(unspaced([]byte(test.after)), unspaced(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			again, err := remember(got, remembered)
			must(t, err)
			if diff := cmp.Diff(string(got), string(again)); diff != "" {
				t.Errorf("again (-want +got):\n%s", diff)
			}
		})
	}
}

// TestRememberKeepsLines: what stands on lines of its own is followed by lines, and what
// others wrote stays as it is.
func TestRememberKeepsLines(t *testing.T) {
	before := "{\r\n\t\"a\": 1.0,\r\n\t\"discussions\": [\r\n\t\t" + `{"id": "x"}` + "\r\n\t],\r\n"
	got, err := remember([]byte(before+`"current_understanding": {"established": []}}`), remembered)
	must(t, err)
	if want := strings.Replace(before, "\r\n\t]", ",\r\n\t\t"+line+"\r\n\t]", 1); !strings.HasPrefix(string(got), want) {
		t.Errorf("got %q, want it to begin with %q", got, want)
	}
}

func TestRememberRefuses(t *testing.T) {
	tests := map[string]struct {
		before string
		want   FormatError
	}{
		"no JSON":                   {"{\n  \"a\": 1,\n  中: 2}", FormatError{memoryName, 3, 3, "invalid character 'ä' looking for beginning of object key string"}},
		"half a file":               {"{\"a\": [\n", FormatError{memoryName, 2, 1, "unexpected end of JSON input"}},
		"an empty file":             {"", FormatError{memoryName, 1, 1, "unexpected end of JSON input"}},
		"a list":                    {" []", FormatError{memoryName, 1, 2, "the content is not an object"}},
		"a text":                    {`"x"`, FormatError{memoryName, 1, 1, "the content is not an object"}},
		"discussions by round":      {`{"discussions": {}}`, FormatError{memoryName, 1, 17, "discussions is not a list"}},
		"an understanding in words": {"{\"中\": 1,\n \"current_understanding\": \"x\"}", FormatError{memoryName, 2, 27, "current_understanding is not an object"}},
		"a list in words":           {`{"discussions": [], "current_understanding": {"clarified": true}}`, FormatError{memoryName, 1, 60, "current_understanding.clarified is not a list"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := remember([]byte(test.before), remembered)
			got, ok := err.(*FormatError)
			if !ok {
				t.Fatalf("got %v", err)
			}
			if diff := cmp.Diff(test.want, *got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// FuzzRemember merges into whatever is an object: nothing but the four lists
// changes, each of these only grows, and a second time adds nothing.
func FuzzRemember(f *testing.F) {
	for _, seed := range []string{"{}", ` { "a" : 1e5 , "discussions" : [ ] } `, `{"current_understanding":{"established":["A"]}}`, "{\n\t\"x\": \"\\u00e9\\\"}\",\n\t\"discussions\": [[], {}]\n}", `{"discussions":null,"discussions":[1]}`, `{"current_understanding":{"clarified":[{"text":"b"}],"k":"]"}}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, before []byte) {
		after, err := remember(before, remembered)
		if err != nil {
			if format, ok := err.(*FormatError); !ok || format.Line < 1 || format.Column < 1 {
				t.Errorf("error %v", err)
			}
			return
		}
		var was, is map[string]json.RawMessage
		must(t, json.Unmarshal(before, &was))
		if err := json.Unmarshal(after, &is); err != nil {
			t.Fatalf("%v:\n%s", err, after)
		}
		for key, value := range was {
			if key != "discussions" && key != "current_understanding" && string(value) != string(is[key]) {
				t.Errorf("%q was %s, is %s", key, value, is[key])
			}
		}
		if rest := unspaced(after); !follows(unspaced(before), rest) && !strings.Contains(string(before), "null") {
			t.Errorf("something of\n%s\nis gone from\n%s", before, after)
		}
		again, err := remember(after, remembered)
		must(t, err)
		if string(again) != string(after) {
			t.Errorf("again:\n%s\nnot\n%s", again, after)
		}
		var memory struct{ Discussions []any }
		must(t, json.Unmarshal(after, &memory))
		if n := strings.Count(string(after), `discussion-round-2`); n == 0 {
			t.Errorf("the round is not there:\n%s", after)
		}
	})
}

func unspaced(text []byte) string { return strings.Join(strings.Fields(string(text)), "") }

// follows tells whether all characters of a text stand in another one, in order.
func follows(part, whole string) bool {
	at := 0
	for i := 0; i < len(whole) && at < len(part); i++ {
		if whole[i] == part[at] {
			at++
		}
	}
	return at == len(part)
}
