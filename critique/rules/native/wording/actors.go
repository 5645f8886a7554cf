package wording

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// ActorRules ask who does what is demanded.
func ActorRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("LX-008"), On: model.Speaking, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			all := model.Statements(s, d)
			named := actorsNamed(s)
			for _, st := range all {
				if section := d.SectionAt(st.At.Start); section.Under(document.Acceptance, document.Done) && !named {
					continue // a criterion is seen from outside
				}
				for _, m := range passive.FindAllStringIndex(st.Text, 8) {
					if !agent.MatchString(st.Text[m[0]:]) && !strings.Contains(st.Text, "由") {
						hit(d, st.Span(m), st.Text[m[0]:m[1]])
					}
				}
			}
			return len(all) > 0
		}},
	}
}

var (
	passive = pattern.New(`\b(?i:must|shall|should|will|(?:needs?|has|have|is|are) to) (?:not |also |only |never |then |always )*(?:be|get) (?:\w+ly )?(?:\w{2,}ed|written|sent|shown|kept|made|built|held|stored|drawn|given|taken|hidden|read|run|set|done|found|put|told|brought|thrown|cut|split|reset|shut|paid|sold|laid|left|lost|met|won|begun|chosen|driven|known|seen|undone|rewritten|overwritten|forwarded)\b|` +
		`(?:必须|应当|应该|应|须|需|不得|需要)(?:被|受到|得到|获得|予以|加以|给予|得以)\p{Han}{2}`)
	agent = pattern.New(`(?i)\bby (?:an?|the|its|each|one|two|[A-Z])|\bby \w+s\b`)
	// acting are obligations whose subject is the product, a part of it, or a person.
	acting = pattern.New(`(?i)\b(?:system|service|app|application|tool|product|software|server|client|platform|component|module|page|form|job|gateway|command|api|user|users|operator|manager|administrator|admin|editor|nurse|customer|owner)\b(?: \w+){0,2}? (?:must|shall|should|will)\b|` +
		`(?:系统|服务|平台|应用|程序|产品|软件|服务器|客户端|组件|模块|页面|接口|网关|任务|用户|管理员|\p{Han}[员者师机端部]|系统中)(?:必须|应当|应该|应|须|需要?|不得)`)
)

// actorsNamed tells whether the criteria of a session say who does what: of five
// or more with a word of obligation, three in four. Found once.
func actorsNamed(s *model.Session) bool {
	return model.Once(s, "whether criteria name who acts", nil, func() bool {
		return mostAct(s.Of(document.Requirements, document.Requirement))
	})
}

func mostAct(docs []*document.Document) bool {
	obliging, acted := 0, 0
	for _, d := range docs {
		for _, item := range model.Criteria(d) {
			if !model.Obliges(item.Text) {
				continue
			}
			obliging++
			if acting.MatchString(item.Text) || agent.MatchString(item.Text) {
				acted++
			}
		}
	}
	return obliging >= 5 && 4*acted >= 3*obliging
}
