package seeded

import (
	"regexp"
	"strings"
)

// staleOperators leave one document behind when another moves on: counts, bounds, dates and scores that were right once.
func staleOperators() []Operator {
	return []Operator{
		op(trace, "XD-006", "report counts a decision too many", reword(readiness,
			"| Pass | ADR-001, ADR-002 |", "| Pass | 3 ADRs: ADR-001, ADR-002 |",
			"The six artifacts are present.", "The six artifacts are present, with 4 ADRs.",
			"| G-003 is covered | Pass | REQ-004, NFR-A-001 |\n", "| G-003 is covered | Pass | REQ-004, NFR-A-001 |\n| Decisions are recorded | Pass | 4 ADRs |\n",
			"NFR-S-001, NFR-U-001 |\n", "NFR-S-001, NFR-U-001 |\n| 决策已记录 | 通过 | 3 个 ADR |\n",
			"六份文档齐全。", "六份文档齐全，含 4 个 ADR。",
			"REQ-002, REQ-004, NFR-C-001 |\n", "REQ-002, REQ-004, NFR-C-001 |\n| 决策已记录 | 通过 | 3 个 ADR |\n"), "RD-020", "RD-017", "RQ-015"),
		op(trace, "XD-006", "gate counts the requirements of an earlier revision", reword(readiness,
			"(threshold 80), with two watch items.", "(threshold 80), with two watch items. All 8 functional requirements are covered.",
			"The package is ready for planning.", "The 7 functional requirements are ready for planning.",
			"Two watch items remain.", "Two watch items remain; all 6 functional requirements are covered.",
			"另有两项跟踪事项。", "另有两项跟踪事项；7 条功能需求均已覆盖。",
			"可进入实施计划。", "5 条功能需求可进入实施计划。",
			"保留两项跟踪事项。", "保留两项跟踪事项；6 条功能需求均已覆盖。"), "RD-020", "RQ-015", "XD-004"),
		op(trace, "XD-006", "context counts otherwise than the brief", raw(inBytes(
			"plan 12 wards", "plan 14 wards",
			"survey of 38 studios", "survey of 48 studios",
			"read 46 sensors", "read 54 sensors",
			"盘点 8 个仓库", "盘点 9 个仓库",
			"写明 5 个校区", "写明 6 个校区",
			"散落在 24 台主机", "散落在 28 台主机")), "XD-004"),
		op(trace, "XD-006", "epics announce another number of epics", on(epics, insert(regexp.MustCompile(`^## `),
			"The work is cut into 5 epics.", "全部工作分为 5 个史诗。")), "EP-024", "RQ-015"),
		op(trace, "XD-004", "decision quotes a bound that the requirement does not set", reword(architecture,
			"NFR-P-001 allows 2 s at P95", "NFR-P-001 allows 5 s at P95",
			"REQ-001 allows less than 1 MiB", "REQ-001 allows less than 10 MiB",
			"REQ-002 asks for an alarm within 12 h", "REQ-002 asks for an alarm within 24 h",
			"NFR-P-001 要求 500 毫秒内", "NFR-P-001 要求 800 毫秒内",
			"NFR-PERF-001 要求 1.5 秒内", "NFR-PERF-001 要求 3 秒内",
			"REQ-001 要求 90 分钟内归档", "REQ-001 要求 120 分钟内归档"), "RQ-031"),
		op(trace, "XD-004", "brief keeps a limit that the requirements have changed", reword(brief,
			"To know shifts 28 days ahead", "To know shifts 14 days ahead",
			"nightly backup of 200 GB keeps below 60 min", "nightly backup of 200 GB keeps below 90 min",
			"- A sensor sends at most one message in 15 minutes.", "- A sensor sends at most one message in 5 minutes.",
			"断网作业最长 8 小时", "断网作业最长 4 小时",
			"登记步骤不超过 4 步", "登记步骤不超过 6 步",
			"- 归档过程占用的处理器不超过 20%", "- 归档过程占用的处理器不超过 35%"), "RQ-031", "XD-006", "XD-013"),
		op(trace, "RQ-031", "two statements of the requirements disagree", reword(requirements,
			"28 days before the first shift", "21 days before the first shift",
			"MUST restore 50 files, chosen", "MUST restore 40 files, chosen",
			"sensor within 60 s after", "sensor within 90 s after",
			"断网 8 小时内保存", "断网 10 小时内保存",
			"在 4 步以内登记一件失物，", "在 6 步以内登记一件失物，",
			"- 单台主机每天日志量不超过 40 GB。", "- 单台主机每天日志量不超过 60 GB。"), "XD-004", "XD-006"),
		op(trace, "RD-014", "one dimension rescored and the total left", reword(readiness,
			"| Consistency | 25 % | 86 |", "| Consistency | 25 % | 66 |",
			"| Consistency | 22/25 |", "| Consistency | 12/25 |",
			"| Consistency | 20% | 85 | 17 |", "| Consistency | 20% | 55 | 17 |",
			"| 一致性 | 25% | 84 |", "| 一致性 | 25% | 64 |",
			"| 一致性 | 21/25 |", "| 一致性 | 11/25 |",
			"| 一致性 | 20% | 85 | 17 |", "| 一致性 | 20% | 55 | 17 |"), "RD-016", "RD-021"),
		op(trace, "RD-016", "gate passes below its own threshold", on(readiness, inside(titles().gate,
			swap(regexp.MustCompile(`(threshold |阈值 )80`), "${1}90"))), "RD-014"),
		op(trace, "XD-004", "watch item due on another day than the question behind it", reword(readiness,
			"| Consent for the yearly proof | Staffing office | 2025-04-21 |", "| Consent for the yearly proof | Staffing office | 2025-06-16 |",
			"| Battery test | Head of metering | 2025-07-31 |", "| Battery test | Head of metering | 2025-09-30 |",
			"| 散装商品的盘点方式 | 仓库主管 | 2025-04-28 |", "| 散装商品的盘点方式 | 仓库主管 | 2025-05-26 |",
			"问卷：信息中心，2025-06-06", "问卷：信息中心，2025-07-04",
			"| 日志量核对 | 运维组长 | 2025-06-20 |", "| 日志量核对 | 运维组长 | 2025-08-20 |"), "RQ-031", "RD-020"),
	}
}

// inBytes replaces each old text in a file that is no page.
func inBytes(oldNew ...string) func([]byte) []byte {
	all := strings.NewReplacer(oldNew...)
	return func(b []byte) []byte { return []byte(all.Replace(string(b))) }
}
