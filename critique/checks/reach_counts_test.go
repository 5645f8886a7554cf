package checks

import "testing"

// TestReachOfCounts counts what there is in the ways in which documents do, in files
// of epics too, and what only looks like it.
func TestReachOfCounts(t *testing.T) {
	const (
		brief = "-- spec/product-brief.md --\n## Problem\n\nThe town reads 46 sensors by hand. An admin looks after 12 studios.\n\nIt starts on 4 pilot wards. 先在 4 个试点病区上线。共 46 台主机。\n"
		plan  = "-- spec/epics/_index.md --\n# Epics\n\n"
		epic  = "-- spec/epics/EPIC-001.md --\n# EPIC-001: Read\n\n"
	)
	for text, fires := range map[string]bool{
		plan + "A map shows the values of 64 sensors.\n":          true,
		plan + "地图显示 64 台主机。\n":                                   true,
		plan + epic + "One mail covers 20 studios.\n":             true,
		plan + "They replace the spreadsheet on 6 pilot wards.\n": true,
		plan + "在 6 个试点病区替换表格。\n":                                 true,
		plan + "A map shows the values of 46 sensors.\n":          false,
		plan + "A page of 64 sensors loads.\n":                    false,
		plan + "A group of 20 studios has one admin.\n":           false,
		plan + epic + "One mail covers 8 studios.\n":              false,
		plan + "They replace the spreadsheet on 4 pilot wards.\n": false,
		plan + "It is tested with 6 pilot wards.\n":               false,
		plan + "使用 6 个试点病区试验。\n":                                  false,
		plan + "| Epic | Title | Stories |\n|---|---|---|\n| EPIC-001 | Read | 9 |\n\nThere are 9 stories in all.\n" + epic + "### STORY-001-001: A\n\nx\n": false,
	} {
		probe(t, "XD-006", brief+text, fires)
	}
}

// TestReachOfTests repeats in a story how a quality is tested.
func TestReachOfTests(t *testing.T) {
	const (
		asked = "-- spec/requirements/_index.md --\n| ID | Title | Target | Method |\n|---|---|---|---|\n| NFR-M-001 | Setup | ≤ 30 min | 3 engineers follow the manual |\n| NFR-U-001 | Phone | 9 of 10 nurses within 15 s | Test |\n| NFR-U-002 | 接入 | ≤ 30 分钟 | 3 名工程师实测 |\n"
		story = "-- spec/epics/EPIC-001.md --\n# EPIC-001: Read\n\n### STORY-001-001: A\n\n**Traces to**: NFR-M-001, NFR-U-001, NFR-U-002\n\nAcceptance criteria:\n\n- [ ] "
	)
	for criterion, fires := range map[string]bool{
		"5 engineers each finish within 30 min":         true,
		"8 of 10 nurses find the shift within 15 s":     true,
		"5 名工程师各在 30 分钟内完成接入":                           true,
		"3 engineers each finish within 30 min":         false,
		"9 of 10 nurses find the shift within 15 s":     false,
		"5 engineers can work at the same time":         false,
		"3 名工程师各在 30 分钟内完成接入":                           false,
		"5 readers open the page, 1 of them within 9 s": false,
	} {
		probe(t, "XD-004", asked+"-- spec/epics/_index.md --\n# Epics\n"+story+criterion+"\n", fires)
	}
}
