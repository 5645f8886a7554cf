package diagnostic

import (
	"fmt"
	"strings"

	"discussd/critique"
	"discussd/internal/text/printable"
)

// Total counts what several rounds hold.
type Total struct {
	findings           map[critique.Severity]int
	places             int
	muted              int // places
	sessions           map[string]bool
	applicable, passed int
	rounds, failed     int
	kept, blocked      int // rounds that keep the verdict of models, and those of them that it blocks
}

// Rounds is how many were added.
func (t *Total) Rounds() int { return t.rounds }

// Add counts a round.
func (t *Total) Add(r Round) {
	if t.sessions == nil {
		t.sessions, t.findings = map[string]bool{}, map[critique.Severity]int{}
	}
	if r.Session != "" {
		t.sessions[r.Session] = true
	}
	t.rounds++
	t.applicable += r.Applicable
	t.passed += r.Passed
	t.muted += len(r.Muted)
	if r.Failure != nil {
		t.failed++
	}
	for _, f := range r.Findings {
		t.findings[f.Severity]++
		t.places += len(f.Places)
	}
}

// Keep counts a round that keeps the verdict of models, which blocks it or does not.
func (t *Total) Keep(r Round, blocked bool) {
	t.Add(r)
	t.kept++
	if blocked {
		t.blocked++
	}
}

// String is the last line: "3 HIGH, 2 LOW at 9 places in 2 sessions; 118 of 123
// checks passed". Places are told where they are more than findings.
func (t *Total) String() string {
	var parts []string
	findings := 0
	for _, s := range []critique.Severity{critique.High, critique.Medium, critique.Low} {
		if n := t.findings[s]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, s))
			findings += n
		}
	}
	line := strings.Join(parts, ", ")
	if findings == 0 {
		line = "no findings"
	}
	if t.places > findings {
		line += " at " + printable.Counted(t.places, "place", "places")
	}
	line += fmt.Sprintf(" in %s; %d of %s passed", printable.Counted(len(t.sessions), "session", "sessions"), t.passed, printable.Counted(t.applicable, "check", "checks"))
	if t.muted > 0 {
		line += "; " + printable.Counted(t.muted, "place", "places") + " muted by the artifact"
	}
	if t.kept > 0 {
		line += fmt.Sprintf("; %s with a verdict of models, %d of them blocked", printable.Counted(t.kept, "round", "rounds"), t.blocked)
	}
	if t.failed > 0 {
		line += "; " + printable.Counted(t.failed, "round", "rounds") + " could not be judged"
	}
	return line
}
