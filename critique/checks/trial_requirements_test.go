package checks

import (
	"strings"
	"testing"
)

func TestTrialsOfRequirements(t *testing.T) {
	const (
		functional    = `^##.*(Functional Requirements|功能需求)$`
		nonfunctional = `^##.*(Non-Functional|非功能)`
		data          = `^##.*(Data Req|数据需求)`
		integrations  = `^##.*(Integrations|Interfaces|外部接口)`
		constraints   = `^##.*(Constraints|约束)`
		matrix        = `^##.*(Traceability|追溯)`
		summary       = `^##.*(Summary|汇总)`
		criteria      = `^(##.*|\*\*)(Acceptance [Cc]riteria|验收标准)`
		userStory     = `^##.*(User Story|用户故事)`
		goalColumn    = `Traces to|Goals|追溯目标|目标 `
	)
	functionalOnly := func(s string) string { return strings.ReplaceAll(s, "\n## Non", "\n## Other\n\n## Non") }
	_ = functionalOnly
	flat := "en-water zh-logarc"
	runTrials(t, map[string]trial{
		"no functional table":       {rule: "RQ-001", path: reqIndex, edit: without(`^##.*[^-](Functional Requirements|、功能需求|✅ 功能需求)|^## 功能需求`), but: flat},
		"an empty functional table": {rule: "RQ-001", path: reqIndex, edit: all(`(?m)^\| (\[+)?(requirements/)?REQ-00\d.*\n`, ""), but: flat},
		"all of it gone":            {rule: "RQ-001", path: reqIndex, edit: each(all(`(?m)^\| REQ-00\d.*\n`, ""), without(`^## (二、功能|2\. Functional)`)), but: "en-rota en-vault zh-stocktake zh-lostfound"},
		"no quality table":          {rule: "RQ-002", path: reqIndex, edit: without(nonfunctional)},
		"an empty quality table":    {rule: "RQ-002", path: reqIndex, edit: all(`(?m)^\| (\[+)?(requirements/)?NFR-.*\n`, "")},
		"no column and no matrix":   {rule: "RQ-003", path: reqIndex, edit: allOf(without(matrix), noColumn(goalColumn), all(`G-00\d`, "it")), but: "en-rota en-vault zh-stocktake zh-lostfound"},
		"no data":                   {rule: "RQ-004", path: reqIndex, edit: without(data)},
		"empty data":                {rule: "RQ-004", path: reqIndex, edit: emptied(data)},
		"no constraints":            {rule: "RQ-005", path: reqIndex, edit: without(constraints)},
		"empty constraints":         {rule: "RQ-005", path: reqIndex, edit: emptied(constraints)},
		"a row without priority":    {rule: "RQ-011", path: reqIndex, edit: column("Priority|优先级", 1, ""), but: "en-rota en-vault zh-stocktake zh-lostfound"},
		"a blank priority":          {rule: "X-013", path: reqIndex, edit: column("Priority|优先级", 1, "")},
		"no priorities at all":      {rule: "RQ-011", path: reqIndex, edit: noColumn("Priority|优先级"), but: "en-rota en-vault zh-stocktake zh-lostfound"},
		"all must":                  {rule: "RQ-012", path: reqIndex, edit: column("Priority|优先级", -1, "Must"), but: flat},
		"must for all":              {rule: "RQ-012", path: reqIndex, edit: column("Priority|优先级", -1, "必须"), but: flat},
		"high for all":              {rule: "RQ-012", path: reqIndex, edit: column("Priority|优先级", -1, "P0"), but: flat},

		"a total of functional":      {rule: "RQ-015", path: reqIndex, edit: all(`(\d) (functional \+|functional and|条功能需求)`, "9 $2")},
		"a total of others":          {rule: "RQ-015", path: reqIndex, edit: all(`(\d) (non-functional requirements|条非功能需求)`, "9 $2")},
		"a count of must":            {rule: "RQ-015", path: reqIndex, edit: body(summary, all(`(?m)^\| (Must|必须) \| (功能 )?\d`, "| $1 | ${2}9"))},
		"a count of should":          {rule: "RQ-015", path: reqIndex, edit: body(summary, all(`(?m)^\| (Should|应该) \| (功能 )?\d`, "| $1 | ${2}7"))},
		"a count of could":           {rule: "RQ-015", path: reqIndex, edit: body(summary, all(`(?m)^\| (Could|可以) \| (功能 )?\d`, "| $1 | ${2}7"))},
		"a count of qualities":       {rule: "RQ-015", path: reqIndex, edit: body(summary, all(`(\d) non-functional|非功能 (\d)`, "9 non-functional"))},
		"a summary that lists fewer": {rule: "RQ-015", path: reqIndex, edit: body(summary, all(`REQ-001, REQ-002, `, "REQ-001, "))},
		"a summary of other IDs":     {rule: "RQ-015", path: reqIndex, edit: body(summary, all(`(\| 1 \| )REQ-005`, "${1}REQ-001"))},
		"a list of counts":           {rule: "RQ-015", path: reqIndex, edit: body(summary, func(string) string { return "\n- **Must**: 9 requirements\n- **Should**: 1\n" })},
		"a chinese list of counts":   {rule: "RQ-015", path: reqIndex, edit: body(summary, func(string) string { return "\n- 必须：9 条\n- 应该：1 条\n" })},
		"a priority changed":         {rule: "RQ-015", path: reqIndex, edit: column("Priority|优先级", 1, "Could"), but: flat},
		"a row more":                 {rule: "RQ-015", path: reqIndex, edit: sub(`(?m)^(\| (?:\[+)?(?:requirements/)?REQ-00)6(.*\n)`, "${1}6$2| REQ-007 | More | Must | G-001 |\n")},

		"no security quality":    {rule: "RQ-017", path: reqIndex, edit: all(`(?m)^\|.*(NFR-SEC|NFR-S-|NFR-C-).*\n`, ""), but: "en-rota en-vault zh-stocktake zh-lostfound"},
		"no reliability quality": {rule: "RQ-017", path: reqIndex, edit: all(`(?m)^\|.*(NFR-R).*\n`, ""), but: "en-water en-rota en-vault zh-stocktake zh-lostfound"},
		"no usability quality":   {rule: "RQ-017", path: reqIndex, edit: all(`(?m)^\|.*(NFR-U|NFR-A|NFR-M).*\n`, ""), but: "en-rota en-vault zh-stocktake zh-lostfound zh-logarc"},

		"a file without criteria":         {rule: "RQ-018", path: reqFile, edit: without(criteria)},
		"a file with empty criteria":      {rule: "RQ-018", path: reqFile, edit: emptied(criteria)},
		"a section without criteria":      {rule: "RQ-018", path: `requirements\.md`, edit: without(criteria)},
		"criteria of a comment":           {rule: "RQ-018", path: reqFile, edit: body(criteria, func(string) string { return "\n<!-- to be written after the workshop with the users -->\n" })},
		"criteria of empty boxes":         {rule: "RQ-018", path: reqFile, edit: body(criteria, func(string) string { return "\n- [ ]\n- [ ]\n" })},
		"a criterion that works":          {rule: "RQ-019", path: reqFile, edit: body(criteria, sub(`(?m)^- .*$`, "- [ ] The feature works correctly"))},
		"a criterion that is fine":        {rule: "RQ-019", path: reqFile, edit: body(criteria, sub(`(?m)^- .*$`, "- Everything works as expected."))},
		"a criterion of satisfaction":     {rule: "RQ-019", path: reqFile, edit: body(criteria, sub(`(?m)^- .*$`, "- [ ] Users are satisfied with the feature"))},
		"a criterion of good experience":  {rule: "RQ-019", path: reqFile, edit: body(criteria, sub(`(?m)^- .*$`, "- [ ] 用户体验良好"))},
		"a chinese criterion that works":  {rule: "RQ-019", path: reqFile, edit: body(criteria, sub(`(?m)^- .*$`, "- [ ] 系统功能正常可用。"))},
		"a chinese criterion as expected": {rule: "RQ-019", path: reqFile, edit: body(criteria, sub(`(?m)^- .*$`, "- [ ] 达到预期效果"))},
		"a criterion with must":           {rule: "RQ-019", path: reqFile, edit: body(criteria, sub(`(?m)^- .*$`, "- [ ] The system must behave properly."))},
		"a criterion that meets":          {rule: "RQ-019", path: reqFile, edit: body(criteria, sub(`(?m)^- .*$`, "- [ ] The requirement is implemented correctly"))},
		"a criterion in a flat file":      {rule: "RQ-019", path: `requirements\.md`, edit: body(criteria, sub(`(?m)^- .*$`, "- [ ] It works as expected"))},
		"a criterion of a flat story":     {rule: "RQ-019", path: `epics\.md`, edit: body(criteria, sub(`(?m)^- .*$`, "- [ ] 功能正常"))},
		"an observable criterion":         {rule: "RQ-019", path: reqFile, edit: body(criteria, sub(`(?m)^- .*$`, "- [ ] The login works with 3 accounts\n- [ ] The list is complete after a restart\n- [ ] 断网后列表显示正常")), quiet: true},
		"a file with good news only": {rule: "RQ-020", path: reqFile, edit: body(criteria, func(string) string {
			return "\n- [ ] The list shows 3 names within 2 s\n- [ ] 列表在 2 秒内显示全部姓名\n- [ ] A click opens the page\n"
		})},
		"a flat file with good news only":     {rule: "RQ-020", path: `requirements\.md`, edit: all(`(?m)^- \[ \] .*$`, "- [ ] The list shows 3 names within 2 s")},
		"a file without a story":              {rule: "RQ-021", path: reqFile, edit: without(userStory)},
		"a section without a story":           {rule: "RQ-021", path: `requirements\.md`, edit: sub(`(?m)^\*\*(User story|用户故事)\*\*.*\n`, "")},
		"a story that is a sentence":          {rule: "RQ-021", path: reqFile, edit: body(userStory, func(string) string { return "\nThe list is shown.\n" })},
		"no way to measure":                   {rule: "RQ-022", path: reqIndex, edit: column("Measured|度量", 1, ""), but: "en-rota zh-stocktake"},
		"no column to measure":                {rule: "RQ-022", path: reqIndex, edit: noColumn("Measured|度量"), but: "en-rota zh-stocktake"},
		"no way to measure in file and index": {rule: "RQ-022", path: nfrFile, edit: each(all(`(?m)^- \*\*(Method|方法)\*\*.*\n`, ""), sub(`x*$`, "\n"))},

		"nothing won't be done": {rule: "RQ-023", path: reqIndex, edit: all(`(?m)^(\| (Won't|不做) .*|\*\*(Won't|本期不做).*)\n`, "")},
		"won't of zero":         {rule: "RQ-023", path: reqIndex, edit: all(`(?m)^\| (Won't|不做) \|.*$`, "| $1 | 0 |")},
		"won't of none":         {rule: "RQ-023", path: reqIndex, edit: all(`(?m)^(\*\*(?:Won't in this release|本期不做)\*\*[:：]).*$`, "$1 无")},

		"an integration without protocol": {rule: "RQ-024", path: reqIndex, edit: body(integrations, column("Protocol|协议", 1, ""))},
		"no protocol column":              {rule: "RQ-024", path: reqIndex, edit: body(integrations, noColumn("Protocol|协议"))},
		"a protocol to be named":          {rule: "RQ-024", path: reqIndex, edit: body(integrations, column("Protocol|协议", 1, "-"))},
		"an entity without fields":        {rule: "RQ-025", path: reqIndex, edit: body(data, column("Fields|字段", 1, ""))},
		"an entity with a dash":           {rule: "RQ-025", path: reqIndex, edit: body(data, column("Fields|字段", 1, "-"))},
		"no field column":                 {rule: "RQ-025", path: reqIndex, edit: body(data, noColumn("Fields|字段"))},
		"a field without a type":          {rule: "RQ-025", path: reqIndex, edit: body(data, sub(`([（(])[^)）]*[)）](、|, )`, "$2"))},
		"no types in a row":               {rule: "RQ-025", path: reqIndex, edit: body(data, column("Fields|字段", 1, "id, name, time"))},

		"must and must not": {rule: "RQ-027", path: reqFile, edit: body(criteria, func(s string) string {
			return s + "\n- [ ] The planner MUST keep deleted rotas for thirty days.\n- [ ] The planner MUST NOT keep deleted rotas for thirty days.\n"
		})},
		"chinese must and must not": {rule: "RQ-027", path: reqFile, edit: body(criteria, func(s string) string {
			return s + "\n- [ ] 系统必须保存用户的操作记录。\n- [ ] 系统不得保存用户的操作记录。\n"
		})},
		"across the index": {rule: "RQ-027", path: reqIndex, edit: body(constraints, func(s string) string {
			return s + "\n- The service must send mails to former staff.\n- The service must never send mails to former staff.\n"
		})},
		"two different duties": {rule: "RQ-027", path: reqFile, edit: body(criteria, func(s string) string {
			return s + "\n- [ ] The planner MUST keep deleted rotas for thirty days.\n- [ ] The planner MUST NOT show deleted rotas to nurses.\n- [ ] 系统必须保存操作记录。\n- [ ] 系统不得导出操作记录给第三方。\n"
		}), quiet: true},
		"with and without": {rule: "RQ-027", path: reqFile, edit: body(criteria, func(s string) string {
			return s + "\n- [ ] With a token the system must answer within two seconds.\n- [ ] Without a token the system must not answer within two seconds.\n"
		}), quiet: true},

		"an import of a file": {rule: "RQ-029", path: reqFile, edit: each(body(criteria, func(string) string { return "\n- [ ] A file that is no table is refused with a message\n" }), body(`^##.*(Description|描述)`, func(s string) string {
			return "\nThe system MUST import a spreadsheet that the manager uploads. 系统必须支持上传表格文件。\n"
		}))},
		"a bulk action": {rule: "RQ-029", path: reqFile, edit: each(body(criteria, func(string) string { return "\n- [ ] A failed row is shown\n" }), body(`^##.*(Description|描述)`, func(s string) string {
			return "\nThe system MUST delete entries in bulk. 系统必须支持批量删除。\n"
		}))},
		"a bounded upload": {rule: "RQ-029", path: reqFile, edit: each(body(criteria, func(string) string {
			return "\n- [ ] A file above 20 MB is refused. 超过 20 MB 的文件会被拒绝。\n"
		}), body(`^##.*(Description|描述)`, func(s string) string { return "\nThe user uploads a file. 用户上传文件。\n" })), quiet: true},

		"a bound in index and file": {rule: "RQ-031", path: reqIndex, edit: sub(`(NFR-P(?:ERF)?-001.*?≤ )[\d.]+`, "${1}77"), but: "en-water zh-logarc"},
		"a bound at two places":     {rule: "RQ-031", path: `requirements\.md`, edit: more("\n## Notes\n\n- A value with sensor, time and pressure MUST be readable within 90 s.\n- 调取一天的日志，系统必须在 25 分钟内输出第一行。\n")},
	})
}
