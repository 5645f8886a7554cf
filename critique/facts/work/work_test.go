package work

import (
	"slices"
	"strings"
	"testing"

	"discussd/critique/document"
)

func TestRead(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		want []string // each step with what it needs
	}{
		"words of items": {"- [ ] 1.1 Pole\n- [ ] 1.2 Cable (needs 1.1)\n  - Depends on task 2 and 3\n- [ ] 2. Lamp, ready after 4 days\n- [ ] 3. Map\n",
			[]string{"1.1:", "1.2: 1.1 2 3", "2:", "3:"}},
		"a line that is marked": {"- [ ] 1.1 Pole\n- [ ] 1.2 Cable\n  - _Depends: 1.1, 2.3_\n",
			[]string{"1.1:", "1.2: 1.1 2.3"}},
		"other languages": {"- [ ] 1. Mast\n- [ ] 2. Kabel (nach 1.1 und 3.2)\n- [ ] 3. Lampe (après les tâches 1 et 2)\n- [ ] 4. 灯（依赖任务 3、2.1）\n",
			[]string{"1:", "2: 1.1 3.2", "3: 1 2", "4: 3 2.1"}},
		"stories": {"## Story 1.1: Pole\n\nDepends on: nothing. Points: 5\n\n## Story 1.2: Lamp\n\nDepends on: 1.1, 2.3. Points: 5\n",
			[]string{"Story 1.1:", "Story 1.2: Story 1.1 Story 2.3"}},
		"clauses": {"- [ ] T1 Pole\n- [ ] T2 Cable\n- T1 attend T3 ; T3 et T2 attendent T4. T4 needs Pole 3 (after dusk; T5 too)\n- T2 first; T4 is tried only after T2\n",
			[]string{"T1: T3", "T2: T4", "T1:", "T4: T2", "T3: T4", "T2:"}},
		"rows": {"| Phase | Part | Starts when |\n|---|---|---|\n| 1 | Pole | the site is free |\n| 2 | Lamp | phase 1 is finished |\n",
			[]string{"Phase 1:", "Phase 2: Phase 1"}},
		"files": {"- [ ] 1. Pole in src/pole.ts\n  - _Leverage: src/lamp.ts, src/base.ts_\n- [ ] 2. Lamp\n  - File: src/lamp.ts\n",
			[]string{"1: 2", "2:"}},
		"of the work": {"## Phase 1: Pole\n\n## Phase 2: Lamp\n\nPhase 1 lays the ground. After Phase 2, work goes on at any pace.\n",
			[]string{"Phase 1:", "Phase 2:"}},
		"no needs": {"- [ ] 1. Pole does not depend on T002\n- [ ] 2. Lamp lights 5 minutes after dusk, and after 3.5 V\n",
			[]string{"1:", "2:"}},
	} {
		var got []string
		for _, s := range Read(document.Parse("tasks.md", []byte(test.text))) {
			text := s.Name + ":"
			for _, n := range s.Needs {
				text += " " + n.Name
			}
			got = append(got, text)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", name, strings.Join(got, "; "), strings.Join(test.want, "; "))
		}
	}
}
