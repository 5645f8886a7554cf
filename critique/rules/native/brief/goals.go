package brief

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// GoalRules look at the goals of a brief and how they are measured.
func GoalRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("BR-016"), On: brief, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			applied := false
			for _, g := range model.Defined(s).Goals.List {
				if g.Row == nil && !model.Attainable(g.Text()) {
					continue // BR-011 says it
				}
				applied = true
				method := []string{"success metric", "成功指标", "衡量指标", "measure", "method", "how", "timeframe", "deadline", "when", "by", "source", "度量", "方法", "期限", "时间", "来源", "方式"}
				if g.LeavesOut(method...) || model.EmptyCell(g.Cell(method...)) && !horizon.MatchString(span.ReplaceAllString(model.WithoutIDs(g.Text()), " ")) {
					hit(g.Doc, g.At, model.Target(g.ID))
				}
			}
			return applied
		}},
	}
}

var (
	horizon = pattern.New(`(?i)\b(?:per|each|every|within|daily|weekly|monthly|quarterly|nightly|by|until|after|in) (?:the )?(?:\d|month|week|day|quarter|year|release|launch|q[1-4]|end)|\d+ ?(?:days?|weeks?|months?|quarters?|years?|min|minutes|hours?|s|ms)\b|\bQ[1-4]\b|\d{4}|(?:个?月|周|天|日|年|季度|小时|分钟|秒)(?:内|前|后|底)|每[天周月日季年]|上线|survey|audit|report|log|test|调查|报告|日志|统计|问卷|测试|评审`)
	// span is a length that a goal aims at or starts from: it says how much, not by when.
	span = pattern.New(`(?i)(?:[<>≤≥]=?|\bfrom)\s*\d+(?:\.\d+)?\s*(?:days?|weeks?|months?|quarters?|years?|min|minutes?|hours?|h|ms|s)\b`)
)

// ScopeRules look at what a brief includes, excludes and assumes.
func ScopeRules() []native.Rule {
	return []native.Rule{
		native.Lacks(brief, document.NonGoals, native.Of("BR-005")),
		{Rule: native.Of("BR-006"), On: brief, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			if !assumes(d) {
				hit(d, document.Span{})
			}
			return true
		}},
		native.Lacks(brief, document.Constraints, native.Of("BR-007"), document.Dependencies),
		{Rule: native.Of("BR-013"), On: brief, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			switch section := model.Topic(d, document.Risks); {
			case section != nil && model.DeniesAll(d, section):
				hit(d, model.HeadingOf(d, section))
			case !model.Holds(d.Text[d.Front.Span.End:], doubt):
				hit(d, document.Span{})
			}
			return true
		}},
		{Rule: native.Of("BR-021"), On: brief, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			items := model.TopicItems(d, document.NonGoals)
			var bare []*document.Item
			for _, item := range items {
				if !reason.MatchString(item.Text) {
					bare = append(bare, item)
				}
			}
			if given := len(items) - len(bare); given > 0 && given <= len(bare) {
				return true // reasons are given where they are not obvious
			}
			for _, item := range bare {
				hit(d, item.Span, model.Note(model.Clip(strings.TrimRight(model.Plain(item.Text), ".。;；"), 60)))
			}
			return len(items) > 0
		}},
	}
}

var doubt = pattern.New(`(?i)\b(?:risks?|uncertain\w*|threats?|failure modes?|worst case|danger)\b|风险|隐患|威胁|不确定`)

var reason = pattern.New(`(?i)\b(?:because|since|due to|as|so that|until|reason|rationale|later|future|deferred|phase|v2|too|not needed|focus|who|whose|which|already|instead|unless|without|forbid\w*|(?:done|handled|owned|kept|served|covered|provided) (?:by|in|with))\b|[:：（(—–;；]|[.。]\s*\S|\s--?\s|由[^，。；]{1,14}(?:负责|处理|提供|完成|改造|管理|承担)|已有|另行|另有|因为|由于|理由|原因|后续|以后|暂不|聚焦`)

var assumption = pattern.New(`(?i)\bassum\w*|\bpresum\w*|假设|假定|前提`)

// assumes tells whether a document has a section of assumptions, or states one.
func assumes(d *document.Document) bool {
	for _, section := range d.Sections {
		if assumption.MatchString(section.Title) && model.Says(d, section) {
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
