// Package pipelinetest is what the tests of the pipeline and of those who drive it
// share: a session folder over a table of three rounds, and a panel whose opinions the
// test writes. It imports nothing that it is there to test.
package pipelinetest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"

	"discussd/critique"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
	"discussd/pipeline/verdict/verdicttest"
)

// Session is a session folder with one artifact, that of R2, and who judges it.
type Session struct {
	T      *testing.T
	Dir    string
	Critic *Critic
}

// New makes a session in a temporary folder.
func New(t *testing.T) *Session {
	t.Helper()
	s := &Session{T: t, Dir: filepath.Join(t.TempDir(), "a session"), Critic: &Critic{Rating: 4}}
	s.Write("spec/product-brief.md", "# Brief\n")
	return s
}

// Layout is a table of three rounds; the last has members and is the final one.
func Layout() session.Layout {
	return session.Layout{
		SpecDirs: []string{"spec", "."}, Context: "discovery-context.json", MaxArtifact: 1 << 20, Siblings: []string{"spec-config.json", "blueprint-config.json", "refined-requirements.json", "glossary.json"},
		Rounds: []session.Round{
			{ID: "R1", Label: "scope", Artifacts: []string{"discovery-context.json"}, Perspectives: []string{"quality"}, Caller: "analyst"},
			{ID: "R2", Label: "brief", Artifacts: []string{"product-brief.md"}, Perspectives: []string{"quality", "coverage"}, Caller: "writer", Task: "DRAFT-001"},
			{ID: "R3", Label: "requirements", Artifacts: []string{"requirements/_index.md"}, Members: []string{"requirements/*.md"}, Perspectives: []string{"quality"}, Caller: "writer", Final: true},
		},
	}
}

// Perspectives are those that the rounds name.
func Perspectives() map[string]critique.Perspective {
	return map[string]critique.Perspective{
		"quality":  {Name: "quality", Tool: "claude", Role: "QA Lead"},
		"coverage": {Name: "coverage", Tool: "gemini", Role: "Analyst", Reports: []string{critique.ReportMissingRequirements}},
	}
}

// Request asks for a round FEAS-001 by perspectives that nobody configured.
const Request = `## Multi-Perspective Critique: FEAS-001

### Input
- Artifact: notes/plan.md
- Round: FEAS-001

### Perspectives
| Perspective | CLI Tool | Role | Focus Areas |
|---|---|---|---|
| Feasibility | codex | Engineer | effort, resources |
| Clarity | gemini | Editor | flow |
`

// Path is the absolute path of a file of the session.
func (s *Session) Path(name string) string { return filepath.Join(s.Dir, filepath.FromSlash(name)) }

// Write writes a file of the session.
func (s *Session) Write(name, text string) {
	s.T.Helper()
	if err := os.MkdirAll(filepath.Dir(s.Path(name)), 0o755); err != nil {
		s.T.Fatal(err)
	}
	if err := os.WriteFile(s.Path(name), []byte(text), 0o644); err != nil {
		s.T.Fatal(err)
	}
}

// Verdict is the valid verdict on disk, ok false when there is none.
func (s *Session) Verdict(id string) (v verdict.Verdict, ok bool) {
	s.T.Helper()
	text, err := os.ReadFile(s.Path("discussions/" + id + "-verdict.json"))
	if err != nil {
		return v, false
	}
	if err := verdicttest.Validate(verdict.Schema(), text); err != nil {
		s.T.Errorf("invalid verdict of %s: %v", id, err)
	}
	v, err = verdict.Parse(text)
	if err != nil {
		s.T.Fatal(err)
	}
	return v, true
}

// Pending tells whether a round is marked as not judged yet.
func (s *Session) Pending(id string) bool {
	_, err := os.Lstat(s.Path("discussions/" + id + "-pending.json"))
	return err == nil
}

// Said lists the types of the messages on the session's bus, with their rounds.
func (s *Session) Said() []string {
	s.T.Helper()
	text, err := os.ReadFile(s.Path(".msg/messages.jsonl"))
	if err != nil {
		s.T.Fatal(err)
	}
	var all []string
	for line := range strings.Lines(string(text)) {
		var m struct {
			Type string
			Data struct{ Round string }
		}
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			s.T.Fatalf("%q: %v", line, err)
		}
		all = append(all, m.Type+" "+m.Data.Round)
	}
	return all
}

// Until waits for a condition.
func Until(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !done(); <-time.After(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("timed out waiting for %s", what)
		}
	}
}

// Poison is a logger that panics when it is told At.
type Poison struct {
	hclog.Logger
	At string
}

// With returns the logger itself.
func (p Poison) With(...any) hclog.Logger { return p }

// Info panics when the message is the one.
func (p Poison) Info(message string, _ ...any) {
	if message == p.At {
		panic("poison")
	}
}
