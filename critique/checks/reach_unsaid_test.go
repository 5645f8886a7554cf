package checks

import "testing"

// TestReachOfUnsaidMeasures gives the rules about ways to measure, criteria and limits
// what stands in their place and says nothing, and what only looks like it.
func TestReachOfUnsaidMeasures(t *testing.T) {
	criteria := func(body string) string {
		return "-- spec/requirements/REQ-001-save.md --\n---\npriority: Must\n---\n# REQ-001: Save\n\nThe draft is kept.\n\n## Acceptance Criteria\n\n" + body + "\n"
	}
	method := func(text string) string {
		return "| ID | Title | Target | Measured by |\n|---|---|---|---|\n| NFR-001 | Restore time | 5 min | " + text + " |\n"
	}
	inFile := func(text string) string {
		return "-- spec/requirements/_index.md --\n| ID | Title | Target |\n|---|---|---|\n| NFR-001 | Restore time | 5 min |\n-- spec/requirements/NFR-001.md --\n# NFR-001: Restore time\n\n- **Method**: " + text + "\n"
	}
	for rule, forms := range map[string]struct {
		in            func(string) string
		fires, silent []string
	}{
		"RQ-018": {criteria,
			[]string{"- None", "- See user story", "The criteria will be written with the pilot wards.", "- as described above", "- 无", "- 同上", "验收标准由测试组补写。", "等测试组提供。"},
			[]string{"- None of the drafts is lost", "- See the mark \"saved\" after 5 s", "- 无草稿时显示“暂无”", "- 同上一页的编号不重复", "Criteria will be listed by date within 5 s, newest first, at most 20 a page."},
		},
		"RQ-019": {criterion,
			[]string{"The user story is fulfilled", "The requirement is met", "Matches the description", "The month looks right", "The ward manager is satisfied with the draft", "与需求一致", "满足用户故事", "按描述实现即可", "登记功能已完成开发", "值班员对登记满意"},
			[]string{"The requirement is met when 3 of 4 drafts load", "The total matches the sum of the rows", "The user is shown the draft", "满足需求数量后停止接单", "与需求数量一致时显示“完成”", "按描述排序显示 5 条", "The row is content with the mark of 3 wards"},
		},
		"RQ-022": {method,
			[]string{"tbd", "manual", "Testing", "QA", "monitoring", "will be measured", "to be agreed with IT", "人工", "测试", "专人负责", "后续监控", "由运维确认", "按标准"},
			[]string{"load test", "manual count of 20 drafts", "Test with 10 users", "monitoring of the probe", "人工抽查 20 份", "压测 30 分钟", "由运维每周统计日志", "按 ISO 25023 测量"},
		},
		"LX-002": {criterion,
			[]string{"The draft must show the gaps where this is feasible", "The draft must show the gaps insofar as the directory allows it", "在接口支持的范围内，系统必须显示编号"},
			[]string{"The draft must go as far as the last row", "The ward must be shown where it is kept", "系统必须列出接口支持的格式"},
		},
		"LX-006": {criterion,
			[]string{"The draft must contain fewer errors", "系统必须减少值班员的操作步骤", "系统必须降低值班员的工作量", "系统必须缩短登记时间"},
			[]string{"The draft must contain fewer than 5 errors", "系统必须把登记时间缩短到 30 秒", "系统必须减少一次库存次数 1", "系统必须提高报警的音量 3 分贝"},
		},
		"LX-011": {criterion,
			[]string{"The system must mail or text the nurse, or both", "系统必须显示编号或者校区（或两者）"},
			[]string{"The system must ask for both keys", "系统必须核对或者两者之和"},
		},
		"X-002": {method, []string{"tbd", "tbc"}, []string{"tbd-report of the probe"}},
		"RQ-029": {func(s string) string { return "-- spec/requirements/REQ-001.md --\n# REQ-001: Keep\n\n" + s + "\n" },
			[]string{"The system keeps files of any size.", "The user attaches an unlimited number of notes.", "系统接收任意大小的文件。", "用户可添加不限数量的附件。"},
			[]string{"The system keeps files of two kinds.", "系统接收任意格式。", "不限校区。"},
		},
	} {
		for fires, texts := range map[bool][]string{true: forms.fires, false: forms.silent} {
			for _, text := range texts {
				probe(t, rule, forms.in(text), fires)
			}
		}
	}
	for text, fires := range map[string]bool{"tests": true, "人工": true, "load test of 30 min": false, "压测 30 分钟": false} {
		probe(t, "RQ-022", inFile(text), fires)
	}
}
