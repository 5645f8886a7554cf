package checks

import "testing"

func TestTrialsOfTheBrief(t *testing.T) {
	const (
		vision      = `^#.*(Vision|愿景)`
		problem     = `^#.*(Problem|问题)`
		users       = `^##.*(Users|用户)`
		goals       = `^##.*(Goals|目标$|目标与)`
		scope       = `^##.*(Scope|范围)$`
		outside     = `^(###? |\*\*)(Out of [Ss]cope|范围外)`
		constraints = `^##.*(Constraints|约束)`
		assumptions = `^##.*(Assumptions|假设)`
		risks       = `^##.*(Risks|风险)`
		guardrail   = `(?m)^(?:\*\*)?(?:Guardrail|护栏指标)(?:\*\*)?[:：].*\n`
	)
	runTrials(t, map[string]trial{
		"no vision":                 {rule: "BR-001", path: briefFile, edit: without(vision)},
		"an empty vision":           {rule: "BR-001", path: briefFile, edit: emptied(vision)},
		"a vision of a word":        {rule: "BR-001", path: briefFile, edit: body(vision, func(string) string { return "\n创新。\n" })},
		"a commented vision":        {rule: "BR-001", path: briefFile, edit: body(vision, func(string) string { return "\n<!-- One sentence that says what the product is for -->\n" })},
		"no problem":                {rule: "BR-002", path: briefFile, edit: without(problem)},
		"an empty problem":          {rule: "BR-002", path: briefFile, edit: emptied(problem)},
		"no users":                  {rule: "BR-003", path: briefFile, edit: without(users)},
		"empty users":               {rule: "BR-003", path: briefFile, edit: emptied(users)},
		"user headings only":        {rule: "BR-003", path: briefFile, edit: body(users, func(string) string { return "\n### Owner\n\n### 管理员\n" })},
		"a user table without rows": {rule: "BR-003", path: briefFile, edit: body(users, func(string) string { return "\n| Persona | Needs | Pain |\n|---|---|---|\n" })},
		"no goals":                  {rule: "BR-004", path: briefFile, edit: without(goals)},
		"empty goals":               {rule: "BR-004", path: briefFile, edit: emptied(goals)},
		"a guardrail only": {rule: "BR-004", path: briefFile, edit: body(goals, func(s string) string {
			return "\n**Guardrail**: false alarms at night stay at or below 2 per week, so that the operator keeps trusting them.\n"
		})},
		"a chinese guardrail only": {rule: "BR-004", path: briefFile, edit: body(goals, func(s string) string {
			return "\n护栏指标：每周误报不超过 2 次，值班员才会继续信任系统。\n"
		})},
		"no outside":            {rule: "BR-005", path: briefFile, edit: without(outside)},
		"an empty outside":      {rule: "BR-005", path: briefFile, edit: emptied(outside)},
		"no scope at all":       {rule: "BR-005", path: briefFile, edit: without(scope)},
		"no assumptions":        {rule: "BR-006", path: briefFile, edit: without(assumptions)},
		"empty assumptions":     {rule: "BR-006", path: briefFile, edit: emptied(assumptions)},
		"assumptions elsewhere": {rule: "BR-006", path: briefFile, edit: each(without(assumptions), sub(`\n## `, "\nWe assume that discs last; 前提是每周联网。\n\n## ")), quiet: true},
		"no constraints":        {rule: "BR-007", path: briefFile, edit: without(constraints)},
		"empty constraints":     {rule: "BR-007", path: briefFile, edit: emptied(constraints)},
		"goal rows without IDs": {rule: "BR-010", path: briefFile, edit: all(`(?m)^\| G-00\d \| `, "| ")},
		"goals with bullets": {rule: "BR-010", path: briefFile, edit: body(goals, func(string) string {
			return "\n- Restores succeed in 99 % of cases by 2026\n- Checks cost 30 min a month\n"
		})},
		"goals that name requirements": {rule: "BR-010", path: briefFile, edit: body(goals, func(string) string {
			return "\n- Restores succeed in 99 % of cases (REQ-001)\n- Checks cost 30 min a month (REQ-002)\n"
		})},
		"one goal without an ID":     {rule: "BR-010", path: briefFile, edit: sub(`(?m)^- \*\*G-002\*\*[:：] ?`, "- ")},
		"one goal row without an ID": {rule: "BR-010", path: briefFile, edit: sub(`(?m)^\| G-002 \|`, "| |")},
		"one goal row with a dash":   {rule: "BR-010", path: briefFile, edit: sub(`(?m)^\| G-002 \|`, "| - |")},
		"goals of another scheme":    {rule: "BR-010", path: briefFile, edit: all(`G-00(\d)`, "O$1"), quiet: true},
		"goals as headings": {rule: "BR-010", path: briefFile, edit: body(goals, func(string) string {
			return "\n### Goal 1: restores\n\n99 % succeed.\n\n### 目标 2：检查\n\n每月 30 分钟。\n"
		}), quiet: true},
		"a guardrail below goals":   {rule: "BR-010", path: briefFile, edit: body(goals, func(s string) string { return s + "\n- Guardrail: less than 60 min a night\n" }), quiet: true},
		"a single goal":             {rule: "BR-012", path: briefFile, edit: all(`(?m)^(?:- \*\*|\| )G-00[23].*\n`, "")},
		"nine goals":                {rule: "BR-012", path: briefFile, edit: sub(`(?m)^((?:- \*\*|\| ))G-003(.*\n)`, "${1}G-003$2${1}G-004$2${1}G-005$2${1}G-006$2${1}G-007$2${1}G-008$2${1}G-009$2")},
		"no risks":                  {rule: "BR-013", path: briefFile, edit: without(risks)},
		"a problem without numbers": {rule: "BR-014", path: briefFile, edit: body(problem, all(`\d[\d.,]*`, "many")), but: "zh-stocktake"},
		"a problem in words": {rule: "BR-014", path: briefFile, edit: body(problem, func(string) string {
			return "\n现有流程效率很低，问题经常很晚才被发现，大家都不满意。\n"
		})},
		"no method":                {rule: "BR-016", path: briefFile, edit: each(noColumn("Measured|度量|measured"), all(`,? ?(?:by )?20\d\d-\d\d-\d\d前?`, ""), all(` per month| each quarter| a week| a year|每月|每次|每年`, ""))},
		"an empty method":          {rule: "BR-016", path: briefFile, edit: each(column("Measured|度量|measured", 1, ""), all(`,? ?(?:by )?20\d\d-\d\d-\d\d`, ""))},
		"an item without method":   {rule: "BR-016", path: briefFile, edit: sub(`(?m)^(- \*\*G-001\*\*[:：]).*$`, "$1 99 % of restores succeed")},
		"a persona row emptied":    {rule: "BR-018", path: briefFile, edit: each(column("Needs|需求", 1, ""), column("Pain|痛点", 1, "-"))},
		"a persona block emptied":  {rule: "BR-018", path: briefFile, edit: sub(`(?m)^### (Studio owner|失主)\n\n.*\n.*\n`, "### $1\n")},
		"a persona block of facts": {rule: "BR-018", path: briefFile, edit: sub(`(?m)^### (Studio owner|失主)\n\n.*\n.*\n`, "### $1\n\nA person of 40 years who lives in a town.\n")},
		"a bold persona emptied":   {rule: "BR-018", path: briefFile, edit: sub(`(?m)^\*\*(Network engineer|审计专员)\*\*[:：].*$`, "**$1**:")},
		"a bold persona of facts":  {rule: "BR-018", path: briefFile, edit: sub(`(?m)^\*\*(Network engineer|审计专员)\*\*[:：].*$`, "**$1**: 40 岁，works in the town hall.")},
		"in and out":               {rule: "BR-020", path: briefFile, edit: sub(`(?m)^((?:### |\*\*)(?:Out of [Ss]cope|范围外).*\n\n)`, "$1- Monthly rota of one ward, with templates\n- Restore of files and folders\n- Values and history of 46 sensors\n- 手持机离线扫码清点\n- 按日期与单号调取\n- 凭领取码交还\n")},
		"one reason left out":      {rule: "BR-021", path: briefFile, edit: body(outside, sub(`(?m)^(- [^,，]+)[,，].*$`, "$1"))},
		"all reasons left out":     {rule: "BR-021", path: briefFile, edit: body(outside, all(`(?m)^(- [^,，]+)[,，].*$`, "$1"))},
		"vanity":                   {rule: "BR-022", path: briefFile, edit: body(goals, func(string) string { return "\n- G-001: 10,000 downloads in 2026\n- G-002：2026 年访问量 5 万\n" })},
		"no conflict":              {rule: "BR-025", path: briefFile, edit: more("\n## Convergent Themes\n\n- Restores must be proven by tests\n\n## Conflicting Views\n\nNo conflicts were found.\n")},
		"one assumption unchecked": {rule: "BR-026", path: briefFile, edit: body(assumptions, sub(`(?m)^(- [^(（;；]+?) ?[(（;；].*$`, "$1."))},
		"assumption row unchecked": {rule: "BR-026", path: briefFile, edit: body(assumptions, column("checked|验证", 1, ""))},
		"assumption column cut":    {rule: "BR-026", path: briefFile, edit: body(assumptions, noColumn("checked|验证"))},
		"visits in Chinese": {rule: "BR-022", path: briefFile, edit: body(goals, func(string) string {
			return "\n- G-001：2026 年访问人数达到 5 万\n- G-002：2026 年累计用户 2 万\n"
		})},
		"new accounts and stars": {rule: "BR-022", path: briefFile, edit: body(goals, func(string) string {
			return "\n- G-001: 500 new users by 2026-06-30\n- G-002: 2,000 stars by 2026-06-30\n"
		})},
		"one outcome among visits": {rule: "BR-022", path: briefFile, edit: body(goals, func(string) string {
			return "\n- G-001: 50,000 page views by 2026-06-30\n- G-002: 90 % of swaps need no call by 2026-06-30\n"
		}), quiet: true},
		"active users for goals":    {rule: "BR-022", path: briefFile, edit: all(`(?m)^(\| G-00\d \||- \*\*G-00\d\*\*[:：]).*$`, "$1 daily active users 日活跃用户 rise to 9000 | a | b | c by 2026-01-31 | survey |")},
		"a goal measured by a dash": {rule: "BR-016", path: briefFile, edit: column(`Measured|How and by when|度量`, 1, "-"), but: "en-vault zh-lostfound"},
		"a goal without its method": {rule: "BR-016", path: briefFile, edit: sub(` by 2025-12-31, measured by the drill log of 10 pilot studios|，2026-01-31 前，按登记与领取记录计算`, "")},
	})
}

func TestTrialsOfTheBriefInOtherWords(t *testing.T) {
	const (
		components = `^##.*(Components|组件$)`
		stack      = `^##.*(Technology Stack|技术栈)`
		data       = `^##.*(Data Architecture|Data Model|数据架构|数据模型)`
		observing  = `^##.*(Observability|可观测)`
		attributes = `^##.*(Quality Attributes|质量属性)`
		options    = `^(##.*|\*\*)(Alternatives|Considered [Oo]ptions|备选方案)`
		inScope    = `(In Scope|范围内)`
		outScope   = `(Out of Scope|Non-Goals|范围外)`
		flat       = "en-water zh-logarc"
	)
	listed := func(text string) func(string) string {
		return func(string) string { return "\n" + text + "\n" }
	}
	runTrials(t, map[string]trial{
		"a decision under review":   {rule: "AR-012", path: adrFile, edit: allOf(sub(`(?m)^status: .*$`, "status: under review"), sub(`(?m)^\*\*(Status|状态)\*\*([:：]).*$`, "**$1**$2 Under review"))},
		"a decision to be decided":  {rule: "AR-012", path: adrFile, edit: allOf(sub(`(?m)^status: .*$`, "status: proposed"), sub(`(?m)^\*\*(Status|状态)\*\*([:：]).*$`, "**$1**$2 待评审"))},
		"a decision TBD":            {rule: "AR-012", path: archIndex, edit: column("Status|状态", 1, "TBD"), but: flat},
		"a decision to be reviewed": {rule: "AR-012", path: archIndex, edit: column("Status|状态", 1, "评审中"), but: flat},
		"a decision 建议":             {rule: "AR-012", path: archIndex, edit: column("Status|状态", 1, "建议"), but: flat},
		"a decision taken":          {rule: "AR-012", path: archIndex, edit: column("Status|状态", -1, "已采纳"), but: flat, quiet: true},

		"only the chosen option":     {rule: "AR-015", path: adrFile, edit: body(options, listed("The chosen one only. 只考虑了选定的方案。"))},
		"no other option considered": {rule: "AR-015", path: adrFile, edit: body(options, listed("None. 无。"))},
		"one option in a row":        {rule: "AR-015", path: adrFile, edit: body(options, listed("| Option | Why |\n|---|---|\n| Local | fast |"))},
		"one option and nothing":     {rule: "AR-015", path: adrFile, edit: body(options, listed("1. Local first (chosen): fast\n2. None\n"))},
		"two options in rows":        {rule: "AR-015", path: adrFile, edit: body(options, listed("| Option | Why |\n|---|---|\n| Local | fast |\n| Remote | slow |")), quiet: true},

		"a component of TBD": {rule: "AR-018", path: archIndex, edit: body(components, column("Responsibility|职责", 1, "TBD"))},
		"a component of N/A": {rule: "AR-018", path: archIndex, edit: body(components, column("Responsibility|职责", 1, "待定"))},

		"a cycle of two":      {rule: "AR-019", path: archIndex, edit: sub("(?s)(```mermaid\n(?:graph|flowchart).*?)(\n```)", "$1\n    X1[Intake Desk] --> X2[Ledger]\n    X2 --> X4[Audit]\n    X4 --> X5[Post]\n    X5 --> X1$2"), but: flat},
		"a cycle in one line": {rule: "AR-019", path: archIndex, edit: sub("(?s)(```mermaid\n(?:graph|flowchart).*?)(\n```)", "$1\n    X1[Intake Desk] --> X2[Ledger] --> X4[Audit] --> X1$2"), but: flat},
		"a labelled cycle":    {rule: "AR-019", path: archIndex, edit: sub("(?s)(```mermaid\n(?:graph|flowchart).*?)(\n```)", "$1\n    X1[Intake Desk] -->|calls| X2[Ledger]\n    X2 -- asks --> X4[Audit]\n    X4 -.-> X1$2"), but: flat},
		"a cycle in a table": {rule: "AR-019", path: archIndex, edit: body(components, func(s string) string {
			return s + "\n| Component | Responsibility | Depends on |\n|---|---|---|\n| Intake | takes in | Ledger |\n| Ledger | counts | Audit |\n| Audit | checks | Intake |\n"
		})},
		"a Chinese cycle in a table": {rule: "AR-019", path: archIndex, edit: body(components, func(s string) string {
			return s + "\n| 组件 | 职责 | 依赖 |\n|---|---|---|\n| 登记 | 登记失物 | 账本 |\n| 账本 | 记账 | 审计 |\n| 审计 | 核对 | 登记 |\n"
		})},
		"a chain in a table": {rule: "AR-019", path: archIndex, edit: body(components, func(s string) string {
			return s + "\n| Component | Responsibility | Depends on |\n|---|---|---|\n| Intake | takes in | Ledger |\n| Ledger | counts | Audit |\n| Audit | checks | - |\n"
		}), quiet: true},

		"a stable version":     {rule: "AR-020", path: archIndex, edit: column("Version|版本", 1, "latest stable")},
		"a TBD version":        {rule: "AR-020", path: archIndex, edit: column("Version|版本", 1, "TBD")},
		"a newest version":     {rule: "AR-020", path: archIndex, edit: column("Version|版本", 1, "最新稳定版")},
		"a version of x":       {rule: "AR-020", path: archIndex, edit: column("Version|版本", 1, "N/A"), quiet: true},
		"versions in the name": {rule: "AR-020", path: archIndex, edit: body(stack, listed("| Technology | Rationale |\n|---|---|\n| Go 1.22 | one binary |\n| MySQL 8.0 | 托管 |")), quiet: true},

		"an attribute left out": {rule: "AR-021", path: archIndex, edit: each(all(`(, )?NFR-[A-Z]*-?001`, "$1"), sub(`\z`, "\nNFR-P-001 NFR-PERF-001\n")), but: "zh-stocktake en-rota en-vault zh-lostfound"},

		"data kept TBD":            {rule: "AR-024", path: archIndex, edit: body(data, column("Retention|保留", 1, "TBD"))},
		"data backed up undecided": {rule: "AR-024", path: archIndex, edit: body(data, column("Backup|备份", 1, "待定"))},
		"data backed up dash":      {rule: "AR-024", path: archIndex, edit: body(data, column("Backup|备份", 1, "未定"))},

		"metrics to be named":  {rule: "AR-027", path: archIndex, edit: body(observing, listed("Metrics are chosen later. 指标待定。")), but: "en-vault zh-logarc"},
		"observability by TBD": {rule: "AR-027", path: archIndex, edit: body(observing, listed("- TBD\n- 待定\n- TBD")), but: "en-vault zh-logarc"},

		"a licence to check":    {rule: "AR-029", path: archIndex, edit: column("Licence|许可", 1, "to be checked")},
		"a licence to check, 中": {rule: "AR-029", path: archIndex, edit: column("Licence|许可", 1, "待确认")},
		"a proprietary licence": {rule: "AR-029", path: archIndex, edit: column("Licence|许可", 1, "Proprietary, bought"), quiet: true},

		"in and out, exact": {rule: "BR-020", path: briefFile, edit: allOf(body(outScope, func(s string) string {
			return s + "- Monthly report for the auditors, because nobody reads it\n"
		}), body(inScope, func(s string) string { return "\n- Monthly report for the auditors\n" + s }))},
		"in and out, other words": {rule: "BR-020", path: briefFile, edit: allOf(body(outScope, func(s string) string {
			return s + "- 审计月度报表导出，原因：没有人看\n"
		}), body(inScope, func(s string) string { return "\n- 导出审计月度报表\n" + s }))},
		"in and out, near": {rule: "BR-020", path: briefFile, edit: allOf(body(outScope, func(s string) string {
			return s + "- Yearly report for the tax office, because they have one\n"
		}), body(inScope, func(s string) string { return "\n- Monthly report for the auditors\n" + s })), quiet: true},

		"an integration told":               {rule: "DC-014", path: contextFile, edit: sub(`"codebase_context": null`, `"codebase_context": {"integration_points": ["Existing directory: token, three retries on failure"]}`), quiet: true},
		"an integration point in water":     {rule: "DC-014", path: contextFile, edit: each(sub(`,\s*"on_failure": "[^"]*"`, ""), sub(`with client certificates`, "")), but: "en-rota"},
		"a problem that asks for a product": {rule: "BR-024", path: briefFile, edit: sub(`(?m)^(##.*(?:Problem|问题).*\n\n)`, "${1}We need a MongoDB cluster for this. 需要引入 Kafka 集群。\n\n")},
		"a product that is the problem":     {rule: "BR-024", path: briefFile, edit: sub(`(?m)^(##.*(?:Problem|问题).*\n\n)`, "${1}The old MongoDB cluster is full. 现有 Kafka 集群已满。\n\n"), quiet: true},
	})
}
