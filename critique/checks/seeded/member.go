package seeded

import (
	"regexp"
	"strings"
)

// memberOperators plant defects in the text of single requirements.
func memberOperators() []Operator {
	t := titles()
	return []Operator{
		op(structure, "RQ-018", "Must without acceptance criteria", at(requirements, "REQ-002", drop(t.criteria))),
		op(structure, "RQ-018", "acceptance criteria emptied", at(requirements, "REQ-001", empty(t.criteria)), "X-004", "X-015"),
		op(language, "RQ-019", "criterion that cannot be tested", at(requirements, "REQ-002", item(t.criteria, "The feature MUST work as expected.", "功能必须符合预期。")), "LX-001"),
		wide(op(structure, "RQ-020", "happy path only", happyPath())),
		op(structure, "RQ-020", "no failure among the criteria of the second requirement", at(requirements, "REQ-002", func(p *page) bool {
			s, ok := p.section(t.criteria)
			if !ok {
				return false
			}
			mark := bullet(p.lines[p.last(s.start, s.end)], "")[0]
			p.replace(s.start+1, s.end, "", mark+p.say("The result MUST appear within 5 s.", "系统必须在 5 秒内显示结果。"), mark+p.say("The result MUST show date and name.", "结果必须包含日期与名称。"), "")
			return true
		})),
		op(structure, "RQ-021", "Must without a user story", at(requirements, "REQ-001", drop(t.story))),
		op(trace, "RQ-026", "two requirements say the same", on(requirements, func(p *page) bool {
			tab, ok := p.table(columns().functional)
			if ok {
				tab.set(tab.rows[3], 1, tab.cell(tab.rows[1], 1))
			}
			return ok
		}), "X-009"),
		op(trace, "RQ-027", "requirement and its opposite", at(requirements, "REQ-003", opposite), "X-009"),
		op(structure, "RQ-029", "upload without a limit", at(requirements, "REQ-001", item(t.criteria, "The service MUST accept old records in a batch upload.", "系统必须接受批量上传的旧记录。"))),
		op(trace, "RQ-031", "one threshold, two values", contradict(), "XD-004"),
	}
}

// opposite adds to a requirement the denial of its first criterion.
func opposite(p *page) bool {
	s, ok := p.section(titles().criteria)
	if !ok {
		return false
	}
	modal := regexp.MustCompile(`\b(MUST|SHOULD|SHALL)\b|必须|应`)
	for i := s.start + 1; i < s.end; i++ {
		place := modal.FindStringIndex(p.lines[i])
		if place == nil {
			continue
		}
		twin := p.lines[i][:place[1]] + " NOT" + p.lines[i][place[1]:]
		if p.zh {
			twin = p.lines[i][:place[0]] + "不得" + p.lines[i][place[1]:]
		}
		end := p.last(s.start, s.end)
		p.replace(end+1, end+1, twin)
		return true
	}
	return false
}

// happyPath leaves each functional requirement the criteria that hold when nothing goes wrong, or one such criterion.
func happyPath() apply {
	wrong := re(`\b(not?|nobody|without|fail\w*|refused|wrong|unreadable|unanswered|silent|outside|interrupted|damaged|differing|full|violations?|missing|too long|repeated|existing|fewer|empty|offers|older|leave|lost|expire)\b` +
		`|not |没有|未|无|不|超过|失败|错误|冲突|低于|少于|重复|缺少|退回|断网|锁定`)
	steps := []apply{}
	for _, id := range []string{"REQ-001", "REQ-002", "REQ-003", "REQ-004", "REQ-005", "REQ-006"} {
		steps = append(steps, at(requirements, id, func(p *page) bool {
			s, ok := p.section(titles().criteria)
			if !ok {
				return false
			}
			mark := bullet(p.lines[p.last(s.start, s.end)], "")[0]
			kept := []string{""}
			for _, line := range p.lines[s.start+1 : s.end] {
				if strings.HasPrefix(line, "- ") && !wrong.MatchString(line) {
					kept = append(kept, line)
				}
			}
			if len(kept) == 1 {
				kept = append(kept, mark+p.say(id+" takes at most 5 s.", id+" 在 5 秒内完成。"))
			}
			p.replace(s.start+1, s.end, append(kept, "")...)
			return true
		}))
	}
	return chain(steps[0], steps[1:]...)
}

// contradict changes a bound in one of two places where a session's requirements state it.
func contradict() apply {
	change := func(said, instead string) apply { return on(requirements, swap(regexp.MustCompile(said), instead)) }
	return either(
		change(`(Expires after )48( hours)`, "${1}72${2}"),
		change(`(≤ )5( min of work repeated)`, "${1}30${2}"),
		change(`(Second call after )5( minutes)`, "${1}15${2}"),
		change(`(≤ )1\.5( 秒)`, "${1}4.5${2}"),
		change(`(断网作业最长 )8( 小时)`, "${1}12${2}"),
		on(requirements, inside(titles().limits, func(p *page) bool {
			end := p.last(p.from, p.to)
			p.replace(end+1, end+1, "- 调取一天的日志，系统必须在 30 分钟内输出第一行。")
			return p.zh
		})))
}
