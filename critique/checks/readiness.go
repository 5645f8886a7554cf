package checks

import (
	"slices"
	"strings"

	"discussd/critique"
	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

var readiness = []document.Kind{document.Readiness}

var gateWord = pattern.New(`(?i)\b(?:pass(?:ed)?|fail(?:ed)?|ready|not ready|approved|rejected|go|no-go|review required|(?-i:REVIEW)|needs revision|conditional)\b|通过|就绪(?:[^度报]|$)|不合格|合格|待修订|需修改|驳回`)

// readinessRules look at readiness-report.md.
func readinessRules() []rule {
	return []rule{
		{Rule: Rule{
			ID: "RD-012", Perspective: coverage, Severity: critique.Medium, Kind: "traceability", Core: true,
			Title: "requirements the report does not name", Message: Text{"the report does not name {n} requirements, the first is {1}", "报告未核验 {n} 条需求，首个 {1}"}, Source: "a real PASS of 96 % that named 0 of 14",
			Violation: "-- spec/requirements/_index.md --\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify | Must |\n| REQ-002 | Restore | Must |\n-- spec/readiness-report.md --\n| Check | Result |\n|---|---|\n| REQ-001 | ✅ |\n",
			NearMiss:  "-- spec/requirements/_index.md --\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify | Must |\n| REQ-002 | Restore | Must |\n| REQ-003 | Mobile | Won't |\n-- spec/readiness-report.md --\nREQ-001..REQ-002 are verified.\n",
		}, on: readiness, needs: []document.Kind{document.Requirements}, one: "the report does not name {1}", look: func(s *session, d *document.Document, hit hit) bool {
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
			for _, e := range list {
				if _, ok := named[e.id]; !ok && e.priority != "wont" && !superseded(e.text()) {
					hit(d, document.Span{}, e.id)
				}
			}
			return len(list) > 0
		}},
		{Rule: Rule{
			ID: "RD-013", Perspective: quality, Severity: critique.Medium, Kind: "completeness",
			Title: "no gate decision", Message: Text{"the report comes to no decision: pass, review or fail", "报告没有门禁结论：通过、复审或不通过"}, Source: "spec-generator phase 6",
			Violation: "## Scores\n\n| Dimension | Score |\n|---|---|\n| Completeness | 23/25 |\n",
			NearMiss:  "## Gate Verdict\n\nPass, with one caveat.\n",
			Chinese:   Example{"## 评分\n\n| 维度 | 得分 |\n|---|---|\n| 完整性 | 23/25 |\n", "## 结论\n\n通过，可进入实现阶段。\n"},
		}, on: readiness, look: func(s *session, d *document.Document, hit hit) bool {
			if !decided(d) {
				hit(d, document.Span{})
			}
			return true
		}},
		{Rule: Rule{
			ID: "RD-015", Perspective: risk, Severity: critique.Low, Kind: "risk",
			Title: "a watch item without an owner, with one who may be anybody, or due on no day", Message: Text{"nobody is named who watches over this, or no day: {1}", "跟踪事项没有负责人或期限：{1}"}, Source: "spec-generator phase 6",
			Violation: "## Watch Items\n\n- External review of the keys\n",
			NearMiss:  "## Watch Items\n\n- External review of the keys: security lead\n- Restore drill, due 2026-05-01\n\n| Item | Owner |\n|---|---|\n| Size of the disks | Kim |\n",
			Chinese:   Example{"## 跟踪事项\n\n| 事项 | 负责人 |\n|---|---|\n| 密钥保管 | |\n", "## 跟踪事项\n\n- 密钥保管：安全组\n"},
		}, on: readiness, look: unownedWatchItems},
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
