package seeded

import "regexp"

// re compiles a pattern that ignores case.
func re(pattern string) *regexp.Regexp { return regexp.MustCompile("(?i)" + pattern) }

// aliases holds the section titles of the six sessions, bare and in lower case, and the titles of table columns.
type aliases struct {
	vision, problem, users, goals, scopeIn, scopeOut, constraints, assumptions, risks,
	functional, nonFunctional, data, integrations, limits, counts, matrix, epicMatrix, criteria, story, measurement,
	components, stack, decisions, dataStores, errors, testing, security, endpoints, config, rollback, qualities, options, consequences, states,
	mvp, dependencies, order, done, stories,
	scores, gate, checks, issues, watch *regexp.Regexp
}

func titles() aliases {
	return aliases{
		vision: re(`^(vision|愿景)$`), problem: re(`^(problem|problem statement|问题陈述)$`), users: re(`^(target users|目标用户)$`),
		goals: re(`^(goals.*|目标|目标与成功指标)$`), scopeIn: re(`^(in scope|范围内)$`), scopeOut: re(`^(out of scope|范围外)$`),
		constraints: re(`^(constraints|约束|约束条件)$`), assumptions: re(`^(assumptions|假设)$`), risks: re(`^(risks|风险)$`),
		functional: re(`^(functional requirements|功能需求)$`), nonFunctional: re(`^(non-functional requirements|非功能需求)$`),
		data: re(`^(data requirements|数据需求)$`), integrations: re(`^(integrations|interfaces|外部接口)$`),
		limits: re(`^(constraints|constraints and assumptions|约束与假设)$`), counts: re(`^(priority summary|moscow summary|优先级汇总)$`),
		matrix: re(`^(traceability|traceability matrix|追溯|追溯矩阵)$`),
		// In a flat document each story has a 追溯 label of its own.
		epicMatrix: re(`^(traceability|traceability matrix|追溯矩阵)$`), criteria: re(`^(acceptance criteria|验收标准)$`),
		story: re(`^(user story|用户故事)$`), measurement: re(`^(measurement|度量)$`),
		components: re(`^(components|组件)$`), stack: re(`^(technology stack|技术栈)$`),
		decisions:  re(`^(architecture decision records|architecture decisions|adr index|架构决策|架构决策记录)$`),
		dataStores: re(`^(data architecture|data model|数据架构|数据模型)$`), errors: re(`^(error handling|错误处理)$`),
		testing: re(`^(testing|testing strategy|测试策略)$`), security: re(`^(security|安全)$`), endpoints: re(`^(interfaces|接口)$`),
		config: re(`^(configuration|configuration model|配置)$`), rollback: re(`rollback$|回滚$`),
		qualities: re(`^(quality attributes|质量属性)$`), options: re(`^(considered options|alternatives|备选方案)$`),
		consequences: re(`^(consequences|后果)$`), states: re(`^(states of a shift|差异单状态|失物状态)$`),
		mvp: re(`^(mvp scope|mvp definition|mvp 范围|mvp 定义)$`), dependencies: re(`^(dependency map|依赖关系|依赖图)$`),
		order: re(`^(execution order|recommended execution order|执行顺序|建议执行顺序)$`),
		done:  re(`^(definition of done|完成定义)$`), stories: re(`^(stories|故事)$`),
		scores: re(`^(scores?|quality score|维度评分|质量评分|评分)$`), gate: re(`^(gate decision|gate verdict|门禁结论)$`),
		checks: re(`^(checks|检查项)$`), issues: re(`^(issues|问题列表)$`), watch: re(`^(watch items|跟踪事项)$`),
	}
}

// heads holds patterns of header lines (first group) and of single column titles (second group).
type heads struct {
	functional, nonFunctional, entities, systems, components, stack, risks, epics, matrix, qualities, counts, goals, issues, evidence,
	priority, goal, target, method, fields, protocol, role, reason, licence, mitigation, mvp, size, requirement, rule, auth, retention,
	backup, def, probability, impact, storyCount, score, count, baseline *regexp.Regexp
}

func columns() heads {
	return heads{
		functional: re(`priority.*(traces to|goals)|优先级.*目标`), nonFunctional: re(`\|\s*(target|目标值)`), entities: re(`(fields|字段)`),
		systems: re(`(protocol|协议)`), components: re(`(responsibility|职责)`), stack: re(`(rationale|理由)`),
		risks: re(`(mitigation|缓解措施)`), epics: re(`\|\s*mvp\s*\|`), matrix: re(`^\| (goal|目标) \| (requirements|需求) \|`),
		qualities: re(`^\| (requirement|需求) \|`), counts: re(`\| (count|数量)`), goals: re(`(baseline|基线)`),
		issues: re(`(severity|级别)`), evidence: re(`(evidence|证据)`),
		priority: re(`^(priority|优先级)$`), goal: re(`^(traces to|goals|追溯目标|目标)$`), target: re(`^(target|目标值)$`),
		method: re(`^(measured by|度量方法)$`), fields: re(`^(fields|字段)$`), protocol: re(`^(protocol|协议)$`),
		role: re(`^(responsibility|职责)$`), reason: re(`^(rationale|理由)$`), licence: re(`^(licence|许可证)$`),
		mitigation: re(`^(mitigation|缓解措施)$`), mvp: re(`^mvp$`), size: re(`^(size|规模)$`),
		requirement: re(`^(requirements|requirement|需求)$`), rule: re(`^(rule|规则)$`), auth: re(`^(auth|鉴权)$`),
		retention: re(`^(retention|保留期)$`), backup: re(`^(backup|备份)$`), def: re(`^(default|默认值)$`),
		probability: re(`^(probability|概率)$`), impact: re(`^(impact|影响)$`), storyCount: re(`^(stories|故事数)$`),
		score: re(`^(score|评分)$`), count: re(`^(count|数量)$`), baseline: re(`^(baseline|基线)$`),
	}
}
