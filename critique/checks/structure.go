package checks

import (
	"path"
	"strings"

	"discussd/critique"
	"discussd/critique/checks/document"
	"discussd/critique/pattern"
)

// structureRules look at sections, links and IDs of any document.
func structureRules() []rule {
	return []rule{
		{Rule: Rule{
			ID: "X-004", Perspective: quality, Severity: critique.Medium, Kind: "completeness",
			Title:     "a section without substance that does not say there is none",
			Message:   Text{"section {1} is empty", "章节 {1} 为空"},
			Source:    "spec-generator completeness gate",
			Violation: "## Risks\n\n## Constraints\n\nRuns on the hardware of 2020, without a network.\n",
			NearMiss:  "## Risks\n\nNone.\n\n## Status\n\nAccepted\n\n## Constraints\n\nRuns on the hardware of 2020, without a network.\n",
			Chinese:   Example{"## 风险\n\n## 约束\n\n只能在离线环境中运行，无网络。\n", "## 风险\n\n无\n\n## 约束\n\n只能在离线环境中运行，无网络。\n"},
		}, look: emptySections},
		{Rule: Rule{
			ID: "X-005", Perspective: coverage, Severity: critique.High, Kind: "consistency",
			Title:     "a relative link whose target does not exist",
			Message:   Text{"{n} broken links, first {1}", "{n} 个链接失效，首个 {1}"},
			Source:    "spec-generator; 18 in one real package",
			Violation: "-- spec/product-brief.md --\nSee [the limits](limits.md).\n",
			NearMiss:  "-- spec/product-brief.md --\nSee [the site](https://example.org/limits.md), [below](#limits), [[limits]], `[x](y.md)` and [ADR-001](architecture/ADR-001-store.md).\n",
		}, one: "1 broken link: {1}", look: deadLinks},
		{Rule: Rule{
			ID: "X-006", Perspective: coverage, Severity: critique.Medium, Kind: "consistency",
			Title:     "one ID defined twice in a table of definitions",
			Message:   Text{"{1} defined twice", "{1} 重复"},
			Source:    "spec-kit analyze, BMAD",
			Violation: "-- spec/requirements/_index.md --\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Save | Must |\n| REQ-001 | Load | Must |\n",
			NearMiss:  "-- spec/requirements/_index.md --\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Save | Must |\n| REQ-002 | Load (replaces REQ-001) | Must |\n\n## Traceability\n\n| ID | Goal |\n|---|---|\n| REQ-001 | G-001 |\n| REQ-001 | G-002 |\n",
		}, look: func(s *session, d *document.Document, hit hit) bool {
			applied := false
			for _, t := range d.Tables {
				if !definitional(t) {
					continue
				}
				seen := map[string]bool{}
				for _, row := range t.Rows {
					id, at, ok := rowID(row)
					if !ok {
						continue
					}
					applied = true
					if seen[id] && !superseded(d.Slice(d.LineAt(at.Start))) {
						hit(d, at, id)
					}
					seen[id] = true
				}
			}
			return applied
		}},
		{Rule: Rule{
			ID: "X-007", Perspective: coverage, Severity: critique.Low, Kind: "consistency",
			Title:     "a gap in the numbering of definitions",
			Message:   Text{"numbering skips {1}", "编号缺 {1}"},
			Source:    "BMAD",
			Violation: "-- spec/requirements/_index.md --\n| ID | Title |\n|---|---|\n| REQ-001 | Save |\n| REQ-002 | Load |\n| REQ-004 | Undo |\n",
			NearMiss:  "-- spec/requirements/_index.md --\n| ID | Title |\n|---|---|\n| REQ-001 | Save |\n| REQ-002 | Load |\n| REQ-003 | Undo |\n\nREQ-009 was dropped.\n",
		}, on: []document.Kind{document.Brief, document.Requirements, document.Architecture, document.Epics}, look: numberingGaps},
		{Rule: Rule{
			ID: "X-015", Perspective: quality, Severity: critique.High, Kind: "completeness",
			Title:     "a document that ends in the middle",
			Message:   Text{"document looks cut off at line {1}", "文档疑似在第 {1} 行截断"},
			Source:    "answers cut by an output limit",
			Violation: "## Vision\n\nNo file is lost.\n\n## Goals\n\nEach backup is verified, and\n",
			NearMiss:  "## Vision\n\nNo file is lost.\n\n```markdown\n```bash\nls\n```\n```\n\nEach backup is verified\n",
			Chinese:   Example{"## 愿景\n\n不丢失任何文件。\n\n## 目标\n\n每个备份都经过校验，以及\n", "## 愿景\n\n不丢失任何文件。\n\n## 目标\n\n每个备份都经过校验\n"},
		}, look: func(s *session, d *document.Document, hit hit) bool {
			if at, cut := truncated(d); cut {
				line, _ := d.Position(at.Start)
				hit(d, at, itoa(line))
			}
			return strings.TrimSpace(d.Prose) != ""
		}},
	}
}

func emptySections(s *session, d *document.Document, hit hit) bool {
	applied := false
	for _, section := range d.Sections {
		if section.Level < 2 || section.Level > 6 {
			continue
		}
		applied = true
		if says(d, section) {
			continue
		}
		n, text := d.Substance(section), d.Slice(section.All())
		if n > 0 && (section.Topic == "" || strings.ContainsAny(text, "0123456789[!") || strings.Contains(text, "```")) {
			continue // "Status: Accepted" and a lone link say enough
		}
		if n == 0 && strings.Contains(text, "](") {
			continue
		}
		hit(d, headingOf(d, section), section.Title)
	}
	return applied
}

// superseded tells whether a text says that the thing it is about was replaced.
func superseded(text string) bool {
	text = strings.ToLower(text)
	return contains(text, "supersed", "replaces", "replaced by", "deprecated", "obsolete", "取代", "替代", "废弃", "作废", "已废止")
}

func deadLinks(s *session, d *document.Document, hit hit) bool {
	if s.exists == nil {
		return false
	}
	applied := false
	for _, link := range d.Links {
		if !link.Relative() || strings.ContainsAny(link.Target, "{<$*") {
			continue
		}
		applied = true
		target := path.Join(path.Dir(d.Path), link.Target)
		if s.has(target) || s.exists(target) || s.isForward(target) {
			continue
		}
		hit(d, link.Span, link.Raw)
	}
	return applied
}

// has tells whether a path is one of the session's documents.
func (s *session) has(target string) bool {
	for _, d := range s.docs {
		if d.Path == target || strings.HasPrefix(d.Path, target+"/") {
			return true
		}
	}
	return false
}

// isForward tells whether a target belongs to a phase that is not written yet.
// Once a readiness report exists, everything is.
func (s *session) isForward(target string) bool {
	if s.index(document.Readiness) != nil {
		return false
	}
	folder, base := path.Base(path.Dir(target)), path.Base(target)
	switch {
	case folder == "architecture" || base == "architecture.md" || base == "architecture":
		return s.index(document.Architecture) == nil
	case folder == "epics" || base == "epics.md" || base == "epics":
		return s.index(document.Epics) == nil
	case folder == "requirements" || base == "requirements.md" || base == "requirements":
		return s.index(document.Requirements) == nil
	case base == "readiness-report.md" || base == "spec-summary.md":
		return true
	case base == "product-brief.md":
		return s.index(document.Brief) == nil
	}
	return false
}

func numberingGaps(s *session, d *document.Document, hit hit) bool {
	m := s.defined()
	applied := false
	for _, list := range [...]*entries{m.goals, m.requirements, m.qualities, m.decisions, m.epics} {
		byPrefix := map[string][]*entry{}
		var order []string
		for _, e := range list.list {
			if e.doc != d {
				continue
			}
			prefix := document.Prefix(e.id)
			if byPrefix[prefix] == nil {
				order = append(order, prefix)
			}
			byPrefix[prefix] = append(byPrefix[prefix], e)
		}
		for _, prefix := range order {
			numbers := byPrefix[prefix]
			if len(numbers) < 3 {
				continue
			}
			applied = true
			for i := 1; i < len(numbers); i++ {
				from, to := document.Number(numbers[i-1].id), document.Number(numbers[i].id)
				if to > from+1 && to-from < 10 && to%10 != 0 && list.byID[document.MakeID(prefix, from+1)] == nil {
					hit(d, numbers[i].at, document.MakeID(prefix, from+1))
				}
			}
		}
	}
	return applied
}

var midSentence = pattern.New(`(?i)(?:[,，、(（\[]|\b(?:and|or|the|a|an|to|of|with|for|in|by|from|that|which|because|is|are|will|must|should)|以及|并且|或者|其中|例如|因为|由于)\s*$`)

// truncated finds where a document breaks off: in a code fence, in a sentence,
// in a table row, or right after a heading.
func truncated(d *document.Document) (at document.Span, cut bool) {
	if n := len(d.Fences); n > 0 && !d.Fences[n-1].Closed {
		return d.LineAt(d.Fences[n-1].Open), true
	}
	end := len(strings.TrimRight(d.Prose, " \t\n"))
	if end == 0 {
		return at, false
	}
	at = d.LineAt(end - 1)
	last := strings.TrimSpace(d.Prose[at.Start:min(at.End, len(d.Prose))])
	if n := len(d.Sections); n > 2 && d.Sections[n-1].Level >= 2 && d.Sections[n-1].Level <= 6 && strings.TrimSpace(d.Text[d.Sections[n-1].Body:]) == "" {
		return headingOf(d, d.Sections[n-1]), true
	}
	if n := len(d.Tables); n > 0 && d.Tables[n-1].Span.Holds(at.Start) && strings.HasPrefix(last, "|") {
		first := strings.TrimSpace(d.Slice(d.LineAt(d.Tables[n-1].Span.Start)))
		if strings.HasSuffix(first, "|") && !strings.HasSuffix(strings.TrimSpace(d.Slice(at)), "|") {
			return at, true
		}
	}
	if document.Units(last) < 3 || strings.HasPrefix(last, "#") || strings.HasPrefix(last, "|") || strings.TrimSpace(d.Slice(at)) != last {
		return at, false
	}
	return at, midSentence.MatchString(last)
}
