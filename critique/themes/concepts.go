package themes

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// synonyms are words of the field that critiques use for much the same, a concept a
// line, in both languages. A word stands in one line. What means something else in
// another sentence as often as not is left out, so that points meet for a reason.
const synonyms = `
latency, delay, response time, slow, slowness, fast, quick, quickly, speed, instant, instantly, millisecond, ms, p95, p99, percentile, performance, real time, freshness, lag, 延迟, 时延, 响应时间, 响应速度, 快速, 很快, 太慢, 毫秒, 秒数, 几秒, 多少秒, 秒, 性能, 实时, 及时, 立即, 多快
concurrent, concurrency, simultaneous, simultaneously, parallel, race, contention, 并发, 同时, 一起, 竞态
load, peak, spike, burst, capacity, throughput, traffic, scalability, scaling, scalable, scale, rush, volume, overload, multiply, 负载, 高峰, 峰值, 尖峰, 容量, 吞吐, 压力, 压测, 扩展性, 流量, 爆发, 集中, 扛不住, 撑不住, 崩溃, 卡死, 瞬间, 在线人数
outage, downtime, unavailable, availability, unreachable, respond, hang, freeze, frozen, 宕机, 宕掉, 不可用, 停机, 中断, 可用性, 挂了, 卡住, 不响应, 无应答, 故障, 出故障, 瘫痪
network, connection, connectivity, internet, offline, disconnected, link drop, reception, signal, 离线, 断网, 弱网, 网络, 联网, 信号
power loss, power failure, power cut, blackout, 停电, 断电
fail, failure, failed, error, exception, crash, break, corrupt, 失败, 异常, 出错, 报错, 错误, 损坏
degraded, fallback, fall back, degrade, workaround, 降级, 兜底, 后备, 替代, 备用, 备选
single point, spof, 单点, 单一, 唯一
retry, resend, attempt, 重试, 重发
timeout, time out, 超时
interrupt, interruption, resume, halfway, middle, 断点, 续传, 半途, 中途, 打断
rollback, roll back, revert, undo, go back, way back, 回滚, 回退, 撤销, 撤回, 恢复原状
restore, recover, recovery, backup, 恢复, 备份, 还原, 灾备
canary, gradual, rollout, staged, phased, 灰度, 分批, 逐步
delete, purge, erase, remove, removal, cleanup, clean, evict, eviction, discard, drop, deletion, 删除, 清理, 清除, 销毁, 注销, 丢弃
retention, retain, archive, forever, indefinitely, stored, storage, store, 保存期限, 保存, 留存, 保留期限, 保留, 归档, 存储, 永久, 无限期, 长期
memory, disk, 内存, 磁盘, 存储空间
sms, text message, 短信
mail, e mail, email, 邮件, 邮箱
notify, notification, alert, remind, reminder, inform, notice, hear, warning, 通知, 提醒, 推送, 告警, 预警, 提示, 告知
login, log in, sign in, authenticate, authentication, 登录, 登陆, 认证, 鉴权, 身份
credential, password, secret, token, api key, passphrase, 密码, 口令, 密钥, 凭证, 敏感配置
permission, authorise, authorize, authorisation, authorization, privilege, 权限, 授权, 越权, 访问控制, 不该看
masking, mask, anonymise, anonymize, redact, redaction, filter, 脱敏, 隐藏, 掩码, 遮蔽, 不可见, 过滤
leak, disclose, expose, exposure, 泄露, 泄漏, 暴露, 外泄
audit, audit log, audit trail, logging, logged, trail, reconstruct, history, 审计, 日志, 留痕, 记录, 操作人, 追查, 追究, 查不到, 谁改
consent, opt out, opt in, opting out, unsubscribe, agree, 同意, 知情同意, 退订, 知情, 授意
privacy, gdpr, personal data, data protection, 隐私, 个人信息, 数据保护
minor, child, children, kid, parent, underage, under age, 未成年, 未成年人, 儿童, 孩子, 家长, 监护人
video, camera, webcam, film, filmed, footage, 录像, 视频, 摄像, 录音, 录制
encrypt, encryption, plaintext, clear text, plain text, cipher, 加密, 明文
sign, signed, signature, forge, forged, tamper, manipulate, counterfeit, spoof, fake, genuine, 签名, 伪造, 篡改, 仿冒, 假冒, 造假, 防伪, 假, 虚假, 真实性, 冒用, 虚拟
copy, copied, screenshot, reuse, 截图, 复印, 复制, 转发, 拷贝
injection, inject, xss, script, sanitise, sanitize, 注入, 脚本, 跨站
sandbox, isolate, isolation, outside, 沙箱, 隔离
steal, stolen, lost, theft, 丢失, 被盗, 遗失, 弄丢, 会丢, 丢了
abuse, misuse, fraud, cheat, attacker, attack, malicious, hacker, hostile, untrusted, poison, guess, brute force, 滥用, 作弊, 欺诈, 攻击, 恶意, 骗子, 黑客, 刷单, 薅羊毛
approve, approval, four eyes, sign off, second person, 审批, 审核, 批准, 双人, 复核, 二次确认
moderate, moderation, censor, 违规, 敏感内容, 敏感词, 先审
refund, money back, reimburse, reimbursement, 退款, 退费, 退钱, 返还
pay, payment, paid, prepay, prepaid, prepayment, billing, charge, 支付, 付款, 缴费, 扣费, 扣款, 扣钱, 收费, 结算
revenue, income, sale, margin, profit, 收入, 营收, 利润
cost, price, fee, budget, pricing, expensive, ceiling, 成本, 价格, 费用, 预算, 花多少, 多少钱, 定价
discount, coupon, rebate, 优惠, 折扣, 打折, 优惠券
vendor, provider, supplier, contractor, third party, outsourcing, 供应商, 厂商, 外包, 第三方, 服务商
cloud, overseas, abroad, foreign, american, cross border, 云服务, 境外, 海外, 国外, 出境
competitor, competitive, competition, rival, market analysis, alternative, 竞品, 竞争, 对手, 同类, 竞争对手
defer, postpone, later release, 推迟, 延后, 延期
migrate, migration, import, legacy, cut over, old system, old data, existing data, historical, 迁移, 导入, 旧系统, 历史数据, 老数据, 老系统, 以前的数据, 历史, 存量
version, versioning, deprecate, deprecation, compatibility, compatible, backward, 版本, 改版, 兼容, 弃用
terminology, glossary, naming, wording, vocabulary, term, interchangeable, interchangeably, synonym, 术语, 词汇表, 用词, 叫法, 命名, 混用, 混着用, 同一概念, 统一, 名字, 名称
vague, ambiguous, ambiguity, imprecise, unspecified, loose, interpretation, subjective, 含糊, 模糊, 歧义, 笼统, 未定义, 口径
measure, measurable, metric, quantify, quantified, kpi, figure, numeric, percentage, percent, target, threshold, ratio, rate, how many, how much, how often, how long, 指标, 量化, 度量, 可测, 可衡量, 数值, 数字, 目标值, 阈值, 百分之几, 百分比, 多少, 多久, 多大, 多长, 比例, 率
accuracy, recognition rate, correctness, 准确率, 识别率, 精度, 正确率
baseline, 基线, 现状
frequency, interval, regular, periodic, every minute, 频率, 间隔, 周期, 定期
limit, maximum, cap, upper bound, bounded, unlimited, at most, 上限, 限制, 最大, 封顶, 最多, 不限
size, huge, 大小, 很大, 大文件, 大图
trace, traceability, traceable, orphan, parent requirement, link, linked, origin, derived, backed, 追溯, 溯源, 上级需求, 来源, 出处, 找不到来源, 依据, 对应条目
scope, creep, crept, unrelated, nothing to do, 范围, 蔓延, 无关, 没有关系, 一期, 二期
accessibility, accessible, wcag, screen reader, a11y, blind, disability, disabled, wheelchair, impaired, voiceover, dyslexia, 无障碍, 盲人, 残障, 视障, 轮椅, 读屏
elderly, senior, 老人, 老年, 年纪大, 长者
language, english, spanish, german, french, translate, translation, locale, localisation, localization, multilingual, 语言, 英文, 多语言, 翻译, 本地化, 方言, 广东话
time zone, timezone, utc, 时区
mobile, phone, smartphone, handheld, handset, 手机, 移动端
battery, power consumption, energy, 电池, 耗电, 电量, 续航
cancel, cancellation, abort, 取消
reserve, reservation, booking, book, 预订, 预约, 预占
conflict, clash, contradict, contradiction, contradictory, differ, different, disagree, inconsistent, versus, mismatch, diverge, 冲突, 矛盾, 不一致, 不一, 不同, 对不上, 说法不一, 两处
sync, synchronise, synchronize, synchronisation, synchronization, another device, 同步, 换设备
draft, autosave, save, saved, saving, unsaved, 草稿, 自动保存, 没了, 未提交
double, duplicate, twice, two times, idempotent, idempotency, deduplicate, deduplication, merge, 重复, 去重, 幂等, 两次, 合并
oversell, oversold, overbook, inventory, stock, 超卖, 库存, 备货
order, sequence, precedence, priority, win, 顺序, 次序, 优先级, 乱序, 排序
combine, combination, stack, stacking, 叠加, 组合, 同时使用
launch, go live, 上线, 发布
deadline, overdue, timeline, time limit, schedule, milestone, 时限, 期限, 截止, 工期, 排期, 进度计划
expire, expiry, expired, stale, outdated, valid until, 过期, 失效, 有效期
law, legal, regulator, regulation, compliance, statutory, illegal, court, 法律, 法规, 合规, 监管, 违法, 法务, 处罚
developer, engineer, programmer, staff, skill, experience, team size, expertise, one person, 开发人员, 程序员, 人手, 经验, 不会用, 团队没有
owner, ownership, owns, owned, accountable, 负责人, 责任人, 谁负责, 负责, 责任, 归谁
handover, maintenance, maintain, 交接, 维护, 接手
human, manual, manually, person, operator, agent, 人工, 真人, 手工
escalate, escalation, 升级
invent, invented, made up, hallucination, hallucinate, grounded, 幻觉, 编造, 胡编, 瞎编
bias, biased, fairness, fair, discriminate, discrimination, 偏见, 歧视, 公平, 偏差
persona, user group, 画像
interface, integration, integrate, api, sdk, 接口, 集成, 对接
format, schema, common model, 格式, 数据模型, 统一模型
image, photo, picture, 图片, 照片
quota, rate limit, throttle, throttling, 配额, 频率限制, 限流
monitor, monitoring, observability, dashboard, 监控, 可观测, 看板
search, query, 搜索, 检索
export, download, 导出, 下载
queue, wait, waiting, backlog, pile, back pressure, backpressure, buffer, 排队, 等待, 等多久, 队列, 积压, 堆积
status, progress, visible, silence, 进展, 投递状态, 进度, 石沉大海
visitor, guest, 访客, 来访
training, train, onboard, onboarding, 培训, 上手, 引导
compensation, liable, liability, dispute, complaint, 赔偿, 谁赔, 赔, 申诉, 投诉, 纠纷, 争议
formula, calculate, calculation, rounding, round, compute, 公式, 怎么算, 计算, 计算规则, 算法, 规则
`

// concepts leads from a root, from two roots with a space between, or from a
// Chinese word to the concept that it stands for.
var concepts = sync.OnceValue(func() map[string]string {
	known := map[string]string{}
	for line := range strings.Lines(strings.TrimSpace(synonyms)) {
		concept := ""
		for word := range strings.SplitSeq(strings.TrimSpace(line), ", ") {
			parts := strings.Fields(word)
			for i, part := range parts {
				parts[i] = rootOf(part)
			}
			if concept == "" {
				concept = "=" + word
			}
			known[strings.Join(parts, " ")] = concept
		}
	}
	return known
})

// longestChinese is the length of the longest Chinese word known here, in characters.
var longestChinese = sync.OnceValue(func() int {
	return max(longest(concepts()), longest(idleChinese()))
})

func longest[V any](words map[string]V) int {
	n := 0
	for word := range words {
		if word[0] >= utf8.RuneSelf {
			n = max(n, utf8.RuneCountInString(word))
		}
	}
	return n
}
