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
					hit(e.Doc, e.At, model.Target(id), s.Say("is not defined", "未定义"))
				}
			}
		}
		if cycle, at := model.FindCycle(edges); len(cycle) > 0 {
			at = oddOne(edges, cycle, at)
			hit(at.Doc, at.At, model.Target(strings.Join(cycle, " → ")), s.Say("is a cycle", "构成循环"))
		}
	}
	return applied
}

// oddOne returns the dependency of a circle that is declared least often, the given one where
// none is: what one place says against the others is likely the slip.
func oddOne(edges []model.Dependency, cycle []string, closing model.Dependency) model.Dependency {
	times, first := map[[2]string]int{}, map[[2]string]model.Dependency{}
	for _, e := range edges {
		key := [2]string{e.From, e.To}
		if times[key]++; times[key] == 1 {
			first[key] = e
		}
	}
	odd, least := closing, times[[2]string{closing.From, closing.To}]
	for i := 1; i < len(cycle); i++ {
		if key := [2]string{cycle[i-1], cycle[i]}; times[key] > 0 && times[key] < least {
			odd, least = first[key], times[key]
		}
	}
	return odd
}
