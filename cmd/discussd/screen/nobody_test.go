package screen

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"discussd/critique"
)

// TestNobodyIsSaidOnce: that no tool can be asked is one thing of the machine, whatever many
// perspectives and rounds it concerns; what became of a tool that was asked is one of each.
func TestNobodyIsSaidOnce(t *testing.T) {
	var said []string
	p := NewProgress(io.Discard, func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }, nil)
	opinion := func(name string, outcomes ...string) critique.Opinion {
		o := critique.Opinion{Perspective: critique.Perspective{Name: name}, Source: critique.SourceSkipped}
		for i, outcome := range outcomes {
			o.Attempts = append(o.Attempts, critique.Attempt{Tool: fmt.Sprint("tool-", (i+len(name))%2), Outcome: critique.Class(outcome)})
		}
		return o
	}
	for _, round := range []string{"DISCUSS-001", "DISCUSS-002"} {
		p.Begin(round, "/s")
		p.Answered(opinion("product", "not_installed", "not_installed"))
		p.Answered(opinion("risk", "not_installed", "not_installed"))
		p.Answered(opinion("risk", "not_installed", "timeout"))
	}
	all := strings.Join(said, "\n")
	if len(said) != 3 || strings.Count(all, "no model could be asked: tool-0: not_installed, tool-1: not_installed;") != 1 || strings.Count(all, "timeout") != 2 {
		t.Errorf("said:\n%s", all)
	}
}
