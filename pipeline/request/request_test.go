package request

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The examples of all forms, as they stand in the README.
func TestExamples(t *testing.T) {
	rollback := Perspective{"rollback", "codex", "Site Reliability Engineer", "way back at every step, data written in between", true}
	cost := Perspective{"cost", "gemini", "Controller", "what is left out of the budget", true}
	const topic = "Why the order queue is slow on Mondays"
	tests := map[string]Request{
		"round.md": {
			Round: "DISCUSS-002", Artifact: "spec/product-brief.md", Session: ".workflow/.team/TLS-parcel-lockers-2026-03-02",
			Context:      ".workflow/.team/TLS-parcel-lockers-2026-03-02/spec/discovery-context.json",
			Perspectives: []Perspective{{Name: "product"}, {Name: "technical"}, {Name: "quality"}, {Name: "coverage"}},
		},
		"panel.md": {
			Round: "migration-plan-1", Artifact: "docs/migration-plan.md", Session: ".workflow/.team/TC-billing-move-2026-03-04",
			Role: "planner", Task: "PLAN-003", Watch: true,
			Perspectives: []Perspective{
				{"rollback", "codex", "Site Reliability Engineer", "Way back at every step, data written in between, who decides", true},
				{"cost", "gemini", "Controller", "Licences paid twice, overtime, what is left out of the budget", true},
				{"clarity", "claude", "Editor", "Steps a newcomer can follow, undefined terms", true},
			},
		},
		"timeline.md": {
			Session: ".workflow/.analysis/UAN-queue-latency-2026-03-05",
			Discussion: &Discussion{Topic: topic, Round: 2, Type: SpecificQuestions,
				Feedback: "Is it the batch import at 06:00?\nAnd what would happen to it if we moved the import to Sunday night?"},
		},
		"panel.json": {
			Round: "migration-plan-1", Artifact: "docs/migration-plan.md", Role: "planner", Task: "PLAN-003", Watch: true,
			Perspectives: []Perspective{{Name: "risk"}, {"rollback", "codex", "Site Reliability Engineer", "way back at every step", true}, cost},
		},
		"timeline.json": {
			Discussion: &Discussion{Topic: topic, Round: 3, Type: DirectionAdjusted,
				Feedback: "Forget the import. Look at the locks that the nightly report holds."},
		},
		"panel.toml": {
			Round: "migration-plan-1", Artifact: "docs/migration-plan.md", Role: "planner", Task: "PLAN-003",
			Perspectives: []Perspective{rollback, cost},
		},
		"timeline.toml": {Discussion: &Discussion{Topic: topic, Type: Initial}},
	}
	files, err := filepath.Glob("testdata/*.*")
	if err != nil || len(files) != len(tests) {
		t.Errorf("%d examples, %d are known: %v", len(files), len(tests), err)
	}
	for name, want := range tests {
		t.Run(name, func(t *testing.T) {
			content, err := os.ReadFile(filepath.Join("testdata", name))
			if err != nil {
				t.Fatal(err)
			}
			got, err := Parse(name, content)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			again, err := Parse("x.md", Marshal(got))
			if diff := cmp.Diff(got, again); diff != "" || err != nil {
				t.Errorf("written and read back: %v\n%s\n%s", err, diff, Marshal(got))
			}
			if name == "panel.md" && string(Marshal(got)) != strings.NewReplacer("Rollback", "rollback", "Cost", "cost", "Clarity", "clarity").Replace(string(content)) {
				t.Errorf("written as\n%s", Marshal(got))
			}
			windows := strings.ReplaceAll("\ufeff"+string(content), "\n", "\r\n")
			again, err = Parse(name, []byte(windows))
			if diff := cmp.Diff(got, again); diff != "" || err != nil {
				t.Errorf("with a mark of its byte order and CRLF: %v\n%s", err, diff)
			}
		})
	}
}
