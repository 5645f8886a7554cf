package model

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// Architecture is the kind of the document that lists decisions and components.
var Architecture = []document.Kind{document.Architecture}

var (
	statusLabel = pattern.New(`(?im)^[^\pL\n]*(?:(?:decision|adr|document|current) )?(?:status|(?:决策|决定|文档|当前)?状态)[*_ \t]*[:：|]`)
	statusHead  = pattern.New(`(?i)^(?:status|状态)$`)
)

// GivenUp is a status of a decision that no longer holds.
var GivenUp = pattern.New(`(?i)^\W*(?:rejected|declined|super[sc]ed|deprecated|obsolete|withdrawn|replaced|已?拒绝|已?否决|已?废弃|已?廢棄|已?作废|已?(?:取|替)代|被[^\n]{0,60}?(?:取|替)代|已?弃用|已?撤销)`)

// struck is what a text crosses out.
var struck = pattern.New(`~~[^~\n]*~~`)

// Lapsed tells whether a status says, in whichever form, that what has it holds no more.
func Lapsed(status string) bool {
	status = struck.ReplaceAllString(status, "")
	return (GivenUp.MatchString(status) || Succeeded.MatchString(status)) && !partly.MatchString(status)
}

// headOfFile is how much of a document its status is looked for in: what stands below has one of its own.
const headOfFile = 2000

// WrittenStatus reads the status from a section or a label.
func WrittenStatus(d *document.Document, within document.Span) string {
	for _, section := range d.Sections {
		if within.Holds(section.Start) && statusHead.MatchString(section.Title) {
			return strings.TrimSpace(d.Slice(section.All()))
		}
	}
	start := min(max(within.Start, d.Front.Span.End), len(d.Prose)) // what is no Markdown has no prose
	if m := statusLabel.FindStringIndex(d.Prose[start:min(max(within.End, start), start+headOfFile, len(d.Prose))]); m != nil {
		value, _, _ := strings.Cut(d.Slice(document.Span{Start: start + m[1], End: d.LineAt(start + m[1] - 1).End}), "|")
		return strings.Trim(linkText.ReplaceAllString(struck.ReplaceAllString(value, ""), "$1"), " \t*_")
	}
	return ""
}

var linkText = pattern.New(`\[([^\]\n]*)\]\([^)\n]*\)`)

// FirstHeading is the heading that a document begins with, empty without one.
func FirstHeading(d *document.Document) document.Span {
	if len(d.Sections) > 1 {
		return HeadingOf(d, d.Sections[1])
	}
	return document.Span{}
}

// Statuses are what the row, the file and the section of a decision say it is.
func (e *Entry) Statuses() []string {
	said := []string{e.Cell("status", "状态")}
	switch {
	case e.File != nil:
		said = append(said, e.File.Front.Value("status"), WrittenStatus(e.File, document.Span{Start: 0, End: len(e.File.Text)}))
	case e.Detail != nil:
		said = append(said, WrittenStatus(e.Doc, e.Detail.All()))
	}
	return said
}

var (
	// Succeeded says that another decision holds instead.
	Succeeded = pattern.New(`(?i)\bsuper[sc]eded\b|\breplaced by\b|被[^\n]{0,60}?(?:取代|替代)`)
	// Mooted says that a decision is only proposed.
	Mooted = pattern.New(`(?i)propos|提议|提案`)
	partly = pattern.New(`(?i)\bpart(?:ly|ial|ially)\b|部分`) // something of it still holds
)

// Abandoned tells whether a decision is said to have been given up.
func (e *Entry) Abandoned() bool {
	return slices.ContainsFunc(e.Statuses(), Lapsed)
}

// CarriesOut returns where a document of the epics names a decision as one of theirs:
// in its fields, a matrix, a column or behind a label for decisions.
func CarriesOut(d *document.Document, id string) (at document.Span) {
	for _, m := range d.Mentions(id) {
		line := d.LineAt(m.Start)
		if text := d.Slice(line); Superseded(text) || Refusal.MatchString(WithoutIDs(text)) {
			continue
		}
		if m.Start < d.Front.Span.End || d.SectionAt(m.Start).Under(document.Traces) || decisionLabel.MatchString(d.Slice(line)) {
			return m.Span
		}
	}
	return at
}

var decisionLabel = pattern.New(`(?i)^[\s>*_-]*(?:architecture|adrs?|(?:architecture )?decisions?|based on|implements|架构|架构决策|决策|实现|依据)[*_\s]*[:：]`)

var (
	// recordFile is the file of a decision, by its number: adr/0007-queue.md, ADR-007-queue.md.
	recordFile = pattern.New(`(?i)(?:^|/)(?:(?:adrs?|decisions?|decision[-_]records?)/(?:adr[-_]?)?|adr[-_]?)0*(\d{1,4})[-_. ][^/]*\.md$`)
	// replaced is the decision that one holds instead of, and decidedOn the day of a decision. That of frontmatter is
	// by custom the day of its last change.
	replaced  = pattern.New(`(?im)^\W*(?:supersedes|replaces|ersetzt|remplace|取代|替代)[*_:： ]*\[?(?:ADR[-_ ]?)?0*(\d{1,4})\b`)
	decidedOn = pattern.New(`(?im)^\W*(?:date|datum|fecha|data|日期)[*_]*[:：][*_ ]*(20\d\d-\d\d-\d\d)\b`)
	// successor is the decision that holds instead of one.
	successor = pattern.New(`(?i)(?:\b(?:superseded|replaced) by:?|被)[*_\s]*\[?((?:ADR[-_ ]?0*|0+)(\d{1,4}))\b`)
)

// leastRecords is how many decisions have a file for one that has none to be missed.
const leastRecords = 2

// Records returns the files of decisions by their number, but for numbers that two have.
func Records(s *Session) map[string]*document.Document {
	return Once(s, "files of decisions", nil, func() map[string]*document.Document {
		found := map[string]*document.Document{}
		for _, d := range s.Docs {
			if m := recordFile.FindStringSubmatch(d.Path); m != nil {
				if _, again := found[m[1]]; again {
					d = nil
				}
				found[m[1]] = d
			}
		}
		return found
	})
}

// LostSuccessor is where the file of a decision says that one holds instead which has no file, where
// others have theirs.
func LostSuccessor(s *Session, d *document.Document) document.Span {
	records := Records(s)
	m := successor.FindStringSubmatchIndex(d.Text)
	if m == nil || len(records) < leastRecords || !recordFile.MatchString(d.Path) || !Succeeded.MatchString(d.Slice(d.LineAt(m[2]))) {
		return document.Span{}
	}
	if _, there := records[d.Text[m[4]:m[5]]]; there {
		return document.Span{}
	}
	return document.Span{Start: m[2], End: m[3]}
}

// Replaced is the file of the decision that one says it holds instead of, nil where it says none.
func Replaced(s *Session, d *document.Document) *document.Document {
	if m := replaced.FindStringSubmatch(d.Text); m != nil && recordFile.MatchString(d.Path) && Records(s)[m[1]] != d {
		return Records(s)[m[1]]
	}
	return nil
}

// DecidedOn is where the text of a decision gives its day.
func DecidedOn(d *document.Document) document.Span {
	start := d.Front.Span.End
	if m := decidedOn.FindStringSubmatchIndex(d.Text[start:]); m != nil {
		return document.Span{Start: start + m[2], End: start + m[3]}
	}
	return document.Span{}
}
