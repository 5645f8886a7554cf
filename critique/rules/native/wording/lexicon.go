package wording

import (
	"slices"

	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
)

// unwanted are the words whose negation by "un" is negated once more in "not unclear".
const unwanted = `(?:able|acceptable|authori[sz]ed|available|aware|clear|common|encrypted|important|known|likely|limited|necessary|protected|reachable|readable|reasonable|responsive|safe|secure|signed|tested|usable|used|verified)`

var (
	escape = model.Words(`if (?:at all )?possible|(?:where|when|wherever|whenever|as far as|so far as|as much as|as little as|as soon as|as) possible|`+
		`(?:as|where|if|when) (?:appropriate|applicable|needed|required|necessary|feasible|practical|practicable|reasonable)|wherever (?:appropriate|feasible|practical|necessary)|`+
		`to the extent (?:possible|practical|practicable|necessary|feasible)|as far as (?:practical|practicable|feasible)|if it makes sense|if time (?:allows|permits)|time permitting|resources permitting|unless impractical|`+
		`best[- ]effort|on a best[- ]effort basis|ideally|preferably|in principle|if (?:it should prove|deemed) necessary|normally|usually|generally|typically|in most cases`,
		`尽量|尽可能|尽力|力争|争取|必要时|如有(?:可能|必要|需要|条件)|若有(?:可能|必要|条件)|如(?:果|若)?可能|可能的话|可行时|如(?:果)?可行|视(?:具体|实际)?情况|视需要|根据(?:实际|具体)情况|原则上|酌情|适时|条件(?:允许|具备|许可)|有条件(?:的话|时)|一般情况下|通常情况下|大多数情况下|一般而言|通常应|最好`)
	openEnded = model.Words(`etc|et cetera|and so on|and so forth|such as|including,? but not limited to|including without limitation|among others|among other things|and the like|or the like|or similar|and similar|and others`,
		`等等|等功能|等操作|等内容|等信息|等数据|等方式|等场景|等格式|等情况|等方面|等类型|等渠道|等系统|等工具|等手段|等因素|等需求|、[^、，。；：\n]{1,12}等|包括但不限于|包含但不限于|不限于|之类|诸如|以及其他|及其他|和其他`)
	superlative = model.Words(`the best|best[- ]possible|optimal|optimally|optimum|state[- ]of[- ]the[- ]art|world[- ]class|cutting[- ]edge|bleeding[- ]edge|industry[- ]leading|market[- ]leading|best[- ]in[- ]class|top[- ]notch|first[- ]class|unmatched|unparalleled|ultimate|perfect|`+
		`fastest|easiest|simplest|quickest|smoothest|(?:highest|lowest|shortest|greatest|fastest|maximum|minimum) possible|(?:the )?(?:highest|best) (?:quality|performance|standards?)|the most (?:efficient|intuitive|reliable|secure|stable|accurate|flexible|modern|advanced|powerful|user[- ]friendly|convenient)|as \w+ as possible`,
		`最佳|最优|最好用|最好的|最强|最先进|最便捷|最简单|最稳定|最安全|最可靠|最高效|最快(?:速度|的)|最高(?:水平|质量|标准|效率)|最大(?:化|程度|限度)|最小化|业界领先|行业领先|国内领先|国际领先|世界级|一流|顶级|顶尖|极致|极佳|完美|卓越|无与伦比`)
	doubleNegative = model.Words(`(?:must|shall|should|will|can|may|does|do|is) ?not (?:fail to|be un`+unwanted+`|be without|be impossible|lack|disallow|forbid|prohibit|never|not)|cannot not|never (?:not|fail to|without)|not un`+unwanted+`|not (?:be )?in(?:accessible|accurate|complete|consistent|correct|valid|visible)|not impossible|not without|without (?:no|not|any lack|failing)|no \w+ (?:must|shall|should|will|can|may) ?not|none \w+ not|neither \w+ not`,
		`不得不|不能不|不可不|不应不|不会不|不该不|不允许不|不可以不|不是不|并非不|并不是不|不得未|不能没有|不可没有|不应没有|不得没有|不得缺少|不应缺少|不能缺少|不得禁止|不得不允许|不禁止|非[^，。；]{1,8}不可(?:[，。；！\s]|$)`)
	untimed = model.Words(`(?:near[- ])?real[- ]?time|immediate|immediately|instantly|instantaneous|instantaneously|promptly|at once|right away|eventually|periodically|periodic|regularly|on a regular basis|at regular intervals|from time to time|occasionally|frequently|often|sometimes|soon|shortly|asap|as soon as possible|without (?:undue )?delay|on time|in due course|timely|in a timely (?:manner|fashion)|in the near future|for a (?:long|short|certain) time|later on|a (?:short|little|long|certain) (?:time|while|period)|(?:for|after|in) (?:a (?:while|moment|bit)|some time)|some time (?:later|after\w*)|at (?:a later|some) (?:time|point|date)|momentarily|in good time`,
		`实时|准实时|及时|近实时|立即|立刻|即刻|马上|即时|瞬间|瞬时|第一时间|定期|不定期|定时(?:地|进行|检查|清理|同步|备份)|周期性|尽早|早日|近期|不久|短时间|较短时间|一段时间|一会儿?|片刻|稍后|过后不久|较长时间|长时间|长期|短期|按时|准时|经常|时常|频繁|偶尔|秒级|毫秒级|分钟级`)
)

// LanguageRules look at the wording of normative statements.
func LanguageRules() []native.Rule {
	return []native.Rule{
		spokenRule(native.Of("LX-001"), model.Vague, vagueExcuse, slices.Concat(vaguePhrases, openWords)...),
		spokenRule(native.Of("LX-002"), escape, escapeExcuse, loopholes...),
		spokenRule(native.Of("LX-003"), openEnded, closedExcuse, openings...),
		spokenRule(native.Of("LX-006"), model.Comparative, comparisonExcuse, comparisons...),
		spokenRule(native.Of("LX-007"), superlative, superlativeExcuse, extremes...),
		spokenRule(native.Of("LX-010"), doubleNegative, nil, model.Phrase{Words: doubleDenial}),
		spokenRule(native.Of("LX-011"), andOr, nil),
		spokenRule(native.Of("LX-016"), untimed, timeExcuse, model.Phrase{Words: moments, Excused: timeExcuse}, model.Phrase{Words: lasting, Excused: lateExcuse}),
	}
}
