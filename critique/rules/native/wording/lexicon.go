package wording

import (
	"slices"

	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
)

var (
	escape = model.Words(`if (?:at all )?possible|(?:where|when|wherever|whenever|as far as|so far as|as much as|as little as|as soon as|as) possible|`+
		`where needed|(?:as|where|if|when) (?:appropriate|applicable|required|necessary|feasible|practical|practicable|reasonable)|wherever (?:appropriate|feasible|practical|necessary)|`+
		`to the extent (?:possible|practical|practicable|necessary|feasible)|as far as (?:practical|practicable|feasible)|if it makes sense|if time (?:allows|permits)|time permitting|resources permitting|unless impractical|`+
		`best[- ]effort|on a best[- ]effort basis|ideally|preferably|in principle|if (?:it should prove|deemed) necessary|normally|usually|generally|typically|in most cases`,
		`尽量|尽可能|尽力|力争|争取|必要时|如有(?:可能|必要|需要|条件)|若有(?:可能|必要|条件)|如(?:果|若)?可能|可能的话|可行时|如(?:果)?可行|视(?:具体|实际)?情况|视需要|根据(?:实际|具体)情况|原则上|酌情|适时|条件(?:允许|具备|许可)|有条件(?:的话|时)|一般情况下|通常情况下|大多数情况下|一般而言|通常应|最好`)
	openEnded = model.Words(`etc|et cetera|and so on|and so forth|such as|including,? but not limited to|including without limitation|among others|among other things|and the like|or the like|or similar|and similar|and others`,
		`等等|等功能|等操作|等内容|等信息|等数据|等方式|等场景|等格式|等情况|等方面|等类型|等渠道|等系统|等工具|等手段|等因素|等需求|、[^、，。；：\n]{1,12}等|包括但不限于|包含但不限于|不限于|之类|诸如|以及其他|及其他|和其他`)
	untimed = model.Words(`(?:near[- ])?real[- ]?time|immediate|immediately|instantly|instantaneous|instantaneously|promptly|at once|right away|eventually|periodically|periodic|regularly|on a regular basis|at regular intervals|from time to time|occasionally|frequently|often|sometimes|soon|shortly|asap|as soon as possible|without (?:undue )?delay|on time|in due course|timely|in a timely (?:manner|fashion)|in the near future|for a (?:long|short|certain) time|later on|a (?:short|little|long|certain) (?:time|while|period)|(?:for|after|in) (?:a (?:while|moment|bit)|some time)|some time (?:later|after\w*)|at (?:a later|some) (?:time|point|date)|momentarily|in good time`,
		`实时|准实时|及时|近实时|立即|立刻|即刻|马上|即时|瞬间|瞬时|第一时间|定期|不定期|定时(?:地|进行|检查|清理|同步|备份)|周期性|尽早|早日|近期|不久|短时间|较短时间|一段时间|一会儿?|片刻|稍后|过后不久|较长时间|长时间|长期(?:保存|保留|存储|储存|存放|留存|归档|有效)|短期内|短期(?:保存|保留|存储|储存|存放|留存|有效)|按时|准时|经常|时常|频繁|偶尔|秒级|毫秒级|分钟级`)
)

// LanguageRules look at the wording of normative statements.
func LanguageRules() []native.Rule {
	return []native.Rule{
		spokenRule(native.Of("LX-001"), model.Vague, vagueExcuse, slices.Concat(vaguePhrases, openWords)...),
		spokenRule(native.Of("LX-002"), escape, escapeExcuse, loopholes...),
		spokenRule(native.Of("LX-003"), openEnded, closedExcuse, openings...),
		spokenRule(native.Of("LX-006"), model.Comparative, comparisonExcuse),
		spokenRule(native.Of("LX-016"), untimed, timeExcuse, model.Phrase{Words: moments, Excused: timeExcuse}, model.Phrase{Words: lasting, Excused: lateExcuse}),
	}
}
