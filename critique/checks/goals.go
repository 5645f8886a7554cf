package checks

import (
	"discussd/critique"
	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// goalRules look at the goals of a brief and how they are measured.
func goalRules() []rule {
	return []rule{
		{Rule: Rule{
			ID: "BR-012", Perspective: product, Severity: critique.Medium, Kind: "scope",
			Title: "one goal only, or more than eight", Message: Text{"the brief has {1} goals: two to eight can be pursued", "简介有 {1} 个目标：两到八个为宜"}, Source: "spec-generator phase 2",
			Violation: "## Goals\n\n- G-001: no lost file in 30 days\n",
			NearMiss:  "## Goals\n\n- G-001: no lost file in 30 days\n- G-002: restore within 5 minutes\n",
		}, on: brief, one: "the brief has 1 goal: two to eight can be pursued", look: func(s *session, d *document.Document, hit hit) bool {
			goals := s.defined().goals.list
			if n := len(goals); n == 1 || n > 8 {
				hit(goals[0].doc, goals[0].at, itoa(n))
			}
			return len(goals) > 0
		}},
		{Rule: Rule{
			ID: "BR-015", Perspective: quality, Severity: critique.Medium, Kind: "testability",
			Title: "a target that is a change, without the baseline", Message: Text{"{1} promises a change and does not say from what value", "{1} 承诺改变，却未写明当前数值"}, Source: "BMAD",
			Violation: "## Goals\n\n- G-001: reduce restore time by 30%\n",
			NearMiss:  "## Goals\n\n- G-001: reduce restore time by 30% from 9 minutes today\n- G-002: 99% of backups verified\n",
			Chinese:   Example{"## 目标\n\n- G-001：恢复成功率提升 30%\n", "## 目标\n\n- G-001：恢复成功率从 60% 提升 30%\n- G-002：覆盖率 100%\n"},
		}, on: brief, look: func(s *session, d *document.Document, hit hit) bool {
			goals := s.defined().goals.list
			for _, g := range goals {
				if text := g.text(); change.MatchString(text) && !from.MatchString(text) {
					hit(g.doc, g.at, g.id)
				}
			}
			return len(goals) > 0
		}},
		{Rule: Rule{
			ID: "BR-016", Perspective: quality, Severity: critique.Low, Kind: "testability",
			Title: "a goal without a time or a method of measurement", Message: Text{"{1} does not say how it is measured, or by when", "{1} 未写明如何度量或何时达成"}, Source: "spec-generator phase 2",
			Violation: "## Goals\n\n| ID | Goal | Target |\n|---|---|---|\n| G-001 | Verified backups | 99% |\n",
			NearMiss:  "## Goals\n\n| ID | Goal | Target | Measured by |\n|---|---|---|---|\n| G-001 | Verified backups | 99% | nightly report |\n\n| ID | Goal | Target |\n|---|---|---|\n| G-002 | Lost files | 0 in 30 days |\n",
			Chinese:   Example{"## 目标\n\n| 编号 | 目标 | 指标 |\n|---|---|---|\n| G-001 | 校验备份 | 99% |\n", "## 目标\n\n| 编号 | 目标 | 指标 |\n|---|---|---|\n| G-001 | 校验备份 | 上线 3 个月内达到 99% |\n"},
		}, on: brief, look: func(s *session, d *document.Document, hit hit) bool {
			applied := false
			for _, g := range s.defined().goals.list {
				if g.row == nil && !attainable(g.text()) {
					continue // BR-011 says it
				}
				applied = true
				method := []string{"success metric", "成功指标", "衡量指标", "measure", "method", "how", "timeframe", "deadline", "when", "by", "source", "度量", "方法", "期限", "时间", "来源", "方式"}
				if g.leavesOut(method...) || emptyCell(g.cell(method...)) && !horizon.MatchString(span.ReplaceAllString(withoutIDs(g.text()), " ")) {
					hit(g.doc, g.at, g.id)
				}
			}
			return applied
		}},
		{Rule: Rule{
			ID: "BR-022", Perspective: product, Severity: critique.Low, Kind: "value",
			Title: "goals that count activity only", Message: Text{"{1} counts activity, not what users gain", "{1} 统计的是活动量，而非用户的收益"}, Source: "BMAD coherence",
			Violation: "## Goals\n\n- G-001: 10,000 downloads\n- G-002: 5,000 page views a day\n",
			NearMiss:  "## Goals\n\n- G-001: 10,000 downloads\n- G-002: 90% of restores succeed\n",
			Chinese:   Example{"## 目标\n\n- G-001：下载量达到 1 万次\n", "## 目标\n\n- G-001：下载量达到 1 万次\n- G-002：90% 的恢复成功\n"},
		}, on: brief, look: func(s *session, d *document.Document, hit hit) bool {
			goals := s.defined().goals.list
			for _, g := range goals {
				if !vanity.MatchString(g.text()) {
					return true
				}
			}
			for _, g := range goals {
				hit(g.doc, g.at, g.id)
			}
			return len(goals) > 0
		}},
	}
}

var (
	change  = pattern.New(`(?i)\b(?:increas|reduc|improv|decreas|rais|lower|cut|grow|boost|shorten|ris|fall|drop|declin|shrink|climb|goes? up|goes? down|went up)[^.\n|]{0,60}\bby (?:at least |about |up to )?\d+(?:\.\d+)?\s*(?:%|percent)|[+\-−]\d+\s*%|\b\d+\s*(?:%|percent) (?:more|fewer|less|faster|slower|higher|lower|shorter|longer|better|cheaper|increase|decrease|reduction|improvement|growth)\b|\b(?:double|triple|halve)[sd]? (?:the|our)\b|\btwice as\b|(?:提升|提高|降低|减少|增长|缩短|增加|上升|下降|下调|改善|节省|节约)[\p{Han}]{0,8}\s*(?:至少|约)?\s*\d+(?:\.\d+)?\s*[%％倍]|翻一?倍|翻番|减半|增加一倍|缩短一半`)
	from    = pattern.New(`(?i)\b(?:from|baseline|currently|today|compared|versus|vs|than)\b|基线|目前|当前|现状|相比|从\s*\d|由\s*\d`)
	horizon = pattern.New(`(?i)\b(?:per|each|every|within|daily|weekly|monthly|quarterly|nightly|by|until|after|in) (?:the )?(?:\d|month|week|day|quarter|year|release|launch|q[1-4]|end)|\d+ ?(?:days?|weeks?|months?|quarters?|years?|min|minutes|hours?|s|ms)\b|\bQ[1-4]\b|\d{4}|(?:个?月|周|天|日|年|季度|小时|分钟|秒)(?:内|前|后|底)|每[天周月日季年]|上线|survey|audit|report|log|test|调查|报告|日志|统计|问卷|测试|评审`)
	// span is a length that a goal aims at or starts from: it says how much, not by when.
	span   = pattern.New(`(?i)(?:[<>≤≥]=?|\bfrom)\s*\d+(?:\.\d+)?\s*(?:days?|weeks?|months?|quarters?|years?|min|minutes?|hours?|h|ms|s)\b`)
	vanity = pattern.New(`(?i)\b(?:(?:daily|weekly|monthly|registered|total|new) (?:active )?(?:users|visitors|members|accounts)|active users|(?:page|video) views|clicks|downloads?|page ?views?|visits?|visitors|impressions|followers|likes|sign-?ups?|registrations?|installs?|installations|subscribers|click-?throughs?|page hits|stars|DAU|WAU|MAU|PV|UV)\b|(?:下载|访问|浏览|点击|安装|注册)(?:量|人?次?数)|(?:注册|活跃|新增|累计|总)用户|日活|周活|月活|粉丝|关注数|点赞|曝光|流量`)
)

// scopeRules look at what a brief includes, excludes and assumes.
func scopeRules() []rule {
	return []rule{
		lacks(brief, document.NonGoals, Rule{
			ID: "BR-005", Perspective: product, Severity: critique.Medium, Kind: "scope",
			Title: "nothing out of scope", Message: Text{"the brief does not say what is out of scope", "简介未说明哪些内容不在范围内"}, Source: "spec-generator phase 2, BMAD",
			Violation: "## Scope\n\n### In Scope\n\n- Backups of files and folders on laptops\n",
			NearMiss:  "## Scope\n\n### Out of Scope\n\n- Backups of mobile phones and tablets\n",
			Chinese:   Example{"## 范围\n\n- 备份笔记本电脑上的文件\n", "## 范围\n\n### 不包含\n\n- 手机和平板电脑的备份\n"},
		}),
		{Rule: Rule{
			ID: "BR-006", Perspective: risk, Severity: critique.Low, Kind: "risk",
			Title: "no assumptions", Message: Text{"the brief names no assumptions: say what is taken for granted", "简介没有假设：应说明哪些前提被视为成立"}, Source: "spec-generator phase 2",
			Violation: "## Constraints\n\n- Runs without a network for a week at least\n",
			NearMiss:  "## Constraints & Assumptions\n\n- Laptops are online once a week at least\n",
			Chinese:   Example{"## 约束\n\n- 一周内无网络也能运行\n", "## 范围\n\n- 备份笔记本电脑上的文件，前提是每周联网一次\n"},
		}, on: brief, look: func(s *session, d *document.Document, hit hit) bool {
			if !assumes(d) {
				hit(d, document.Span{})
			}
			return true
		}},
		lacks(brief, document.Constraints, Rule{
			ID: "BR-007", Perspective: technical, Severity: critique.Medium, Kind: "feasibility",
			Title: "no constraints", Message: Text{"the brief names no constraints: say what limits the solution, or that nothing does", "简介没有约束：应说明受什么限制，或注明没有"}, Source: "spec-generator phase 2",
			Violation: "## Scope\n\n- Backups of files and folders on laptops\n",
			NearMiss:  "## Constraints & Dependencies\n\n- Runs without a network for a week\n",
			Chinese:   Example{"## 范围\n\n- 备份笔记本电脑上的文件\n", "## 技术约束\n\n- 一周内无网络也能运行\n"},
		}, document.Dependencies),
	}
}

var assumption = pattern.New(`(?i)\bassum\w*|\bpresum\w*|假设|假定|前提`)

// assumes tells whether a document has a section of assumptions, or states one.
func assumes(d *document.Document) bool {
	for _, section := range d.Sections {
		if assumption.MatchString(section.Title) && says(d, section) {
			return true
		}
	}
	for _, line := range d.Lines {
		if line.Len() > 40 && assumption.MatchString(d.Slice(line)) {
			return true
		}
	}
	for _, item := range d.Items {
		if assumption.MatchString(item.Text) {
			return true
		}
	}
	return false
}
