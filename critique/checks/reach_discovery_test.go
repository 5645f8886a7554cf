package checks

import "testing"

// TestReachOfHollowFields gives the rules on discovery-context.json fields that are
// filled with words for "nothing", and values that only resemble them.
func TestReachOfHollowFields(t *testing.T) {
	const (
		users       = `{"seed_analysis": {"problem_statement": "Admins lose hours restoring backups", "target_users": `
		constraints = `{"seed_analysis": {"problem_statement": "Admins lose hours restoring backups", "constraints": `
		risks       = `{"seed_analysis": {"problem_statement": "Admins lose hours restoring backups", "risks": `
		dimensions  = `{"seed_analysis": {"exploration_dimensions": `
		domain      = `{"seed_analysis": {"domain": `
		evidence    = `{"relevant_files": [{"path": "a.go", "evidence": "holds the store"}, {"path": "b.go", "evidence": `
		problem     = `{"seed_analysis": {"target_users": ["admins"], "problem_statement": `
	)
	for rule, texts := range map[string]map[bool][]string{
		"DC-002": {
			true:  {problem + `"Unknown at this point in time"}}`, problem + `"To be refined with the customer in phase 2"}}`, problem + `"待客户提供"}}`, problem + `"后续与客户沟通后再确定具体问题"}}`, problem + `"见附件中的详细说明，此处不再赘述"}}`, problem + `"See the attached document for details"}}`},
			false: {problem + `"Nobody knows which backups work"}}`, problem + `"备份是否可用，目前未知，恢复时才发现损坏"}}`, problem + `"Unknown senders fill the inbox of the clinic"}}`},
		},
		"DC-003": {
			true: {users + `["users"]}}`, users + `["everyone"]}}`, users + `"unknown"}}`, users + `["N/A"]}}`, users + `["internal", "external"]}}`, users + `["All users of the system"]}}`,
				users + `["用户"]}}`, users + `["所有人"]}}`, users + `"不限"}}`, users + `["未知"]}}`, users + `["普通用户"]}}`, users + `[{"name": "users"}]}}`},
			false: {users + `["everyone", "admins"]}}`, users + `["users of small sites"]}}`, users + `["customers"]}}`, users + `["all nurses"]}}`, users + `{"admins": {"need": "proof"}}}}`,
				users + `["客户"]}}`, users + `["全体护士"]}}`, users + `["用户：离线写作的编辑"]}}`, users + `[{"name": "users", "need": "to write offline"}]}}`},
		},
		"DC-004": {
			true:  {constraints + `["unknown"]}}`, constraints + `["to be clarified"]}}`, constraints + `"待确认"}}`, constraints + `["-"]}}`, constraints + `["as usual"]}}`},
			false: {constraints + `["none"]}}`, constraints + `["无"]}}`, constraints + `["unknown", "offline"]}}`, constraints + `["离线"]}}`, constraints + `{"offline": true}}}`},
		},
		"DC-005": {
			true:  {risks + `["none"]}}`, risks + `"None identified"}}`, risks + `["-"], "assumptions": ["n/a"]}}`, risks + `["无"]}}`, risks + `["暂无"], "open_questions": ["未发现风险"]}}`},
			false: {risks + `["none"], "assumptions": ["disks are encrypted"]}}`, risks + `["No network at night"]}}`, risks + `["无网络时无法备份"]}}`},
		},
		"DC-006": {
			true:  {dimensions + `"storage"}}`, dimensions + `{"a": "storage", "b": "restore"}}}`, dimensions + `"盘点、复核"}}`},
			false: {dimensions + `"storage, restore, operations"}}`, dimensions + `{"a": "storage", "b": "restore", "c": "alarm"}}}`, dimensions + `"盘点、复核、对账"}}`},
		},
		"DC-007": {
			true: {domain + `"unknown"}}`, domain + `"Not specified"}}`, domain + `"your domain"}}`, domain + `"Domain name here"}}`, domain + `"TBD by the team"}}`, domain + `"to be completed"}}`, domain + `"placeholder"}}`,
				domain + `"请填写"}}`, domain + `"此处填写领域"}}`, domain + `"待定（下周补）"}}`, domain + `"未知"}}`, domain + `"示例"}}`, domain + `"待客户确认"}}`},
			false: {domain + `"unknown senders"}}`, domain + `"sample management in laboratories"}}`, domain + `"Your Health insurance"}}`, dimensions + `["Add users", "Enter values"]}}`, `{"input_type": "unknown"}`,
				domain + `"示例代码托管"}}`, domain + `"待处理订单确认"}}`, constraints + `["n/a"]}}`, domain + `"未知病原检测"}}`},
		},
		"DC-009": {
			true:  {domain + `null}}`, users + `null}}`},
			false: {`{"codebase_context": null, "seed_analysis": {"domain": "备份"}}`},
		},
		"DC-012": {
			true:  {evidence + `"n/a"}]}`, evidence + `"general knowledge"}]}`, evidence + `"assumed"}]}`, evidence + `"see the code"}]}`, evidence + `"常识"}]}`, evidence + `"见代码"}]}`, evidence + `"相关"}]}`},
			false: {evidence + `"see the code of the store"}]}`, evidence + `"interview 3"}]}`, evidence + `"见 store.go 第 40 行"}]}`, evidence + `["b.go:40"]}]}`},
		},
	} {
		for fires, list := range texts {
			for _, text := range list {
				probe(t, rule, "-- spec/discovery-context.json --\n"+text+"\n", fires)
			}
		}
	}
}
