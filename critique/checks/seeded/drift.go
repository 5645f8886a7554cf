package seeded

import (
	"regexp"
	"strings"
)

// driftOperators change a fact in one of the places that state it, as happens when a document is revised and its neighbours
// are not: frontmatter and index, row and matrix, summary and table, brief and stories.
func driftOperators() []Operator {
	t, c := titles(), columns()
	return []Operator{
		op(trace, "RQ-016", "file's frontmatter names another goal than the index", at(requirements, "REQ-001",
			swap(regexp.MustCompile(`^traces_to: \[G-00\d\]$`), "traces_to: [G-003]"))),
		op(trace, "RQ-015", "file's frontmatter lowers the priority", at(requirements, "REQ-003", either2(
			swap(regexp.MustCompile(`^priority: Must$`), "priority: Could"),
			swap(regexp.MustCompile(`^priority: 应该$`), "priority: 可以"))), "XD-010", "LX-012"),
		op(trace, "RQ-016", "range in the matrix ends short", reword(requirements,
			"| REQ-001, REQ-002, REQ-003, REQ-004, NFR-SEC-001 |", "| REQ-001..003, NFR-SEC-001 |",
			"REQ-001..003, NFR-R-001", "REQ-001..002, NFR-R-001",
			"| REQ-003, REQ-004, REQ-006, NFR-S-001 |", "| REQ-003~004, NFR-S-001 |",
			"| REQ-001, REQ-003, REQ-004, REQ-006, NFR-REL-001", "| REQ-001, REQ-003~004, NFR-REL-001"), "RD-020"),
		op(trace, "RQ-015", "count of the non-functional requirements is stale", reword(requirements,
			"6 functional + 4 non-functional", "6 functional + 5 non-functional",
			"4 functional, 3 non-functional", "4 functional, 2 non-functional",
			"5 functional and 4 non-functional", "5 functional and 3 non-functional",
			"6 条功能需求，4 条非功能需求", "6 条功能需求，3 条非功能需求",
			"功能 4 条，非功能 2 条", "功能 4 条，非功能 3 条",
			"5 条功能需求与 4 条非功能需求", "5 条功能需求与 5 条非功能需求"), "XD-006"),
		wide(op(trace, "XD-010", "requirement put off but still scheduled", putOff(), "XD-007")),
		op(trace, "EP-024", "story added and the count left", at(epics, "EPIC-002", furtherStory), "XD-006"),
		op(trace, "XD-005", "frontmatter keeps the ID of the file it was copied from", at(requirements, "REQ-006", key("id", "REQ-005")), "X-006"),
		op(trace, "XD-005", "decision file that the list forgets", on(architecture, inside(t.decisions, without(re(`^\| \[*(?:architecture/)?ADR-002.*Accepted`)))), "AR-003"),
		op(trace, "XD-014", "state renamed in the data table only", reword(requirements,
			"(draft, published, worked)", "(draft, released, worked)",
			"（待复核、已确认、已关闭）", "（待复核、已入账、已关闭）",
			"（待领、已领、逾期）", "（待领、已领、作废）"), "AR-025"),
		op(trace, "AR-017", "component renamed in the table only", reword(architecture,
			"| Rule Check |", "| Compliance Engine |",
			"| Drill Runner |", "| Proof Worker |",
			"| Caller |", "| Alert Dispatcher |",
			"| 回写任务 |", "| 同步网关 |",
			"| 匹配任务 |", "| 推荐引擎 |",
			"| 校验器 |", "| 审核模块 |")),
		op(trace, "XD-001", "goal renumbered in the brief only", on(brief, inside(t.goals, everyLine(regexp.MustCompile(`G-003`), "G-005"))), "X-007"),
		op(trace, "XD-008", "persona renamed in the brief only", reword(brief,
			"| Ward manager |", "| Roster planner |",
			"### Freelance administrator", "### Outside contractor",
			"**Network engineer**:", "**Planning officer**:",
			"| 盘点员 |", "| 理货员 |",
			"### 值班员", "### 保管员",
			"**审计专员**：", "**合规经理**："), "BR-019"),
		op(trace, "XD-006", "count copied wrong into the epics", reword(epics,
			"replace the spreadsheet on 4 pilot wards", "replace the spreadsheet on 6 pilot wards",
			"looks after 12 studios", "looks after 20 studios",
			"I want values of 46 sensors", "I want values of 64 sensors",
			"报告列出 8 个仓库", "报告列出 6 个仓库",
			"我想在一处查 5 个校区", "我想在一处查 4 个校区",
			"3 名工程师各在 30 分钟内", "5 名工程师各在 30 分钟内"), "XD-004", "RQ-031"),
		op(trace, "XD-004", "criterion of a story sets another bound than its requirement", reword(epics,
			"The result appears within 2 s at P95.", "The result appears within 6 s at P95.",
			"uploads less than 1 MiB.", "uploads less than 16 MiB.",
			"The map opens within 3 s at P95", "The map opens within 8 s at P95",
			"清点结束后 5 分钟内列出差异单", "清点结束后 30 分钟内列出差异单",
			"第一页在 1.5 秒内返回", "第一页在 4 秒内返回",
			"归档 40 GB 日志在 90 分钟内完成", "归档 40 GB 日志在 150 分钟内完成"), "RQ-031"),
		op(trace, "XD-002", "component table mistypes a requirement", on(architecture, inside(t.components, func(p *page) bool {
			tab, ok := p.table(c.components)
			return ok && swap(regexp.MustCompile(`REQ-002`), "REQ-020")(&page{path: p.path, lines: p.lines, from: tab.header, to: p.to, zh: p.zh})
		})), "XD-003"),
	}
}

// putOff moves the last functional requirement to the Won't list of the requirements and leaves the epic that carries it.
func putOff() apply {
	return chain(
		reword(requirements,
			"Yearly proof of rest times | Could |", "Yearly proof of rest times | Won't |",
			"One-line status | Should |", "One-line status | Won't |",
			"Weekly balance per district | Could |", "Weekly balance per district | Won't |",
			"季度抽盘报告 | Could |", "季度抽盘报告 | Won't |",
			"逾期失物清单 | 可以 |", "逾期失物清单 | 不做 |",
			"到期清理 | Could |", "到期清理 | Won't |"),
		rewordAll(requirements,
			"| Could | 1 | REQ-006 |", "| Could | 0 | – |",
			"| Won't | 1 | ", "| Won't | 2 | REQ-006, ",
			"| Should | 2 functional, 1 non-functional |", "| Should | 1 functional, 1 non-functional |",
			"| Won't | 2: ", "| Won't | 3: REQ-006, ",
			"**Won't in this release**: ", "**Won't in this release**: REQ-005, ",
			"| 可以 | 功能 1 条 |", "| 可以 | 0 |",
			"| 不做 | 2 项：", "| 不做 | 3 项：REQ-006、",
			"**本期不做**：", "**本期不做**：REQ-005、"),
		at(requirements, "REQ-006", either2(
			swap(regexp.MustCompile(`^priority: (Should|Could)$`), "priority: Won't"),
			swap(regexp.MustCompile(`^priority: 可以$`), "priority: 不做"))))
}

var storyNumber = regexp.MustCompile(`^(#+ (?:STORY-\d{3}-|Story \d+\.|故事 \d+\.))(\d+)([:：] ?)`)

// furtherStory adds a story for the user and the requirement of the epic's first one.
func furtherStory(p *page) bool {
	var story []string
	end, number := 0, ""
	for i := p.from; i < p.to; i++ {
		m := storyNumber.FindStringSubmatch(p.lines[i])
		if m == nil {
			continue
		}
		number = m[2]
		for end = i + 1; end < p.to && !strings.HasPrefix(p.lines[end], "#"); {
			end++
		}
		if story == nil {
			story = append(story, p.lines[i:end]...)
		}
	}
	if story == nil {
		return false
	}
	next := number[:len(number)-1] + string(number[len(number)-1]+1)
	criteria := []string{p.say("The printout shows date and time.", "打印件带有日期与时间。"), p.say("An empty result prints \"nothing to print\".", "没有结果时打印“无内容”。")}
	wish := regexp.MustCompile(`^(As an? [^,]+, |作为[^，]+，).*$`)
	added := []string{""}
	for _, line := range story[:len(story)-trailing(story)] {
		mark := regexp.MustCompile(`^- (?:\[ \] )?`).FindString(line)
		switch {
		case storyNumber.MatchString(line):
			line = storyNumber.ReplaceAllString(line, "${1}"+next+"${3}")
			line = line[:len(storyNumber.FindString(line))] + p.say("Print the result", "打印结果")
		case wish.MatchString(line):
			line = wish.ReplaceAllString(line, "${1}"+p.say("I want to print the result so that I can work without a screen.", "我想打印结果，以便没有屏幕时也能工作。"))
		case mark != "" && len(criteria) > 0:
			line, criteria = mark+criteria[0], criteria[1:]
		case mark != "":
			continue
		}
		added = append(added, line)
	}
	place := p.last(p.from, end) + 1
	p.replace(place, place, added...)
	return true
}

// trailing counts the blank lines at the end.
func trailing(lines []string) int {
	n := 0
	for n < len(lines) && strings.TrimSpace(lines[len(lines)-1-n]) == "" {
		n++
	}
	return n
}
