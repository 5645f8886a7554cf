package seeded

import (
	"regexp"
	"strings"
)

// ledgerOperators let an index and what it lists disagree: requirements and their files, epics and their stories, the rows of
// a matrix and the documents they point at.
func ledgerOperators() []Operator {
	t, c := titles(), columns()
	row := re(`\| (epic|史诗) \|`)
	return []Operator{
		op(trace, "XD-005", "requirement has another title where it is written than in the table", reword(requirements,
			"# REQ-004: Swap a shift", "# REQ-004: Print a pay slip",
			"# REQ-004: Encryption before upload", "# REQ-004: Bandwidth limit",
			"### REQ-004: Public page of affected streets", "### REQ-004: Newsletter for subscribers",
			"# REQ-004：回写进销存系统", "# REQ-004：导出财务凭证",
			"# REQ-004：凭领取码交还", "# REQ-004：上门派送失物",
			"### REQ-004：调取留痕", "### REQ-004：密码定期更换"), "X-006", "RQ-016", "XD-014"),
		op(trace, "XD-005", "row of the table links to the file of its neighbour", reword(requirements,
			"[REQ-002](REQ-002-rest-rules.md)", "[REQ-002](REQ-003-publish.md)",
			"[REQ-002](REQ-002-offline.md)", "[REQ-002](REQ-003-review.md)",
			"[[requirements/REQ-002-search\\|REQ-002]]", "[[requirements/REQ-003-match\\|REQ-002]]"), "X-005", "X-006"),
		op(trace, "RQ-026", "requirement holds the text of its neighbour", neighbourText(), "X-009"),
		op(trace, "RQ-016", "matrix gives a requirement to an epic that does not carry it", on(epics, inside(t.epicMatrix,
			inRow(row, re(`^(epic|史诗)$`), "REQ-002", constant("EPIC-003")))), "XD-018", "EP-022", "XD-010", "RD-020"),
		op(trace, "RQ-016", "matrix gives a requirement to a decision about something else", on(epics, inside(t.epicMatrix,
			inRow(row, re(`^ADR$`), "REQ-002", func(old string) string {
				if old == "ADR-002" {
					return "ADR-001"
				}
				return "ADR-002"
			}))), "XD-018", "RD-020"),
		op(trace, "XD-012", "matrix cites a decision that nobody took", on(epics, inside(t.epicMatrix,
			inRow(row, re(`^ADR$`), "REQ-003", constant("ADR-009")))), "XD-017", "XD-002", "X-005", "XD-005"),
		op(trace, "RQ-016", "epic's row drops a requirement that the matrix gives it", on(epics, inRow(c.epics, c.requirement, "EPIC-001", func(old string) string {
			_, rest, _ := strings.Cut(old, ", ")
			return rest
		})), "XD-018", "XD-002", "RD-020"),
		op(trace, "RQ-016", "story traces to a requirement of another epic", reword(epics,
			"[REQ-003](../requirements/REQ-003-publish.md), [NFR-U-001]", "[REQ-006](../requirements/REQ-006-yearly-proof.md), [NFR-U-001]",
			"Traces to: REQ-004, NFR-SEC-001", "Traces to: REQ-003, NFR-SEC-001",
			"**Traces to**: REQ-003\n", "**Traces to**: REQ-005\n",
			"[REQ-004](../requirements/REQ-004-write-back.md)", "[REQ-006](../requirements/REQ-006-spot-check.md)",
			"追溯：REQ-002、NFR-PERF-001", "追溯：REQ-006、NFR-PERF-001",
			"**追溯**：REQ-003\n", "**追溯**：REQ-005\n"), "XD-018", "XD-002", "EP-017"),
		op(trace, "RQ-015", "table lowers the priority of a quality requirement", reword(requirements,
			"| NFR-REL-001 | Interrupted runs | Must |", "| NFR-REL-001 | Interrupted runs | Could |",
			"| 查找响应时间 | 必须 |", "| 查找响应时间 | 可以 |"), "XD-010", "RQ-016"),
		op(trace, "XD-010", "epic's file lowers the priority that its row states", at(epics, "EPIC-002", either2(
			swap(regexp.MustCompile(`^priority: Must$`), "priority: Could"),
			swap(regexp.MustCompile(`^priority: 必须$`), "priority: 可以")))),
		op(trace, "EP-024", "epic's file and row disagree about its size", at(epics, "EPIC-001", key("size", "S")), "EP-014"),
		op(trace, "EP-024", "story dropped and the count left", at(epics, "EPIC-001", dropLastStory), "EP-018", "XD-002", "XD-006", "XD-011"),
		op(trace, "AR-023", "entity renamed in the requirements only", reword(requirements,
			"| Absence | nurse (reference)", "| Leave Request | nurse (reference)",
			"| Drill | id (integer)", "| Proof | id (integer)",
			"| Street | id (integer)", "| Notice | id (integer)",
			"| 货位 | 编码（", "| 商品档案 | 编码（",
			"| 领取记录 | 编号（", "| 交接单 | 编号（",
			"| 留痕记录 | 编号（", "| 审计流水 | 编号（")),
	}
}

// dropLastStory removes the last story of an epic.
func dropLastStory(p *page) bool {
	for i := p.to - 1; i > p.from; i-- {
		if storyNumber.MatchString(p.lines[i]) {
			end := i + 1
			for end < p.to && !strings.HasPrefix(p.lines[end], "#") {
				end++
			}
			p.replace(i, end)
			return true
		}
	}
	return false
}

// neighbourText puts what REQ-002 says below the heading of REQ-003, in place of its own words.
func neighbourText() apply {
	heading := regexp.MustCompile(`^#+ REQ-00[23](: |：)`)
	body := func(p *page) span {
		for i := p.from; i < p.to; i++ {
			if heading.MatchString(p.lines[i]) {
				return span{i + 1, p.to}
			}
		}
		return span{p.to, p.to}
	}
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		var said []string
		at(requirements, "REQ-002", func(p *page) bool {
			s := body(p)
			said = append(said, p.lines[s.start:s.end]...)
			return false
		})(files)
		return at(requirements, "REQ-003", func(p *page) bool {
			s := body(p)
			p.replace(s.start, s.end, said...)
			return len(said) > 0
		})(files)
	}
}
