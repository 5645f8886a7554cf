package checks

import (
	"slices"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

var epics = []document.Kind{document.Epics}

// epicsRules look at epics/_index.md and the files beside it.
func epicsRules() []rule {
	return []rule{
		{Rule: of("EP-001"), on: epics, look: func(s *session, d *document.Document, hit hit) bool {
			if !namesMVP(d) && !slices.ContainsFunc(s.of(document.Epic), writesOfMVP) {
				hit(d, document.Span{})
			}
			return true
		}},
		{Rule: of("EP-003"), on: epics, look: func(s *session, d *document.Document, hit hit) bool {
			for _, section := range d.Find(document.Traces) {
				if !insideStory(section) && tracesSomething(d, section) {
					return true
				}
			}
			for _, t := range d.Tables {
				if t.Column("requirement", "req", "trace", "需求", "追溯") >= 0 && len(t.Rows) > 0 && namesFamilyIn(d, t.Span, "REQ", "FR", "US") {
					return true
				}
			}
			if d.Front.Value("document_type") != "" || !s.tracedBeside() && !tracedBelow(d) {
				hit(d, document.Span{})
			}
			return true
		}},
		{Rule: of("EP-010"), on: epics, look: func(s *session, d *document.Document, hit hit) bool {
			list := s.defined().epics.list
			if len(list) == 0 {
				if slices.ContainsFunc(d.Sections, func(section *document.Section) bool {
					return numberedEpic.MatchString(section.Title) || ownEpicID.MatchString(section.Title)
				}) || numbersEpics(d) {
					return false // they have numbers or IDs of their own
				}
				hit(d, document.Span{})
				return true
			}
			if !namesMVP(d) && !s.filesNameMVP() {
				return false // EP-001 says it
			}
			for _, e := range list {
				if s.inMVP(d, e) {
					return true
				}
			}
			hit(list[0].doc, list[0].at, list[0].id)
			return true
		}},
		{Rule: of("EP-012"), on: epics, look: brokenDependencies},
	}
}

// tracedBeside tells whether the files of the epics or the readiness report
// trace them to requirements. Indexes of some tools leave it to those.
func (s *session) tracedBeside() bool {
	for _, d := range s.of(document.Epic) {
		if namesFamilyIn(d, document.Span{End: len(d.Text)}, requirementIDs...) {
			return true
		}
	}
	for _, d := range s.of(document.Readiness) {
		for _, section := range d.Find(document.Traces) {
			if at := section.All(); namesFamilyIn(d, at, requirementIDs...) && namesFamilyIn(d, at, "EPIC") {
				return true
			}
		}
	}
	return false
}

// tracedBelow tells whether most epics of a document name the requirements they
// carry out in the text below their headings.
func tracedBelow(d *document.Document) bool {
	headed, traced := 0, 0
	for _, section := range d.Sections {
		if !numberedEpic.MatchString(section.Title) && !headedByEpic(section) {
			continue
		}
		if headed++; namesFamilyIn(d, section.All(), requirementIDs...) {
			traced++
		}
	}
	return traced > 0 && traced*2 > headed
}

func headedByEpic(section *document.Section) bool {
	ids := document.FindIDs(strings.TrimLeft(section.Title, titleMarks))
	return len(ids) > 0 && ids[0].Start == 0 && document.Prefix(ids[0].ID) == "EPIC"
}

// tracesSomething tells whether a section on traces names what it traces, or
// where that is written.
func tracesSomething(d *document.Document, section *document.Section) bool {
	text := d.Slice(section.All())
	return len(d.MentionsIn(section.All())) > 0 || strings.Contains(text, "](") || shortFR.MatchString(text)
}

// shortFR is a functional requirement as some tools number them: FR7.
var shortFR = pattern.New(`\bN?FR\d{1,3}\b`)

// namesMVP tells whether a document says anything about the MVP: more than a
// heading over nothing.
func namesMVP(d *document.Document) bool {
	return d.Front.Value("mvp") != "" || writesOfMVP(d)
}

// writesOfMVP is namesMVP for the text alone: a flag among the fields of a file
// marks one epic and tells no reader of the index what comes first.
func writesOfMVP(d *document.Document) bool {
	for _, m := range find(d.Text, minimalProduct, 100) {
		if m[0] < d.Front.Span.End {
			continue
		}
		section := d.SectionAt(m[0])
		if section == nil || m[0] >= section.Body || says(d, section) {
			return true
		}
	}
	return false
}

var minimalProduct = pattern.New(`(?i)mvp|minimum viable|最小可行`)

func (s *session) filesNameMVP() bool { return slices.ContainsFunc(s.of(document.Epic), namesMVP) }

func namesFamilyIn(d *document.Document, at document.Span, prefixes ...string) bool {
	for _, m := range d.MentionsIn(at) {
		if family(m.ID, prefixes) {
			return true
		}
	}
	return false
}

// numbersEpics tells whether a table lists epics by such numbers.
func numbersEpics(d *document.Document) bool {
	for _, t := range d.Tables {
		for _, row := range t.Rows {
			if len(row) > 0 && numberedEpic.MatchString(plain(row[0].Text)) {
				return true
			}
		}
	}
	return false
}

// numberedEpic is the heading of an epic without an ID, or the first cell of its row.
var numberedEpic = pattern.New(`(?i)^epic\s*#?\d+\b|^史诗\s*[#-]?\d+`)

// ownEpicID is the heading of an epic with an ID of the author's own, such as OPS-DOCS-002.
var ownEpicID = pattern.New(`(?i:\bepic\b).*\b[A-Z][A-Z\d]+(?:-[A-Z\d]+)*-\d{1,4}\b|^[A-Z][A-Z\d]+(?:-[A-Z\d]+)*-\d{1,4}\b.*(?i:\bepic\b)`)

// inMVP tells whether an epic is marked as part of the MVP: in its row, its
// file, or a section about the MVP that names it.
func (s *session) inMVP(d *document.Document, e *entry) bool {
	return once(s, "whether an epic is in the MVP", e, func() bool {
		return s.marksMVP(d, e)
	})
}

func (s *session) marksMVP(d *document.Document, e *entry) bool {
	if cell := e.cell("mvp", "phase", "release", "阶段", "版本"); cell != "" {
		return affirmed(cell)
	}
	if e.file != nil {
		if v := e.file.Front.Value("mvp"); v != "" {
			return affirmed(v)
		}
		if _, after, found := strings.Cut(e.file.Text, "**MVP**:"); found {
			line, _, _ := strings.Cut(after, "\n")
			return affirmed(line)
		}
	}
	for _, m := range d.Mentions(e.id) {
		if section := d.SectionAt(m.Start); section.Under(document.MVP) && !outsideMVP(section) {
			if leftOutOfMVP(d, m) {
				continue
			}
			return true
		}
		if line := strings.ToLower(d.Slice(d.LineAt(m.Start))); e.row == nil && strings.Contains(line, "mvp") && !contains(line, "post-mvp", "non-mvp", "not mvp") {
			return true
		}
	}
	return e.section != nil && namesMVPIn(d, e.section)
}

func namesMVPIn(d *document.Document, section *document.Section) bool {
	text := strings.ToLower(d.Slice(section.All()))
	return strings.Contains(text, "mvp") && !contains(text, "mvp: no", "mvp**: no", "mvp: false", "post-mvp", "mvp：否", "mvp**：否")
}

func outsideMVP(section *document.Section) bool {
	for ; section != nil; section = section.Parent {
		if contains(strings.ToLower(section.Title), "post-mvp", "post mvp", "deferred", "after mvp", "non-mvp", "later", "后续", "推迟", "延后") {
			return true
		}
	}
	return false
}

// leftOutOfMVP tells whether the sentence that names an epic says that it comes later.
func leftOutOfMVP(d *document.Document, m document.Mention) bool {
	line := d.LineAt(m.Start)
	start, end := line.Start, line.End
	if i := strings.LastIndexAny(d.Text[line.Start:m.Start], ".;。；"); i >= 0 {
		start += i
	}
	if i := strings.IndexAny(d.Text[m.End:line.End], ".;。；"); i >= 0 {
		end = m.End + i
	}
	return comesLater.MatchString(d.Text[start:end])
}

var comesLater = pattern.New(`(?i)\b(?:not (?:in|part of)|excluded|deferred|postponed|follows?|outside|out of|post-mvp|later|after the mvp|next release)\b|不在|不含|不包含|不包括|不属于|推迟|延后|暂不|后续|之外|下一?版`)

func affirmed(cell string) bool {
	cell = strings.ToLower(strings.Trim(cell, " *`_:："))
	if contains(cell, "post", "non-mvp", "not", "v2", "later", "❌", "✗", "否", "后续") {
		return false
	}
	return cell == "y" || cell == "x" || contains(cell, "yes", "true", "mvp", "✅", "✓", "✔", "☑", "是", "★", "●") || cell == "1" || cell == "v1" || strings.HasPrefix(cell, "phase 1") || strings.HasPrefix(cell, "must")
}
