// Package readiness has the rules about the readiness report.
package readiness

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/model/unfinished"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// Readiness is the kind of the report.
var Readiness = []document.Kind{document.Readiness}

// ReportRules look at readiness-report.md.
func ReportRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("RD-012"), On: Readiness, Needs: []document.Kind{document.Requirements}, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			named := model.Mentions(d)
			list, qualities := model.Defined(s).Requirements.List, model.Defined(s).Qualities.List
			judged := 0
			for _, e := range qualities {
				if _, ok := named[e.ID]; ok {
					judged++
				}
			}
			if judged > 1 && judged*2 >= len(qualities) { // else the report leaves all of them to others
				list = slices.Concat(list, qualities)
			}
			var unnamed []string
			for _, e := range list {
				if _, ok := named[e.ID]; !ok && e.Priority != "wont" && !model.Superseded(e.Text()) {
					unnamed = append(unnamed, e.ID)
				}
			}
			if len(unnamed) > 0 { // one cause, at one place: the report
				hit(d, document.Span{}, model.Itoa(len(unnamed)), strings.Join(unnamed[:min(len(unnamed), 6)], ", "))
			}
			return len(list) > 0
		}},
		{Rule: native.Of("RD-013"), On: Readiness, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			if !decided(d) {
				hit(d, document.Span{})
			}
			return true
		}},
	}
}

var (
	gateCue    = pattern.New(`(?i)\b(?:gate|verdict|overall|decision|readiness|recommendation|conclusion|result|total|score|status)\b|总|结论|门禁|判定|就绪度|评审结果`)
	reportName = pattern.New(`(?i)^\s*#`)
)

// decided tells whether a report says how its gate ended: in a section of its
// own, in its frontmatter, or in a line about the whole. That each check passed
// is no such line.
func decided(d *document.Document) bool { return gateText(d) != "" }

// gateText returns what a report says of its gate, or "".
func gateText(d *document.Document) string {
	for _, section := range d.Sections {
		if model.VerdictTitle.MatchString(section.Title) && gateCue.MatchString(section.Title) && model.GateWord.MatchString(section.Title) {
			return section.Title
		}
	}
	if section := model.Topic(d, document.Gate); section != nil {
		if text := model.OneLine(unfinished.TakenVerdict(d.Slice(section.All()))); model.GateWord.MatchString(text) {
			return text[:min(len(text), 600)]
		}
	}
	if text := d.Front.Value("gate") + " " + d.Front.Value("verdict") + " " + d.Front.Value("gate_status"); model.GateWord.MatchString(text) {
		return text
	}
	for line := range strings.Lines(unfinished.TakenVerdict(d.Prose)) {
		text := line
		if cells := strings.Split(line, "|"); len(cells) > 2 {
			if !gateCue.MatchString(cells[1]) || strings.HasPrefix(strings.TrimSpace(line), "|-") {
				continue
			}
			text = strings.Join(cells[2:], " ")
		} else if reportName.MatchString(line) || !gateCue.MatchString(line) && document.Units(line) > 6 {
			continue
		}
		if model.GateWord.MatchString(text) {
			return text
		}
	}
	return ""
}
