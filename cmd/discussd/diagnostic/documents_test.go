package diagnostic

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// validate holds a document against a published schema.
func validate(t *testing.T, schema string, document []byte) {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	compiled, err := compiler.Compile(filepath.Join("..", "..", "..", "testdata", "schemas", schema))
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiled.Validate(value); err != nil {
		t.Error(err)
	}
}

// rounds are one of a session below the working directory, one of another session,
// and one that could not be judged.
func rounds(t *testing.T) []Round {
	failed := Round{Session: "/srv/vault", ID: "DISCUSS-001", Failure: &Failure{
		Code: "artifact_not_found", Message: "Artifact not found: spec/discovery-context.json", Path: "/srv/vault/spec/discovery-context.json",
	}}
	return []Round{round(t, "/home/ada/src/my 金库"), round(t, "/srv/vault"), failed}
}

func TestSARIF(t *testing.T) {
	var out bytes.Buffer
	if err := SARIF(&out, "1.2.3", home, ownRules(), rounds(t)); err != nil {
		t.Fatal(err)
	}
	validate(t, "sarif-2.1.0.json", out.Bytes())
	golden(t, "all.sarif", out.String())

	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct{ Rules []struct{ ID string } }
			}
			Results []struct {
				RuleID              string
				RuleIndex           int
				PartialFingerprints map[string]string
			}
		}
	}
	if err := json.Unmarshal(out.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	prints := map[string]bool{}
	for _, result := range log.Runs[0].Results {
		prints[result.PartialFingerprints["discussdPlace/v1"]] = true
		if rule := log.Runs[0].Tool.Driver.Rules[result.RuleIndex]; rule.ID != result.RuleID {
			t.Errorf("result of %s points to %s", result.RuleID, rule.ID)
		}
	}
	if got, want := len(prints), len(log.Runs[0].Results); got != want {
		t.Errorf("%d fingerprints of %d results", got, want)
	}
}

func TestRDJSON(t *testing.T) {
	var out bytes.Buffer
	if err := RDJSON(&out, home, rounds(t)); err != nil {
		t.Fatal(err)
	}
	validate(t, "rdjson.json", out.Bytes())
	golden(t, "all.rdjson", out.String())

	type position struct{ Line, Column int }
	var result struct {
		Diagnostics []struct {
			Location struct{ Range struct{ Start, End position } }
		}
	}
	if err := json.Unmarshal(out.Bytes(), &result); err != nil {
		t.Fatal(err)
	}
	r := round(t, "/home/ada/src/my 金库")
	for i, d := range r.Diagnostics()[:7] { // all but the one about the whole file
		line := strings.Split(string(r.Sources[strings.TrimPrefix(d.File, r.Session+"/")]), "\n")[d.Line-1]
		span := result.Diagnostics[i].Location.Range
		got := line[span.Start.Column-1 : span.End.Column-1]
		if want := string([]rune(line)[d.Column-1 : d.End-1]); got != want {
			t.Errorf("bytes %d to %d are %q, want %q", span.Start.Column, span.End.Column, got, want)
		}
	}
}

// TestNothingFound: the documents of a clean session are valid, too.
func TestNothingFound(t *testing.T) {
	var sarif, rdjson bytes.Buffer
	if err := SARIF(&sarif, "1.2.3", home, ownRules(), nil); err != nil {
		t.Fatal(err)
	}
	if err := RDJSON(&rdjson, home, nil); err != nil {
		t.Fatal(err)
	}
	validate(t, "sarif-2.1.0.json", sarif.Bytes())
	validate(t, "rdjson.json", rdjson.Bytes())
}

func TestURI(t *testing.T) {
	tests := map[string]struct {
		base     Base
		file     string
		want     string
		relative bool
	}{
		"below":            {"/a", "/a/b/c.md", "b/c.md", true},
		"beside":           {"/a", "/ab/c.md", "file:///ab/c.md", false},
		"above":            {"/a/b", "/a/c.md", "file:///a/c.md", false},
		"dots in the name": {"/a", "/a/..b/c.md", "..b/c.md", true},
		"blanks and CJK":   {"/a", "/a/我 的/c.md", "%E6%88%91%20%E7%9A%84/c.md", true},
		"reserved":         {"/a", "/a/50%#1?.md", "50%25%231%3F.md", true},
		"a colon first":    {"/a", "/a/c:d.md", "./c:d.md", true},
		"no base":          {"", "/a/b c.md", "file:///a/b%20c.md", false},
		"the root as base": {"/", "/a/c.md", "a/c.md", true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, relative := test.base.uri(test.file)
			if got != test.want || relative != test.relative {
				t.Errorf("got %q (relative %t), want %q (%t)", got, relative, test.want, test.relative)
			}
		})
	}
}
