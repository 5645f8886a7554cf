package verdict

import (
	"strings"
	"testing"

	"discussd/critique"
	"discussd/pipeline/verdict/verdicttest"
)

// TestAuthorship: record and summary say in a sentence who wrote what was judged, and that
// his own family voted.
func TestAuthorship(t *testing.T) {
	claude := critique.Writer{Agent: "claude", Model: "opus-5", Family: "anthropic"}
	const half = "Self-review: 1 of 3 voices are of the model family that wrote it, claude (anthropic). With their ratings counted half the average is 3.40/5."
	for name, tt := range map[string]struct {
		writers     []critique.Writer
		self        int
		independent float64
		profile     string
		chinese     bool
		record      string
		summary     string
	}{
		"nobody known":      {},
		"another family":    {writers: []critique.Writer{claude}, independent: 4, record: "Written by claude (anthropic). No voice is of that model family."},
		"no family":         {writers: []critique.Writer{{Agent: "cursor"}}, record: "Written by cursor."},
		"a mark in a name":  {writers: []critique.Writer{{Agent: "a\n# b"}}, record: "Written by a # b."},
		"self-review":       {writers: []critique.Writer{claude}, self: 1, independent: 3.4, record: half, summary: half},
		"in Chinese":        {writers: []critique.Writer{claude}, self: 1, independent: 3.4, chinese: true, record: "自评: 3 个声音中有 1 个与作者 claude (anthropic) 同属一个模型族。 其评分减半计入后平均为 3.40/5。", summary: "自评: "},
		"of a Chinese team": {writers: []critique.Writer{claude}, self: 1, independent: 3.4, chinese: true, profile: "spec-team", record: "**作者**: 自评: 3 个声音中有 1 个"},
	} {
		t.Run(name, func(t *testing.T) {
			result := exampleResult(true, "", critique.Proceed)
			result.Writers, result.Independent, result.Chinese = tt.writers, tt.independent, tt.chinese
			for i := range tt.self {
				result.Opinions[i].SelfReview = true
			}
			c := exampleCase()
			if tt.profile != "" {
				c.Profile = tt.profile
			}
			v := New(c, exampleReport(), result)
			record := string(Record(v))
			if !strings.Contains(strings.ReplaceAll(record, `\`, ""), tt.record) || tt.record == "" && strings.Contains(record, "Writer") {
				t.Errorf("record:\n%s", record)
			}
			if !strings.Contains(v.Summary, tt.summary) || tt.summary == "" && strings.Contains(v.Summary, "Self-review") {
				t.Errorf("summary:\n%s", v.Summary)
			}
			if (v.IndependentAverage != nil) != (tt.independent > 0) || len(v.Writers) != len(tt.writers) {
				t.Errorf("independent average %v, writers %v", v.IndependentAverage, v.Writers)
			}
			text, err := Marshal(v)
			if err == nil {
				err = verdicttest.Validate(Schema(), text)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}
