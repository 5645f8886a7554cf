package checks

import "testing"

// TestCopies gives the rules texts that stand twice, states that only one document is
// in, and answers to risks that are none.
func TestCopies(t *testing.T) {
	const (
		decision = "-- spec/architecture/ADR-001.md --\n---\nid: ADR-001\nstatus: accepted\n---\n# ADR-001: Disk\n\n## Context\n\nBackups of 40 studios have to lie somewhere.\n\n## Decision\n\nEach studio gets one disk of its own.\n\n## Consequences\n\nA disk costs 90 a year.\n-- spec/architecture/ADR-002.md --\n---\nid: ADR-002\nstatus: accepted\n---\n# ADR-002: Tape\n\n"
		arch     = "-- spec/architecture/_index.md --\n## Risks\n\n"
		table    = arch + "| Risk | Impact | Mitigation |\n|---|---|---|\n| Disk full | high | "
		tableHan = "-- spec/architecture/_index.md --\n## 风险\n\n| 风险 | 影响 | 缓解措施 |\n|---|---|---|\n| 磁盘写满 | 高 | "
	)
	set := func(brief, requirements, file, epics string) string {
		front := func(path, status string) string {
			return "-- spec/" + path + " --\n---\nsession_id: S-1\nid: REQ-00" + path[len(path)-4:len(path)-3] + "\nstatus: " + status + "\n---\n# T\n\n"
		}
		return front("product-brief.md", brief) + front("requirements/_index.md", requirements) + front("requirements/REQ-001.md", "complete") + front("requirements/REQ-002.md", file) +
			front("requirements/REQ-003.md", "approved") + front("architecture/_index.md", "complete") + front("epics/_index.md", epics)
	}
	for rule, texts := range map[string]map[bool][]string{
		"X-009": {
			true:  {decision + "## Context\n\nBackups of 40 studios have to lie somewhere.\n\n## Decision\n\nEach studio gets one disk of its own.\n\n## Consequences\n\nA disk costs 90 a year.\n"},
			false: {decision + "## Context\n\nBackups of 40 studios have to lie somewhere.\n\n## Decision\n\nA tape is written once a month.\n\n## Consequences\n\nA tape costs 30 a year.\n"},
		},
		"X-012": {
			true:  {set("complete", "complete", "draft", "complete"), set("complete", "complete", "in progress", "complete"), set("complete", "complete", "草稿", "complete")},
			false: {set("draft", "complete", "complete", "complete"), set("complete", "draft", "draft", "complete"), set("draft", "draft", "draft", "draft"), set("complete", "draft", "draft", "draft"), set("complete", "complete", "active", "complete"), set("complete", "complete", "superseded", "complete")},
		},
		"AR-013": {
			true: {table + "Keep an eye on it |\n", table + "Monitor closely. |\n", table + "We will deal with it when it occurs |\n", table + "Follow best practices |\n", table + "Take appropriate measures |\n", table + "Unlikely |\n",
				tableHan + "持续关注 |\n", tableHan + "加强沟通 |\n", tableHan + "出现问题再处理 |\n", tableHan + "采取相应措施 |\n", tableHan + "视情况而定 |\n", tableHan + "密切关注此风险 |\n",
				arch + "- Disk full: keep an eye on it\n", arch + "**Disk full** — monitor\n", arch + "- Disk full\n  - Mitigation: be careful\n", "-- spec/architecture/_index.md --\n## 风险\n\n- 磁盘写满：持续关注\n",
				"-- spec/product-brief.md --\n## Risks\n\n| Risk | Mitigation |\n|---|---|\n| Disk full | Watch it |\n"},
			false: {table + "Monitor the free space, alarm at 90 % |\n", table + "Watched by the night shift each day |\n", table + "Accept |\n", table + "Avoid the vendor's format |\n", table + "Second disk |\n",
				tableHan + "每日关注剩余空间，90% 时告警 |\n", tableHan + "由夜班监控 |\n", tableHan + "接受 |\n",
				arch + "- Disk full: alarm at 90 %\n", "-- spec/product-brief.md --\n## Risks\n\n- Disk full\n- Slow net\n"},
		},
	} {
		for fires, list := range texts {
			for _, text := range list {
				probe(t, rule, text, fires)
			}
		}
	}
}
