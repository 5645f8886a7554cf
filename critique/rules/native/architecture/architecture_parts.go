package architecture

import (
	"slices"

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
				hit(d, document.Span{Start: m[0], End: m[1]}, model.Target(d.Prose[m[0]:m[1]]))
			case d.Substance(section) == 0:
				hit(d, model.HeadingOf(d, section), model.Target(d.Prose[m[0]:m[1]]))
			}
			return true
		}},
	}
}

const leastTested = 3 // lines on tests that do for a section

var (
	tested   = pattern.New(`(?i)\b(?:tests?|tested|testing)\b|测试|试验`)
	verified = pattern.New(`(?i)\b(?:validat|verif)\w*\b|验证`)
	guarded  = pattern.New(`(?i)\b(?:log ?in|sign[- ]?in|pass(?:words?|phrases?)|authenticat\w+|access tokens?|API keys?|user accounts?|permissions?|certificates?|credentials?|encrypt\w*|OAuth|TLS)\b|(?:directory|user|service|admin\w*|town) accounts?|登录|密码|鉴权|认证|口令|账号|权限|证书|令牌|加密|密钥`)
)
