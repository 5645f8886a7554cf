package verdict

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"discussd/critique"
	"discussd/internal/text/markdown/markdowntest"

	"github.com/google/go-cmp/cmp"
)

func TestVerdictSurvivesItsJSON(t *testing.T) {
	for name, v := range scenarios() {
		t.Run(name, func(t *testing.T) {
			got, err := Parse(published(t, v))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(v, got); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(string(Record(v)), string(Record(got))); diff != "" {
				t.Errorf("the record of what was read differs:\n%s", diff)
			}
		})
	}
}

func TestJSONIsMeantToBeRead(t *testing.T) {
	result := blockedHigh()
	result.Notes = []string{"a < b && c > d"}
	data := published(t, New(exampleCase(), exampleReport(), result))
	if !bytes.Contains(data, []byte("a < b && c > d")) {
		t.Error("HTML characters are escaped")
	}
	if !bytes.HasSuffix(data, []byte("\n}\n")) {
		t.Error("the JSON is not indented or has no newline at its end")
	}
}

func TestHostileWordsKeepToTheSchema(t *testing.T) {
	for _, words := range markdowntest.Hostile() {
		if words == "" {
			continue // a round and a perspective have names
		}
		published(t, hostileVerdict(words))
	}
}

func TestEmptyVerdictHasNoNullList(t *testing.T) {
	data, err := Marshal(Verdict{Perspectives: []Perspective{{}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range []string{"members", "perspectives", "notes", "findings", "not_assessed", "strengths", "attempts", "risks", "decisions"} {
		if strings.Contains(string(data), `"`+list+`": null`) {
			t.Errorf("%s is null", list)
		}
	}
}

func TestMarshalFailsOnWhatJSONCannotSay(t *testing.T) {
	v := scenarios()["reached"]
	v.Cost.USD = new(math.Inf(1))
	if _, err := Marshal(v); err == nil {
		t.Error("an infinite cost is written")
	}
}

func TestParseRejects(t *testing.T) {
	tests := map[string]string{
		"nothing":              "",
		"half an object":       `{"schema_version": 1,`,
		"a list":               `[]`,
		"two objects":          `{"schema_version":1,"verdict":"error","error":{}} {}`,
		"another version":      `{"schema_version":2,"verdict":"consensus_reached"}`,
		"an unknown outcome":   `{"schema_version":1,"verdict":"approved"}`,
		"an error without one": `{"schema_version":1,"verdict":"error","error":null}`,
		"an error too many":    `{"schema_version":1,"verdict":"consensus_reached","error":{}}`,
		"a number as hash":     `{"schema_version":1,"verdict":"consensus_reached","policy_sha256":1}`,
	}
	for name, data := range tests {
		t.Run(name, func(t *testing.T) {
			if v, err := Parse([]byte(data)); err == nil {
				t.Errorf("read as %+v", v)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"schema_version":1,"verdict":"consensus_reached"}`))
	f.Add([]byte(`{"schema_version":1,"verdict":"consensus_blocked","severity":"HIGH","perspectives":[{"weaknesses":[{"quote":"x"}]}]}`))
	f.Add([]byte(`{"schema_version":1,"verdict":"error","error":{"code":"internal"},"checks":{"findings":[{"places":null}]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := Parse(data)
		if err != nil {
			return
		}
		first, err := Marshal(v)
		if err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		again, err := Parse(first)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		second, err := Marshal(again)
		if err != nil || !bytes.Equal(first, second) {
			t.Fatalf("the JSON changes from write to write:\n%s\n%s", first, second)
		}
		v.SetRecord("discussions/record.md", digest("d"))
		Record(v)
		v.ExitCode()
		v.ExitCodeAt("low")
		next := exampleCase()
		next.Previous = &v
		New(next, exampleReport(), critique.Result{Reached: true, Recommendation: critique.Proceed})
	})
}
