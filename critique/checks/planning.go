package checks

import (
	"slices"
	"strings"

	"discussd/critique"
	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// planningRules look at how epics are cut, ordered and chosen for the MVP.
func planningRules() []rule {
	const two = "| Epic | Title | MVP | Size |\n|---|---|---|---|\n| EPIC-001 | Verify | yes | M |\n| EPIC-002 | Restore | no | L |\n"
	return []rule{
		{Rule: Rule{
			ID: "EP-002", Perspective: technical, Severity: critique.Medium, Kind: "dependency",
			Title: "several epics without a dependency map, or with one that connects nothing", Message: Text{"the plan does not say which epic depends on which", "计划未说明 Epic 之间的依赖关系"}, Source: "spec-generator phase 5",
			Violation: two + "\n## Dependency Map\n\n```mermaid\ngraph LR\n  EPIC-001\n  EPIC-002\n```\n", NearMiss: two + "\n## Execution Order\n\n1. EPIC-001\n2. EPIC-002 (depends on EPIC-001)\n",
		}, on: epics, look: func(s *session, d *document.Document, hit hit) bool {
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
		{Rule: Rule{
			ID: "EP-004", Perspective: quality, Severity: critique.Medium, Kind: "testability",
			Title: "no definition of done", Message: Text{"the plan does not say when an epic is done", "计划未说明 Epic 的完成定义"}, Source: "spec-generator template",
			Violation: two, NearMiss: "**Definition of Done**:\n- All tests of the verifier pass\n- A restore works\n",
			Chinese: Example{two, "## 完成定义\n\n- 校验器的全部测试通过\n- 恢复可用\n"},
		}, on: epics, look: func(s *session, d *document.Document, hit hit) bool {
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
		lacks(epics, document.Risks, Rule{
			ID: "EP-005", Perspective: risk, Severity: critique.Low, Kind: "risk",
			Title: "no risks", Message: Text{"the plan names no risks", "计划没有列出风险"}, Source: "spec-generator template",
			Violation: two, NearMiss: "## Risks\n\n- A slow disk doubles the time of EPIC-001\n",
			Chinese: Example{two, "## 风险\n\n- 磁盘过慢会使 EPIC-001 工期翻倍\n"},
		}),
		{Rule: Rule{
			ID: "EP-011", Perspective: product, Severity: critique.Medium, Kind: "scope",
			Title: "four epics or more, and all are MVP", Message: Text{"all {1} epics are in the MVP, so it sets no limit", "全部 {1} 个 Epic 都划入 MVP，等于没有划分"}, Source: "seen in real sessions",
			Violation: "| Epic | Title | MVP |\n|---|---|---|\n" + rows("| EPIC-00%d | T | ✅ |\n", 4),
			NearMiss:  "| Epic | Title | MVP |\n|---|---|---|\n" + rows("| EPIC-00%d | T | ✅ |\n", 3) + "| EPIC-004 | T | ❌ |\n",
		}, on: epics, look: func(s *session, d *document.Document, hit hit) bool {
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
		{Rule: Rule{
			ID: "EP-013", Perspective: quality, Severity: critique.Low, Kind: "feasibility",
			Title: "one epic, or more than nine", Message: Text{"the plan has {1} epics: two to nine can be followed", "计划有 {1} 个 Epic：两到九个为宜"}, Source: "spec-generator phase 5",
			Violation: "| Epic | Title |\n|---|---|\n| EPIC-001 | Verify |\n", NearMiss: two,
		}, on: epics, one: "the plan has 1 epic: two to nine can be followed", look: func(s *session, d *document.Document, hit hit) bool {
			list := s.defined().epics.list
			if n := len(list); n == 1 || n > 9 {
				hit(list[0].doc, list[0].at, itoa(n))
			}
			return len(list) > 0
		}},
		{Rule: Rule{
			ID: "EP-014", Perspective: quality, Severity: critique.Medium, Kind: "feasibility",
			Title: "an epic without a size where others have one", Message: Text{"{1} has no size, which the other epics have", "{1} 缺少规模估算，而其他 Epic 都有"}, Source: "spec-generator phase 5",
			Violation: two + "| EPIC-003 | Prune | no | |\n", NearMiss: two + "| EPIC-003 | Prune | no | 5 points |\n",
		}, on: epics, look: func(s *session, d *document.Document, hit hit) bool {
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
		{Rule: Rule{
			ID: "EP-015", Perspective: quality, Severity: critique.Medium, Kind: "testability",
			Title: "a definition of done with fewer than two items that can be observed", Message: Text{"the definition of done has {1} items that can be observed: two or more are needed", "完成定义中可观察的只有 {1} 项：至少需要两项"}, Source: "spec-generator template",
			Violation: "## Definition of Done\n\n- Everything has been finished and works as planned\n",
			NearMiss:  "## Definition of Done\n\n- All tests pass\n- A restore takes 5 minutes\n",
			Chinese:   Example{"## 完成定义\n\n- 所有计划中的功能都已完成开发\n", "## 完成定义\n\n- 测试全部通过\n- 5 分钟内完成恢复\n"},
		}, on: epics, one: "the definition of done has 1 item that can be observed: two or more are needed", look: func(s *session, d *document.Document, hit hit) bool {
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
		{Rule: Rule{
			ID: "EP-020", Perspective: technical, Severity: critique.High, Kind: "dependency",
			Title: "an execution order that contradicts declared dependencies of epics or stories, or leaves out one epic of all", Message: Text{"{1} {3}", "{1} {3}"}, Source: "BMAD",
			Violation: "| Epic | Title | Depends on |\n|---|---|---|\n| EPIC-001 | Verify | EPIC-002 |\n| EPIC-002 | Store | - |\n\n## Execution Order\n\n1. EPIC-001\n2. EPIC-002\n",
			NearMiss:  "| Epic | Title | Depends on |\n|---|---|---|\n| EPIC-001 | Verify | EPIC-002 |\n| EPIC-002 | Store | - |\n\n## Execution Order\n\n1. EPIC-002\n2. EPIC-001 (needs EPIC-002)\n",
			Chinese:   Example{"| 编号 | 标题 | 依赖 |\n|---|---|---|\n| EPIC-001 | 校验 | EPIC-002 |\n| EPIC-002 | 存储 | 无 |\n\n## 执行顺序\n\n1. EPIC-001\n2. EPIC-002\n", "| 编号 | 标题 | 依赖 |\n|---|---|---|\n| EPIC-001 | 校验 | EPIC-002 |\n| EPIC-002 | 存储 | 无 |\n\n## 执行顺序\n\n1. EPIC-002\n2. EPIC-001\n"},
		}, on: epics, look: misordered},
		{Rule: Rule{
			ID: "EP-021", Perspective: product, Severity: critique.High, Kind: "dependency",
			Title: "an MVP epic, or a story of one, that needs an epic outside the MVP", Message: Text{"{1} belongs to the MVP and needs {2}, which does not", "{1} 属于 MVP，却依赖不在 MVP 内的 {2}"}, Source: "discussd",
			Violation: "| Epic | Title | MVP | Depends on |\n|---|---|---|---|\n| EPIC-001 | Verify | yes | EPIC-002 |\n| EPIC-002 | Store | no | - |\n",
			NearMiss:  "| Epic | Title | MVP | Depends on |\n|---|---|---|---|\n| EPIC-001 | Verify | no | EPIC-002 |\n| EPIC-002 | Store | yes | - |\n",
			Chinese:   Example{"| 编号 | 标题 | MVP | 依赖 |\n|---|---|---|---|\n| EPIC-001 | 校验 | 是 | EPIC-002 |\n| EPIC-002 | 存储 | 否 | 无 |\n", "| 编号 | 标题 | MVP | 依赖 |\n|---|---|---|---|\n| EPIC-001 | 校验 | 是 | EPIC-002 |\n| EPIC-002 | 存储 | 是 | 无 |\n"},
		}, on: epics, look: lateNeeds},
		{Rule: Rule{
			ID: "EP-022", Perspective: coverage, Severity: critique.Medium, Kind: "scope",
			Title: "a Must requirement that only epics outside the MVP cover", Message: Text{"{1} is a Must requirement, and only epics after the MVP carry it out", "{1} 为必须项，却只由 MVP 之后的 Epic 落实"}, Source: "discussd",
			Violation: "-- spec/requirements/_index.md --\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify | Must |\n-- spec/epics/_index.md --\n| Epic | Title | MVP | Requirements |\n|---|---|---|---|\n| EPIC-001 | Store | yes | - |\n| EPIC-002 | Verify | no | REQ-001 |\n",
			NearMiss:  "-- spec/requirements/_index.md --\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify | Must |\n-- spec/epics/_index.md --\n| Epic | Title | MVP | Requirements |\n|---|---|---|---|\n| EPIC-001 | Store | yes | REQ-001 |\n| EPIC-002 | Verify | no | REQ-001 |\n",
		}, on: epics, needs: []document.Kind{document.Requirements}, look: lateMusts},
		{Rule: Rule{
			ID: "EP-023", Perspective: product, Severity: critique.Low, Kind: "value",
			Title: "an epic cut along a technical layer", Message: Text{"{1} is cut along a technical layer: no user gains anything by it alone", "{1} 按技术层拆分，单独完成时用户没有任何收益"}, Source: "BMAD, INVEST",
			Violation: "| Epic | Title |\n|---|---|\n| EPIC-001 | Database setup |\n| EPIC-002 | Restore files |\n",
			NearMiss:  "| Epic | Title |\n|---|---|\n| EPIC-001 | Restore files from any backup |\n| EPIC-002 | Database of proofs |\n",
			Chinese:   Example{"| 编号 | 标题 |\n|---|---|\n| EPIC-001 | 前端开发 |\n| EPIC-002 | 恢复文件 |\n", "| 编号 | 标题 |\n|---|---|\n| EPIC-001 | 恢复文件 |\n| EPIC-002 | 校验备份 |\n"},
		}, on: epics, look: func(s *session, d *document.Document, hit hit) bool {
			list := s.defined().epics.list
			for _, e := range list {
				if layer.MatchString(strings.TrimSpace(e.title)) {
					hit(e.doc, e.at, e.id)
				}
			}
			return len(list) > 0
		}},
		{Rule: Rule{
			ID: "EP-025", Perspective: risk, Severity: critique.Low, Kind: "consistency",
			Title: "a risk of an epic nobody defines", Message: Text{"the risk is about {1}, which nobody defines", "风险指向未定义的 {1}"}, Source: "discussd",
			Violation: two + "\n## Risks\n\n| Risk | Epic |\n|---|---|\n| Full disk | EPIC-007 |\n",
			NearMiss:  two + "\n## Risks\n\n| Risk | Epic |\n|---|---|\n| Full disk | EPIC-001 |\n",
		}, on: epics, look: func(s *session, d *document.Document, hit hit) bool {
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
