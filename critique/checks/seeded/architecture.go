package seeded

import (
	"regexp"
	"strings"
)

// architectureOperators plant defects in the architecture index (or the flat document).
func architectureOperators() []Operator {
	t, c := titles(), columns()
	return []Operator{
		op(structure, "AR-001", "no components", on(architecture, drop(t.components)), "AR-017"),
		op(structure, "AR-002", "no technology stack", on(architecture, drop(t.stack))),
		op(structure, "AR-004", "no data architecture", on(architecture, drop(t.dataStores)), "AR-023", "AR-024"),
		op(structure, "AR-005", "architecture without risks", on(architecture, drop(t.risks))),
		op(structure, "AR-006", "no error handling", on(architecture, drop(t.errors)), "AR-014"),
		op(structure, "AR-007", "no testing strategy", on(architecture, drop(t.testing))),
		op(structure, "AR-008", "no security section", on(architecture, drop(t.security))),
		op(structure, "AR-010", "no diagram at all", on(architecture, dropFences)),
		op(structure, "AR-011", "technology without rationale", on(architecture, inside(t.stack, func(p *page) bool {
			tab, ok := p.table(c.stack)
			if ok {
				tab.set(tab.rows[0], tab.column(c.reason), "")
			}
			return ok
		})), "X-013"),
		op(structure, "AR-013", "risk without mitigation", on(architecture, inside(t.risks, func(p *page) bool {
			tab, ok := p.table(c.risks)
			if ok {
				tab.set(tab.rows[1], tab.column(c.mitigation), "-")
			}
			return ok
		}))),
		op(trace, "AR-017", "diagram node that no component describes", on(architecture, inside(t.components, func(p *page) bool {
			for i := p.from; i < p.to; i++ {
				if strings.Contains(p.lines[i], "-->") {
					p.replace(i, i, p.say("    Z1[Billing Gateway] --> Z2[Session Cache]", "    Z1[计费网关] --> Z2[会话缓存]"))
					return true
				}
			}
			return false
		}))),
		op(structure, "AR-018", "component without responsibility", on(architecture, inside(t.components, func(p *page) bool {
			tab, ok := p.table(c.components)
			if ok {
				tab.set(tab.rows[1], tab.column(c.role), "")
			}
			return ok
		})), "X-013"),
		op(trace, "AR-019", "components depend on each other in a circle", on(architecture, inside(t.components, circle))),
		wide(op(trace, "AR-021", "non-functional requirement that the architecture forgets", forgetNFR(), "XD-011")),
		op(structure, "AR-022", "endpoint without authentication", on(architecture, inside(t.endpoints, func(p *page) bool {
			tab, ok := p.table(re(`(auth|鉴权)`))
			if ok {
				tab.set(tab.rows[0], tab.column(c.auth), "")
			}
			return ok
		})), "X-013"),
		op(trace, "AR-023", "entity of another name", on(architecture, inside(t.dataStores, func(p *page) bool {
			tab, ok := p.table(c.retention)
			if !ok {
				tab, ok = p.table(re(`retention|保留期`))
			}
			if !ok {
				return false
			}
			// The name as a cell or in a relation, not within the name of a store.
			name := regexp.MustCompile(`(^ *|[|{] )` + regexp.QuoteMeta(tab.cell(tab.rows[0], 0)) + `( \|| :)`)
			return everyLine(name, "${1}"+p.say("Ledger", "台账")+"$2")(p)
		}))),
		op(structure, "AR-024", "store without retention and backup", on(architecture, inside(t.dataStores, func(p *page) bool {
			header := re(`retention|保留期`)
			return inColumn(header, c.retention, "-")(p) && inColumn(header, c.backup, "-")(p)
		}))),
		op(trace, "AR-025", "state without a way out", on(architecture, inside(t.states, func(p *page) bool {
			for i := p.to - 1; i > p.from; i-- {
				if strings.Contains(p.lines[i], "-->") {
					// The first state leads to one that nothing leads out of.
					p.replace(i, i, "    "+strings.Fields(p.lines[p.from+4])[2]+" --> "+p.say("parked", "搁置"))
					return true
				}
			}
			return false
		})), "XD-014"),
		op(structure, "AR-026", "setting without default", on(architecture, inside(t.config, func(p *page) bool {
			tab, ok := p.table(re(`default|默认值`))
			if ok {
				tab.set(tab.rows[1], 1, "")
				tab.set(tab.rows[1], 2, "")
			}
			return ok
		})), "X-013"),
		op(structure, "AR-028", "no rollback although data is migrated", on(architecture, noRollback)),
		op(structure, "AR-029", "library without licence", on(architecture, inside(t.stack, func(p *page) bool {
			tab, ok := p.table(c.stack)
			if ok {
				tab.set(tab.rows[1], tab.column(c.licence), "")
			}
			return ok
		})), "X-013"),
		op(language, "AR-030", "each risk is low", on(architecture, inside(t.risks, func(p *page) bool {
			return inColumn(c.risks, c.probability, p.say("Low", "低"))(p) && inColumn(c.risks, c.impact, p.say("Low", "低"))(p)
		}))),
	}
}

// noRollback leaves a deployment that migrates data and says nothing of a way back.
func noRollback(p *page) bool {
	s, ok := p.section(titles().rollback)
	if ok {
		number := headingNumber.FindString(strings.TrimPrefix(p.lines[s.start], "## "))
		p.replace(s.start, s.end, "## "+number+p.say("Deployment", "发布"), "", p.say("The old records are migrated once, on the first day.", "旧数据在首日一次性迁移。"), "")
	}
	return ok
}

// dropFences removes the fenced blocks with their diagrams.
func dropFences(p *page) bool {
	kept, fenced, found := []string{}, false, false
	for _, line := range p.lines {
		if fence.MatchString(line) {
			fenced, found = !fenced, true
			continue
		}
		if !fenced {
			kept = append(kept, line)
		}
	}
	p.replace(0, len(p.lines), kept...)
	return found
}

// circle adds the reverse of the diagram's first edge.
func circle(p *page) bool {
	edge := regexp.MustCompile(`^\s*(\w+)(?:\[[^\]]*\])? --> (\w+)`)
	for i := p.from; i < p.to; i++ {
		if m := edge.FindStringSubmatch(p.lines[i]); m != nil {
			p.replace(i+1, i+1, "    "+m[2]+" --> "+m[1])
			return true
		}
	}
	return false
}

// forgetNFR removes the last non-functional requirement from architecture and epics.
func forgetNFR() apply {
	ids := regexp.MustCompile(`NFR-[A-Z]+-\d{3}`)
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		path := artifact(files, requirements)
		found := ids.FindAllString(string(files[path]), 1)
		if len(found) == 0 {
			return nil, "", false
		}
		row := regexp.MustCompile(`(?m)^\| ` + found[0] + ` \|.*\n`)
		mention := regexp.MustCompile(`, ` + found[0] + `|` + found[0] + `, `)
		link := regexp.MustCompile(`[,、] ?\[` + found[0] + `\]\([^)]*\)|、` + found[0])
		return chain(across(architecture, row, ""), across(architecture, mention, ""), across(architecture, regexp.MustCompile(found[0]), "the target", "目标值"),
			across(epics, row, ""), across(epics, mention, ""), across(epics, link, ""))(files)
	}
}
