package requirements

import (
	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// QualityRules ask for the sorts of quality that what is to be built calls for.
func QualityRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("RQ-017"), On: model.Requirements, Look: missingQualities},
	}
}

// sorts are the qualities a set of requirements calls for by what it names, and
// how often it must do so.
var sorts = [...]struct {
	en, zh  string
	calls   *pattern.Pattern
	least   int // requirements that call
	covered *pattern.Pattern
}{
	{"security", "安全", networked, 1, secured},
	{"usability", "易用性", visual, 2, pattern.New(`(?i)\bNFR-(?:U|A11Y|ACC)\w*-|usab|accessib|ergonom|learnab|\bUX\b|WCAG|comprehen|first-time|satisfaction|易用|易学|可用性|无障碍|用户体验|体验|易读|上手`)},
	{"reliability", "可靠性", keeps, 2, pattern.New(`(?i)\bNFR-R\w*-|reliab|availab|durab|recover|back ?up|uptime|fault|\blos[st]\b|losses|interrupt|consisten|integrity|可靠|可用率|可用性|恢复|备份|丢失|不丢|容灾|断电|中断|一致性|完整性|稳定`)},
}

var (
	networked = pattern.New(`(?i)\b(?:log ?in|sign[- ]?in|passwords?|authenticat\w+|access tokens?|API keys?|user accounts?)\b|登录|密码|鉴权|认证|口令|账号`)
	visual    = pattern.New(`(?i)\b(?:screens?|web ?pages?|forms?|buttons?|dashboards?|user interface|mobile app|smartphones?|phones?)\b|界面|页面|按钮|屏幕|小程序|手持机|表单`)
	keeps     = pattern.New(`(?i)\b(?:databases?|persist\w*|stored?|stores|saved?|saves|archives?|archived)\b|数据库|持久化|存储|保存|归档`)
)

// missingQualities reports sorts of quality that requirements call for and no
// quality requirement is about. Where there is none at all, RQ-002 says it.
func missingQualities(s *model.Session, d *document.Document, hit native.Hit) bool {
	m := model.Defined(s)
	if len(m.Qualities.List) < 2 && model.FindOne(d.Prose, login) == nil || len(m.Qualities.List) == 0 {
		return false
	}
	for _, sort := range sorts {
		callers := 0
		var first *model.Entry
		for _, e := range m.Requirements.List {
			if called(sort.calls, e.Own()) {
				if callers++; first == nil {
					first = e
				}
			}
		}
		if callers < sort.least || coversQuality(s, sort.covered) {
			continue
		}
		at := first.At
		if first.Doc != d {
			at = document.Span{}
		}
		hit(d, at, sort.calls.FindString(first.Own()), s.Say(sort.en, sort.zh))
	}
	return true
}

// called tells whether a text names what a pattern looks for, and not to rule it out.
func called(p *pattern.Pattern, text string) bool {
	for _, m := range p.FindAllStringIndex(text, 10) {
		if !model.Denied.MatchString(text[max(0, m[0]-24):m[0]]) {
			return true
		}
	}
	return false
}

// coversQuality tells whether a quality requirement, or the heading it stands
// under, has one of the words.
func coversQuality(s *model.Session, words *pattern.Pattern) bool {
	for _, e := range model.Defined(s).Qualities.List {
		if words.MatchString(e.Own()) || words.MatchString(e.Under()) {
			return true
		}
	}
	return false
}
