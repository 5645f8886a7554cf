package timeline

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"discussd/pipeline/request"

	"github.com/google/go-cmp/cmp"
)

// plain is a statement without what is derived from it.
func plain(s statement) string {
	kind := []string{"insight", "finding", "point", "question"}[s.kind]
	text := kind + " " + s.text
	if s.id != "" {
		text += " #" + s.id
	}
	if len(s.corrects) > 0 {
		text += " corrects " + strings.Join(s.corrects, "|")
	}
	if s.voice.part > 0 {
		text += fmt.Sprint(" part ", s.voice.part)
	}
	if !s.voice.analysis {
		text += " no voice"
	}
	return text
}

func TestStatements(t *testing.T) {
	tests := map[string]struct {
		content string
		want    []string
	}{
		"texts":              {`{"key_insights": ["a", " b\n c "], "findings": ["d"]}`, []string{"insight a", "insight b c", "finding d"}},
		"one text":           {`{"insights": "a"}`, []string{"insight a"}},
		"a list in one text": {`{"findings": "- a\n* b\n 3. c\n\n"}`, []string{"finding a", "finding b", "finding c"}},
		"a text of lines":    {`{"findings": "a\n- b"}`, []string{"finding a - b"}},
		"a number first":     {`{"findings": "3 services fail"}`, []string{"finding 3 services fail"}},
		"objects": {`{"key_insights": [{"insight": "a", "confidence": "high"}], "key_findings": [{"finding": "b", "description": "more"}], "discussion_points": [{"point": "c"}], "open_questions": [{"question": "d"}]}`,
			[]string{"insight a", "finding b", "point c", "question d"}},
		"title and description":      {`{"findings": [{"title": "A", "description": "b"}, {"title": "A", "description": "A b"}, {"title": "A"}, {"description": "b"}]}`, []string{"finding A: b", "finding A b", "finding A", "finding b"}},
		"by severity":                {`{"findings": {"high": ["a", {"text": "b"}], "label": "x", "low": []}}`, []string{"finding a", "finding b"}},
		"by id":                      {`{"findings": {"F-1": "a", "F-2": {"text": "b"}, "F-3": {"id": "G", "text": "c"}}}`, []string{"finding a #F-1", "finding b #F-2", "finding c #G"}},
		"keys written otherwise":     {`{"keyFindings": ["a"], "Open Questions": ["b"], "discussion-points": ["c"]}`, []string{"finding a", "question b", "point c"}},
		"Chinese keys":               {`{"关键洞察": [{"内容": "甲"}], "讨论要点": ["乙"], "开放问题": [{"问题": "丙"}], "主要发现": [{"标题": "丁", "说明": "戊"}]}`, []string{"insight 甲", "point 乙", "question 丙", "finding 丁: 戊"}},
		"inside":                     {`{"analysis": {"result": {"insights": ["a"]}}, "meta": [{"insights": ["no"]}]}`, []string{"insight a"}},
		"several analyses":           {`{"perspectives": [{"insights": ["a"]}, {"insights": ["b"]}], "insights": ["c"]}`, []string{"insight a part 1", "insight b part 2", "insight c no voice"}},
		"a list of analyses":         {`[{"insights": ["a"]}, {"insights": ["b"]}]`, []string{"insight a part 1", "insight b part 2"}},
		"ids and links":              {`{"insights": [{"id": 7, "text": "a", "corrects": "F-1"}, {"text": "b", "supersedes": ["x", {"id": "y"}, {"text": "z"}, 3, null]}]}`, []string{"insight a #7 corrects F-1", "insight b corrects x|y|z|3"}},
		"answered questions":         {`{"questions": [{"question": "a", "status": "Resolved"}, {"question": "b", "answered": true}, {"question": "c", "answered": false}], "findings": [{"finding": "d", "status": "resolved"}]}`, []string{"question c", "finding d"}},
		"nothing in words":           {`{"findings": ["none", "N/A", "无", "", "(none)", null, 3, true, {}], "insights": null}`, nil},
		"other things":               {`{"recommendations": ["a"], "patterns": ["b"], "evidence": {"files": ["c"]}}`, nil},
		"no object":                  {`"insights"`, nil},
		"deeper than anybody nests":  {strings.Repeat(`{"a":`, 20) + `{"insights": ["a"]}` + strings.Repeat("}", 20), nil},
		"lists in lists without end": {`{"insights": ` + strings.Repeat("[", 50) + `"a"` + strings.Repeat("]", 50) + "}", nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := &reader{}
			r.read(Source{"a.json", []byte(test.content), true})
			var got []string
			for _, s := range r.found {
				got = append(got, plain(s))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestStatementsAreBounded(t *testing.T) {
	p := &process{}
	text := `{"insights": [` + strings.Repeat(`"a", `, maxStatements) + `"b"]}`
	got := p.statements([]Source{{"a.json", []byte(text), true}, {"b.json", []byte(`{"insights": ["c"]}`), true}})
	if want := []string{"Only the first 600 statements are read."}; len(got) != maxStatements || !cmp.Equal(want, p.Notes) {
		t.Errorf("%d statements, notes %q", len(got), p.Notes)
	}
}

// FuzzStatements reads whatever is JSON.
func FuzzStatements(f *testing.F) {
	for _, seed := range []string{`{"insights": [{"text": "a", "corrects": ["b"]}]}`, `[{"findings": {"x": []}}]`, `{"a": {"b": "\"\\"}, "c": [1, -2e5, null]}`, `""`, "3", " [ ] "} {
		f.Add([]byte(seed))
	}
	root, err := os.OpenRoot(f.TempDir())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		content = bytes.TrimSpace(content)
		if !json.Valid(content) {
			t.Skip()
		}
		p := &process{input: input{Options: Options{Root: root}}, request: request.Discussion{Round: 1, Type: request.DirectionAdjusted, Feedback: string(content)}}
		sources := []Source{{"a.json", content, true}, {"b.json", content, true}}
		found := p.statements(sources)
		for _, s := range found {
			if s.text == "" || strings.ContainsAny(s.text, "\n\r") {
				t.Errorf("statement %q", s.text)
			}
		}
		p.round(p.stand(found))
	})
}
