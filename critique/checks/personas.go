package checks

import (
	"slices"
	"strings"

	"discussd/critique"
	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// reasonsTabled tells whether a table of what is left out gives each row a reason.
func reasonsTabled(d *document.Document) bool {
	for _, t := range d.Tables {
		column := t.Column("reason", "rationale", "why", "理由", "原因")
		if column > 0 && t.Section.Under(document.NonGoals) && len(t.Rows) > 1 &&
			!slices.ContainsFunc(t.Rows, func(row []document.Cell) bool { return emptyCell(row[column].Text) }) {
			return true
		}
	}
	return false
}

// personaRules look at the people, problems and doubts of a brief.
func personaRules() []rule {
	return []rule{
		{Rule: Rule{
			ID: "BR-013", Perspective: risk, Severity: critique.Medium, Kind: "risk",
			Title: "no risk named anywhere", Message: Text{"the brief names no risk: say what could make the product fail", "简介未提及任何风险：应说明什么可能导致失败"}, Source: "spec-generator risk perspective",
			Violation: "## Vision\n\nNobody loses a file again, on any machine.\n",
			NearMiss:  "## Vision\n\nNobody loses a file again.\n\n## Constraints\n\nDisks may fail, which is the main risk.\n",
			Chinese:   Example{"## 愿景\n\n任何人都不再丢失文件。\n", "## 愿景\n\n任何人都不再丢失文件。\n\n## 风险\n\n磁盘可能损坏。\n"},
		}, on: brief, look: func(s *session, d *document.Document, hit hit) bool {
			doubted := 0 // by sections that say what is uncertain under other names
			for _, t := range [...]document.Topic{document.Assumptions, document.OpenQuestions, document.Conflicts} {
				if section := topic(d, t); section != nil && says(d, section) && !nothing.MatchString(d.Slice(section.All())) {
					doubted++
				}
			}
			switch section := topic(d, document.Risks); {
			case doubted > 2:
			case section != nil && deniesAll(d, section):
				hit(d, headingOf(d, section))
			case !holds(d.Text[d.Front.Span.End:], doubt):
				hit(d, document.Span{})
			}
			return true
		}},
		{Rule: Rule{
			ID: "BR-014", Perspective: product, Severity: critique.Low, Kind: "value",
			Title: "a problem without a number", Message: Text{"no number says how large the problem is", "没有数据说明问题有多严重"}, Source: "spec-generator template",
			Violation: "## Problem\n\nEditors lose much time with broken backups.\n",
			NearMiss:  "## Problem\n\nEditors lose 3 hours a week with broken backups.\n",
			Chinese:   Example{"## 问题\n\n编辑因备份损坏浪费大量时间。\n", "## 问题\n\n编辑每周因备份损坏浪费 3 小时。\n"},
		}, on: brief, look: func(s *session, d *document.Document, hit hit) bool {
			section := topic(d, document.Problem)
			if section == nil || !says(d, section) {
				return false
			}
			if !number.MatchString(withoutIDs(d.Slice(section.All()))) {
				hit(d, headingOf(d, section))
			}
			return true
		}},
		{Rule: Rule{
			ID: "BR-018", Perspective: product, Severity: critique.Medium, Kind: "value",
			Title: "a user group without need or pain point", Message: Text{"{1} is a user group without a need or a pain point", "用户群体 {1} 没有写明需求或痛点"}, Source: "spec-generator template",
			Violation: "## Target Users\n\n| Persona | Need |\n|---|---|\n| Editor | |\n| Admin | proof of restores |\n",
			NearMiss:  "## Target Users\n\n| Persona | Goal | Pain point |\n|---|---|---|\n| Editor | work offline | - |\n\n- Admins\n",
			Chinese:   Example{"## 目标用户\n\n| 用户 | 痛点 |\n|---|---|\n| 编辑 | |\n", "## 目标用户\n\n| 用户 | 痛点 |\n|---|---|\n| 编辑 | 离线无法备份 |\n"},
		}, on: brief, look: needlessPersonas},
		{Rule: Rule{
			ID: "BR-019", Perspective: coverage, Severity: critique.Medium, Kind: "traceability",
			Title: "a user group that no requirement and no story speaks of, where the others have stories", Message: Text{"no requirement and no story speaks of the user group {1}", "没有任何需求或故事提到用户群体 {1}"}, Source: "BMAD persona theater",
			Violation: "-- spec/product-brief.md --\n## Target Users\n\n| Persona | Need |\n|---|---|\n| Editor | works offline |\n| Auditor | proof |\n-- spec/epics/EPIC-001.md --\n# EPIC-001: Save\n\nAs an editor, I want a draft so that I sleep.\n-- spec/epics/_index.md --\n# E\n",
			NearMiss:  "-- spec/product-brief.md --\n## Target Users\n\n- **Editor**: works offline\n- **Site admins**: proof\n-- spec/epics/EPIC-001.md --\n# EPIC-001: Save\n\nAs an editor, I want a draft so that I sleep. As an admin, I want proof so that I sleep.\n-- spec/epics/_index.md --\n# E\n",
			Chinese:   Example{"-- spec/product-brief.md --\n## 目标用户\n\n### 编辑\n\n离线写作\n\n### 合规专员\n\n需要证明\n-- spec/epics/EPIC-001.md --\n# EPIC-001：保存\n\n作为编辑，我希望保存草稿，以便安心。\n-- spec/epics/_index.md --\n# E\n", "-- spec/product-brief.md --\n## 目标用户\n\n### 编辑\n\n离线写作\n\n### 合规专员\n\n需要证明\n-- spec/epics/EPIC-001.md --\n# EPIC-001：保存\n\n作为编辑，我希望保存草稿，以便安心。合规人员得到证明。\n-- spec/epics/_index.md --\n# E\n"},
		}, on: []document.Kind{document.Epics}, needs: []document.Kind{document.Brief}, look: idlePersonas},
		{Rule: Rule{
			ID: "BR-020", Perspective: product, Severity: critique.Medium, Kind: "scope",
			Title: "an item both in and out of scope", Message: Text{"{1} is listed as in scope and as out of scope", "{1} 同时列在范围内和范围外"}, Source: "contradicting lists",
			Violation: "## Scope\n\n### In Scope\n\n- Backup of mobile phones over Bluetooth\n- Restore\n\n### Out of Scope\n\n- Mobile phones backup over Bluetooth\n- Printing\n",
			NearMiss:  "## Scope\n\n### In Scope\n\n- Backup of laptops\n- Restore of folders\n\n### Out of Scope\n\n- Backup of mobile phones and tablets\n- Printing\n",
			Chinese:   Example{"## 范围\n\n### 范围内\n\n- 手机蓝牙备份\n- 文件恢复\n\n### 范围外\n\n- 手机的蓝牙备份\n- 打印文件\n", "## 范围\n\n### 范围内\n\n- 笔记本备份\n- 文件恢复\n\n### 范围外\n\n- 手机与平板电脑的蓝牙备份\n"},
		}, on: brief, look: func(s *session, d *document.Document, hit hit) bool {
			in, out := topicItems(d, document.InScope), topicItems(d, document.NonGoals)
			included, excluded := texts(in), texts(out)
			for i := range included {
				included[i] = withoutReason(included[i])
			}
			for i := range excluded {
				excluded[i] = withoutReason(excluded[i])
			}
			for _, pair := range alike(included, excluded, 0.6, 2) {
				hit(d, out[pair[1]].Span, note(clip(plain(out[pair[1]].Text), 60)))
			}
			return len(in) > 0 && len(out) > 0
		}},
		{Rule: Rule{
			ID: "BR-021", Perspective: product, Severity: critique.Low, Kind: "scope",
			Title: "non-goals without a reason", Message: Text{"no reason says why {1} is out of scope", "未说明 {1} 为何不在范围内"}, Source: "spec-generator phase 2",
			Violation: "## Out of Scope\n\n- Mobile phones\n- Printing\n",
			NearMiss:  "## Out of Scope\n\n- Mobile phones: no API to read files\n- Printing\n",
			Chinese:   Example{"## 范围外\n\n- 手机\n- 打印\n", "## 范围外\n\n- 手机（没有文件接口）\n- 打印\n"},
		}, on: brief, look: func(s *session, d *document.Document, hit hit) bool {
			items := topicItems(d, document.NonGoals)
			var bare []*document.Item
			for _, item := range items {
				if !reason.MatchString(item.Text) && !isNot.MatchString(item.Section.Title) {
					bare = append(bare, item)
				}
			}
			if given := len(items) - len(bare); given > 0 && given <= len(bare) || reasonsTabled(d) {
				return true // reasons are given where they are not obvious
			}
			for _, item := range bare {
				hit(d, item.Span, note(clip(strings.TrimRight(plain(item.Text), ".。;；"), 60)))
			}
			return len(items) > 0
		}},
		{Rule: Rule{
			ID: "BR-025", Perspective: quality, Severity: critique.Low, Kind: "consistency",
			Title: "perspectives that agree on everything", Message: Text{"the perspectives record no disagreement at all", "各视角未记录任何分歧"}, Source: "seen in a real session",
			Violation: "## Convergent Themes\n\n- Restores must be proven by tests\n\n## Conflicting Views\n\nNone\n",
			NearMiss:  "## Convergent Themes\n\n- Restores must be proven by tests\n\n## Conflicting Views\n\n- Whether to encrypt by default\n",
			Chinese:   Example{"## 共识\n\n- 恢复必须经过测试证明\n\n## 分歧\n\n无\n", "## 共识\n\n- 恢复必须经过测试证明\n\n## 分歧\n\n- 是否默认加密\n"},
		}, on: brief, look: func(s *session, d *document.Document, hit hit) bool {
			themes, conflicts := topic(d, document.Themes), topic(d, document.Conflicts)
			if themes == nil || conflicts == nil {
				return false
			}
			if says(d, themes) && (d.Substance(conflicts) == 0 || nothing.MatchString(d.Slice(conflicts.All()))) {
				hit(d, headingOf(d, conflicts))
			}
			return true
		}},
		{Rule: Rule{
			ID: "BR-026", Perspective: risk, Severity: critique.Low, Kind: "risk",
			Title: "assumptions without a word on how they are checked", Message: Text{"nobody says how this assumption is checked: {1}", "该假设未说明如何验证：{1}"}, Source: "spec-generator template",
			Violation: "## Assumptions\n\n- Laptops are online once a week\n",
			NearMiss:  "## Assumptions\n\n- Laptops are online once a week (validated by the survey of May)\n- Disks are encrypted\n- Studios own one printer\n",
			Chinese:   Example{"## 假设\n\n- 笔记本每周联网一次\n", "## 假设\n\n- 笔记本每周联网一次（通过问卷验证）\n"},
		}, on: brief, look: func(s *session, d *document.Document, hit hit) bool {
			items := topicItems(d, document.Assumptions)
			var bare []*document.Item
			for _, item := range items {
				if !validated.MatchString(item.Text) {
					bare = append(bare, item)
				}
			}
			if given := len(items) - len(bare); given == 0 || given >= len(bare) {
				for _, item := range bare {
					hit(d, item.Span, note(clip(plain(item.Text), 60)))
				}
			}
			return uncheckedRows(d, hit) || len(items) > 0
		}},
	}
}

var (
	doubt     = pattern.New(`(?i)\b(?:risks?|uncertain\w*|threats?|failure modes?|worst case|danger)\b|风险|隐患|威胁|不确定`)
	number    = pattern.New(`\d|(?:[二三四五六七八九十百千万两半数]+|一[一二三四五六七八九十百千万]+)(?:个|次|小时|分钟|天|周|月|年|倍|成|家|人|份)|一(?:小时|天|周|个月|年|倍|半)|(?i)\b(?:half|third|quarter|dozen|hundred|thousand|twice|two|three|four|five|ten)\b`)
	reason    = pattern.New(`(?i)\b(?:because|since|due to|as|so that|until|reason|rationale|later|future|deferred|phase|v2|too|not needed|focus)\b|[:：（(—–]|因为|由于|理由|原因|后续|以后|暂不|聚焦`)
	validated = pattern.New(`(?i)\b(?:validat\w+|verif\w+|checked|confirm\w*|survey|interview|test(?:ed)?|measur\w+|evidence|prototype|compar\w+|monitor\w*|pilot)\b|验证|抽查|核查|实测|核对|校验|抽查|核查|实测|监控|试点|确认|核实|调研|问卷|访谈|测试|依据`)
)

// topicItems returns the top list items of the sections about a topic.
func topicItems(d *document.Document, t document.Topic) []*document.Item {
	var found []*document.Item
	for _, item := range d.Items {
		if item.Depth == 1 && item.Section.Under(t) && !nothing.MatchString(item.Text) {
			found = append(found, item)
		}
	}
	return found[:min(len(found), maxCompared)]
}

func texts(items []*document.Item) []string {
	found := make([]string, len(items))
	for i, item := range items {
		found[i] = item.Text
	}
	return found
}

// alike returns the pairs of texts from two lists that have most of their words
// in common, and at least fewest words.
func alike(a, b []string, likeness float64, fewest int) [][2]int {
	left, right := make([]bag, len(a)), make([]bag, len(b))
	for i, text := range a {
		left[i] = bagOf(withoutIDs(text))
	}
	for i, text := range b {
		right[i] = bagOf(withoutIDs(text))
	}
	w := weigh(left, right)
	near := w.near(right)
	var pairs [][2]int
	for i := range left {
		if len(left[i]) < fewest {
			continue
		}
		for _, j := range near.to(left[i], likeness) {
			if len(right[j]) >= fewest && w.likeness(left[i], right[j]) >= likeness {
				pairs = append(pairs, [2]int{i, j})
			}
		}
	}
	return pairs
}

var wants = pattern.New(`(?i)\b(?:needs?|wants?|goals?|pains?|struggles?|lacks?|must|cannot|today|currently|wish(?:es)?|frustrat\w+|has to|have to|so that|without|tired|expects?|looks? for)\b|需要|需求|希望|想|痛点|诉求|目标|期望|困难|目前|现在|无法|不能|不知道|担心`)

// needlessPersonas reports the rows and blocks about users that say neither what
// they need nor what hurts, where the others do.
func needlessPersonas(s *session, d *document.Document, hit hit) bool {
	applied := needlessBlocks(d, hit)
	for _, t := range d.Tables {
		if !t.Section.Under(document.Users) {
			continue
		}
		var columns []int
		for i, header := range t.Header {
			if contains(strings.ToLower(header.Text), "need", "goal", "pain", "problem", "want", "需求", "目标", "痛点", "诉求", "场景") {
				columns = append(columns, i)
			}
		}
		if len(columns) == 0 {
			continue
		}
		for _, row := range t.Rows {
			applied = true
			empty := true
			for _, i := range columns {
				empty = empty && emptyCell(row[i].Text)
			}
			if empty && !emptyCell(row[0].Text) {
				hit(d, row[0].Span, plain(row[0].Text))
			}
		}
	}
	return applied
}

// noUser is the title of a block on who is not served, or on what users do.
var noUser = pattern.New(`(?i)^(?:not (?:for|serving|served|our)|non[- ]?users?|who (?:it|this) is not for|excluded)\b|^(?:\w+ )?(?:journeys?|flows?|scenarios?|use cases?)$|^(?:不面向|不适用|非目标|不服务)`)

// needlessBlocks holds the sections of single personas, headed or in bold,
// against each other.
func needlessBlocks(d *document.Document, hit hit) bool {
	users := topic(d, document.Users)
	if users == nil {
		return false
	}
	level := 0
	wanting := 0
	var idle []*document.Section
	for _, section := range d.Sections {
		if section.Start <= users.Start || section.Start >= users.Deep || noUser.MatchString(section.Title) {
			continue
		}
		if level == 0 {
			level = section.Level
		}
		switch {
		case section.Level != level:
		case wants.MatchString(d.Slice(section.All())):
			wanting++
		default:
			idle = append(idle, section)
		}
	}
	if wanting == 0 || wanting < len(idle) {
		return wanting > 0
	}
	for _, section := range idle {
		hit(d, headingOf(d, section), section.Title)
	}
	return true
}

// uncheckedRows reports the rows of a table of assumptions without a word on how
// they are checked, and such tables without a column for it.
func uncheckedRows(d *document.Document, hit hit) bool {
	applied := false
	for _, t := range d.Tables {
		if !t.Section.Under(document.Assumptions) {
			continue
		}
		column := t.Column("check", "valid", "verif", "test", "how", "evidence", "验证", "核对", "校验", "方式", "方法", "依据")
		for _, row := range t.Rows {
			applied = true
			if line := d.LineAt(row[0].Start); column <= 0 && !validated.MatchString(d.Slice(line)) || column > 0 && emptyCell(row[column].Text) {
				hit(d, line, note(clip(plain(row[0].Text), 60)))
			}
		}
	}
	return applied
}

// isNot is a heading over what a product is no instance of, which needs no reason.
var isNot = pattern.New(`(?i)\b(?:is not|isn't)\b`)
