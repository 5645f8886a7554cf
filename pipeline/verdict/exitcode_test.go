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

func TestExitCodeOfChecksAlone(t *testing.T) {
	with := func(severities ...critique.Severity) Assessment {
		var a Assessment
		for _, s := range severities {
			a.Findings = append(a.Findings, critique.Finding{Severity: s, State: StateNew})
		}
		return a
	}
	fixed := with(critique.High)
	fixed.Findings[0].State = StateFixed
	tests := map[string]struct {
		checks Assessment
		want   int
	}{
		"no finding":   {with(), 0},
		"LOW":          {with(critique.Low), 0},
		"MEDIUM":       {with(critique.Low, critique.Medium), 3},
		"HIGH":         {with(critique.Medium, critique.High), 2},
		"a fixed HIGH": {fixed, 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := test.checks.ExitCode(); got != test.want {
				t.Errorf("got %d, want %d", got, test.want)
			}
		})
	}
}
