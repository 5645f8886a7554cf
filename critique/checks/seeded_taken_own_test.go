package checks

import (
	"regexp"
	"testing"
)

// TestWhatIsTakenAwayIsNowhereLeft looks for what an operator claims to take away, in all files of its kind: as long as one
// place is left, a reader finds it there, and the defect is another one.
func TestWhatIsTakenAwayIsNowhereLeft(t *testing.T) {
	tests := map[string]struct{ kind, left string }{
		"neither trace column nor matrix":          {"requirements", `\bG-\d{3}`},
		"requirement without a goal":               {"requirements", `(?s)REQ-002[^\n]*G-\d{3}|G-\d{3}[^\n]*REQ-002|id: REQ-002.*\bG-\d{3}`},
		"requirement left out of the trace column": {"requirements", `(?s)REQ-003[^\n]*G-\d{3}|G-\d{3}[^\n]*REQ-003|id: REQ-003.*\bG-\d{3}`},
		"requirement without priority":             {"requirements", `REQ-002[^\n]*\| (Must|必须)|(Must|必须) \|[^\n]*REQ-002`},
		"goal whose requirements are gone":         {"requirements", `\bG-002`},
		"target without a method":                  {"requirements", `\| (Load test|Failure test|中断试验|断电试验)|\*\*(Method|方法)\*\*`},
		"decision that no epic carries out":        {"epics", `ADR-001`},
		"Must requirement in no epic":              {"epics", `REQ-002`},
		"decision file that the list forgets":      {"architecture", `\| \[*(architecture/)?ADR-002[^\n]*Accepted`},
		"goal renumbered in the brief only":        {"brief", `G-003`},
		"risk table without a row":                 {"architecture", `(?s)(缓解措施|Mitigation) \|\n\|[-|]+\n\|`},
	}
	byName := map[string]Operator{}
	for _, o := range operators(t) {
		byName[o.Name] = o
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			o, ok := byName[name]
			if !ok {
				t.Fatal("no such operator")
			}
			left, before := regexp.MustCompile(test.left), false
			for _, s := range sessions(t) {
				changed, _, ok := o.Apply(s.Files)
				if !ok {
					continue
				}
				for _, p := range group(s.Files, test.kind) {
					before = before || left.Match(s.Files[p])
				}
				for _, p := range group(changed, test.kind) {
					if found := left.Find(changed[p]); found != nil {
						t.Errorf("%s/%s still has %q", s.Name, p, found)
					}
				}
			}
			if !before {
				t.Errorf("no clean session has anything like %s", test.left)
			}
		})
	}
}
