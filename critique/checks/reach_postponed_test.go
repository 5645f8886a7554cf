package checks

import "testing"

// TestPostponed gives the rule about what is unfinished the many ways to put something
// off, and what a product, a risk or a plan may well say of later.
func TestPostponed(t *testing.T) {
	const table = "-- spec/requirements/_index.md --\n## Integrations\n\n| System | On failure |\n|---|---|\n| Payroll | "
	const brief = "-- spec/product-brief.md --\n"
	for fires, list := range map[bool][]string{
		true: {
			brief + "## Security\n\nThis section will be written after the review.\n", brief + "## Security\n\nThis chapter is still to be completed.\n",
			brief + "## Security\n\nThe remaining sections will be completed in May.\n",
			brief + "## Security\n\nThe threat model will be added after the architecture review.\n", brief + "## Security\n\nRoles are to be agreed in the next workshop.\n",
			brief + "## Security\n\nLeft for a later draft.\n", brief + "## Security\n\nDetails will follow.\n", brief + "## Security\n\nMore to come.\n", brief + "## Security\n\nNot yet written.\n",
			brief + "## Security\n\nPending input from the security team\n", brief + "## Security\n\nWill be defined once the stack is chosen.\n",
			brief + "## 安全\n\n本节将在评审之后撰写。\n", brief + "## 安全\n\n本章内容后续完善。\n", brief + "## 安全\n\n该部分待评审后补充。\n", brief + "## 安全\n\n威胁模型待设计评审后再补充。\n", brief + "## 安全\n\n权限方案另行确定。\n",
			brief + "## 安全\n\n稍后补充\n", brief + "## 安全\n\n- 留空\n", brief + "## 安全\n\n（此处省略）\n", brief + "## 安全\n\n（编写中）\n", brief + "## 安全\n\n容后再议。\n",
			table + "to follow |\n", table + "awaiting answer from payroll |\n", table + "(not sure) |\n", table + "待进一步确认 |\n", table + "暂缺 |\n", table + "再议 |\n", table + "left open for now |\n", table + "placeholder |\n",
			brief + "## Security\n\nAll is encrypted.\n\n<!-- TODO: name the key store -->\n", brief + "## 安全\n\n全部加密。\n\n<!-- 待补充：密钥存放位置 -->\n",
		},
		false: {
			brief + "## Security\n\nThis section lists who may read what. This list will be shown after the review of a rota.\n",
			brief + "## Features\n\nA comment can be added after a review, and the figures follow the headings.\n\nThe details follow in the table below:\n\n- One\n",
			brief + "## Out of Scope\n\n- A phone app, which will be specified after the first review\n",
			brief + "## Risks\n\n- The interface has not yet been agreed in a workshop; we start with files.\n",
			brief + "## Open Questions\n\n- Limits: to be decided in the next workshop (Kim)\n",
			brief + "## 功能\n\n用户可跳过，稍后完善资料。主管审核后确定库存。会议结束后生成纪要。\n",
			brief + "## 功能\n\n- 待审核\n- 删除（需确认）\n- 等待主管确认\n", brief + "**Status**: Pending review by the board\n",
			brief + "## Features\n\n- Later versions of a file are kept; a user sees the next version.\n\n<!-- The numbers are from the survey. -->\n",
			table + "The request is placed in the queue and follows later by file |\n", table + "waits for an answer for 5 s |\n",
			"-- spec/requirements/_index.md --\n## Requirements\n\n| ID | Status |\n|---|---|\n| REQ-001 | pending review |\n",
		},
	} {
		for _, text := range list {
			probe(t, "X-002", text, fires)
		}
	}
}
