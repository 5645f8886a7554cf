package seeded

import (
	"bytes"
	"regexp"
	"strings"
)

// decisionOperators plant defects in architecture decision records and their list.
func decisionOperators() []Operator {
	t := titles()
	status := regexp.MustCompile(`Accepted`)
	return []Operator{
		op(structure, "AR-003", "no decision records", on(architecture, drop(t.decisions)), "XD-005"),
		op(structure, "AR-012", "decision still proposed in a complete document", on(architecture, inside(t.decisions, swap(status, "Proposed"))), "X-012"),
		op(structure, "AR-012", "decisions without IDs", on(architecture, inside(t.decisions, everyLine(re(`\[?\[?(?:architecture/)?ADR-\d{3}[^\]|\\\s：:]*(?:\\\|ADR-\d{3})?\]?\]?(?:\([^)]*\))?[:：]? ?`), ""))), "AR-003", "XD-005", "X-013"),
		op(structure, "AR-015", "decision with a single option", at(architecture, "ADR-001", onlyOption)),
		op(structure, "AR-015", "second decision lists no options", at(architecture, "ADR-002", drop(t.options))),
		op(structure, "AR-016", "decision without a cost", at(architecture, "ADR-001", inside(t.consequences, withoutCost))),
		op(structure, "AR-016", "second decision has good consequences only", at(architecture, "ADR-002", inside(t.consequences, withoutCost))),
		wide(op(trace, "XD-012", "decision that no epic carries out", across(epics, re(`(ADR-001)(, )?`), ""))),
		wide(op(trace, "XD-003", "Must requirement that the architecture never names", func(files map[string][]byte) (map[string][]byte, string, bool) {
			id := regexp.MustCompile(`, REQ-002|REQ-002, `)
			return chain(across(architecture, id, ""), across(architecture, regexp.MustCompile(`REQ-002`), "the brief", "产品简报"),
				at(requirements, "REQ-002", without(re(`^- \*\*(architecture|架构)\*\*`))))(files)
		})),
	}
}

// onlyOption keeps the chosen option.
func onlyOption(p *page) bool {
	s, ok := p.section(titles().options)
	if !ok {
		return false
	}
	kept, dropped := []string{}, false
	for _, line := range p.lines[s.start:s.end] {
		option := regexp.MustCompile(`^(- |\d+\. )`).MatchString(line)
		if option && !strings.Contains(line, "chosen") && !strings.Contains(line, "选定") {
			dropped = true
			continue
		}
		kept = append(kept, line)
	}
	p.replace(s.start, s.end, kept...)
	return dropped
}

// withoutCost drops the negative consequences, whether they are items or a heading with items.
func withoutCost(p *page) bool {
	kept, skipping, dropped := []string{}, false, false
	cost := re(`^(- (negative|bad|负面)\s*[:：]|#+ (negative|负面)$)`)
	for i := p.from; i < p.to; i++ {
		line := p.lines[i]
		switch {
		case cost.MatchString(line):
			skipping = strings.HasPrefix(line, "#")
			dropped = true
			continue
		case skipping && strings.HasPrefix(line, "#"):
			skipping = false
		}
		if !skipping {
			kept = append(kept, line)
		}
	}
	p.replace(p.from, p.to, kept...)
	return dropped
}

// replaceOnce replaces the first occurrence of plain text in one file.
func replaceOnce(path, old, with string) apply {
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		text := bytes.Replace(files[path], []byte(old), []byte(with), 1)
		if bytes.Equal(text, files[path]) {
			return nil, "", false
		}
		changed := copyOf(files)
		changed[path] = text
		return changed, path, true
	}
}
