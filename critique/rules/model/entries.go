package model

import (
	"path"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// Entry is one thing with an ID: a goal, a requirement, a decision or an epic.
type Entry struct {
	ID       string
	Title    string
	Priority string             // "must", "should", "could", "wont" or ""
	Doc      *document.Document // where it is defined
	At       document.Span      // of its ID there
	Section  *document.Section  // the section it has to itself, nil for a row or item
	Table    *document.Table
	Row      []document.Cell    // nil when it is no row
	line     document.Span      // all that its definition says, unless it is a section
	File     *document.Document // the file it has to itself, nil without one
	Detail   *document.Section  // the section about it in the document that defines it, nil without one
}

// Text is everything the definition says in place, without the entry's own file.
func (e *Entry) Text() string {
	if e.Section != nil {
		return e.Doc.Slice(e.Section.All())
	}
	return e.Doc.Slice(e.line)
}

// Cell returns the entry's cell in the first column so named, or "".
func (e *Entry) Cell(words ...string) string {
	if e.Row == nil {
		return ""
	}
	if i := e.Table.Column(words...); i >= 0 && i < len(e.Row) {
		return strings.TrimSpace(e.Row[i].Text)
	}
	return ""
}

// LeavesOut tells whether the entry's table has a column so named and its row
// nothing in it. What a summary elsewhere counts does not fill the cell.
func (e *Entry) LeavesOut(words ...string) bool {
	return e.Row != nil && e.Table.Column(words...) > 0 && EmptyCell(e.Cell(words...))
}

// Entries are the definitions of one family of IDs, in order of appearance.
type Entries struct {
	List []*Entry
	ByID map[string]*Entry
}

// Add takes in a definition. A second one of the same ID only fills in what the first lacks.
func (e *Entries) Add(one *Entry) {
	if known := e.ByID[one.ID]; known != nil {
		if known.File == nil {
			known.File = one.File
		}
		if known.Priority == "" {
			known.Priority = one.Priority
		}
		if known.Detail == nil && known.Doc == one.Doc {
			known.Detail = one.Section
		}
		return
	}
	one.Detail = one.Section
	e.ByID[one.ID] = one
	e.List = append(e.List, one)
}

// model is what a session defines.
type model struct {
	Goals        *Entries
	Requirements *Entries // functional
	Qualities    *Entries
	Decisions    *Entries
	Epics        *Entries
}

// Defined returns the session's definitions, found on first use.
func Defined(s *Session) *model {
	return Once(s, "definitions", nil, func() *model {
		return &model{
			Goals:        define(s, []document.Kind{document.Brief}, "G"),
			Requirements: define(s, []document.Kind{document.Requirements, document.Requirement}, "REQ", "FR", "US"),
			Qualities:    define(s, []document.Kind{document.Requirements, document.Quality}, "NFR"),
			Decisions:    define(s, []document.Kind{document.Architecture, document.Decision}, "ADR"),
			Epics:        define(s, []document.Kind{document.Epics, document.Epic}, "EPIC"),
		}
	})
}

func define(s *Session, kinds []document.Kind, prefixes ...string) *Entries {
	found := &Entries{ByID: map[string]*Entry{}}
	for _, kind := range kinds {
		for _, d := range s.Of(kind) {
			if kind.Member() {
				if id := FileID(d); id != "" && Family(id, prefixes) {
					found.Add(FileEntry(d, id))
				}
				continue
			}
			for _, e := range definitions(d, prefixes) {
				found.Add(e)
			}
		}
	}
	return found
}

// Family tells whether an ID belongs to one of some families of IDs.
func Family(id string, prefixes []string) bool {
	prefix := document.Prefix(id)
	for _, p := range prefixes {
		if prefix == p || (p == "NFR" || p == "REQ" || p == "FR") && strings.HasPrefix(prefix, p+"-") {
			return true
		}
	}
	return false
}

// FileID returns the ID a member file claims: in its frontmatter, name or title.
func FileID(d *document.Document) string {
	title := ""
	if len(d.Sections) > 1 {
		title = d.Sections[1].Title
	}
	for _, text := range [...]string{DeclaredID(d), strings.ToUpper(path.Base(d.Path)), title} {
		if ids := document.FindIDs(text); len(ids) > 0 && ids[0].Start == 0 {
			return ids[0].ID
		}
	}
	return ""
}

// DeclaredID is the ID that the frontmatter of a file gives to it, under the name of its kind or none, or "".
func DeclaredID(d *document.Document) string {
	for _, key := range [...]string{"id", "req_id", "requirement_id", "nfr_id", "adr_id", "decision_id", "epic_id"} {
		if id := d.Front.Value(key); id != "" && (key != "epic_id" || d.Kind == document.Epic) { // others name the epic that they are of
			return id
		}
	}
	return ""
}

// FileEntry is the entry that a file of its own defines.
func FileEntry(d *document.Document, id string) *Entry {
	e := &Entry{ID: id, Doc: d, File: d, Title: d.Front.Value("title"), Priority: FirstPriority(Priority(d.Front.Value("priority")), Priority(d.Front.Value("level")))}
	if len(d.Sections) > 1 {
		s := d.Sections[1]
		e.Section, e.At = s, document.Span{Start: s.Start, End: s.Body}
		if e.Title == "" {
			e.Title = strings.TrimLeft(strings.TrimPrefix(s.Title, id), " :：-–—")
		}
	} else {
		e.line = document.Span{Start: 0, End: len(d.Text)}
	}
	if e.Priority == "" {
		e.Priority = PriorityField(d.Text)
	}
	return e
}

// definitions finds where an index document defines IDs: rows of definitional
// tables, headings and list items that start with the ID.
func definitions(d *document.Document, prefixes []string) []*Entry {
	var found []*Entry
	for _, t := range d.Tables {
		if Definitional(t) {
			found = append(found, rowEntries(d, t, prefixes)...)
		}
	}
	for _, section := range d.Sections {
		named := strings.TrimLeft(section.Title, TitleMarks)
		if ids := document.FindIDs(named); len(ids) > 0 && ids[0].Start == 0 && Family(ids[0].ID, prefixes) && ids[0].End < len(named) {
			title := strings.TrimLeft(named[ids[0].End:], " :：-–—.])】")
			_, priority := Codes(title)
			found = append(found, &Entry{
				ID: ids[0].ID, Title: title, Doc: d, Section: section,
				At:       document.Span{Start: section.Start, End: min(section.Body, d.LineAt(section.Start).End)},
				Priority: FirstPriority(PriorityField(d.Slice(section.Own())), PriorityField(section.Title), priority, SectionPriority(section)),
			})
		}
	}
	for _, section := range d.Sections {
		ids := document.FindIDs(section.Title)
		if section.Level < 7 || len(ids) != 1 || ids[0].Span != (document.Span{End: len(section.Title)}) || !Family(ids[0].ID, prefixes) || !section.Under(document.Functional, document.NonFunctional, document.Goals) {
			continue
		}
		line := d.LineAt(section.Start)
		title := strings.TrimLeft(d.Slice(document.Span{Start: min(section.Body, line.End), End: line.End}), " :：*-–—")
		if title == "" {
			continue
		}
		found = append(found, &Entry{
			ID: ids[0].ID, Title: title, Doc: d, At: document.Span{Start: section.Start, End: section.Body}, line: line,
			Priority: FirstPriority(PriorityField(title), SectionPriority(section)),
		})
	}
	found = append(found, itemEntries(d, prefixes)...)
	slices.SortStableFunc(found, func(a, b *Entry) int { return a.At.Start - b.At.Start })
	return found
}

// itemEntries finds the list items that define IDs.
func itemEntries(d *document.Document, prefixes []string) []*Entry {
	var found []*Entry
	for _, item := range d.Items {
		if item.Section.Under(document.Traces, document.Order, document.Dependencies, document.Overview, document.OpenQuestions, document.Risks) {
			continue
		}
		text := strings.TrimLeft(item.Text, "*_`[")
		ids := document.FindIDs(text)
		if len(ids) == 0 || ids[0].Start != 0 || !Family(ids[0].ID, prefixes) || len(ids) > 1 && ids[1].End == ids[0].End {
			continue
		}
		rest := strings.TrimLeft(text[ids[0].End:], "*_`] ")
		if !defines.MatchString(rest) && !(ofItself.MatchString(item.Text) && !joined.MatchString(rest)) {
			continue
		}
		tag := PriorityField(rest)
		if strings.HasPrefix(rest, "[") {
			_, rest, _ = strings.Cut(rest, "]")
			rest = strings.TrimLeft(rest, " ")
		}
		start := item.Start + strings.Index(d.Slice(item.Span), text)
		found = append(found, &Entry{
			ID: ids[0].ID, Title: strings.TrimLeft(rest, "(（【:：.-–— *"), Doc: d,
			At: document.Span{Start: start, End: start + ids[0].End}, line: item.Span,
			Priority: FirstPriority(tag, SectionPriority(item.Section)),
		})
	}
	return found
}

// TitleMarks are what may stand around the ID that begins a heading.
const TitleMarks = "[(【*_` "

var (
	defines  = pattern.New(`^[:：\-–—(（【]|^\. ?\pL|^\[[^\[\]\n]{1,24}\][*_]*[:：]|^\[(?i:must|should|could|won'?t|p[0-3]|必须|应该|可选|不做)`)
	ofItself = pattern.New(`^(?:\*\*|__)\[?[A-Z][A-Z-]*-\d+\]?(?:\*\*|__)\s+\S+\s*\S|^\[[A-Z][A-Z-]*-\d+\]\s+\S+\s*\S`) // an ID marked off from what it names
	joined   = pattern.New(`(?i)^(?:[,，、/+&→]|and\b|or\b|to\b|is\b|are\b|has\b|have\b|depends\b|requires\b|before\b|after\b|与|和|至|到|或|的|是|依赖|需要)`)
)

// Definitional tells a table that defines things from one that relates them.
func Definitional(t *document.Table) bool {
	if t.Section.Under(document.Traces, document.Order, document.Dependencies, document.Risks) || len(t.Header) < 2 {
		return false
	}
	return slices.ContainsFunc(t.Header[1:], func(c document.Cell) bool {
		return Contains(strings.ToLower(c.Text), "title", "name", "description", "statement", "priority", "moscow", "decision", "target", "metric", "goal",
			"标题", "名称", "描述", "说明", "优先级", "决策", "内容", "指标", "目标", "需求", "mvp") ||
			requirementHeader.MatchString(c.Text) && worded(t, c)
	})
}

// requirementHeader is the column of the sentences of a specification.
var requirementHeader = pattern.New(`(?i)^\W*(?:requirement|behaviou?r|rule)(?: text)?\W*$|^\W*(?:要求|规则)\W*$`)

// worded tells whether a column holds sentences rather than IDs.
func worded(t *document.Table, header document.Cell) bool {
	i := slices.Index(t.Header, header)
	return slices.ContainsFunc(t.Rows, func(row []document.Cell) bool {
		return i < len(row) && document.Units(WithoutIDs(row[i].Text)) >= LeastSubstance
	})
}

func rowEntries(d *document.Document, t *document.Table, prefixes []string) []*Entry {
	var found []*Entry
	for _, row := range t.Rows {
		id, at, ok := RowID(row)
		if !ok || !Family(id, prefixes) {
			continue
		}
		e := &Entry{ID: id, Doc: d, At: at, Table: t, Row: row, line: d.LineAt(at.Start)}
		e.Title = Plain(e.Cell("title", "name", "requirement", "标题", "名称", "描述", "description", "goal", "目标", "需求", "要求", "decision", "决策"))
		e.Priority = FirstPriority(Priority(e.Cell("prio", "moscow", "优先级", "等级")), SectionPriority(t.Section))
		found = append(found, e)
	}
	return found
}

// numbersPart tells whether what follows an ID makes it the number of one of its parts:
// REQ-001.2.
func numbersPart(rest string) bool {
	return len(rest) > 1 && rest[0] == '.' && rest[1] >= '0' && rest[1] <= '9'
}

// RowID returns the ID a row's first cell holds, when it holds just one.
func RowID(row []document.Cell) (id string, at document.Span, ok bool) {
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

// Plain strips emphasis and links from a cell.
func Plain(cell string) string {
	cell = cellMarks.Replace(cell)
	if text, _, found := strings.Cut(strings.TrimPrefix(cell, "["), "]("); found && strings.HasPrefix(cell, "[") {
		return text
	}
	return strings.TrimSpace(cell)
}
