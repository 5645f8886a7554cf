package checks

import "testing"

// TestToolMarks gives the rule about residue what merges, patches, shells, chats and
// tools leave in a document, and pages that only look like it.
func TestToolMarks(t *testing.T) {
	for fires, list := range map[bool][]string{
		true: {
			"## Limits\n\n<<<<<<< HEAD\n- One host\n=======\n- Two hosts\n>>>>>>> revision-2\n",
			"## Limits\n\n- One host\n>>>>>>> main\n",
			"---\nsession_id: S-1\n<<<<<<< HEAD\nstatus: draft\n=======\nstatus: complete\n>>>>>>> b\n---\n# B\n",
			"## 约束\n\n<<<<<<< SEARCH\n- 一台主机\n=======\n- 两台主机\n>>>>>>> REPLACE\n",
			"||||||| 3fa9c1d\n\n- One host\n",
			"diff --git a/spec/product-brief.md b/spec/product-brief.md\n",
			"@@ -12,4 +12,6 @@ Risks\n\n- Disk full\n",
			"+## Risks\n\nDisk full.\n",
			"--- a/spec/epics/_index.md\n+++ b/spec/epics/_index.md\n",
			"cat > spec/product-brief.md << 'EOF'\n\n# Brief\n",
			"# Brief\n\nNo file is lost.\n\nEOF\n",
			"$ git add spec/\n\n# Brief\n",
			"# Brief\n\nFile created successfully at: spec/product-brief.md\n",
			"# Brief\n\nThe file spec/product-brief.md has been updated.\n",
			"# 简介\n\n文件已成功写入：spec/product-brief.md\n",
			"# Brief\n\nTool result: 42 lines\n",
			"# Brief\n\nError: request timed out after 120 s\n",
			"# Brief\n\nTraceback (most recent call last):\n",
			"<system-reminder>Keep it short</system-reminder>\n\n# Brief\n",
			"# Brief\n\n<answer>\n\nNo file is lost.\n",
			"# Brief\n\nNo file is lost.\n\n</invoke>\n",
			"# Brief\n\nMost studios lose files【4†survey】.\n",
			"# Brief\n\nMost studios lose files citeturn0search3.\n",
			"# Brief\n\nMost studios lose files [cite: 4, 7].\n",
			"# Brief\n\nMost studios lose files :contentReference[oaicite:1]{index=1}.\n",
			"# Brief\n\nNo file is lost.<|im_end|>\n",
			"# Brief\n\n[Response truncated]\n",
			"# Brief\n\n⏺ Write(spec/product-brief.md)\n",
			"# Brief\n\n复制代码\n",
			"# Brief\n\nFor caf\ufffds and bars.\n",
			"# Brief\n\nFor cafÃ©s and bars, which donâ€™t close.\n",
			"# 简介\n\næ–‡ä»¶ä¸ä¼šä¸¢失。\n",
			"# 简介\n\n\\u4e0d\\u4e22\\u5931\\u6587\\u4ef6。\n",
			"     1→# Brief\n     2→\n     3→No file is lost.\n",
			"12\t# Brief\n13\t- No file is lost.\n",
		},
		false: {
			"# Brief\n\nRisks\n=======\n\n> > Quoted twice.\n",
			"# Brief\n\nA merge writes `<<<<<<< HEAD` into the file.\n\n```diff\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n```\n",
			"# Brief\n\n```\n1→a\n2→b\n```\n",
			"# Brief\n\n| a | b | c |\n|---|---|---|\n||||||\n",
			"# Brief\n\n- + 20 % of studios\n- -## is no heading\n\n+ one more item\n+ **Priority**: another\n",
			"# Brief\n\nThe file that was created is read back. A tool answers within 2 s. 文件写入成功后显示条数。\n",
			"# Brief\n\nAn error of the request is shown. Error handling: one retry.\n\nThe exit code 3 means a full disk.\n",
			"# Brief\n\n<details>\n<summary>More</summary>\n\n| x |\n|---|\n\n</details>\n",
			"# Brief\n\nThe café in SÃO PAULO and 【重要】 notes, [1] and [^2].\n",
			"# Brief\n\n1 → 2 → 3 are the steps.\n\n2 → 3 is the last.\n",
			"# Brief\n\nUsers turn 2 pages; a search returns 0 rows.\n",
		},
	} {
		for _, text := range list {
			probe(t, "X-014", "-- spec/product-brief.md --\n"+text, fires)
		}
	}
}

// TestTemplateResidue gives the rule about placeholders what templates and prompts say
// and offer, left where the document should stand.
func TestTemplateResidue(t *testing.T) {
	const epic = "-- spec/epics/_index.md --\n# Epics\n\n"
	risks := func(cell string) string {
		return "-- spec/architecture/_index.md --\n## Risks\n\n| Risk | Impact | Probability | Mitigation |\n|---|---|---|---|\n| Disk full | " + cell + " | Low | alarm |\n"
	}
	for fires, list := range map[bool][]string{
		true: {
			"-- spec/requirements/REQ-001.md --\n---\nid: REQ-001\npriority: Must / Should / Could\n---\n# REQ-001: Verify\n",
			"-- spec/requirements/REQ-001.md --\n# REQ-001: Verify\n\n**Priority**: Must | Should | Could | Won't\n",
			"-- spec/requirements/REQ-001.md --\n# REQ-001: Verify\n\n- 优先级：必须/应该/可以\n",
			"-- spec/requirements/_index.md --\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify | Must\\|Should\\|Could |\n",
			risks("High/Medium/Low"), risks("low / medium / high"), risks("Low or medium or high"), "-- spec/architecture/_index.md --\n## 风险\n\n| 风险 | 影响 |\n|---|---|\n| 磁盘写满 | 高/中/低 |\n",
			"-- spec/architecture/ADR-001.md --\n# ADR-001: Disk\n\n**Status**: Proposed | Accepted | Superseded\n",
			"-- spec/architecture/ADR-001.md --\n---\nid: ADR-001\nstatus: proposed | accepted\n---\n# ADR-001: Disk\n",
			"-- spec/product-brief.md --\n---\nstatus: draft|complete\n---\n# B\n",
			"-- spec/readiness-report.md --\n## Gate\n\nVerdict: Pass / Review / Fail\n",
			"-- spec/readiness-report.md --\n## 门禁\n\n**结论**：通过 / 不通过\n",
			epic + "| Epic | Title | MVP | Size |\n|---|---|---|---|\n| EPIC-001 | Verify | Yes/No | L |\n",
			epic + "| Epic | Title | MVP | Size |\n|---|---|---|---|\n| EPIC-001 | Verify | Yes | S / M / L / XL |\n",
			epic + "- Given [context], when [action], then [expected result]\n",
			epic + "- Given <precondition>, when <action>, then <outcome>\n",
			epic + "- Given ..., when ..., then ...\n", epic + "- Given ___ when ___ then ___\n",
			epic + "As a [role], I want [feature] so that [benefit].\n", epic + "As a ___, I want ___ so that ___.\n", epic + "As a nurse, I want ... so that ...\n",
			epic + "- 给定[前置条件]，当[用户操作]，则[预期结果]\n", epic + "- 给定……，当……时，则……\n", epic + "作为【角色】，我想【功能】，以便【价值】。\n", epic + "作为XX，我想要XX，以便XX。\n",
			epic + "- The answer comes within X ms\n", epic + "- 响应时间不超过 X 秒\n", epic + "- ≥ XX % of runs pass\n",
			epic + "{% for story in stories %}\n", epic + "{{#each stories}}\n", epic + "Owner: __TEAM_NAME__\n", epic + "| Epic | Title |\n|---|---|\n| EPIC-001 | undefined |\n",
			"-- spec/product-brief.md --\n## Vision (1-3 sentences)\n\nNo file is lost.\n", "-- spec/product-brief.md --\n## 愿景（一句话）\n\n不丢失任何文件。\n",
			"-- spec/product-brief.md --\nYou are a senior product manager writing a brief.\n",
			"-- spec/product-brief.md --\n你是一名资深产品经理，请编写简介。\n",
			"-- spec/product-brief.md --\nYour task is to write the brief.\n", "-- spec/product-brief.md --\n你的任务是撰写产品简报。\n",
			"-- spec/product-brief.md --\nOutput format: Markdown with frontmatter\n", "-- spec/product-brief.md --\n输出格式：Markdown\n",
			"-- spec/product-brief.md --\n## Goals\n\nList 3-5 measurable goals.\n", "-- spec/product-brief.md --\n## Risks\n\n*Describe at least two risks with their mitigation.*\n",
			"-- spec/product-brief.md --\n## 目标\n\n请列出 3 个可衡量的目标。\n", "-- spec/product-brief.md --\n## 风险\n\n至少列出 3 个风险。\n",
			epic + "(repeat for each epic)\n", epic + "Repeat this section for each epic.\n", epic + "（如不适用请删除本节）\n", epic + "可复制本节以添加更多史诗。\n", epic + "Delete this section if not applicable.\n",
			epic + "Add more rows as needed.\n", epic + "根据需要增加行。\n", epic + "Respond only with Markdown.\n", epic + "请用中文输出。\n", epic + "Please follow the template below.\n", epic + "请按照以上模板填写。\n",
		},
		false: {
			"-- spec/requirements/REQ-001.md --\n---\nid: REQ-001\npriority: Must\n---\n# REQ-001: Verify\n\n**Priority**: Must (P0)\n",
			risks("High/Medium"), risks("Medium / High (at night)"),
			"-- spec/requirements/_index.md --\n## Data Requirements\n\n| Field | Status |\n|---|---|\n| ticket | draft / review / approved |\n\n- Priority: high / medium / low\n",
			"-- spec/requirements/REQ-001.md --\n# R\n\n## Acceptance Criteria\n\n- Status: draft / approved\n- The list can be sorted by high / medium / low\n",
			"-- spec/architecture/_index.md --\n## Configuration\n\n| Key | Level |\n|---|---|\n| alarm | high / medium / low |\n",
			"-- spec/readiness-report.md --\n## Gate\n\nVerdict: Pass / 92 %\n",
			epic + "- Given a damaged chunk [REQ-003], when a restore runs, then exit code 5 [see ADR-001]\n",
			epic + "- 给定损坏的文件，当恢复时，则退出码为 5……\n",
			epic + "As a nurse, I want [a list](list.md) so that I see [gaps](gaps.md).\n",
			epic + "Files are called [date]-... and a user waits ... until then.\n",
			epic + "- [x] [P1] The drill prints [name] of the host\n", epic + "Axis X and X-ray; \"X ms\" and Level X. 第 X 章之外无 X 轴。\n",
			epic + "The name undefined is refused. A story is told as a user, I want: rest.\n",
			epic + "Your role is to be shown in the list; you are an admin of two sites.\n\n- List 3 goals on the page\n- 请列出的条目在页面显示\n\n系统至少列出 3 个结果。用户可复制该行。\n",
			epic + "The template below the list is used by 3 teams. Output formats: PDF, CSV.\n\nRisks are listed by impact. Users add more rows in the table.\n",
			epic + "## Example\n\nGiven [context], when [action], then [result]\n",
		},
	} {
		for _, text := range list {
			probe(t, "X-001", text, fires)
		}
	}
}
