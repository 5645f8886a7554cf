package checks

import (
	"slices"
	"strings"

	"discussd/critique"
	"discussd/critique/checks/document"
	"discussd/critique/pattern"
)

// wordingRules look at how normative statements are built, beyond single words.
func wordingRules() []rule {
	return []rule{
		{Rule: Rule{
			ID: "LX-005", Perspective: quality, Severity: critique.Low, Kind: "testability",
			Title: "two obligations in one sentence", Message: Text{"split into single obligations: {1}", "一条含多项义务，应拆分：{1}"}, Source: "INCOSE R18 and R19, QuARS multiplicity",
			Violation: "## Acceptance Criteria\n\n- [ ] The upload must resume and the user must be told\n",
			NearMiss:  "## Acceptance Criteria\n\n- [ ] The upload must resume. The user must be told.\n",
			Chinese:   Example{"## 验收标准\n\n- [ ] 上传必须可恢复，并且必须通知用户\n", "## 验收标准\n\n- [ ] 上传必须可恢复。必须通知用户。\n"},
		}, on: speaking, look: func(s *session, d *document.Document, hit hit) bool {
			all := s.statements(d)
			for _, st := range all {
				for _, m := range sentence.FindAllStringIndex(st.text, 20) {
					if len(obligation.FindAllString(st.text[m[0]:m[1]], 3)) > 1 {
						hit(d, st.span(m), clip(strings.TrimSpace(st.text[m[0]:m[1]]), 60))
					}
				}
			}
			return len(all) > 0
		}},
		{Rule: Rule{
			ID: "LX-012", Perspective: product, Severity: critique.Medium, Kind: "consistency",
			Title: "a Must requirement worded as an option", Message: Text{"{1}: priority and modal disagree", "{1}：优先级与情态词不符"}, Source: "OpenSpec keyword check",
			Violation: "---\nid: REQ-001\npriority: Must\n---\n# REQ-001: Save\n\n## Description\n\nThe system may save the draft.\n",
			NearMiss:  "---\nid: REQ-001\npriority: Must\n---\n# REQ-001: Save\n\n## Description\n\nThe system MUST save the draft, which may be empty.\n",
			Chinese:   Example{"---\nid: REQ-001\npriority: Must\n---\n# REQ-001：保存\n\n## 描述\n\n建议系统保存草稿。\n", "---\nid: REQ-001\npriority: Could\n---\n# REQ-001：保存\n\n## 描述\n\n系统可以保存草稿。\n"},
		}, on: []document.Kind{document.Requirement}, look: func(s *session, d *document.Document, hit hit) bool {
			e := s.defined().requirements.byID[fileID(d)]
			if e == nil || e.priority != "must" {
				return false
			}
			text := &strings.Builder{}
			var first []int
			at := document.Span{}
			for _, line := range d.Lines {
				section := d.SectionAt(line.Start)
				if section == nil || section.Topic != "" || !describes(section) {
					continue
				}
				prose := d.Prose[line.Start:line.End]
				text.WriteString(prose)
				if m := findOne(prose, optional); m != nil && first == nil {
					first, at = m, document.Span{Start: line.Start + m[0], End: line.Start + m[1]}
				}
			}
			if first != nil && !strongModal.MatchString(text.String()) {
				hit(d, at, e.id)
			}
			return text.Len() > 0
		}},
		{Rule: Rule{
			ID: "LX-014", Perspective: quality, Severity: critique.Medium, Kind: "testability",
			Title: "a number without a unit as a target", Message: Text{"{1} of what?", "{1} 缺少单位"}, Source: "INCOSE R6",
			Violation: "-- spec/requirements/_index.md --\n| ID | Title | Target |\n|---|---|---|\n| NFR-001 | Restore time | < 200 |\n",
			NearMiss:  "-- spec/requirements/_index.md --\n| ID | Title | Target (ms) |\n|---|---|---|\n| NFR-001 | Restore time | < 200 |\n\n| ID | Title | Target |\n|---|---|---|\n| NFR-002 | Coverage | 90% |\n| NFR-003 | Number of lost files | 0 |\n",
			Chinese:   Example{"-- spec/requirements/_index.md --\n| 编号 | 标题 | 指标 |\n|---|---|---|\n| NFR-001 | 恢复时间 | ≤ 200 |\n", "-- spec/requirements/_index.md --\n| 编号 | 标题 | 指标 |\n|---|---|---|\n| NFR-001 | 恢复时间 | ≤ 200 毫秒 |\n"},
		}, on: speaking, look: bareNumbers},
		{Rule: Rule{
			ID: "LX-019", Perspective: quality, Severity: critique.Medium, Kind: "consistency",
			Title: "an alias where the glossary names the term", Message: Text{"use \"{2}\", not \"{1}\"", "应使用术语“{2}”，而非“{1}”"}, Source: "spec-generator terminology gate, spec-kit analyze",
			Violation: "-- spec/glossary.json --\n{\"terms\": [{\"canonical\": \"Snapshot\", \"aliases\": [\"backup copy\"]}]}\n-- spec/requirements/REQ-001-save.md --\n## Acceptance Criteria\n\n- [ ] Each backup copy is verified\n",
			NearMiss:  "-- spec/glossary.json --\n{\"terms\": [{\"canonical\": \"Snapshot\", \"aliases\": [\"copy\"]}]}\n-- spec/requirements/REQ-001-save.md --\n## Acceptance Criteria\n\n- [ ] Each snapshot is verified and copying is logged\n",
		}, on: speaking, needs: []document.Kind{document.Glossary}, look: aliasesUsed},
		{Rule: Rule{
			ID: "LX-020", Perspective: technical, Severity: critique.Low, Kind: "clarity",
			Title: "a product named where behaviour is demanded", Message: Text{"{1} prescribes a solution", "需求中出现实现方案：{1}"}, Source: "INCOSE R31",
			Violation: "-- spec/requirements/REQ-001.md --\n# REQ-001: Save\n\n## Acceptance Criteria\n\n- [ ] The draft must be kept in MongoDB\n",
			NearMiss:  "-- spec/product-brief.md --\n## Constraints\n\n- The reports of the Grafana in use stay\n-- spec/requirements/REQ-001.md --\n# REQ-001: Export to Kafka\n\n## Acceptance Criteria\n\n- [ ] Each event must reach Kafka within 5 s\n- [ ] Grafana must show the count\n",
			Chinese:   Example{"-- spec/requirements/REQ-001.md --\n# REQ-001：保存\n\n## 验收标准\n\n- [ ] 草稿必须存入 MongoDB\n", "-- spec/requirements/REQ-001.md --\n# REQ-001：保存\n\n## 验收标准\n\n- [ ] 草稿必须在 5 秒内保存\n"},
		}, on: []document.Kind{document.Requirement, document.Requirements}, look: prescribedProducts},
		{Rule: Rule{
			ID: "LX-021", Perspective: quality, Severity: critique.Low, Kind: "clarity",
			Title: "a statement too long to verify", Message: Text{"too long to verify: {1} words", "句子过长：{1} 字"}, Source: "QuARS, OpenSpec",
			Violation: "## Acceptance Criteria\n\n- [ ] " + strings.Repeat("the saved file is read back and ", 8) + "closed\n",
			NearMiss:  "## Acceptance Criteria\n\n- [ ] the saved file is read back. " + strings.Repeat("It is closed. ", 20) + "\n",
			Chinese:   Example{"## 验收标准\n\n- [ ] " + strings.Repeat("保存的文件会被重新读取并且关闭", 7) + "\n", "## 验收标准\n\n- [ ] " + strings.Repeat("保存的文件会被重新读取。", 10) + "\n"},
		}, on: speaking, look: func(s *session, d *document.Document, hit hit) bool {
			all := s.statements(d)
			for _, st := range all {
				for _, m := range sentence.FindAllStringIndex(st.raw, 50) {
					text := st.raw[m[0]:m[1]]
					limit := 45
					if han.MatchString(text) {
						limit = 90
					}
					if n := document.Units(text); n > limit {
						hit(d, st.span(m), itoa(n))
					}
				}
			}
			return len(all) > 0
		}},
	}
}

var (
	sentence    = pattern.New(`(?:[^.。;；!?！？\n]|\.[^\s])+`)
	obligation  = pattern.New(`(?i)\b(?:must|shall)\b|必须|不得|应当`)
	strongModal = pattern.New(`\b(?:MUST|SHALL|must|shall|will)\b|必须|应|须|需`)
	optional    = pattern.New(`\b(?:may|could|might|MAY|COULD|optionally)\b|可以|建议|可选|或许`)
	bareNumber  = pattern.New(`^[<>≤≥=~≈\s]*\d[\d.,]*$`)
	counts      = pattern.New(`(?i)\b(?:number|count|score|rating|ratio|index|version|quantity|total)\b|数量|个数|次数|数目|评分|得分|版本|率|总数|[（(].{1,12}[）)]|%`)
	han         = pattern.New(`\p{Han}`)
)

func bareNumbers(s *session, d *document.Document, hit hit) bool {
	applied := false
	for _, t := range d.Tables {
		column := t.Column("target", "threshold", "指标", "目标值", "阈值")
		if column <= 0 || !definitional(t) && !t.Section.Under(document.Attributes, document.Metrics, document.NonFunctional) {
			continue
		}
		unit := t.Column("unit", "单位")
		for _, row := range t.Rows {
			applied = true
			text := d.Slice(d.LineAt(row[0].Start))
			if bareNumber.MatchString(row[column].Text) && unit < 0 && !counts.MatchString(t.Header[column].Text) && !counts.MatchString(strings.Replace(text, row[column].Text, "", 1)) {
				hit(d, row[column].Span, note(row[column].Text))
			}
		}
	}
	return applied
}

// prescribedProducts looks for technologies in the statements of a functional
// requirement. One that its title is about, or that the seed or the brief or a
// constraint or an integration names, is given and no choice.
func prescribedProducts(s *session, d *document.Document, hit hit) bool {
	given := map[string]bool{}
	know := func(text string) {
		for _, name := range technology.FindAllString(text, 200) {
			given[technologyName(name)] = true
		}
	}
	for _, known := range s.of(document.Discovery, document.Config, document.Brief) {
		know(known.Text)
	}
	for _, index := range s.of(document.Requirements) {
		for _, section := range index.Sections {
			if section.Under(document.Constraints, document.Assumptions, document.Integration) {
				know(index.Slice(section.Own()))
			}
		}
	}
	for _, section := range d.Sections {
		know(section.Title)
	}
	all := s.statements(d)
	if d.Kind == document.Requirements {
		all = slices.DeleteFunc(slices.Clone(all), func(st statement) bool {
			return !slices.ContainsFunc(s.defined().requirements.list, func(e *entry) bool {
				return e.doc == d && e.detail != nil && e.detail.All().Holds(st.at.Start)
			})
		})
	}
	for _, st := range all {
		for _, m := range technology.FindAllStringIndex(st.text, 8) {
			if name := st.text[m[0]:m[1]]; !given[technologyName(name)] {
				hit(d, st.span(m), name)
			}
		}
	}
	return len(all) > 0
}

// aliasesUsed looks for a glossary's aliases as whole words in statements.
func aliasesUsed(s *session, d *document.Document, hit hit) bool {
	all := s.statements(d)
	applied := false
	for _, glossary := range s.of(document.Glossary) {
		terms := glossary.JSON.Get("terms")
		if terms == nil || len(terms.Members) > 100 {
			continue
		}
		for _, term := range terms.Members {
			canonical, aliases := term.Get("canonical", "term", "name"), term.Get("aliases")
			if canonical == nil || aliases == nil || len(aliases.Members) > 5 {
				continue
			}
			applied = applied || len(all) > 0
			for _, alias := range aliases.Members {
				if alias.String == "" || strings.Contains(strings.ToLower(canonical.String), strings.ToLower(alias.String)) {
					continue
				}
				for _, st := range all {
					if at := wholeWord(st.text, alias.String); at >= 0 {
						hit(d, st.span([]int{at, at + len(alias.String)}), alias.String, note(canonical.String))
					}
				}
			}
		}
	}
	return applied
}

// wholeWord returns where a phrase stands in a text, or -1. A phrase in Latin
// letters must not be part of a longer word; case is ignored in ASCII.
func wholeWord(text, phrase string) int {
	for i := 0; i+len(phrase) <= len(text); i++ {
		if !strings.EqualFold(text[i:i+len(phrase)], phrase) {
			continue
		}
		before := i == 0 || !letter(text[i-1]) || !letter(phrase[0])
		end := i + len(phrase)
		after := end == len(text) || !letter(text[end]) || !letter(phrase[len(phrase)-1])
		if before && after {
			return i
		}
	}
	return -1
}

func letter(c byte) bool { return c == '-' || c == '_' || (c|0x20) >= 'a' && (c|0x20) <= 'z' }
