package checks

import (
	"slices"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// stacked tells whether a table, wherever it stands, lists technologies and their versions.
func stacked(_ *session, d *document.Document) bool {
	return slices.ContainsFunc(d.Tables, func(t *document.Table) bool {
		return len(t.Rows) > 1 && t.Column("technology", "技术", "选型") >= 0 && t.Column("version", "版本") >= 0
	})
}

// unless makes a rule that has nothing to say where something holds.
func unless(holds func(*session, *document.Document) bool, r rule) rule {
	look := r.look
	r.look = func(s *session, d *document.Document, hit hit) bool { return holds(s, d) || look(s, d, hit) }
	return r
}

// architectureSectionRules look at what an architecture must speak of.
func architectureSectionRules() []rule {
	return []rule{
		unless(stacked, lacks(architecture, document.Stack, of("AR-002"))),
		{Rule: of("AR-004"), on: architecture, look: func(s *session, d *document.Document, hit hit) bool {
			if !holds(d.Prose, storage) {
				return false
			}
			if section := topic(d, document.Data); section != nil && d.Substance(section) == 0 {
				hit(d, headingOf(d, section))
			} else if section == nil && !contains(d.Text, "erDiagram", "CREATE TABLE") {
				hit(d, document.Span{})
			}
			return true
		}},
		lacks(architecture, document.Risks, of("AR-005")),
		lacks(architecture, document.Errors, of("AR-006")),
		{Rule: of("AR-007"), on: architecture, look: func(s *session, d *document.Document, hit hit) bool {
			switch section := topic(d, document.Testing); {
			case section != nil && !says(d, section):
				hit(d, headingOf(d, section))
			case section == nil && len(find(d.Prose, tested, leastTested)) < leastTested && len(find(d.Prose, verified, 2*leastTested)) < 2*leastTested:
				hit(d, document.Span{})
			}
			return true
		}},
		{Rule: of("AR-008"), on: architecture, look: func(s *session, d *document.Document, hit hit) bool {
			m := findOne(d.Prose, guarded)
			if m == nil {
				return false
			}
			switch section := topic(d, document.Security); {
			case section == nil:
				hit(d, document.Span{Start: m[0], End: m[1]}, d.Prose[m[0]:m[1]])
			case d.Substance(section) == 0:
				hit(d, headingOf(d, section), d.Prose[m[0]:m[1]])
			}
			return true
		}},
		{Rule: of("AR-014"), on: architecture, look: func(s *session, d *document.Document, hit hit) bool {
			for _, doc := range s.of(document.Architecture, document.Decision) {
				if holds(doc.Text[doc.Front.Span.End:], failing) {
					return true
				}
			}
			hit(d, document.Span{})
			return true
		}},
		{Rule: of("AR-028"), on: architecture, look: func(s *session, d *document.Document, hit hit) bool {
			for _, doc := range s.of(document.Architecture, document.Decision) {
				for line := range strings.Lines(doc.Text) {
					if !strings.HasPrefix(line, "#") && wayBack.MatchString(line) { // a heading is no plan
						return true
					}
				}
			}
			var m []int
			for _, at := range find(d.Prose, migrates, 20) {
				if !denied.MatchString(d.Prose[max(0, at[0]-24):at[0]]) && !needless.MatchString(d.Prose[at[1]:min(len(d.Prose), at[1]+32)]) {
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
		{Rule: of("AR-027"), on: architecture, look: fewMetrics},
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
	denied   = pattern.New(`(?i)\b(?:no|not|without|neither|nor|never|n['’]t)\b[^.;\n]{0,16}$|(?:无|没有|不|无需|不涉及|不需要)(?:任何)?$`)
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
		for _, m := range find(d.Prose[within.Start:within.End], releases, 20) {
			if start := m[0] + within.Start; !first.MatchString(d.Prose[max(0, start-24):start]) {
				return []int{start, m[1] + within.Start}
			}
		}
	}
	return nil
}

// fewMetrics counts what a service with endpoints observes: items, rows, or the
// parts of an enumeration.
func fewMetrics(s *session, d *document.Document, hit hit) bool {
	if !holds(d.Text, endpoint) {
		return false
	}
	section := topic(d, document.Observability)
	if section == nil {
		hit(d, document.Span{})
		return true
	}
	within := section.All()
	n := 0
	for _, item := range d.Items {
		if within.Holds(item.Start) && !leftOpen.MatchString(item.Text) {
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
	if n < 3 && !nothing.MatchString(d.Slice(within)) {
		hit(d, headingOf(d, section))
	}
	return true
}
