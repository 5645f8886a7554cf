package checks

import "testing"

func TestTrialsOfConstraints(t *testing.T) {
	const (
		briefArch   = `(product-brief|architecture(/_index)?)\.md$`
		constraints = `^##.*(Constraints|约束)`
		stack       = `^##.*(Technology Stack|技术栈)`
		components  = `^##.*(Components|组件$)`
		dataReq     = `^##.*(Data Requirements|数据需求)`
	)
	adding := func(title, row string) func(string) string {
		return body(title, sub(`(?s)(.*\n\|[^\n]*\|\n)`, "${1}"+row+"\n"))
	}
	inBrief := func(constraint string) func(string) string {
		return body(constraints, func(s string) string { return "\n- " + constraint + s })
	}
	conflict := func(c, row string) func(string) string {
		return allOf(inBrief(c), adding(stack, row))
	}
	conflictComp := func(c, row string) func(string) string { return allOf(inBrief(c), adding(components, row)) }
	conflictReq := func(c, row string) func(string) string { return allOf(inBrief(c), adding(dataReq, row)) }
	conflictIn := func(c, text string) func(string) string {
		return allOf(inBrief(c), body(stack, func(s string) string { return s + "\n\n" + text + "\n" }))
	}
	runTrials(t, map[string]trial{
		"nothing is uploaded":              {rule: "XD-013", path: briefArch, edit: conflict(`Everything runs locally; nothing is uploaded.`, `| Store | Firebase | 10 | Hosted cloud database | Apache-2.0 |`), every: true},
		"本地存储":                             {rule: "XD-013", path: briefArch, edit: conflict(`所有数据必须本地存储。`, `| Store | Firebase | 10 | Hosted cloud database | Apache-2.0 |`), every: true},
		"仅支持本地部署":                          {rule: "XD-013", path: briefArch, edit: conflict(`仅支持本地部署。`, `| Store | Firebase | 10 | Hosted cloud database | Apache-2.0 |`), every: true},
		"不得上传到云端":                          {rule: "XD-013", path: briefArch, edit: conflict(`数据不得上传到云端。`, `| Store | Firebase | 10 | Hosted cloud database | Apache-2.0 |`), every: true},
		"a sentence on the stack":          {rule: "XD-013", path: briefArch, edit: conflictIn(`The product works offline. 产品必须离线运行。`, `All records are stored in a cloud service of the vendor.`), every: true},
		"一句话":                              {rule: "XD-013", path: briefArch, edit: conflictIn(`所有数据必须本地存储。`, `数据保存在云端，由 SaaS 服务提供。`), every: true},
		"a refusal":                        {rule: "XD-013", path: briefArch, edit: conflictIn(`The product works offline. 产品必须离线运行。`, `No cloud service is used; 不使用云服务。`), every: true, quiet: true},
		"a component":                      {rule: "XD-013", path: briefArch, edit: conflictComp(`All data stays on the local network. 数据必须本地存储。`, `| Cloud Sync | Uploads all records to AWS S3 | REQ-001 |`), every: true},
		"一个组件":                             {rule: "XD-013", path: briefArch, edit: conflictComp(`所有数据必须本地存储。`, `| 云同步 | 把全部记录上传到阿里云 | REQ-001 |`), every: true},
		"personal fields of a requirement": {rule: "XD-013", path: `(product-brief|requirements(/_index)?)\.md$`, edit: conflictReq(`No personally identifiable information is stored. 不存储个人身份信息。`, `| Contact | name (text, 80), email (text, 120), phone (text, 20) | One per user |`), every: true},
	})
}

// TestTrialsOfConflicts tries what the constraints of the sessions rule out, and
// constraints that rule out what follows.
func TestTrialsOfConflicts(t *testing.T) {
	const built = `(?m)^(\| (?:Layer|层) .*\n\|[-| ]*\n)`
	row := func(cell string) func(string) string {
		return sub(built, "${1}| Extra | "+cell+" | 1 | because | MIT |\n")
	}
	// both changes the constraints of the brief and the stack of the architecture.
	both := func(constraint, cell string) func(string) string {
		return func(text string) string {
			if changed := row(cell)(text); changed != text {
				return changed
			}
			return body(`^(##.*|\*\*)(Constraints|约束)`, func(s string) string { return s + "\n- " + constraint + "\n" })(text)
		}
	}
	const online = "en-vault en-water zh-stocktake" // nothing there keeps the product off the net
	briefAndDesign := `(product-brief|architecture(/_index)?)\.md$`
	runTrials(t, map[string]trial{
		"a cloud store":                   {rule: "XD-013", path: archIndex, edit: row("AWS S3"), but: online},
		"a service of others":             {rule: "XD-013", path: archIndex, edit: row("SendGrid"), but: online},
		"a Chinese cloud store":           {rule: "XD-013", path: archIndex, edit: row("阿里云 OSS"), but: online},
		"a store of its own":              {rule: "XD-013", path: archIndex, edit: row("MinIO, self-hosted, compatible with AWS S3"), quiet: true},
		"no way out":                      {rule: "XD-013", path: briefAndDesign, every: true, edit: both("The product must work without internet access.", "Amazon RDS")},
		"on premises":                     {rule: "XD-013", path: briefAndDesign, every: true, edit: both("Runs on premises only.", "Azure Blob Storage")},
		"nothing leaves":                  {rule: "XD-013", path: briefAndDesign, every: true, edit: both("No data leaves the company network.", "a SaaS service")},
		"本地保存":                            {rule: "XD-013", path: briefAndDesign, every: true, edit: both("所有数据存储在本地。", "云数据库")},
		"内网部署":                            {rule: "XD-013", path: briefAndDesign, every: true, edit: both("只能部署在内网。", "腾讯云 COS")},
		"离线运行":                            {rule: "XD-013", path: briefAndDesign, every: true, edit: both("系统必须离线运行。", "云端存储")},
		"offline, kept in step by itself": {rule: "XD-013", path: briefAndDesign, every: true, edit: both("Works offline and syncs when online.", "AWS S3"), but: "en-rota zh-logarc zh-lostfound", quiet: true},
	})
}
