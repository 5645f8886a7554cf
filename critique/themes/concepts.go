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
latency, response time, slow, slowness, fast, quick, speed, instant, millisecond, ms, p95, p99, percentile, performance, 延迟, 响应时间, 响应速度, 快速, 很快, 太慢, 毫秒, 性能
concurrent, simultaneous, parallel, race, contention, 并发, 同时
load, peak, capacity, throughput, traffic, scalability, scaling, scalable, 负载, 高峰, 峰值, 容量, 吞吐, 压力, 压测, 扩展性
outage, downtime, unavailable, availability, unreachable, 宕机, 不可用, 停机, 中断, 可用性
fail, failure, failed, error, exception, 失败, 异常, 出错, 报错
degraded, fallback, fall back, 降级, 兜底, 后备
single point, spof, 单点
retry, resend, 重试, 重发
rollback, roll back, revert, undo, 回滚, 回退
delete, purge, erase, 删除, 清理, 清除, 销毁
retention, retain, archive, 保存期限, 保存, 留存, 保留期限, 归档
sms, text message, 短信
mail, e mail, email, 邮件, 邮箱
notify, notification, alert, remind, reminder, 通知, 提醒, 推送, 告警
login, log in, sign in, authenticate, authentication, credential, password, 登录, 登陆, 认证, 鉴权
permission, authorise, authorize, authorisation, authorization, privilege, access control, 权限, 授权
masking, mask, anonymise, anonymize, redact, 脱敏, 隐藏, 掩码, 遮蔽, 不可见
leak, disclose, expose, exposure, 泄露, 泄漏, 暴露
audit, audit log, audit trail, logging, logged, 审计, 日志, 留痕
consent, opt out, opt in, opting out, unsubscribe, 同意, 退订
privacy, gdpr, personal data, data protection, 隐私, 个人信息
encrypt, encryption, plaintext, 加密, 明文
pay, payment, paid, prepay, prepaid, prepayment, billing, 支付, 付款, 缴费
cost, price, fee, budget, pricing, 成本, 价格, 费用, 预算
vendor, provider, supplier, contractor, third party, outsourcing, 供应商, 厂商, 外包, 第三方
defer, postpone, later release, 推迟, 延后, 延期
migrate, migration, import, legacy, cut over, old system, 迁移, 导入, 旧系统, 历史数据
terminology, glossary, naming, wording, vocabulary, term, 术语, 词汇表, 用词, 叫法, 命名
vague, ambiguous, ambiguity, imprecise, 含糊, 模糊, 歧义
measure, measurable, metric, quantify, quantified, kpi, 指标, 量化, 度量, 可测, 可衡量
baseline, 基线
trace, traceability, traceable, orphan, 追溯, 关联, 溯源
scope, creep, crept, 范围, 蔓延
test, testing, verify, verifiable, validate, 测试, 验证
accessibility, accessible, wcag, screen reader, a11y, 无障碍
mobile, phone, smartphone, 手机, 移动端
cancel, cancellation, abort, 取消
reserve, reservation, booking, book, 预订, 预约, 预占
conflict, clash, contradict, contradiction, 冲突, 矛盾
sync, synchronise, synchronize, synchronisation, 同步
double, duplicate, twice, 重复, 去重
launch, go live, 上线, 发布
deadline, overdue, timeout, time limit, expire, expiry, 时限, 期限, 超时, 截止
law, legal, regulator, regulation, compliance, statutory, 法律, 法规, 合规
developer, engineer, programmer, 开发人员, 程序员
handover, maintenance, maintain, 交接, 维护
persona, user group, 画像
interface, integration, integrate, api, 接口, 集成, 对接
image, photo, picture, 图片, 照片
offline, disconnected, 离线, 断网, 弱网
quota, rate limit, throttle, throttling, 配额, 频率限制, 限流
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
	return max(longest(concepts()), longest(idleChinese()), longest(usualChinese()))
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
