package checks

import (
	"context"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"discussd/critique"
	"discussd/critique/codebase"
	"discussd/internal/text/invisible"
)

var testNow = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// The built-in perspectives. Each rule belongs to one.
const (
	product   = "product"
	technical = "technical"
	quality   = "quality"
	risk      = "risk"
	coverage  = "coverage"
)

// examplePath is the file an example without a file name stands for.
func examplePath(r Rule) string {
	switch r.ID[:2] {
	case "DC":
		return "spec/discovery-context.json"
	case "BR":
		return "spec/product-brief.md"
	case "RQ":
		return "spec/requirements/_index.md"
	case "LX":
		return "spec/requirements/REQ-001-save.md"
	case "AR":
		return "spec/architecture/_index.md"
	case "EP":
		return "spec/epics/_index.md"
	case "RD":
		return "spec/readiness-report.md"
	}
	return "spec/notes.md"
}

// files reads an example: one document, or several in txtar form.
func files(r Rule, example string) []critique.Document {
	if !strings.HasPrefix(example, "-- ") {
		return []critique.Document{{Path: examplePath(r), Content: []byte(example)}}
	}
	var docs []critique.Document
	for line := range strings.Lines(example) {
		if name, ok := strings.CutPrefix(line, "-- "); ok && strings.HasSuffix(name, " --\n") {
			name, problem, _ := strings.Cut(strings.TrimSuffix(name, " --\n"), ": ")
			docs = append(docs, critique.Document{Path: name, Problem: problem})
			continue
		}
		last := &docs[len(docs)-1]
		last.Content = append(last.Content, line...)
	}
	return docs
}

// whole is a subject whose round owns every document.
func whole(docs []critique.Document) critique.Subject {
	return critique.Subject{
		Artifact: docs[len(docs)-1], Members: docs[:len(docs)-1], Session: docs, Language: "auto",
		Surroundings: critique.Surroundings{Exists: func(string) bool { return false }, Code: gallery{}},
	}
}

// gallery is a project that has src/users.go, one specification, and React 18 in its manifest.
type gallery struct{}

func (gallery) Unread() string { return "" }

func (gallery) Has(path string) bool {
	return path == "src/users.go" || path == ".kiro/specs/photo-albums"
}

func (g gallery) Module(path string) codebase.Sighting { return g.Look(path) }

func (gallery) Look(path string) codebase.Sighting {
	if !strings.HasPrefix(path, "src/") || path == "src/users.go" {
		return codebase.Sighting{}
	}
	return codebase.Sighting{Missing: true, Folder: true, Nearest: "src/users.go"}
}

func (gallery) Contradicts(name, version string) (codebase.Version, codebase.Distance) {
	if name != "React" || strings.HasPrefix(version, "18") {
		return codebase.Version{}, codebase.Agrees
	}
	return codebase.Version{Name: "react", Constraint: "^18.2.0", Manifest: "package.json"}, codebase.Large
}

func (gallery) Name(name string) codebase.Sighting {
	if name == "UserStore.load" {
		return codebase.Sighting{There: true}
	}
	return codebase.Sighting{Missing: true, Nearest: "UserStore"}
}

func (gallery) Command(string, string) codebase.Sighting { return codebase.Sighting{} }
func (gallery) Line(string, int) codebase.Sighting       { return codebase.Sighting{} }
func (gallery) Ending(string) []string                   { return nil }
func (gallery) Ignores(string) bool                      { return false }
func (gallery) Cited(string, int) codebase.Sighting      { return codebase.Sighting{Missing: true} }
func (gallery) Package(string) codebase.Sighting         { return codebase.Sighting{} }
func (gallery) Port(string) codebase.Sighting            { return codebase.Sighting{} }
func (gallery) Route(string) codebase.Sighting           { return codebase.Sighting{} }

// only returns checks that run one rule.
func onlyRule(t *testing.T, id string) *Checks {
	t.Helper()
	var off []string
	for _, r := range Rules() {
		if r.ID != id {
			off = append(off, r.ID)
		}
	}
	c, err := New(Options{Off: off, Now: func() time.Time { return testNow }})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// probe tells whether one rule fires on a document, or on several in txtar form.
func probe(t *testing.T, rule, text string, fires bool) {
	t.Helper()
	report := onlyRule(t, rule).Check(context.Background(), whole(files(Rule{ID: rule}, text)))
	if got := len(report.Findings) > 0; got != fires {
		t.Errorf("%s fired = %v, want %v:\n%s", rule, got, fires, text)
	}
}

func TestExamples(t *testing.T) {
	for _, r := range Rules() {
		t.Run(r.ID, func(t *testing.T) {
			c := onlyRule(t, r.ID)
			for name, example := range map[string]struct {
				text  string
				fires bool
			}{
				"violation":         {r.Bad.EN, true},
				"near miss":         {r.Good.EN, false},
				"chinese violation": {r.Bad.ZH, true},
				"chinese near miss": {r.Good.ZH, false},
			} {
				if example.text == "" {
					if !strings.HasPrefix(name, "chinese") {
						t.Errorf("no %s", name)
					}
					continue
				}
				subject := whole(files(r, example.text))
				subject.Rules = []string{"*"} // those of all frameworks too
				subject.Language = "en"
				if strings.HasPrefix(name, "chinese") {
					subject.Language = "zh"
				}
				report := c.Check(context.Background(), subject)
				if fired := len(report.Findings) > 0; fired != example.fires {
					t.Errorf("%s: fired = %v, want %v\n%s\n%+v", name, fired, example.fires, example.text, report)
				}
				for range 6 {
					if again := c.Check(context.Background(), subject); example.fires && !reflect.DeepEqual(again.Findings, report.Findings) {
						t.Errorf("%s: %+v, and then %+v", name, report.Findings, again.Findings)
						break
					}
				}
				for _, f := range report.Findings {
					if f.Message == "" || strings.ContainsAny(f.Message, "\n") || strings.Contains(f.Message, "{1}") || strings.Contains(f.Message, "{2}") || strings.Contains(f.Message, "{n}") {
						t.Errorf("%s: message %q", name, f.Message)
					}
					for _, p := range f.Places {
						checkPlace(t, subject, p)
					}
				}
			}
		})
	}
}

// checkPlace holds a place against the text it points at.
func checkPlace(t *testing.T, subject critique.Subject, p critique.Place) {
	t.Helper()
	for _, d := range subject.Session {
		if d.Path != p.Path || p.Line == 0 {
			continue
		}
		lines := strings.Split(string(d.Content), "\n")
		if p.Line > len(lines) {
			t.Errorf("line %d of %d", p.Line, len(lines))
			return
		}
		rest := []rune(lines[p.Line-1])[p.Column-1:]
		if !strings.HasPrefix(invisible.Marked(strings.TrimSpace(string(rest))), strings.TrimSuffix(p.Quote, "…")) {
			t.Errorf("%s:%d:%d: quote %q is not there: %q", p.Path, p.Line, p.Column, p.Quote, string(rest))
		}
	}
}

func TestCatalogueIsWellFormed(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rules() {
		if seen[r.ID] {
			t.Errorf("%s twice", r.ID)
		}
		seen[r.ID] = true
		if r.Title == "" || r.Message.EN == "" || r.Message.ZH == "" || r.Source == "" {
			t.Errorf("%s lacks words: %+v", r.ID, r)
		}
		if !slices.Contains(critique.Categories[:], r.Kind) {
			t.Errorf("%s: kind %q is no category", r.ID, r.Kind)
		}
		if !slices.Contains([]string{product, technical, quality, risk, coverage}, r.Perspective) {
			t.Errorf("%s: perspective %q", r.ID, r.Perspective)
		}
		if r.Severity.Weight() == 0 || r.Severity == critique.Critical {
			t.Errorf("%s: severity %q", r.ID, r.Severity)
		}
	}
}

// rows repeats a table row with a running number.
func rows(format string, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Replace(format, "%d", strconv.Itoa(i+1), 1))
	}
	return b.String()
}
