package seeded

import (
	"fmt"
	"regexp"
	"strings"
)

// courseOperators let what is decided and what is planned run against each other: decisions that no longer hold, orders and
// dependencies that cannot be followed, states and epics that only one document knows.
func courseOperators() []Operator {
	t := titles()
	return []Operator{
		op(trace, "AR-012", "decision superseded in its own text and still relied upon", at(architecture, "ADR-001", func(p *page) bool {
			front := key("status", "superseded")(p)
			return swap(re(`^(\*\*(?:status|状态)\*\*[:：] ?)Accepted$`), p.say("${1}Superseded by ADR-002", "${1}已被 ADR-002 取代"))(p) || front
		}), "XD-012", "X-012"),
		op(trace, "AR-012", "rejected decision that epics carry out", on(architecture, inside(t.decisions, func(p *page) bool {
			// In a list the status stands in the row of the decision, in a flat document in the lines below its heading.
			seen := false
			for i := p.from; i < p.to; i++ {
				seen = seen || strings.Contains(p.lines[i], "ADR-002")
				if seen && strings.Contains(p.lines[i], "Accepted") {
					p.lines[i] = strings.Replace(p.lines[i], "Accepted", "Rejected", 1)
					return true
				}
			}
			return false
		})), "XD-012", "X-012"),
		op(trace, "XD-002", "decision traces to a requirement that nobody wrote", at(architecture, "ADR-001",
			swap(regexp.MustCompile(`REQ-00(\d)`), "REQ-01$1")), "X-005"),
		op(trace, "EP-027", "story waits for the one after it", at(epics, "EPIC-001", waitFor(1, 2)), "EP-020", "EP-012"),
		op(trace, "EP-021", "first story waits for an epic after the first release", either(
			laterStory("EPIC-004", 4), laterStory("EPIC-003", 3)), "EP-020", "EP-027", "EP-012"),
		op(trace, "EP-020", "order ends with an epic that nobody wrote", on(epics, inside(t.order, func(p *page) bool {
			end := p.last(p.from, p.to)
			p.replace(end+1, end+1, fmt.Sprintf("%c. EPIC-007", p.lines[end][0]+1))
			return true
		})), "XD-017", "EP-012", "XD-002"),
		op(trace, "EP-020", "order leaves out an epic", on(epics, inside(t.order, without(regexp.MustCompile(`^2\. EPIC-002`))))),
		op(trace, "XD-014", "state that only the diagram knows", reword(architecture,
			"    published --> worked\n", "    published --> worked\n    published --> withdrawn\n    withdrawn --> [*]\n",
			"    待复核 --> 已确认\n", "    待复核 --> 已确认\n    待复核 --> 已作废\n    已作废 --> [*]\n",
			"    待领 --> 逾期\n", "    待领 --> 逾期\n    待领 --> 已转交\n    已转交 --> [*]\n"), "AR-025"),
		op(trace, "RD-020", "report finds a Must requirement in an epic that does not carry it", reword(readiness,
			"REQ-003, REQ-004 in EPIC-002", "REQ-003, REQ-004 in EPIC-003",
			"EPIC-003: REQ-003 |", "EPIC-004: REQ-003 |",
			"| MVP holds the Must requirements | Pass | EPIC-001, EPIC-002 |", "| MVP holds the Must requirements | Pass | EPIC-001, EPIC-003 |",
			"EPIC-002 含 REQ-003, REQ-004", "EPIC-003 含 REQ-003, REQ-004",
			"| 通过 | EPIC-001、EPIC-002、EPIC-003 |", "| 通过 | EPIC-001、EPIC-002、EPIC-004 |",
			"EPIC-001, EPIC-002（REQ-001~003）", "EPIC-001, EPIC-003（REQ-001~003）"), "RD-017", "EP-022"),
	}
}

// laterStory lets the first story of EPIC-001 wait for the first one of an epic that the session plans after its MVP.
func laterStory(id string, number int) apply {
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		if !strings.Contains(string(files[artifact(files, epics)]), id) {
			return nil, "", false
		}
		return at(epics, "EPIC-001", waitFor(number, 1))(files)
	}
}

// waitFor adds, below the trace of the first story in the window, the story it depends on, as the session writes it.
func waitFor(epic, story int) func(*page) bool {
	traced := re(`^(\**)(traces to|追溯)(\**)[:：]`)
	return func(p *page) bool {
		text := strings.Join(p.lines[p.from:p.to], "\n")
		id := fmt.Sprintf("STORY-%03d-%03d", epic, story)
		if !strings.Contains(text, "STORY-") {
			id = fmt.Sprintf("%s %d.%d", p.say("Story", "故事"), epic, story)
		}
		for i := p.from; i < p.to; i++ {
			if m := traced.FindStringSubmatch(p.lines[i]); m != nil {
				p.replace(i+1, i+1, m[1]+p.say("Depends on", "依赖")+m[3]+p.say(": ", "：")+id)
				return true
			}
		}
		return false
	}
}
