package seeded

import (
	"bytes"
	"path"
	"regexp"
	"strings"
)

// crossingOperators plant contradictions between documents.
func crossingOperators() []Operator {
	t, c := titles(), columns()
	return []Operator{
		op(trace, "XD-001", "goal that no requirement serves", on(brief, inside(t.goals, func(p *page) bool {
			text := p.say("G-004 | Fewer complaints | 30 a month | ≤ 5 a month by 2026-06-30 | Complaint log", "G-004 | 减少投诉 | 每月 30 起 | ≤ 每月 5 起 | 投诉记录，2026-06-30 前")
			if tab, ok := p.table(c.goals); ok {
				parts := strings.Split(text, " | ")
				for len(parts) < len(cells(p.lines[tab.header])) {
					parts = append(parts[:2:2], append([]string{p.say("Complaints per month", "每月投诉")}, parts[2:]...)...)
				}
				end := tab.rows[len(tab.rows)-1] + 1
				p.replace(end, end, "| "+strings.Join(parts, " | ")+" |")
				return true
			}
			line := p.say("- **G-004**: Complaints fall from 30 to ≤ 5 a month by 2026-06-30, measured by the complaint log.", "- **G-004**：投诉从每月 30 起降到 ≤ 5 起，2026-06-30 前，按投诉记录计算。")
			for i := p.from; i < p.to; i++ {
				if strings.Contains(p.lines[i], "**G-003**") {
					p.replace(i+1, i+1, line)
					return true
				}
			}
			return false
		}))),
		wide(op(trace, "XD-001", "goal whose requirements are gone", chain(
			on(requirements, inside(t.matrix, everyLine(regexp.MustCompile(`^\| G-002 .*$`), "| G-002 | - |"))),
			across(requirements, regexp.MustCompile(`, G-002\b|G-002, `), ""),
			across(requirements, regexp.MustCompile(`\bG-002\b`), "G-001")), "RQ-016", "RQ-030")),
		op(trace, "XD-004", "bound differs between requirements and architecture", otherBound()),
		op(trace, "XD-005", "requirement file that the index does not list", orphan()),
		op(trace, "XD-005", "two files with one ID", twinFile(), "X-006"),
		op(trace, "XD-006", "count differs between brief and architecture", otherCount(), "XD-004"),
		wide(op(trace, "XD-013", "offline product on a cloud service", chain(
			on(brief, item(t.constraints, "The product works offline; data stays on the local network.", "产品离线运行，数据只保存在本地网络。")),
			on(architecture, inside(t.stack, func(p *page) bool {
				tab, ok := p.table(c.stack)
				if ok {
					tab.set(tab.rows[1], 1, p.say("AWS cloud SaaS", "AWS 云端 SaaS"))
				}
				return ok
			}))))),
	}
}

// otherBound changes, in the architecture's quality attributes, the first number of a target that the requirements set.
func otherBound() apply {
	return on(architecture, inside(titles().qualities, func(p *page) bool {
		tab, ok := p.table(columns().qualities)
		if !ok || tab.column(columns().target) < 0 {
			return false
		}
		row, col := tab.rows[0], tab.column(columns().target)
		number := regexp.MustCompile(`\d+(\.\d+)?`)
		done := false
		tab.set(row, col, number.ReplaceAllStringFunc(tab.cell(row, col), func(n string) string {
			if done {
				return n
			}
			done = true
			return "3" + n
		}))
		return done
	}))
}

// orphan adds a requirement file, a copy of the last one under a new ID and title.
func orphan() apply {
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		source := member(files, requirements, "REQ-006")
		if source == "" {
			return nil, "", false
		}
		to := "spec/requirements/REQ-007-colour-theme.md"
		changed := copyOf(files)
		text := bytes.ReplaceAll(files[source], []byte("REQ-006"), []byte("REQ-007"))
		changed[to] = regexp.MustCompile(`(?m)^# REQ-007.*$`).ReplaceAll(text, []byte("# REQ-007: Colour theme 配色"))
		return changed, to, true
	}
}

// twinFile adds a second file with the ID of the first requirement and another title.
func twinFile() apply {
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		source := member(files, requirements, "REQ-001")
		if source == "" {
			return nil, "", false
		}
		to := path.Dir(source) + "/REQ-001-print-labels.md"
		changed := copyOf(files)
		changed[to] = regexp.MustCompile(`(?m)^# REQ-001.*$`).ReplaceAll(files[source], []byte("# REQ-001: Print labels 打印标签"))
		return changed, to, true
	}
}

// otherCount changes, in the architecture, a count of things that the brief counts too.
func otherCount() apply {
	counts := regexp.MustCompile(`\d+ [a-z]+ ?[a-z]*s\b|\d+ (?:个|台|类|部)\p{Han}{2}|\d+ [台类]\p{Han}{1,2}`)
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		target := artifact(files, architecture)
		for _, phrase := range counts.FindAllString(string(files[artifact(files, brief)]), -1) {
			if strings.Contains(string(files[target]), phrase) && !bound.MatchString(phrase) {
				return replaceAll(target, phrase, "7"+phrase)(files)
			}
		}
		return nil, "", false
	}
}
