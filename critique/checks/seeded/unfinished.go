package seeded

import "strings"

// unfinishedOperators plant what hurried authors leave behind: a place that was to be filled in, a decision put off, a remark
// made to whoever asked for the text, a sentence that breaks off.
func unfinishedOperators() []Operator {
	t := titles()
	return []Operator{
		op(structure, "X-001", "name of the product never filled in", reword(brief,
			"Ward Rota lets a ward manager plan", "[Product name] lets a ward manager plan",
			"coldstash is a backup command that", "[Product name] is a backup command that",
			"Water Board shows a shift operator", "[Product name] shows a shift operator",
			"仓库盘点助手让盘点员用", "【产品名称】让盘点员用",
			"校园失物招领让失主在一处", "【产品名称】让失主在一处",
			"logarc 是一条命令", "【产品名称】是一条命令"), "X-002", "X-012", "X-014"),
		op(structure, "X-001", "two letters where a number belongs", reword(requirements,
			"MUST be visible to its nurse within 1 minute", "MUST be visible to its nurse within XX minutes",
			"MUST upload less than 1 MiB", "MUST upload less than XX MiB",
			"MUST be readable within 60 s", "MUST be readable within XX s",
			"清点结束后 5 分钟内", "清点结束后 XX 分钟内",
			"提交后 5 秒内", "提交后 XX 秒内",
			"系统必须在 10 分钟内输出第一行", "系统必须在 XX 分钟内输出第一行"), "X-002", "X-012", "RQ-019"),
		op(structure, "X-002", "epic of a requirement still to be generated", at(requirements, "REQ-002", atEnd(
			"**Implemented by**: epic to be generated", "**实现**：待生成史诗")), "X-001", "X-012"),
		op(structure, "X-002", "constraint that is to be confirmed", on(brief, inside(t.constraints, func(p *page) bool {
			end := p.last(p.from, p.to)
			if end == p.from {
				return false
			}
			p.lines[end] = strings.TrimRight(p.lines[end], ".。") + p.say(" (to be confirmed).", "（待确认）。")
			return true
		})), "X-011", "X-012"),
		op(structure, "X-011", "open questions with a question mark for their owner", on(epics, appended(
			"## Open Questions\n\n| Question | Owner | Due |\n|---|---|---|\n| Who trains the users of the pilot? | ? | – |",
			"## 开放问题\n\n| 问题 | 负责人 | 期限 |\n|---|---|---|\n| 谁来培训试点用户？ | ? | – |")), "X-002", "X-012", "X-013"),
		op(structure, "X-014", "thoughts of a model above the title", on(architecture, insert(re(`^# `),
			"<think>\nThe user wants an architecture. I should start with the components and keep it short.\n</think>",
			"<think>\n用户需要一份架构文档，我先列出组件，再写技术栈，尽量简短。\n</think>")), "X-001"),
		op(structure, "X-014", "reply to a reviewer within a requirement", at(requirements, "REQ-001", insert(
			re(`^(## |\*\*)(user story|用户故事)`),
			"(Revised as you asked in the last round: I have made the wording more precise.)",
			"（已按您上一轮的反馈修改：我把措辞改得更准确了。）"))),
		op(structure, "X-015", "criterion breaks off after its verb", reword(requirements,
			"A nurse MUST hold at most 5 open offers.", "A nurse MUST hold at",
			"The first run MUST print a recovery sheet of 24 words.", "The first run MUST print a",
			"A failed telephone line MUST switch on the siren in the control room.", "A failed telephone line MUST switch on the",
			"重复提交同一编号时，进销存系统中必须只有一条记录。", "重复提交同一编号时，进销存系统中必须只",
			"领取人学工号与申请人不一致时，系统必须提示“身份不符”。", "领取人学工号与申请人不一致时，系统必须",
			"无权限的账号调取时，系统必须以退出码 5 结束。", "无权限的账号调取时，系统必须以"), "RQ-019"),
		op(structure, "RD-013", "gate is still the choice between three", on(readiness, saying(t.gate,
			"PASS / REVIEW / FAIL (delete what does not apply)", "通过 / 有条件通过 / 不通过（请保留一项）")), "X-001", "RD-016"),
	}
}

// atEnd puts a paragraph at the end of the window.
func atEnd(en, zh string) func(*page) bool {
	return func(p *page) bool {
		end := p.last(p.from, p.to) + 1
		p.replace(end, end, "", p.say(en, zh))
		return true
	}
}
