package evaluation

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
	"discussd/pipeline/verdict"
)

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	name = filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestCasesNameEveryProblem(t *testing.T) {
	dir := t.TempDir()
	if _, err := Cases(dir); err == nil || !strings.Contains(err.Error(), File) {
		t.Errorf("of an empty folder: %v", err)
	}
	put(t, dir, "one/docs/a.md", "# A\n\ntext\n")
	put(t, dir, "one/defects.toml", "[[defect]]\nid = \"a\"\npath = \"docs/a.md\"\nline = 9\n\n[[defect]]\nid = \"a\"\npath = \"../a.md\"\nline = 1\nseverity = \"HIGH\"\n")
	put(t, dir, "two/defects.toml", "[[defect]\n")
	_, err := Cases(dir)
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{
		"one/defects.toml: unknown key defect.severity", "one/defects.toml: defect a: docs/a.md has 4 lines, no line 9",
		`one/defects.toml: defect 2: id must be there, and unlike the others (got "a")`, `"../a.md:1" is no place`, "two/defects.toml: toml: line ",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error does not say %q:\n%v", want, err)
		}
	}
}

// TestScore holds one verdict against four defects: one that the checks name a line below,
// one that a model quotes, one that it quotes and that was refuted, one that nobody tells.
func TestScore(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "s/spec/brief.md", strings.Repeat("line\n", 40))
	put(t, dir, "s/defects.toml", `
[[defect]]
id = "checked"
class = "numbers"
path = "spec/brief.md"
line = 4
[[defect]]
id = "quoted"
class = "wording"
path = "spec/brief.md"
line = 10
also = ["spec/brief.md:30"]
[[defect]]
id = "refuted"
path = "spec/brief.md"
line = 20
[[defect]]
id = "missed"
class = "numbers"
path = "spec/brief.md"
line = 36
`)
	put(t, dir, "good/spec/brief.md", "fine\n")
	put(t, dir, "good/defects.toml", "")
	cases, err := Cases(dir)
	if err != nil {
		t.Fatal(err)
	}
	tokens := int64(7)
	v := verdict.Verdict{
		Round: "DISCUSS-002", Outcome: verdict.Blocked, Cost: verdict.Cost{InputTokens: &tokens},
		Divergences: []critique.Divergence{{Type: critique.LowRating}},
		Checks: verdict.Assessment{Findings: []critique.Finding{
			{Severity: critique.High, Places: []critique.Place{{Path: "brief.md", Line: 5}}},
			{Severity: critique.Medium, Places: []critique.Place{{Path: "brief.md", Line: 34}, {Path: "other.md", Line: 36}}},
		}},
		Perspectives: []verdict.Perspective{{ModelFamily: "openai", Attempts: []verdict.Attempt{{}, {}}, Weaknesses: []critique.Point{
			{QuotePath: "spec/brief.md", QuoteLine: 31, Severity: critique.High},
			{QuotePath: "spec/brief.md", QuoteLine: 20, Severity: critique.High, RefutedBy: "claude"},
			{Text: "it could say more", Severity: critique.High},
		}}},
	}
	var outcomes []Outcome
	for _, c := range cases {
		outcomes = append(outcomes, Score(c, []verdict.Verdict{v}, 0))
	}
	s := Summarise("mine", cases, [][]Outcome{outcomes})
	s.Cases = nil
	want := Summary{
		Configuration: "mine", Runs: 1,
		Recall:    map[string]Share{"numbers": {1, 2}, "wording": {1, 1}, "other": {0, 1}},
		Families:  map[string]Share{Facts: {1, 4}, "openai": {1, 4}},
		Precision: map[string]Share{"HIGH": {2, 4}, "MEDIUM": {0, 4}},
		Blocked:   Share{1, 1},
		Agreement: Share{2, 2},
		Spent:     Spent{Requests: 4, InputTokens: new(int64)},
	}
	*want.Spent.InputTokens = 14
	if diff := cmp.Diff(want, s); diff != "" {
		t.Error(diff)
	}
	v.Divergences = []critique.Divergence{{Type: critique.Unreviewed}}
	if o := Score(cases[0], []verdict.Verdict{v}, 0); len(o.Blocked) > 0 {
		t.Errorf("a round that nobody reviewed was blocked wrongly: %q", o.Blocked)
	}
}

// TestSharedPlaces: what several sessions share lies above them, and is told by the way up.
func TestSharedPlaces(t *testing.T) {
	d := Defect{spots: []spot{{"plans/ROADMAP.md", 12}}}
	for name, want := range map[string]bool{"plans/ROADMAP.md": true, "ROADMAP.md": true, "../../ROADMAP.md": true, "../MAP.md": false, "AP.md": false} {
		if got := d.at(Remark{Path: name, Line: 12}); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
