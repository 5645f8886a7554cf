package verdict

import (
	"strings"
	"testing"

	"discussd/critique"
	"discussd/internal/text/markdown/markdowntest"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extensionast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// hostileVerdict puts one text wherever a model, a file name or a person may have words in a record.
func hostileVerdict(words string) Verdict {
	point := []critique.Point{
		{Text: words, Category: "other", Severity: critique.High, Targets: []string{words}, Quote: words, QuotePath: words, QuoteLine: 3, QuoteFound: new(true)},
		{Text: words, Category: "other", Quote: words, QuoteFound: new(false)},
	}
	c := exampleCase()
	c.Round, c.Role, c.Task, c.Artifact.Path = words, words, words, words
	c.Notes = []string{words}
	c.Decisions = []Decision{{Topic: words, Decision: "accept", Rationale: words, By: words}}
	report := exampleReport()
	report.Findings = []critique.Finding{finding("LX-001", critique.High, words, critique.Place{Path: words, Line: 1, Identity: "x"})}
	report.NotAssessed = []string{words}
	result := blockedHigh()
	result.Opinions = result.Opinions[:1]
	o := &result.Opinions[0]
	o.Perspective.Name, o.Perspective.Reports = words, []string{critique.ReportMissingRequirements}
	o.KeyFinding, o.Tool, o.Strengths, o.Weaknesses = words, words, point, point
	result.Divergences = []critique.Divergence{{
		Type: "conflict", Severity: critique.High, Topic: words, Description: words, Perspectives: []string{words}, Options: []string{words},
	}}
	result.Themes = []critique.Theme{{Theme: words, Kind: critique.Strength, Category: "other", Targets: []string{words}, Perspectives: []string{words}}}
	result.CoverageGaps, result.OpenQuestions, result.Notes = []string{words}, []string{words}, []string{words}
	result.ActionItems = []critique.ActionItem{{Priority: 1, Text: words, Targets: []string{words}, Perspectives: []string{words}}}
	return New(c, report, result)
}

// structure is the outline of a document: the kinds of its blocks, the levels and
// words of our headings, and every inline that is more than words.
func structure(t *testing.T, source []byte) []string {
	t.Helper()
	markdown := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote))
	document := markdown.Parser().Parse(text.NewReader(source))
	var outline []string
	err := ast.Walk(document, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := node.(type) {
		case *ast.Text, *ast.String, *ast.CodeSpan:
		case *ast.Heading:
			if n.Level == 1 || strings.Contains(string(n.Lines().Value(source)), "视角 (") { // these hold a name
				outline = append(outline, strings.Repeat("#", n.Level)+" …")
				break
			}
			outline = append(outline, strings.Repeat("#", n.Level)+" "+string(n.Lines().Value(source)))
		default:
			outline = append(outline, node.Kind().String())
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return outline
}

func TestWordsCannotChangeTheStructureOfARecord(t *testing.T) {
	for _, profile := range []string{"lifecycle", "spec-team"} {
		keepsStructure(t, profile)
	}
}

func keepsStructure(t *testing.T, profile string) {
	t.Helper()
	of := func(words string) []byte {
		v := hostileVerdict(words)
		v.Profile = profile
		return Record(v)
	}
	want := structure(t, of("harmless"))
	for _, words := range markdowntest.Hostile() {
		record := of(words)
		if diff := cmp.Diff(want, structure(t, record)); diff != "" {
			t.Errorf("%q changes the structure (-want +got):\n%s\n%s", words, diff, record)
		}
	}
}

func FuzzRecordStructure(f *testing.F) {
	for _, words := range markdowntest.Hostile() {
		f.Add(words)
	}
	f.Fuzz(func(t *testing.T, words string) {
		v := hostileVerdict(words)
		record := Record(v)
		if diff := cmp.Diff(structure(t, Record(hostileVerdict("harmless"))), structure(t, record)); diff != "" {
			t.Errorf("%q changes the structure (-want +got):\n%s\n%s", words, diff, record)
		}
		if lines := strings.Count(v.Message, "\n"); lines != 6 {
			t.Errorf("%q: message has %d line breaks:\n%s", words, lines, v.Message)
		}
	})
}

func TestRecordSections(t *testing.T) {
	headings := func(v Verdict) []string {
		var list []string
		for line := range strings.Lines(string(Record(v))) {
			if strings.HasPrefix(line, "#") {
				list = append(list, strings.TrimSpace(line))
			}
		}
		return list
	}
	withoutCoverage := blockedMedium()
	withoutCoverage.Opinions, withoutCoverage.OpenQuestions = withoutCoverage.Opinions[:3], nil
	tests := map[string]struct {
		verdict Verdict
		want    []string
	}{
		"coverage took part": {scenarios()["final-gate"], []string{
			"# Discussion Record: DISCUSS-006", "## Convergent Themes", "## Divergent Views", "## Coverage Gaps",
			"## Action Items", "## Ratings", "## Weaknesses", "## Checklists", "## Verification", "## Open Questions", "## Decisions", "## Checks", "## Notes",
		}},
		"coverage was not asked": {New(exampleCase(), exampleReport(), withoutCoverage), []string{
			"# Discussion Record: DISCUSS-002", "## Dissent", "## Convergent Themes", "## Divergent Views",
			"## Action Items", "## Ratings", "## Weaknesses", "## Checklists", "## Checks", "## Notes",
		}},
		"coverage was skipped": {scenarios()["checks-only"], []string{
			"# Discussion Record: DISCUSS-002", "## Convergent Themes", "## Divergent Views",
			"## Action Items", "## Ratings", "## Weaknesses", "## Checks", "## Notes",
		}},
		"nothing was judged": {scenarios()["error-broken"], []string{
			"# Discussion Record: DISCUSS-001", "## Checks", "## Notes",
		}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, headings(test.verdict)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestRecordHasOneTableRowAPerspective(t *testing.T) {
	source := Record(hostileVerdict("a | b \\| c\n| d |"))
	markdown := goldmark.New(goldmark.WithExtensions(extension.GFM))
	rows := 0
	err := ast.Walk(markdown.Parser().Parse(text.NewReader(source)), func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if row, ok := node.(*extensionast.TableRow); ok && entering {
			rows++
			if row.ChildCount() != 4 {
				t.Errorf("row has %d cells", row.ChildCount())
			}
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if rows != 1 {
		t.Errorf("got %d rows, want 1", rows)
	}
}
