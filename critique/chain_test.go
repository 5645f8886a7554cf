package critique

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// made is the family of a tool's model.
func made(tool string) string {
	return map[string]string{"claude": "anthropic", "gemini": "google", "codex": "openai"}[tool]
}

// TestIndependent: models of another family than the writer's are asked first, of his own
// last or not at all, and what came of that is said.
func TestIndependent(t *testing.T) {
	claude := Writer{"claude", "", "anthropic"}
	tests := map[string]struct {
		writer, member Writer
		strict         bool
		works          string // the tools that answer
		want           string // who answers: "codex, self-review"
		asked          string
		note           string
	}{
		"nobody known":            {works: "claude gemini", want: "claude", asked: "claude"},
		"an agent of no family":   {writer: Writer{Agent: "cursor"}, works: "claude gemini", want: "claude", asked: "claude"},
		"another family's":        {writer: Writer{"codex", "", "openai"}, works: "claude gemini", want: "claude", asked: "claude"},
		"its own family's":        {writer: claude, works: "claude gemini", want: "gemini", asked: "gemini", note: "quality answered by gemini before claude, whose family wrote the artifact"},
		"a member's":              {member: claude, works: "claude gemini", want: "gemini", asked: "gemini", note: "whose family wrote the artifact"},
		"nobody else answers":     {writer: claude, works: "claude", want: "claude, self-review", asked: "gemini local claude"},
		"unknown before its own":  {writer: claude, works: "claude local", want: "local", asked: "gemini local", note: "quality answered by local before claude, whose family wrote the artifact (gemini: crashed)"},
		"strict":                  {writer: claude, strict: true, works: "claude gemini", want: "gemini", asked: "gemini", note: "quality answered by gemini instead of claude (claude: not_independent, local: not_independent)"},
		"strict, nobody else":     {writer: claude, strict: true, works: "claude local", want: "nobody", asked: "gemini", note: "no model answered (claude: not_independent, local: not_independent, gemini: crashed)"},
		"strict, nobody is known": {strict: true, works: "claude", want: "claude", asked: "claude"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var asked []string
			var all Chain
			for _, tool := range []string{"claude", "gemini", "local"} {
				all = append(all, Link{Family: made(tool), Tool: tool, Analyst: play(tool, func(context.Context) (Critique, error) {
					asked = append(asked, tool)
					if !strings.Contains(tt.works, tool) {
						return Critique{}, Failf(Crashed, "scripted")
					}
					return Critique{Rating: 4, ModelFamily: made(tool)}, nil
				})})
			}
			panel := New(Options{Checks: stub{3.5}, Deadline: time.Minute, Strict: tt.strict, Tools: func(Perspective) Chain { return all }})
			subject := Subject{Artifact: Document{Writer: tt.writer}, Members: []Document{{Writer: tt.member}}}
			result, err := panel.Judge(t.Context(), DefaultPolicy(), subject, []Perspective{{Name: "quality", Tool: "claude"}}, Report{Applicable: 1})
			if err != nil {
				t.Fatal(err)
			}
			got := result.Opinions[0].Tool
			if !result.Opinions[0].Heard() {
				got = "nobody"
			}
			if result.Opinions[0].SelfReview {
				got += ", self-review"
			}
			if diff := cmp.Diff([]string{tt.want, tt.asked}, []string{got, strings.Join(asked, " ")}); diff != "" {
				t.Errorf("answered and asked (-want +got):\n%s", diff)
			}
			if notes := strings.Join(result.Notes, "\n"); !strings.Contains(notes, tt.note) || tt.note == "" && strings.Contains(notes, "answered by gemini") {
				t.Errorf("noted %q", notes)
			}
		})
	}
}

// TestIndependentAlone: with require and nothing but the writer's own family nobody is
// asked, and the verdict is unreviewed.
func TestIndependentAlone(t *testing.T) {
	chain := Chain{{"claude", play("claude", says(5)), made("claude")}}
	answer, err := chain.inOrder([]string{"anthropic"}, true).Analyze(t.Context(), Request{})
	if ClassOf(err) != NotIndependent || len(answer.Attempts) != 1 || answer.Attempts[0].Outcome != NotIndependent {
		t.Errorf("%v, %+v", err, answer)
	}
}

// TestIndependentAverage: votes of the writer's family count half beside the average that
// decides, which stays what it is.
func TestIndependentAverage(t *testing.T) {
	panel := New(Options{Checks: stub{3.5}, Deadline: time.Minute, Tools: chosen(func(p Perspective) Analyst {
		return play(p.Tool, func(context.Context) (Critique, error) {
			return Critique{Rating: map[string]float64{"claude": 5, "gemini": 3}[p.Tool], ModelFamily: made(p.Tool)}, nil
		})
	})})
	perspectives := []Perspective{{Name: "quality", Tool: "claude"}, {Name: "product", Tool: "gemini"}}
	for _, tt := range []struct {
		writer Writer
		want   float64
	}{{Writer{}, 0}, {Writer{Agent: "cursor"}, 0}, {Writer{"codex", "", "openai"}, 4}, {Writer{"claude", "", "anthropic"}, (5*.5 + 3) / 1.5}} {
		result, err := panel.Judge(t.Context(), DefaultPolicy(), Subject{Artifact: Document{Writer: tt.writer}}, perspectives, Report{})
		if err != nil || result.Average != 4 || result.Independent != tt.want {
			t.Errorf("written by %+v: average %v, independent %v, want %v (%v)", tt.writer, result.Average, result.Independent, tt.want, err)
		}
	}
}

// TestVerifiersOfTheWriter: a model of the writer's family rules last on what others say
// of its work, and never where that is forbidden.
func TestVerifiersOfTheWriter(t *testing.T) {
	said := []Opinion{{Source: SourceCLI, Critique: Critique{ModelFamily: "google", Weaknesses: []Point{{Severity: High}}}}}
	for strict, want := range map[bool]string{false: "codex claude", true: "codex"} {
		panel := New(Options{Strict: strict, Second: SecondLook{Blocking: true, By: Chain{{Tool: "claude", Family: "anthropic"}, {Tool: "codex", Family: "openai"}}}})
		var got []string
		for _, v := range panel.inOrder(DefaultPolicy(), said, []string{"anthropic"}, true) {
			got = append(got, v.Tool)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("strict %t: %v, want %s", strict, got, want)
		}
	}
}
