package checks

import "testing"

func TestTrialsOfReadiness(t *testing.T) {
	const (
		scores = `^##.*(Score|评分)`
		gate   = `^##.*(Gate|门禁)`
		checks = `^##.*(Checks|检查项)`
		issues = `^##.*(Issues|问题列表)`
		watch  = `^##.*(Watch|跟踪)`
		traces = `^##.*(Traceability|追溯)`
		level  = `Severity|级别`
	)
	noVerdict := all(` — (Pass|通过)`, "")
	runTrials(t, map[string]trial{
		"no scores":                  {rule: "RD-001", path: report, edit: allOf(without(scores))},
		"empty scores":               {rule: "RD-001", path: report, edit: emptied(scores)},
		"a total only":               {rule: "RD-001", path: report, edit: body(scores, func(string) string { return "\n**Total**: 86 of 100\n" })},
		"no issues":                  {rule: "RD-002", path: report, edit: without(issues)},
		"empty issues":               {rule: "RD-002", path: report, edit: emptied(issues)},
		"issues of none":             {rule: "RD-002", path: report, edit: body(issues, func(string) string { return "\nNone.\n" }), quiet: true},
		"no gate":                    {rule: "RD-013", path: report, edit: allOf(without(gate), noVerdict)},
		"an empty gate":              {rule: "RD-013", path: report, edit: allOf(emptied(gate), noVerdict)},
		"a gate to come":             {rule: "RD-013", path: report, edit: allOf(body(gate, func(string) string { return "\nTo be decided by the committee.\n" }), noVerdict)},
		"no requirement named":       {rule: "RD-012", path: report, edit: all(`REQ-00\d(~00\d|\.\.REQ-00\d)?`, "it")},
		"a dropped requirement":      {rule: "RD-012", path: report, edit: all(`REQ-00[25]`, "it")},
		"a wrong total":              {rule: "RD-014", path: report, edit: allOf(all(`(\*\*(?:Total|总分)\*\*[^|]*\|[^|]*\| \*\*)\d+`, "${1}97"), all(`(\*\*(?:Total|总分)\*\*[:：] ?|Overall readiness: |总体就绪度：)\d+`, "${1}97"))},
		"nobody watches":             {rule: "RD-015", path: report, edit: body(watch, allOf(column("Owner|负责人", 1, ""), all(`(?m)^(- [^:：\n]+)[:：].*$`, "$1")))},
		"a dash watches":             {rule: "RD-015", path: report, edit: body(watch, column("Owner|负责人", 1, "-"))},
		"a low pass":                 {rule: "RD-016", path: report, edit: allOf(all(`(\*\*(?:Total|总分)\*\*[^|]*\|[^|]*\| \*\*)\d+`, "${1}72"), all(`(\*\*(?:Total|总分)\*\*[:：] ?|Overall readiness: |总体就绪度：)\d+`, "${1}72"))},
		"a pass at less":             {rule: "RD-016", path: report, edit: body(gate, sub(`8\d( of 100| 分)`, "68$1")), but: "zh-logarc"},
		"a pass below its threshold": {rule: "RD-016", path: report, edit: body(gate, sub(`80`, "95"))},
		"a pass in one line":         {rule: "RD-016", path: report, edit: allOf(without(gate), all(`(Overall readiness: |总体就绪度：)\d+`, "${1}61")), but: "en-rota en-water zh-stocktake zh-logarc"},
		"an error open":              {rule: "RD-019", path: report, edit: column(level, 1, "Error")},
		"a chinese error open":       {rule: "RD-019", path: report, edit: column(level, 1, "错误")},
		"a blocker open":             {rule: "RD-019", path: report, edit: column(level, 1, "Blocker")},
		"a critical open":            {rule: "RD-019", path: report, edit: column(level, 1, "严重")},
		"an error in a list":         {rule: "RD-019", path: report, edit: body(issues, func(string) string { return "\n- **Error**: REQ-002 has no epic\n- [WARNING] slow\n" })},
		"an error below a heading":   {rule: "RD-019", path: report, edit: body(issues, func(string) string { return "\n### Errors\n\n- REQ-002 has no epic\n" })},
		"a fixed error": {rule: "RD-019", path: report, edit: body(issues, func(string) string {
			return "\n- **Error**: REQ-002 had no epic (resolved)\n- Error: 已修复\n\n### Errors\n\nNone.\n"
		}), quiet: true},
		"blank evidence":          {rule: "RD-017", path: report, edit: body(checks, column("Evidence|证据", 1, ""))},
		"a dash for evidence":     {rule: "RD-017", path: report, edit: body(checks, column("Evidence|证据", 1, "-"))},
		"a word for evidence":     {rule: "RD-017", path: report, edit: body(checks, column("Evidence|证据", 1, "ok"))},
		"checked for evidence":    {rule: "RD-017", path: report, edit: body(checks, column("Evidence|证据", 1, "已检查"))},
		"no evidence column":      {rule: "RD-017", path: report, edit: body(checks, noColumn("Evidence|证据")), but: "en-water zh-logarc"},
		"older than its input":    {rule: "RD-018", path: report, edit: sub(`(?m)^generated_at: 2025-0\d`, "generated_at: 2025-01")},
		"an hour older":           {rule: "RD-018", path: epicIndex, edit: sub(`(?m)^generated_at: .*`, "generated_at: 2025-12-31T10:00:00Z")},
		"another epic":            {rule: "RD-020", path: report, edit: body(traces, sub(`(G-001 \| )REQ-003`, "${1}REQ-005"))},
		"another goal in a check": {rule: "RD-020", path: report, edit: body(checks, sub(`G-00([12])`, "G-003"))},
		"a high score of traces":  {rule: "RD-021", path: reqIndex, edit: allOf(without(`^##.*(Traceability|追溯)`), noColumn("Traces to|Goals|追溯目标|目标 "), all(`G-00\d`, "it")), but: "en-rota en-vault zh-stocktake zh-lostfound"},
		"scores over dead links":  {rule: "RD-010", path: report, edit: allOf(all(`\| (8\d|7\d)( \||$)`, "| 95$2"), all(`(1\d|2\d)/25`, "24/25"), sub(`\n## `, "\n[gone](gone.md)\n\n## ")), quiet: true},
	})
}

func TestTrialsOfReportsInOtherWords(t *testing.T) {
	const (
		report = `readiness-report\.md$`
		scores = `^##.*(Scores?$|评分)`
		issues = `^##.*(Issues|问题列表)`
		checks = `^##.*(Checks|检查项)`
		gate   = `^##.*(Gate|门禁)`
	)
	total := all(`\b8[5-7](%| 分| of 100|\*\* \|)`, "72$1")
	passed := allOf(column("Result|结果", -1, "Pass"), body(checks, func(s string) string {
		return s + "| Terms agree | Pass | a |\n| Links work | Pass | b |\n| 编号连续 | 通过 | c |\n"
	}))
	trimmed := allOf(body(checks, all(`\n\n$`, "\n")), all(`(?m)^## Watch Items`, "## Watch Items"))
	issuesAre := func(text string) func(string) string {
		return body(issues, func(string) string { return "\n" + text + "\n" })
	}
	runTrials(t, map[string]trial{
		"no scores":              {rule: "RD-001", path: report, edit: each(without(scores))},
		"empty scores":           {rule: "RD-001", path: report, edit: emptied(scores)},
		"no rows of scores":      {rule: "RD-001", path: report, edit: body(scores, all(`(?m)^\| *(Comp|Cons|Trac|Dept|\*\*|完整|一致|可追|深度).*\n`, ""))},
		"scores to follow":       {rule: "RD-001", path: report, edit: body(scores, func(string) string { return "\nThe scores follow after the review. 评审后补充。\n" })},
		"only a total":           {rule: "RD-001", path: report, edit: body(scores, func(string) string { return "\n**Total**: 86 %\n\n**总分**：86 分\n" })},
		"scores of dashes":       {rule: "RD-001", path: report, edit: body(scores, column("Score|评分", -1, "-"))},
		"scores of TBD":          {rule: "RD-001", path: report, edit: body(scores, column("Score|评分", -1, "待评"))},
		"scores as bullets":      {rule: "RD-001", path: report, edit: body(scores, func(string) string { return "\n- Completeness: 90\n- 一致性：85\n- Depth: 4/5\n" }), quiet: true},
		"scores in one sentence": {rule: "RD-001", path: report, edit: body(scores, func(string) string { return "\nCompleteness 90, consistency 85, 完整性 90 分。\n" }), quiet: true},

		"no issues":            {rule: "RD-002", path: report, edit: without(issues)},
		"empty issues":         {rule: "RD-002", path: report, edit: emptied(issues)},
		"no rows of issues":    {rule: "RD-002", path: report, edit: body(issues, all(`(?m)^\| *(\d|Warn|Info|警|提).*\n`, ""))},
		"neither nor watching": {rule: "RD-002", path: report, edit: each(without(issues), without(`Watch Items|跟踪事项`))},
		"an honest none":       {rule: "RD-002", path: report, edit: issuesAre("None found. 无。"), quiet: true},
		"bullets of issues":    {rule: "RD-002", path: report, edit: issuesAre("- Warning: REQ-002 has no limit\n- 警告：REQ-003 没有上限"), quiet: true},
		"issues by level":      {rule: "RD-002", path: report, edit: issuesAre("### Warnings\n\n- REQ-002 has no limit\n\n### Info\n\n- 无"), quiet: true},

		"all passed, none found":  {rule: "RD-011", path: report, edit: allOf(passed, trimmed, issuesAre("None."), without(`Watch Items|跟踪事项`))},
		"all passed, 无":           {rule: "RD-011", path: report, edit: allOf(passed, trimmed, issuesAre("无"), without(`Watch Items|跟踪事项`))},
		"all passed, no section":  {rule: "RD-011", path: report, edit: allOf(passed, trimmed, without(issues), without(`Watch Items|跟踪事项`))},
		"all passed, a sentence":  {rule: "RD-011", path: report, edit: allOf(passed, trimmed, issuesAre("No issues were found. 未发现问题。"), without(`Watch Items|跟踪事项`))},
		"all passed, one warning": {rule: "RD-011", path: report, edit: allOf(passed, trimmed, issuesAre("- Warning: REQ-002 has no limit. 警告：没有上限。"), without(`Watch Items|跟踪事项`)), quiet: true},

		"a pass at 72":             {rule: "RD-016", path: report, edit: total},
		"a pass at 72 in the gate": {rule: "RD-016", path: report, edit: each(all(`\*\*(8[67])\*\* \|`, " |"), total), but: "en-vault en-water zh-logarc zh-lostfound"},
		"a threshold of 90":        {rule: "RD-016", path: report, edit: all(`(threshold|阈值) 80`, "$1 90")},
		"a threshold of 90 %":      {rule: "RD-016", path: report, edit: all(`(threshold|阈值) 80( 分)?`, "$1 ≥ 90%")},
		"ready at 72":              {rule: "RD-016", path: report, edit: each(total, all(`(?i)\bpass\b`, "READY")), but: "zh-logarc zh-lostfound zh-stocktake"},
		"review at 72":             {rule: "RD-016", path: report, edit: each(total, body(gate, func(string) string { return "\nREVIEW: 需修改。\n" })), quiet: true},
		"fail at 72":               {rule: "RD-016", path: report, edit: each(total, body(gate, func(string) string { return "\nFAIL, 不通过。\n" })), quiet: true},
		"a pass over 72, 70":       {rule: "RD-016", path: report, edit: each(total, all(`(threshold|阈值) 80`, "$1 70")), quiet: true},

		"an open error":           {rule: "RD-019", path: report, edit: body(issues, sub(`Warning|警告`, "Error"))},
		"an open Chinese error":   {rule: "RD-019", path: report, edit: body(issues, sub(`Warning|警告`, "错误"))},
		"an open severe issue":    {rule: "RD-019", path: report, edit: body(issues, sub(`Warning|警告`, "严重"))},
		"an open critical issue":  {rule: "RD-019", path: report, edit: body(issues, sub(`Warning|警告`, "**Critical**"))},
		"an open blocker":         {rule: "RD-019", path: report, edit: body(issues, sub(`Warning|警告`, "阻断"))},
		"an error marked":         {rule: "RD-019", path: report, edit: body(issues, sub(`Warning|警告`, "❌ Error"))},
		"an error as a bullet":    {rule: "RD-019", path: report, edit: issuesAre("- **Error**: REQ-003 has no epic\n- Info: fine")},
		"a bracketed error":       {rule: "RD-019", path: report, edit: issuesAre("- [Error] REQ-003 has no epic\n- [Info] fine")},
		"a Chinese error bullet":  {rule: "RD-019", path: report, edit: issuesAre("- 错误：REQ-003 无 Epic\n- 提示：REQ-004 较慢")},
		"errors under a heading":  {rule: "RD-019", path: report, edit: issuesAre("### Errors\n\n- REQ-003 has no epic\n\n### Warnings\n\n- None")},
		"错误 under a heading":      {rule: "RD-019", path: report, edit: issuesAre("### 错误\n\n- REQ-003 无 Epic\n\n### 警告\n\n- 无")},
		"no errors":               {rule: "RD-019", path: report, edit: issuesAre("- Errors: 0\n- 错误：无\n- Warning: the error message is long\n\n### Errors\n\n- None\n\n### 错误\n\n无"), quiet: true},
		"a resolved error":        {rule: "RD-019", path: report, edit: issuesAre("- Error: REQ-003 had no epic (resolved)\n- 错误：REQ-003 无 Epic（已解决）"), quiet: true},
		"an error under a review": {rule: "RD-019", path: report, edit: each(issuesAre("- Error: REQ-003 has no epic"), body(gate, func(string) string { return "\nREVIEW: 需修改。\n" })), quiet: true},
	})
}

func TestTrialsOfReports(t *testing.T) {
	append := func(text string) func(string) string { return func(s string) string { return s + text } }
	runTrials(t, map[string]trial{
		"a requirement not named":       {rule: "RD-012", path: report, edit: all(`REQ-001`, "REQ-002"), but: "zh-logarc"},
		"a total of nobody":             {rule: "RD-014", path: report, edit: sub(`(?m)^(.*(?:Total|总分|总计|就绪度)(?:\D*100 ?%)?\D*)\d+(\D.*)$`, "${1}97$2")},
		"a score changed":               {rule: "RD-014", path: report, edit: column("Score|评分", 1, "50"), but: "zh-lostfound en-vault"},
		"points of nobody":              {rule: "RD-014", path: report, edit: column("Points|得分", 1, "40"), but: "en-rota en-vault zh-lostfound zh-stocktake"},
		"a pass below the threshold":    {rule: "RD-016", path: report, edit: sub(`(?m)^(.*(?:Total|总分|总计|就绪度)(?:\D*100 ?%)?\D*)\d+(\D.*)$`, "${1}61$2")},
		"an open error":                 {rule: "RD-019", path: report, edit: all(`\| (?:Warning|警告) \|`, "| Error |")},
		"a Chinese open error":          {rule: "RD-019", path: report, edit: all(`\| (?:Warning|警告) \|`, "| 错误 |")},
		"an error in a list":            {rule: "RD-019", path: report, edit: sub(`(?m)^(#+ .*(?:Issues|问题列表).*\n)`, "$1\n- **Error**: REQ-003 has no epic\n")},
		"a check without evidence":      {rule: "RD-017", path: report, edit: column("Evidence|证据", 1, "")},
		"a check with a dash":           {rule: "RD-017", path: report, edit: column("Evidence|证据", 1, "-")},
		"a matrix of its own":           {rule: "RD-020", path: report, edit: append("\n## Traceability Matrix\n\n| Goal | Requirements |\n|---|---|\n| G-001 | REQ-002 |\n| G-002 | REQ-004 |\n"), but: "zh-stocktake"}, // where it is so
		"an epic that does not hold it": {rule: "RD-020", path: report, edit: append("\n## Traceability Matrix\n\n| Requirement | Epic |\n|---|---|\n| REQ-001 | EPIC-003 |\n")},
		"the same matrix":               {rule: "RD-020", path: report, edit: append("\n## Traceability Matrix\n\n| Requirement | Epic |\n|---|---|\n| REQ-001 | EPIC-001 |\n"), quiet: true},
		"an unknown decision":           {rule: "XD-017", path: report, edit: append("\nADR-009 settles it.\n")},
		"an unknown epic":               {rule: "XD-017", path: report, edit: append("\n下一步：先完成 EPIC-009。\n")},
	})
}

func TestTrialsOfVerdicts(t *testing.T) {
	const (
		checks = `^##.*(Checks|检查项)`
		gate   = `^##.*(Gate|门禁)`
	)
	said := func(title, text string) func(string) string {
		return body(title, func(string) string { return "\n" + text + "\n\n" })
	}
	runTrials(t, map[string]trial{
		"list":                 {rule: "RD-017", path: report, edit: said(checks, "- [x] Goals have requirements\n- [x] Must requirements are in the MVP\n- [x] Targets are measurable")},
		"ticks":                {rule: "RD-017", path: report, edit: said(checks, "- ✅ Goals have requirements\n- ✅ Must requirements are in the MVP\n- ✅ 目标值齐全")},
		"pass list":            {rule: "RD-017", path: report, edit: said(checks, "- Goals have requirements: Pass\n- Must requirements are in the MVP: Pass\n- 非功能需求有目标值：通过")},
		"by team":              {rule: "RD-017", path: report, edit: body(checks, column("Evidence|证据", -1, "Reviewed by the team"))},
		"团队":                   {rule: "RD-017", path: report, edit: body(checks, column("Evidence|证据", -1, "团队已确认"))},
		"manual":               {rule: "RD-017", path: report, edit: body(checks, column("Evidence|证据", -1, "checked manually"))},
		"人工核对":                 {rule: "RD-017", path: report, edit: body(checks, column("Evidence|证据", -1, "人工核对"))},
		"no issues":            {rule: "RD-017", path: report, edit: body(checks, column("Evidence|证据", -1, "no issues found"))},
		"as expected":          {rule: "RD-017", path: report, edit: body(checks, column("Evidence|证据", -1, "as expected"))},
		"all ok":               {rule: "RD-017", path: report, edit: body(checks, column("Evidence|证据", -1, "全部满足"))},
		"G-001 two columns":    {rule: "RD-017", path: report, edit: said(checks, "| Check | Result |\n|---|---|\n| G-001 is covered | Pass |\n| G-002 is covered | Pass |\n| G-003 is covered | Pass |\n| MVP | Pass |")},
		"review at 87":         {rule: "RD-016", path: report, edit: allOf(said(gate, "**REVIEW** at 87 of 100 (threshold 80). 需修改。"), all(` — (Pass|通过)`, ""))},
		"fail at 87":           {rule: "RD-016", path: report, edit: allOf(said(gate, "**FAIL** (threshold 80). 不通过。"), all(` — (Pass|通过)`, ""))},
		"fail for a reason":    {rule: "RD-016", path: report, edit: allOf(said(gate, "**FAIL** (threshold 80), because REQ-002 has no owner. 不通过，因 REQ-002 没有负责人。"), all(` — (Pass|通过)`, "")), quiet: true},
		"a legend":             {rule: "RD-016", path: report, edit: allOf(said(gate, "FAIL below 60, REVIEW below 80, else PASS. 60 分以下不通过，80 分以上通过。"), all(` — (Pass|通过)`, "")), quiet: true},
		"a failed check":       {rule: "RD-016", path: report, edit: allOf(said(gate, "**FAIL** 不通过"), all(` — (Pass|通过)`, ""), body(checks, each(sub(`\| (Pass|通过) \|`, "| Fail |")))), quiet: true},
		"no failed checks":     {rule: "RD-016", path: report, edit: allOf(said(gate, "No failed checks, 0 failed. PASS 通过"), all(` — (Pass|通过)`, "")), quiet: true},
		"documents that exist": {rule: "RD-017", path: report, edit: said(checks, "| Check | Status |\n|---|---|\n| Product Brief | ✅ exists |\n| Requirements | ✅ present |\n| 史诗 | ✅ 存在 |"), quiet: true},
		"looks right":          {rule: "RD-017", path: report, edit: body(checks, column("Evidence|证据", -1, "Everything looks complete, no gaps found."))},
		"看起来完整":                {rule: "RD-017", path: report, edit: body(checks, column("Evidence|证据", -1, "已人工检查，整体完整，未发现明显问题"))},
		"evidence in words":    {rule: "RD-017", path: report, edit: body(checks, column("Evidence|证据", -1, "Each goal names its survey 每个目标都有问卷")), quiet: true},
		"evidence in a file":   {rule: "RD-017", path: report, edit: body(checks, column("Evidence|证据", -1, "see [epics](epics/_index.md)")), quiet: true},
		"word zh":              {rule: "RD-016", path: report, edit: allOf(body(gate, all(`(?i)\bpass\b|通过`, "不通过")), all(` — (Pass|通过)`, ""))},
	})
}

func TestTrialsOfEvidence(t *testing.T) {
	const (
		flat   = "en-water zh-logarc"
		checks = `^##.*(Checks|检查项)`
		scores = `^##.*(Scores?$|评分)`
		gate   = `^##.*(Gate|门禁)`
	)
	runTrials(t, map[string]trial{
		"nfr":        {rule: "RD-012", path: report, edit: all(`(, |、)?NFR-(S|SEC|C|P|PERF)-001`, "")},
		"weight":     {rule: "RD-014", path: report, edit: body(scores, sub(`(30|25) ?%`, "45%")), but: "en-vault zh-lostfound"},
		"gate":       {rule: "RD-014", path: report, edit: body(gate, sub(`8[567]( of 100| 分)`, "95$1")), but: flat},
		"docs":       {rule: "RD-017", path: report, edit: body(checks, column("Evidence|证据", 1, "See documents"))},
		"文档":         {rule: "RD-017", path: report, edit: body(checks, column("Evidence|证据", 1, "见文档"))},
		"人工":         {rule: "RD-017", path: report, edit: body(checks, column("Evidence|证据", 1, "All good"))},
		"none":       {rule: "RD-017", path: report, edit: body(checks, column("Evidence|证据", 1, "None"))},
		"无":          {rule: "RD-017", path: report, edit: body(checks, column("Evidence|证据", 1, "无"))},
		"na":         {rule: "RD-017", path: report, edit: body(checks, column("Evidence|证据", 1, "N/A"))},
		"tbd":        {rule: "RD-017", path: report, edit: body(checks, column("Evidence|证据", 1, "TBD"))},
		"nfr epics":  {rule: "XD-002", path: epicIndex, edit: sub(`NFR-(P|PERF)-001`, "NFR-$1-009")},
		"nfr arch":   {rule: "XD-002", path: archIndex, edit: sub(`NFR-(P|PERF)-001`, "NFR-$1-009")},
		"nfr report": {rule: "XD-002", path: report, edit: sub(`NFR-(P|PERF)-001`, "NFR-$1-009")},
		"nfr code":   {rule: "XD-002", path: epicIndex, edit: sub(`NFR-(P|PERF)-001`, "NFR-ZZ-001")},
	})
}
