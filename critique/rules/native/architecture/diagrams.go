package architecture

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// DiagramRules hold the diagrams of an architecture against its tables.
func DiagramRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("AR-017"), On: model.Architecture, Look: undrawnComponents},
		{Rule: native.Of("AR-019"), On: model.Architecture, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			applied := false
			for _, g := range d.Graphs() {
				if section := d.SectionAt(g.Span.Start); !section.Under(document.Components, document.Dependencies) || len(g.Edges) > 500 {
					continue
				}
				applied = true
				var edges []model.Dependency
				mutual := func(e document.Edge) bool {
					return e.From != e.To && slices.ContainsFunc(g.Edges, func(o document.Edge) bool { return o.From == e.To && o.To == e.From })
				}
				pairs := 0
				for _, e := range g.Edges {
					if mutual(e) {
						pairs++
						if answering.MatchString(d.Slice(e.Span)) || outsider.MatchString(g.Labels[e.From]) {
							pairs++ // an answer, or someone from outside, is no need
						}
					}
				}
				for _, e := range g.Edges {
					if shown.MatchString(g.Labels[e.To]) && shows.MatchString(g.Labels[e.From]) {
						continue // what users get to see goes back to where they asked
					}
					if !mutual(e) || pairs == 2 && len(g.Edges) > 4 { // where several call each other, arrows show who talks to whom
						edges = append(edges, model.Dependency{From: e.From, To: e.To, Doc: d, At: e.Span})
					}
				}
				if cycle, at := model.FindCycle(edges); cycle != nil {
					for i, key := range cycle {
						cycle[i] = g.Labels[key]
					}
					hit(d, at.At, strings.Join(cycle, " → "))
				}
			}
			return dependsInCircle(d, hit) || applied
		}},
	}
}

var (
	shown = pattern.New(`(?i)\b(?:ui|gui|cli|front ?end|browser|clients?|users?|console|screen|app)\b|界面|前端|浏览器|客户端|用户`)
	shows = pattern.New(`(?i)reports?|results?|respons|render|view|notif|present|output|feedback|报告|结果|响应|渲染|视图|通知|展示|输出|反馈`)
)

// answering is an arrow that says what it carries, or one that is no plain one.
var answering = pattern.New(`\||--\s+[^->\s]|-\.|<-|==|--[ox]`)

// dependsInCircle follows the column of a component table that names what each
// component needs.
func dependsInCircle(d *document.Document, hit native.Hit) bool {
	applied := false
	for _, t := range d.Tables {
		column := t.Column("depends", "dependenc", "依赖")
		if column <= 0 || !t.Section.Under(document.Components, document.Dependencies) || len(t.Rows) > 200 || t.Column("component", "module", "组件", "模块") != 0 {
			continue
		}
		applied = true
		names := map[string]string{}
		for _, row := range t.Rows {
			names[model.Normal(model.Plain(row[0].Text))] = model.Plain(row[0].Text)
		}
		var edges []model.Dependency
		for _, row := range t.Rows {
			for _, part := range parted.Split(model.Plain(row[column].Text), 20) {
				from, to := model.Normal(model.Plain(row[0].Text)), model.Normal(part)
				if names[to] != "" && from != "" && from != to {
					edges = append(edges, model.Dependency{From: from, To: to, Doc: d, At: row[column].Span})
				}
			}
		}
		if cycle, at := model.FindCycle(edges); len(cycle) > 3 { // two that call each other share a contract
			for i, key := range cycle {
				cycle[i] = names[key]
			}
			hit(d, at.At, strings.Join(cycle, " → "))
		}
	}
	return applied
}

// parted is what stands between the names of a cell.
var parted = pattern.New(`\s*(?:[,，、;；/+&]|<br>|\band\b|和|与)\s*`)

// drawing is a diagram that may show components: the labels of its nodes, or of
// its boxes when it is drawn in characters.
type drawing struct {
	graph  document.Graph
	labels []string
	about  bool // it stands in a section about components
	boxes  bool // it is drawn in characters: some labels may be parts of one
}

var boxed = pattern.New(`[│|║]\s*([^│|║\n]{2,60}?)\s*[│|║]`)

func drawings(d *document.Document) []drawing {
	var found []drawing
	for _, g := range d.Graphs() {
		one := drawing{graph: g, about: d.SectionAt(g.Span.Start).Under(document.Components)}
		for _, label := range g.Labels {
			one.labels = append(one.labels, label)
		}
		found = append(found, one)
	}
	for _, f := range d.Fences {
		body := d.Slice(f.Body)
		if !model.Contains(body, "┌", "+--", "╔") {
			continue
		}
		one := drawing{graph: document.Graph{Labels: map[string]string{}, Span: f.Body}, about: d.SectionAt(f.Body.Start).Under(document.Components), boxes: true}
		for rest := body; ; { // boxes side by side share no mark, those above each other do
			m := boxed.FindStringSubmatchIndex(rest)
			if m == nil {
				break
			}
			if label := rest[m[2]:m[3]]; model.Normal(label) != "" {
				one.labels = append(one.labels, label)
				one.graph.Labels[label] = label
			}
			rest = rest[m[3]:]
		}
		found = append(found, one)
	}
	return found
}

func undrawnComponents(s *model.Session, d *document.Document, hit native.Hit) bool {
	var labels, nodes []string
	var drawn []drawing
	all := drawings(d)
	elsewhere := !slices.ContainsFunc(all, func(one drawing) bool { return one.about && len(one.labels) > 1 })
	for _, one := range all {
		if one.about || elsewhere {
			labels = append(labels, one.labels...)
			if one.about || one.boxes {
				drawn = append(drawn, one)
			}
		}
	}
	if len(labels) < 2 || len(labels) > 500 {
		return false
	}
	for _, label := range labels {
		nodes = append(nodes, model.Normal(label))
	}
	applied := false
	matchedAll, missed, translated := 0, 0, false
	var names []string
	for _, t := range d.Tables {
		column := t.Column("component", "module", "组件", "模块")
		if column != 0 || !t.Section.Under(document.Components) || t.Column("error", "failure", "scenario", "错误", "故障", "场景") > 0 {
			continue
		}
		in, missing, matched := heldAgainst(t, labels, nodes)
		names = append(names, in...)
		if len(missing) > 1 && len(missing) <= strangers(all, t, missing) {
			missing, translated = nil, true // they may well be drawn under their names in the other language
		}
		if matched < 2 || matched <= len(missing) || elsewhere && matched < 3*len(missing) {
			continue // the diagram shows another view
		}
		applied = true
		for _, cell := range missing {
			hit(d, cell.Span, model.Plain(cell.Text), s.Say("is in no diagram", "未出现在架构图中"))
		}
		matchedAll += matched
		missed += len(missing)
	}
	if translated {
		return applied
	}
	for _, one := range drawn {
		undescribed(s, d, one, names, matchedAll, missed == 0, hit)
	}
	return applied
}

// heldAgainst returns the names of the components of a table, the cells of those that no
// node of a diagram shows, and how many are shown.
func heldAgainst(t *document.Table, labels, nodes []string) (names []string, missing []document.Cell, matched int) {
	for _, row := range t.Rows {
		name := model.Normal(model.Plain(row[0].Text))
		if name == "" {
			continue
		}
		names = append(names, name)
		if slices.ContainsFunc(nodes, func(n string) bool { return n != "" && (strings.Contains(n, name) || strings.Contains(name, n)) }) || sharesWord(labels, row[0].Text) {
			matched++
		} else {
			missing = append(missing, row[0])
		}
	}
	return names, missing, matched
}

// strangers counts the labels of a document's drawings in another script than
// some names, which are none of a table's names.
func strangers(all []drawing, t *document.Table, names []document.Cell) int {
	n := 0
	for _, one := range all {
		for _, label := range one.labels {
			label = model.Normal(label)
			named := slices.ContainsFunc(t.Rows, func(row []document.Cell) bool {
				name := model.Normal(model.Plain(row[0].Text))
				return name != "" && (strings.Contains(label, name) || strings.Contains(name, label)) || sharesWord([]string{label}, row[0].Text)
			})
			if label != "" && !named && !outsider.MatchString(label) && model.Han.MatchString(label) != model.Han.MatchString(names[0].Text) {
				n++
			}
		}
	}
	return n
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

// undescribed reports nodes of a diagram that the rest of the session never
// names, when the diagram shows little beside the components of the table.
// A table that has a row for all but one of the nodes forgets that one, unless it
// is something that earlier documents know from outside.
func undescribed(s *model.Session, d *document.Document, one drawing, names []string, matched int, complete bool, hit native.Hit) {
	g := one.graph
	var unknown, forgotten []string
	for _, key := range model.SortedKeys(g.Labels) {
		label := strings.TrimSpace(strings.ReplaceAll(g.Labels[key], "<br>", " "))
		if name := model.Normal(label); len(name) < 4 || outsider.MatchString(label) || model.Technology.MatchString(label) {
			continue
		}
		like := func(name string) bool {
			return strings.Contains(name, model.Normal(label)) || strings.Contains(model.Normal(label), name)
		}
		switch {
		case slices.ContainsFunc(names, like):
		case !describes(s, label, d, g.Span):
			unknown = append(unknown, key)
		case !knownOutside(s, label):
			forgotten = append(forgotten, key)
		}
	}
	if complete && matched > 2 && len(forgotten) == 1 && len(unknown) == 0 {
		unknown, forgotten = forgotten, nil
	}
	if len(unknown) == 0 || matched < 2 || one.boxes && !(complete && len(unknown)+len(forgotten) == 1) || len(unknown) > max(2, matched/2) {
		return
	}
	for _, key := range unknown {
		at := g.Span
		for _, e := range g.Edges {
			if e.From == key || e.To == key {
				at = e.Span
				break
			}
		}
		hit(d, at, g.Labels[key], s.Say("is in no row of the components", "未列入组件表"))
	}
}

// outsider is who or what a diagram shows beside the parts of the system.
var outsider = pattern.New(`(?i)\b(?:users?|clients?|customers?|admins?|actors?|browsers?|externals?|third[- ]party|internet|network|cloud|phones?|devices?|operators?|editors?|files?|disk|database|db|os|states?|storage)\b|用户|客户|管理员|浏览器|外部|第三方|互联网|网络|手机|设备|文件|磁盘|数据库|系统$`)

// describes tells whether any document names a label outside one diagram.
func describes(s *model.Session, label string, d *document.Document, diagram document.Span) bool {
	name := strings.ToLower(label)
	for _, doc := range s.Docs {
		text := strings.ToLower(doc.Text)
		if doc == d && len(text) == len(doc.Text) {
			text = text[:diagram.Start] + "\n" + text[diagram.End:]
		}
		if strings.Contains(text, name) {
			return true
		}
	}
	return false
}

// knownOutside tells whether the documents before the architecture name a label:
// systems that are there already.
func knownOutside(s *model.Session, label string) bool {
	for _, doc := range s.Docs {
		if doc.Kind.Phase() < document.Architecture.Phase() && strings.Contains(doc.Text, label) {
			return true
		}
	}
	return false
}
