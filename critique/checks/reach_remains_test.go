package checks

import "testing"

// TestRemains gives the rules other forms of what writers and generators leave
// behind, and what only looks like it.
func TestRemains(t *testing.T) {
	const risks = "## Risks\n\n| Risk | Answer |\n|---|---|\n| Disk full | alarm |\n"
	const two = "-- spec/epics/_index.md --\n| Epic | Title | Depends on |\n|---|---|---|\n| EPIC-001 | Verify | - |\n| EPIC-002 | Restore | EPIC-001 |\n\n## Dependency Map\n\n"
	for rule, texts := range map[string]map[bool][]string{
		"X-001": {
			true: {risks + "| ... | ... |\n", risks + "| … | … |\n", risks + "| Net down | …… |\n", "## Risks\n\n- Disk full\n- ...\n",
				"## Risks\n\n*Describe the biggest risks here.*\n", "## Risks\n\nRemove this section if it does not apply.\n", "## Risks\n\nThis section should describe what can go wrong.\n",
				"## 风险\n\n在此描述主要风险。\n", "## 风险\n\n> 说明：提交前请删除本说明。\n", "## 风险\n\n本节应描述可能出现的问题。\n"},
			false: {risks + "| 1 ... 9 | ... of 3 |\n", "## Example\n\n| ID | Name |\n|---|---|\n| 1 | a |\n| ... | ... |\n", "## Steps\n\n- A user can delete this note.\n- The list is shown here.\n",
				"## 步骤\n\n- 用户可以删除该段。\n- 用户在此处填写名称。\n", "## Steps\n\n- And then ... nothing.\n"},
		},
		"X-014": {
			true:  {"## A\n\nThe rest of the section is unchanged.\n", "## A\n\nUnchanged from the previous version.\n", "## A\n\n[rest of this table omitted]\n", "## 甲\n\n其余内容不变，见上一版。\n", "## 甲\n\n同上一版。\n", "## 甲\n\n（其他章节不变）\n"},
			false: {"## A\n\nThe rest of the file is read.\n", "## A\n\n- The rest of a record stays unchanged when one field is edited, and the log says which.\n", "## 甲\n\n- 恢复时其余文件保持不变\n", "## 甲\n\n其他设置不变。\n"},
		},
		"X-003": {
			true:  {"-- spec/epics/_index.md --\n---\nsession_id: S-1\ndocument_type: requirements-index\nstatus: draft\n---\n# E\n", "-- spec/product-brief.md --\n---\nsession_id: S\nphase: 2\nstatus: draft\n---\n# B\n-- spec/architecture/_index.md --\n---\nsession_id: S\nphase: 4\nstatus: draft\n---\n# A\n-- spec/epics/_index.md --\n---\nsession_id: S\nphase: 4\nstatus: draft\n---\n# E\n"},
			false: {"-- spec/epics/_index.md --\n---\nsession_id: S-1\ndocument_type: work-breakdown\nstatus: draft\n---\n# E\n", "-- spec/product-brief.md --\n---\nsession_id: S\nphase: 1\nstatus: draft\n---\n# B\n-- spec/architecture/_index.md --\n---\nsession_id: S\nphase: 3\nstatus: draft\n---\n# A\n-- spec/epics/_index.md --\n---\nsession_id: S\nphase: 4\nstatus: draft\n---\n# E\n"},
		},
		"EP-002": {
			true:  {two + "```mermaid\ngraph LR\n  EPIC-001\n  EPIC-002\n```\n"},
			false: {two + "```mermaid\ngraph LR\n  EPIC-001 --> EPIC-002\n```\n", two + "None.\n", two + "```mermaid\ngraph LR\n  EPIC-001\n  EPIC-002\n```\n\nThe two epics do not need each other.\n", two + "```\nEPIC-001 -> EPIC-002\n```\n"},
		},
		"RQ-019": {
			true:  {"-- spec/requirements/REQ-001.md --\n## Acceptance Criteria\n\n- An accepted swap SHALL be processed properly.\n", "-- spec/requirements/REQ-001.md --\n## Acceptance Criteria\n\n- The system must handle all invalid files appropriately\n", "-- spec/requirements/REQ-001.md --\n## 验收标准\n\n- 文件损坏时，系统应能正确处理该错误。\n"},
			false: {"-- spec/requirements/REQ-001.md --\n## Acceptance Criteria\n\n- An accepted swap must be processed within 1 minute.\n- A handled error is logged with its code.\n", "-- spec/requirements/REQ-001.md --\n## 验收标准\n\n- 文件损坏时，系统以退出码 5 处理该错误。\n- 中文文件名正确显示为“报告”\n"},
		},
		"LX-014": {
			true:  {"-- spec/product-brief.md --\n## Goals\n\n- G-001: restoring goes from 9 min down to 2, by test\n"},
			false: {"-- spec/product-brief.md --\n## Goals\n\n- G-001: restoring goes from 9 to 2 min\n- G-002: calls fall from 4 to 1 per swap\n", "-- spec/product-brief.md --\n## 目标\n\n- G-001：从 9 分钟降到 2 分钟\n"},
		},
	} {
		for fires, list := range texts {
			for _, text := range list {
				probe(t, rule, text, fires)
			}
		}
	}
}
