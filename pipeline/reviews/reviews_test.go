package reviews

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"discussd/critique"
	"discussd/pipeline/durable"
	"discussd/pipeline/verdict"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// sample is a blocked verdict of the plans of a phase.
func sample(round, artifact string, members ...string) verdict.Verdict {
	high, revise, rating, average := critique.High, critique.Revise, 2.0, 3.25
	v := verdict.Verdict{
		Round: round, Outcome: verdict.Blocked, Severity: &high, Recommendation: &revise, AverageRating: &average, Revision: 2,
		FinishedAt: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC),
		Perspectives: []verdict.Perspective{
			{
				Name: "technical", Role: "Tech Lead", Source: critique.SourceCLI, Tool: "codex", Rating: &rating, RiskLevel: "high", KeyFinding: "The tides are *cached* forever.",
				Strengths:   []critique.Point{{Text: "Small tasks"}},
				Weaknesses:  []critique.Point{{Text: "The cache is never emptied", Severity: critique.High, QuotePath: "05-01-PLAN.md", QuoteLine: 12}, {Text: "refuted", Severity: critique.High, RefutedBy: "claude"}},
				Suggestions: []critique.Point{{Text: "Empty it daily"}}, MissingRequirements: []string{"TIDE-04"},
			},
			{Name: "product", Source: critique.SourceChecks, Tool: "checks"},
		},
		Checks: verdict.Assessment{Applicable: 12, Passed: 11, Findings: []critique.Finding{
			{Rule: "X-005", Severity: critique.High, Message: "the link leads to gone.md, which does not exist", Path: "05-01-PLAN.md", Line: 3},
			{Rule: "X-006", Severity: critique.Low, Message: "was mended", State: verdict.StateFixed},
		}},
		ConvergentThemes: []critique.Theme{{Theme: "clear goal", Kind: critique.Strength, Perspectives: []string{"product", "quality"}}, {Theme: "no rollback\n# forged", Kind: critique.Weakness, Perspectives: []string{"risk", "quality"}}},
		Divergences:      []critique.Divergence{{Topic: "ratings", Severity: critique.High, Description: "technical rates 2", Perspectives: []string{"technical"}}},
		ActionItems:      []critique.ActionItem{{Text: "Say when the cache is emptied", Severity: critique.High, Path: "05-01-PLAN.md", Line: 12}},
	}
	v.Artifact.Path = artifact
	for _, member := range members {
		v.Artifact.Members = append(v.Artifact.Members, verdict.File{Path: member})
	}
	return v
}

func TestFormsOfReviews(t *testing.T) {
	for name, c := range map[string]struct {
		layout, folder string
		v              verdict.Verdict
		path           string
	}{
		"gsd":  {"gsd", "05-tides", sample("DISCUSS-005", "05-01-PLAN.md", "05-02-PLAN.md", "05-VALIDATION.md"), "05-REVIEWS.md"},
		"bmad": {"bmad", "_bmad-output", sample("DISCUSS-003", "planning-artifacts/prds/prd-quay/prd.md"), "planning-artifacts/prds/prd-quay/review-discussd.md"},
	} {
		review, ok := Of(c.layout, c.folder, c.v)
		if !ok || review.Path != c.path {
			t.Fatalf("%s: %v at %q, want %q", name, ok, review.Path, c.path)
		}
		golden := filepath.Join("testdata", name+".md")
		if *update {
			if err := os.WriteFile(golden, review.Text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(review.Text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// The commands of GSD look for these headings and fields.
func TestFormOfPhases(t *testing.T) {
	review, _ := Of("gsd", "02.1-tides", sample("DISCUSS-005", "02.1-01-PLAN.md"))
	text := string(review.Text)
	for _, heading := range [...]string{"# Cross-AI Plan Review — Phase 02.1", "## Technical Review", "### Summary", "### Strengths", "### Concerns", "### Suggestions", "### Risk Assessment", "## Consensus Summary", "### Agreed Strengths", "### Agreed Concerns", "### Divergent Views"} {
		if !strings.Contains(text, "\n"+heading+"\n") {
			t.Errorf("no heading %q in\n%s", heading, text)
		}
	}
	var front struct {
		Phase     string    `yaml:"phase"`
		Reviewers []string  `yaml:"reviewers"`
		At        time.Time `yaml:"reviewed_at"`
		Plans     []string  `yaml:"plans_reviewed"`
	}
	if err := yaml.Unmarshal([]byte(strings.Split(text, "---\n")[1]), &front); err != nil {
		t.Fatal(err)
	}
	if front.Phase != "02.1-tides" || !cmp.Equal(front.Reviewers, []string{"discussd", "codex"}) || !cmp.Equal(front.Plans, []string{"02.1-01-PLAN.md"}) || front.At.Year() != 2026 {
		t.Errorf("frontmatter %+v", front)
	}
	if strings.Contains(text, "\n# forged") || strings.Contains(text, "refuted") {
		t.Errorf("what a model said breaks the form:\n%s", text)
	}
}

func TestNoPlaceForAReview(t *testing.T) {
	failed := sample("DISCUSS-005", "05-01-PLAN.md")
	failed.Outcome = verdict.Failed
	for name, c := range map[string]struct {
		layout, folder string
		v              verdict.Verdict
	}{
		"an error":         {"gsd", "05-tides", failed},
		"not the plans":    {"gsd", "05-tides", sample("DISCUSS-001", "05-CONTEXT.md")},
		"no phase":         {"gsd", ".planning", sample("DISCUSS-005", "ROADMAP.md")},
		"no run folder":    {"bmad", "_bmad-output", sample("DISCUSS-003", "planning-artifacts/prd.md")},
		"another layout":   {"spec-kit", "001-quay", sample("DISCUSS-005", "tasks.md")},
		"way out":          {"bmad", "_bmad-output", sample("DISCUSS-003", "planning-artifacts/prds/../../prd.md")},
		"a request's file": {"gsd", "05-tides", sample("my-request", "05-01-PLAN.md")},
	} {
		if review, ok := Of(c.layout, c.folder, c.v); ok {
			t.Errorf("%s: a review at %s", name, review.Path)
		}
	}
}

// Only what discussd wrote, and nobody has edited, is replaced.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	first, _ := Of("gsd", "05-tides", sample("DISCUSS-005", "05-01-PLAN.md"))
	second, _ := Of("gsd", "05-tides", sample("DISCUSS-005", "05-02-PLAN.md"))
	for _, review := range [...]Review{first, first, second} {
		if err := Write(root, review); err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(filepath.Join(dir, "05-REVIEWS.md")); err != nil || string(text) != string(review.Text) {
			t.Fatalf("%v: %s", err, text)
		}
	}
	for name, text := range map[string]string{
		"edited": string(second.Text) + "\nmine\n", "edited above": "mine\n" + string(second.Text), "somebody's": "# Reviews\n", "empty": "",
	} {
		file := filepath.Join(dir, "05-REVIEWS.md")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := Write(root, first); !errors.Is(err, ErrForeign) {
			t.Errorf("%s: %v", name, err)
		}
		if after, err := os.ReadFile(file); err != nil || string(after) != text {
			t.Errorf("%s: it was changed", name)
		}
	}
	outside := filepath.Join(t.TempDir(), "target.md")
	if err := os.WriteFile(outside, first.Text, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "05-REVIEWS.md")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "05-REVIEWS.md")); err != nil {
		t.Skip(err)
	}
	if err := Write(root, second); !errors.Is(err, durable.ErrRefused) {
		t.Errorf("through a link: %v", err)
	}
}
