package checks

import "testing"

func TestTrialsOfArchitecture(t *testing.T) {
	const (
		components  = `^##.*(Components|组件$)`
		stack       = `^##.*(Technology Stack|技术栈)`
		decisions   = `^##.*(Architecture Decision|ADR Index|架构决策)`
		data        = `^##.*(Data Architecture|Data Model|数据架构|数据模型)`
		risks       = `^##.*(Risks|风险)`
		errors      = `^##.*(Error Handling|错误处理)`
		testing_    = `^##.*(Testing|测试策略)`
		security    = `^##.*(Security|安全)$`
		interfaces  = `^##.*(Interfaces|接口)`
		settings    = `^##.*(Configuration|配置)`
		observing   = `^##.*(Observability|可观测)`
		states      = `^##.*(States of|状态)$`
		options     = `^(##.*|\*\*)(Alternatives|Considered [Oo]ptions|备选方案)`
		consequence = `^(##.*|\*\*)(Consequences|后果)`
		flat        = "en-water zh-logarc"
		index       = "en-rota en-vault zh-lostfound zh-stocktake"
	)
	runTrials(t, map[string]trial{
		"no components":                {rule: "AR-001", path: archIndex, edit: without(components)},
		"empty components":             {rule: "AR-001", path: archIndex, edit: emptied(components)},
		"a diagram of components only": {rule: "AR-001", path: archIndex, edit: body(components, func(string) string { return "\n" })},
		"no stack":                     {rule: "AR-002", path: archIndex, edit: without(stack)},
		"an empty stack":               {rule: "AR-002", path: archIndex, edit: body(stack, func(string) string { return "\n| Layer | Technology |\n|---|---|\n" })},
		"no decisions":                 {rule: "AR-003", path: archIndex, edit: without(decisions)},
		"empty decisions":              {rule: "AR-003", path: archIndex, edit: emptied(decisions)},
		"decision rows cut":            {rule: "AR-003", path: archIndex, edit: all(`(?m)^\| (\[+)?(architecture/)?ADR-00\d.*\n`, ""), but: flat},
		"no data":                      {rule: "AR-004", path: archIndex, edit: without(data)},
		"empty data":                   {rule: "AR-004", path: archIndex, edit: emptied(data)},
		"no risks":                     {rule: "AR-005", path: archIndex, edit: without(risks)},
		"no errors":                    {rule: "AR-006", path: archIndex, edit: without(errors)},
		"empty errors":                 {rule: "AR-006", path: archIndex, edit: emptied(errors)},
		"no tests":                     {rule: "AR-007", path: archIndex, edit: without(testing_)},
		"empty tests":                  {rule: "AR-007", path: archIndex, edit: emptied(testing_)},
		"no security":                  {rule: "AR-008", path: archIndex, edit: without(security)},
		"empty security":               {rule: "AR-008", path: archIndex, edit: emptied(security)},
		"no diagrams":                  {rule: "AR-010", path: archIndex, edit: all("(?s)```.*?```", "")},
		"empty diagrams":               {rule: "AR-010", path: archIndex, edit: all("(?s)(```[a-z]*\n).*?(```)", "$1$2")},
		"no rationale column":          {rule: "AR-011", path: archIndex, edit: noColumn("Rationale|理由")},
		"a blank rationale":            {rule: "AR-011", path: archIndex, edit: column("Rationale|理由", 1, "")},
		"a dash for a rationale":       {rule: "AR-011", path: archIndex, edit: column("Rationale|理由", 1, "-")},
		"a hollow rationale":           {rule: "AR-011", path: archIndex, edit: column("Rationale|理由", 1, "N/A")},
		"a proposed row":               {rule: "AR-012", path: archIndex, edit: column("Status|状态", 1, "Proposed"), but: flat},
		"a proposed chinese row":       {rule: "AR-012", path: archIndex, edit: column("Status|状态", 1, "提议中"), but: flat},
		"a proposed file":              {rule: "AR-012", path: adrFile, edit: sub(`(?m)^status: .*$`, "status: proposed")},
		"a draft file":                 {rule: "AR-012", path: adrFile, edit: sub(`(?m)^status: .*$`, "status: draft")},
		"a proposed label":             {rule: "AR-012", path: adrFile, edit: sub(`(?m)^\*\*(Status|状态)\*\*([:：]).*$`, "**$1**$2 Proposed")},
		"a proposed flat decision":     {rule: "AR-012", path: archIndex, edit: sub(`(?m)^\*\*(Status|状态)\*\*([:：]).*$`, "**$1**$2 Proposed")},
		"decisions without IDs":        {rule: "AR-012", path: archIndex, edit: all(`ADR-00\d[:：]? ?`, ""), but: index},
		"a blank mitigation":           {rule: "AR-013", path: archIndex, edit: body(risks, column("Mitigation|缓解", 1, ""))},
		"a dash for a mitigation":      {rule: "AR-013", path: archIndex, edit: body(risks, column("Mitigation|缓解", 1, "-"))},
		"no mitigation column":         {rule: "AR-013", path: archIndex, edit: body(risks, noColumn("Mitigation|缓解"))},
		"none for a mitigation":        {rule: "AR-013", path: archIndex, edit: body(risks, column("Mitigation|缓解", 1, "None"))},
		"risks as bare items":          {rule: "AR-013", path: archIndex, edit: body(risks, func(string) string { return "\n- The disk may be full\n- 归档服务器单点故障\n" })},
		"risks as full items": {rule: "AR-013", path: archIndex, edit: body(risks, func(string) string {
			return "\n- The disk may be full: an alarm is raised at 90 %\n- 归档服务器单点故障：每周复制到异地\n"
		}), quiet: true},
		"a file without options":          {rule: "AR-015", path: adrFile, edit: without(options)},
		"a file of one option":            {rule: "AR-015", path: adrFile, edit: body(options, sub(`(?s)(\n(?:\d\.|-) [^\n]+\n).*`, "$1"))},
		"a flat decision of one option":   {rule: "AR-015", path: archIndex, edit: body(options, sub(`(?s)(\n- [^\n]+\n).*`, "$1")), but: index},
		"a flat decision without options": {rule: "AR-015", path: archIndex, edit: without(options), but: index},
		"good news in a file":             {rule: "AR-016", path: adrFile, edit: all(`(?m)^- (Bad|Negative|负面)[:：][^\n]*\n`, "")},
		"no negative section":             {rule: "AR-016", path: adrFile, edit: without(`^### (Negative|负面)`)},
		"good news in a flat file":        {rule: "AR-016", path: archIndex, edit: sub(`(?m)^- (Negative|负面)[:：].*\n`, "")},
		"only good news": {rule: "AR-016", path: `architecture(/ADR-00\d.*|)\.md$`, edit: body(consequence, func(string) string {
			return "\n- Good: queries need no server\n- 正面：查询方便，不需要服务器\n"
		})},
		"no consequences": {rule: "AR-016", path: `architecture(/ADR-00\d.*|)\.md$`, edit: without(consequence)},
		"a cost in plain words": {rule: "AR-016", path: `architecture(/ADR-00\d.*|)\.md$`, edit: body(consequence, func(string) string {
			return "\nQueries are easy. A schema must be kept in step. 需要维护表结构。\n"
		}), quiet: true},
		"an undrawn component":      {rule: "AR-017", path: archIndex, edit: sub(`(?m)^(\| (?:Planner|Command Line|手持机应用|小程序) \|)`, "| Billing Desk | Bills | REQ-001 |\n$1"), but: flat},
		"a node nobody describes":   {rule: "AR-017", path: archIndex, edit: sub(`(?m)^(\s+)(\S+\[[^\]]+\] --> )`, "${1}Q[Billing Desk] --> R[Ledger Robot]\n$1$2"), but: flat},
		"one node nobody describes": {rule: "AR-017", path: archIndex, edit: sub(`(?m)^(\s+)(\S+)(\[[^\]]+\] --> )`, "${1}${2} --> R[账单机器人]\n$1$2$3"), but: flat},
		"an actor":                  {rule: "AR-017", path: archIndex, edit: sub(`(?m)^(\s+)(\S+)(\[[^\]]+\] --> )`, "${1}U[User] --> $2\n${1}V((用户)) --> $2\n$1$2$3"), but: flat, quiet: true},
		"a silent component":        {rule: "AR-018", path: archIndex, edit: body(components, column("Responsibility|职责", 1, ""))},
		"a dashed component":        {rule: "AR-018", path: archIndex, edit: body(components, column("Responsibility|职责", 1, "-"))},
		"no responsibilities":       {rule: "AR-018", path: archIndex, edit: body(components, noColumn("Responsibility|职责"))},
		"a cycle":                   {rule: "AR-019", path: archIndex, edit: sub("(?s)(```mermaid\ngraph.*?)(\n```)", "$1\n    X1[A] --> X2[B]\n    X2 --> X3[C]\n    X3 --> X1$2"), but: flat},
		"a blank version":           {rule: "AR-020", path: archIndex, edit: column("Version|版本", 1, "")},
		"the latest version":        {rule: "AR-020", path: archIndex, edit: column("Version|版本", 1, "latest")},
		"a version of none":         {rule: "AR-020", path: archIndex, edit: column("Version|版本", 1, "最新")},
		"blank auth":                {rule: "AR-022", path: archIndex, edit: body(interfaces, column("Auth|鉴权", 1, ""))},
		"auth to be decided":        {rule: "AR-022", path: archIndex, edit: body(interfaces, column("Auth|鉴权", 1, "?"))},
		"auth of a dash":            {rule: "AR-022", path: archIndex, edit: body(interfaces, column("Auth|鉴权", 1, "-")), quiet: true},
		"blank retention":           {rule: "AR-024", path: archIndex, edit: body(data, column("Retention|保留", 1, ""))},
		"blank backup":              {rule: "AR-024", path: archIndex, edit: body(data, column("Backup|备份", 1, ""))},
		"neither of them":           {rule: "AR-024", path: archIndex, edit: body(data, each(noColumn("Backup|备份"), noColumn("Retention|保留")))},
		"a state without exit":      {rule: "AR-025", path: archIndex, edit: sub(`(?m)^(\s+)(\S+) --> (\S+)\n(\s+)(worked|已关闭|已领) --> \[\*\]`, "$1$2 --> $3\n${1}$2 --> parked\n$4$5 --> [*]"), but: flat + " en-vault"},
		"a state nobody enters":     {rule: "AR-025", path: archIndex, edit: sub(`(?m)^(\s+)(\S+) --> \[\*\]`, "${1}搁置 --> $2\n$1$2 --> [*]"), but: flat + " en-vault"},
		"a last state without end":  {rule: "AR-025", path: archIndex, edit: sub(`(?m)^\s+(worked|待领|待复核) --> .*\n`, ""), but: flat + " en-vault"},
		"a table of states":         {rule: "AR-025", path: archIndex, edit: more("\n## State Machine\n\n| State | Event | Next state |\n|---|---|---|\n| Idle | start | Running |\n| Running | pause | Paused |\n| Running | end | Done |\n")},
		"a blank default":           {rule: "AR-026", path: archIndex, edit: body(settings, column("Default|默认", 1, ""))},
		"a blank constraint":        {rule: "AR-026", path: archIndex, edit: body(settings, column("Constraint|约束", 1, ""))},
		"no observability":          {rule: "AR-027", path: archIndex, edit: without(observing), but: "en-vault zh-logarc"},
		"one metric":                {rule: "AR-027", path: archIndex, edit: body(observing, func(string) string { return "\nThe response time is measured. 只监控响应时间。\n" }), but: "en-vault zh-logarc"},
		"two metrics":               {rule: "AR-027", path: archIndex, edit: body(observing, func(string) string { return "\n- Response time\n- 待上传记录数\n" }), but: "en-vault zh-logarc"},
		"no way back":               {rule: "AR-028", path: archIndex, edit: allOf(all(`(?i)[^.。;；\n]*(rollback|roll back|回滚|切回|previous)[^.。;；\n]*[.。;；]`, ""), all(`(?i)rollback|回滚`, "Start"))},
		"a blank licence":           {rule: "AR-029", path: archIndex, edit: column("Licence|许可", 1, "")},
		"an unknown licence":        {rule: "AR-029", path: archIndex, edit: column("Licence|许可", 1, "unknown")},
		"all risks are low":         {rule: "AR-030", path: archIndex, edit: body(risks, each(column("Probability|概率", -1, "Low"), column("Impact|影响", -1, "Low")))},
		"all chinese risks are low": {rule: "AR-030", path: archIndex, edit: body(risks, each(column("Probability|概率", -1, "低"), column("Impact|影响", -1, "低")))},
		"neither chance nor impact": {rule: "AR-030", path: archIndex, edit: body(risks, each(noColumn("Probability|概率"), noColumn("Impact|影响")))},
	})
}

func TestTrialsOfDesigns(t *testing.T) {
	runTrials(t, map[string]trial{
		"a row more than drawn":         {rule: "AR-017", path: archIndex, edit: sub(`(?m)^(\| (?:Component|组件) .*\n\|[-| ]*\n)(\| [^|]+)`, "${1}| Ledger Keeper | Keeps a ledger | REQ-001 |\n$2"), but: oneFile},
		"a circle of parts":             {rule: "AR-019", path: archIndex, edit: sub(`(?m)^(\s+)(\w+)(\[[^\]]*\])? --> (\w+)(\[[^\]]*\])?\n\s+(\w+)(.*)\n`, "$0$1$4 --> Zed\n${1}Zed --> Zoo\n${1}Zoo --> $4\n"), but: oneFile},
		"a quality left out of the row": {rule: "AR-021", path: architectureDocs, edit: all(`NFR-(P|PERF)-001`, "REQ-001"), every: true},
		"a quality left out":            {rule: "AR-021", path: archIndex, edit: all(`(?m)^\| NFR-(P|PERF)-001 \|.*\n`, ""), but: "en-rota en-vault zh-lostfound zh-stocktake zh-logarc"},
		"an entity renamed":             {rule: "AR-023", path: archIndex, edit: sub(`(?m)^(\| (?:Entity|实体) .*\n\|[-| ]*\n)\| [^|]+`, "${1}| Ledger ")},
		"an entity renamed as drawn":    {rule: "AR-023", path: archIndex, edit: sub(`(o\{ )(Swap|Drill|照片)( : )`, "${1}Ledger$3"), but: oneFile + " zh-stocktake"},
		"a dead end":                    {rule: "AR-025", path: archIndex, edit: sub(`(?m)^(\s+)(\S+) --> \[\*\]`, "$0\n$1$2 --> parked"), but: "en-vault zh-logarc en-water"},
		"a state nothing leads to":      {rule: "AR-025", path: archIndex, edit: sub(`(?m)^(\s+)(\S+) --> \[\*\]`, "$0\n${1}parked --> $2"), but: "en-vault zh-logarc en-water"},
	})
}

func TestTrialsOfStores(t *testing.T) {
	const (
		flat      = "en-water zh-logarc"
		data      = `^##.*(Data Architecture|Data Model|数据架构|数据模型)`
		release   = `^##.*(Rollback|回滚)`
		decisions = `^##.*(Architecture Decision|ADR Index|架构决策)`
	)
	said := func(title, text string) func(string) string {
		return body(title, func(string) string { return "\n" + text + "\n\n" })
	}
	row := func(title, text string) func(string) string {
		return body(title, sub(`(?s)(.*\n\|[^\n]*\|\n)`, "${1}"+text+"\n"))
	}
	runTrials(t, map[string]trial{
		"dashes":     {rule: "AR-024", path: archIndex, edit: body(data, each(column("Retention|保留", 1, "-"), column("Backup|备份", 1, "-")))},
		"none":       {rule: "AR-024", path: archIndex, edit: body(data, each(column("Retention|保留", 1, "none"), column("Backup|备份", 1, "none")))},
		"无":          {rule: "AR-024", path: archIndex, edit: body(data, each(column("Retention|保留", 1, "无"), column("Backup|备份", 1, "无")))},
		"na":         {rule: "AR-024", path: archIndex, edit: body(data, each(column("Retention|保留", 1, "N/A"), column("Backup|备份", 1, "N/A")))},
		"row dash":   {rule: "AR-024", path: archIndex, edit: row(data, "| Ledger | Ledger store | - | - |")},
		"new store":  {rule: "AR-024", path: archIndex, edit: said(data, "| Store | Technology | Content |\n|---|---|---|\n| Main store | SQLite | shifts |\n| Log store | files | events |")},
		"body":       {rule: "AR-028", path: archIndex, edit: said(release, "Existing data is migrated once. 旧数据一次性迁移。")},
		"body 2":     {rule: "AR-028", path: archIndex, edit: said(release, "The schema migration runs at the first start. 启动时执行数据迁移。")},
		"passive":    {rule: "AR-028", path: archIndex, edit: said(release, "The old records are migrated once.")},
		"bulk":       {rule: "AR-028", path: archIndex, edit: said(release, "A one-time import takes over what is there. 历史数据一次导入。")},
		"taken over": {rule: "AR-028", path: archIndex, edit: said(release, "Existing shift records are moved to the new tables. 旧系统的数据整体搬迁。")},
		"in transit": {rule: "AR-028", path: archIndex, edit: said(release, "All data is transferred over TLS, readings are converted to JSON, users get a bulk import. 数据每天一次导入报表，经 TLS 传输，支持数据转换。"), quiet: true},
		"way back":   {rule: "AR-028", path: archIndex, edit: said(release, "The old records are migrated once; the previous image stays for 7 days. 旧数据一次性迁移，失败时恢复到迁移前的状态。"), quiet: true},
		"no ids":     {rule: "AR-012", path: `architecture`, every: true, edit: all(`ADR-00\d`, "Decision")},
		"elsewhere": {rule: "AR-012", path: archIndex, edit: func(text string) string {
			return all(`(?m)^### ADR-00\d[:：] ?`, "### ")(text) + "\nADR-001 is to be reviewed in May.\n"
		}, but: "en-rota en-vault zh-lostfound zh-stocktake"},
		"strip":      {rule: "AR-012", path: archIndex, edit: all(`(\[\[architecture/)?\[?ADR-00\d(-[a-z-]+\\\|ADR-00\d\]\])?(\]\([^)]*\))?[:：]? ?`, "")},
		"column":     {rule: "AR-012", path: archIndex, edit: body(decisions, noColumn("ADR|编号")), but: flat},
		"back":       {rule: "AR-019", path: archIndex, edit: sub(`(?m)^(\s+)(\w+)(\[[^\]]*\])? --> (\w+)(\[[^\]]*\])?\n`, "$0$1$4 --> $2\n"), but: flat},
		"answer":     {rule: "AR-019", path: archIndex, edit: sub(`(?m)^(\s+)(\w+)(\[[^\]]*\])? --> (\w+)(\[[^\]]*\])?\n`, "$0$1$4 -.-> $2\n"), but: flat, quiet: true},
		"a word":     {rule: "AR-019", path: archIndex, edit: sub(`(?m)^(\s+)(\w+)(\[[^\]]*\])? --> (\w+)(\[[^\]]*\])?\n`, "$0$1$4 -- result --> $2\n"), but: flat, quiet: true},
		"chain back": {rule: "AR-019", path: archIndex, edit: sub("(?s)(```mermaid\ngraph[^\n]*\n\\s+)(\\w+)(\\[[^\\]]*\\]) --> (\\w+)(.*?)\n```", "$1$2$3 --> $4$5\n    $4 --> $2\n```"), but: flat},
		"xl epic":    {rule: "EP-019", path: epicIndex, edit: column("Size|规模", 1, "XL")},
		"xl file":    {rule: "EP-019", path: epicFile, edit: sub(`(?m)^size: .*$`, "size: XL")},
	})
}
