package checks

import (
	"path"
	"strings"

	"discussd/critique/checks/codeclaims"
	"discussd/critique/checks/document"
	"discussd/critique/checks/mention"
	"discussd/internal/text/pattern"
)

// structureRules look at sections, links and IDs of any document.
func structureRules() []rule {
	return []rule{
		{Rule: of("X-004"), look: emptySections},
		{Rule: of("X-005"), look: deadLinks},
		{Rule: of("X-006"), look: definedTwice},
		{Rule: of("X-007"), on: []document.Kind{document.Brief, document.Requirements, document.Architecture, document.Epics, document.Epic}, look: numberingGaps},
		{Rule: of("X-015"), look: func(s *session, d *document.Document, hit hit) bool {
			end, cut := truncated(s, d)
			if cut {
				line, _ := d.Position(end.Start)
				if endsOpen(d, end) {
					hit(d, end, itoa(line))
				} else {
					hit(d, end, itoa(line), unwitnessed)
				}
			}
			for _, at := range brokenOff(d) {
				if line, _ := d.Position(at.Start); !cut || !at.Overlaps(end) {
					hit(d, at, itoa(line), unwitnessed)
				}
			}
			return strings.TrimSpace(d.Prose) != ""
		}},
		{Rule: of("X-025"), look: aboutCode(codeclaims.Files)},
		{Rule: of("X-026"), look: aboutCode(codeclaims.Versions)},
		{Rule: of("X-027"), look: aboutCode(codeclaims.Names)},
	}
}

// aboutCode has a rule look at what documents say of the code around them.
func aboutCode(look func(codeclaims.Session, *document.Document, codeclaims.Hit) bool) func(*session, *document.Document, hit) bool {
	return func(s *session, d *document.Document, hit hit) bool {
		if s.around.code == nil {
			return false
		}
		if s.coming == nil {
			s.coming = mention.Coming(s.docs)
		}
		return look(codeclaims.Session{Code: s.around.code, Coming: s.coming, Chinese: s.chinese, There: func(name string) bool {
			return s.has(name) || s.around.beside(d, name)
		}}, d, codeclaims.Hit(hit))
	}
}

// beside tells whether a path leads somewhere from a document or from the session.
func (a surroundings) beside(d *document.Document, name string) bool {
	return a.exists != nil && (a.exists(name) || a.exists(path.Join(path.Dir(d.Path), name)))
}

func emptySections(s *session, d *document.Document, hit hit) bool {
	applied := false
	for _, section := range d.Sections {
		if section.Level == 0 || section.Level > 6 {
			continue
		}
		applied = true
		if section.Level == 1 { // has something below it, unless the title is all there is
			if len(d.Sections) > 2 || d.Substance(section) > 0 || d.Kind == document.Other {
				continue
			}
		}
		if saysOrDenies(d, section) || verdictTitle.MatchString(section.Title) || labelTitle.MatchString(section.Title) || toldLouder(d, section) || section.Level > 1 && saysItself(section.Title) {
			continue
		}
		n, text := d.Substance(section), d.Slice(section.All())
		if n >= leastListed && noneOf.MatchString(d.Slice(document.Span{Start: section.Body, End: section.End})) || n > 0 && (section.Topic == "" || nameTitle.MatchString(section.Title) || section.Topic == document.Gate || strings.ContainsAny(text, "0123456789[!") || strings.Contains(text, "```")) {
			continue // "Status: Accepted" and a lone link say enough
		}
		if n == 0 && strings.Contains(text, "](") {
			continue
		}
		hit(d, headingOf(d, section), section.Title)
	}
	return applied
}

// toldLouder tells whether what a section says stands right below it as a heading
// of the first level: "# ✅ READY FOR IMPLEMENTATION".
func toldLouder(d *document.Document, section *document.Section) bool {
	end := section.All().End
	next := d.SectionAt(end)
	return next != nil && next.Start == end && next.Level == 1 && gateWord.MatchString(next.Title) && strings.TrimSpace(d.Text[next.Body:next.End]) != ""
}

// saysItself tells whether a heading holds what its section has to say: "Total: 12 hours
// over 3 days", "Key Entities (none: nothing new is stored)".
func saysItself(title string) bool {
	if _, rest, ok := strings.Cut(strings.ReplaceAll(title, "：", ":"), ":"); ok && document.Units(rest) >= leastListed {
		return true
	}
	return saysNone.MatchString(title)
}

var saysNone = pattern.New(`(?i)[(（]\W*(?:none|n/a|not applicable|empty|无|不适用)\b?[^()（）]*[)）]\W*$`)

// noneOf is a body that says that there is nothing, and of what: "No security concerns."
var noneOf = pattern.New(`(?i)^[\s>*_-]*(?:(?:no|not|nothing)\s+\p{L}{3,}|none [\p{L}-]|无[^\s。]|没有|不涉及|不存在)`)

// verdictTitle is a heading that gives the value of what it names.
var verdictTitle = pattern.New(`(?i)^(?:[\w-]+ )?(?:gate|verdict|status|score|result|decision|conclusion|recommendation|rating|门禁|结论|判定|状态|评分|总分|结果)\s*[:：—–-]\s*\W*(?:pass|fail|go\b|no-go|review|ready|approved|accepted|draft|complete|proceed|blocked|\d|通过|不通过|未通过|合格|就绪|草稿|完成)`)

var (
	// labelTitle is a heading that says who or when.
	labelTitle = pattern.New(`(?i)^(?:[\w-]+ )*(?:date|by|author|owner|reviewers?|version|日期|作者|负责人|评审人|版本)\s*[:：]\s*\W*[\p{L}\d]`)
	// nameTitle is one over nothing but a name.
	nameTitle = pattern.New(`(?i)^(?:(?:the |working |product |project )*(?:product|project|name|title)|产品|产品名称|项目名称|名称)$`)
)

// superseded tells whether a text says that the thing it is about was replaced.
func superseded(text string) bool {
	text = strings.ToLower(text)
	return contains(text, "supersed", "replaces", "replaced by", "deprecated", "obsolete", "取代", "替代", "废弃", "作废", "已废止")
}

func deadLinks(s *session, d *document.Document, hit hit) bool {
	if s.around.exists == nil {
		return false
	}
	applied := false
	for _, link := range d.Links {
		if !link.Relative() || strings.ContainsAny(link.Target, "{<$*") {
			continue
		}
		applied = true
		target := path.Join(path.Dir(d.Path), link.Target)
		if s.has(target) || s.around.exists(target) || s.isForward(target) {
			continue
		}
		hit(d, link.Span, link.Raw)
	}
	return s.deadWikilinks(d, hit) || applied
}

// deadWikilinks reports [[folder/file|label]] without a file where others of the
// document have theirs. In a vault of notes a page may well be unwritten.
func (s *session) deadWikilinks(d *document.Document, hit hit) bool {
	alive := 0
	var dead []document.Span
	for _, w := range d.Wikilinks {
		target, _, _ := strings.Cut(strings.Trim(d.Slice(w), "[]"), "|")
		target, _, _ = strings.Cut(strings.TrimSuffix(target, "\\"), "#")
		if !strings.Contains(target, "/") {
			continue
		}
		if path.Ext(target) != ".md" {
			target += ".md"
		}
		if s.linked(d, target) {
			alive++
		} else if !s.isForward(target) {
			dead = append(dead, w)
		}
	}
	if alive > 0 {
		for _, w := range dead {
			hit(d, w, d.Slice(w))
		}
	}
	return alive > 0
}

// linked tells whether a target exists beside a document or beside a folder it
// lies in.
func (s *session) linked(d *document.Document, target string) bool {
	for folder := path.Dir(d.Path); ; folder = path.Dir(folder) {
		if at := path.Join(folder, target); s.has(at) || s.around.exists(at) {
			return true
		}
		if folder == "." || folder == "/" {
			return false
		}
	}
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
