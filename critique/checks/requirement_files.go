package checks

import (
	"slices"
	"strings"

	"discussd/critique"
	"discussd/critique/checks/document"
	"discussd/critique/pattern"
)

// requirementFileRules look at single requirements and their criteria.
func requirementFileRules() []rule {
	return []rule{
		{Rule: Rule{
			ID: "RQ-017", Perspective: quality, Severity: critique.Medium, Kind: "security",
			Title: "logins or networks without a security requirement", Message: Text{"{1} is named, no security requirement", "提到“{1}”，但缺少安全类需求"}, Source: "ISO 25010",
			Violation: "| ID | Title | Target |\n|---|---|---|\n| REQ-001 | Login with a password | - |\n| NFR-001 | Restore time | 5 min |\n",
			NearMiss:  "| ID | Title | Target |\n|---|---|---|\n| REQ-001 | Login with a password | - |\n| NFR-SEC-001 | Password storage | Argon2 |\n",
			Chinese:   Example{"| 编号 | 标题 |\n|---|---|\n| REQ-001 | 用户登录 |\n| NFR-001 | 5 秒内响应 |\n", "| 编号 | 标题 |\n|---|---|\n| REQ-001 | 用户登录 |\n| NFR-001 | 安全：密码加密 |\n"},
		}, on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
			m := findOne(d.Prose, login)
			if m == nil || len(s.defined().qualities.list) == 0 {
				return false
			}
			for _, doc := range s.of(document.Requirements, document.Quality) {
				if holds(doc.Text, secured) {
					return true
				}
			}
			hit(d, document.Span{Start: m[0], End: m[1]}, d.Prose[m[0]:m[1]])
			return true
		}},
		{Rule: Rule{
			ID: "RQ-018", Perspective: quality, Severity: critique.High, Kind: "testability",
			Title: "the file of a Must requirement without acceptance criteria", Message: Text{"{1}: no acceptance criteria", "{1} 缺少验收标准"}, Source: "spec-generator phase 3",
			Violation: "-- spec/requirements/REQ-001.md --\n---\npriority: Must\n---\n# REQ-001: Verify\n\n## Description\n\nEach backup is read back.\n\n## Acceptance Criteria\n",
			NearMiss:  "-- spec/requirements/REQ-001.md --\n---\npriority: Must\n---\n# REQ-001: Verify\n\nEach backup is read back.\n\nAcceptance criteria:\n- A broken backup raises an error\n-- spec/requirements/REQ-002.md --\n---\npriority: Could\n---\n# REQ-002: Prune\n",
			Chinese:   Example{"-- spec/requirements/REQ-001.md --\n---\npriority: Must\n---\n# REQ-001：校验\n\n## 描述\n\n读回每个备份。\n", "-- spec/requirements/REQ-001.md --\n---\npriority: Must\n---\n# REQ-001：校验\n\n## 验收标准\n\n- 损坏的备份会报错\n"},
		}, on: []document.Kind{document.Requirement, document.Requirements}, look: func(s *session, d *document.Document, hit hit) bool {
			if d.Kind == document.Requirements {
				return s.oddSections(d, hit, func(at document.Span) bool {
					return slices.ContainsFunc(criteria(d), func(item *document.Item) bool { return at.Holds(item.Start) })
				})
			}
			e := s.defined().requirements.byID[fileID(d)]
			if e == nil || e.priority != "must" {
				return false
			}
			if len(criteria(d)) == 0 && (topic(d, document.Acceptance) == nil || !says(d, topic(d, document.Acceptance))) {
				hit(d, e.heading(d), e.id)
			}
			return true
		}},
		{Rule: Rule{
			ID: "RQ-019", Perspective: quality, Severity: critique.Medium, Kind: "testability",
			Title: "a criterion that says nothing one could observe", Message: Text{"criterion is not testable: {1}", "验收标准不可测：{1}"}, Source: "ISO 29148, spec-kit",
			Violation: "-- spec/requirements/REQ-001.md --\n## Acceptance Criteria\n\n- [ ] Works as expected\n",
			NearMiss:  "-- spec/requirements/REQ-001.md --\n## Acceptance Criteria\n\n- [ ] Works without a network for 7 days\n",
			Chinese:   Example{"-- spec/requirements/REQ-001.md --\n## 验收标准\n\n- [ ] 功能运行正常\n", "-- spec/requirements/REQ-001.md --\n## 验收标准\n\n- [ ] 断网 7 天后功能正常\n"},
		}, on: []document.Kind{document.Requirement, document.Quality, document.Epic}, look: func(s *session, d *document.Document, hit hit) bool {
			items := criteria(d)
			for _, item := range items {
				if hollow.MatchString(strings.TrimSpace(item.Text)) {
					hit(d, item.Span, note(item.Text))
				}
			}
			return len(items) > 0
		}},
		{Rule: Rule{
			ID: "RQ-020", Perspective: coverage, Severity: critique.Medium, Kind: "completeness",
			Title: "no criterion of any requirement is about failure", Message: Text{"no failure criterion in {1} requirements", "{1} 条需求均无异常路径"}, Source: "OpenSpec",
			Violation: threeFiles("- [ ] A backup is shown in the list\n"),
			NearMiss:  threeFiles("- [ ] A broken backup raises an error\n"),
			Chinese:   Example{threeFiles("- [ ] 列表显示备份\n"), threeFiles("- [ ] 备份损坏时提示失败\n")},
		}, on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
			judged := 0
			for _, file := range s.of(document.Requirement) {
				items := criteria(file)
				for _, item := range items {
					if failure.MatchString(item.Text) {
						return true
					}
				}
				if len(items) > 0 {
					judged++
				}
			}
			if judged >= 3 {
				hit(d, document.Span{}, itoa(judged))
			}
			return judged >= 3
		}},
		{Rule: Rule{
			ID: "RQ-021", Perspective: product, Severity: critique.Low, Kind: "value",
			Title: "a Must requirement without a user story where others have one", Message: Text{"{1}: no user story", "{1} 缺少用户故事"}, Source: "spec-generator phase 3",
			Violation: "-- spec/requirements/REQ-001.md --\n---\npriority: Must\n---\n# REQ-001: Verify\n\nAs an admin, I want proof so that I sleep.\n-- spec/requirements/REQ-002.md --\n---\npriority: Must\n---\n# REQ-002: Restore\n\nFiles come back.\n",
			NearMiss:  "-- spec/requirements/REQ-001.md --\n---\npriority: Must\n---\n# REQ-001: Verify\n\nEach backup is read.\n-- spec/requirements/REQ-002.md --\n---\npriority: Must\n---\n# REQ-002: Restore\n\nFiles come back.\n",
			Chinese:   Example{"-- spec/requirements/REQ-001.md --\n---\npriority: Must\n---\n# REQ-001：校验\n\n作为管理员，我希望得到证明，以便安心。\n-- spec/requirements/REQ-002.md --\n---\npriority: Must\n---\n# REQ-002：恢复\n\n恢复文件。\n", "-- spec/requirements/REQ-001.md --\n---\npriority: Must\n---\n# REQ-001：校验\n\n作为管理员，我想要证明，以便安心。\n"},
		}, on: []document.Kind{document.Requirement, document.Requirements}, look: func(s *session, d *document.Document, hit hit) bool {
			if d.Kind == document.Requirements {
				return s.oddSections(d, hit, func(at document.Span) bool { return holds(d.Slice(at), story) })
			}
			e := s.defined().requirements.byID[fileID(d)]
			if e == nil || e.priority != "must" || !s.tellsStories() {
				return false
			}
			if !holds(d.Text, story) {
				hit(d, e.heading(d), e.id)
			}
			return true
		}},
		{Rule: Rule{
			ID: "RQ-022", Perspective: quality, Severity: critique.Low, Kind: "testability",
			Title: "a quality target nobody says how to measure", Message: Text{"{1} measured how?", "{1} 缺少度量方法"}, Source: "spec-generator template",
			Violation: "| ID | Title | Target |\n|---|---|---|\n| NFR-001 | Restore time | 5 min |\n",
			NearMiss:  "| ID | Title | Target | Measured by |\n|---|---|---|---|\n| NFR-001 | Restore time | 5 min | load test |\n",
			Chinese:   Example{"| 编号 | 标题 | 指标 |\n|---|---|---|\n| NFR-001 | 恢复时间 | 5 分钟 |\n", "| 编号 | 标题 | 指标 | 测量方法 |\n|---|---|---|---|\n| NFR-001 | 恢复时间 | 5 分钟 | 压测 |\n"},
		}, on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
			applied := false
			for _, e := range s.defined().qualities.list {
				if e.row == nil || e.file != nil || e.table.Column("target", "threshold", "指标", "目标") < 0 {
					continue
				}
				applied = true
				if emptyCell(e.cell("measure", "method", "verif", "how", "test", "测量", "度量", "验证", "方法")) {
					hit(e.doc, e.at, e.id)
				}
			}
			return applied
		}},
		cellRule(requirements, []document.Topic{document.Integration}, Rule{
			ID: "RQ-024", Perspective: technical, Severity: critique.Medium, Kind: "completeness",
			Title: "an integration without protocol or format", Message: Text{"{1}: protocol?", "{1} 缺少协议"}, Source: "spec-generator phase 3",
			Violation: "## Integration Requirements\n\n| System | Protocol |\n|---|---|\n| Mail | |\n",
			NearMiss:  "## Integration Requirements\n\n| System | Protocol |\n|---|---|\n| Mail | SMTP |\n",
			Chinese:   Example{"## 集成需求\n\n| 系统 | 方向 |\n|---|---|\n| 邮件 | 出 |\n", "## 集成需求\n\n| 系统 | 协议 |\n|---|---|\n| 邮件 | SMTP |\n"},
		}, "protocol", "format", "interface", "method", "api", "type", "协议", "格式", "接口", "方式"),
		cellRule(requirements, []document.Topic{document.Data}, Rule{
			ID: "RQ-025", Perspective: technical, Severity: critique.Medium, Kind: "completeness",
			Title: "an entity without fields or types", Message: Text{"{1} has no fields", "{1} 缺少字段"}, Source: "spec-generator phase 3",
			Violation: "## Data Requirements\n\n| Entity | Fields |\n|---|---|\n| Snapshot | |\n",
			NearMiss:  "## Data Requirements\n\n| Entity | Key Attributes |\n|---|---|\n| Snapshot | id, checksum |\n",
			Chinese:   Example{"## 数据需求\n\n| 实体 | 字段 |\n|---|---|\n| 快照 | - |\n", "## 数据需求\n\n| 实体 | 字段 |\n|---|---|\n| 快照 | 编号、校验和 |\n"},
		}, "field", "attribute", "key", "type", "propert", "description", "retention", "volume", "字段", "属性", "类型", "约束", "说明", "描述"),
		{Rule: Rule{
			ID: "RQ-028", Perspective: risk, Severity: critique.High, Kind: "security",
			Title: "personal, payment or health data without a privacy requirement", Message: Text{"{1} without a privacy or security rule", "涉及“{1}”，但无隐私或安全要求"}, Source: "GDPR",
			Violation: "| ID | Title | Description |\n|---|---|---|\n| REQ-001 | Pay | The system stores credit card numbers |\n",
			NearMiss:  "| ID | Title | Description |\n|---|---|---|\n| REQ-001 | Pay | The system stores credit card numbers |\n| NFR-001 | Encryption | AES-256 |\n",
			Chinese:   Example{"| 编号 | 标题 | 描述 |\n|---|---|---|\n| REQ-001 | 实名 | 系统保存身份证号 |\n", "| 编号 | 标题 | 描述 |\n|---|---|---|\n| REQ-001 | 实名 | 系统不保存身份证号 |\n"},
		}, on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
			docs := s.of(document.Requirements, document.Requirement, document.Quality)
			var places []document.Span
			var holders []*document.Document
			for _, doc := range docs {
				if holds(doc.Text, secured) {
					return true
				}
				for _, st := range s.statements(doc) {
					if m := personal.FindStringIndex(st.text); m != nil && !negated.MatchString(st.text) {
						places, holders = append(places, st.span(m)), append(holders, doc)
					}
				}
			}
			for i, at := range places {
				hit(holders[i], at, holders[i].Slice(at))
			}
			return len(places) > 0
		}},
		{Rule: Rule{
			ID: "RQ-029", Perspective: risk, Severity: critique.Medium, Kind: "performance",
			Title: "uploads or batches without an upper limit", Message: Text{"no upper limit for {1} ({2})", "{1} 没有上限（{2}）"}, Source: "OpenSpec",
			Violation: "-- spec/requirements/REQ-001.md --\n# REQ-001: Upload\n\nThe user uploads files.\n\n## Acceptance Criteria\n\n- A file is stored\n",
			NearMiss:  "-- spec/requirements/REQ-001.md --\n# REQ-001: Upload\n\nThe user uploads files.\n\n## Acceptance Criteria\n\n- A file above 2 GB is refused\n",
			Chinese:   Example{"-- spec/requirements/REQ-001.md --\n# REQ-001：上传\n\n用户批量上传文件。\n", "-- spec/requirements/REQ-001.md --\n# REQ-001：上传\n\n用户上传文件，每次最多 20 个。\n"},
		}, on: []document.Kind{document.Requirement}, look: func(s *session, d *document.Document, hit hit) bool {
			m := findOne(d.Prose, bulk)
			if m == nil {
				return false
			}
			if !holds(withoutIDs(d.Text[d.Front.Span.End:]), capacity) {
				at := document.Span{Start: m[0], End: m[1]}
				hit(d, at, d.Slice(at), fileID(d))
			}
			return true
		}},
	}
}

// threeFiles is an example of three requirements with one criterion each.
func threeFiles(criterion string) string {
	var b strings.Builder
	for _, n := range [...]string{"1", "2", "3"} {
		b.WriteString("-- spec/requirements/REQ-00" + n + ".md --\n# REQ-00" + n + ": T\n\n## Acceptance Criteria\n\n" + criterion)
	}
	return b.String() + "-- spec/requirements/_index.md --\n# R\n"
}

var (
	login    = pattern.New(`(?i)\b(?:log ?in|sign[- ]?in|passwords?|authenticat\w+|access tokens?|API keys?)\b|登录|密码|鉴权|认证|口令`)
	secured  = pattern.New(`(?i)\bNFR-SEC\w*-|\b(?:security|privacy|encrypt\w*|GDPR|OWASP|least privilege|hashed|anonymi\w+)\b|安全|隐私|加密|脱敏|匿名|等保`)
	personal = pattern.New(`(?i)\b(?:credit cards?|card numbers?|passport numbers?|social security|health records?|medical records?|patient data|personal data|personally identifiable|PII|bank accounts?|date of birth|home address(?:es)?)\b|身份证|银行卡|病历|个人信息|手机号|实名信息`)
	negated  = pattern.New(`(?i)\b(?:no|not|never|without|none)\b|不|无|禁止|勿`)
	bulk     = pattern.New(`(?i)\b(?:users?|customers?|members?|people|visitors?|admin\w*|editors?)\b[^.\n]{0,40}\bupload|\bupload(?:s|ing)? (?:of )?(?:\w+ )?(?:photos?|images?|files?|documents?|attachments?|videos?)\b|\b(?:bulk|batch(?:es)?)\b|用户[^，。\n]{0,12}上传|上传(?:照片|图片|文件|附件|文档|视频)|批量`)
	capacity = pattern.New(`(?i)\d\s*(?:KB|MB|GB|TB|KiB|MiB|GiB|pixels?|files?|items?|rows?|records?|entries|lines|pages|photos?|images?|messages?|requests?|chunks?|兆|张|条|份|行|件|个|页|像素|字节|千字|次)|\b(?:limited to|limit(?: is| of)?|quota|at most|up to|no more than|maximum of)\s+\d+\s*(?:$|[.,;)]|[a-z]{4,})|(?:上限|至多|最多|不超过)[^，。；]{0,8}\d`)
	hollow   = pattern.New(`(?i)^(?:(?:it|the (?:feature|system|function|functionality|page|code|requirement)|everything|all) )?(?:is |are )?(?:works?|working|functions?|functional|done|complete[d]?|implemented|ok|behaves?|good|tested)(?: (?:well|correctly|properly|as expected|as intended|fine|smoothly|as required|reliably))*[.!]?$|^(?:该|此)?(?:功能|系统|页面|模块|接口)?(?:能够|可以|均)?(?:运行|工作|使用|显示)?(?:正常|良好|可用|完成|符合预期|满足需求|没有问题)(?:运行|工作|使用|显示)?[。！]?$`)
	failure  = pattern.New(`(?i)\b(?:errors?|fail\w*|invalid|empty|missing|broken|corrupt\w*|timeouts?|exceed\w*|limits?|reject\w*|refus\w*|den(?:y|ied)|unauthori[sz]ed|forbidden|offline|retry|unavailable|not found|unknown|duplicate|conflict\w*|without|no longer|cannot|not|never|warn\w*|absent|degraded|exit)\b|失败|异常|错误|为空|超限|超时|无权限|拒绝|缺失|损坏|不存在|不可用|无效|重试|冲突|重复|报警|告警|警告|上限|不得|不能|遗漏|断网|离线`)
	story    = pattern.New(`(?i)\bas an? \W*[\p{L}\d]|\bas (?:the )?\p{L}+[,*].{0,40}\bI (?:want|need|can)|\*\*As an?\*\*|作为`)
)

// criteria returns a document's acceptance criteria.
func criteria(d *document.Document) []*document.Item {
	var found []*document.Item
	for _, item := range d.Items {
		if item.Section.Under(document.Acceptance) || item.Box != 0 && !item.Section.Under(document.OpenQuestions) {
			found = append(found, item)
		}
	}
	return found
}

// heading is where a requirement's own file names it.
func (e *entry) heading(d *document.Document) document.Span {
	if len(d.Sections) > 1 {
		return headingOf(d, d.Sections[1])
	}
	return document.Span{}
}

// oddSections reports the Must requirements whose section in the index lacks
// what the sections of most others have.
func (s *session) oddSections(d *document.Document, hit hit, has func(document.Span) bool) bool {
	with := 0
	var without []*entry
	for _, e := range s.defined().requirements.list {
		switch {
		case e.doc != d || e.detail == nil || e.file != nil:
		case has(e.detail.All()):
			with++
		case e.priority == "must":
			without = append(without, e)
		}
	}
	if with <= len(without) {
		return false
	}
	for _, e := range without {
		hit(d, headingOf(d, e.detail), e.id)
	}
	return true
}

// tellsStories tells whether any requirement file holds a user story.
func (s *session) tellsStories() bool {
	for _, d := range s.of(document.Requirement) {
		if holds(d.Text, story) {
			return true
		}
	}
	return false
}
