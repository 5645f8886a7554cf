package themes

// things are words for what requirements are about: people, goods, devices, documents
// and parts of systems, a concept a line, as in [aspects].
const things = `
network, connection, connectivity, connected, internet, offline, disconnect, disconnected, link drop, reception, signal, coverage gap, wifi, wi fi, reconnect, no signal, dead zone, poor connection, 离线, 断网, 断线, 掉线, 断连, 断开, 弱网, 网络, 联网, 重连, 信号, 没网, 无网, 网速
memory, disk, ram, space, heap, out memory, 内存, 磁盘, 存储空间, 硬盘, 空间
cache, caching, cached, 缓存
sms, text message, 短信
mail, e mail, email, inbox, spam, 邮件, 邮箱, 垃圾邮件
minor, child, children, kid, parent, underage, under age, guardian, teenager, 未成年, 未成年人, 儿童, 孩子, 小孩, 家长, 监护人, 青少年
video, camera, webcam, film, filmed, footage, cctv, 录像, 视频, 摄像, 摄像头, 录音, 录制, 画面
copy, copied, screenshot, reuse, 截图, 复印, 复制, 转发, 拷贝, 拷走
refund, money back, reimburse, reimbursement, returned money, 退款, 退费, 退钱, 返还, 退还
pay, payment, paid, prepay, prepaid, prepayment, billing, bill, charge, charged, checkout, invoice, 支付, 付款, 缴费, 扣费, 扣款, 扣钱, 收费, 结算, 计费, 代扣, 账单
discount, coupon, rebate, voucher, promotion, 优惠, 折扣, 打折, 优惠券, 满减, 促销, 减免
vendor, provider, supplier, contractor, third party, outsourcing, outsource, partner, upstream, external service, subcontractor, 供应商, 厂商, 外包, 第三方, 服务商, 合作方, 上游, 外部服务, 提供方
cloud, overseas, abroad, foreign, american, cross border, region, country, 云服务, 境外, 海外, 国外, 出境, 跨境
competitor, competitive, competition, rival, market analysis, alternative, existing solution, 竞品, 竞争, 对手, 同类, 竞争对手, 现有方案
language, english, spanish, german, french, translate, translation, locale, localisation, localization, localise, multilingual, bilingual, native speaker, 语言, 英文, 英语, 外语, 多语言, 翻译, 本地化, 方言, 广东话, 双语
mobile, phone, smartphone, handheld, handset, tablet, ios, android, 手机, 移动端, 安卓, 小程序, 平板
reserve, reservation, booking, hold slot, appointment, 预订, 预约, 预占, 占用, 占座, 挂号
human, manual, manually, by hand, clerk, 人工, 真人, 手工, 手动, 客服, 坐席, human being
persona, user group, target group, 画像, 用户群, 受众, 目标用户
interface, api, sdk, endpoint, webhook, coupled, coupling, protocol, contract between, 接口, 集成, 对接, 协议, 联调, 耦合, integration
image, photo, picture, scan, scanned, 图片, 照片, 图像, 拍照, 扫描
search, query, find, lookup, 搜索, 检索, 查询, 查找
export, download, 导出, 下载
upload, transfer, 上传, 传输, 传图
visitor, guest, 访客, 来访, 游客
formula, calculate, calculated, calculation, rounding, round, compute, amount, arithmetic, 公式, 计算, 计算规则, 算法, 规则, 金额, 取整, 四舍五入, 分摊
currency, exchange rate, conversion, 汇率, 币种, 外币, 牌价
state, lifecycle, state machine, transition state, 状态机, 生命周期, 流转
edit, edited, modify, modified, change, changed, alter, update, updated, 修改, 编辑, 更改, 改动, 变更, 更新, 调整
display, shown, screen, 展示, 显示, 界面, 页面, 呈现
location, gps, position, geofence, where is, coordinate, 位置, 定位, 坐标, 地理围栏
customer, buyer, client, consumer, shopper, 客户, 顾客, 买家, 消费者, 买方
employee, colleague, 员工, 职工, 同事, 工人
manager, supervisor, boss, 经理, 主管, 领导, 上级
patient, 患者, 病人
doctor, physician, clinician, nurse, 医生, 医师, 护士, 医护
student, pupil, learner, 学生, 学员, 考生
teacher, instructor, lecturer, 教师, 老师, 讲师
driver, courier, rider, deliverer, 司机, 骑手, 快递员, 配送员, 车主
merchant, seller, shop, retailer, 商家, 卖家, 商户, 店铺, 店家
device, equipment, hardware, gadget, machine, sensor, 设备, 终端, 硬件, 机器, 传感器
vehicle, car, bus, truck, van, 车辆, 汽车, 车牌, 牌照
parcel, package, shipment, consignment, 包裹, 快递, 配送, 送货
firmware, ota, flash, 固件
账号, 账户, 帐号
comment, review, 评论, 评价, 评分, 点评
survey, questionnaire, 访谈, 问卷
technology, framework, stack choice, library, 技术选型, 框架, 技术栈
architecture, microservice, monolith, 架构, 组件, 微服务, 单体
pause, paused, suspend subscription, hold subscription, 暂停, 停用, 挂起
trigger, kick off, 触发, 引发
broadcast, fan out, fanout, 广播, 群播, 扇出
salary, wage, pay slip, payslip, payroll, 工资, 薪资, 薪酬, 薪水
tax, vat, duty, 税费, 个税, 税率
shift, roster, rota, 班次, 排班, 轮班
overtime, working hours, 加班, 工时
training material, manual page, handbook, 手册, 说明书
ill, sick, absence, substitute person, 生病, 请假, 缺勤
vacation, leave request, 休假, 年假
price change, raise price, price increase, 涨价, 调价
deposit, advance, 押金, 定金, 预付
balance, wallet, loyalty, credits, 余额, 钱包, 积分
commission, kickback, 佣金, 提成, 返佣
withdraw money, payout, cash out, 提现, 出账
receipt, proof purchase, 收据, 发票, 小票
contract, clause, 合同, 条款, 签约
sla, service level, 服务等级, 服务水平
helpdesk, hotline, call centre, call center, 客服热线, 电话支持, 热线
chat, messenger, 聊天, 微信群, 群聊
forum, community, social, 论坛, 社区, 社交
gamification, leaderboard, badge, 排行榜, 勋章, 游戏化
advert, advertisement, advertising, ad, 广告
recommend, recommendation, suggestion engine, 推荐
personalise, personalize, preference, tailor, customise, 个性化, 偏好, 自定义, 定制
weather forecast, forecast, 预报
map, route, routing, navigation, 地图, 路线, 导航, 路径
park, parking, 停车, 车位
door, gate, barrier, entrance, 闸机, 道闸, 门禁
keycard, 钥匙
seat, table, 座位, 房间, 会议室
ticket, admission, 门票, 入场
menu, dish, recipe, ingredient, 菜单, 菜品, 食材, 菜谱
medicine, drug, dose, dosage, prescription, medication, 药品, 用药, 剂量, 处方
diagnosis, symptom, treatment, therapy, 诊断, 症状, 治疗
lab result, reading, 检验, 化验, 读数, 测量值
exam, test paper, grade, grading, score, 考试, 成绩, 评卷, 阅卷, 打分
course, lesson, curriculum, 课程, 选课, 课表
homework, assignment, plagiarism, plagiarise, 作业, 抄袭, 查重
vote, poll ballot, ballot, election, 投票, 选举
lottery, raffle, draw lots, random draw, 抽奖, 抽签, 摇号
auction, bid, bidding, tender, 竞价, 拍卖, 投标, 出价
warehouse, picking, shelf, 仓库, 拣货, 货架, 库位
barcode, qr, rfid, label, tag, 条码, 二维码, 标签
printer, print, 打印, 纸质, 纸张
spreadsheet, excel, csv, 表格, 电子表格
pdf, template, 表单, 模板
attachment size, large attachment, 附件大小
dependency version, open source, licence terms, 开源, 许可证
firewall, port, vpn, 防火墙, 端口
sql, database, db, table lock, index, indexing, 数据库, 索引, 全表
server, host, cluster, node, container, kubernetes, 服务器, 主机, 集群, 节点, 容器
region outage, data centre, data center, 机房, 数据中心
message broker, kafka, stream, streaming, 消息队列, 流式, 事件
cron, job, scheduled task, batch job, 定时任务, 跑批, 批处理
configuration, config, setting, parameter, flag, toggle, switch, 配置, 参数, 开关, 设置项
environment, test environment, 测试环境, 预发
unit test, regression test, automated test, coverage report, 单元测试, 回归, 自动化测试
load test, stress test, 负载测试, 性能测试
log file, stack trace, debug, debugging, diagnose, troubleshooting, root cause, 调试, 排查, 定位问题, 诊断问题
metric name, statistic, statistics, analytics, insight, 统计, 分析, 数据分析
a b, hypothesis, 实验, 对照
conversion funnel, click through, engagement, retention rate, active users, 转化率, 活跃, 留存率, 点击率
satisfaction, nps, happy, survey score, 满意度, 口碑
empty state, null, blank, missing value, 空值, 为空, 空白, 缺值
negative, zero amount, overflow, 负数, 溢出
metre, kilogram, imperial, unit conversion, 单位, 换算
decimal, decimals, digits, 小数, 位数
date, date format, leap year, 日期, 闰年
character, emoji, unicode, utf8, special character, 字符, 特殊字符, 表情, 乱码
first name, surname, full name, 姓名, 全名, 姓氏
age, birthday, date birth, age check, 年龄, 生日
gender, sex, religion, ethnic, 性别, 种族, 宗教
nationality, passport, visa, tourist, traveller, 国籍, 护照, 外籍, 外国人, 游客签证
family, household, spouse, next kin, 家属, 家人, 亲属, 家庭
neighbour, resident, citizen, inhabitant, owner occupier, 居民, 市民, 业主, 村民, 住户
volunteer, donor, donation, charity, 志愿者, 捐赠, 捐款, 公益
applicant, candidate, recruiter, cv, 应聘, 候选人, 简历, 招聘
lawyer, attorney, matter, 律师, 案件
journalist, editor, article, publish, publication, 编辑部, 稿件, 文章, 发表
artist, song, music, 歌曲, 音乐
viewer, stream host, live stream, 直播, 主播, 观众
smoke, evacuate, evacuation, 火灾, 烟雾, 疏散
police, crime, criminal, 警察, 报警电话, 犯罪
insurance claim, claim, policyholder, 投保, 保单, 报案
loan, interest rate, mortgage, 贷款, 信贷, 利率
fine grained, granularity, coarse, 粒度, 细化
works council, union, 工会, 职代会
board, sponsor, steering, 管理层, 出资方, 决策层
training set, corpus, labelled data, ground truth, sample, 语料, 样本, 标注, 评测集
threshold tuning, calibration, calibrate, sensor drift, 校准, 标定
speaker, voice, speech, microphone, transcript, transcription, audio, 语音, 转写, 麦克风, 说话人, 音频
meeting, minutes, 会议, 纪要
reply, answer, response text, 回答, 回复, 答复
question, faq, 提问, 问题库, 常见问题
knowledge base, knowledge, wiki, 知识库
summary, summarise, summarize, abstract, 摘要, 总结
rank result, relevance, relevant, 相关性, 相关度
category, classification, categorise, 分类, 归类
policy, business rule, condition, 策略, 条件
exception rule, override, manual override, 强制, 人工干预
merge account, combine accounts, linked account, 账号合并, 绑定
register, registration, sign up, signup, enrol, enroll, 注册, 报名
logout, log out, session expiry, auto logout, unattended, 退出登录, 注销登录, 无人值守
forgot, reset, account recovery, 忘记, 重置, 找回
seal, watermark, hologram, 水印, 印章, 盖章
proof, certificate, attest, attestation, 证明, 证书, 资质
inspect, inspection, inspector, patrol, 巡检, 点检, 检修
technician, maintenance job, work order, 维修, 报修, 师傅, 工单
spare part, spare, replacement part, 备件, 配件
wear, end life, 老化, 报废
missing item, incomplete delivery, short delivery, 漏发
urgent case, emergency case, triage, 加急, 急诊, 分诊
invite, invitation, referral, 邀请, 邀请码, 拉新
sharing, forward, shared link, 分享, 共享
follow, follower, friend, 关注, 好友, 联系人
block user, mute, 禁言, 屏蔽词
spam message, unsolicited, 垃圾信息, 刷屏
cart, basket, checkout step, 购物车, 下单
shipping, freight, carrier, 运费, 承运, 物流
colour, font, layout, theme, contrast ratio, 颜色, 字体, 字号, 布局
scroll, swipe, gesture, 滑动, 手势
loading indicator, spinner, skeleton, 加载, 转圈
offline mode, local storage, 本地存储, 本地缓存, 离线模式
push token, delivery receipt, bounce, bounced, delivery failure, 回执, 投递失败, 发送失败, 到达率, 送达率
channel, second channel, other channel, 渠道, 途径
workload, stress, burden, 工作量, 负担, 忙不过来
order goods, purchase, buy, procurement, 采购, 购买
compatibility matrix, browser, browsers, safari, chrome, 浏览器
os, operating system, windows, linux, 操作系统
data export, portability, data portability, 数据导出, 数据可携
退货, 退换
tenant, multi tenant, 租户, 多租户
attachment, 附件, 文件
`
