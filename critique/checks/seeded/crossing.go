package seeded

import (
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
		wide(op(trace, "XD-001", "goal whose requirements are gone", movedTraces(), "RQ-030")),
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

// orphan adds the file of a requirement that nothing else names, with the frontmatter of the last one.
func orphan() apply {
	return another("REQ-006", "REQ-007", "colour-theme",
		"Colour theme|The system SHOULD show the pages in a light or a dark colour theme.|I want a dark theme so that the screen does not blind me at night.|A chosen theme SHOULD be active within 1 s.|Without a stored choice the light theme SHOULD be shown.",
		"配色|系统应提供浅色与深色两种配色。|我想切换深色配色，以便夜间不刺眼。|切换后 1 秒内，界面应显示新配色。|没有保存选择时，界面应显示浅色配色。")
}

// twinFile adds a second file with the ID of the first requirement, about something else.
func twinFile() apply {
	return another("REQ-001", "REQ-001", "print-labels",
		"Print labels|The system MUST print a label of 60 by 40 mm for each record.|I want a printed label so that a record is found on the shelf.|A label MUST leave the printer within 5 s.|A printer that is out of paper MUST lead to the text \"no paper\".",
		"打印标签|系统必须为每条记录打印 60 × 40 毫米的标签。|我想打印标签，以便在货架上找到记录。|标签必须在 5 秒内打印完成。|打印机缺纸时，系统必须提示“缺纸”。")
}

// another adds a requirement file with the frontmatter and the user of another one. The text holds title, description, wish
// of the story and two criteria, separated by bars.
func another(source, id, name, en, zh string) apply {
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		from := member(files, requirements, source)
		if from == "" {
			return nil, "", false
		}
		p := open(files, from)
		text := strings.Split(p.say(en, zh), "|")
		front, body, _ := strings.Cut(strings.ReplaceAll(string(files[from]), source, id), "\n# ")
		user := regexp.MustCompile(`As an? [^,]+, |作为[^，]+，`).FindString(body)
		mark := "- "
		if strings.Contains(body, "- [ ] ") {
			mark = "- [ ] "
		}
		to := path.Dir(from) + "/" + id + "-" + name + ".md"
		changed := copyOf(files)
		changed[to] = []byte(front + "\n# " + id + p.say(": ", "：") + text[0] + "\n\n" + p.say("## Description", "## 描述") + "\n\n" + text[1] +
			"\n\n" + p.say("## User Story", "## 用户故事") + "\n\n" + user + text[2] +
			"\n\n" + p.say("## Acceptance Criteria", "## 验收标准") + "\n\n" + mark + text[3] + "\n" + mark + text[4] + "\n")
		return changed, to, true
	}
}

// otherCount changes, in the architecture, a count of things that the brief counts too.
func otherCount() apply {
	duration := re(`(second|minute|hour|day|week|month|year)s$`)
	counts := regexp.MustCompile(`\d+ [a-z]+ ?[a-z]*s\b|\d+ (?:个|台|类|部)\p{Han}{2}|\d+ [台类]\p{Han}{1,2}`)
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		target := artifact(files, architecture)
		for _, phrase := range counts.FindAllString(string(files[artifact(files, brief)]), -1) {
			if !duration.MatchString(phrase) {
				if changed, path, ok := replaceOnce(target, phrase, "7"+phrase)(files); ok {
					return changed, path, ok
				}
			}
		}
		return nil, "", false
	}
}
