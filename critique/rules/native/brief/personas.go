package brief

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// reasonsTabled tells whether a table of what is left out gives each row a reason.
func reasonsTabled(d *document.Document) bool {
	for _, t := range d.Tables {
		column := t.Column("reason", "rationale", "why", "理由", "原因")
		if column > 0 && t.Section.Under(document.NonGoals) && len(t.Rows) > 1 &&
			!slices.ContainsFunc(t.Rows, func(row []document.Cell) bool { return model.EmptyCell(row[column].Text) }) {
			return true
		}
	}
	return false
}

// PersonaRules look at the people, problems and doubts of a brief.
func PersonaRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("BR-013"), On: brief, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			doubted := 0 // by sections that say what is uncertain under other names
			for _, t := range [...]document.Topic{document.Assumptions, document.OpenQuestions, document.Conflicts} {
				if section := model.Topic(d, t); section != nil && model.Says(d, section) && !model.Nothing.MatchString(d.Slice(section.All())) {
					doubted++
				}
			}
			switch section := model.Topic(d, document.Risks); {
			case doubted > 2:
			case section != nil && model.DeniesAll(d, section):
				hit(d, model.HeadingOf(d, section))
			case !model.Holds(d.Text[d.Front.Span.End:], doubt):
				hit(d, document.Span{})
			}
			return true
		}},
		{Rule: native.Of("BR-020"), On: brief, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			in, out := model.TopicItems(d, document.InScope), model.TopicItems(d, document.NonGoals)
			included, excluded := texts(in), texts(out)
			for i := range included {
				included[i] = model.WithoutReason(included[i])
			}
			for i := range excluded {
				excluded[i] = model.WithoutReason(excluded[i])
			}
			for _, pair := range model.Alike(included, excluded, 0.6, 2) {
				hit(d, out[pair[1]].Span, model.Note(model.Clip(model.Plain(out[pair[1]].Text), 60)))
			}
			return len(in) > 0 && len(out) > 0
		}},
		{Rule: native.Of("BR-021"), On: brief, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			items := model.TopicItems(d, document.NonGoals)
			var bare []*document.Item
			for _, item := range items {
				if !reason.MatchString(item.Text) {
					bare = append(bare, item)
				}
			}
			if given := len(items) - len(bare); given > 0 && given <= len(bare) || reasonsTabled(d) {
				return true // reasons are given where they are not obvious
			}
			for _, item := range bare {
				hit(d, item.Span, model.Note(model.Clip(strings.TrimRight(model.Plain(item.Text), ".。;；"), 60)))
			}
			return len(items) > 0
		}},
		{Rule: native.Of("BR-026"), On: brief, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			items := model.TopicItems(d, document.Assumptions)
			var bare []*document.Item
			for _, item := range items {
				if !validated.MatchString(item.Text) {
					bare = append(bare, item)
				}
			}
			if given := len(items) - len(bare); given == 0 || given >= len(bare) {
				for _, item := range bare {
					hit(d, item.Span, model.Note(model.Clip(model.Plain(item.Text), 60)))
				}
			}
			return len(items) > 0
		}},
	}
}

var (
	doubt     = pattern.New(`(?i)\b(?:risks?|uncertain\w*|threats?|failure modes?|worst case|danger)\b|风险|隐患|威胁|不确定`)
	reason    = pattern.New(`(?i)\b(?:because|since|due to|as|so that|until|reason|rationale|later|future|deferred|phase|v2|too|not needed|focus)\b|[:：（(—–]|因为|由于|理由|原因|后续|以后|暂不|聚焦`)
	validated = pattern.New(`(?i)\b(?:validat\w+|verif\w+|checked|confirm\w*|survey|interview|test(?:ed)?|measur\w+|evidence|prototype|compar\w+|monitor\w*|pilot)\b|验证|抽查|核查|实测|核对|校验|抽查|核查|实测|监控|试点|确认|核实|调研|问卷|访谈|测试|依据`)
)

func texts(items []*document.Item) []string {
	found := make([]string, len(items))
	for i, item := range items {
		found[i] = item.Text
	}
	return found
}
