package wording

import (
	"discussd/critique/rules/model"
)

// fewOrMany are quantities without a number besides those of [indefinite].
var fewOrMany = model.Words(`a (?:bunch|multitude|plethora|host|wealth|lot|couple|handful) (?:of )?\w+|tens of|scores of|most of (?:the|its|all|their)|(?:(?:a|an|the) )?(?:sufficient|limited|reasonable|small|large|certain|adequate|appropriate|manageable|fair|great|high|low|suitable|minimal|growing) (?:number|amount|quantity|set|volume|count|share|portion|percentage) of|more than one|umpteen|countless|innumerable|repeatedly|oftentimes`,
	`(?:好|十)?几(?:份|张|遍|项|行|条|名|位|页|台|轮|周|小时|年|十个?|百个?|千个?|家|套|组|步|分钟|个月)|(?:^|[，。；\s必须应需留存试附上待等续传示后前内出])数(?:份|张|遍|轮|周|年|小时|分钟|月|台|套|组)|(?:较|更|足够|足量|尽量)(?:多|少)的\p{Han}|较[多少]$|海量|一部分|足够多|一定的\p{Han}|大批|(?:必须|应当?|须|将|会)反复|多(?:份|张|遍|轮|天|套)|一两(?:个|次|条|份|张|天|页|版)|[两三](?:三|五)(?:个|次|条|份|张|天|页)|上[百千万](?:个|条|次|名|人|份)|[成百]?上千|有限的?(?:数量|次数|个数|条数|版本|记录)|不少|为数不多|无数`)

// nearly are values with an unknown distance to the one that is named.
var nearly = model.Words(`ca\.? ?\d+|c\. ?\d+|upwards of \d+|in the (?:region|neighbou?rhood|vicinity|area|range) of (?:about )?\d+|somewhere (?:around|near|between)|(?:an |the )?estimated \d+|\d+ (?:\w+ )?(?:or thereabouts|plus or minus a few)|`+
	`(?:about|around|almost|nearly|roughly|close to) (?:an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|half an?|a hundred|a thousand) (?:milli)?(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|dozen|percent|rows?|users?|files?|pages?)|(?:nearly|almost|about) (?:thirty|twenty|forty|fifty|sixty|ten|a hundred) \w+`,
	`[\d一二三四五六七八九十百千万半]+\s*(?:毫秒|秒钟?|分钟?|小时|天|周|个月|条|个|次|件|人|页|行|份|%|％)?(?:上下|的样子|附近|开外|出头)|[\d一二三四五六七八九十百千万半]+\s*(?:毫秒|秒钟?|分钟?|小时|天|周|个月|点钟?|%|％)前后|\d+\s*[来多余几](?:条|个|次|件|人|秒|分|天|页|行|份|名|张)|[二三四五六七八九]?十[几多来余](?:条|个|次|件|人|秒|分|天|页|行|份|名|张|家)|(?:一两|两三|三四|三五|四五|五六|六七|七八)(?:毫秒|秒|分钟|小时|天|周|个月|年|条|成)|(?:估计|预估|据估)\s*\d|百余|千余|近百|近千|不到\s*\d+\s*的样子`)

// moments are times and lengths of time without a bound besides those of [untimed].
var moments = model.Words(`every (?:so often|now and (?:then|again)|once in a while)|now and (?:then|again)|(?:at|in) (?:short|certain|suitable|appropriate|reasonable|fixed|given|set|adequate) intervals|at intervals|in regular intervals|sooner or later|ultimately|in the (?:course|fullness) of time|as time goes by|over time|before long|any time soon|in no time|in due time|for (?:a )?long|`+
	`for a limited time|(?:within|in|after|for) an? (?:reasonable|short|acceptable|appropriate|useful|brief|adequate|suitable|sensible|limited|tolerable|justifiable|decent|given|set) (?:time|period|timeframe|time frame|delay|interval|amount of time|number of \w+)|(?:in|at) (?:a|an|the) (?:suitable|appropriate|convenient|later|opportune|right) (?:time|moment|point|stage|date)|(?:after|following|period of|periods of|prolonged) inactivity|`+
	`(?:warn|tell|inform|notif|send|detect|report|show)\w* (?:\w+ ){0,3}(?:early|in advance|beforehand|ahead of time|quickly)\b|(?:warned|told|informed|notified|sent|detected|seen|reported|shown) (?:early|in advance|beforehand|ahead of time|quickly|speedily)|up[- ]to[- ]date|kept (?:current|fresh)|right after(?:wards)?|as quickly as (?:needed|necessary|required)|(?:must|shall|should|will) (?:be )?temporarily \w+|without hesitation|with (?:little|minimal|no noticeable) delay|at the earliest (?:opportunity|convenience|moment)|the moment`,
	`提前(?:通知|告知|提醒|预警|提示)|时?不时(?:地|检查|提醒|清理|同步|\p{Han})|不定时|迟早|(?:较短|较长|适当|若干)的?时间|(?:规定|合理|合适|适宜|有限|充足|足够)的?(?:时间|时限|期限|时段)(?:之?内|后|间隔)|一定时间|(?:隔|过)一?(?:段|阵)(?:时间|子)?|一阵子?|过一会|(?:以后|日后|事后|将来)(?:再)?(?:删除|处理|通知|清理|更新|补)|(?:必须|应当?|须|将|会)(?:暂时|临时)\p{Han}{2}|(?:当即|迅即|旋即|火速|从速|尽速|尽快|择期|适时)\p{Han}|按期(?:删除|清理|提交|上报|归还|检查|更新|备份|轮换|通知|处理|归档)|(?:^|[，。；\s须应在后])(?:数日|数周|数月|数年)|(?:保持|始终)最新|间隔一定|快速(?:更新|通知|删除|发送|上报|响应)`)
