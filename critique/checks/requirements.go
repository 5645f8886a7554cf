package checks

import (
	"slices"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

var requirements = []document.Kind{document.Requirements}

// requirementsRules look at requirements/_index.md and the files beside it.
func requirementsRules() []rule {
	return []rule{
		{Rule: of("RQ-001"), on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
			section := topic(d, document.Functional)
			if !s.listsRequirements(d) && (section == nil || !says(d, section)) && numbered(d) < 2 && labelled(d) < 3 && !toldByStories(d) && !listsCriteria(d) {
				hit(d, document.Span{})
			}
			return true
		}},
		{Rule: of("RQ-002"), on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
			for _, t := range [...]document.Topic{document.NonFunctional, document.Attributes} {
				if section := topic(d, t); section != nil && says(d, section) && !rowless(d, section) {
					return true
				}
			}
			if slices.ContainsFunc(d.Sections, func(section *document.Section) bool { return demandsQuality(section) && says(d, section) }) {
				return true
			}
			if s.fromElsewhere() && measuredOutcomes(d) > 1 {
				return true
			}
			if !names(d, s.defined().qualities, document.Traces, document.Summary) {
				if numbered(d) > 1 && len(s.defined().requirements.list) == 0 && !slices.ContainsFunc(s.docs, identified) {
					return false // documents of another tool, which numbers its requirements and grades none
				}
				hit(d, document.Span{})
			}
			return true
		}},
		{Rule: of("RQ-010"), on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
			list := s.defined().requirements.list
			if len(list) == 0 {
				return false // RQ-001 says it, or they have no IDs
			}
			if len(list) < 3 {
				hit(list[0].doc, list[0].at, itoa(len(list)))
			}
			return true
		}},
		{Rule: of("RQ-011"), on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
			list := s.defined().requirements.list
			if !slices.ContainsFunc(s.docs, identified) && !slices.ContainsFunc(list, func(e *entry) bool {
				return e.priority != "" || e.leavesOut("priority", "moscow", "优先级") || s.groupedPriority(d, e.id)
			}) {
				return false // documents of another tool, which knows no priorities
			}
			for _, e := range list {
				if e.priority == "" && (e.leavesOut("priority", "moscow", "优先级") || !s.groupedPriority(d, e.id)) {
					hit(e.doc, e.at, e.id)
				}
			}
			return len(list) > 0
		}},
		{Rule: of("RQ-013"), on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
			list := s.defined().requirements.list
			traced := s.tracedToGoal(d)
			if !slices.ContainsFunc(list, func(e *entry) bool { return traced[e.id] }) && len(s.defined().goals.list) == 0 && !slices.ContainsFunc(s.docs, identified) {
				return false // documents of another tool, which knows no goals
			}
			for _, e := range list {
				if !traced[e.id] {
					hit(e.doc, e.at, e.id)
				}
			}
			return len(list) > 0
		}},
		{Rule: of("RQ-014"), on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
			list := s.defined().qualities.list
			for _, e := range list {
				if !measurable(e) {
					hit(e.doc, e.at, e.id)
				}
			}
			return len(list) > 0
		}},
	}
}

// measuredOutcomes counts the criteria of success that say how much. Some tools
// have them in place of quality requirements.
func measuredOutcomes(d *document.Document) int {
	n := 0
	for _, item := range d.Items {
		if item.Section.Under(document.Metrics) && obliges(item.Text) && measured(withoutIDs(item.Text)) {
			n++
		}
	}
	return n
}

// listsRequirements tells whether the index defines a requirement, or names one
// anywhere but in what it traces and counts.
func (s *session) listsRequirements(d *document.Document) bool {
	return names(d, s.defined().requirements, document.Traces, document.Summary, document.NonFunctional, document.Integration, document.Data)
}

// rowless tells whether a section has a table without rows, and no list.
func rowless(d *document.Document, section *document.Section) bool {
	rows, tables := 0, 0
	for _, t := range d.Tables {
		if section.All().Holds(t.Span.Start) {
			tables, rows = tables+1, rows+len(t.Rows)
		}
	}
	return tables > 0 && rows == 0 && !slices.ContainsFunc(d.Items, func(item *document.Item) bool { return section.All().Holds(item.Start) })
}

// names tells whether a document defines something of a list, or names it outside
// of the sections about some topics.
func names(d *document.Document, list *entries, outside ...document.Topic) bool {
	if slices.ContainsFunc(list.list, func(e *entry) bool { return e.doc == d }) {
		return true
	}
	for _, m := range d.IDs {
		if list.byID[m.ID] != nil && !d.SectionAt(m.Start).Under(outside...) {
			return true
		}
	}
	return false
}

// groupedPriority tells whether a list such as "**Must**: REQ-001..003" gives an
// ID its priority.
func (s *session) groupedPriority(d *document.Document, id string) bool {
	for _, m := range d.Mentions(id) {
		line := strings.TrimLeft(d.Slice(d.LineAt(m.Start)), "-*|+ ")
		if priority(line) != "" || sectionPriority(d.SectionAt(m.Start)) != "" {
			return true
		}
	}
	return false
}

// tracedToGoal returns the requirements that name a goal: in their row, in a
// matrix of the index, or in their own file.
func (s *session) tracedToGoal(d *document.Document) map[string]bool {
	traced := map[string]bool{}
	for _, t := range d.Tables {
		goal := t.Column("goal", "objective", "trace", "source", "目标", "追溯", "来源")
		for _, row := range t.Rows {
			var ids []document.Mention
			named := false
			for i, cell := range row {
				found := document.FindIDs(cell.Text)
				ids = append(ids, found...)
				isGoal := i == goal || goal < 0 && t.Section.Under(document.Traces) && len(found) == 0 || hasGoal(found)
				named = named || isGoal && strings.Trim(cell.Text, " -–—*/无") != "" && !strings.EqualFold(cell.Text, "n/a") && (len(found) == 0 || hasGoal(found) || i == 0)
			}
			for _, m := range ids {
				traced[m.ID] = traced[m.ID] || named
			}
		}
	}
	for _, section := range d.Find(document.Traces) {
		for line := range strings.Lines(d.Slice(section.All())) {
			ids := document.FindIDs(line)
			if strings.HasPrefix(strings.TrimSpace(line), "|") || len(ids) == 0 {
				continue
			}
			if hasGoal(ids) || document.Units(withoutIDs(line)) > 0 {
				for _, m := range ids {
					traced[m.ID] = true
				}
			}
		}
	}
	for _, e := range s.defined().requirements.list {
		if hasGoal(document.FindIDs(e.text())) || e.file != nil && tracesUp(e.file) {
			traced[e.id] = true
		}
	}
	return traced
}

func hasGoal(ids []document.Mention) bool {
	for _, m := range ids {
		if document.Prefix(m.ID) == "G" {
			return true
		}
	}
	return false
}

// tracesUp tells whether a requirement's own file names a goal or the brief.
func tracesUp(d *document.Document) bool {
	if hasGoal(d.IDs) {
		return true
	}
	for _, key := range [...]string{"traces_to", "traces", "goals", "goal", "trace"} {
		if field := d.Front.Field(key); field != nil && len(field.Values) > 0 && strings.TrimSpace(field.Values[0]) != "" {
			return true
		}
	}
	for _, link := range d.Links {
		if strings.Contains(link.Target, "product-brief") {
			return true
		}
	}
	return false
}

// measurable tells whether a quality requirement says how much, names a
// standard, or has criteria of its own.
func measurable(e *entry) bool {
	target := e.cell("target", "threshold", "指标", "目标", "阈值")
	if e.doc.Foreign && !emptyCell(target) {
		return true // nobody here reads its units
	}
	if attainable(e.text()) && (attainable(target) || !vague.MatchString(target)) || (unharmed.MatchString(target) || neverHappens(target)) && !vague.MatchString(target) {
		return true
	}
	if e.file == nil {
		return refutable(e)
	}
	body := e.file.Text[e.file.Front.Span.End:]
	if attainable(body) {
		return true
	}
	criteria := 0
	for _, item := range e.file.Items {
		if item.Section.Under(document.Acceptance, document.Metrics) || item.Box != 0 {
			criteria++
		}
	}
	return criteria >= 2 && (target == "" || !vague.MatchString(target))
}

// neverHappens tells whether a target is that something never happens, which one case
// refutes. How much of it nobody would mind is another matter.
func neverHappens(target string) bool {
	return happensNever.MatchString(target) && !tolerated.MatchString(target)
}

var (
	happensNever = pattern.New(`(?i)^\W*(?:no|zero|never)\s+\p{L}[\p{L}-]*\s+\p{L}`)
	tolerated    = pattern.New(`(?i)\b(?:noticeable|perceptible|visible|major|serious|severe|material|undue|excessive|unnecessary|unreasonable|substantial|critical|obvious|disruptive|surprising|unexpected|notable|big|large|long|issues?|problems?|impact|concerns?|friction|confusion)\b`)
)

// refutable tells whether a quality requirement without a place for a target is
// an obligation in plain words, such as "keys must not be written to logs": one
// case refutes it.
func refutable(e *entry) bool {
	if e.section != nil || e.row != nil && e.table.Column("target", "threshold", "metric", "measure", "criteri", "指标", "目标", "阈值", "度量", "标准") >= 0 {
		return false
	}
	return (obliging.MatchString(e.title) || e.row != nil && e.table.Column("要求") > 0) && !vague.MatchString(e.title) && !comparative.MatchString(e.title)
}

var obliging = pattern.New(`(?i)\b(?:must|shall|may only)\b|^\W*no \w+|必须|不得|禁止|严禁`)

// unharmed is a target that one case refutes: nothing may be lost, doubled or
// changed, all tests must pass.
var unharmed = pattern.New(`(?i)^\W*(?:all )?(?:tests? )?(?:pass(?:es|ed)?|green)\W*$|^[\s|*]*(?:全部|测试|均)*通过[\s|*。]*$|\b(?:no|never|without|nothing)\b[^.;\n]{0,30}\b(?:lost|loss|losing|lose|duplicates?|downtime|overwritten)\b|\b(?:no|without)\s(?:\w+\s)?regressions?\b|(?:不|无|零)(?:任何)?\p{Han}{0,4}(?:阻塞|丢失|重复|停机|回归|覆盖|重排|改变|变更|修改|遗漏|中断|泄露|出错)|无需\p{Han}{0,6}(?:发布|重启|停机|重新部署)|(?:保持|维持)?不变[\s|*。]*$`)
