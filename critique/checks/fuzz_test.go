package checks

import (
	"context"
	"math"
	"strings"
	"testing"

	"discussd/critique"
)

// FuzzCheck runs every rule over one file as each of the documents of a session.
func FuzzCheck(f *testing.F) {
	if testing.Short() {
		f.Skip("runs every rule over every example: not in -short")
	}
	for i, r := range Rules() {
		f.Add([]byte(r.Bad.EN), uint8(i))
		f.Add([]byte(r.Bad.ZH), uint8(i))
	}
	c, err := New(Options{})
	if err != nil {
		f.Fatal(err)
	}
	paths := []string{
		"spec/discovery-context.json", "spec/product-brief.md", "spec/requirements/_index.md", "spec/requirements/REQ-001.md", "spec/requirements/NFR-001.md",
		"spec/architecture/_index.md", "spec/architecture/ADR-001.md", "spec/epics/_index.md", "spec/epics/EPIC-001.md", "spec/readiness-report.md", "notes.md",
	}
	session := generated()
	f.Fuzz(func(t *testing.T, content []byte, which uint8) {
		own := critique.Document{Path: paths[int(which)%len(paths)], Content: content}
		report := c.Check(context.Background(), critique.Subject{Artifact: own, Session: session[:3], Language: "auto", Surroundings: critique.Surroundings{Exists: func(string) bool { return which%2 == 0 }}})
		fired := map[string]bool{} // a rule has a finding for each severity of its places
		for _, found := range report.Findings {
			fired[found.Rule] = true
		}
		if report.Passed+len(fired) != report.Applicable {
			t.Fatalf("%d passed and %d fired of %d", report.Passed, len(fired), report.Applicable)
		}
		for _, words := range report.NotAssessed {
			if strings.Contains(words, "check itself failed") || strings.Contains(words, "检查自身出错") {
				t.Fatal(words)
			}
		}
		if report.Overall != 0 && (report.Overall < 1 || report.Overall > ceiling || math.IsNaN(report.Overall)) {
			t.Fatalf("rated %v", report.Overall)
		}
		for _, finding := range report.Findings {
			if len(finding.Places) == 0 || finding.Message == "" || finding.Path != own.Path {
				t.Fatalf("%+v", finding)
			}
		}
	})
}
