package checks

import "testing"

// TestTrialsOfNumbers tries what goes wrong when one document says again what
// another has said.
func TestTrialsOfNumbers(t *testing.T) {
	runTrials(t, map[string]trial{
		"a problem told again with another number": {rule: "XD-004", path: briefFile, edit: allOf(
			sub(`14 hours per ward`, "18 hours per ward"), sub(`46 sensors by driving`, "64 sensors by driving"), sub(`for 5 months on average`, "for 7 months on average"),
			sub(`停业 1 天，每店`, "停业 3 天，每店"), sub(`散落在 24 台主机上`, "散落在 42 台主机上"), sub(`平均跑 3 个地点才`, "平均跑 5 个地点才")), but: "zh-lostfound en-water en-vault"},
		"an interface unlike the discovery":          {rule: "XD-004", path: `requirements\.md`, edit: sub(`Second call after 5 minutes`, "Second call after 15 minutes")},
		"a story's criterion with another exit code": {rule: "XD-004", path: epicDocsFiles, edit: allOf(sub(`以退出码 3 结束`, "以退出码 8 结束"), sub(`exit code 8 within 5 s`, "exit code 9 within 5 s"))},
		"a story's criterion with another count": {rule: "XD-004", path: epicDocsFiles, edit: allOf(sub(`month of 28 to 31 days`, "month of 28 to 35 days"), sub(`After 400 daily runs`, "After 200 daily runs"),
			sub(`上传 5000 条`, "上传 500 条"), sub(`more than 20 % silent`, "more than 30 % silent"))},
		"a part of what is required, sooner": {rule: "XD-004", path: epicDocsFiles, edit: allOf(sub(`(?m)^(- (?:\[ \] )?)The (map|result) [^\n]*$`, "${1}The $2 shows a clock after 1 s.\n${1}The bar above the $2 moves within 1 s of a click."),
			sub(`(?m)^(- (?:\[ \] )?)归档 40 GB 日志[^\n]*$`, "${1}归档日志开始 5 分钟后显示进度。"), sub(`(?m)^(- )第一页在[^\n]*$`, "${1}返回第一页前 0.5 秒显示进度。")), but: "en-vault zh-stocktake", quiet: true},
		"the same in another unit": {rule: "XD-004", path: epicDocsFiles, edit: allOf(sub(`within 1 minute`, "within 60 s"), sub(`2 分钟内上传`, "120 秒内上传")), quiet: true},
		"a story's bound unlike its requirement's": {rule: "XD-004", path: epicDocsFiles, edit: allOf(sub(`The result appears within 2 s`, "The result appears within 9 s"), sub(`uploads less than 1 MiB`, "uploads less than 9 MiB"),
			sub(`The map opens within 3 s`, "The map opens within 9 s"), sub(`在 90 分钟内完成`, "在 190 分钟内完成"), sub(`第一页在 1.5 秒内返回`, "第一页在 9 秒内返回"), sub(`清点结束后 5 分钟内`, "清点结束后 9 分钟内"))},
		"an architecture that misquotes a requirement": {rule: "XD-004", path: `architecture(/ADR-00\d.*)?\.md$`, edit: sub(`((?:REQ|NFR)[A-Z0-9-]* (?:asks for|allows|要求|限制)[^\d\n]*)(\d+)( ?(?:h|s|minutes|MiB|GB|分钟|秒|%))`, "${1}9${2}${3}")},
		"a decision that quotes what is not measured":  {rule: "XD-004", path: `architecture(/ADR-00\d.*)?\.md$`, edit: sub(`(REQ-00\d) (?:asks for|allows|needs|要求)`, "$1 asks for 3 persons and"), quiet: true},
		"a trial that others run more often":           {rule: "XD-004", path: `(architecture/_index|epics/EPIC-001.*)\.md$`, edit: sub(`断电试验 100 次`, "断电试验 300 次")},
	})
}
