package checks

import (
	"regexp"
	"testing"
)

func TestTrialsAcrossDocuments(t *testing.T) {
	excluded := map[string]string{ // what the briefs exclude
		"Ward Rota": "Payroll", "coldstash": "Backup of databases", "Water Board": "Forecast of pipe failures",
		"失物": "悬赏与付费", "logarc": "图形界面", "盘点": "无人机清点",
	}
	longer := map[string]string{
		"Ward Rota": "Automatic generation of rotas at night", "coldstash": "Live synchronisation between computers", "Water Board": "Control of pumps and valves",
		"失物": "快递代领服务", "logarc": "日志分析与报表", "盘点": "采购补货建议清单",
	}
	title := func(row string) func(text, title string) string {
		re := regexp.MustCompile(`(?m)^(\|[^|]*` + row + `(?:[^|]*\\\|[^|]*)?[^|]*\|)[^|]*\|`)
		return func(text, title string) string { return re.ReplaceAllString(text, "$1 "+title+" |") }
	}
	runTrials(t, map[string]trial{
		"a goal more in the brief":           {rule: "XD-001", path: briefFile, edit: again(`G-003`, `G-003`, "G-004")},
		"a goal nobody serves":               {rule: "XD-001", path: requirementDocs, edit: all(`G-003`, "G-001"), every: true},
		"an unknown goal in a row":           {rule: "XD-001", path: reqIndex, edit: sub(`(?m)^(\|.*REQ-.*)G-003`, "${1}G-009")},
		"an unknown goal in the matrix":      {rule: "XD-001", path: reqIndex, edit: sub(`(?m)^\| G-003`, "| G-009")},
		"an unknown goal in a file":          {rule: "XD-001", path: reqFile, edit: all(`G-00[123]`, "G-009")},
		"a Must requirement left out":        {rule: "XD-002", path: epicDocsFiles, edit: all(`REQ-002`, "REQ-001"), every: true},
		"a Must more in the index":           {rule: "XD-002", path: reqIndex, edit: again(`\|.*REQ-002.*(?:Must|必须)`, `REQ-002`, "REQ-007")},
		"an unknown requirement in a row":    {rule: "XD-002", path: epicIndex, edit: sub(`REQ-002`, "REQ-099")},
		"an unknown requirement in a story":  {rule: "XD-002", path: epicFile, edit: sub(`REQ-00\d`, "REQ-099")},
		"an unknown requirement of a part":   {rule: "XD-002", path: archIndex, edit: sub(`REQ-002`, "REQ-099")},
		"an unknown requirement of an ADR":   {rule: "XD-002", path: adrFile, edit: sub(`REQ-00\d`, "REQ-099")},
		"an unknown requirement of a report": {rule: "XD-002", path: report, edit: sub(`REQ-002`, "REQ-099")},
		"no part for a Must":                 {rule: "XD-003", path: architectureDocs, edit: all(`REQ-002`, "REQ-001"), every: true},
		"a target ten times as high":         {rule: "XD-004", path: archIndex, edit: sub(`(?m)^(\| NFR-[^|]*\| (?:≤ |SM)?)(\d)`, "${1}9$2")},
		"a row dropped from the index":       {rule: "XD-005", path: reqIndex, edit: all(`REQ-003`, "REQ-002"), but: oneFile},
		"a decision dropped from the index":  {rule: "XD-005", path: archIndex, edit: all(`ADR-002`, "ADR-001"), but: oneFile},
		"an epic dropped from the index":     {rule: "XD-005", path: epicIndex, edit: all(`EPIC-002`, "EPIC-001"), but: oneFile},
		"seven ADRs":                         {rule: "XD-006", path: report, edit: func(s string) string { return s + "\nThe package holds 7 ADRs.\n" }},
		"nine epics":                         {rule: "XD-006", path: report, edit: func(s string) string { return s + "\n规格包含 9 个史诗与 4 个 ADR。\n" }},
		"nineteen requirements":              {rule: "XD-006", path: report, edit: func(s string) string { return s + "\nAll 19 functional requirements are covered.\n" }},
		"nineteen Chinese requirements":      {rule: "XD-006", path: report, edit: func(s string) string { return s + "\n共核验 19 条功能需求、7 条非功能需求。\n" }},
		"thirty stories":                     {rule: "XD-006", path: report, edit: func(s string) string { return s + "\n| Artifact | Count |\n|---|---|\n| Stories | 30 |\n" }},
		"seven epics in words":               {rule: "XD-006", path: report, edit: func(s string) string { return s + "\nThe package holds seven epics. 规格共七个史诗。\n" }},
		"two epics in words": {rule: "XD-006", path: report, edit: func(s string) string {
			return s + "\nIn two epics, the plan is tight. 其中两个史诗，计划紧张。\n"
		}, quiet: true},
		"seven goals":                        {rule: "XD-006", path: report, edit: func(s string) string { return s + "\nEach of the 7 goals has requirements; 7 goals in all.\n" }},
		"thirty stories in the epics":        {rule: "XD-006", path: epicIndex, edit: sub(`(?m)^(# .*\n)`, "$1\nThis plan holds 30 stories.\n")},
		"an excluded requirement":            {rule: "XD-007", path: reqIndex, edit: titled(title("REQ-005"), excluded)},
		"an excluded machine without people": {rule: "XD-007", path: reqIndex, edit: sub(`(?m)^(\|.*REQ-005.*\n)`, "$1| REQ-007 | 支持无人机清点 | Could | G-001 |\n"), but: "en-rota en-vault en-water zh-logarc zh-lostfound"},
		"an excluded epic":                   {rule: "XD-007", path: epicIndex, edit: titled(title("EPIC-003"), excluded)},
		"an excluded requirement, longer":    {rule: "XD-007", path: reqIndex, edit: titled(title("REQ-005"), longer)},
		"a persona nobody serves":            {rule: "BR-019", path: briefFile, edit: sub(`(?m)^(\| |### |\*\*)(Ward manager|Studio owner|Shift operator|运维工程师|失主|盘点员)( \||\*\*[:：]|$)(.*\n)`, "$0${1}Franchise inspector$3$4")},
		"a Chinese persona nobody serves":    {rule: "BR-019", path: briefFile, edit: sub(`(?m)^(\| |### |\*\*)(Ward manager|Studio owner|Shift operator|运维工程师|失主|盘点员)( \||\*\*[:：]|$)(.*\n)`, "$0${1}加盟督导$3$4")},
		"a role nobody knows":                {rule: "XD-008", path: epicDocsFiles, edit: sub(`As an? [a-z ]+,|作为[^，]{2,8}，`, "As a compliance auditor, ")},
		"a Chinese role nobody knows":        {rule: "XD-008", path: epicDocsFiles, edit: sub(`作为[^，]{2,8}，`, "作为合规专员，")},
		"a product nobody chose":             {rule: "XD-009", path: epicDocsFiles, edit: sub(`(?m)^((?:- \[ \] |- ).*)$`, "$1 in MongoDB")},
		"a Must in an optional epic":         {rule: "XD-010", path: epicIndex, edit: column("Priority|优先级", 1, "Could")},
		"a Chinese optional epic":            {rule: "XD-010", path: epicIndex, edit: column("Priority|优先级", 1, "可以")},
		"a priority unlike its file":         {rule: "XD-010", path: reqIndex, edit: column("Priority|优先级", 1, "Could"), but: oneFile},
		"a file unlike its row":              {rule: "XD-010", path: reqFile, edit: all(`Must|必须`, "Should")},
		"a quality nobody carries out":       {rule: "XD-011", path: `(architecture|epics)(/.*)?\.md$`, edit: all(`NFR-(P|PERF)-001`, "REQ-001"), every: true},
		"a decision no epic follows":         {rule: "XD-012", path: epicDocsFiles, edit: all(`ADR-002`, "ADR-001"), every: true},
		"a state more in the data":           {rule: "XD-014", path: archIndex, edit: sub(`(?m)^(\s+)(\S+) --> \[\*\]`, "$1$2 --> frozen\n${1}frozen --> [*]"), but: "en-vault zh-logarc en-water"},
		"a state more in the requirements":   {rule: "XD-014", path: reqIndex, edit: sub(`(draft, published, worked|待领、已领、逾期|待复核、已确认、已关闭)`, "$1、冻结"), but: "en-vault zh-logarc en-water"},
		"a state that is not drawn":          {rule: "XD-014", path: archIndex, edit: allOf(sub(`published --> worked\n\s*worked`, "published"), sub(`\s*待领 --> 逾期\n`, "\n"), sub(`逾期 --> \[\*\]\n`, "\n"), sub(`已确认 --> 已关闭\n\s*已关闭`, "已确认")), but: "en-vault zh-logarc en-water"},
		"states in a sentence":               {rule: "XD-014", path: archIndex, edit: more("\n## Notes\n\nThe states are open, confirmed and archived.\n"), but: "en-vault zh-logarc en-rota zh-lostfound zh-stocktake"},
		"states in a column":                 {rule: "XD-014", path: archIndex, edit: more("\n## Notes\n\n| Thing | States |\n|---|---|\n| Alarm | open, confirmed, archived |\n| Shift | draft, published, archived |\n| 失物 | 待领、已领、归档 |\n| 差异单 | 待复核、已确认、作废 |\n"), but: "en-vault zh-logarc"},
		"a state of another name":            {rule: "XD-014", path: archIndex, edit: all(`published|待复核|待领`, "pending"), but: "en-vault zh-logarc en-water"},
	})
}

func TestTrialsOfAlignment(t *testing.T) {
	const (
		flat  = "en-water zh-logarc"
		files = "en-rota en-vault zh-stocktake zh-lostfound"
	)
	asRole := func(role string) func(string) string {
		return sub(`(?m)(As an? )[^,]+(,)|(作为)[^，]+(，)`, "${1}${3}"+role+"${2}${4}")
	}
	runTrials(t, map[string]trial{
		"a must no component names":   {rule: "XD-003", path: archIndex, edit: all(`REQ-001`, "REQ-006"), but: files},
		"a must only files name":      {rule: "XD-003", path: archIndex, edit: all(`REQ-001(, |、)?`, ""), but: files},
		"a must that is new":          {rule: "XD-003", path: reqIndex, edit: sub(`(?m)^(\| .*REQ-006.*\n)`, "${1}| REQ-009 | Send a report | Must | G-001 |\n"), but: flat},
		"a must that is new, flat":    {rule: "XD-003", path: reqIndex, edit: sub(`(?m)^(\| REQ-005 .*\n)`, "${1}| REQ-009 | Send a report | Must | G-001 |\n"), but: files},
		"a should that is new":        {rule: "XD-003", path: reqIndex, edit: sub(`(?m)^(\| .*REQ-00[56].*\n)`, "${1}| REQ-009 | Send a report | Could | G-001 |\n"), quiet: true},
		"an auditor":                  {rule: "XD-008", path: epicText, edit: asRole("保险经纪人")},
		"a marketing lead":            {rule: "XD-008", path: epicText, edit: asRole("marketing lead")},
		"a 市场经理":                      {rule: "XD-008", path: epicText, edit: asRole("市场经理")},
		"a supplier in a requirement": {rule: "XD-008", path: reqFile, edit: asRole("supplier 供应商")},
		"a flat requirement's role":   {rule: "XD-008", path: `requirements\.md`, edit: asRole("supplier 供应商")},
		"a role in a table":           {rule: "XD-008", path: epicText, edit: sub(`(?m)(As an? )[^,]+(, I)|(作为)[^，]+(，我)`, "${1}${3}**保险经纪人**${2}${4}")},
		"a labelled role":             {rule: "XD-008", path: epicText, edit: sub(`(?m)^(\*\*)?(Size|规模)`, "**Role**: insurance broker\n\n$1$2")},
		"a labelled 角色":               {rule: "XD-008", path: epicText, edit: sub(`(?m)^(\*\*)?(Size|规模)`, "**角色**：保险经纪\n\n$1$2")},
		"a group of another name":     {rule: "XD-008", path: briefFile, edit: all(`(?m)^(\| |### |\*\*)(?:Nurse|Studio owner|Citizen|运维工程师|值班员|财务)( \||\*\*[:：]|$)`, "${1}Guild clerk$2")},
		"a user":                      {rule: "XD-008", path: epicText, edit: asRole("user")},
		"a 可以 epic of musts":          {rule: "XD-010", path: epicIndex, edit: column("Priority|优先级", 1, "可选")},
		"a P3 epic of musts":          {rule: "XD-010", path: epicIndex, edit: column("Priority|优先级", 1, "P3")},
		"a low epic of musts":         {rule: "XD-010", path: epicIndex, edit: column("Priority|优先级", 1, "低")},
		"a nice-to-have":              {rule: "XD-010", path: epicIndex, edit: column("Priority|优先级", 1, "Nice to have")},
		"an epic file of could":       {rule: "XD-010", path: epicFile, edit: sub(`(?m)^priority: .*$`, "priority: Could")},
		"an epic file of 可以":          {rule: "XD-010", path: epicFile, edit: sub(`(?m)^priority: .*$`, "priority: 可以")},
		"a requirement file of could": {rule: "XD-010", path: reqFile, edit: sub(`(?m)^priority: .*$`, "priority: Could")},
		"a requirement file of P2":    {rule: "XD-010", path: reqFile, edit: sub(`(?m)^priority: .*$`, "priority: P2")},
		"a quality file of could":     {rule: "XD-010", path: nfrFile, edit: sub(`(?m)^priority: .*$`, "priority: Could"), but: "en-rota zh-stocktake"},
		"a requirement made must":     {rule: "XD-010", path: reqIndex, edit: sub(`(?m)^(\| .*REQ-00[56].*\| )(Could|可以)( \|.*)$`, "${1}Must${3}"), but: flat},
		"a quality of nothing":        {rule: "XD-011", path: reqIndex, edit: sub(`(?m)^(\| .*NFR-.*\n)`, "${1}| NFR-X-009 | Performance | The system SHALL start | ≤ 3 s | Test |\n")},
		"a quality in no epic":        {rule: "XD-011", path: epicIndex, edit: all(`NFR-R-001(, |、)?`, ""), but: files + " zh-logarc"},
		"a chinese one in no epic":    {rule: "XD-011", path: epicIndex, edit: all(`(?m)NFR-C-001(, |、)?|、NFR-C-001`, ""), but: files + " en-water"},
		"a quality decided":           {rule: "XD-011", path: epicIndex, edit: all(`NFR-S-001(, |、)?`, ""), but: files + " zh-logarc", quiet: true},
		"one decision in no epic":     {rule: "XD-012", path: epicIndex, edit: all(`ADR-001`, "none"), but: "en-rota zh-stocktake"},
		"another in no epic":          {rule: "XD-012", path: epicIndex, edit: all(`ADR-002`, "none"), but: "en-rota zh-stocktake"},
		"a decision that is new":      {rule: "XD-012", path: archIndex, edit: sub(`(?m)^(\| .*ADR-002.*\n)`, "${1}| ADR-009 | Queue | Accepted | REQ-001 |\n"), but: flat},
		"a decision that is proposed": {rule: "XD-012", path: archIndex, edit: sub(`(?m)^(\| .*ADR-002.*\n)`, "${1}| ADR-009 | Queue | Proposed | REQ-001 |\n"), but: flat, quiet: true},
	})
}
