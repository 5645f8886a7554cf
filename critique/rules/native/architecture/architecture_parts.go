package architecture

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// stacked tells whether a table, wherever it stands, lists technologies and their versions.
func stacked(_ *model.Session, d *document.Document) bool {
	return slices.ContainsFunc(d.Tables, func(t *document.Table) bool {
		return len(t.Rows) > 1 && t.Column("technology", "技术", "选型") >= 0 && t.Column("version", "版本") >= 0
	})
}

// SectionRules look at what an architecture must speak of.
func SectionRules() []native.Rule {
	return []native.Rule{
		native.Unless(stacked, native.Lacks(model.Architecture, document.Stack, native.Of("AR-002"))),
		{Rule: native.Of("AR-004"), On: model.Architecture, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			if !model.Holds(d.Prose, model.Storage) {
				return false
			}
			if section := model.Topic(d, document.Data); section != nil && d.Substance(section) == 0 {
				hit(d, model.HeadingOf(d, section))
			} else if section == nil && !model.Contains(d.Text, "erDiagram", "CREATE TABLE") {
				hit(d, document.Span{})
			}
			return true
		}},
		native.Lacks(model.Architecture, document.Risks, native.Of("AR-005")),
		native.Lacks(model.Architecture, document.Errors, native.Of("AR-006")),
		{Rule: native.Of("AR-007"), On: model.Architecture, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			switch section := model.Topic(d, document.Testing); {
			case section != nil && !model.Says(d, section):
				hit(d, model.HeadingOf(d, section))
			case section == nil && len(model.Find(d.Prose, tested, leastTested)) < leastTested && len(model.Find(d.Prose, verified, 2*leastTested)) < 2*leastTested:
				hit(d, document.Span{})
			}
			return true
		}},
		{Rule: native.Of("AR-008"), On: model.Architecture, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			m := model.FindOne(d.Prose, guarded)
			if m == nil {
				return false
			}
			switch section := model.Topic(d, document.Security); {
			case section == nil:
				hit(d, document.Span{Start: m[0], End: m[1]}, d.Prose[m[0]:m[1]])
			case d.Substance(section) == 0:
				hit(d, model.HeadingOf(d, section), d.Prose[m[0]:m[1]])
			}
			return true
		}},
		{Rule: native.Of("AR-014"), On: model.Architecture, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			for _, doc := range s.Of(document.Architecture, document.Decision) {
				if model.Holds(doc.Text[doc.Front.Span.End:], failing) {
					return true
				}
			}
			hit(d, document.Span{})
			return true
		}},
		{Rule: native.Of("AR-028"), On: model.Architecture, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			for _, doc := range s.Of(document.Architecture, document.Decision) {
				for line := range strings.Lines(doc.Text) {
					if !strings.HasPrefix(line, "#") && wayBack.MatchString(line) { // a heading is no plan
						return true
					}
				}
			}
			var m []int
			for _, at := range model.Find(d.Prose, migrates, 20) {
				if !model.Denied.MatchString(d.Prose[max(0, at[0]-24):at[0]]) && !needless.MatchString(d.Prose[at[1]:min(len(d.Prose), at[1]+32)]) {
					m = at
					break
				}
			}
			if m == nil {
				m = releaseOf(d)
			}
			if m == nil {
				return false
			}
			hit(d, document.Span{Start: m[0], End: m[1]}, d.Prose[m[0]:m[1]])
			return true
		}},
		{Rule: native.Of("AR-027"), On: model.Architecture, Look: fewMetrics},
	}
}

const leastTested = 3 // lines on tests that do for a section

var (
	tested   = pattern.New(`(?i)\b(?:tests?|tested|testing)\b|测试|试验`)
	verified = pattern.New(`(?i)\b(?:validat|verif)\w*\b|验证`)
	guarded  = pattern.New(`(?i)\b(?:log ?in|sign[- ]?in|pass(?:words?|phrases?)|authenticat\w+|access tokens?|API keys?|user accounts?|permissions?|certificates?|credentials?|encrypt\w*|OAuth|TLS)\b|(?:directory|user|service|admin\w*|town) accounts?|登录|密码|鉴权|认证|口令|账号|权限|证书|令牌|加密|密钥`)
	releases = pattern.New(`(?i)\b(?:releases?|rollout|go-live|cutover|upgrade[sd]?|new versions?)\b|发布|上线|升级|灰度|割接`)
	first    = pattern.New(`(?i)\b(?:first|initial)\s*$|首(?:版|个版本)[^。\n]{0,6}$`)
	endpoint = pattern.New(`\b(?:GET|POST|PUT|PATCH|DELETE) /`)
	listMark = pattern.New(`(?i)[,，、;；]|\band\b|以及|和|与`)
	failing  = pattern.New(`(?i)\b(?:timeouts?|retr(?:y|ies|ied)|fall ?backs?|roll ?backs?|fail\w*|degrad\w+|circuit breaker|errors?|outage|recover\w*|redundan\w+)\b|超时|重试|回滚|降级|熔断|失败|故障|容错|异常|错误|恢复`)
	migrates = pattern.New(`(?i)\b(?:data|schema|database) migrations?\b|\bmigrat(?:e|es|ing) (?:the |all |existing )?(?:data|records|schema|database)\b|\b(?:data|lists?|records|entries|spreadsheets?|tables)\b[^.\n]{0,50}\b(?:imported|migrated)\b|\b(?:old|existing|legacy|historical|previous) (?:\w+ )?(?:data|records|entries|lists?|tables|spreadsheets?)\b[^.\n]{0,30}\b(?:converted|transferred|moved|copied|carried over|taken over)\b|\b(?:one-(?:time|off)|initial) (?:\w+ )?(?:import|migration)\b|\bmigration of (?:the )?(?:old|existing|current|legacy|historical|all)\b|(?:旧|历史|存量|现有|原有)(?:系统|业务)?(?:的)?数据[^。\n]{0,12}(?:迁移|搬迁|一次性?导入)|数据迁移|迁移数据|表结构迁移|(?:一次性|首次)[^。\n]{0,16}(?:导入|录入|迁移)|导入一次`)
	wayBack  = pattern.New(`(?i)\broll(?:ed|s)?[ -]?backs?\b|\brevert\w*\b|\breversible\b|\bdown migration|\bbackward compatible\b|\brestore[sd]?\b.{0,40}\b(?:snapshot|backup)|\b(?:previous|old|last) (?:version|release|image|binary|file|build|state)\b|\b(?:undo|undone|switch(?:es|ed)? back)\b|回滚|回退|切回|退回|恢复旧|恢复(?:到|至|为)(?:迁移前|升级前|上一|原)|撤销|可逆|向后兼容`)
)

// needless follows what nobody needs to do.
var needless = pattern.New(`(?i)^s?\s+(?:is|are|was|were)\s+(?:not|never)\b|^\s*(?:不需要|无需|不涉及)`)

// releaseOf returns where a section about deployment speaks of releases, or nil.
func releaseOf(d *document.Document) []int {
	for _, section := range d.Sections {
		if section.Topic != document.Deployment && !releases.MatchString(section.Title) {
			continue
		}
		within := section.All()
		for _, m := range model.Find(d.Prose[within.Start:within.End], releases, 20) {
			if start := m[0] + within.Start; !first.MatchString(d.Prose[max(0, start-24):start]) {
				return []int{start, m[1] + within.Start}
			}
		}
	}
	return nil
}

// fewMetrics counts what a service with endpoints observes: items, rows, or the
// parts of an enumeration.
func fewMetrics(s *model.Session, d *document.Document, hit native.Hit) bool {
	if !model.Holds(d.Text, endpoint) {
		return false
	}
	section := model.Topic(d, document.Observability)
	if section == nil {
		hit(d, document.Span{})
		return true
	}
	within := section.All()
	n := 0
	for _, item := range d.Items {
		if within.Holds(item.Start) && !model.LeftOpen.MatchString(item.Text) {
			n++
		}
	}
	for _, t := range d.Tables {
		if within.Holds(t.Span.Start) {
			n += len(t.Rows)
		}
	}
	for _, line := range d.Lines {
		if within.Holds(line.Start) {
			n += 1 + len(listMark.FindAllStringIndex(d.Prose[line.Start:line.End], 8))
		}
	}
	if n < 3 && !model.Nothing.MatchString(d.Slice(within)) {
		hit(d, model.HeadingOf(d, section))
	}
	return true
}
