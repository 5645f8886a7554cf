package checks

import (
	"slices"
	"strings"

	"discussd/critique/checks/document"
)

// dependency is one edge between epics, with the place that draws it.
type dependency struct {
	from, to string
	doc      *document.Document
	at       document.Span
}

// drawnDependencies are the edges of the diagrams in a document. Whether an
// arrow means "before" or "needs" is the author's; within one source it is
// always the same, so sources are never mixed.
func drawnDependencies(d *document.Document, prefix string) []dependency {
	var found []dependency
	for _, g := range d.Graphs() {
		for _, e := range g.Edges {
			from, to := nodeID(g, e.From, prefix), nodeID(g, e.To, prefix)
			if from != "" && to != "" {
				found = append(found, dependency{from, to, d, e.Span})
			}
		}
	}
	return found
}

func nodeID(g document.Graph, key, prefix string) string {
	for _, text := range [...]string{g.Labels[key], key, strings.ToUpper(strings.ReplaceAll(key, "_", "-"))} {
		for _, m := range document.FindIDs(text) {
			if document.Prefix(m.ID) == prefix {
				return m.ID
			}
		}
	}
	return ""
}

// declaredDependencies are those that rows and files of epics name: from the
// epic to what it needs.
func (s *session) declaredDependencies() []dependency {
	var found []dependency
	for _, e := range s.defined().epics.list {
		cell := e.cell("depend", "blocked by", "prerequisite", "依赖", "前置")
		for _, m := range document.FindIDs(cell) {
			if document.Prefix(m.ID) == "EPIC" {
				found = append(found, dependency{e.id, m.ID, e.doc, e.at})
			}
		}
		if e.file == nil {
			continue
		}
		for _, key := range [...]string{"dependencies", "depends_on", "blocked_by"} {
			field := e.file.Front.Field(key)
			if field == nil {
				continue
			}
			for _, m := range document.FindIDs(strings.Join(field.Values, " ")) {
				if document.Prefix(m.ID) == "EPIC" {
					found = append(found, dependency{e.id, m.ID, e.file, field.Span})
				}
			}
		}
	}
	return found
}

func brokenDependencies(s *session, d *document.Document, hit hit) bool {
	known := s.defined().epics
	drawn, declared := drawnDependencies(d, "EPIC"), s.declaredDependencies()
	for _, edges := range [...][]dependency{drawn, declared} {
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
	return len(drawn)+len(declared) > 0
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
