package model

import (
	"slices"
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// FindCycle returns the IDs of one cycle, its first again at its end, and the
// edge that closes it.
func FindCycle(edges []Dependency) ([]string, Dependency) {
	next := map[string][]Dependency{}
	var order []string
	for _, e := range edges {
		if next[e.From] == nil {
			order = append(order, e.From)
		}
		next[e.From] = append(next[e.From], e)
	}
	const (
		entered = 1
		left    = 2
	)
	state := map[string]int{}
	var path []string
	var closing Dependency
	var visit func(string) []string
	visit = func(id string) []string {
		state[id] = entered
		path = append(path, id)
		for _, e := range next[id] {
			switch state[e.To] {
			case entered:
				closing = e
				return append(slices.Clone(path[slices.Index(path, e.To):]), e.To)
			case left:
			default:
				if cycle := visit(e.To); cycle != nil {
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

// Dependency is one edge between epics, with the place that draws it.
type Dependency struct {
	From, To string
	Doc      *document.Document
	At       document.Span
}

// Arrows are the sources of arrows between epics: the diagrams, and what is
// written as EPIC-001 → EPIC-002. Whether an arrow means "before" or "needs" is
// the author's; within one source it is always the same, so sources are never mixed.
func Arrows(d *document.Document) [][]Dependency {
	return [][]Dependency{DrawnDependencies(d, "EPIC"), writtenArrows(d, "EPIC")}
}

// DrawnDependencies are the arrows of the diagrams in a document.
func DrawnDependencies(d *document.Document, prefix string) []Dependency {
	var found []Dependency
	for _, g := range d.Graphs() {
		for _, e := range g.Edges {
			from, to := nodeID(g, e.From, prefix), nodeID(g, e.To, prefix)
			if prefix == "EPIC" && d.SectionAt(g.Span.Start).Under(document.Dependencies, document.Order) {
				from, to = FirstOf(from, ShortEpic(g.Labels[e.From], e.From)), FirstOf(to, ShortEpic(g.Labels[e.To], e.To))
			}
			if from != "" && to != "" {
				found = append(found, Dependency{from, to, d, e.Span})
			}
		}
	}
	return found
}

// shortNode is an epic as diagrams abbreviate it: E1, EPIC001 or "Epic 1: Plan".
var shortNode = pattern.New(`(?i)^(?:E|EPIC|史诗)[\s_-]?0*(\d{1,3})(?:\P{L}|$)`)

// ShortEpic reads the number of an epic from the first text that has one, such as E-3.
func ShortEpic(texts ...string) string {
	for _, text := range texts {
		if m := shortNode.FindStringSubmatch(text); m != nil {
			number, _ := strconv.Atoi(m[1])
			return document.MakeID("EPIC", number)
		}
	}
	return ""
}

// FirstOf returns the first text that is not empty.
func FirstOf(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}

// writtenArrows reads the arrows between IDs in the text of a section on
// dependencies, drawings in characters included, and the pairs of its tables.
func writtenArrows(d *document.Document, prefix string) []Dependency {
	var found []Dependency
	for _, section := range d.Find(document.Dependencies) {
		mentions := d.MentionsIn(section.All())
		for i := 1; i < len(mentions); i++ {
			a, b := mentions[i-1], mentions[i]
			if document.Prefix(a.ID) != prefix || document.Prefix(b.ID) != prefix || b.Start < a.End || b.Start-a.End > 40 {
				continue
			}
			between := d.Text[a.End:b.Start]
			if TextArrow.MatchString(between) && !strings.ContainsAny(between, "\n|") && !InDiagram(d, a.Start) {
				found = append(found, Dependency{a.ID, b.ID, d, document.Span{Start: a.Start, End: b.End}})
			}
		}
	}
	for _, t := range d.Tables {
		column := t.Column("to", "target", "successor", "blocks", "enables", "unlocks", "后续", "阻塞", "指向", "终点")
		if column <= 0 || !t.Section.Under(document.Dependencies) || strings.Contains(strings.ToLower(t.Header[column].Text), "depend") {
			continue
		}
		for _, row := range t.Rows {
			id, at, ok := RowID(row)
			for _, m := range document.FindIDs(row[column].Text) {
				if ok && document.Prefix(id) == prefix && document.Prefix(m.ID) == prefix {
					found = append(found, Dependency{id, m.ID, d, at})
				}
			}
		}
	}
	return found
}

// InDiagram tells whether a place lies in a diagram that is read as one.
func InDiagram(d *document.Document, offset int) bool {
	return slices.ContainsFunc(d.Fences, func(f document.Fence) bool { return f.Info == "mermaid" && f.Body.Holds(offset) })
}

// TextArrow is what stands between two IDs that an arrow joins.
var TextArrow = pattern.New(`^[^→>▶►]{0,30}(?:→|[-─]+[>▶►]|=+>|⇒|➜|➔)\s*[*\x60\["]*$`)

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

// softly is a dependency that calls itself no real one.
var softly = pattern.New(`(?i)EPIC-\d+\s*[(（](?:soft|optional|weak|nice to have|软|可选|弱)[^)）]*[)）]`)

// DeclaredDependencies are those that rows, files and sentences of epics name:
// from the epic to what it needs.
func DeclaredDependencies(s *Session) []Dependency {
	var found []Dependency
	needs := func(d *document.Document, from string, mentions []document.Mention, at document.Span) {
		for _, m := range mentions {
			if document.Prefix(m.ID) == "EPIC" && m.ID != from {
				found = append(found, Dependency{from, m.ID, d, at})
			}
		}
	}
	for _, e := range Defined(s).Epics.List {
		for _, m := range document.FindIDs(softly.ReplaceAllString(e.Cell(NeedsColumn...), "")) {
			if document.Prefix(m.ID) == "EPIC" {
				found = append(found, Dependency{e.ID, m.ID, e.Doc, e.At})
			}
		}
		if e.Detail != nil && e.Detail.Level < 7 {
			for _, m := range e.Doc.MentionsIn(e.Detail.Own()) {
				if line := e.Doc.LineAt(m.Start); needsLabel.MatchString(e.Doc.Slice(line)) {
					needs(e.Doc, e.ID, []document.Mention{m}, line)
				}
			}
		}
		found = append(found, e.saysItNeeds()...)
		if e.File == nil {
			continue
		}
		for _, key := range [...]string{"dependencies", "depends_on", "blocked_by"} {
			if field := e.File.Front.Field(key); field != nil {
				for _, m := range document.FindIDs(strings.Join(field.Values, " ")) {
					if document.Prefix(m.ID) == "EPIC" {
						found = append(found, Dependency{e.ID, m.ID, e.File, field.Span})
					}
				}
			}
		}
		for _, m := range e.File.IDs {
			line := e.File.LineAt(m.Start)
			if m.Start < e.File.Front.Span.End || inStory(e.File, m.Start) || InDiagram(e.File, m.Start) {
				continue
			}
			if text := e.File.Slice(line); needsLabel.MatchString(text) || listedNeed.MatchString(text) && e.File.SectionAt(m.Start).Under(document.Dependencies) {
				needs(e.File, e.ID, []document.Mention{m}, line)
			}
		}
	}
	if d := s.Index(document.Epics); d != nil {
		found = append(found, tabledDependencies(d)...)
	}
	return found
}

// tabledDependencies reads tables and sentences about dependencies of an index.
func tabledDependencies(d *document.Document) []Dependency {
	var found []Dependency
	for _, t := range d.Tables {
		column := t.Column(NeedsColumn...)
		if column <= 0 || !t.Section.Under(document.Dependencies) {
			continue
		}
		for _, row := range t.Rows {
			id, at, ok := RowID(row)
			for _, m := range document.FindIDs(row[column].Text) {
				if ok && document.Prefix(id) == "EPIC" && document.Prefix(m.ID) == "EPIC" {
					found = append(found, Dependency{id, m.ID, d, at})
				}
			}
		}
	}
	return append(found, statedDependencies(d)...)
}

// statedDependencies reads the sentences about dependencies of an index.
func statedDependencies(d *document.Document) []Dependency {
	var found []Dependency
	for _, section := range d.Find(document.Dependencies) {
		start := section.Start
		for text := range strings.Lines(d.Prose[section.All().Start:section.All().End]) {
			line := document.Span{Start: start, End: start + len(strings.TrimRight(text, "\n"))}
			start += len(text)
			if strings.HasPrefix(text, "|") || !leadsToNeed.MatchString(text) {
				continue
			}
			for _, clause := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(".;。；，", r) }) {
				mentions := document.FindIDs(clause)
				if len(mentions) < 2 || document.Prefix(mentions[0].ID) != "EPIC" {
					continue
				}
				if between := clause[mentions[0].End:mentions[1].Start]; !leadsToNeed.MatchString(between) || noNeed.MatchString(between) {
					continue
				}
				for _, m := range mentions[1:] {
					if document.Prefix(m.ID) == "EPIC" {
						found = append(found, Dependency{mentions[0].ID, m.ID, d, line})
					}
				}
			}
		}
	}
	return found
}

func inStory(d *document.Document, offset int) bool {
	for section := d.SectionAt(offset); section != nil; section = section.Parent {
		if section.Level > 1 && storyTitle.MatchString(section.Title) {
			return true
		}
	}
	return false
}

var (
	// NeedsColumn are words for the column of what a row waits for.
	NeedsColumn = []string{"depend", "blocked by", "prerequisite", "needs", "依赖", "前置"}
	needsLabel  = pattern.New(`(?i)^[\s>*_+-]*(?:(?:epic )?depends on|(?:epic )?dependenc(?:y|ies)|blocked by|prerequisites?|needs|requires|依赖(?:项|关系|于|史诗|的史诗)?|前置(?:条件|依赖|史诗)?)[*_\s]*[:：]`)
	noNeed      = pattern.New(`(?i)\bnot\b|n't\b|\bno longer\b|不|无`)
	listedNeed  = pattern.New(`^\s*[-*+][\s*\[]+EPIC-\d`)
	leadsToNeed = pattern.New(`(?i)(?:depends? (?:up)?on|is blocked by|needs|requires|builds (?:up)?on|依赖于?|需要先?完成|前置为|必须在)`)
)
