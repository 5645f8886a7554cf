// Package architecture has the rules about the architecture and its decisions.
package architecture

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
)

// PartRules look at architecture/_index.md and the decisions beside it.
func PartRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("AR-001"), On: model.Architecture, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			for _, section := range d.Sections {
				if (section.Topic == document.Components || partsHeading(section.Title)) && model.Says(d, section) {
					return true
				}
			}
			for _, t := range d.Tables {
				if t.Column("component", "module", "service", "组件", "模块", "服务") >= 0 && len(t.Rows) > 0 {
					return true
				}
			}
			if !drawsParts(d) {
				native.Absent(d, document.Components, hit)
			}
			return true
		}},
		{Rule: native.Of("AR-003"), On: model.Architecture, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			if !listsDecisions(s, d) {
				hit(d, document.Span{})
			}
			return true
		}},
	}
}

// partsHeading tells a heading about the parts of a system from others.
func partsHeading(title string) bool {
	return model.Contains(strings.ToLower(title), "component", "module", "service", "container", "subsystem", "layers", "layer hierarchy", "组件", "模块", "服务", "分层", "子系统", "容器", "系统结构")
}

// leastParts is how many named boxes make a drawing one of parts.
const leastParts = 4

// drawsParts tells whether a drawing names parts, under whatever heading.
func drawsParts(d *document.Document) bool {
	for _, g := range d.Graphs() {
		named := 0
		for key, label := range g.Labels {
			if label != key {
				named++
			}
		}
		if named >= leastParts {
			return true
		}
	}
	return false
}

// listsDecisions tells whether an architecture has a section of decisions, or
// names each that has a file.
func listsDecisions(s *model.Session, d *document.Document) bool {
	if section := model.Topic(d, document.Decisions); section != nil && model.Says(d, section) {
		return true
	}
	list := model.Defined(s).Decisions.List
	named := 0
	for _, e := range list {
		if len(d.Mentions(e.ID)) > 0 {
			named++
		}
	}
	return named > 0 && named == len(list)
}
