package checks

import (
	"strings"
	"testing"
)

func TestTrialsOfAnyDocument(t *testing.T) {
	runTrials(t, map[string]trial{
		"braces in a cell":           {rule: "X-001", path: archIndex, edit: column("Mitigation|缓解", 1, "{mitigation}")},
		"double braces":              {rule: "X-001", path: briefFile, edit: sub(`(?m)^(#+ .*(?:Vision|愿景)\n\n)`, "${1}{{product_name}} ")},
		"angle brackets":             {rule: "X-001", path: briefFile, edit: sub(`(?m)^(#+ .*(?:Vision|愿景)\n\n)`, "${1}<PRODUCT_NAME> ")},
		"angle words":                {rule: "X-001", path: briefFile, edit: sub(`(?m)^(#+ .*(?:Vision|愿景)\n\n)`, "${1}<product name> ")},
		"chinese angle":              {rule: "X-001", path: briefFile, edit: sub(`(?m)^(#+ .*(?:Vision|愿景)\n\n)`, "${1}<产品名称> ")},
		"chinese brackets":           {rule: "X-001", path: briefFile, edit: sub(`(?m)^(#+ .*(?:Vision|愿景)\n\n)`, "${1}【待补充】")},
		"insert here":                {rule: "X-001", path: epicFile, edit: sub(`(?m)^(#+ .*(?:Stories|故事)\n\n)`, "${1}[insert description here]\n\n")},
		"your word here":             {rule: "X-001", path: reqIndex, edit: sub(`(?m)^(#+ .*(?:Constraints|约束).*\n\n)`, "${1}- [your constraint]\n")},
		"to be filled in":            {rule: "X-001", path: archIndex, edit: sub(`(?m)^(#+ .*(?:Security|安全)\n\n)`, "${1}[to be filled in]\n\n")},
		"placeholder word":           {rule: "X-001", path: archIndex, edit: sub(`(?m)^(#+ .*(?:Security|安全)\n\n)`, "${1}[placeholder: keys]\n\n")},
		"example word":               {rule: "X-001", path: archIndex, edit: sub(`(?m)^(#+ .*(?:Security|安全)\n\n)`, "${1}[填写密钥管理方式]\n\n")},
		"lorem ipsum":                {rule: "X-001", path: archIndex, edit: sub(`(?m)^(#+ .*(?:Security|安全)\n\n)`, "${1}Lorem ipsum dolor sit amet.\n\n")},
		"underscores":                {rule: "X-001", path: archIndex, edit: sub(`(?m)^(#+ .*(?:Security|安全)\n\n)`, "${1}Keys are held by ______.\n\n")},
		"heading":                    {rule: "X-001", path: reqFile, edit: sub(`(?m)^# (REQ-00\d)[:：].*$`, "# $1: {title}")},
		"title in the frontmatter":   {rule: "X-001", path: markdown, edit: sub(`(?m)^status: .*$`, "status: {status}")},
		"session in the frontmatter": {rule: "X-001", path: markdown, edit: sub(`(?m)^session_id: .*$`, `session_id: "{session_id}"`)},
		"path parameter":             {rule: "X-001", path: archIndex, edit: sub(`(?m)^(#+ .*(?:Security|安全)\n\n)`, "${1}GET /v1/{tenant}/keys and `{id}` need a key.\n\n"), quiet: true},
		"set":                        {rule: "X-001", path: archIndex, edit: sub(`(?m)^(#+ .*(?:Security|安全)\n\n)`, "${1}Roles are {a, b}; a reading [1] and [x] hold; see [notes].\n\n"), quiet: true},
		"html":                       {rule: "X-001", path: archIndex, edit: sub(`(?m)^(#+ .*(?:Security|安全)\n\n)`, "${1}<details>\n<summary>Keys</summary>\n\nText<br>more <kbd>Enter</kbd>.\n\n</details>\n\n"), quiet: true},
		"a type in braces":           {rule: "X-001", path: archIndex, edit: more("\n## Notes\n\n- path {string} of the file\n\nRun this:\n\n    logarc <input file> {name}\n"), quiet: true},
		"generic type":               {rule: "X-001", path: archIndex, edit: sub(`(?m)^(#+ .*(?:Security|安全)\n\n)`, "${1}Returns a List<String> or Map<Key, Value>, if a<b and c>d.\n\n"), quiet: true},

		"tbd in a cell":           {rule: "X-002", path: archIndex, edit: column("Retention|保留", 1, "TBD")},
		"tbd in parentheses":      {rule: "X-002", path: archIndex, edit: sub(`(?m)^(#+ .*(?:Security|安全)\n\n)`, "${1}Keys are rotated (TBD).\n\n")},
		"to be defined":           {rule: "X-002", path: archIndex, edit: sub(`(?m)^(#+ .*(?:Security|安全)\n\n)`, "${1}The key length is to be defined.\n\n")},
		"to be determined":        {rule: "X-002", path: archIndex, edit: sub(`(?m)^(#+ .*(?:Security|安全)\n\n)`, "${1}Key length: To be determined\n\n")},
		"to be decided":           {rule: "X-002", path: archIndex, edit: column("Retention|保留", 1, "to be decided")},
		"not yet decided":         {rule: "X-002", path: archIndex, edit: column("Retention|保留", 1, "not yet decided")},
		"chinese undecided":       {rule: "X-002", path: archIndex, edit: column("Retention|保留", 1, "未定")},
		"chinese to confirm":      {rule: "X-002", path: archIndex, edit: column("Retention|保留", 1, "待确认")},
		"chinese to be specified": {rule: "X-002", path: archIndex, edit: column("Retention|保留", 1, "待明确")},
		"chinese to be filled":    {rule: "X-002", path: archIndex, edit: column("Retention|保留", 1, "待填")},
		"chinese later":           {rule: "X-002", path: archIndex, edit: column("Retention|保留", 1, "后续完善")},
		"dotted tbd":              {rule: "X-002", path: archIndex, edit: column("Retention|保留", 1, "T.B.D.")},
		"tba":                     {rule: "X-002", path: archIndex, edit: column("Retention|保留", 1, "TBA")},
		"question marks":          {rule: "X-002", path: archIndex, edit: column("Retention|保留", 1, "??")},
		"bare todo":               {rule: "X-002", path: reqFile, edit: sub(`(?m)^(#+ .*(?:Criteria|标准)\n\n)`, "${1}- [ ] TODO\n")},
		"todo sentence":           {rule: "X-002", path: reqFile, edit: sub(`(?m)^(#+ .*(?:Criteria|标准)\n\n)`, "${1}- [ ] TODO add the limit\n")},
		"wip":                     {rule: "X-002", path: archIndex, edit: sub(`(?m)^(#+ .*(?:Security|安全)\n\n)`, "${1}WIP\n\n")},
		"coming soon":             {rule: "X-002", path: archIndex, edit: sub(`(?m)^(#+ .*(?:Security|安全)\n\n)`, "${1}(coming soon)\n\n")},
		"a todo list":             {rule: "X-002", path: archIndex, edit: sub(`(?m)^(#+ .*(?:Security|安全)\n\n)`, "${1}The TODO list of a user is private; orders to be defined by the user are kept.\n\n"), quiet: true},
		"a state named 待确认":       {rule: "X-002", path: archIndex, edit: sub(`(?m)^(#+ .*(?:Security|安全)\n\n)`, "${1}订单状态为待确认时不可删除，待定位的设备显示灰色；待确认后才能发货。\n\n"), quiet: true},

		"no frontmatter":            {rule: "X-003", path: markdown, edit: sub(`(?s)^---\n.*?\n---\n`, "")},
		"frontmatter never closed":  {rule: "X-003", path: briefFile, edit: sub(`(?s)^(---\n.*?\n)---\n`, "$1")},
		"no session_id":             {rule: "X-003", path: archIndex, edit: sub(`(?m)^session_id: .*\n`, "")},
		"no document_type":          {rule: "X-003", path: archIndex, edit: sub(`(?m)^document_type: .*\n`, "")},
		"no status":                 {rule: "X-003", path: epicIndex, edit: sub(`(?m)^status: .*\n`, "")},
		"empty status":              {rule: "X-003", path: report, edit: sub(`(?m)^status: .*`, "status:")},
		"empty session_id":          {rule: "X-003", path: report, edit: sub(`(?m)^session_id: .*`, "session_id: \"\"")},
		"frontmatter is no yaml":    {rule: "X-003", path: report, edit: sub(`(?m)^session_id: .*`, "session_id: [")},
		"member without status":     {rule: "X-003", path: reqFile, edit: sub(`(?m)^status: .*\n`, "")},
		"member without session_id": {rule: "X-003", path: adrFile, edit: sub(`(?m)^session_id: .*\n`, ""), but: "en-rota zh-stocktake"},

		"emptied section":               {rule: "X-004", path: archIndex, edit: emptied("^##.*(Testing|测试)")},
		"emptied security":              {rule: "X-004", path: archIndex, edit: emptied("^##.*(Security|安全)")},
		"emptied risks":                 {rule: "X-004", path: epicIndex, edit: emptied("^##.*(Risks|风险)")},
		"emptied order":                 {rule: "X-004", path: epicIndex, edit: emptied("^##.*(Order|顺序)")},
		"emptied description":           {rule: "X-004", path: reqFile, edit: emptied("^##.*(Description|描述)")},
		"emptied context":               {rule: "X-004", path: adrFile, edit: emptied("^##.*(Context|背景)")},
		"emptied decision":              {rule: "X-004", path: adrFile, edit: emptied("^##.*(Decision|决策)$")},
		"emptied negative":              {rule: "X-004", path: adrFile, edit: emptied("^###.*(Negative|负面)")},
		"emptied stories":               {rule: "X-004", path: epicFile, edit: emptied("^##.*(Stories|故事)$")},
		"emptied measurement":           {rule: "X-004", path: nfrFile, edit: emptied("^##.*(Measurement|度量)")},
		"a table without rows":          {rule: "X-004", path: archIndex, edit: body("^##.*(Risks|风险)", func(s string) string { return strings.Join(strings.Split(s, "\n")[:3], "\n") + "\n" })},
		"a section with a dash":         {rule: "X-004", path: archIndex, edit: body("^##.*(Testing|测试)", func(string) string { return "\n-\n" })},
		"a section with dots":           {rule: "X-004", path: archIndex, edit: body("^##.*(Testing|测试)", func(string) string { return "\n...\n" })},
		"a section with a comment":      {rule: "X-004", path: archIndex, edit: body("^##.*(Testing|测试)", func(string) string { return "\n<!-- describe how the system is tested here, with numbers -->\n" })},
		"a section that says see":       {rule: "X-004", path: archIndex, edit: body("^##.*(Testing|测试)", func(string) string { return "\nSee below.\n" })},
		"a section with an empty fence": {rule: "X-004", path: archIndex, edit: body("^##.*(Testing|测试)", func(string) string { return "\n```\n```\n" })},
		"nothing but the title":         {rule: "X-004", path: reqFile, edit: sub(`(?s)(\n# [^\n]*\n).*$`, "$1")},
		"nothing but the title, flat":   {rule: "X-004", path: archIndex, edit: sub(`(?s)(\n# [^\n]*\n).*$`, "$1")},
		"explicit none":                 {rule: "X-004", path: archIndex, edit: body("^##.*(Testing|测试)", func(string) string { return "\n不涉及。\n" }), quiet: true},
		"explicit not applicable":       {rule: "X-004", path: archIndex, edit: body("^##.*(Testing|测试)", func(string) string { return "\n- N/A\n" }), quiet: true},
		"a link to more":                {rule: "X-004", path: archIndex, edit: body("^##.*(Testing|测试)", func(string) string { return "\n[test plan](../product-brief.md)\n" }), quiet: true},

		"a dead image":            {rule: "X-005", path: archIndex, edit: sub(`(?m)^(#+ .*(?:Security|安全)\n\n)`, "${1}![keys](img/keys.png)\n\n")},
		"a dead reference":        {rule: "X-005", path: archIndex, edit: each(sub(`(?m)^(#+ .*(?:Security|安全)\n\n)`, "${1}See [the plan][plan].\n\n"), more("\n[plan]: security-plan.md\n"))},
		"a dead link with anchor": {rule: "X-005", path: archIndex, edit: sub(`(?m)^(#+ .*(?:Security|安全)\n\n)`, "${1}See [the plan](security-plan.md#keys).\n\n")},
		"a dead file in a table":  {rule: "X-005", path: reqIndex, edit: sub(`\]\(REQ-002-[a-z-]+\.md\)`, "](REQ-002-gone.md)")},
		"a dead folder":           {rule: "X-005", path: report, edit: sub(`\n## `, "\n[notes](notes/)\n\n## ")},
		"a dead link upwards":     {rule: "X-005", path: epicFile, edit: sub(`\n## `, "\n[plan](../plans/plan.md)\n\n## ")},
		"a dead wikilink":         {rule: "X-005", path: reqIndex, edit: sub(`\[\[requirements/REQ-002-search`, "[[requirements/REQ-002-gone")},
		"a wikilink elsewhere":    {rule: "X-005", path: briefFile, edit: sub(`\n## `, "\nSee [[notes/ideas]] and [[ideas]].\n\n## "), quiet: true},
		"a link in a comment":     {rule: "X-005", path: briefFile, edit: sub(`\n## `, "\n<!-- [x](gone.md) -->\n\n## "), quiet: true},

		"a heading twice":          {rule: "X-006", path: reqIndex, edit: sub(`### REQ-002`, "### REQ-001")},
		"a goal row twice":         {rule: "X-006", path: briefFile, edit: sub(`\| G-002 `, "| G-001 ")},
		"a goal item twice":        {rule: "X-006", path: briefFile, edit: sub(`\*\*G-002\*\*`, "**G-001**")},
		"an epic row twice":        {rule: "X-006", path: epicIndex, edit: sub(`(?m)^\| EPIC-002 `, "| EPIC-001 ")},
		"a decision heading twice": {rule: "X-006", path: archIndex, edit: sub(`### ADR-002`, "### ADR-001")},
		"a story heading twice":    {rule: "X-006", path: `epics`, edit: sub(`STORY-001-002([:：])`, "STORY-001-001$1"), but: "en-rota zh-stocktake"},
		"a story of a file twice":  {rule: "X-006", path: epicFile, edit: sub(`STORY-001-002([:：])`, "STORY-001-001$1")},
		"a quality row twice":      {rule: "X-006", path: reqIndex, edit: sub(`(?m)^(\| \[?NFR-[A-Z]+-001.*\n)`, "$1$1")},
		"the row and its section":  {rule: "X-006", path: reqIndex, edit: more("\n## Notes\n\nREQ-001 is old.\n"), quiet: true},

		"a requirement row cut":    {rule: "X-007", path: reqIndex, edit: sub(`(?m)^\| (\[+)?(requirements/)?REQ-003.*\n`, ""), but: "en-water zh-logarc"},
		"a goal cut":               {rule: "X-007", path: briefFile, edit: sub(`(?m)^[|-] (\*\*)?G-002.*\n`, "")},
		"the first goal cut":       {rule: "X-007", path: briefFile, edit: sub(`(?m)^[|-] (\*\*)?G-001.*\n`, "")},
		"an epic cut":              {rule: "X-007", path: epicIndex, edit: sub(`(?m)^\| (\[+)?(epics/)?EPIC-002.*\n`, ""), but: "en-water zh-logarc"},
		"a decision renumbered":    {rule: "X-007", path: archIndex, edit: all(`ADR-002`, "ADR-004")},
		"a story renumbered":       {rule: "X-007", path: epicFile, edit: all(`STORY-001-002`, "STORY-001-005")},
		"a story renumbered, flat": {rule: "X-007", path: `epics\.md`, edit: all(`STORY-001-002`, "STORY-001-004")},

		"skeleton of the brief": {rule: "X-008", path: briefFile, edit: func(s string) string {
			lines := strings.Split(s, "\n")
			for i, l := range lines {
				if strings.HasPrefix(l, "- ") || strings.HasPrefix(l, "| ") && !strings.HasPrefix(lines[min(i+1, len(lines)-1)], "|--") {
					lines[i] = l[:1] + " {text} |"
				}
			}
			return strings.Join(lines, "\n")
		}},

		"a section twice": {rule: "X-010", path: archIndex, edit: func(s string) string {
			return s + "\n## Security\n\nA second text about the keys of the system.\n\n## 安全\n\n第二段关于密钥保管的说明文字。\n\n## 八、安全\n\n第二段。\n\n## 8. Security\n\nAgain.\n\n## 🔒 安全\n\n第三段。\n"
		}},
		"a level left out":       {rule: "X-010", path: archIndex, edit: sub(`(?m)^## (.*(?:Security|安全))$`, "#### $1")},
		"a subsection twice":     {rule: "X-010", path: briefFile, edit: sub(`(?m)^### (Out of Scope|范围外)$`, "### In Scope\n\n- More\n\n### In Scope\n\n- Still more\n\n### $1")},
		"the same name in epics": {rule: "X-010", path: archIndex, edit: more("\n## Notes\n\n### Cost\n\nMuch.\n\n## More notes\n\n### Cost\n\nLittle.\n"), quiet: true},

		"a question without owner":      {rule: "X-011", path: reqIndex, edit: more("\n## Open Questions\n\n- Who pays for the discs?\n")},
		"a chinese question":            {rule: "X-011", path: briefFile, edit: more("\n## 开放问题\n\n- 密钥遗失后能否恢复？\n")},
		"a question in a table":         {rule: "X-011", path: briefFile, edit: more("\n## Open Questions\n\n| Question | Owner |\n|---|---|\n| Who pays? | |\n")},
		"a question in a chinese table": {rule: "X-011", path: briefFile, edit: more("\n## 待解决问题\n\n| 问题 | 负责人 | 期限 |\n|---|---|---|\n| 谁付费 | - | - |\n")},
		"a question as a paragraph":     {rule: "X-011", path: briefFile, edit: more("\n## Open Questions\n\nWho pays for the discs in the second year?\n")},
		"an owned question":             {rule: "X-011", path: briefFile, edit: more("\n## Open Questions\n\n| Question | Owner |\n|---|---|\n| Who pays? | Kim |\n\nNone beyond these.\n"), quiet: true},

		"complete over tbd":               {rule: "X-012", path: reqIndex, edit: each(sub(`(?m)^status: .*$`, "status: complete"), more("\nThe limit is TBD.\n"))},
		"final over tbd":                  {rule: "X-012", path: reqIndex, edit: each(sub(`(?m)^status: .*$`, "status: final"), more("\nThe limit is TBD.\n"))},
		"chinese done over tbd":           {rule: "X-012", path: reqIndex, edit: each(sub(`(?m)^status: .*$`, "status: 已完成"), more("\n上限待定。\n"))},
		"complete with a blocker":         {rule: "X-012", path: reqIndex, edit: each(sub(`(?m)^status: .*$`, "status: complete"), more("\n## Open Questions\n\n- Blocking: who pays? Owner: Kim\n"))},
		"complete with a chinese blocker": {rule: "X-012", path: reqIndex, edit: each(sub(`(?m)^status: .*$`, "status: complete"), more("\n## 开放问题\n\n- 【阻塞】谁付费？负责人：王\n"))},
		"complete with an open box":       {rule: "X-012", path: reqIndex, edit: each(sub(`(?m)^status: .*$`, "status: complete"), more("\n## Open Questions\n\n- [ ] Blocking: who pays? Owner: Kim\n"))},
		"in progress":                     {rule: "X-012", path: reqIndex, edit: each(sub(`(?m)^status: .*$`, "status: in_progress"), more("\nThe limit is TBD.\n")), quiet: true},
		"incomplete":                      {rule: "X-012", path: reqIndex, edit: each(sub(`(?m)^status: .*$`, "status: incomplete"), more("\nThe limit is TBD.\n")), quiet: true},
		"not final":                       {rule: "X-012", path: reqIndex, edit: each(sub(`(?m)^status: .*$`, "status: not final"), more("\nThe limit is TBD.\n")), quiet: true},

		"a row cut short":         {rule: "X-013", path: archIndex, edit: sub(`(?m)^(#+ .*(?:Risks|风险)\n\n.*\n.*\n\| [^|]*\| [^|]*\|).*$`, "$1")},
		"a column emptied":        {rule: "X-013", path: archIndex, edit: column("Impact|影响", -1, "")},
		"a row of too many cells": {rule: "X-013", path: archIndex, edit: sub(`(?m)^(#+ .*(?:Risks|风险)\n\n.*\n.*\n\|[^|]*\|)`, "$1 a | b |")},
		"a pipe in code":          {rule: "X-013", path: archIndex, edit: sub(`(?m)^(#+ .*(?:Risks|风险)\n\n.*\n.*\n\|[^|]*)\|`, "$1 `a | b` |")},
		"an escaped pipe":         {rule: "X-013", path: archIndex, edit: sub(`(?m)^(#+ .*(?:Risks|风险)\n\n.*\n.*\n\|[^|]*)\|`, "$1 `a \\| b` |"), quiet: true},
	})
}
