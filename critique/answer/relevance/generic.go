package relevance

import (
	"strings"
	"sync"

	"discussd/internal/text/terms"
)

// functionWords are the words of English that no other language has in such numbers.
const functionWords = ` the and of to is are that for with this not be it as on by from or which has have been was were will would should could can may must does do did but if when than then there their they them these those its into what who how why any all each every some such only also more most less very too so because while where whether about between after before over under without within out up own same other another both either neither nor `

// functionCharacters are those of Chinese that say nothing by themselves.
const functionCharacters = "的了和是在有不没为与及等对中也都就而或但并未于以从到被把将可能会应该要需这那其此一个些各每很更最较只仅还又再已上下内外前后时之者所无非请您我你他们得着过给让使用由向"

// IsOwn tells whether a term is a word that not every review and every document uses.
func IsOwn(term string) bool {
	return len(term) > 2 && !isStop(term) && !generic()[term] && !terms.IsHan(term)
}

func isStop(term string) bool { return strings.Contains(functionWords, " "+term+" ") }

// generic returns the words that reviews and specifications of everything use:
// they tell nothing of what a text is about.
var generic = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for word := range strings.FieldsSeq(genericWords) {
		words[word] = true
		words[word+"s"] = true
	}
	return words
})

const genericWords = `
review reviewer reviewed document documentation doc artifact text content section chapter heading paragraph sentence page part
overview introduction summary conclusion background context purpose description detail detailed details example appendix note
brief spec specification requirement architecture design epic story stories task plan report proposal draft version scope goal objective
target user users stakeholder customer team product project system service feature function functional component module process workflow
criteria criterion acceptance metric measure measurable measured test tested testing testable verify verified validation quality
risk risks mitigation assumption dependency dependencies constraint constraints limitation priority timeline milestone phase release
strength weakness weaknesses suggestion recommendation question issue problem concern gap finding missing rating score rate severity
critical high medium low major minor blocker blocking must should nice fix improve improvement improved add added adding remove define defined
definition clear clearly clarity unclear vague ambiguous ambiguity consistent inconsistent consistency complete completeness incomplete
strong weak good great excellent solid well better best poor overall general generally specific specifically concrete actionable
state states stated describe described describes explain explained mention mentioned cover covered covers coverage address addressed include
included includes including provide provided provides lack lacks lacking need needed needs require required requires expected expect consider
considered recommend suggest suggested make makes made give given gives use used uses using work works working available support supported
supports current currently existing new first second third one two three four five many several number value values level list item items
following way time case cases point points thing things reader readers author authors area areas aspect aspects approach implementation
implement implemented developer developers development business value technical perspective impact likelihood probability decision
option options reason rationale evidence quote target targets category name key traceability feasibility performance security other
perhaps likely however therefore otherwise already still yet even just rather enough mostly mainly important significant potential
能力 需求 用户 系统 功能 文档 建议 不足 优点 缺点 问题 风险 评分 评审 清晰 明确 完整 一致 缺少 缺失 说明 描述 定义 目标 范围 章节 部分 内容 整体 总体 结构
质量 测试 验收 标准 指标 性能 安全 设计 架构 产品 项目 方案 计划 实现 开发 技术 业务 数据 流程 模块 组件 服务 场景 约束 假设 依赖 优先 先级
具体 详细 补充 增加 添加 修改 改进 优化 考虑 影响 严重 较高 中等 较低 合理 良好 可行 覆盖 包括 包含 提供 支持 相关 主要 重要 关键 存在 缺乏
概述 背景 总结 摘要 结论 附录 介绍 目的 评估 分析 作为 因此 例如 如果 同时 其中 以及 进行 建议 开放 原文 引用 团队 时间 阶段 里程
`
