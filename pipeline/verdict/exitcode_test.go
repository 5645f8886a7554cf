package verdict

import (
	"testing"

	"discussd/critique"
)

func TestWorst(t *testing.T) {
	tests := map[string]struct {
		codes []int
		want  int
	}{
		"nothing":              {nil, 0},
		"all reached":          {[]int{0, 0}, 0},
		"MEDIUM over reached":  {[]int{0, 3, 0}, 3},
		"HIGH over MEDIUM":     {[]int{3, 2, 0}, 2},
		"error over HIGH":      {[]int{2, 4, 3}, 4},
		"timeout over reached": {[]int{0, 75}, 75},
		"HIGH over timeout":    {[]int{75, 2}, 2},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := Worst(test.codes...); got != test.want {
				t.Errorf("got %d, want %d", got, test.want)
			}
		})
	}
}

// TestExitCodeAt moves the bar of the facts beside verdicts of every kind.
func TestExitCodeAt(t *testing.T) {
	with := func(v Verdict, severities ...critique.Severity) Verdict {
		for _, s := range severities {
			v.Checks.Findings = append(v.Checks.Findings, critique.Finding{Severity: s, State: StateNew})
		}
		return v
	}
	blocked := func(s critique.Severity) Verdict { return Verdict{Outcome: Blocked, Severity: new(s)} }
	reached := Verdict{Outcome: Reached}
	fixed := with(reached, critique.High)
	fixed.Checks.Findings[0].State = StateFixed
	tests := map[string]struct {
		verdict Verdict
		want    [4]int // at high, medium, low, never
	}{
		"reached, no finding":       {reached, [4]int{0, 0, 0, 0}},
		"reached over LOW":          {with(reached, critique.Low), [4]int{0, 0, 3, 0}},
		"reached over MEDIUM":       {with(reached, critique.Medium), [4]int{0, 3, 3, 0}},
		"reached over HIGH":         {with(reached, critique.High), [4]int{0, 3, 3, 0}},
		"reached over a fixed HIGH": {fixed, [4]int{0, 0, 0, 0}},
		"blocked LOW over MEDIUM":   {with(blocked(critique.Low), critique.Medium), [4]int{0, 3, 3, 0}},
		"blocked MEDIUM":            {blocked(critique.Medium), [4]int{3, 3, 3, 0}},
		"blocked HIGH":              {with(blocked(critique.High), critique.High), [4]int{2, 2, 2, 0}},
		"error":                     {with(Verdict{Outcome: Failed}, critique.High), [4]int{4, 4, 4, 4}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var got [4]int
			for i, bar := range Bars {
				got[i] = test.verdict.ExitCodeAt(bar)
			}
			if got != test.want || got[0] != test.verdict.ExitCode() {
				t.Errorf("got %v, want %v; the verdict's own is %d", got, test.want, test.verdict.ExitCode())
			}
		})
	}
}
