package model

import (
	"slices"
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
	return [][]Dependency{DrawnDependencies(d), writtenArrows(d)}
}

// DrawnDependencies are the arrows between epics of the diagrams in a document.
func DrawnDependencies(d *document.Document) []Dependency {
	var found []Dependency
	for _, g := range d.Graphs() {
		for _, e := range g.Edges {
			if from, to := epicOf(g, e.From), epicOf(g, e.To); from != "" && to != "" {
				found = append(found, Dependency{from, to, d, e.Span})
			}
		}
	}
	return found
}

// epicOf is the epic that a node of a diagram stands for, "" where it stands for none.
func epicOf(g document.Graph, key string) string {
	for _, m := range document.FindIDs(g.Labels[key] + " " + key) {
		if document.Prefix(m.ID) == "EPIC" {
			return m.ID
		}
	}
	return ""
}

// writtenArrows reads the arrows between IDs in the text of a section on
// dependencies, drawings in characters included.
func writtenArrows(d *document.Document) []Dependency {
	var found []Dependency
	for _, section := range d.Find(document.Dependencies) {
		mentions := d.MentionsIn(section.All())
		for i := 1; i < len(mentions); i++ {
			a, b := mentions[i-1], mentions[i]
			if document.Prefix(a.ID) != "EPIC" || document.Prefix(b.ID) != "EPIC" || b.Start < a.End || b.Start-a.End > 40 {
				continue
			}
			between := d.Text[a.End:b.Start]
			if TextArrow.MatchString(between) && !strings.ContainsAny(between, "\n|") && !inDiagram(d, a.Start) {
				found = append(found, Dependency{a.ID, b.ID, d, document.Span{Start: a.Start, End: b.End}})
			}
		}
	}
	return found
}

// inDiagram tells whether a place lies in a diagram that is read as one.
func inDiagram(d *document.Document, offset int) bool {
	return slices.ContainsFunc(d.Fences, func(f document.Fence) bool { return f.Info == "mermaid" && f.Body.Holds(offset) })
}

// TextArrow is what stands between two IDs that an arrow joins.
var TextArrow = pattern.New(`^[^→>▶►]{0,30}(?:→|[-─]+[>▶►]|=+>|⇒|➜|➔)\s*[*\x60\["]*$`)

// softly is a dependency that calls itself no real one.
var softly = pattern.New(`(?i)EPIC-\d+\s*[(（](?:soft|optional|weak|nice to have|软|可选|弱)[^)）]*[)）]`)

// DeclaredDependencies are those that rows and files of epics name:
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
			if m.Start < e.File.Front.Span.End || inStory(e.File, m.Start) {
				continue
			}
			if needsLabel.MatchString(e.File.Slice(line)) {
				needs(e.File, e.ID, []document.Mention{m}, line)
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
)

// ToRead tells whether a place is in the list of what whoever plans a phase of GSD has to read first: <canonical_refs>.
func ToRead(d *document.Document, at document.Span) bool {
	begin := strings.LastIndex(d.Text[:at.Start], "<canonical_refs>")
	return begin >= 0 && !strings.Contains(d.Text[begin:at.Start], "</canonical_refs>")
}
