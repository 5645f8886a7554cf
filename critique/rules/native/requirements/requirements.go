// Package requirements has the rules about requirements and their criteria.
package requirements

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// ListRules look at requirements/_index.md and the files beside it.
func ListRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("RQ-001"), On: model.Requirements, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			section := model.Topic(d, document.Functional)
			if !listsRequirements(s, d) && (section == nil || !model.Says(d, section)) {
				hit(d, document.Span{})
			}
			return true
		}},
		{Rule: native.Of("RQ-002"), On: model.Requirements, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			for _, t := range [...]document.Topic{document.NonFunctional, document.Attributes} {
				if section := model.Topic(d, t); section != nil && model.Says(d, section) {
					return true
				}
			}
			if slices.ContainsFunc(d.Sections, func(section *document.Section) bool { return demandsQuality(section) && model.Says(d, section) }) {
				return true
			}
			unlisted := !names(d, model.Defined(s).Qualities) && slices.ContainsFunc(model.Defined(s).Qualities.List, func(e *model.Entry) bool { return e.File != nil }) // of which another rule tells
			if !unlisted && !names(d, model.Defined(s).Qualities, document.Traces, document.Summary) {
				hit(d, document.Span{})
			}
			return true
		}},
		{Rule: native.Of("RQ-011"), On: model.Requirements, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			list := model.Defined(s).Requirements.List
			if !slices.ContainsFunc(s.Docs, model.Identified) && !slices.ContainsFunc(list, func(e *model.Entry) bool {
				return e.Priority != "" || e.LeavesOut("priority", "moscow", "优先级") || groupedPriority(s, d, e.ID)
			}) {
				return false // documents of another tool, which knows no priorities
			}
			for _, e := range list {
				if e.Priority == "" && (e.LeavesOut("priority", "moscow", "优先级") || !groupedPriority(s, d, e.ID)) {
					hit(e.Doc, e.At, model.Target(e.ID))
				}
			}
			return len(list) > 0
		}},
		{Rule: native.Of("RQ-013"), On: model.Requirements, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			list := model.Defined(s).Requirements.List
			traced := tracedToGoal(s, d)
			if !slices.ContainsFunc(list, func(e *model.Entry) bool { return traced[e.ID] }) && len(model.Defined(s).Goals.List) == 0 && !slices.ContainsFunc(s.Docs, model.Identified) {
				return false // documents of another tool, which knows no goals
			}
			for _, e := range list {
				if !traced[e.ID] {
					hit(e.Doc, e.At, model.Target(e.ID))
				}
			}
			return len(list) > 0
		}},
		{Rule: native.Of("RQ-014"), On: model.Requirements, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			list := model.Defined(s).Qualities.List
			for _, e := range list {
				if !measurable(e) {
					hit(e.Doc, e.At, model.Target(e.ID))
				}
			}
			return len(list) > 0
		}},
	}
}

// demandsQuality tells whether a section is a requirement or a constraint about a quality.
func demandsQuality(section *document.Section) bool {
	return section.Level > 1 && qualityTitle.MatchString(section.Title) &&
		(numberedTitle.MatchString(section.Title) || section.Parent != nil && section.Parent.Topic == document.Constraints)
}

var (
	numberedTitle = pattern.New(`(?i)^requirement\s*[#-]?\d+|^需求\s*[-#]?[\d一二三四五六七八九十]+\s*(?:[:：.、-]|$)`)
	qualityTitle  = pattern.New(`(?i)\b(?:performance|reliability|stability|availability|scalability|security|usability|accessibility|compatibility|maintainability|observability|latency)\b|性能|稳定性|可靠性|可用性|可扩展性|安全|易用性|无障碍|兼容性|可维护性|可观测`)
)

// listsRequirements tells whether the index defines a requirement, or names one
// anywhere but in what it traces and counts.
func listsRequirements(s *model.Session, d *document.Document) bool {
	return names(d, model.Defined(s).Requirements, document.Traces, document.Summary, document.NonFunctional, document.Integration, document.Data)
}

// names tells whether a document defines something of a list, or names it outside
// of the sections about some topics.
func names(d *document.Document, list *model.Entries, outside ...document.Topic) bool {
	if slices.ContainsFunc(list.List, func(e *model.Entry) bool { return e.Doc == d }) {
		return true
	}
	for _, m := range d.IDs {
		if list.ByID[m.ID] != nil && !d.SectionAt(m.Start).Under(outside...) {
			return true
		}
	}
	return false
}

// groupedPriority tells whether a list such as "**Must**: REQ-001..003" gives an
// ID its priority.
func groupedPriority(s *model.Session, d *document.Document, id string) bool {
	for _, m := range d.Mentions(id) {
		line := strings.TrimLeft(d.Slice(d.LineAt(m.Start)), "-*|+ ")
		if model.Priority(line) != "" || model.SectionPriority(d.SectionAt(m.Start)) != "" {
			return true
		}
	}
	return false
}

// tracedToGoal returns the requirements that name a goal: in their row, in a
// matrix of the index, or in their own file.
func tracedToGoal(s *model.Session, d *document.Document) map[string]bool {
	traced := map[string]bool{}
	for _, t := range d.Tables {
		goal := t.Column("goal", "objective", "trace", "source", "目标", "追溯", "来源")
		for _, row := range t.Rows {
			var ids []document.Mention
			named := false
			for i, cell := range row {
				found := document.FindIDs(cell.Text)
				ids = append(ids, found...)
				isGoal := i == goal || goal < 0 && t.Section.Under(document.Traces) && len(found) == 0 || model.HasGoal(found)
				named = named || isGoal && strings.Trim(cell.Text, " -–—*/无") != "" && !strings.EqualFold(cell.Text, "n/a") && (len(found) == 0 || model.HasGoal(found) || i == 0)
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
			if model.HasGoal(ids) || document.Units(model.WithoutIDs(line)) > 0 {
				for _, m := range ids {
					traced[m.ID] = true
				}
			}
		}
	}
	goals := goalCodes(s)
	for _, e := range model.Defined(s).Requirements.List {
		coded, _ := model.Codes(e.Title)
		if len(coded) > 0 || namesCode(e.Title+" "+e.Text(), goals) || model.HasGoal(document.FindIDs(e.Text())) || e.File != nil && tracesUp(e.File) {
			traced[e.ID] = true
		}
	}
	return traced
}

var (
	// codeFirst is a code that a line of a brief begins with: - **G1 – fewer losses.**
	codeFirst = pattern.New(`(?m)^[\s>|*_#-]*(?:\d{1,2}[.)][ \t]+[*_]*)?([A-Z]{1,3}\d{1,2})\b`)
	anyCode   = pattern.New(`\b[A-Z]{1,3}\d{1,2}\b`)
)

// goalCodes are the codes without a hyphen that lines of the brief begin with, which other documents can name.
func goalCodes(s *model.Session) map[string]bool {
	return model.Once(s, "codes of the brief", nil, func() map[string]bool {
		codes := map[string]bool{}
		for _, d := range s.Of(document.Brief) {
			for _, m := range model.Find(d.Text, codeFirst, 200) {
				codes[d.Text[m[2]:m[3]]] = true
			}
		}
		return codes
	})
}

// namesCode tells whether a text names one of some codes.
func namesCode(text string, codes map[string]bool) bool {
	return len(codes) > 0 && slices.ContainsFunc(anyCode.FindAllString(text, 200), func(code string) bool { return codes[code] })
}

// tracesUp tells whether a requirement's own file names a goal or the brief.
func tracesUp(d *document.Document) bool {
	if model.HasGoal(d.IDs) {
		return true
	}
	for _, key := range [...]string{"traces_to", "traces", "goals", "goal", "trace"} {
		if field := d.Front.Field(key); field != nil && len(field.Values) > 0 && strings.TrimSpace(field.Values[0]) != "" {
			return true
		}
	}
	return false
}

// measurable tells whether a quality requirement says how much, names a
// standard, or has criteria of its own.
func measurable(e *model.Entry) bool {
	target := e.Cell("target", "threshold", "指标", "目标", "阈值")
	if e.Doc.Foreign && !model.EmptyCell(target) {
		return true // nobody here reads its units
	}
	if e.Row != nil && e.File == nil && e.Detail != nil && model.Attainable(e.Doc.Slice(e.Detail.All())) {
		return true
	}
	if model.Attainable(e.Text()) && (model.Attainable(target) || !model.Vague.MatchString(target)) || (model.Unharmed.MatchString(target) || neverHappens(target)) && !model.Vague.MatchString(target) {
		return true
	}
	if e.File == nil {
		return refutable(e)
	}
	body := e.File.Text[e.File.Front.Span.End:]
	if model.Attainable(body) {
		return true
	}
	criteria := 0
	for _, item := range e.File.Items {
		if item.Section.Under(document.Acceptance, document.Metrics) || item.Box != 0 {
			criteria++
		}
	}
	return criteria >= 2 && (target == "" || !model.Vague.MatchString(target))
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
func refutable(e *model.Entry) bool {
	if e.Section != nil || e.Row != nil && e.Table.Column("target", "threshold", "metric", "measure", "criteri", "指标", "目标", "阈值", "度量", "标准") >= 0 {
		return false
	}
	return (obliging.MatchString(e.Title) || e.Row != nil && e.Table.Column("要求") > 0) && !model.Vague.MatchString(e.Title) && !model.Comparative.MatchString(e.Title)
}

var obliging = pattern.New(`(?i)\b(?:must|shall|only|neither|nobody|nowhere|never|cannot)\b|^\W*no \w+|必须|不得|禁止|严禁|不能|不可|[只仅][对能由在有限允给向供]`)
