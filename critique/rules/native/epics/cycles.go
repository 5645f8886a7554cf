package epics

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
)

// brokenDependencies reports edges between epics that name one nobody defines, and
// cycles, source by source.
func brokenDependencies(s *model.Session, d *document.Document, hit native.Hit) bool {
	known := model.Defined(s).Epics
	applied := false
	for _, edges := range append(model.Arrows(d), model.DeclaredDependencies(s)) {
		applied = applied || len(edges) > 0
		for _, e := range edges {
			for _, id := range [...]string{e.From, e.To} {
				if len(known.List) > 0 && known.ByID[id] == nil {
					hit(e.Doc, e.At, id, s.Say("is not defined", "未定义"))
				}
			}
		}
		if cycle, at := model.FindCycle(edges); len(cycle) > 0 {
			hit(at.Doc, at.At, strings.Join(cycle, " → "), s.Say("is a cycle", "构成循环"))
		}
	}
	return applied
}
