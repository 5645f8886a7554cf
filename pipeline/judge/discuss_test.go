package judge

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
	"discussd/pipeline/timeline"
	"discussd/pipeline/verdict"
)

// discussion is a fixture with two analyses that agree on one thing.
func discussion(t *testing.T) *fixture {
	f := newFixture(t)
	f.judge.Bus, f.judge.Discussant = "on", critique.Perspective{Name: "discussant", Tool: "gemini", Tasks: []string{"say what is established"}}
	f.Write("analyses/one.json", `{"key_insights": ["Parcels pile up on Mondays"], "open_questions": ["Who empties the lockers?"]}`)
	f.Write("analyses/two.json", `{"key_insights": ["Parcels pile up on Mondays", "Nobody reads the notice"]}`)
	return f
}

func (f *fixture) discussed(n string) (round timeline.Round) {
	f.T.Helper()
	text, err := os.ReadFile(f.Path("discussions/discussion-round-" + n + ".json"))
	if err == nil {
		err = json.Unmarshal(text, &round)
	}
	if err != nil {
		f.T.Fatal(err)
	}
	return round
}

func TestDiscuss(t *testing.T) {
	f := discussion(t)
	outcome, err := f.ask("first.md", "session: "+filepath.Base(f.Dir)+"\ntopic: parcels\ntype: initial\n")
	if err != nil || outcome.File != "discussions/discussion-round-1.json" {
		t.Fatalf("got %+v, %v", outcome, err)
	}
	if got := f.discussed("1").Understanding.Confirmed; len(got) != 1 || !strings.Contains(got[0], "Mondays") {
		t.Errorf("confirmed: %q", got)
	}
	if f.Critic.Question.Round != "" {
		t.Error("an initial round asks an LLM")
	}

	if _, err := f.ask("second.md", "topic: parcels\nround: 2\ntype: direction-adjusted\nuser_feedback: look at opening hours\n"); err != nil {
		t.Fatal(err)
	}
	if got := f.discussed("2").Understanding.NewInsights; len(got) != 1 || got[0] != "queues grow on Mondays" {
		t.Errorf("insights: %q", got)
	}
	asked := f.Critic.Question
	var shown []string
	for _, m := range asked.Members {
		shown = append(shown, m.Path)
	}
	if diff := cmp.Diff([]string{"analyses/one.json", "analyses/two.json"}, shown); diff != "" || asked.Prior == nil || !strings.Contains(string(asked.Artifact.Content), "opening hours") {
		t.Errorf("shown %v with %+v beside %s", shown, asked.Prior, asked.Artifact.Content)
	}
	if tasks := asked.Perspective.Tasks; len(tasks) != 2 || !strings.Contains(tasks[1], "feedback") || len(f.judge.Discussant.Tasks) != 1 {
		t.Errorf("tasks: %q", tasks)
	}

	f.Critic.Dead = true
	if outcome, err = f.ask("third.md", "topic: parcels\nround: 3\ntype: deepen\n"); err != nil || len(outcome.Notes) == 0 {
		t.Fatalf("got %+v, %v", outcome, err)
	}
	if got := f.discussed("3").Understanding; len(got.Confirmed)+len(got.NewInsights) == 0 {
		t.Error("the analyses at hand were not used")
	}
	want := []string{
		"impl_progress discussion-round-1", "discussion_processed discussion-round-1",
		"impl_progress discussion-round-2", "discussion_processed discussion-round-2",
		"impl_progress discussion-round-3", "discussion_processed discussion-round-3",
	}
	if diff := cmp.Diff(want, f.Said()); diff != "" {
		t.Errorf("on the bus: -want +got\n%s", diff)
	}
	text, err := os.ReadFile(f.Path(".msg/messages.jsonl"))
	if err != nil || strings.Count(string(text), `"summary":"[discussant] `) != 6 {
		t.Errorf("not tagged: %v\n%s", err, text)
	}
}

// A request that names no round goes on with the discussion, once: whoever was killed
// while answering it goes on with the round he began.
func TestDiscussTheNextRound(t *testing.T) {
	f := discussion(t)
	for i, text := range []string{"topic: parcels\n", "topic: parcels\ntype: deepen\n", "topic: parcels\nround: 7\ntype: deepen\n", "topic: parcels\ntype: deepen\nuser_feedback: look at the locks\n"} {
		want := []string{"1", "2", "7", "8"}[i]
		outcome, err := f.ask("r"+want+".md", text)
		if err != nil || outcome.File != "discussions/discussion-round-"+want+".json" {
			t.Fatalf("%q: got %+v, %v", text, outcome, err)
		}
	}
	letter := f.Path("discussions/requests/r8.md")
	text, err := os.ReadFile(letter)
	must(t, err)
	digest := sha256.Sum256(text)
	name := f.Path("discussions/.discussd/answered/" + hex.EncodeToString(digest[:]) + ".json")
	note, err := os.ReadFile(name)
	must(t, err)
	killed := regexp.MustCompile(`"answered_at": "[^"]*"`).ReplaceAll(note, []byte(`"answered_at": "0001-01-01T00:00:00Z"`))
	must(t, os.WriteFile(name, killed, 0o644))
	outcome, err := f.ask("r8.md", string(text))
	if err != nil || outcome.File != "discussions/discussion-round-8.json" {
		t.Errorf("after a kill: got %+v, %v", outcome, err)
	}
	if _, err := os.Stat(f.Path("discussions/discussion-round-9.json")); err == nil {
		t.Error("it was discussed twice")
	}
}

func TestDiscussRefused(t *testing.T) {
	tests := map[string]struct {
		text, says string
		code       verdict.ErrorCode
	}{
		"another session": {"session: ../elsewhere\ntopic: parcels\n", "session not found: ../elsewhere", verdict.SessionNotFound},
		"broken memory":   {"topic: parcels\ntype: initial\n", "shared-memory.json: line 2", verdict.RequestInvalid},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := discussion(t)
			f.Write("shared-memory.json", "{\n no JSON")
			f.Write("../elsewhere/spec/product-brief.md", "# Brief\n")
			if _, err := f.ask("a.md", test.text); err != nil {
				t.Fatal(err)
			}
			v, ok := f.Verdict("discussion-round-1")
			if !ok || v.Error == nil || v.Error.Code != test.code || !strings.Contains(v.Error.Message, test.says) || !strings.HasPrefix(v.Message, "[discussant] ") {
				t.Errorf("got %+v: %s", v.Error, v.Message)
			}
			if got := f.Said(); got[len(got)-1] != "error discussion-round-1" || len(got) > 2 {
				t.Errorf("on the bus: %q", got)
			}
		})
	}
}
