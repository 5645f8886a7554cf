package schedule

import (
	"slices"
	"testing"
)

// What is found while a session is being looked at waits for another look.
func TestSurveysMissNothing(t *testing.T) {
	var s surveys
	of, other := survey{session: "a"}, survey{session: "b"}
	steps := []struct {
		of    survey
		round string
		first bool
	}{{of, "R1", true}, {of, "R2", false}, {of, "R1", false}, {other, "R1", true}}
	for range 2 {
		for _, step := range steps {
			if first := s.add(step.of, step.round); first != step.first {
				t.Errorf("%+v: first %v", step, first)
			}
		}
		if got := s.take(of); !slices.Equal(got, []string{"R1", "R2"}) {
			t.Errorf("took %q", got)
		}
		s.take(other)
	}
}
