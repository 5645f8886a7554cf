package inbox_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
	"discussd/pipeline/inbox"
	"discussd/pipeline/pipelinetest"
	"discussd/pipeline/request"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

func opened(t *testing.T) *session.Session {
	t.Helper()
	files := pipelinetest.New(t)
	files.Write("notes/plan.md", "# Plan\n")
	s, err := session.Open(files.Dir, pipelinetest.Layout())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// TestRoundOf: a configured round is judged as it is configured, another one over the
// artifact that it names.
func TestRoundOf(t *testing.T) {
	one := []request.Perspective{{Name: "quality"}}
	tests := map[string]struct {
		asked request.Request
		want  session.Round
	}{
		"configured": {
			request.Request{Round: "R2"},
			session.Round{ID: "R2", Label: "brief", Artifacts: []string{"product-brief.md"}, Perspectives: []string{"quality", "coverage"}, Caller: "writer", Task: "DRAFT-001"},
		},
		"of its own": {
			request.Request{Round: "FEAS-1", Artifact: "notes/plan.md", Perspectives: one, Role: "planner", Task: "PLAN-1"},
			session.Round{ID: "FEAS-1", Label: "plan", Artifacts: []string{"../notes/plan.md"}, Caller: "planner", Task: "PLAN-1"},
		},
		"of its own, over a round's artifact": {
			request.Request{Round: "AGAIN-1", Artifact: "spec/requirements/_index.md", Perspectives: one},
			session.Round{ID: "AGAIN-1", Label: "requirements", Artifacts: []string{"requirements/_index.md"}, Members: []string{"requirements/*.md"}, Perspectives: []string{"quality"}, Caller: "writer"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := inbox.RoundOf(opened(t), pipelinetest.Layout(), tt.asked)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestRefused: what cannot be judged as it is asked for is refused, with a code and words.
func TestRefused(t *testing.T) {
	own := []request.Perspective{{Name: "quality"}}
	tests := map[string]struct {
		asked request.Request
		code  verdict.ErrorCode
		words string
	}{
		"outside":                {request.Request{Round: "F-1", Artifact: "../../etc/passwd", Perspectives: own}, verdict.ArtifactOutside, "does not lie in the session"},
		"what discussd writes":   {request.Request{Round: "F-1", Artifact: "discussions/R2-discussion.md", Perspectives: own}, verdict.RequestInvalid, "is what discussd writes itself"},
		"nobody knows the round": {request.Request{Round: "R9", Artifact: "notes/plan.md"}, verdict.RoundUnknown, "known rounds:"},
		"no artifact":            {request.Request{Round: "R9", Perspectives: own}, verdict.RequestInvalid, "has to name its artifact"},
		"another artifact":       {request.Request{Round: "R2", Artifact: "notes/plan.md"}, verdict.RequestInvalid, "is configured to judge product-brief.md"},
		"one judge too few":      {request.Request{Round: "R2", Perspectives: own}, verdict.RequestInvalid, "leaves out coverage"},
		"one judge too many":     {request.Request{Round: "R1", Perspectives: append(own, request.Perspective{Name: "risk"})}, verdict.RequestInvalid, `not by "risk"`},
		"to be watched":          {request.Request{Round: "R2", Watch: true}, verdict.RequestInvalid, "leave watch out"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := inbox.RoundOf(opened(t), pipelinetest.Layout(), tt.asked)
			refused, ok := errors.AsType[*inbox.Refusal](err)
			if !ok || refused.Code != tt.code || !strings.Contains(refused.Message, tt.words) {
				t.Errorf("got %v, want %s: %s", err, tt.code, tt.words)
			}
		})
	}
}

// TestPerspectives: a request redefines who is configured and brings others, whose tools
// must be configured.
func TestPerspectives(t *testing.T) {
	known := map[string]critique.Perspective{"quality": {Name: "quality", Tool: "claude", Role: "QA Lead", Focus: "tests", Tasks: []string{"count"}}}
	tools, fallback := []string{"claude", "codex"}, []string{"claude"}
	asked := func(p request.Perspective) request.Request {
		return request.Request{Perspectives: []request.Perspective{p}}
	}
	tests := map[string]struct {
		asked request.Perspective
		want  critique.Perspective // of no name when it is refused
	}{
		"as configured":     {request.Perspective{Name: "quality"}, critique.Perspective{Name: "quality", Tool: "claude", Role: "QA Lead", Focus: "tests", Tasks: []string{"count"}, Fallback: fallback}},
		"with another tool": {request.Perspective{Name: "quality", Tool: "codex", Own: true}, critique.Perspective{Name: "quality", Tool: "codex", Role: "QA Lead", Focus: "tests", Tasks: []string{"count"}, Fallback: fallback}},
		"of another focus":  {request.Perspective{Name: "quality", Tool: "codex", Focus: "cost", Own: true}, critique.Perspective{Name: "quality", Tool: "codex", Role: "QA Lead", Focus: "cost", Fallback: fallback}},
		"a new one":         {request.Perspective{Name: "cost", Tool: "codex", Role: "CFO", Focus: "cost", Own: true}, critique.Perspective{Name: "cost", Tool: "codex", Role: "CFO", Focus: "cost", Fallback: fallback}},
		"nobody":            {request.Perspective{Name: "cost"}, critique.Perspective{}},
		"a strange tool":    {request.Perspective{Name: "cost", Tool: "/bin/sh", Own: true}, critique.Perspective{}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := inbox.Perspectives(asked(tt.asked), known, tools, fallback)
			if _, refused := errors.AsType[*inbox.Refusal](err); refused != (tt.want.Name == "") {
				t.Fatalf("%v", err)
			}
			if err == nil {
				if diff := cmp.Diff([]critique.Perspective{tt.want}, got); diff != "" {
					t.Errorf("-want +got:\n%s", diff)
				}
			}
		})
	}
}
