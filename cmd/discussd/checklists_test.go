//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"discussd/critique"
	"discussd/pipeline/verdict"
)

// judgedAs judges a brief with fake CLIs that answer as told, by perspective.
func judgedAs(t *testing.T, extra string, answers map[string]string) (v verdict.Verdict, record string, s *stage) {
	t.Helper()
	return judgedIn(t, extra, "# Brief\n\nReadings are kept for 400 days.\n\n## Goals\n\n- G-1 Nobody reads a meter by hand in 2027.\n", nil, answers)
}

// judgedIn is judgedAs for another brief, in a project with files.
func judgedIn(t *testing.T, extra, text string, files, answers map[string]string) (v verdict.Verdict, record string, s *stage) {
	t.Helper()
	s = newStage(t, extra, "gemini", "codex", "claude")
	for name, text := range files {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(s.root, name)), 0o755))
		must(t, os.WriteFile(filepath.Join(s.root, name), []byte(text), 0o644))
	}
	brief := filepath.Join(s.session, "spec", "product-brief.md")
	must(t, os.WriteFile(brief, []byte(text), 0o644))
	for _, folder := range []string{"answers", "prompts"} {
		must(t, os.MkdirAll(filepath.Join(s.dir, "stage", folder), 0o755))
	}
	for name, answer := range answers {
		must(t, os.WriteFile(filepath.Join(s.dir, "stage", "answers", name+".json"), []byte(answer), 0o644))
	}
	if out, errs, code := s.run("critique", "--fail-on", "never", brief); code != 0 {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	v = s.await("DISCUSS-002")
	said, err := os.ReadFile(filepath.Join(s.session, "discussions", "DISCUSS-002-discussion.md"))
	must(t, err)
	return v, string(said), s
}

const solid = `"rating": 4, "weaknesses": [], "strengths": [{"text": "the time is exact", "category": "clarity", "severity": "LOW", "targets": ["Brief"], "quote": "Readings are kept for 400 days."}]}`

// TestChecklistIsAsked: a brief is asked about as a brief, with a question of the user's own;
// what is answered stands in verdict and record, a no among the weaknesses, and a list that
// was only ticked is called so. Nothing of it is asked where checklists are off.
func TestChecklistIsAsked(t *testing.T) {
	own := filepath.Join(t.TempDir(), "own.toml")
	must(t, os.WriteFile(own, []byte("kinds = [\"brief\"]\noff = [\"sponsor-why\"]\n\n[[question]]\nid = \"reader\"\nperspectives = [\"product\"]\nen = \"Is it said who reads the meters?\"\n"), 0o600))
	answers := map[string]string{
		"DISCUSS-002-product": `{"checklist": [
			{"id": "user-telling", "quote": "", "answer": "no", "missing": "no user group is described", "targets": ["Brief"]},
			{"id": "goal-gain", "quote": "Nobody reads a meter by hand", "answer": "yes", "missing": "", "targets": []},
			{"id": "reader", "quote": "", "answer": "cannot tell", "missing": "", "targets": []}], ` + solid,
		"DISCUSS-002-technical": `{"checklist": {"scale-order": "yes", "systems-named": "yes", "goal-feasible": "yes", "constraint-why": "yes", "data-kept": "yes", "place-of-use": "yes"}, ` + solid,
	}
	v, record, s := judgedAs(t, "[panel]\nquestions = [\""+own+"\"]\n", answers)
	product := v.Perspectives[0]
	if len(product.Checklist) != 7 || len(product.Weaknesses) != 1 || product.Weaknesses[0].Question != "user-telling" || product.Weaknesses[0].Text != "no user group is described" {
		t.Errorf("%+v\n%+v", product.Checklist, product.Weaknesses)
	}
	for _, want := range []string{
		"(MEDIUM): no user group is described (Brief) (asked: user-telling)",
		"- **product**: answered 3 of 7 questions: 1 yes, 1 no, 1 that the documents do not tell\n  - **no**: Could one tell from the description of each user group",
		"- **technical**: answered 6 of 6 questions: 6 yes (0 with a passage that stands in the documents), 0 no",
		"technical says yes to all 6 questions of its checklist and shows no passage for them",
		"- **quality**: answered 0 of 6 questions\n",
	} {
		if !strings.Contains(record, want) {
			t.Errorf("the record does not say %q:\n%s", want, record)
		}
	}
	_, prompt := s.prompt("DISCUSS-002", "product")
	if !strings.Contains(prompt, "- reader: Is it said who reads the meters?\n") || strings.Contains(prompt, "sponsor-why") {
		t.Errorf("product is asked:\n%s", prompt)
	}
	v, record, s = judgedAs(t, "[panel]\nchecklists = false\n", answers)
	if _, prompt := s.prompt("DISCUSS-002", "product"); len(v.Perspectives[0].Checklist) > 0 || strings.Contains(record, "## Checklists") || strings.Contains(prompt, "CHECKLIST") {
		t.Errorf("a checklist is asked where it is off:\n%s", record)
	}
}

// TestCitedLines: a line of a file that an answer names is looked up in the documents and in
// the project. A point that names one which is nowhere weighs no more than MEDIUM, one that
// names a line which is there keeps its weight, and what the brief names itself is its own.
func TestCitedLines(t *testing.T) {
	weakness := func(text, targets string) string {
		return `{"text": "` + text + `", "category": "feasibility", "severity": "HIGH", "targets": [` + targets + `], "quote": ""}`
	}
	answer := `{"rating": 3, "strengths": [], "weaknesses": [` + strings.Join([]string{
		weakness("src/meter.go:3 throws readings away after a week.", ""),
		weakness("The loop in src/meter.go:400 never ends.", ""),
		weakness("Retries are counted nowhere.", `"src/retry.go:7"`),
		weakness("Line product-brief.md:3 gives no reason for the days.", ""),
		weakness("The brief sends its reader to src/lost.go:5, of which nothing else is said.", ""),
		weakness("What localhost:8080 and meters.example.com:443 answer is left open.", ""),
	}, ", ") + `]}`
	v, record, _ := judgedIn(t, "", "# Brief\n\nReadings are kept for 400 days, see src/lost.go:5.\n\n## Goals\n\n- G-1 Nobody reads a meter by hand.\n",
		map[string]string{"src/meter.go": "package meter\n\nfunc Read() {}\n"}, map[string]string{"DISCUSS-002-technical": answer})
	technical := v.Perspectives[1]
	type weight struct {
		severity critique.Severity
		cited    string
	}
	want := []weight{
		{critique.High, "src/meter.go:3 true "}, {critique.Medium, "src/meter.go:400 false src/meter.go:3"}, {critique.Medium, "src/retry.go:7 false "},
		{critique.High, "product-brief.md:3 true "}, {critique.High, ""}, {critique.High, ""},
	}
	var got []weight
	for _, w := range technical.Weaknesses {
		said := ""
		for _, c := range w.Cited {
			said += fmt.Sprintf("%s:%d %t %s", c.Path, c.Line, c.Found, c.Nearest)
		}
		got = append(got, weight{w.Severity, said})
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	for _, said := range []string{
		"(HIGH): src/meter.go:3 throws readings away after a week. (`src/meter.go:3` found)",
		"(MEDIUM): The loop in src/meter.go:400 never ends. (`src/meter.go:400` not found; nearest: `src/meter.go:3`)",
		"(`src/retry.go:7` not found)", "(`product-brief.md:3` found)",
	} {
		if !strings.Contains(record, said) {
			t.Errorf("the record does not say %q:\n%s", said, record)
		}
	}
}

// TestContradictionIsRuledOn: what technical faults and product praises goes once to one
// model, and the record tells what it ruled; with debate off nobody is asked.
func TestContradictionIsRuledOn(t *testing.T) {
	answers := map[string]string{
		"DISCUSS-002-product":   `{` + solid,
		"DISCUSS-002-technical": `{"rating": 4, "weaknesses": [{"text": "nobody says how long readings are kept", "category": "clarity", "severity": "MEDIUM", "targets": ["Brief"], "quote": ""}], "strengths": []}`,
		"verification":          `{"rulings": [{"claim": 1, "quote": "Readings are kept for 400 days.", "why": "the brief names the time", "ruling": "refuted"}]}`,
	}
	v, record, s := judgedAs(t, "", answers)
	conflict := v.Divergences[slices.IndexFunc(v.Divergences, func(d critique.Divergence) bool { return d.Type == critique.Conflict })]
	if conflict.Ruling != critique.Refuted || conflict.Severity != critique.Low || v.Perspectives[1].Weaknesses[0].RefutedBy == "" {
		t.Errorf("%+v\n%+v", conflict, v.Perspectives[1].Weaknesses)
	}
	requests := 0
	for _, call := range s.calls() {
		if strings.HasSuffix(call, ":verification") {
			requests++
		}
	}
	if requests != 1 || len(s.calls()) != 4 { // coverage has no discovery context
		t.Errorf("asked: %q", s.calls())
	}
	if !strings.Contains(record, "read both and the documents: the fault does not hold (the brief names the time): “Readings are kept for 400 days.”, spec/product-brief.md:3") ||
		!strings.Contains(record, "- **refuted**: nobody says how long readings are kept (technical, MEDIUM); product says: the time is exact") {
		t.Errorf("the record:\n%s", record)
	}
	v, _, s = judgedAs(t, "[panel]\ndebate = false\n", answers)
	if v.Verification != nil || len(s.calls()) != 3 {
		t.Errorf("somebody was asked: %+v, %q", v.Verification, s.calls())
	}
}
