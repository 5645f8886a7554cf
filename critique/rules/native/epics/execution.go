package epics

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// steps are the epics of an execution order: the step each is named first in,
// and where. Epics of one step run together.
type steps struct {
	of map[string]int
	at map[string]document.Span
	n  int // of the last step
}

func (s *steps) next(mentions []document.Mention, at document.Span) {
	s.n++
	for _, m := range mentions {
		if document.Prefix(m.ID) == "EPIC" && s.of[m.ID] == 0 {
			s.of[m.ID], s.at[m.ID] = s.n, at
		}
	}
}

// executionOrder reads the list of the execution order.
func executionOrder(d *document.Document) (step map[string]int, at map[string]document.Span) {
	found := &steps{map[string]int{}, map[string]document.Span{}, 0}
	for _, ordered := range [...]bool{true, false} {
		for _, item := range d.Items {
			if item.Ordered == ordered && item.Depth == 1 && item.Section.Under(document.Order) {
				found.next(document.FindIDs(stepOf(item.Text)), item.Span)
			}
		}
		if found.n > 0 {
			break
		}
	}
	return found.of, found.at
}

// stepOf is what an item of the order says before it explains.
func stepOf(item string) string {
	if m := epicBehind.FindString(item); m != "" && len(document.FindIDs(item)) == 1 {
		return m
	}
	item, _, _ = strings.Cut(item, "(")
	item, _, _ = strings.Cut(item, "（")
	if m := dependsOn.FindStringIndex(item); m != nil {
		item = item[:m[0]]
	}
	for _, mark := range [...]string{"：", ": ", " — ", " – ", " - ", "，"} {
		if head, _, found := strings.Cut(item, mark); found && len(document.FindIDs(head)) > 0 {
			item = head
		}
	}
	return item
}

// epicBehind is an epic that stands after its title.
var epicBehind = pattern.New(`[(（]\s*EPIC-\d{1,4}\s*[)）]`)

// misordered reports epics that the execution order puts before what they need.
func misordered(s *model.Session, d *document.Document, hit native.Hit) bool {
	step, at := executionOrder(d)
	declared := model.DeclaredDependencies(s)
	for _, e := range declared {
		if step[e.From] > 0 && step[e.To] > 0 && step[e.From] < step[e.To] {
			hit(d, at[e.From], model.Target(e.From), model.Target(e.To), s.Say("before its dependency "+e.To, "排在其依赖 "+e.To+" 之前"))
		}
	}
	return len(declared) > 0 && len(step) > 1
}

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
