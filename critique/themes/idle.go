package themes

import (
	"strings"
	"sync"
)

// idleWords are English words that say nothing: articles, pronouns, auxiliaries,
// conjunctions, small numbers, and what is left of "don't". Negations are among them, and
// at the end what any critique says of any requirement.
var idleWords = words(`
a about above actually after again against all almost alone already also although always am an and another any anybody anyone anything anyway apart are
aren around as aside at away back be became because become becomes been before behind being below besides best better between beyond big both bring but by
call called came can cannot come comes coming could couldn did didn do does doesn doing don done down due during each either else end ends enough entire
especially etc even ever every everybody everyone everything exactly except far feel feels few fewer finally first five for four found from full fully
further gave get gets getting give given gives go goes going gone good got great had half happen happens hard hardly has hasn have having he hence her here
hers herself him himself his how however i if important importance in indeed inside instead into is isn it its itself just keep keeps kept kind know known knows large largely
last least leave leaves leaving left less let lets like likely little long look looks lot low made mainly make makes making many may maybe me mean means
merely might mine more most mostly much must my myself name named namely names near nearly need needs neither never next nice no nobody none nor not nothing
now nowhere of off often on once one ones only onto open or other others otherwise our ours ourselves out over overall own part per perhaps please point
points possible possibly promise promises provide provided provides providing put puts putting quite rather real really right said same saw say saying says second see seem seems seen sees set
several shall she should shouldn show shows simply since single six small so some somebody somehow someone something sometimes somewhere soon sort start
stated states stay stays still such suddenly take taken takes taking ten than that the their theirs them themselves then there therefore these they thing
things think this those though three through thus till to today together too took top toward towards true try turn turned turns two under unless until up
upon us use used useful uses using usually very via want wants was wasn way ways we well went were weren what whatever when whenever where whereas wherever
whether which while who whoever whole whom whose why will with within without won wonder work works would wouldn yet you your yours yourself zero
requirement requirements document documents documented doc spec specification specs section chapter story stories describe described describes
description define defined defines definition specify specified specifies mention mentioned mentions covered cover covers coverage absent missing lack
lacks lacking omitted omits ignore ignored ignores undefined unspecified undescribed handled handle handling addressed address discovery brief
interview interviews interviewed interviewees workshop seed context notes demanded demands asked ask asks wanted wish wishes wished request requested
requests expected expect user users system dropped drop lost forgotten overlooked considered consider considers explain explained explains clear
unclear exist exists case cases decided plan planned foreseen designed allow allows allowed specific
`)

// idleChinese are Chinese words that say nothing, among them what denies.
var idleChinese = words(`
的 了 与 和 是 被 把 在 该 已 也 都 就 还 而 及 或 有 个 为 以 从 到 对 于 将 会 可 能 要 应 须 需 让 给 用 做 来 去 说 看 写 中 上 下 里 内 前 后 时 等 其 此 这 那 谁 哪 些 每 各 某 并 且 但 若 如 则 因
由 向 按 之 所 只 仅 才 又 再 很 更 最 太 多 少 不 没 未 无 非 别 一 二 两 三 四 五 几 第 种 条 项 次 份 张 位 类 层 它 他 她 我 你 们 着 过 得 地 吗 呢 吧 即 使 至 比 跟 同
可以 可能 能够 应该 应当 必须 需要 无法 不能 不会 没有 什么 怎么 怎么办 怎样 如何 哪些 哪里 是否 为何 因为 所以 但是 然而 虽然 如果 若是 只有 只是 以及 或者 并且 而且 之后 之前 以后
以前 期间 时候 目前 现在 当前 已经 仍然 依然 容易 使得 导致 造成 进行 通过 根据 按照 关于 对于 由于 其中 其他 部分 全部 所有 任何 一些 一个 一种 这个 那个 这些 那些 这种 自己 大家 有人 没人
需求 文档 规格 系统 用户 说明 写明 规定 描述 定义 提到 提及 缺少 缺失 遗漏 没写 未写 没提 体现 考虑 方案 调研 要求 处理 设计 约定 明确 涉及 覆盖 交代
`)

// words returns the set of the words in a text, which is made when it is first asked
// for.
func words(text string) func() map[string]struct{} {
	return sync.OnceValue(func() map[string]struct{} {
		set := map[string]struct{}{}
		for word := range strings.FieldsSeq(text) {
			set[word] = struct{}{}
		}
		return set
	})
}
