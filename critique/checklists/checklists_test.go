package checklists

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
)

// TestBuiltin: each of the five perspectives is asked six to twelve questions about each
// kind of document, every one in both languages, short, and each once.
func TestBuiltin(t *testing.T) {
	set := Builtin()
	for _, kind := range Kinds {
		for _, perspective := range []string{"product", "technical", "quality", "risk", "coverage"} {
			asked := set.of(kind, perspective)
			if len(asked) < 5 || len(asked) > 12 {
				t.Errorf("%s about %s: %d questions", perspective, kind, len(asked))
			}
			for _, q := range asked {
				han := strings.ContainsFunc(q.Chinese, func(r rune) bool { return unicode.Is(unicode.Han, r) })
				if !strings.HasSuffix(q.English, "?") || !strings.HasSuffix(q.Chinese, "？") || !han || len(q.English) > 130 {
					t.Errorf("%s about %s: %+v", perspective, kind, q)
				}
			}
		}
		var ids, texts []string
		for _, q := range set.questions {
			if slices.Contains(q.Kinds, kind) {
				if slices.Contains(ids, q.ID) || slices.Contains(texts, q.English) {
					t.Errorf("%s: %s is asked twice", kind, q.ID)
				}
				ids, texts = append(ids, q.ID), append(texts, q.English)
			}
		}
	}
}

// TestOf: the kind is what the layout says, else what the name and place say.
func TestOf(t *testing.T) {
	ask := func(d critique.Document, perspective string, reports ...string) []critique.Question {
		return Builtin().Of(critique.Request{Subject: critique.Subject{Artifact: d}, Perspective: critique.Perspective{Name: perspective, Reports: reports}})
	}
	for _, test := range []struct {
		document critique.Document
		first    string // what product is asked first
	}{
		{critique.Document{Path: "spec/discovery-context.json"}, "user-who"},
		{critique.Document{Path: "spec/product-brief.md"}, "user-telling"},
		{critique.Document{Path: "spec/requirements/_index.md"}, "must-loss"},
		{critique.Document{Path: "spec/architecture.md"}, "goal-served"},
		{critique.Document{Path: "spec/architecture/ADR-001.md"}, "goal-served"},
		{critique.Document{Path: "spec/epics/_index.md"}, "first-value"},
		{critique.Document{Path: "specs/001/tasks.md", Kind: "tasks"}, "task-outcome"},
		{critique.Document{Path: "x/research.md", Kind: "scope"}, "user-who"},
		{critique.Document{Path: "epics.md", Kind: "requirements"}, "must-loss"},
		{critique.Document{Path: "spec/readiness-report.md"}, "goal-judged"},
		{critique.Document{Path: "notes.md"}, "purpose"},
	} {
		if got := ask(test.document, "product"); len(got) == 0 || got[0].ID != test.first {
			t.Errorf("%s (%s): %+v", test.document.Path, test.document.Kind, got)
		}
	}
	notes := critique.Document{Path: "notes.md"}
	if got := ask(notes, "accessibility"); len(got) > 0 {
		t.Errorf("a perspective without questions is asked %+v", got)
	}
	if got := slices.Concat(ask(notes, "product", critique.ReportUnderstanding), ask(notes, "product", critique.ReportRulings)); len(got) > 0 {
		t.Errorf("who discusses or rules is asked %+v", got)
	}
}

// TestWith: a user's question takes the place of ours with its ID, stands beside the others,
// and switches ours off.
func TestWith(t *testing.T) {
	file, err := Read("mine.toml", `kinds = ["brief"]
off = ["switch-why"]

[[question]]
id = "user-telling"
perspectives = ["product"]
en = "Is each user group counted?"

[[question]]
id = "screen-reader"
kinds = ["brief", "requirements"]
perspectives = ["product", "accessibility"]
category = "clarity"
severity = "HIGH"
zh = "是否写明读屏软件？"
`)
	if err != nil {
		t.Fatal(err)
	}
	set, err := Builtin().With(file)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, q := range set.of(Brief, "product") {
		ids = append(ids, q.ID)
	}
	if diff := cmp.Diff([]string{"pain-weight", "today-how", "goal-gain", "scope-goal", "sponsor-why", "user-telling", "screen-reader"}, ids); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	want := []critique.Question{{ID: "screen-reader", Chinese: "是否写明读屏软件？", Category: "clarity", Severity: critique.High}}
	if diff := cmp.Diff(want, set.of(Requirements, "accessibility")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if set.of(Scope, "accessibility") != nil || len(Builtin().of(Brief, "product")) != 7 {
		t.Error("a question is asked about another kind, or our own set has changed")
	}
	if _, err := set.With(File{Off: []string{"screen-readr"}}); err == nil || err.Error() != `off: no question has the id "screen-readr", did you mean "screen-reader"?` {
		t.Errorf("%v", err)
	}
	var many File
	for i := range 11 {
		many.Question = append(many.Question, Question{Question: critique.Question{ID: fmt.Sprint("q", i), English: "Is it?"}, Perspectives: []string{"risk"}})
	}
	if _, err := Builtin().With(many); err == nil || !strings.HasPrefix(err.Error(), "risk is asked 17 questions about scope, more than 16: switch some off") {
		t.Errorf("%v", err)
	}
}

func TestReadNamesEveryProblem(t *testing.T) {
	_, err := Read("mine.toml", `kinds = ["poem"]

[[question]]
id = "Not An ID"
perspectives = ["product"]
category = "beauty"
severity = "LOUD"
en = """two
lines"""

[[question]]
id = "ok"
perspective = ["product"]

[[question]]
id = "ok"
perspectives = ["product"]
en = "Is it?"
`)
	if err == nil {
		t.Fatal("nothing is wrong with it")
	}
	want := []string{
		`mine.toml:13: unknown key "perspective", did you mean "perspectives"?`,
		`mine.toml:1: unknown kind "poem": there are scope, brief, requirements, architecture, epics, tasks, sign-off, plain`,
		`mine.toml:4: the id "Not An ID" must be small letters, digits and single hyphens, at most 40`,
		`mine.toml:6: unknown category "beauty": there are completeness, consistency, clarity, testability, feasibility, performance, security, risk, dependency, scope, value, traceability, other`,
		`mine.toml:7: severity must be HIGH, MEDIUM or LOW (got "LOUD")`,
		`mine.toml:8: question "Not An ID" must be one line of at most 240 characters`,
		`mine.toml:11: question "ok" is asked of no perspective`,
		`mine.toml:11: question "ok" asks nothing: give en or zh`,
		`mine.toml:16: question "ok" is there twice`,
	}
	if diff := cmp.Diff(want, strings.Split(err.Error(), "\n")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for text, want := range map[string]string{"kinds = 3": "mine.toml: ", "[[question": "mine.toml:1: no valid TOML"} {
		if _, err := Read("mine.toml", text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// FuzzRead: what is accepted can be asked; every problem names the file and stands in a line.
func FuzzRead(f *testing.F) {
	f.Add("[[question]]\nid=\"a\"\nperspectives=[\"p\"]\nen=\"?\"\n")
	f.Add("kinds=[\"x\"]\n[question]\nid=1")
	f.Add("off=[\"\"]\n[[question]]\n\"a.b\"=[[1]]")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Read("f.toml", text)
		if err != nil {
			for line := range strings.SplitSeq(err.Error(), "\n") {
				if !strings.HasPrefix(line, "f.toml:") {
					t.Errorf("%q", line)
				}
			}
			return
		}
		for _, q := range file.Question {
			if q.English+q.Chinese == "" || len(q.Perspectives) == 0 || critique.Severity(q.Severity).Weight() == 0 {
				t.Errorf("%+v", q)
			}
		}
	})
}
