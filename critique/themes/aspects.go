package themes

// aspects are words for what can be wrong with a thing, or with what is said of it, a
// concept a line, in both languages. A word stands in one line. What means something
// else in another sentence as often as not is left out, so that points meet for a reason.
const aspects = `
latency, delay, response time, slow, slowness, slower, sluggish, fast, faster, quick, quickly, speed, instant, instantly, immediate, immediately, millisecond, ms, p95, p99, percentile, performance, real time, freshness, lag, laggy, round trip, seconds, load time, turnaround, 延迟, 时延, 响应时间, 响应速度, 快速, 很快, 尽快, 太慢, 变慢, 很慢, 太久, 缓慢, 卡顿, 毫秒, 秒数, 几秒, 多少秒, 秒, 秒级, 性能, 实时, 及时, 立即, 立刻, 马上, 多快, 速度, 耗时, 时效, 响应慢
concurrent, concurrency, simultaneous, simultaneously, parallel, race, race condition, contention, same time, two people, two users, both edit, lock row, optimistic, pessimistic, 并发, 同时, 一起, 竞态, 两个人, 多人, 同一时间, 乐观锁, 悲观锁, 抢占
load, peak, spike, burst, capacity, throughput, traffic, scalability, scaling, scalable, scale, rush, volume, overload, multiply, surge, bottleneck, overwhelm, saturate, saturated, exhaust, bandwidth, congestion, crowd, tps, qps, stampede, heavy use, 负载, 高峰, 峰值, 尖峰, 洪峰, 高并发, 容量, 吞吐, 压力, 压测, 扩展性, 扩容, 流量, 爆发, 激增, 暴涨, 集中, 扛不住, 撑不住, 撑得住, 承受, 顶不住, 拖垮, 压垮, 打爆, 打满, 崩溃, 卡死, 瞬间, 在线人数, 瓶颈, 拥堵, 带宽, 并发量, 并发数, 大促, 万人, 百万
outage, downtime, unavailable, availability, unreachable, hang, freeze, frozen, uptime, stall, stalled, not reachable, goes offline, whole system, down time, failover, standby, high availability, redundancy, redundant, 宕机, 宕掉, 不可用, 停机, 停服, 停摆, 中断, 可用性, 高可用, 挂了, 挂掉, 卡住, 不响应, 无应答, 没响应, 故障, 出故障, 瘫痪, 失联, 冗余, 主备, 容灾, 双活
power loss, power failure, power cut, blackout, 停电, 断电, 掉电
fail, failure, failed, error, exception, crash, break, broken, corrupt, corruption, malfunction, go wrong, goes wrong, bug, 失败, 异常, 出错, 报错, 错误, 损坏, 出问题, 出事
degraded, fallback, fall back, degrade, workaround, plan b, contingency, substitute, partial result, graceful, 降级, 兜底, 后备, 替代, 备用, 备选, 预案, 应急, 备选方案
single point, spof, sole, lock in, one provider, one vendor, single vendor, 单点, 单一, 唯一, 只接入, 一家, 绑死, 绑定一家
retry, resend, attempt, retries, resubmit, redeliver, try again, 重试, 重发, 重新提交, 补发, 再试
timeout, time out, timed out, 超时
interrupt, interruption, resume, halfway, middle, breaks off, partial upload, cut off, mid way, 断点, 续传, 半途, 中途, 打断, 一半
rollback, roll back, revert, undo, go back, way back, previous version, previous state, last good, restore point, 回滚, 回退, 撤销, 撤回, 恢复原状, 退回, 改回, 还回去, 上一版, 旧版本
restore, recover, recovery, backup, back up, disaster, rpo, rto, data loss, snapshot, lose data, 恢复, 备份, 还原, 灾备, 灾难, 快照, 数据丢失, 丢数据, 恢复演练
canary, gradual, gradually, rollout, rolling, staged, stage, phased, pilot, wave, blue green, feature flag, big bang, 灰度, 分批, 逐步, 试点, 分阶段, 金丝雀, 一次性全量, 全量发布, 全量切换
delete, purge, erase, erasure, remove, removal, cleanup, clean, evict, eviction, discard, deletion, wipe, 删除, 删掉, 清理, 清除, 清空, 擦除, 销毁, 注销, 丢弃, 移除
retention, retain, archive, forever, indefinitely, unlimited time, stored, storage, store, storage period, keep long, kept long, 保存期限, 保存, 留存, 保留期限, 保留, 归档, 存储, 存储期限, 存多久, 保存多久, 永久, 无限期, 长期, 到期删除
notify, notification, alert, remind, reminder, inform, notice, warning, warn, push, told, tell, alarm, 通知, 提醒, 推送, 告警, 报警, 预警, 提示, 告知, 通报, 消息推送
login, log in, sign in, authenticate, authenticated, authentication, sso, mfa, two factor, second factor, identity, identification, verify identity, log on, signin, oauth, 登录, 登陆, 认证, 鉴权, 身份, 身份验证, 身份校验, 实名, 双因素, 单点登录, 会话, 核身
credential, password, secret, token, api key, passphrase, key management, private key, 密码, 口令, 密钥, 凭证, 凭据, 敏感配置, 令牌, 私钥
permission, authorise, authorize, authorisation, authorization, privilege, role, access control, access right, unauthorised, unauthorized, rbac, least privilege, who may, who can, anyone can, anybody can, everyone can, 权限, 授权, 越权, 访问控制, 不该看, 角色, 谁能, 谁可以, 谁都能, 任何人, 任意用户, 人人, 均可访问, 都能看, 能看到
masking, mask, anonymise, anonymize, anonymisation, pseudonym, redact, redaction, filter, obfuscate, de identify, 脱敏, 匿名, 隐藏, 掩码, 遮蔽, 打码, 不可见, 过滤
leak, leakage, disclose, expose, exposed, exposure, breach, spill, 泄露, 泄漏, 暴露, 外泄, 流出, 外发
audit, audit log, audit trail, logging, logged, trail, reconstruct, history, who changed, who did, evidence, forensic, change log, 审计, 日志, 留痕, 记录, 操作人, 操作记录, 追查, 追究, 查不到, 谁改, 谁做, 谁动, 取证, 举证, 痕迹, accountability, accountable
consent, opt out, opt in, opting out, opted out, agree, agreement, permission asked, asked before, 同意, 知情同意, 退订, 拒收, 取消订阅, 知情, 授意, 关掉推送, opted, opt
privacy, gdpr, personal data, data protection, pii, personal information, dpo, sensitive data, intrusive, surveillance, tracking, 隐私, 个人信息, 数据保护, 个人数据, 个保法, 敏感信息, 身份证, 监视
encrypt, encrypted, encryption, plaintext, clear text, plain text, cipher, tls, at rest, unencrypted, in clear, https, 加密, 明文, 密文, 传输安全
sign, signed, signature, forge, forged, forgery, tamper, manipulate, counterfeit, spoof, fake, genuine, impersonate, impersonation, falsify, 签名, 伪造, 篡改, 仿冒, 假冒, 造假, 防伪, 假, 虚假, 真实性, 冒用, 冒充, 冒名, 虚拟, 防篡改, 完整性
injection, inject, xss, script, sanitise, sanitize, escape, arbitrary code, code execution, 注入, 脚本, 跨站, 任意代码, 转义
sandbox, isolate, isolated, isolation, outside, tenant isolation, 沙箱, 隔离
steal, stolen, theft, hijack, hijacked, take over, takeover, 丢失, 被盗, 盗用, 盗刷, 遗失, 弄丢, 会丢, 丢了, 劫持, 偷
abuse, misuse, fraud, fraudulent, cheat, attacker, attack, malicious, hacker, hostile, untrusted, poison, guessable, brute force, exploit, scam, bot, scraper, crawl, 滥用, 作弊, 欺诈, 攻击, 恶意, 骗子, 骗取, 黑客, 刷单, 薅羊毛, 被薅, 套利, 爆破, 撞库, 枚举, 爬虫, 刷票, 钻空子
approve, approval, four eyes, sign off, second person, confirmation step, double check, 审批, 审核, 批准, 双人, 复核, 二次确认, 复审, 把关
moderate, moderation, censor, offensive, hate speech, inappropriate, 违规, 敏感内容, 敏感词, 先审, 不良内容, 违禁
revenue, income, sale, margin, profit, business case, return investment, roi, 收入, 营收, 利润, 收益, 划算, 值得
cost, price, fee, budget, pricing, expensive, ceiling, euro, dollar, spend, 成本, 价格, 费用, 预算, 花多少, 多少钱, 定价, 开销, 花销
defer, postpone, later release, later phase, backlog item, out scope, second phase, 推迟, 延后, 延期, 后续版本, 后期再做
migrate, migration, import, legacy, cut over, cutover, old system, old data, existing data, historical, predecessor, transition, switchover, 迁移, 导入, 旧系统, 历史数据, 老数据, 老系统, 以前的数据, 历史, 存量, 切换, 割接, 迁过来, 旧数据
version, versioning, deprecate, deprecated, deprecation, compatibility, compatible, incompatible, backward, breaking change, old client, 版本, 改版, 兼容, 弃用, 老版本, 向后兼容
terminology, glossary, naming, wording, vocabulary, term, interchangeable, interchangeably, synonym, same thing, same concept, same entity, two names, two words, three words, 术语, 词汇表, 用词, 叫法, 命名, 混用, 混着用, 混为一谈, 同一概念, 同一个东西, 统一, 名字, 名称, 称呼, 称谓, 概念
vague, ambiguous, ambiguity, imprecise, loose, interpretation, interpret, subjective, adjective, fuzzy, woolly, meaning, open interpretation, what counts, what exactly, 含糊, 模糊, 歧义, 笼统, 未定义, 口径, 说不清, 不清楚, 不明确, 空话, 怎么算, 算不算, 到底, 究竟, 理解不一, 各有理解, 标准不明
measure, measurable, metric, quantify, quantified, kpi, figure, numeric, percentage, percent, target, threshold, ratio, rate, benchmark, unmeasurable, quantity, target value, how many, how much, how high, how big, success criterion, 指标, 量化, 度量, 衡量, 可测, 可衡量, 数值, 数字, 目标值, 阈值, 门槛值, 百分之几, 百分比, 多少, 多大, 多高, 比例, 率, 验收值, 无法判断
duration, how long, how often, how soon, 多久, 多长, 多长时间, 时长, 几天, 几分钟, 几小时
accuracy, accurate, recognition rate, correctness, precision, false positive, false negative, false alarm, misread, misclassify, misrecognised, 准确率, 识别率, 精度, 正确率, 误报, 漏报, 误判, 误识别, 识别错误, 认错, 误伤, 误差
confidence, uncertain, doubtful, certainty, 置信度, 不确定, 可信度
baseline, status quo, current value, 基线, 现状, 当前值
estimate, estimated, assumption, assume, assumed, unproven, prove, proven, 估算, 预估, 估计, 假设, 假定, 没算过, 测算, 拍脑袋, 想当然, 验证过
frequency, interval, regular, periodic, every minute, polling, poll, 频率, 间隔, 周期, 定期, 轮询, 多频繁
limit, maximum, cap, upper bound, bound, bounds, bounded, unlimited, unbounded, at most, exceed, limitless, restriction, 上限, 限制, 最大, 封顶, 最多, 不限, 无限制, 超过, 超出, 限额
size, huge, large file, big file, gigabyte, megabyte, gb, mb, resolution, compress, 大小, 很大, 大文件, 大图, 压缩, 体积
trace, traceability, traceable, orphan, parent requirement, origin, derived, backed, unsourced, goes back, comes from, reference, dangling, stakeholder need, where come, 追溯, 溯源, 上级需求, 来源, 出处, 找不到来源, 依据, 对应条目, 孤立, 没有来由, 引用, 从哪来, 哪来的, 关联到
scope, creep, crept, unrelated, gold plating, nobody asked, not asked, not requested, unrequested, nobody requested, nobody wants, nobody wanted, was requested, no user, in demand, 范围, 蔓延, 无关, 没有关系, 一期, 二期, 镀金, 没人要, 没人提, 没有人要, 未要求, 没提过, 不是用户要, 超范围, 额外
wcag, screen reader, a11y, blind, disability, disabled, wheelchair, impaired, voiceover, dyslexia, colour blind, color blind, keyboard, contrast, deaf, caption, 无障碍, 盲人, 残障, 残疾, 视障, 听障, 色盲, 色弱, 轮椅, 读屏, 字幕, 对比度, accessibility requirement, accessibility need, accessibility constraint
elderly, senior, older people, older users, non technical, 老人, 老年, 老年人, 年纪大, 长者, 长辈
usability, usable, confusing, confused, complicated, click, easy use, user friendly, intuitive, understand, comprehend, cumbersome, 易用, 好用, 难用, 看不懂, 不直观, 复杂, 步骤太多, 点几次, 繁琐, 体验
time zone, timezone, utc, daylight saving, midnight, clock, timestamp, 时区, 夏令时, 跨零点, 零点, 过夜, 时钟, 时间戳
battery, power consumption, energy, drain, 电池, 耗电, 电量, 续航, 费电
cancel, cancellation, abort, withdraw, call off, terminate, 取消, 终止, 中止, 作废, 解约
refuse, decline, declined, reject, rejected, rejection, deny, 拒绝, 驳回, 不接受, 拒签
conflict, clash, contradict, contradiction, contradictory, differ, differs, disagree, inconsistent, inconsistency, versus, mismatch, diverge, elsewhere, two values, cannot both, both true, opposite, incompatible statements, one section, another section, 冲突, 矛盾, 不一致, 不一, 不同, 不符, 相反, 对不上, 对不齐, 打架, 说法不一, 两处, 两种说法, 前后, 前文, 后文, 正文, 附录, 另一处, 两个章节
overwrite, overwritten, last write, edit same, merge conflict, 覆盖掉, 冲掉, 后写, 谁的为准
sync, synced, synchronise, synchronize, synchronisation, synchronization, another device, second device, multiple devices, replicate, replication, propagate, 同步, 换设备, 多端, 多设备, 另一台设备
draft, autosave, save, saved, saving, unsaved, lose work, progress lost, lost work, start over, 草稿, 自动保存, 没了, 未提交, 暂存, 白填, 重填, 重头再来, 从头再来
double, duplicate, duplicated, twice, two times, idempotent, idempotency, deduplicate, deduplication, merge, repeated, second time, same record, 重复, 去重, 幂等, 两次, 两遍, 两条, 好几遍, 多次, 合并, 一模一样
oversell, oversold, overbook, overbooking, inventory, stock, 超卖, 库存, 备货, 缺货, 现货
sequence, precedence, priority, prioritise, prioritize, urgent, win, ranking, rank, sorted, 顺序, 次序, 优先级, 优先, 先后, 乱序, 排序, 插队, 紧急
combine, combination, stack, stacking, together with, 叠加, 组合, 同时使用, 同享
launch, go live, release date, deploy, deployment, production, 上线, 发布, 部署, 投产, 生产环境
deadline, overdue, timeline, time limit, schedule, milestone, late, due date, time plan, calendar, 时限, 期限, 截止, 截止时间, 工期, 排期, 进度计划, 逾期, 赶不上, 来不及, 时间表
expire, expires, expiry, expired, expiration, stale, staleness, outdated, valid until, lapse, ttl, lifetime, out date, 过期, 失效, 有效期, 到期, 陈旧, 失去效力, 时效性
law, legal, legally, regulator, regulation, regulatory, compliance, compliant, statutory, illegal, unlawful, court, obligation, mandated, licence, 法律, 法规, 合规, 监管, 违法, 违规处罚, 法务, 处罚, 罚款, 法定, 条例, 消费者法
developer, engineer, programmer, skill, experience, team size, expertise, one person, knowhow, know how, team capacity, hiring, resources, man month, 开发人员, 程序员, 人手, 经验, 不会用, 团队没有, 团队, 人力, 没做过, 缺人, 技能, 人月
owner, ownership, owns, owned, in charge, who decides, who maintains, 负责人, 责任人, 谁负责, 负责, 责任, 归谁, 归属, 谁来, 谁管, 没人管, 谁更新, 谁维护
handover, maintenance, maintain, maintained, 交接, 维护, 接手, 运维, 维保
escalate, escalation, 升级, 转人工, 上报
invent, invented, made up, hallucination, hallucinate, grounded, citation, cite, fabricate, 幻觉, 编造, 胡编, 瞎编, 胡说, 引文
machine learning, training data, prediction, predict, classifier, ai, 模型, 训练数据, 预测, 人工智能, 大模型
explanation, explainable, reason given, why rejected, transparent, transparency, black box, justify, 解释, 原因, 理由, 可解释, 透明, 黑箱, 说明理由
bias, biased, fairness, fair, unfair, discriminate, discrimination, disadvantage, favour, 偏见, 歧视, 公平, 不公, 偏差, 吃亏
format, schema, common model, field, data model, structure, encoding, 格式, 数据模型, 统一模型, 字段, 编码, 结构
quota, rate limit, rate limiting, throttle, throttled, throttling, 配额, 频率限制, 限流, 限速, 次数限制, 限频
monitor, monitoring, observability, dashboard, telemetry, health check, chart, 监控, 可观测, 看板, 大盘, 大屏, 仪表盘, 报表
queue, wait, waiting, backlog, pile, back pressure, backpressure, buffer, clog, stuck, 排队, 等待, 等多久, 队列, 积压, 堆积, 堵塞, 缓冲
status, progress, visible, silence, no feedback, feedback, left dark, in dark, pending, processing, 进展, 投递状态, 进度, 状态, 石沉大海, 反馈, 没动静, 处理中, 走到哪
training, train, trained, onboard, onboarding, tutorial, first use, new user, teach, 培训, 上手, 引导, 教程, 新手, 教会
adoption, adopt, nobody use, give up, abandon, churn, leave us, drop out, motivate, motivation, incentive, 采用, 没人用, 不会用它, 不愿意用, 放弃, 流失, 弃用率, 动力, 积极性, 激励
compensation, liable, liability, dispute, complaint, complain, appeal, contest, insurance, 赔偿, 谁赔, 赔, 申诉, 投诉, 纠纷, 争议, 翻案, 保险, 理赔
acceptance criterion, acceptance criteria, testable, untestable, test case, expected result, expected outcome, pass fail, verifiable, unverifiable, 验收, 验收标准, 验收条件, 可测试, 无法测试, 没法测, 期望结果, 预期结果, 测试用例, 无从验收
transaction, atomic, atomicity, half done, partially written, integrity constraint, referential, foreign key, 事务, 原子, 原子性, 外键, 半成品
reconcile, reconciliation, checksum, completeness check, cross check, 对账, 核对, 对平, 校验和, 比对
check, checked, validation, 校验, 验证, 核实, 查验, 检查
default, preset, initial value, 默认, 缺省, 初始值
lock, locked, lockout, ban, banned, block, blocked, blacklist, suspend, suspended, 锁定, 锁死, 锁表, 封禁, 封号, 冻结, 拉黑, 屏蔽, 拦截, 阻塞
manually entered, data entry, typo, keying, retype, 录入, 手输, 输错, 填写
physical, safety, injury, injured, hurt, danger, dangerous, hazard, emergency, harm, 安全事故, 受伤, 危险, 人身, 伤亡, 急救, 出人命, 意外
noise, disturb, annoy, annoying, fatigue, nuisance, 打扰, 骚扰, 反感, 疲劳, 吵
quiet hours, night, sleep, weekend, holiday, off hours, 夜间, 半夜, 深夜, 周末, 节假日, 假期, 值班
seasonal, weather, rain, winter, temperature, 天气, 雨天, 季节, 温度
split, partial, partly, 拆分, 拆单, 一部分
batch, bulk, 批量, 成批, 群发
edge case, corner case, boundary, special case, 边界, 边界情况, 特殊情况, 例外, 极端情况
priority conflict, trade off, weigh, 取舍, 权衡
unrealistic, realistic, infeasible, feasible, impossible, ambitious, optimistic plan, overambitious, 不现实, 不可行, 做不到, 可行性, 难以实现, 不切实际, 过于乐观
cut-off, last moment, 截止点, 最晚
error message, error text, 错误提示, 报错信息
people flow, occupancy, 人流, 客流, 拥挤
real name, 匿名发言, 不记名
import duty, export control, 海关, 报关, 清关
late payment, dunning, arrears, owe, debt, unpaid, outstanding, 欠费, 欠款, 拖欠, 催缴, 逾期未付, 滞纳金
chargeback, double billing, wrong charge, 拒付, 错扣
money laundering, aml, kyc, 反洗钱, 洗钱, 可疑交易
virus, malware, trojan, ransomware, 病毒, 木马, 勒索
phishing, social engineering, 钓鱼
vulnerability, cve, patch, security update, 漏洞, 补丁
invalid, malformed, garbage, wrong input, bad input, illegal value, 无效, 非法输入, 不合法, 格式不对, 乱填
role conflict, separation duties, conflict interest, 职责分离, 利益冲突
budget overrun, bill shock, 超支
energy use, carbon, co2, emission, sustainability, 碳排放, 环保, 能耗, 节能
damage, damaged, defective, spoiled, rotten, 破损, 变质, 坏了
deadlock, 死锁
未经批准, 未审批
deletion request, right erasure, data subject, 删除请求, 被遗忘权
data residency, data location, 数据本地化, 不得出境, 数据出境
`
