package requirements

import (
	"discussd/internal/text/pattern"
)

// outcomeless are criteria that judge an outcome they do not tell: all is right,
// works as it should, or is dealt with.
var outcomeless = pattern.New(`(?i)^(?:(?:the|an?|each|every|all|any) )?(?:[\w-]+ ){1,4}?(?:(?:must|shall|should|will) )?(?:always )?(?:` +
	`(?:works?|functions?|behaves?|performs?|operates?|runs?|responds?|reacts?|acts?|succeeds?|looks?|displays?)(?: (?:correctly|properly|fine|accordingly|adequately|appropriately|normally|as (?:it should|usual|(?:expected|intended|required|designed|agreed|specified|described|planned|desired|wanted))|(?:on|in) (?:all )?[\w-]+|without (?:any )?(?:problems?|issues?|errors?|difficult(?:y|ies))))+|works|` +
	`(?:be|is|are) (?:correct|right|ok|okay|fine|in order|as (?:it should be|usual|(?:expected|intended|required|designed|agreed|specified|described|planned|desired|wanted))|(?:correctly|properly|adequately|appropriately|suitably) (?:handled|processed|treated|shown|displayed|implemented|done|performed|executed|supported)|(?:handled|processed|treated|dealt with|managed|taken care of|implemented|supported)(?: (?:as (?:usual|agreed|described|specified|designed|expected|required|intended|appropriate|needed)|accordingly|by the [\w-]+))?))[.!]?$|` +
	`^(?:(?:the|an?|each|every) )?(?:[\w-]+ ){1,4}?(?:must|shall|should|will) (?:(?:properly|correctly|adequately) )?(?:handle|process|treat|manage|deal with|take care of|cope with) (?:(?:the|all|any|such|these|those|this|every|each) )?(?:[\w-]+ )?(?:errors?|exceptions?|failures?|cases?|situations?|problems?|issues?|faults?|it|them)[.!]?$|` +
	`\b(?:do|does|take|takes|perform|performs|trigger|triggers) (?:the |an? )?(?:right|correct|appropriate|suitable|proper|necessary|needed|required|corresponding) (?:things?|actions?|steps?|measures?|reactions?|handling)[.!]?$|\b(?:correct|appropriate|suitable|right|proper|necessary) (?:actions?|measures?|steps?) (?:must|shall|should|will|is|are)(?: be)? (?:taken|performed|done|triggered)[.!]?$|\b(?:use|uses) (?:the |this )?(?:feature|function|page|system) without (?:any )?(?:problems?|issues?|errors?|difficult(?:y|ies))[.!]?$|` +
	`^[^，。；\d“”"「」后时下前]{0,14}?(?:功能|表现|运行|工作|状态|结果|数据|流程|一切|操作|显示|响应|行为)(?:必须|应当?|须|均|都)?(?:正常|正确|无误|合理|没有?问题|符合(?:预期|要求|设计|规范))[。.]?$|^[^，。；\d“”"]{0,10}(?:按|按照|依照)(?:设计|要求|约定|规定|规范|正常流程|既定流程|预期|需求)(?:\p{Han}{0,4})(?:实现|处理|执行|完成|工作|运行|响应|进行)[。.]?$|` +
	`(?:得到|进行|做好|给予|作出|做出|予以|加以|作)(?:妥善|正确|适当|恰当|合理|相应|正常|有效|必要)?的?(?:处理|应对|响应|反应|处置|反馈)[。.]?$|(?:错误|异常|故障|失败|情况|问题)(?:都|均)?(?:必须|应当?|须|需要?)(?:都|均)?(?:得到|被|予以|加以)?(?:妥善|正确)?(?:处理|应对|解决)[。.]?$|^\P{Han}*(?:系统|服务|程序|页面|平台)(?:必须|应当?|须|需要?|会|能)+(?:处理|应对|解决|管理)(?:好)?(?:各种|所有|该|此类?|这些|相关)?(?:\p{Han}{0,4})?(?:错误|异常|故障|问题|情况)[。.]?$`)

// circular are criteria that refer to what they are to judge: the story is fulfilled,
// built as described.
var circular = pattern.New(`(?i)^(?:the |this |all |each )?(?:user )?(?:story|stories|requirements?|description|specification|need) (?:must be |is |are |has been |have been |be )?(?:fully |completely )?(?:fulfilled|met|satisfied|covered|implemented|realised|realized|done)[.!]?$|` +
	`^(?:it |the (?:result|behaviou?r|implementation|feature|system) )?(?:must |shall |should )?(?:match(?:es)?|conforms? to|complies with|corresponds? to|agrees with|is in line with|fulfil(?:l?s)?|satisf(?:y|ies)|meets?) (?:the |this |its )?(?:user )?(?:story|requirements?|description|specification)(?: above)?[.!]?$|` +
	`^(?:the )?[\w-]+(?: [\w-]+)? (?:looks?|feels?|seems?|appears?) (?:right|good|fine|okay|ok|nice|correct|reasonable|plausible)[.!]?$|^(?:the )?[\w-]+(?: [\w-]+)? (?:is|are|must be) (?:satisfied|happy|content|pleased) with (?:the )?[\w-]+[.!]?$|` +
	`^(?:与|和)(?:上述)?(?:需求|描述|用户故事|设计|要求)(?:保持)?(?:一致|相符|相同)(?:即可)?[。.]?$|^(?:满足|符合|实现|完成|覆盖)(?:了|上述|本|该|以上)*(?:用户故事|故事|需求描述|描述|本需求|需求)(?:的?(?:要求|内容|描述))?(?:即可)?[。.]?$|^按(?:照)?(?:上述)?(?:描述|需求|设计|要求|原型)(?:实现|完成|开发|交付)(?:即可)?[。.]?$|` +
	`^\p{Han}{2,8}(?:已)?(?:开发|编码|实现)(?:完成|完毕)[。.]?$|^\p{Han}{2,8}已(?:完成)?(?:开发|编码|实现)[。.]?$|^\p{Han}{2,6}对\p{Han}{2,6}(?:表示|感到)?满意[。.]?$`)

// criterionless is what stands where criteria are due and is none.
var criterionless = pattern.New(`(?i)^[\s>*_-]*(?:none|n/a|no criteria|same as above|see (?:the |its )?(?:user )?(?:stor(?:y|ies)|description|requirement|above|below|brief)(?: above| below)?|as described|as (?:described )?(?:above|in the (?:user )?story)|(?:the )?(?:acceptance )?criteria (?:will|shall|are to|are still to|have to|must|need to) (?:still )?be (?:written|defined|added|agreed|provided|worked out|specified|completed|determined|discussed)(?: [^.\n]{1,40})?)[.\s]*$|` +
	`^[\s>*_-]*(?:无|暂无|没有|同上|略|见(?:用户故事|上文?|描述|需求描述)|验收标准(?:将|会|稍后|后续|待|需)*由?[^，。；\n]{0,10}(?:补写|补充|编写|提供|制定|给出|确定|完善|讨论)|(?:由|等)[^，。；\n]{1,10}(?:补写|补充|编写|提供|制定|给出|确定|完善))[。\s]*$`)
