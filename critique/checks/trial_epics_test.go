package checks

import (
	"strings"
	"testing"
)

func TestTrialsOfEpicsAndStories(t *testing.T) {
	const (
		mvp      = `^##.*(MVP)`
		needs    = `^##.*(Dependency|依赖)`
		order    = `^##.*(Order|顺序)`
		done     = `^(##.*|\*\*)(Definition of Done|完成定义)`
		risks    = `^##.*(Risks|风险)`
		matrix   = `^##.*(Traceability|追溯)`
		table    = `^##.*(Epic Overview|Epic Table|史诗总览|史诗列表)`
		flat     = "en-water zh-logarc"
		index    = "en-rota en-vault zh-lostfound zh-stocktake"
		criteria = `(?m)^(?:\*\*(?:Acceptance [Cc]riteria|验收标准)\*\*[:：]|(?:Acceptance criteria|验收标准)[:：])\n`
	)
	runTrials(t, map[string]trial{
		"no MVP at all":              {rule: "EP-001", path: epicIndex, edit: allOf(without(mvp), noColumn("MVP"), all(`MVP`, "first release")), but: index},
		"an empty MVP":               {rule: "X-004", path: epicIndex, edit: emptied(mvp), but: flat},
		"no epics":                   {rule: "EP-010", path: epicIndex, edit: allOf(without(table), without(`^##.*(Stories|故事)`), all(`(?m)^.*EPIC-00\d.*\n`, "")), but: index},
		"no MVP epic":                {rule: "EP-010", path: epicIndex, edit: allOf(without(mvp), column("MVP", -1, "no")), but: index},
		"all MVP":                    {rule: "EP-011", path: epicIndex, edit: column("MVP", -1, "yes"), but: "en-rota en-water zh-logarc zh-stocktake"},
		"no dependencies":            {rule: "EP-002", path: epicIndex, edit: allOf(without(needs), without(order)), but: index},
		"no definition of done":      {rule: "EP-004", path: epicIndex, edit: without(done)},
		"an empty definition":        {rule: "EP-004", path: epicIndex, edit: emptied(done)},
		"a definition of one item":   {rule: "EP-015", path: epicIndex, edit: body(done, func(string) string { return "\n- [ ] Everything planned has been built and shown to the customer\n" })},
		"a definition in a sentence": {rule: "EP-015", path: epicIndex, edit: body(done, func(string) string { return "\nAll of the work is done and everybody is happy with it.\n" })},
		"a hollow definition": {rule: "EP-015", path: epicIndex, edit: body(done, func(string) string {
			return "\n- [ ] Everything works\n- [ ] 功能正常\n- [ ] All features are complete\n"
		})},
		"no risks":                       {rule: "EP-005", path: epicIndex, edit: without(risks)},
		"empty risks":                    {rule: "EP-005", path: epicIndex, edit: emptied(risks)},
		"no matrix and no column":        {rule: "EP-003", path: epicIndex, edit: allOf(without(matrix), noColumn("Requirements|需求"))},
		"an empty matrix":                {rule: "EP-003", path: epicIndex, edit: allOf(emptied(matrix), noColumn("Requirements|需求"))},
		"a single epic":                  {rule: "EP-013", path: epicIndex, edit: allOf(all(`(?m)^\| (\[+)?(epics/)?EPIC-00[2-9].*\n`, ""), sub(`(?s)\n### EPIC-002.*?(\n## )`, "$1")), but: index},
		"a blank size":                   {rule: "EP-014", path: epicIndex, edit: column("Size|规模", 1, ""), but: index},
		"a dash for a size":              {rule: "EP-014", path: epicIndex, edit: column("Size|规模", 1, "-"), but: index},
		"a question for a size":          {rule: "EP-014", path: epicIndex, edit: column("Size|规模", 1, "?"), but: index},
		"no criteria":                    {rule: "EP-016", path: `epics`, edit: sub(criteria+`\n(?:- .*\n)+`, "")},
		"criteria emptied":               {rule: "EP-016", path: `epics`, edit: sub(`(`+criteria+`\n)(?:- .*\n)+`, "$1")},
		"criteria of empty boxes":        {rule: "EP-016", path: `epics`, edit: sub(`(`+criteria+`\n)(?:- .*\n)+`, "$1- [ ]\n- [ ]\n")},
		"criteria to be defined":         {rule: "X-002", path: `epics`, edit: sub(`(`+criteria+`\n)(?:- .*\n)+`, "$1- [ ] TBD\n")},
		"no trace of a story":            {rule: "EP-017", path: `epics`, edit: sub(`(?m)^(?:\*\*)?(?:Traces to|追溯)(?:\*\*)?[:：].*\n`, "")},
		"an empty trace":                 {rule: "EP-017", path: `epics`, edit: sub(`(?m)^((?:\*\*)?(?:Traces to|追溯)(?:\*\*)?[:：]).*\n`, "$1\n")},
		"a story of XL":                  {rule: "EP-019", path: `epics`, edit: sub(`(?m)^((?:\*\*)?(?:Size|规模)(?:\*\*)?[:：] ?)[SML]$`, "${1}XL")},
		"a story of XXL":                 {rule: "EP-019", path: `epics`, edit: sub(`(?m)^((?:\*\*)?(?:Size|规模)(?:\*\*)?[:：] ?)[SML]$`, "${1}XXL (split?)")},
		"an epic of XL with few stories": {rule: "EP-019", path: epicIndex, edit: column("Size|规模", 2, "XL"), but: "en-rota zh-lostfound zh-stocktake"},
		"an epic of one story":           {rule: "EP-018", path: epicFile, edit: sub(`(?s)(### (?:STORY-00\d-001|Story \d\.1|故事 \d\.1).*?)\n### .*$`, "$1")},
		"an epic without stories":        {rule: "EP-018", path: epicFile, edit: sub(`(?s)\n## (?:Stories|故事)\n.*$`, "\n")},
		"a flat epic of one story":       {rule: "EP-018", path: `epics\.md`, edit: sub(`(?s)(#### STORY-001-001.*?)\n#### .*?(\n### )`, "$1$2")},
		"a story count":                  {rule: "EP-024", path: epicIndex, edit: column("Stories|故事数", 1, "7")},
		"a total of stories":             {rule: "EP-024", path: epicIndex, edit: more("\n## Estimation Summary\n\nTotal: 99 stories in 3 epics.\n")},
		"a chinese total of epics":       {rule: "EP-024", path: epicIndex, edit: more("\n## 估算汇总\n\n共 9 个史诗。\n")},
		"a right count":                  {rule: "EP-024", path: epicIndex, edit: more("\n## Summary\n\n| Size | Count |\n|---|---|\n| L | 1 |\n"), quiet: true},
		"a risk of another epic":         {rule: "EP-025", path: epicIndex, edit: body(risks, sub(`EPIC-001`, "EPIC-019"))},
		"a layer":                        {rule: "EP-023", path: epicIndex, edit: column("Title|标题", 1, "Backend development")},
		"a chinese layer":                {rule: "EP-023", path: epicIndex, edit: column("Title|标题", 1, "数据库设计")},
	})
}

func TestTrialsOfEpicsInOtherWords(t *testing.T) {
	const (
		scope  = `^##.*MVP`
		done   = `^(##.*|\*\*)(Definition of Done|完成定义)`
		risks  = `^##.*(Risks|风险)`
		matrix = `^##.*(Traceability|追溯)`
		order  = `^##.*(Execution Order|执行顺序)`
		graph  = `^##.*(Dependency Map|依赖)`
		flat   = "en-water zh-logarc"
		files  = "en-rota en-vault zh-stocktake zh-lostfound"
	)
	noMVP := all(`(?i)mvp|最小可行`, "x")
	noneIn := func(no string) func(string) string {
		return each(column("MVP", -1, no), without(scope))
	}
	runTrials(t, map[string]trial{
		"no scope and no column":     {rule: "EP-001", path: epicIndex, edit: allOf(without(scope), noColumn("MVP"), noMVP), but: "en-rota en-vault zh-stocktake zh-lostfound"},
		"scope cut, column empty":    {rule: "EP-001", path: epicIndex, edit: each(without(scope), column("MVP", -1, "")), quiet: true},
		"scope cut, no column":       {rule: "EP-001", path: epicIndex, edit: each(without(scope), noColumn("MVP"))},
		"scope emptied, no column":   {rule: "EP-001", path: epicIndex, edit: each(body(scope, func(s string) string { return "\n" }), noColumn("MVP")), but: flat},
		"scope to be written":        {rule: "EP-001", path: epicIndex, edit: each(body(scope, func(s string) string { return "\nTBD\n" }), noColumn("MVP")), but: flat},
		"scope only":                 {rule: "EP-001", path: epicIndex, edit: noColumn("MVP"), quiet: true},
		"column only":                {rule: "EP-001", path: epicIndex, edit: without(scope), quiet: true},
		"no matrix and no column":    {rule: "EP-003", path: epicIndex, edit: each(without(matrix), noColumn("Requirements|需求"))},
		"matrix of headers":          {rule: "EP-003", path: epicIndex, edit: each(body(matrix, func(string) string { return "\n| Requirement | Epic |\n|---|---|\n" }), noColumn("Requirements|需求"))},
		"matrix empty, column empty": {rule: "EP-003", path: epicIndex, edit: each(emptied(matrix), column("Requirements|需求", -1, ""))},
		"matrix to come":             {rule: "EP-003", path: epicIndex, edit: each(body(matrix, func(string) string { return "\nThe matrix will be added later. 矩阵后续补充。\n" }), noColumn("Requirements|需求"))},
		"a list for a matrix":        {rule: "EP-003", path: epicIndex, edit: each(body(matrix, func(string) string { return "\n- REQ-001: EPIC-001\n- REQ-002: EPIC-001\n" }), noColumn("Requirements|需求")), quiet: true},
		"one to be written":          {rule: "EP-004", path: epicIndex, edit: body(done, func(string) string { return "\nTBD\n" })},
		"another name for it":        {rule: "EP-004", path: epicIndex, edit: all(`Definition of Done|完成定义`, "DoD"), quiet: true},
		"exit criteria":              {rule: "EP-004", path: epicIndex, edit: all(`Definition of Done|完成定义`, "完成标准 (Done Criteria)"), quiet: true},
		"risks of headers":           {rule: "EP-005", path: epicIndex, edit: body(risks, func(string) string { return "\n| Risk | Epic | Mitigation |\n|---|---|---|\n" })},
		"risks of epics":             {rule: "EP-005", path: epicIndex, edit: all(`(?m)^(##.*?)(Risks|风险)$`, "${1}Delivery Risks 交付风险"), quiet: true},
		"all no":                     {rule: "EP-010", path: epicIndex, edit: noneIn("No")},
		"all 否":                      {rule: "EP-010", path: epicIndex, edit: noneIn("否")},
		"all crossed":                {rule: "EP-010", path: epicIndex, edit: noneIn("❌")},
		"all dashes":                 {rule: "EP-010", path: epicIndex, edit: noneIn("-")},
		"all empty":                  {rule: "EP-010", path: epicIndex, edit: noneIn(""), but: files},
		"all no, scope stays":        {rule: "EP-010", path: epicIndex, edit: column("MVP", -1, "no")},
		"all 后续":                     {rule: "EP-010", path: epicIndex, edit: column("MVP", -1, "后续")},
		"all v2":                     {rule: "EP-010", path: epicIndex, edit: column("MVP", -1, "v2")},
		"one ticked":                 {rule: "EP-010", path: epicIndex, edit: each(column("MVP", -1, ""), column("MVP", 1, "✓")), quiet: true},
		"one ticked Y":               {rule: "EP-010", path: epicIndex, edit: each(column("MVP", -1, "N"), column("MVP", 1, "Y")), quiet: true},
		"all yes":                    {rule: "EP-011", path: epicIndex, edit: column("MVP", -1, "Yes"), but: flat + " en-rota zh-stocktake"},
		"all 是":                      {rule: "EP-011", path: epicIndex, edit: column("MVP", -1, "是"), but: flat + " en-rota zh-stocktake"},
		"all ticked":                 {rule: "EP-011", path: epicIndex, edit: column("MVP", -1, "✅"), but: flat + " en-rota zh-stocktake"},
		"one more of three":          {rule: "EP-011", path: epicIndex, edit: each(column("MVP", -1, "是"), sub(`(?m)^(\| .*EPIC-00)3(.*\n)`, "${1}3${2}| EPIC-009 | T | Must | 是 | S | 1 | REQ-001 |\n"))},
		"ten epics":                  {rule: "EP-013", path: epicIndex, edit: sub(`(?m)^(\| .*EPIC-003.*\n)`, "${1}"+rows("| EPIC-01%d | T | Must | no | S | 1 | REQ-001 |\n", 8))},
		"one epic":                   {rule: "EP-013", path: `epics\.md`, edit: each(all(`(?m)^\| EPIC-00[23].*\n`, ""), all(`(?s)\n### EPIC-002.*?\n## `, "\n## "), all(`EPIC-00[23]`, "EPIC-001"))},
		"a list of one":              {rule: "EP-015", path: epicIndex, edit: body(done, func(string) string { return "\n- [ ] Everything is done and accepted 全部完成并验收\n\n" })},
		"a sentence": {rule: "EP-015", path: epicIndex, edit: body(done, func(string) string {
			return "\nAll stories are finished and the customer is happy. 全部故事完成。\n\n"
		})},
		"vague items":         {rule: "EP-015", path: epicIndex, edit: body(done, func(string) string { return "\n- [ ] Code done\n- [ ] Works well\n- [ ] 代码完成\n\n" })},
		"vague chinese items": {rule: "EP-015", path: epicIndex, edit: body(done, func(string) string { return "\n- 功能开发完成\n- 质量良好\n- 用户满意\n\n" })},
		"three good ones":     {rule: "EP-015", path: epicIndex, edit: body(done, func(string) string { return "\n1. All tests pass\n2. Code reviewed\n3. 文档已更新\n\n" }), quiet: true},
		"three in a sentence": {rule: "EP-015", path: epicIndex, edit: body(done, func(string) string {
			return "\nTests pass; code is reviewed; documents are updated. 测试通过；代码评审完成；文档更新。\n\n"
		}), quiet: true},
		"swapped order":  {rule: "EP-020", path: epicIndex, edit: body(order, func(s string) string { return "\n1. EPIC-002\n2. EPIC-001\n3. EPIC-003\n\n" })},
		"last first":     {rule: "EP-020", path: epicIndex, edit: body(order, func(s string) string { return "\n1. EPIC-003\n2. EPIC-001\n3. EPIC-002\n\n" })},
		"reversed":       {rule: "EP-020", path: epicIndex, edit: body(order, func(s string) string { return "\n1. EPIC-003\n2. EPIC-002\n3. EPIC-001\n\n" }), but: flat},
		"swapped arrows": {rule: "EP-020", path: epicIndex, edit: body(order, func(s string) string { return "\nEPIC-002 → EPIC-001 → EPIC-003\n\n" })},
		"swapped table": {rule: "EP-020", path: epicIndex, edit: body(order, func(s string) string {
			return "\n| Step | Epic |\n|---|---|\n| 1 | EPIC-002 |\n| 2 | EPIC-001 |\n| 3 | EPIC-003 |\n\n"
		})},
		"swapped phases": {rule: "EP-020", path: epicIndex, edit: body(order, func(s string) string { return "\n- Phase 1: EPIC-002\n- Phase 2: EPIC-001, EPIC-003\n\n" }), but: "en-water"},
		"swapped 阶段":     {rule: "EP-020", path: epicIndex, edit: body(order, func(s string) string { return "\n**阶段一**：EPIC-002\n\n**阶段二**：EPIC-001、EPIC-003\n\n" }), but: "en-water"},
		"swapped headings": {rule: "EP-020", path: epicIndex, edit: body(order, func(s string) string {
			return "\n### Phase 1\n\n- EPIC-002\n\n### Phase 2\n\n- EPIC-001\n- EPIC-003\n\n"
		})},
		"parallel":                  {rule: "EP-020", path: epicIndex, edit: body(order, func(s string) string { return "\n1. EPIC-001\n2. EPIC-002, EPIC-003\n\n" }), quiet: true},
		"first needs last":          {rule: "EP-021", path: epicIndex, edit: allOf(column("MVP", 1, "No"), body(scope, func(s string) string { return "\nEPIC-002 ships first. EPIC-001 is not in the MVP.\n" }))},
		"not in MVP 否":              {rule: "EP-021", path: epicIndex, edit: column("MVP", 1, "否")},
		"not in MVP v2":             {rule: "EP-021", path: epicIndex, edit: column("MVP", 1, "Phase 2")},
		"a needed epic excluded":    {rule: "EP-021", path: epicIndex, edit: each(noColumn("MVP"), body(scope, func(s string) string { return "\n- EPIC-002\n\nEPIC-001 follows later. EPIC-001 后续交付。\n" })), but: files},
		"dependency column":         {rule: "EP-021", path: epicFile, edit: sub(`(?m)^dependencies: \[.*\]`, "dependencies: [EPIC-003]"), but: "en-vault zh-lostfound"},
		"must after MVP":            {rule: "EP-022", path: epicIndex, edit: column("MVP", 2, "No")},
		"must after MVP 否":          {rule: "EP-022", path: epicIndex, edit: column("MVP", 1, "否")},
		"must in words":             {rule: "EP-022", path: epicIndex, edit: each(noColumn("MVP"), body(scope, func(s string) string { return "\nEPIC-002. EPIC-001 follows later.\n" })), but: files},
		"database setup":            {rule: "EP-023", path: epicIndex, edit: each(column("Title|标题", 1, "Database setup"), body(graph, all(`\[[^\]]*\]`, "")))},
		"backend":                   {rule: "EP-023", path: epicIndex, edit: column("Title|标题", 1, "Backend API")},
		"frontend":                  {rule: "EP-023", path: epicIndex, edit: column("Title|标题", 1, "Frontend implementation")},
		"infrastructure":            {rule: "EP-023", path: epicIndex, edit: column("Title|标题", 1, "Infrastructure and CI/CD")},
		"schema":                    {rule: "EP-023", path: epicIndex, edit: column("Title|标题", 1, "Database schema and migrations")},
		"前端开发":                      {rule: "EP-023", path: epicIndex, edit: column("Title|标题", 1, "前端开发")},
		"环境搭建":                      {rule: "EP-023", path: epicIndex, edit: column("Title|标题", 1, "环境搭建")},
		"数据库设计":                     {rule: "EP-023", path: epicIndex, edit: column("Title|标题", 1, "数据库设计与建表")},
		"后端接口":                      {rule: "EP-023", path: epicIndex, edit: column("Title|标题", 1, "后端接口开发")},
		"基础设施":                      {rule: "EP-023", path: epicIndex, edit: column("Title|标题", 1, "基础设施搭建")},
		"ui layer":                  {rule: "EP-023", path: epicIndex, edit: column("Title|标题", 1, "UI layer")},
		"value":                     {rule: "EP-023", path: epicIndex, edit: column("Title|标题", 1, "See the database of alarms on one page"), quiet: true},
		"a risk of nothing":         {rule: "EP-025", path: epicIndex, edit: body(risks, column("Epic|史诗", 1, "EPIC-009"))},
		"a risk of a range":         {rule: "EP-025", path: epicIndex, edit: body(risks, column("Epic|史诗", 1, "EPIC-003~009"))},
		"a risk in a list":          {rule: "EP-025", path: epicIndex, edit: body(risks, func(string) string { return "\n- EPIC-012: too late\n- 风险：EPIC-012 延期\n" })},
		"a risk in the text":        {rule: "EP-025", path: epicIndex, edit: body(risks, func(s string) string { return s + "\nEPIC-014 may slip.\n" })},
		"a risk in the answer":      {rule: "EP-025", path: epicIndex, edit: body(risks, column("Mitigation|缓解", 1, "EPIC-017 takes over"))},
		"a risk of all":             {rule: "EP-025", path: epicIndex, edit: body(risks, column("Epic|史诗", 1, "EPIC-001..003")), quiet: true},
		"a story that is XL":        {rule: "EP-019", path: epicText, edit: sub(`(?m)^((?:\*\*)?(?:Size|规模)(?:\*\*)?[:：] ?)[SML]$`, "${1}XL")},
		"a story of XL points":      {rule: "EP-019", path: epicText, edit: sub(`(?m)^((?:\*\*)?(?:Size|规模)(?:\*\*)?[:：] ?)[SML]$`, "- **Size**: XL (34 points)")},
		"a large story":             {rule: "EP-019", path: epicText, edit: sub(`(?m)^((?:\*\*)?(?:Size|规模)(?:\*\*)?[:：] ?)[SML]$`, "${1}L"), quiet: true},
		"an epic of one story":      {rule: "EP-018", path: epicFile, edit: sub(`(?s)\n### (STORY-00\d-002|Story \d\.2|故事 \d\.2).*$`, "\n")},
		"a flat epic of one story":  {rule: "EP-018", path: `epics\.md`, edit: sub(`(?s)\n#### STORY-003-002.*?\n## `, "\n## ")},
		"an epic of none":           {rule: "EP-018", path: epicFile, edit: sub(`(?s)\n### (STORY|Story|故事).*$`, "\n")},
		"an epic of thirteen":       {rule: "EP-018", path: epicFile, edit: more(strings.ReplaceAll(rows("\n### STORY-001-01%d: T\n\nText.\n", 9), "EPIC", "EPIC") + rows("\n### STORY-001-02%d: T\n\nText.\n", 5))},
		"a flat epic of thirteen":   {rule: "EP-018", path: `epics\.md`, edit: sub(`\n#### STORY-001-001`, rows("\n#### STORY-001-01%d: T\n\nText.\n", 9)+rows("\n#### STORY-001-02%d: T\n\nText.\n", 5)+"\n#### STORY-001-001")},
		"a story needs a later one": {rule: "EP-027", path: epicText, edit: sub(`(?m)^((?:\*\*)?(?:Size|规模)(?:\*\*)?[:：] ?[SML])$`, "$1\n**Dependencies**: STORY-001-009"), but: "zh-lostfound en-vault"},
		"a story waits for a later": {rule: "EP-027", path: epicText, edit: sub(`(?m)^((?:\*\*)?(?:Size|规模)(?:\*\*)?[:：] ?[SML])$`, "$1\n- **依赖**：STORY-001-002"), but: "zh-lostfound en-vault"},
		"a numbered story needs":    {rule: "EP-027", path: epicText, edit: sub(`(?m)^((?:\*\*)?(?:Size|规模)(?:\*\*)?[:：] ?[SML])$`, "$1\nDepends on: Story 1.2"), but: "zh-stocktake en-rota " + flat},
		"a story follows":           {rule: "EP-027", path: epicText, edit: sub(`(?m)^((?:\*\*)?(?:Size|规模)(?:\*\*)?[:：] ?[SML])$`, "$1\nCan only start after STORY-001-002 is done. 需在 STORY-001-002 完成后进行。"), but: "zh-lostfound en-vault"},
		"a story precedes":          {rule: "EP-027", path: epicText, edit: sub(`(?m)^((?:\*\*)?(?:Size|规模)(?:\*\*)?[:：] ?[SML])$`, "$1\nSTORY-001-002 builds on this."), quiet: true},
	})
}

func TestTrialsOfPlans(t *testing.T) {
	trace := `(?m)^\**(?:Traces to|追溯)\**[:：].*$`
	runTrials(t, map[string]trial{
		"a circle of two":    {rule: "EP-012", path: epicIndex, edit: sub(`(?m)^(\s+)(EPIC-001|E1)(\[.*?\])? --> (EPIC-002|E2)(.*)$`, "$0\n$1$4 --> $2")},
		"a circle of three":  {rule: "EP-012", path: epicIndex, edit: sub(`(?m)^(\s+)(EPIC-002|E2)(\[.*?\])? --> (EPIC-003|E3)(.*)$`, "$0\n$1$4 --> EPIC-001"), but: "en-water"},
		"an arrow to nobody": {rule: "EP-012", path: epicIndex, edit: sub(`(?m)^(\s+)(EPIC-001|E1)(\[.*?\])? --> .*$`, "$0\n$1$2 --> EPIC-009")},
		"a column of needs": {rule: "EP-012", path: epicIndex, edit: func(s string) string {
			return s + "\n## Dependencies\n\n| Epic | Depends on |\n|---|---|\n| EPIC-001 | EPIC-002 |\n| EPIC-002 | EPIC-001 |\n"
		}},
		"needs in frontmatter": {rule: "EP-012", path: epicFile, edit: sub(`(?m)\A---\n`, "---\ndepends_on: [EPIC-009]\n")},
		"needs of each other": {rule: "EP-012", path: epicIndex, edit: func(s string) string {
			return s + "\n## 依赖说明\n\n- EPIC-001 依赖 EPIC-002。\n- EPIC-002 依赖 EPIC-001。\n"
		}},
		"the second epic first":     {rule: "EP-020", path: epicIndex, edit: swapped},
		"the last epic first":       {rule: "EP-020", path: epicIndex, edit: all(`(?m)^1\. (\S*?EPIC-)001`, "1. ${1}003\n4. ${1}001")},
		"an order against a need":   {rule: "EP-020", path: epicIndex, edit: func(s string) string { return s + "\n## Dependency Notes\n\n- EPIC-001 depends on EPIC-003\n" }},
		"the first epic is not MVP": {rule: "EP-021", path: epicIndex, edit: column("MVP", 1, "No")},
		"a Must outside the MVP":    {rule: "EP-022", path: epicIndex, edit: column("MVP", 1, "No")},
		"no MVP at all":             {rule: "EP-010", path: epicIndex, edit: column("MVP", -1, "No")},
		"nine stories":              {rule: "EP-024", path: epicIndex, edit: column("Stories|故事数", 1, "9")},
		"estimates of nobody": {rule: "EP-024", path: epicIndex, edit: func(s string) string {
			return s + "\n## Estimation Summary\n\n| Size | Count |\n|---|---|\n| S | 20 |\n| M | 5 |\n"
		}},
		"a risk of nobody":               {rule: "EP-025", path: epicIndex, edit: sub(`(?s)^(.*\n#+ [^\n]*(?:Risks|风险).*?\| )EPIC-001`, "${1}EPIC-009")},
		"a story without a trace":        {rule: "EP-017", path: epicDocsFiles, edit: sub(trace, "")},
		"a story with an empty trace":    {rule: "EP-017", path: epicDocsFiles, edit: sub(trace, "**Traces to**: none")},
		"a story that needs a later one": {rule: "EP-027", path: epicDocsFiles, edit: sub(`(?m)^(#+ STORY-001-001[:：].*\n)`, "$1\nDepends on STORY-001-002.\n")},
		"a numbered story":               {rule: "EP-027", path: epicDocsFiles, edit: sub(`(?m)^(#+ (?:Story|故事) 1\.1[:：].*\n)`, "$1\n依赖：故事 1.2\n")},
	})
}

func TestTrialsOfSizes(t *testing.T) {
	size := `(?m)^((?:\*\*)?(?:Size|规模)(?:\*\*)?[:：] ?)[SML]$`
	storyTrace := `(?m)^(\**(?:Traces to|追溯)\**[:：] ?).*$`
	runTrials(t, map[string]trial{
		"file says no": {rule: "EP-021", path: epicFile, edit: sub(`(?m)^mvp: true`, "mvp: false")},
		"index moved":  {rule: "EP-022", path: epicIndex, edit: allOf(all(`REQ-002`, "REQ-09X"), all(`REQ-005`, "REQ-002"), all(`REQ-09X`, "REQ-005")), but: "zh-lostfound"},
		"row moved":    {rule: "EP-022", path: epicIndex, edit: each(sub(`(\|.*EPIC-001.*)REQ-002(, |、)`, "$1"), sub(`(\|.*EPIC-00[34] *\|.*|\|.*EPIC-003.*Should.*|\|.*EPIC-003.*应该.*)REQ-005`, "${1}REQ-002, REQ-005"), sub(`(\| REQ-002 \| )EPIC-001`, "${1}EPIC-003")), but: "en-vault zh-lostfound"},
		"whole file":   {rule: "EP-017", path: epicFile, edit: all(storyTrace, "")},
		"特大":           {rule: "EP-019", path: epicText, edit: sub(size, "${1}特大")},
		"超大":           {rule: "EP-019", path: epicText, edit: sub(size, "${1}超大")},
		"extra":        {rule: "EP-019", path: epicText, edit: sub(size, "${1}Extra large")},
		"X-Large":      {rule: "EP-019", path: epicText, edit: sub(size, "${1}X-Large")},
		"effort":       {rule: "EP-019", path: epicText, edit: sub(size, "**Effort**: XL")},
		"工作量":          {rule: "EP-019", path: epicText, edit: sub(size, "- 工作量：XL")},
		"row":          {rule: "EP-019", path: epicText, edit: sub(size, "| Field | Value |\n|---|---|\n| Size | XL |")},
		"row 2":        {rule: "EP-019", path: epicText, edit: sub(size, "| 规模 | 优先级 |\n|---|---|\n| 特大 | 必须 |")},
		"heading":      {rule: "EP-019", path: epicText, edit: sub(`(?m)^(#+ (?:STORY-\d+-001|Story \d.1|故事 \d.1)[:：].*)$`, "$1 (XL)")},
		"epic 特大":      {rule: "EP-019", path: epicIndex, edit: column("Size|规模", 2, "特大"), but: "en-rota zh-lostfound zh-stocktake"},
	})
}
