package seeded

import "regexp"

// memberOperators plant defects in the text of single requirements.
func memberOperators() []Operator {
	t := titles()
	return []Operator{
		op(structure, "RQ-018", "Must without acceptance criteria", at(requirements, "REQ-002", drop(t.criteria))),
		op(structure, "RQ-018", "acceptance criteria emptied", at(requirements, "REQ-001", empty(t.criteria)), "X-004"),
		op(language, "RQ-019", "criterion that cannot be tested", at(requirements, "REQ-002", item(t.criteria, "The feature MUST work as expected.", "功能必须符合预期。")), "LX-001"),
		op(structure, "RQ-020", "happy path only", at(requirements, "REQ-001", only(t.criteria))),
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
		op(trace, "RQ-027", "requirement and its opposite", at(requirements, "REQ-003", opposite), "LX-012", "X-009"),
		op(structure, "RQ-029", "upload without a limit", at(requirements, "REQ-001", item(t.criteria, "The user MUST upload photos and lists in one batch.", "用户必须可以批量上传照片与清单。")), "LX-005"),
		op(trace, "RQ-031", "one threshold, two values", contradict(), "XD-004", "RQ-027"),
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

var bound = regexp.MustCompile(`(\d+(?:\.\d+)?)( ?(?:ms|s|min|h|hours|minutes|MiB|bar|%|毫秒|秒|分钟|小时|天|条|次|GB))`)

// contradict changes a bound that the requirements state twice, where it is stated last.
func contradict() apply {
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		seen := map[string]bool{}
		path, line, which := "", -1, ""
		for _, name := range group(files, requirements) {
			p := open(files, name)
			for i, text := range p.lines {
				for _, b := range bound.FindAllString(text, -1) {
					if seen[b] {
						path, line, which = name, i, b
					}
				}
				for _, b := range bound.FindAllString(text, -1) {
					seen[b] = true
				}
			}
		}
		if path == "" {
			return nil, "", false
		}
		return change(files, path, func(p *page) bool {
			inner := &page{lines: p.lines, from: line, to: line + 1}
			return swap(regexp.MustCompile(regexp.QuoteMeta(which)), bound.ReplaceAllString(which, "9${1}${2}"))(inner)
		})
	}
}
