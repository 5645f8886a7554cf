package checks

import (
	"slices"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// planningRules look at how epics are cut, ordered and chosen for the MVP.
func planningRules() []rule {
	return []rule{
		{Rule: of("EP-002"), on: epics, look: func(s *session, d *document.Document, hit hit) bool {
			if len(s.defined().epics.list) < 2 {
				return false
			}
			switch section := topic(d, document.Dependencies); {
			case section != nil && unconnected(d, section):
				hit(d, headingOf(d, section))
			case section == nil && len(drawnDependencies(d, "EPIC"))+len(s.declaredDependencies()) == 0 && !saysDependency(d):
				hit(d, document.Span{})
			}
			return true
		}},
		{Rule: of("EP-004"), on: epics, look: func(s *session, d *document.Document, hit hit) bool {
			at := document.Span{}
			for _, section := range slices.Concat(d.Find(document.Done), d.Find(document.Acceptance), d.Find(document.Metrics)) {
				if insideStory(section) || section.Topic == document.Metrics && !checklist(d, section) {
					continue
				}
				if says(d, section) {
					return true
				}
				at = headingOf(d, section)
			}
			hit(d, at)
			return true
		}},
		lacks(epics, document.Risks, of("EP-005")),
		{Rule: of("EP-011"), on: epics, look: func(s *session, d *document.Document, hit hit) bool {
			list := s.defined().epics.list
			for _, e := range list {
				if !s.inMVP(d, e) {
					return len(list) >= 4
				}
			}
			if len(list) >= 4 && !holds(d.Prose, allForReason) {
				hit(list[0].doc, list[0].at, itoa(len(list)))
			}
			return len(list) >= 4
		}},
		{Rule: of("EP-013"), on: epics, look: func(s *session, d *document.Document, hit hit) bool {
			list := s.defined().epics.list
			if n := len(list); n == 1 || n > 9 {
				hit(list[0].doc, list[0].at, itoa(n))
			}
			return len(list) > 0
		}},
		{Rule: of("EP-014"), on: epics, look: func(s *session, d *document.Document, hit hit) bool {
			list := s.defined().epics.list
			sized := 0
			for _, e := range list {
				if epicSized(e) {
					sized++
				}
			}
			for _, e := range list {
				if sized > 0 && !epicSized(e) {
					hit(e.doc, e.at, e.id)
				}
			}
			return sized > 0
		}},
		{Rule: of("EP-015"), on: epics, look: func(s *session, d *document.Document, hit hit) bool {
			section := topic(d, document.Done)
			if section == nil || !says(d, section) {
				return false
			}
			items := verifiableItems(d, section)
			if items < 2 {
				hit(d, headingOf(d, section), itoa(items))
			}
			return true
		}},
		{Rule: of("EP-020"), on: epics, look: misordered},
		{Rule: of("EP-021"), on: epics, look: lateNeeds},
		{Rule: of("EP-022"), on: epics, needs: []document.Kind{document.Requirements}, look: lateMusts},
		{Rule: of("EP-023"), on: epics, look: func(s *session, d *document.Document, hit hit) bool {
			list := s.defined().epics.list
			for _, e := range list {
				if layer.MatchString(strings.TrimSpace(e.title)) {
					hit(e.doc, e.at, e.id)
				}
			}
			return len(list) > 0
		}},
		{Rule: of("EP-025"), on: epics, look: func(s *session, d *document.Document, hit hit) bool {
			known := s.defined().epics
			applied := false
			for _, section := range d.Find(document.Risks) {
				for _, m := range d.MentionsIn(section.All()) {
					if document.Prefix(m.ID) != "EPIC" || len(known.list) == 0 {
						continue
					}
					if applied = true; known.byID[m.ID] == nil {
						hit(d, m.Span, m.ID)
					}
				}
			}
			return applied
		}},
	}
}

var (
	layer = pattern.New(`(?i)^(?:(?:the|and|core|basic|project|initial)\W+)*(?:databases?|db|backend|back-end|frontend|front-end|apis?|rest|infrastructure|servers?|devops|ci/?cd|ci|environments?|schemas?|migrations?|deployment|data layer|ui layer)(?:(?:\W+|\s*&\s*)(?:and|the|databases?|backend|frontend|apis?|infrastructure|servers?|devops|ci/?cd|cd|pipelines?|environments?|schemas?|migrations?|deployment|layers?|setup|set-up|development|implementation|foundation|scaffolding|services?|design))+$|^(?:前端|后端|数据库|服务端|接口|基础设施|环境|表结构|数据表|微服务|框架|部署|页面|与|和|及|、|的|api|API|CI|CD|/| )+(?:层|开发|搭建|建设|设计|实现|配置|建表|部署|联调|与|和|及|、)+$|` +
		`(?i)^(?:the )?(?:database|backend|back-end|frontend|front-end|api|infrastructure|server|ui|devops|environment)(?: layer)?(?: (?:setup|development|implementation|layer|infrastructure|foundation))?$|^(?:set ?up|implement|develop) (?:the )?(?:database|backend|frontend|api|infrastructure|environment|server)$|^(?:前端|后端|数据库|服务端|接口|基础设施|环境)(?:开发|搭建|建设|设计|实现|配置)$`)
	sizeLabel = pattern.New(`(?im)^\W*(?:estimated |story )?(?:size|effort|points|规模|估算|工作量)\W*[:：]\W*[\p{L}\d]`)
)

// verifiableItems counts what a definition of done asks for: items, rows, else
// the parts of its sentences. What could be said of anything does not count.
func verifiableItems(d *document.Document, section *document.Section) int {
	found := 0
	count := func(text string) {
		if text = strings.TrimSpace(text); text != "" && !hollow.MatchString(text) && !hollowDone.MatchString(text) {
			found++
		}
	}
	listed := false
	for _, item := range d.Items {
		if section.All().Holds(item.Start) {
			listed = true
			count(item.Text)
		}
	}
	for _, t := range d.Tables {
		if section.All().Holds(t.Span.Start) {
			listed = true
			found += len(t.Rows)
		}
	}
	if listed {
		return found
	}
	for _, part := range strings.FieldsFunc(d.Slice(document.Span{Start: section.Body, End: section.Deep}), func(r rune) bool { return strings.ContainsRune(";；。\n", r) }) {
		if document.Units(part) >= 3 && checkedWork.MatchString(part) {
			count(part)
		}
	}
	return found
}

var (
	hollowDone  = pattern.New(`(?i)^\W*(?:(?:all |the |every )*(?:code|tests?|testing|docs?|documentation|work|stor(?:y|ies)|features?|tasks?|functions?|development|everything|it|implementation)(?: (?:is|are|has been|have been))?(?: all)? (?:done|finished|complete[d]?|ready|works?|working|implemented)(?: (?:well|fine|properly|correctly|as (?:expected|planned|intended)))?|works (?:well|fine|as expected)|done|finished|(?:users?|customers?|stakeholders?|everyone)(?: (?:is|are))? (?:happy|satisfied)|(?:good|high) quality)\W*$|^\P{Han}*(?:所有|全部)?(?:的)?(?:代码|功能|开发|测试|文档|任务|故事|工作)*(?:已经|已|都|均)*(?:编写|开发|实现)?(?:完成|正常|可用|做完)(?:开发)?\P{Han}*$|^\P{Han}*(?:质量|体验)(?:良好|优秀|达标)\P{Han}*$|^\P{Han}*(?:用户|客户)(?:满意|认可)\P{Han}*$`)
	checkedWork = pattern.New(`(?i)\b(?:test\w*|pass(?:es|ed)?|review\w*|documents?|documented|documentation|deploy\w*|accept(?:s|ed)|signed|measured|coverage|verified|audit\w*|demo\w*)\b|\d|测试|通过|评审|审查|文档|部署|签字|确认|演示|覆盖|验证`)
)

// unconnected tells whether a section on dependencies is a drawing without an edge and
// says nothing else, such as that the epics need nothing of each other.
func unconnected(d *document.Document, section *document.Section) bool {
	drawn := false
	for _, f := range d.Fences {
		if section.All().Holds(f.Open) {
			if drawn = true; f.Info != "mermaid" {
				return false
			}
		}
	}
	for _, g := range d.Graphs() {
		if section.All().Holds(g.Span.Start) && len(g.Edges) > 0 {
			return false
		}
	}
	return drawn && document.Units(d.Prose[section.Body:section.All().End]) < leastListed
}

// checklist tells whether a section lists the criteria of success that some
// plans have in place of a definition of done.
func checklist(d *document.Document, section *document.Section) bool {
	if !contains(strings.ToLower(section.Title), "criteria", "标准") {
		return false
	}
	n := 0
	for _, item := range d.Items {
		if section.All().Holds(item.Start) {
			n++
		}
	}
	return n > 1
}

// saysDependency tells whether a sentence names what an epic depends on.
func saysDependency(d *document.Document) bool {
	for _, m := range d.IDs {
		if document.Prefix(m.ID) == "EPIC" && dependsOn.MatchString(d.Slice(d.LineAt(m.Start))) {
			return true
		}
	}
	return false
}

func epicSized(e *entry) bool {
	if !emptyCell(e.cell("size", "effort", "estimate", "points", "规模", "估算", "工作量")) {
		return true
	}
	if e.section != nil && sizeLabel.MatchString(e.doc.Slice(beforeStories(e.doc, e.section.All()))) {
		return true
	}
	if e.file == nil {
		return false
	}
	all := document.Span{Start: 0, End: len(e.file.Text)}
	return e.file.Front.Value("size") != "" || e.file.Front.Value("effort") != "" || holds(e.file.Slice(beforeStories(e.file, all)), sizeLabel)
}

// beforeStories cuts a span at the first story in it, which has a size of its own.
func beforeStories(d *document.Document, at document.Span) document.Span {
	for _, section := range d.Sections {
		if at.Holds(section.Start) && section.Level > 1 && storyTitle.MatchString(section.Title) {
			return document.Span{Start: at.Start, End: section.Start}
		}
	}
	return at
}

// allForReason is a sentence that says why no epic can wait.
var allForReason = pattern.New(`(?i)\b(?:all|every|each|both|none)\b[^.\n]{0,80}\bMVP\b[^.\n]{0,80}\b(?:because|since|as without|for lack|due to)\b|(?:所有|全部|[一二三四五六七八九十\d]+\s*个?)[^。\n]{0,30}(?:都|均|皆|全)[^。\n]{0,12}MVP[^。\n]{0,20}(?:因为|由于|原因|否则|缺)`)

// deniesMVP tells whether an epic's own file says that it is not in the MVP,
// whatever its row says.
func deniesMVP(e *entry) bool {
	return e.file != nil && e.file.Front.Value("mvp") != "" && !affirmed(e.file.Front.Value("mvp"))
}

// lateMusts reports Must requirements whose every epic lies outside the MVP: every
// epic of the session, or every one that the index names in rows and matrix.
func lateMusts(s *session, d *document.Document, hit hit) bool {
	if !namesMVP(d) && !s.filesNameMVP() {
		return false // EP-001 says it
	}
	epics := s.defined().epics
	indexed := links{}
	for _, e := range epics.list {
		if e.doc == d {
			for _, m := range document.FindIDs(e.text()) {
				indexed.add(m.ID, e.id)
			}
		}
	}
	indexed.addMatrix(d)
	applied := false
	for _, r := range s.defined().requirements.list {
		if r.priority != "must" {
			continue
		}
		for _, carried := range [...]links{indexed, s.epicTraces()} {
			var last *entry
			inside := false
			for _, id := range sortedKeys(carried[r.id]) {
				if e := epics.byID[id]; e != nil {
					last, inside = e, inside || s.inMVP(d, e)
				}
			}
			if applied = applied || last != nil; last != nil && !inside {
				hit(last.doc, last.at, r.id)
				break
			}
		}
	}
	return applied
}
