package checks

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"discussd/critique"
)

// corpus is a folder of real sessions. It is no part of discussd.
const corpus = "../../../shared/corpus"

// rounds are the artifacts of a session, in order, with the folder of their members.
var rounds = [...]struct{ artifact, members string }{
	{"spec/discovery-context.json", ""},
	{"spec/product-brief.md", ""},
	{"spec/requirements/_index.md", "spec/requirements/"},
	{"spec/architecture/_index.md", "spec/architecture/"},
	{"spec/epics/_index.md", "spec/epics/"},
	{"spec/readiness-report.md", ""},
}

// readSession reads every document below a session's spec folder.
func readSession(t testing.TB, root string) []critique.Document {
	t.Helper()
	var docs []critique.Document
	err := filepath.WalkDir(filepath.Join(root, "spec"), func(p string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		content, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, p)
		docs = append(docs, critique.Document{Path: filepath.ToSlash(rel), Content: content})
		return err
	})
	if err != nil {
		t.Skipf("no corpus: %v", err)
	}
	return docs
}

// subjects cuts a session's documents into its rounds.
func subjects(docs []critique.Document, exists func(string) bool) []critique.Subject {
	var found []critique.Subject
	for _, round := range rounds {
		subject := critique.Subject{Session: docs, Language: "auto", Exists: exists}
		for _, d := range docs {
			switch {
			case d.Path == round.artifact:
				subject.Artifact = d
			case round.members != "" && strings.HasPrefix(d.Path, round.members):
				subject.Members = append(subject.Members, d)
			}
		}
		if subject.Artifact.Path != "" {
			found = append(found, subject)
		}
	}
	return found
}

// judge runs all rules over all rounds of a session and returns the findings by rule.
func judge(t testing.TB, subjects []critique.Subject) map[string][]critique.Finding {
	t.Helper()
	c, err := New(Options{Now: func() time.Time { return time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC) }})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]critique.Finding{}
	for _, s := range subjects {
		report := c.Check(context.Background(), s)
		t.Logf("%s: %d of %d passed, overall %.2f, %v %q", s.Artifact.Path, report.Passed, report.Applicable, report.Overall, report.Ratings, report.NotAssessed)
		for _, f := range report.Findings {
			found[f.Rule] = append(found[f.Rule], f)
			t.Logf("  %s %s %s (%d) %s:%d %q", f.Rule, f.Severity, f.Message, len(f.Places), f.Path, f.Line, f.Quote)
			if testing.Verbose() {
				for _, p := range f.Places[1:] {
					t.Logf("      %s:%d:%d %q %q", p.Path, p.Line, p.Column, p.Quote, p.Targets)
				}
			}
		}
	}
	return found
}

// real reads one session of the corpus.
func real(t testing.TB, name string) []critique.Subject {
	root := filepath.Join(corpus, name)
	docs := readSession(t, root)
	return subjects(docs, func(p string) bool {
		_, err := os.Stat(filepath.Join(root, filepath.FromSlash(p)))
		return err == nil || strings.HasPrefix(p, "..")
	})
}

func TestDefectsItsOwnReviewsPassed(t *testing.T) {
	found := judge(t, real(t, "TLS-ccw-deep-learn-2025-02-15"))
	places := func(rule, path string) int {
		n := 0
		for _, f := range found[rule] {
			for _, p := range f.Places {
				if p.Path == path {
					n++
				}
			}
		}
		return n
	}
	if n := places("X-005", "spec/requirements/_index.md"); n != 16 {
		t.Errorf("dead links in the requirements: %d, want 16", n)
	}
	if n := places("X-005", "spec/epics/_index.md"); n != 2 {
		t.Errorf("dead links in the epics: %d, want 2", n)
	}
	doubled := map[string]bool{}
	for _, f := range found["XD-005"] {
		for _, target := range f.Targets {
			doubled[target] = true
		}
	}
	for _, id := range []string{"REQ-001", "REQ-002", "REQ-003", "REQ-008"} {
		if !doubled[id] {
			t.Errorf("two files claim %s, unseen", id)
		}
	}
	for what, one := range map[string]struct {
		rule, path string
		least      int
	}{
		"14 requirements listed, 10 held":     {"XD-006", "spec/requirements/_index.md", 1},
		"3 of 4 decisions in the report":      {"XD-006", "spec/readiness-report.md", 1},
		"another session ID in the discovery": {"X-020", "spec/discovery-context.json", 1},
		"44 commands declared, 48 listed":     {"DC-011", "spec/discovery-context.json", 1},
		"other NFR codes in the files":        {"XD-014", "spec/requirements/NFR-P-001-ci-time.md", 1},
		"14 requirements nobody verified":     {"RD-012", "spec/readiness-report.md", 14},
		"scan limits of 30 s and 60 s":        {"XD-004", "spec/architecture/_index.md", 1},
		"high scores over defects":            {"RD-010", "spec/readiness-report.md", 1},
		"epics older than their architecture": {"X-019", "spec/epics/_index.md", 1},
		"goals the brief does not define":     {"XD-001", "spec/requirements/NFR-P-001-ci-time.md", 1},
	} {
		if n := places(one.rule, one.path); n < one.least {
			t.Errorf("%s: %s fired %d times in %s, want %d", what, one.rule, n, one.path, one.least)
		}
	}
	for _, f := range found["X-005"] {
		for _, p := range f.Places {
			if p.Quote == "link" {
				t.Errorf("template text in an example is called a dead link: %+v", p)
			}
		}
	}
}

func TestGoodSessionIsLeftInPeace(t *testing.T) {
	high := 0
	for _, findings := range judge(t, real(t, "BLP-stepwise-scenario-map-2026-06-27")) {
		for _, f := range findings {
			if f.Severity == critique.High {
				high++
			}
		}
	}
	if high > 1 {
		t.Errorf("%d HIGH findings, want at most one", high)
	}
}
