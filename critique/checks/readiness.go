package checks

import (
	"slices"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

var readiness = []document.Kind{document.Readiness}

var gateWord = pattern.New(`(?i)\b(?:pass(?:ed)?|fail(?:ed)?|ready|not ready|approved|rejected|go|no-go|review required|(?-i:REVIEW)|needs revision|conditional)\b|通过|就绪(?:[^度报]|$)|不合格|合格|待修订|需修改|驳回`)

// readinessRules look at readiness-report.md.
func readinessRules() []rule {
	return []rule{
		{Rule: of("RD-012"), on: readiness, needs: []document.Kind{document.Requirements}, look: func(s *session, d *document.Document, hit hit) bool {
			named := mentions(d)
			list, qualities := s.defined().requirements.list, s.defined().qualities.list
			judged := 0
			for _, e := range qualities {
				if _, ok := named[e.id]; ok {
					judged++
				}
			}
			if judged > 1 && judged*2 >= len(qualities) { // else the report leaves all of them to others
				list = slices.Concat(list, qualities)
			}
			var unnamed []string
			for _, e := range list {
				if _, ok := named[e.id]; !ok && e.priority != "wont" && !superseded(e.text()) {
					unnamed = append(unnamed, e.id)
				}
			}
			if len(unnamed) > 0 { // one cause, at one place: the report
				hit(d, document.Span{}, itoa(len(unnamed)), strings.Join(unnamed[:min(len(unnamed), 6)], ", "))
			}
			return len(list) > 0
		}},
		{Rule: of("RD-013"), on: readiness, look: func(s *session, d *document.Document, hit hit) bool {
			if !decided(d) {
				hit(d, document.Span{})
			}
			return true
		}},
		{Rule: of("RD-015"), on: readiness, look: unownedWatchItems},
	}
}

var (
	gateCue    = pattern.New(`(?i)\b(?:gate|verdict|overall|decision|readiness|recommendation|conclusion|result|total|score|status)\b|总|结论|门禁|判定|就绪度|评审结果`)
	reportName = pattern.New(`(?i)^\s*#`)
	owner      = pattern.New(`[:：(（—–]\s*([^:：(（—–]+)$`)
)

// decided tells whether a report says how its gate ended: in a section of its
// own, in its frontmatter, or in a line about the whole. That each check passed
// is no such line.
func decided(d *document.Document) bool { return gateText(d) != "" }

// gateText returns what a report says of its gate, or "".
func gateText(d *document.Document) string {
	for _, section := range d.Sections {
		if verdictTitle.MatchString(section.Title) && gateCue.MatchString(section.Title) && gateWord.MatchString(section.Title) {
			return section.Title
		}
	}
	if section := topic(d, document.Gate); section != nil {
		if text := oneLine(takenVerdict(d.Slice(section.All()))); gateWord.MatchString(text) {
			return text[:min(len(text), 600)]
		}
	}
	if text := d.Front.Value("gate") + " " + d.Front.Value("verdict") + " " + d.Front.Value("gate_status"); gateWord.MatchString(text) {
		return text
	}
	for line := range strings.Lines(takenVerdict(d.Prose)) {
		text := line
		if cells := strings.Split(line, "|"); len(cells) > 2 {
			if !gateCue.MatchString(cells[1]) || strings.HasPrefix(strings.TrimSpace(line), "|-") {
				continue
			}
			text = strings.Join(cells[2:], " ")
		} else if reportName.MatchString(line) || !gateCue.MatchString(line) && document.Units(line) > 6 {
			continue
		}
		if gateWord.MatchString(text) {
			return text
		}
	}
	return ""
}

func unownedWatchItems(s *session, d *document.Document, hit hit) bool {
	applied := false
	for _, item := range topicItems(d, document.Watch) {
		applied = true
		named := owner.FindStringSubmatch(item.Text)
		if !owned.MatchString(item.Text) && (named == nil || document.Units(named[1]) > 6) || named != nil && nobody(named[1]) || nobodyOwns(item.Text) {
			hit(d, item.Span, note(clip(plain(item.Text), 60)))
		}
	}
	for _, t := range d.Tables {
		column := t.Column("owner", "assignee", "responsible", "负责人", "责任人")
		if column <= 0 || !t.Section.Under(document.Watch) {
			continue
		}
		applied = true
		day := t.Column("due", "deadline", "by when", "期限", "截止", "到期")
		for _, row := range t.Rows {
			if emptyCell(row[column].Text) || nobody(row[column].Text) || day > 0 && dueNever(row[day].Text) {
				hit(d, row[0].Span, note(plain(row[0].Text)))
			}
		}
	}
	return applied
}

// dueNever tells whether a cell for a day names none.
func dueNever(cell string) bool { return emptyCell(cell) || someDay.MatchString(plain(cell)) }
