package seeded

import (
	"regexp"
	"strings"
)

// requirementOperators plant defects in the requirements index (or the flat requirements document).
func requirementOperators() []Operator {
	t, c := titles(), columns()
	nfr := regexp.MustCompile(`NFR-`)
	return []Operator{
		op(structure, "RQ-001", "no functional section", on(requirements, func(p *page) bool {
			ok := drop(t.functional)(p)
			if flat(p) {
				drop(re(`^(overview|概述)$`))(p)
			}
			return ok
		}), "RQ-010", "XD-005"),
		op(structure, "RQ-002", "no non-functional requirements", on(requirements, func(p *page) bool {
			return drop(t.nonFunctional)(p) && everyLine(re(`(?:, )?NFR-[A-Z]+-\d{3}`), "")(p)
		}), "XD-005"),
		wide(op(trace, "RQ-003", "neither trace column nor matrix", untraceable(), "RQ-013", "XD-001")),
		op(structure, "RQ-004", "no data requirements", on(requirements, drop(t.data)), "AR-023"),
		op(structure, "RQ-005", "no constraints in the requirements", on(requirements, drop(t.limits))),
		wide(op(structure, "RQ-010", "two requirements left", twoRequirements(), "XD-002", "RQ-015", "XD-001")),
		wide(op(structure, "RQ-011", "requirement without priority", chain(
			on(requirements, inRow(c.functional, c.priority, "REQ-002", constant(""))),
			on(requirements, inside(t.counts, everyLine(re(`REQ-002, |, REQ-002`), ""))),
			on(requirements, inside(t.counts, swap(mustCount, "${1}3"))),
			at(requirements, "REQ-002", unkey("priority"))), "X-013")),
		wide(op(structure, "RQ-012", "six requirements, each a Must", allMust(), "EP-022", "RQ-015", "XD-010", "LX-012")),
		wide(op(trace, "RQ-013", "requirement without a goal", untraced("REQ-002", ""), "X-013")),
		wide(op(trace, "RQ-013", "requirement left out of the trace column", untraced("REQ-003", "-"))),
		wide(op(language, "RQ-014", "non-functional requirement without a measure", unmeasurable(), "RQ-022", "LX-001")),
		op(trace, "RQ-015", "count in the summary is stale", on(requirements, either2(
			inside(t.counts, swap(mustCount, "${1}7")),
			swap(regexp.MustCompile(`(lists |列出 )5`), "${1}8")))),
		op(trace, "RQ-016", "row and matrix name different goals", on(requirements, inRow(c.functional, c.goal, "REQ-002", func(old string) string {
			if strings.Contains(old, "G-003") {
				return "G-001"
			}
			return "G-003"
		}))),
		wide(op(structure, "RQ-022", "target without a method", each(requirements, methodless), "X-013")),
		op(structure, "RQ-023", "nothing is excluded", on(requirements, emptyWont), "X-004"),
		op(structure, "RQ-024", "integration without protocol", on(requirements, inside(t.integrations, inColumn(c.systems, c.protocol, ""))), "X-013"),
		op(structure, "RQ-025", "entity without fields", on(requirements, inside(t.data, func(p *page) bool {
			tab, ok := p.table(c.entities)
			if ok {
				tab.set(tab.rows[0], tab.column(c.fields), "-")
			}
			return ok
		}))),
		op(trace, "XD-001", "trace to a goal that the brief lacks", on(requirements, func(p *page) bool {
			return inRow(c.functional, c.goal, "REQ-002", constant("G-009"))(p) && p.within(t.matrix, func(p *page) bool {
				tab, ok := p.table(nfr)
				if !ok {
					tab, ok = p.table(c.matrix)
				}
				end := tab.rows[len(tab.rows)-1]
				p.replace(end+1, end+1, "| G-009 | REQ-002 |")
				return ok
			})
		}), "RQ-016"),
		op(language, "LX-014", "target number without a unit", on(requirements, func(p *page) bool {
			tab, ok := p.table(c.nonFunctional)
			if ok {
				tab.set(tab.rows[0], tab.column(c.target), "≤ 800")
			}
			return ok
		}), "XD-004", "RQ-031"),
	}
}

// emptyWont leaves the row or the label of the Won't list, and nothing in it.
func emptyWont(p *page) bool {
	wont := re(`^\| (won't|不做) \|`)
	for i := p.from; i < p.to; i++ {
		if wont.MatchString(p.lines[i]) {
			c := cells(p.lines[i])
			p.lines[i] = "| " + c[0] + " |" + strings.Repeat("  |", len(c)-1)
			return true
		}
	}
	return swap(re(`^(\*\*(?:won't|本期不做)[^:：]*[:：]).*$`), "$1")(p)
}

// mustCount is the number of functional Must requirements in a summary.
var mustCount = regexp.MustCompile(`(\| (?:Must|必须) \| (?:功能 )?)4`)

// methodless empties the methods of measurement: in the index, in a requirement's table, in its list, and in the sentence
// that refers to the requirements for them.
func methodless(p *page) bool {
	header := re(`\|\s*(measured by|度量方法|method|方法)\s*\|\s*$`)
	column := inColumn(header, re(`^(measured by|度量方法|method|方法)$`), "")(p)
	return without(re(`^- \*\*(method|方法)\*\*|^(method of measurement|度量方法).*[.。]$`))(p) || column
}

func flat(p *page) bool { return !strings.HasSuffix(p.path, "_index.md") }

func either2(a, b func(*page) bool) func(*page) bool {
	return func(p *page) bool { return a(p) || b(p) }
}

func dropColumn(t table, column int) {
	for _, r := range append([]int{t.header, t.header + 1}, t.rows...) {
		c := cells(t.page.lines[r])
		t.page.lines[r] = "| " + strings.Join(append(c[:column:column], c[column+1:]...), " | ") + " |"
	}
}

// twoRequirements leaves REQ-001 and REQ-002 in the index and among the members.
func twoRequirements() apply {
	row := regexp.MustCompile(`^\| [^|]*REQ-00[3-9]`)
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		changed, path, ok := on(requirements, func(p *page) bool {
			for id := '3'; flat(p) && id <= '9'; id++ {
				drop(re("^req-00" + string(id)))(p)
			}
			for i := len(p.lines) - 1; i >= 0; i-- {
				if row.MatchString(p.lines[i]) {
					p.replace(i, i+1)
				}
			}
			return everyLine(regexp.MustCompile(`REQ-00[3-9], |, REQ-00[3-9]|REQ-00[3-9]|\.\.003`), "")(p)
		})(files)
		if !ok {
			return nil, "", false
		}
		for p := range files {
			if strings.HasPrefix(p, "spec/requirements/REQ-00") && !strings.Contains(p, "REQ-001") && !strings.Contains(p, "REQ-002") {
				delete(changed, p)
			}
		}
		return changed, path, true
	}
}

// allMust applies to sessions with at least six functional requirements, which is where the rule begins.
func allMust() apply {
	t, c := titles(), columns()
	return chain(on(requirements, func(p *page) bool {
		tab, ok := p.table(c.functional)
		if !ok || len(tab.rows) < 6 {
			return false
		}
		for _, r := range tab.rows {
			tab.set(r, tab.column(c.priority), p.mustWord())
		}
		p.within(t.nonFunctional, inColumn(c.nonFunctional, c.priority, p.mustWord()))
		return p.within(t.counts, without(re(`^\| (Should|Could|应该|可以) \|`))) && p.within(t.counts, swap(mustCount, "${1}6"))
	}), on(requirements, inside(t.counts, swap(regexp.MustCompile(`, REQ-004 \|`), ", REQ-004, REQ-005, REQ-006 |"))),
		on(requirements, inside(t.counts, swap(regexp.MustCompile(`(6 functional, |功能 6 条，非功能 )[23]`), "${1}4"))),
		across(requirements, re(`(?m)^priority: (Should|Could)$`), "priority: Must"), across(requirements, re(`(?m)^priority: (应该|可以)$`), "priority: 必须"))
}

// mustWord is the word that the session uses for the highest priority.
func (p *page) mustWord() string {
	if strings.Contains(strings.Join(p.lines, "\n"), "| 必须 |") {
		return "必须"
	}
	return "Must"
}

// unmeasurable takes target, method and numbers from the second non-functional requirement, in the index and in its file.
func unmeasurable() apply {
	c, ids := columns(), regexp.MustCompile(`NFR-[A-Z]+-\d{3}`)
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		var id string
		changed, path, ok := on(requirements, func(p *page) bool {
			tab, ok := p.table(c.nonFunctional)
			if !ok {
				return false
			}
			row := tab.rows[1]
			id = ids.FindString(p.lines[row])
			tab.set(row, tab.column(c.target), p.say("acceptable to users", "用户满意即可"))
			if m := tab.column(c.method); m >= 0 {
				tab.set(row, m, p.say("judgement of the team", "由团队判断"))
			}
			if len(cells(p.lines[row])) == 5 {
				tab.set(row, 2, p.say("The system SHALL behave well", "系统应表现正常"))
			}
			return true
		})(files)
		if !ok {
			return nil, "", false
		}
		if file := member(files, requirements, id); file != "" {
			changed, _, _ = change(changed, file, func(p *page) bool {
				for i, line := range p.lines {
					if strings.HasPrefix(line, "# ") {
						p.lines = append(p.lines[:i:i], p.say("# "+id+": Good behaviour\n\nThe system SHALL behave well in daily use.\n", "# "+id+"：表现正常\n\n系统应在日常使用中表现正常。\n"))
						return true
					}
				}
				return false
			})
		}
		return changed, path, true
	}
}
