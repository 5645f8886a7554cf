package epics

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// PlanningRules look at how epics are cut, ordered and chosen for the MVP.
func PlanningRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("EP-002"), On: model.Epics, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			if len(model.Defined(s).Epics.List) < 2 {
				return false
			}
			switch section := model.Topic(d, document.Dependencies); {
			case section != nil && unconnected(d, section):
				hit(d, model.HeadingOf(d, section))
			case section == nil && len(model.DrawnDependencies(d, "EPIC"))+len(model.DeclaredDependencies(s)) == 0 && !saysDependency(d):
				hit(d, document.Span{})
			}
			return true
		}},
		{Rule: native.Of("EP-004"), On: model.Epics, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			at := document.Span{}
			for _, section := range slices.Concat(d.Find(document.Done), d.Find(document.Acceptance), d.Find(document.Metrics)) {
				if model.InsideStory(section) || section.Topic == document.Metrics && !checklist(d, section) {
					continue
				}
				if model.Says(d, section) {
					return true
				}
				at = model.HeadingOf(d, section)
			}
			hit(d, at)
			return true
		}},
		native.Lacks(model.Epics, document.Risks, native.Of("EP-005")),
		{Rule: native.Of("EP-011"), On: model.Epics, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			list := model.Defined(s).Epics.List
			for _, e := range list {
				if !model.InMVP(s, d, e) {
					return len(list) >= 4
				}
			}
			if len(list) >= 4 && !model.Holds(d.Prose, allForReason) {
				hit(list[0].Doc, list[0].At, model.Itoa(len(list)))
			}
			return len(list) >= 4
		}},
		{Rule: native.Of("EP-013"), On: model.Epics, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			list := model.Defined(s).Epics.List
			if n := len(list); n == 1 || n > 9 {
				hit(list[0].Doc, list[0].At, model.Itoa(n))
			}
			return len(list) > 0
		}},
		{Rule: native.Of("EP-014"), On: model.Epics, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			list := model.Defined(s).Epics.List
			sized := 0
			for _, e := range list {
				if epicSized(e) {
					sized++
				}
			}
			for _, e := range list {
				if sized > 0 && !epicSized(e) {
					hit(e.Doc, e.At, e.ID)
				}
			}
			return sized > 0
		}},
		{Rule: native.Of("EP-015"), On: model.Epics, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			section := model.Topic(d, document.Done)
			if section == nil || !model.Says(d, section) {
				return false
			}
			items := verifiableItems(d, section)
			if items < 2 {
				hit(d, model.HeadingOf(d, section), model.Itoa(items))
			}
			return true
		}},
		{Rule: native.Of("EP-020"), On: model.Epics, Look: misordered},
		{Rule: native.Of("EP-021"), On: model.Epics, Look: lateNeeds},
		{Rule: native.Of("EP-022"), On: model.Epics, Needs: []document.Kind{document.Requirements}, Look: lateMusts},
		{Rule: native.Of("EP-023"), On: model.Epics, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			list := model.Defined(s).Epics.List
			for _, e := range list {
				if layer.MatchString(strings.TrimSpace(e.Title)) {
					hit(e.Doc, e.At, e.ID)
				}
			}
			return len(list) > 0
		}},
		{Rule: native.Of("EP-025"), On: model.Epics, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			known := model.Defined(s).Epics
			applied := false
			for _, section := range d.Find(document.Risks) {
				for _, m := range d.MentionsIn(section.All()) {
					if document.Prefix(m.ID) != "EPIC" || len(known.List) == 0 {
						continue
					}
					if applied = true; known.ByID[m.ID] == nil {
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
		if text = strings.TrimSpace(text); text != "" && !model.Hollow.MatchString(text) && !hollowDone.MatchString(text) {
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
	return drawn && document.Units(d.Prose[section.Body:section.All().End]) < model.LeastListed
}

// checklist tells whether a section lists the criteria of success that some
// plans have in place of a definition of done.
func checklist(d *document.Document, section *document.Section) bool {
	if !model.Contains(strings.ToLower(section.Title), "criteria", "标准") {
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

func epicSized(e *model.Entry) bool {
	if !model.EmptyCell(e.Cell("size", "effort", "estimate", "points", "规模", "估算", "工作量")) {
		return true
	}
	if e.Section != nil && sizeLabel.MatchString(e.Doc.Slice(model.BeforeStories(e.Doc, e.Section.All()))) {
		return true
	}
	if e.File == nil {
		return false
	}
	all := document.Span{Start: 0, End: len(e.File.Text)}
	return e.File.Front.Value("size") != "" || e.File.Front.Value("effort") != "" || model.Holds(e.File.Slice(model.BeforeStories(e.File, all)), sizeLabel)
}

// allForReason is a sentence that says why no epic can wait.
var allForReason = pattern.New(`(?i)\b(?:all|every|each|both|none)\b[^.\n]{0,80}\bMVP\b[^.\n]{0,80}\b(?:because|since|as without|for lack|due to)\b|(?:所有|全部|[一二三四五六七八九十\d]+\s*个?)[^。\n]{0,30}(?:都|均|皆|全)[^。\n]{0,12}MVP[^。\n]{0,20}(?:因为|由于|原因|否则|缺)`)

// deniesMVP tells whether an epic's own file says that it is not in the MVP,
// whatever its row says.
func deniesMVP(e *model.Entry) bool {
	return e.File != nil && e.File.Front.Value("mvp") != "" && !model.Affirmed(e.File.Front.Value("mvp"))
}

// lateMusts reports Must requirements whose every epic lies outside the MVP: every
// epic of the session, or every one that the index names in rows and matrix.
func lateMusts(s *model.Session, d *document.Document, hit native.Hit) bool {
	if !namesMVP(d) && !filesNameMVP(s) {
		return false // EP-001 says it
	}
	epics := model.Defined(s).Epics
	indexed := model.Links{}
	for _, e := range epics.List {
		if e.Doc == d {
			for _, m := range document.FindIDs(e.Text()) {
				indexed.Add(m.ID, e.ID)
			}
		}
	}
	indexed.AddMatrix(d)
	applied := false
	for _, r := range model.Defined(s).Requirements.List {
		if r.Priority != "must" {
			continue
		}
		for _, carried := range [...]model.Links{indexed, model.EpicTraces(s)} {
			var last *model.Entry
			inside := false
			for _, id := range model.SortedKeys(carried[r.ID]) {
				if e := epics.ByID[id]; e != nil {
					last, inside = e, inside || model.InMVP(s, d, e)
				}
			}
			if applied = applied || last != nil; last != nil && !inside {
				hit(last.Doc, last.At, r.ID)
				break
			}
		}
	}
	return applied
}
