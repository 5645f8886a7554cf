package answer_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
	"discussd/critique/answer"
)

// TestWeaknessWithItsRemedy: what would mend a weakness is no part of what is wrong, under
// whatever name it stands, and gets lost under none.
func TestWeaknessWithItsRemedy(t *testing.T) {
	document := critique.Document{Path: "spec/brief.md", Content: []byte("# Brief\n\nREQ-001 Refunds are paid back promptly.\n")}
	for name, item := range map[string]string{
		"as asked":            `{"quote": "", "text": "REQ-001 names no time", "targets": ["REQ-001"], "category": "clarity", "severity": "HIGH", "suggestion": "Name the time"}`,
		"issue and fix":       `{"issue": "REQ-001 names no time", "fix": "Name the time", "targets": ["REQ-001"], "category": "clarity", "severity": "HIGH"}`,
		"weakness and advice": `{"recommendation": "Name the time", "weakness": "REQ-001 names no time", "refs": "REQ-001", "type": "clarity", "priority": "high"}`,
		"Chinese":             `{"问题": "REQ-001 names no time", "建议": "Name the time", "编号": "REQ-001", "类别": "clarity", "严重程度": "高"}`,
	} {
		t.Run(name, func(t *testing.T) {
			got, err := answer.Read(context.Background(), []byte(`{"rating": 2, "weaknesses": [`+item+`], "strengths": []}`), answer.Expect{Rating: true, Documents: []critique.Document{document}})
			if err != nil {
				t.Fatal(err)
			}
			point := func(text, mends string) []critique.Point {
				return []critique.Point{{Text: text, Category: "clarity", Severity: critique.High, Targets: []string{"REQ-001"}, Mends: mends}}
			}
			if diff := cmp.Diff(point("REQ-001 names no time", ""), got.Weaknesses); diff != "" {
				t.Errorf("weaknesses (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(point("Name the time", "REQ-001 names no time"), got.Suggestions); diff != "" {
				t.Errorf("suggestions (-want +got):\n%s", diff)
			}
		})
	}
	got, err := answer.Read(context.Background(), []byte(`{"rating": 4, "strengths": ["REQ-001 is short"], "weaknesses": [{"text": "REQ-001 names no time", "suggestion": ""}], "suggestions": [{"suggestion": "Name the time of REQ-001"}]}`), answer.Expect{Rating: true, Documents: []critique.Document{document}})
	if err != nil || len(got.Weaknesses) != 1 || len(got.Suggestions) != 1 || got.Suggestions[0].Text != "Name the time of REQ-001" {
		t.Errorf("got %+v, %v", got, err)
	}
}
