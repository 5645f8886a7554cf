package architecture

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// drawing is a diagram that may show components: the labels of its nodes.
type drawing struct {
	graph  document.Graph
	labels []string
	about  bool // it stands in a section about components
}

func drawings(d *document.Document) []drawing {
	var found []drawing
	for _, g := range d.Graphs() {
		one := drawing{graph: g, about: d.SectionAt(g.Span.Start).Under(document.Components)}
		for _, label := range g.Labels {
			one.labels = append(one.labels, label)
		}
		found = append(found, one)
	}
	return found
}

func undrawnComponents(s *model.Session, d *document.Document, hit native.Hit) bool {
	var labels, nodes []string
	all := drawings(d)
	elsewhere := !slices.ContainsFunc(all, func(one drawing) bool { return one.about && len(one.labels) > 1 })
	for _, one := range all {
		if one.about || elsewhere {
			labels = append(labels, one.labels...)
		}
	}
	if len(labels) < 2 || len(labels) > 500 {
		return false
	}
	for _, label := range labels {
		nodes = append(nodes, model.Normal(howMany.ReplaceAllString(label, "")))
	}
	applied := false
	for _, t := range d.Tables {
		column := t.Column("component", "module", "组件", "模块")
		if column != 0 || !t.Section.Under(document.Components) || t.Column("error", "failure", "scenario", "错误", "故障", "场景") > 0 {
			continue
		}
		missing, matched := heldAgainst(t, labels, nodes)
		if matched < 2 || matched <= len(missing) || elsewhere && matched < 3*len(missing) {
			continue // the diagram shows another view
		}
		applied = true
		for _, cell := range missing {
			hit(d, cell.Span, model.Target(model.Plain(cell.Text)), s.Say("is in no diagram", "未出现在架构图中"))
		}
	}
	return applied
}

// howMany is how many of a part a diagram shows: "Logger x60".
var howMany = pattern.New(`(?i)[\s(（]+[x×] ?\d+[)）]?$|^\d+ ?[x×] `)

// heldAgainst returns the cells of a table of components that no
// node of a diagram shows, and how many are shown.
func heldAgainst(t *document.Table, labels, nodes []string) (missing []document.Cell, matched int) {
	for _, row := range t.Rows {
		name := model.Normal(model.Plain(row[0].Text))
		if name == "" {
			continue
		}
		if slices.ContainsFunc(nodes, func(n string) bool { return n != "" && (strings.Contains(n, name) || strings.Contains(name, n)) }) || sharesWord(labels, row[0].Text) {
			matched++
		} else {
			missing = append(missing, row[0])
		}
	}
	return missing, matched
}

// sharesWord tells whether the first word of a name stands in a node's label.
func sharesWord(labels []string, name string) bool {
	word, _, _ := strings.Cut(model.Plain(name), " ")
	word = model.Normal(word)
	return len(word) > 3 && slices.ContainsFunc(labels, func(label string) bool {
		if model.Han.MatchString(word) {
			return strings.Contains(model.Normal(label), word)
		}
		return slices.ContainsFunc(strings.FieldsFunc(label, func(r rune) bool { return r == ' ' || r == '-' || r == '/' || r == '<' || r == '>' }), func(other string) bool {
			return strings.TrimSuffix(model.Normal(other), "s") == strings.TrimSuffix(word, "s")
		})
	})
}
