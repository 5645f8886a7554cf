package checks

import (
	"path"
	"slices"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// entry is one thing with an ID: a goal, a requirement, a decision or an epic.
type entry struct {
	id       string
	title    string
	priority string             // "must", "should", "could", "wont" or ""
	doc      *document.Document // where it is defined
	at       document.Span      // of its ID there
	section  *document.Section  // the section it has to itself, nil for a row or item
	table    *document.Table
	row      []document.Cell    // nil when it is no row
	line     document.Span      // all that its definition says, unless it is a section
	file     *document.Document // the file it has to itself, nil without one
	detail   *document.Section  // the section about it in the document that defines it, nil without one
}

// text is everything the definition says in place, without the entry's own file.
func (e *entry) text() string {
	if e.section != nil {
		return e.doc.Slice(e.section.All())
	}
	return e.doc.Slice(e.line)
}

// cell returns the entry's cell in the first column so named, or "".
func (e *entry) cell(words ...string) string {
	if e.row == nil {
		return ""
	}
	if i := e.table.Column(words...); i >= 0 && i < len(e.row) {
		return strings.TrimSpace(e.row[i].Text)
	}
	return ""
}

// leavesOut tells whether the entry's table has a column so named and its row
// nothing in it. What a summary elsewhere counts does not fill the cell.
func (e *entry) leavesOut(words ...string) bool {
	return e.row != nil && e.table.Column(words...) > 0 && emptyCell(e.cell(words...))
}

// entries are the definitions of one family of IDs, in order of appearance.
type entries struct {
	list []*entry
	byID map[string]*entry
}

func (e *entries) add(one *entry) {
	if known := e.byID[one.id]; known != nil {
		if known.file == nil {
			known.file = one.file
		}
		if known.priority == "" {
			known.priority = one.priority
		}
		if known.detail == nil && known.doc == one.doc {
			known.detail = one.section
		}
		return
	}
	one.detail = one.section
	e.byID[one.id] = one
	e.list = append(e.list, one)
}

// model is what a session defines.
type model struct {
	goals        *entries
	requirements *entries // functional
	qualities    *entries
	decisions    *entries
	epics        *entries
}

// defined returns the session's definitions, found on first use.
func (s *session) defined() *model {
	return once(s, "definitions", nil, func() *model {
		return &model{
			goals:        s.define([]document.Kind{document.Brief}, "G"),
			requirements: s.define([]document.Kind{document.Requirements, document.Requirement}, "REQ", "FR", "US"),
			qualities:    s.define([]document.Kind{document.Requirements, document.Quality}, "NFR"),
			decisions:    s.define([]document.Kind{document.Architecture, document.Decision}, "ADR"),
			epics:        s.define([]document.Kind{document.Epics, document.Epic}, "EPIC"),
		}
	})
}

func (s *session) define(kinds []document.Kind, prefixes ...string) *entries {
	found := &entries{byID: map[string]*entry{}}
	for _, kind := range kinds {
		for _, d := range s.of(kind) {
			if kind.Member() {
				if id := fileID(d); id != "" && family(id, prefixes) {
					found.add(fileEntry(d, id))
				}
				continue
			}
			for _, e := range definitions(d, prefixes) {
				found.add(e)
			}
		}
	}
	return found
}

func family(id string, prefixes []string) bool {
	prefix := document.Prefix(id)
	for _, p := range prefixes {
		if prefix == p || (p == "NFR" || p == "REQ" || p == "FR") && strings.HasPrefix(prefix, p+"-") {
			return true
		}
	}
	return false
}

// fileID returns the ID a member file claims: in its frontmatter, name or title.
func fileID(d *document.Document) string {
	title := ""
	if len(d.Sections) > 1 {
		title = d.Sections[1].Title
	}
	for _, text := range [...]string{d.Front.Value("id"), strings.ToUpper(path.Base(d.Path)), title} {
		if ids := document.FindIDs(text); len(ids) > 0 && ids[0].Start == 0 {
			return ids[0].ID
		}
	}
	return ""
}

func fileEntry(d *document.Document, id string) *entry {
	e := &entry{id: id, doc: d, file: d, title: d.Front.Value("title"), priority: priority(d.Front.Value("priority"))}
	if len(d.Sections) > 1 {
		s := d.Sections[1]
		e.section, e.at = s, document.Span{Start: s.Start, End: s.Body}
		if e.title == "" {
			e.title = strings.TrimLeft(strings.TrimPrefix(s.Title, id), " :：-–—")
		}
	} else {
		e.line = document.Span{Start: 0, End: len(d.Text)}
	}
	if e.priority == "" {
		e.priority = labelledPriority(d)
	}
	return e
}

// definitions finds where an index document defines IDs: rows of definitional
// tables, headings and list items that start with the ID.
func definitions(d *document.Document, prefixes []string) []*entry {
	var found []*entry
	for _, t := range d.Tables {
		if definitional(t) {
			found = append(found, rowEntries(d, t, prefixes)...)
		}
	}
	for _, section := range d.Sections {
		named := strings.TrimLeft(section.Title, titleMarks)
		if ids := document.FindIDs(named); len(ids) > 0 && ids[0].Start == 0 && family(ids[0].ID, prefixes) && ids[0].End < len(named) {
			title := strings.TrimLeft(named[ids[0].End:], " :：-–—.])】")
			found = append(found, &entry{
				id: ids[0].ID, title: title, doc: d, section: section,
				at:       document.Span{Start: section.Start, End: min(section.Body, d.LineAt(section.Start).End)},
				priority: firstPriority(priorityField(d.Slice(section.Own())), priorityField(section.Title), sectionPriority(section)),
			})
		}
	}
	for _, section := range d.Sections {
		ids := document.FindIDs(section.Title)
		if section.Level < 7 || len(ids) != 1 || ids[0].Span != (document.Span{End: len(section.Title)}) || !family(ids[0].ID, prefixes) || !section.Under(document.Functional, document.NonFunctional, document.Goals) {
			continue
		}
		line := d.LineAt(section.Start)
		title := strings.TrimLeft(d.Slice(document.Span{Start: min(section.Body, line.End), End: line.End}), " :：*-–—")
		if title == "" {
			continue
		}
		found = append(found, &entry{
			id: ids[0].ID, title: title, doc: d, at: document.Span{Start: section.Start, End: section.Body}, line: line,
			priority: firstPriority(priorityField(title), sectionPriority(section)),
		})
	}
	for _, item := range d.Items {
		if item.Section.Under(document.Traces, document.Order, document.Dependencies, document.Overview, document.OpenQuestions, document.Risks) {
			continue
		}
		text := strings.TrimLeft(item.Text, "*_`[")
		ids := document.FindIDs(text)
		if len(ids) == 0 || ids[0].Start != 0 || !family(ids[0].ID, prefixes) || len(ids) > 1 && ids[1].End == ids[0].End {
			continue
		}
		rest := strings.TrimLeft(text[ids[0].End:], "*_`] ")
		if !defines.MatchString(rest) && !(ofItself.MatchString(item.Text) && !joined.MatchString(rest)) {
			continue
		}
		tag := priorityField(rest)
		if strings.HasPrefix(rest, "[") {
			_, rest, _ = strings.Cut(rest, "]")
			rest = strings.TrimLeft(rest, " ")
		}
		start := item.Start + strings.Index(d.Slice(item.Span), text)
		found = append(found, &entry{
			id: ids[0].ID, title: strings.TrimLeft(rest, "(:：-–— *"), doc: d,
			at: document.Span{Start: start, End: start + ids[0].End}, line: item.Span,
			priority: firstPriority(tag, sectionPriority(item.Section)),
		})
	}
	slices.SortStableFunc(found, func(a, b *entry) int { return a.at.Start - b.at.Start })
	return found
}

// titleMarks are what may stand around the ID that begins a heading.
const titleMarks = "[(【*_` "

var (
	defines  = pattern.New(`^[:：\-–—(]|^\[(?i:must|should|could|won'?t|p[0-3]|必须|应该|可选|不做)`)
	ofItself = pattern.New(`^(?:\*\*|__)\[?[A-Z][A-Z-]*-\d+\]?(?:\*\*|__)\s+\S+\s*\S|^\[[A-Z][A-Z-]*-\d+\]\s+\S+\s*\S`) // an ID marked off from what it names
	joined   = pattern.New(`(?i)^(?:[,，、/+&→]|and\b|or\b|to\b|is\b|are\b|has\b|have\b|depends\b|requires\b|before\b|after\b|与|和|至|到|或|的|是|依赖|需要)`)
)

// definitional tells a table that defines things from one that relates them.
func definitional(t *document.Table) bool {
	if t.Section.Under(document.Traces, document.Order, document.Dependencies, document.Risks) || len(t.Header) < 2 {
		return false
	}
	id := idColumn(t)
	return slices.ContainsFunc(t.Header, func(c document.Cell) bool {
		return c != t.Header[id] && (contains(strings.ToLower(c.Text), "title", "name", "description", "statement", "priority", "moscow", "decision", "target", "metric", "goal",
			"标题", "名称", "描述", "说明", "优先级", "决策", "内容", "指标", "目标", "需求", "mvp") ||
			requirementHeader.MatchString(c.Text) && worded(t, c))
	})
}

// requirementHeader is the column of the sentences of a specification.
var requirementHeader = pattern.New(`(?i)^\W*(?:requirement|behaviou?r|rule)(?: text)?\W*$|^\W*(?:要求|规则)\W*$`)

// worded tells whether a column holds sentences rather than IDs.
func worded(t *document.Table, header document.Cell) bool {
	i := slices.Index(t.Header, header)
	return slices.ContainsFunc(t.Rows, func(row []document.Cell) bool {
		return i < len(row) && document.Units(withoutIDs(row[i].Text)) >= leastSubstance
	})
}

func rowEntries(d *document.Document, t *document.Table, prefixes []string) []*entry {
	var found []*entry
	for _, row := range t.Rows {
		id, at, ok := rowID(row[idColumn(t):])
		if !ok || !family(id, prefixes) {
			continue
		}
		e := &entry{id: id, doc: d, at: at, table: t, row: row, line: d.LineAt(at.Start)}
		e.title = plain(e.cell("title", "name", "requirement", "标题", "名称", "描述", "description", "goal", "目标", "需求", "要求", "decision", "决策"))
		e.priority = firstPriority(priority(e.cell("priority", "moscow", "优先级")), sectionPriority(t.Section))
		found = append(found, e)
	}
	return found
}

// idColumn returns the column that holds the IDs of a table: the first, unless
// another one alone is called so.
func idColumn(t *document.Table) int {
	for i, cell := range t.Header {
		if idHeader.MatchString(cell.Text) {
			return i
		}
	}
	return 0
}

var idHeader = pattern.New(`(?i)^\W*(?:\w+[ _-])?id\W*$|^\s*(?:需求|史诗|目标)?编号\s*$`)

// numbersPart tells whether what follows an ID makes it the number of one of its parts:
// REQ-001.2.
func numbersPart(rest string) bool {
	return len(rest) > 1 && rest[0] == '.' && rest[1] >= '0' && rest[1] <= '9'
}

// rowID returns the ID a row's first cell holds, when it holds just one.
func rowID(row []document.Cell) (id string, at document.Span, ok bool) {
	if len(row) == 0 {
		return "", at, false
	}
	cell := row[0]
	if target, label, found := strings.Cut(cell.Text, "|"); found && strings.HasPrefix(cell.Text, "[[") {
		cell = document.Cell{Text: label, Span: document.Span{Start: cell.Start + len(target) + 1, End: cell.End}}
	}
	text := strings.TrimLeft(cell.Text, "*_`[~ ")
	ids := document.FindIDs(text)
	if len(ids) == 0 || ids[0].Start != 0 || numbersPart(text[ids[0].End:]) {
		return "", at, false
	}
	for _, other := range ids[1:] {
		if other.ID != ids[0].ID {
			return "", at, false
		}
	}
	start := cell.Start + len(cell.Text) - len(strings.TrimLeft(cell.Text, "*_`[~ "))
	return ids[0].ID, document.Span{Start: start, End: start + ids[0].End}, true
}

var cellMarks = strings.NewReplacer("**", "", "`", "")

// plain strips emphasis and links from a cell.
func plain(cell string) string {
	cell = cellMarks.Replace(cell)
	if text, _, found := strings.Cut(strings.TrimPrefix(cell, "["), "]("); found && strings.HasPrefix(cell, "[") {
		return text
	}
	return strings.TrimSpace(cell)
}
