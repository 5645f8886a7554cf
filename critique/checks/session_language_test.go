package checks

import (
	"testing"
	"time"

	"discussd/critique"
)

// TestOneLanguageASession: what most of a session says decides in which language all its
// rounds are spoken of, whatever the artifact is written in.
func TestOneLanguageASession(t *testing.T) {
	brief := critique.Document{Path: "spec/product-brief.md", Content: []byte("# 简介\n\n本系统为居民提供取件服务，居民凭取件码在值班室领取包裹，值班人员登记每一次领取。\n")}
	index := critique.Document{Path: "spec/requirements/_index.md", Content: []byte("# Requirements\n\n| ID | File | Status |\n|---|---|---|\n| REQ-001 | REQ-001-pickup.md | draft |\n")}
	english := critique.Document{Path: "spec/product-brief.md", Content: []byte("# Brief\n\nResidents fetch their parcels with a code, and the clerk on duty notes down each of them.\n")}
	mixed := critique.Document{Path: "spec/requirements/_index.md", Content: []byte("# 需求\n\n| REQ-001 | 取件 |\n")}
	context := critique.Document{Path: "spec/discovery-context.json", Content: []byte(`{"session_id": "x", "seed_analysis": {"problem_statement": "Parcels get lost"}}`)}
	rules, err := New(Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		artifact critique.Document
		session  []critique.Document
		want     bool
	}{
		"an English index of a Chinese session": {index, []critique.Document{brief, index}, true},
		"a Chinese index of an English session": {mixed, []critique.Document{english, mixed}, false},
		"English JSON of a Chinese session":     {context, []critique.Document{brief, context}, true},
		"nothing but JSON":                      {context, []critique.Document{context}, false},
		"what frameworks share does not count":  {mixed, []critique.Document{mixed, {Path: "../../steering/product.md", Content: english.Content}}, true},
	} {
		t.Run(name, func(t *testing.T) {
			report := rules.Check(t.Context(), critique.Subject{Artifact: test.artifact, Session: test.session, Language: "auto"})
			if report.Chinese != test.want {
				t.Errorf("Chinese: %t", report.Chinese)
			}
		})
	}
}
