package checks

import (
	"slices"
	"strings"

	"discussd/critique/checks/document"
)

// brokenDependencies reports edges between epics that name one nobody defines, and
// cycles, source by source.
func brokenDependencies(s *session, d *document.Document, hit hit) bool {
	known := s.defined().epics
	applied := false
	for _, edges := range append(arrows(d), s.declaredDependencies()) {
		applied = applied || len(edges) > 0
		for _, e := range edges {
			for _, id := range [...]string{e.from, e.to} {
				if len(known.list) > 0 && known.byID[id] == nil {
					hit(e.doc, e.at, id, s.say("is not defined", "未定义"))
				}
			}
		}
		if cycle, at := findCycle(edges); len(cycle) > 0 {
			hit(at.doc, at.at, strings.Join(cycle, " → "), s.say("is a cycle", "构成循环"))
		}
	}
	return applied
}

// findCycle returns the IDs of one cycle, its first again at its end, and the
// edge that closes it.
func findCycle(edges []dependency) ([]string, dependency) {
	next := map[string][]dependency{}
	var order []string
	for _, e := range edges {
		if next[e.from] == nil {
			order = append(order, e.from)
		}
		next[e.from] = append(next[e.from], e)
	}
	const (
		entered = 1
		left    = 2
	)
	state := map[string]int{}
	var path []string
	var closing dependency
	var visit func(string) []string
	visit = func(id string) []string {
		state[id] = entered
		path = append(path, id)
		for _, e := range next[id] {
			switch state[e.to] {
			case entered:
				closing = e
				return append(slices.Clone(path[slices.Index(path, e.to):]), e.to)
			case left:
			default:
				if cycle := visit(e.to); cycle != nil {
					return cycle
				}
			}
		}
		path = path[:len(path)-1]
		state[id] = left
		return nil
	}
	for _, id := range order {
		if state[id] == 0 {
			if cycle := visit(id); cycle != nil {
				return cycle, closing
			}
		}
	}
	return nil, closing
}
