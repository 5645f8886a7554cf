package llm

import (
	"fmt"
	"strings"
	"testing"

	"discussd/critique"
)

// revised is a revision in which one of forty members has changed, and what it shows.
func revised(t *testing.T, change func(*critique.Request)) (request critique.Request, shown string) {
	t.Helper()
	request = brief()
	index := "# Requirements\n\n## Functional\n\n"
	request.Members = nil
	for i := range 40 {
		about := fmt.Sprintf("thing%d of the garage", i)
		index += fmt.Sprintf("| [REQ-%03d](REQ-%03d.md) | The barrier opens for %s within a very long time that nobody needs to know | Must |\n", i, i, about)
		request.Members = append(request.Members, critique.Document{
			Path: fmt.Sprintf("spec/requirements/REQ-%03d.md", i), Content: fmt.Appendf(nil, "# REQ-%03d\n\nThe barrier opens for %s.\n", i, about), Settled: i != 7,
		})
	}
	request.Members[7].Content = []byte("# REQ-007\n\nAs with REQ-012 the barrier opens for thing33, even at night.\n")
	request.Artifact.Content, request.Artifact.Settled = []byte(index+"\n## Traceability\n\nNone yet.\n\n## Constraints\n\n- No cash\n"), true
	request.Facts.Findings = []critique.Finding{
		{Rule: "RQ-011", Path: request.Artifact.Path, Message: "REQ-004 has no priority"},
		{Rule: "RQ-013", Path: request.Artifact.Path, Message: "REQ-012 names no goal"},
		{Rule: "LX-001", Path: request.Members[7].Path, Message: `"night" has no measure`},
		{Rule: "LX-002", Path: request.Members[8].Path, Message: `"opens" is vague`},
	}
	if change != nil {
		change(&request)
	}
	text, _, err := prompts(t, "", 1<<20).rendered(request)
	if err != nil {
		t.Fatal(err)
	}
	return request, string(text)
}

// TestRevisionShowsWhatIsNear: of what has not changed a revision shows what binds, what the
// change names, and as much of the rest as there is room for, what has most in common with the
// change first; of the checks, what is about the change.
func TestRevisionShowsWhatIsNear(t *testing.T) {
	request, text := revised(t, nil)
	for part, shown := range map[string]bool{
		"thing33, even at night.": true,
		"| [REQ-012](REQ-012.md) | The barrier opens for thing12 of the garage within a very long time": true, // named: as it is
		"\nREQ-033 | The barrier opens for thing33 of the garage withi…\n":                              true,
		"thing25 of":                    false,
		"## Functional":                 true,
		"## Traceability":               false,
		"## Constraints\n- No cash":     true,
		"REQ-004 has no priority":       false,
		"REQ-012 names no goal":         true,
		`"night" has no measure`:        true,
		`"opens" is vague`:              false,
		"file: spec/requirements/REQ-0": false, // the artifact names their files, and they are titles alone
	} {
		if strings.Contains(text, part) != shown {
			t.Errorf("shown %v, want %v: %q\n%s", !shown, shown, part, text)
		}
	}
	_, outlines, _ := strings.Cut(text, settledKind)
	outlines, _, _ = strings.Cut(outlines, " END ===")
	if most := leastRoom + 100; len(outlines) > most {
		t.Errorf("outlines have %d bytes, want at most %d\n%s", len(outlines), most, outlines)
	}
	_, much := revised(t, func(r *critique.Request) {
		r.Members[7].Content = append(r.Members[7].Content, strings.Repeat("More of it.\n", 1000)...)
	})
	if !strings.Contains(much, "thing25 of") || strings.Contains(text, string(request.Members[8].Content)) {
		t.Errorf("where much has changed the outlines are\n%s", much)
	}
}

// TestBare: the discovery context is shown without the marks of JSON, and what somebody quotes
// of it stands so in the document.
func TestBare(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": {"b": "x, \"y\""}, "list": ["one", "two: 2"], "n": 5, "none": null, "empty": []}`: "a:\nb: x, \\\"y\\\"\nlist:\n- one\n- two: 2\nn: 5\n",
		`{"rows": [{"id": "1", "in": ["x"]}, {"id": "2"}]}`:                                      "rows:\n- id: 1\nin:\n- x\n- id: 2\n",
		`["[a]", {"k": "{v}"}]`: "- [a]\n- k: {v}\n",
		`{"a\": b": "c\u00e9"}`: "a\\\": b: c\\u00e9\n",
		`7`:                     "- 7\n",
	} {
		if got := bare([]byte(text)); got != strings.TrimPrefix(want, "- ") {
			t.Errorf("%s:\n%s\nwant\n%s", text, got, want)
		}
	}
}
