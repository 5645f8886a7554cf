package wording

import (
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
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
	absolute = model.Words(`always|never|at all times|at any moment|under (?:all|any|no) circumstances?|in (?:all|any|every) (?:cases?|situations?|circumstances?)|without (?:any )?exception|no matter what|whatever happens|100 ?% (?:reliable|secure|safe|available|accurate|correct)|(?:error|bug|fault)[- ]free|guaranteed?|perfectly|flawless|flawlessly|absolutely|completely (?:secure|safe|reliable)|all (?:possible|conceivable|kinds of|types of|sorts of)|(?:any|every) (?:possible|conceivable)`,
		`(?:任何|所有|一切|各种|全部)(?:情况|场景|条件|环境)|任何(?:时候|时刻)|任意(?:情况|场景|时刻)|永远不?|永不|从不|绝不|绝对|百分之百|百分百|无一例外|毫无例外|无论(?:如何|何时|什么情况)|不管(?:怎样|如何|什么情况)|万无一失|总是|始终|零故障|零缺陷|完美无缺|^\W*(?:[Aa]ll|[Ee]very)\b`)
	// universal is an absolute by its subject, such as "all users must".
	universal   = pattern.New(`(?i)^\W*(?:all|every)\b[^.;\d]{1,80}\b(?:must|shall|will)\b[^.;\d]*[.;]?\s*$`)
	superlative = model.Words(`the best|best[- ]possible|optimal|optimally|optimum|state[- ]of[- ]the[- ]art|world[- ]class|cutting[- ]edge|bleeding[- ]edge|industry[- ]leading|market[- ]leading|best[- ]in[- ]class|top[- ]notch|first[- ]class|unmatched|unparalleled|ultimate|perfect|`+
		`fastest|easiest|simplest|quickest|smoothest|(?:highest|lowest|shortest|greatest|fastest|maximum|minimum) possible|(?:the )?(?:highest|best) (?:quality|performance|standards?)|the most (?:efficient|intuitive|reliable|secure|stable|accurate|flexible|modern|advanced|powerful|user[- ]friendly|convenient)|as \w+ as possible`,
		`最佳|最优|最好用|最好的|最强|最先进|最便捷|最简单|最稳定|最安全|最可靠|最高效|最快(?:速度|的)|最高(?:水平|质量|标准|效率)|最大(?:化|程度|限度)|最小化|业界领先|行业领先|国内领先|国际领先|世界级|一流|顶级|顶尖|极致|极佳|完美|卓越|无与伦比`)
	doubleNegative = model.Words(`(?:must|shall|should|will|can|may|does|do|is) ?not (?:fail to|be un`+unwanted+`|be without|be impossible|lack|disallow|forbid|prohibit|disable|prevent|never|not)|cannot not|never (?:not|fail to|without)|not un`+unwanted+`|not (?:be )?in(?:accessible|accurate|complete|consistent|correct|valid|visible)|not impossible|not without|without (?:no|not|any lack|failing)|no \w+ (?:must|shall|should|will|can|may) ?not|none \w+ not|neither \w+ not`,
		`不得不|不能不|不可不|不应不|不会不|不该不|不允许不|不可以不|不是不|并非不|并不是不|不得未|不能没有|不可没有|不应没有|不得没有|不得缺少|不应缺少|不能缺少|不得禁止|不得不允许|不禁止|非[^，。；]{1,8}不可(?:[，。；！\s]|$)`)
	indefinite = model.Words(`several|some|a few|few|many|numerous|various|multiple|a number of|any number of|a couple of|a variety of|a range of|a handful of|plenty of|a lot of|lots of|a majority of|the majority of|a large number of|a small number of|dozens of|hundreds of|thousands of|certain`,
		`若干|多个|多种|多次|多条|多项|多类|多名|多位|一些|几个|几种|几次|几天|几秒|几分钟|许多|很多|诸多|众多|数个|数次|数天|数秒|数十|数百|数千|大量|少量|少数|多数|大部分|绝大部分|绝大多数|某些|适量|一定(?:数量|程度|比例|范围|时间|次数)|部分(?:用户|情况|场景|功能)`)
	ability = model.Words(`be able to|be capable of|capable of|is able to|are able to|be designed to|(?:provide|provides|have|has|offer|offers|support|supports) (?:the|an?) (?:\w+ )?(?:ability|capability|capacity|possibility|facility|means|functionality) (?:to|of|for)|(?:ability|capability) to|be in a position to|make it possible (?:to|for)`,
		`能够|具备[^，。；]{1,16}(?:能力|功能)|具有[^，。；]{1,16}(?:能力|功能)|拥有[^，。；]{1,16}(?:能力|功能)|提供[^，。；]{1,14}的?(?:能力|功能)|支持[^，。；]{1,14}的能力|有能力|可以实现`)
	untimed = model.Words(`(?:near[- ])?real[- ]?time|immediate|immediately|instantly|instantaneous|instantaneously|promptly|at once|right away|eventually|periodically|periodic|regularly|on a regular basis|at regular intervals|from time to time|occasionally|frequently|often|sometimes|soon|shortly|asap|as soon as possible|without (?:undue )?delay|on time|in due course|timely|in a timely (?:manner|fashion)|in the near future|for a (?:long|short|certain) time|later on|a (?:short|little|long|certain) (?:time|while|period)|(?:for|after|in) (?:a (?:while|moment|bit)|some time)|some time (?:later|after\w*)|at (?:a later|some) (?:time|point|date)|momentarily|in good time`,
		`实时|准实时|及时|近实时|立即|立刻|即刻|马上|即时|瞬间|瞬时|第一时间|定期|不定期|定时(?:地|进行|检查|清理|同步|备份)|周期性|尽早|早日|近期|不久|短时间|较短时间|一段时间|一会儿?|片刻|稍后|过后不久|较长时间|长时间|长期|短期|按时|准时|经常|时常|频繁|偶尔|秒级|毫秒级|分钟级`)
	approximate = model.Words(`about \d+|approximately|approx|around \d+|roughly|nearly \d+|almost \d+|close to \d+|circa|some \d+|or so|more or less|give or take|in the order of|on the order of|just (?:under|over) \d+|\d+[- ]ish`,
		`大约|约莫|[\d一二三四五六七八九十百千万半][^，。；]{0,6}左右|上下浮动|大概|大致|大体|差不多|约\s*[\d一二三两四五六七八九十百千万半]|约(?:为|在|需|占)|近似(?:为|于|值)?\s*[\d一二三两四五六七八九十百千万半]|近\s*\d+|将近|接近\s*\d+|\d+\s*(?:多个|多条|余个|余条|余次|来个)|(?:^|\s|于|为|在)[~～≈]\s*\d`)
)

// LanguageRules look at the wording of normative statements.
func LanguageRules() []native.Rule {
	return []native.Rule{
		spokenRule(native.Of("LX-001"), model.Vague, vagueExcuse, vaguePhrases...),
		spokenRule(native.Of("LX-002"), escape, escapeExcuse, loopholes...),
		inEntities(spokenRule(native.Of("LX-003"), openEnded, closedExcuse, openings...)),
		spokenRule(native.Of("LX-004"), absolute, absoluteExcuse, wholes...),
		spokenRule(native.Of("LX-006"), model.Comparative, comparisonExcuse, comparisons...),
		spokenRule(native.Of("LX-007"), superlative, vagueExcuse, extremes...),
		spokenRule(native.Of("LX-010"), doubleNegative, nil, model.Phrase{Words: doubleDenial}),
		{Rule: native.Of("LX-011"), On: model.Speaking, Look: ambiguousAlternatives},
		spokenRule(native.Of("LX-013"), indefinite, countedExcuse, model.Phrase{Words: fewOrMany, Excused: countedExcuse}),
		spokenRule(native.Of("LX-015"), ability, negatedAbility, model.Phrase{Words: possibility, Excused: negatedAbility}),
		spokenRule(native.Of("LX-016"), untimed, timeExcuse, model.Phrase{Words: moments, Excused: timeExcuse}),
		spokenRule(native.Of("LX-017"), approximate, toleranceExcuse, model.Phrase{Words: nearly, Excused: toleranceExcuse}),
	}
}
