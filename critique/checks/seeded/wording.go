package seeded

import (
	"encoding/json"
	"strings"
)

// wordingOperators weaken a statement that is there, where the operators of [languageOperators] add a weak one.
func wordingOperators() []Operator {
	return []Operator{
		wide(op(language, "LX-019", "glossary term under another name", aliased())),
		op(language, "LX-001", "bound replaced by a vague word", reword(requirements,
			"A published shift MUST be visible to its nurse within 1 minute.", "A published shift MUST be visible to its nurse in a timely manner.",
			"A second run over an unchanged folder MUST upload less than 1 MiB.", "A second run over an unchanged folder MUST upload a reasonable amount of data.",
			"The system MUST call the duty phone within 2 minutes after an alarm.", "The system MUST call the duty phone in a timely manner after an alarm.",
			"清点结束后 5 分钟内，系统必须列出差异单。", "清点结束后，系统必须及时列出差异单。",
			"提交后 5 秒内，系统必须显示失物编号。", "提交后，系统必须及时显示失物编号。",
			"系统必须在 5 分钟内删除主机上的原文件。", "系统必须尽快删除主机上的原文件。"), "LX-016"),
		op(language, "LX-002", "escape clause in a quality requirement", reword(requirements,
			"SHALL serve the published rota during working shifts", "SHALL serve the published rota during working shifts where possible",
			"SHALL repeat at most 5 min of work in the next run.", "SHALL repeat at most 5 min of work in the next run if practicable.",
			"SHALL keep values during a failure of the server", "SHALL keep values during a failure of the server where possible",
			"系统应在手持机掉电后保留清点记录", "系统应尽可能在手持机掉电后保留清点记录",
			"系统应只向值班员与后勤主管提供证件原图。", "系统原则上应只向值班员与后勤主管提供证件原图。",
			"系统应在归档中断后从断点继续", "系统应在归档中断后尽量从断点继续")),
		op(language, "LX-003", "closed list opened", reword(requirements,
			"of a draft with nurse, shift and rule number.", "of a draft with nurse, shift, etc.",
			"MUST write the content, mode and modification time that", "MUST write the content, mode, etc. that",
			"A value with sensor, time and pressure MUST", "A value with sensor, time and so on MUST",
			"（破损、错放、漏记、丢失 4 种）", "（破损、错放、漏记等等）",
			"遮挡证件照片上的姓名、号码与头像", "遮挡证件照片上的姓名、号码等等",
			"包含账号、时间与条件", "包含账号、时间等等")),
		op(language, "LX-005", "two criteria run together", at(requirements, "REQ-002", inside(titles().criteria, func(p *page) bool {
			for i := p.from; i+1 < p.to; i++ {
				if !strings.HasPrefix(p.lines[i], "- ") || !strings.HasPrefix(p.lines[i+1], "- ") {
					continue
				}
				next := strings.TrimPrefix(strings.TrimPrefix(p.lines[i+1], "- "), "[ ] ")
				if p.zh {
					next = strings.TrimSuffix(p.lines[i], "。") + "，并且" + next
				} else {
					next = strings.TrimSuffix(p.lines[i], ".") + ", and " + strings.ToLower(next[:1]) + next[1:]
				}
				p.replace(i, i+2, next)
				return true
			}
			return false
		})), "LX-021"),
		op(language, "LX-012", "optional requirement worded as an obligation", reword(requirements,
			"The system could write one file", "The system MUST write one file",
			"The system could compute inflow", "The system MUST compute inflow",
			"系统可按季度抽取", "系统必须按季度抽取",
			"系统可按校区列出", "系统必须按校区列出",
			"系统可删除归档满", "系统必须删除归档满"), "XD-010"),
		op(language, "LX-013", "number replaced by an indefinite quantity", reword(requirements,
			"A nurse MUST hold at most 5 open offers.", "A nurse MUST hold only a few open offers.",
			"MUST print a recovery sheet of 24 words.", "MUST print a recovery sheet of several words.",
			"SHOULD publish a street in at most 4 steps.", "SHOULD publish a street in a few steps.",
			"必须在本地保存差异单 7 天。", "必须在本地保存差异单若干天。",
			"附 1 到 3 张照片。", "附若干张照片。",
			"输出匹配的日志行，最多 10000 行。", "输出若干匹配的日志行。"), "LX-001"),
		op(language, "LX-017", "target of about a value", reword(requirements,
			"| ≤ 2 s at P95 | Load test with 60 nurses |", "| about 2 s at P95 | Load test with 60 nurses |",
			"| Must | ≤ 60 min for 200 GB", "| Must | around 60 min for 200 GB",
			"| ≤ 3 s at P95 with 46 sensors | Browser", "| approximately 3 s at P95 with 46 sensors | Browser",
			"显示商品名称 | ≤ 500 毫秒（P95）", "显示商品名称 | 约 500 毫秒（P95）",
			"查找响应时间 | 必须 | ≤ 1.5 秒（", "查找响应时间 | 必须 | 1.5 秒左右（",
			"| ≤ 20%（每分钟均值） | 主机监控", "| 20% 左右（每分钟均值） | 主机监控"), "XD-004"),
	}
}

// glossary is where a session keeps its terms.
const glossary = "spec/glossary.json"

// aliased gives a session a glossary with one term, which the documents use throughout, and one sentence that uses the name
// that the glossary tells to avoid.
func aliased() apply {
	named := func(term, alias, definition, said string) apply {
		return func(files map[string][]byte) (map[string][]byte, string, bool) {
			changed, path, ok := reword(requirements, said, strings.Replace(said, term, alias, 1))(files)
			if !ok {
				return nil, "", false
			}
			var context struct {
				Session string `json:"session_id"`
			}
			if json.Unmarshal(files[seedFiles[0]], &context) != nil {
				return nil, "", false
			}
			text, err := json.MarshalIndent(map[string]any{
				"session_id": context.Session,
				"terms":      []any{map[string]any{"term": term, "definition": definition, "aliases": []string{alias}, "category": "core"}},
			}, "", "  ")
			if err != nil {
				return nil, "", false
			}
			changed[glossary] = append(text, '\n')
			return changed, path, true
		}
	}
	return either(
		named("violation", "breach", "A shift that breaks a rest rule", "MUST appear as a violation of rule R2."),
		named("snapshot", "restore point", "The state of a folder at the time of one backup", "a snapshot with 0 files"),
		named("district", "zone", "A part of the network with a meter at its inlet", "A district with more than 20 % silent sensors MUST"),
		named("差异单", "盘差单", "账面数与实盘数不一致时生成的单据", "差异单缺少原因编码时"),
		named("领取码", "取件码", "失主领回失物时出示的 6 位数字", "领取码错误 5 次后"),
		named("归档文件", "存档包", "压缩加密后的一天日志", "删除主机日志前比对归档文件的"))
}
