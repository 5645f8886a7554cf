//go:build linux

package main

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"discussd/pipeline/verdict"
)

const specTeam = "[panel]\nprofile = \"spec-team\"\n"

// specTeamRounds are the rows of the round configuration.
var specTeamRounds = []struct{ id, artifact, label, record, perspectives, next string }{
	{"DISCUSS-001", "discovery-context.json", "范围讨论", "discuss-001-scope.md", "product, risk", "下一阶段应关注: 访谈五位从不来借的居民; 写下第一期不做什么"},
	{"DISCUSS-002", "product-brief.md", "Brief评审", "discuss-002-brief.md", "product, technical, quality", "下一阶段应关注: "},
	{"DISCUSS-003", "requirements/_index.md", "需求讨论", "discuss-003-requirements.md", "quality, product", "下一阶段应关注: "},
	{"DISCUSS-004", "architecture/_index.md", "架构讨论", "discuss-004-architecture.md", "technical, risk", "下一阶段应关注: "},
	{"DISCUSS-005", "epics/_index.md", "Epics讨论", "discuss-005-epics.md", "product, technical, quality", "下一阶段应关注: "},
	{"DISCUSS-006", "readiness-report.md", "最终签收", "discuss-006-final.md", "product, technical, quality, risk", "所有阶段已完成,建议进入执行。"},
}

// TestSpecTeam has a spec team's six artifacts, which lie beside each other and not
// in spec/, discussed one after the other, and goes through the tables that its
// agents work by, row by row. testdata/spec-team holds the artifacts, what the
// CLIs answer, and what comes of it.
func TestSpecTeam(t *testing.T) {
	t.Parallel()
	const want = "testdata/spec-team/want/"
	s := newStage(t, specTeam, "gemini", "codex", "claude")
	s.enter(".workflow/.spec-team/工具屋", "testdata/spec-team/session")
	s.script("testdata/spec-team/answers")
	s.background(s.root)
	verdicts, records := map[string]verdict.Verdict{}, map[string]string{}
	for _, round := range specTeamRounds {
		verdicts[round.id] = s.await(round.id)
		records[round.id] = s.read("discussions/" + round.record)
	}
	s.row("讨论轮次配置", func(t *testing.T) {
		for _, round := range specTeamRounds {
			s.row(round.id+" "+round.label, func(t *testing.T) {
				v, record := verdicts[round.id], records[round.id]
				if v.Profile != "spec-team" || v.Label != round.label || v.Artifact.Path != round.artifact || v.Record == nil || v.Record.Path != "discussions/"+round.record {
					t.Errorf("got %s, %s, %s, %v", v.Profile, v.Label, v.Artifact.Path, v.Record)
				}
				var names []string
				for _, p := range v.Perspectives {
					names = append(names, p.Name)
				}
				if got := strings.Join(names, ", "); got != round.perspectives || v.Basis != "panel" {
					t.Errorf("asked %s, %s: %q", got, v.Basis, v.Notes)
				}
				holds(t, record, "# 讨论记录: "+round.label+" ("+round.id+")", "**讨论对象**: "+round.artifact, "**参与视角**: "+round.perspectives, round.next)
				golden(t, path.Join(want, "discussions", round.record), record)
			})
		}
	})
	s.row("讨论维度模型", func(t *testing.T) { specTeamPerspectives(s, records) })
	s.row("讨论记录", func(t *testing.T) { specTeamRecord(s, records) })
	s.row("Message Types", func(t *testing.T) {
		golden(t, path.Join(want, "messages.jsonl"), byRound(s.read(".msg/messages.jsonl")))
		for _, round := range specTeamRounds {
			said := s.bus(round.id)
			if len(said) != 2 || said[0].Type != "impl_progress" {
				t.Errorf("%s: %+v", round.id, said)
			}
			for _, l := range said {
				if l.From != "spec-discuss" || l.To != "coordinator" || !strings.HasPrefix(l.Summary, "[spec-discuss] ") {
					t.Errorf("%s: %+v", round.id, l)
				}
			}
		}
		// error: see the error handling
		for id, text := range map[string]string{
			"impl_progress DISCUSS-006":      "开始 最终签收: 4 个视角分析",
			"discussion_ready DISCUSS-002":   "Brief评审讨论完成: 4个行动项, 1个开放问题, 总体positive",
			"discussion_blocked DISCUSS-004": "架构讨论讨论阻塞: 1个关键分歧需决策",
		} {
			s.row(id, func(t *testing.T) {
				kind, round, _ := strings.Cut(id, " ")
				for _, l := range s.bus(round) {
					if l.Type == kind && l.Summary == "[spec-discuss] "+text {
						return
					}
				}
				t.Errorf("not said: %+v", s.bus(round))
			})
		}
		s.row("discussion_blocked has a reason and options", func(t *testing.T) {
			l := s.lastly("DISCUSS-005")
			if l.Type != "discussion_blocked" || l.Data.Reason == "" || len(l.Data.Options) != 1 || l.Data.Options[0].Label != "无共识" || strings.Count(l.Data.Options[0].Description, " vs ") != 2 {
				t.Errorf("got %+v", l)
			}
		})
		s.row("discussion_ready has the record", func(t *testing.T) {
			if l := s.lastly("DISCUSS-006"); l.Data.Ref != "discussions/discuss-006-final.md" {
				t.Errorf("got %+v", l)
			}
		})
	})
	s.row("Report to Coordinator", func(t *testing.T) {
		for _, round := range specTeamRounds {
			s.row(round.id, func(t *testing.T) {
				golden(t, path.Join(want, "messages", round.id+".md"), verdicts[round.id].Message+"\n")
			})
		}
	})
	s.row("a decision goes on the record", func(t *testing.T) {
		blocked := verdicts["DISCUSS-004"]
		s.drop("discussions/decisions/DISCUSS-004.md", "fingerprint: "+string(blocked.Artifact.Fingerprint)+"\ndecision: accept\nrationale: 志愿者已经找到第四人\n")
		s.until("the decision", func() bool { return len(s.bus("DISCUSS-004")) == 3 })
		record := s.read("discussions/discuss-004-architecture.md")
		holds(t, record, "**共识状态**: 已达成共识", "- **高风险**", "(已接受)", "## 决策记录\n1. **DISCUSS-004**: accept (理由: 志愿者已经找到第四人)")
		if l := s.lastly("DISCUSS-004"); l.Type != "discussion_ready" {
			t.Errorf("got %+v", l)
		}
	})
}

// specTeamPerspectives goes through the table of perspectives: who each one is,
// what it is told to do, what it is asked for and how that is shown.
func specTeamPerspectives(s *stage, records map[string]string) {
	const (
		points = "- weaknesses[]: {quote, text, targets, category, severity, suggestion}"
		rating = "- rating: a number from 1 to 5"
	)
	for _, row := range []struct {
		name, heading, role, tool, round string
		told                             []string // of the focus, in the order of the tasks
		asked                            []string // in the order of the prompt
		unasked                          []string
		shown                            []string // in the order of the record
	}{
		{"product", "产品视角 (Product Manager)", "Product Manager", "gemini", "DISCUSS-001",
			[]string{"market", "personas", "competitors", "user journey"},
			[]string{points, rating}, []string{"- risks[]", "- risk_level", "- testability_issues", "- assumptions", "- missing_requirements"},
			[]string{"**评分**: 4/5", "**优点**:\n- 痛点写明了", "**不足**:\n- 没有说明与邻区", "**建议**:\n- 访谈五位", "## 开放问题\n1. 外区居民可以借吗？\n2. 押金的上限是多少？"}},
		{"technical", "技术视角 (Tech Lead)", "Tech Lead", "codex", "DISCUSS-002",
			[]string{"built", "complexity", "technologies", "technical debt", "performance and security", "constraints"},
			[]string{points, "- risks[]: items {description, likelihood, impact, mitigation}", rating}, []string{"- risk_level", "- testability_issues"},
			[]string{"**评分**: 4/5", "**风险**:\n- 标签沾油后扫不出来 (可能性: high, 影响: medium, 缓解: 覆膜并留手工编号)"}},
		{"quality", "质量视角 (QA Lead)", "QA Lead", "claude", "DISCUSS-003",
			[]string{"acceptance criteria", "terms and format", "standards", "Trace", "ambiguous"},
			[]string{points, "- testability_issues[]", rating}, []string{"- risks[]", "- risk_level"},
			[]string{"**评分**: 3/5", "**可测试性问题**:\n- REQ-003 断网多久、存多少条没有写\n- REQ-002 的送达无法验证"}},
		{"risk", "风险视角 (Risk Analyst)", "Risk Analyst", "gemini", "DISCUSS-001",
			[]string{"risks of the project", "depends on", "assumptions", "worst case"},
			[]string{points, "- risk_level: ", "- risks[]: items {description, likelihood, impact, mitigation}", "- assumptions_to_validate[]", "- dependencies[]"},
			[]string{"- rating:", "- testability_issues"},
			[]string{"**评分**: N/A/5", "**风险等级**: medium", "**风险**:\n- 断网时登记丢失 (可能性: medium, 影响: high, 缓解: 先写本机再上传)\n", "**待验证假设**:\n- target_users", "**依赖**:\n- 短信服务商\n- 社区的小服务器", "### 风险标记\n- [high] 断网时登记丢失"}},
	} {
		s.row(row.name+" "+row.role, func(t *testing.T) {
			tool, prompt := s.prompt(row.round, row.name)
			if tool != row.tool {
				t.Errorf("asked of %s, want %s", tool, row.tool)
			}
			holds(t, prompt, " "+row.round+" as "+row.role+" ("+row.name+" perspective)")
			holds(t, prompt, append(append([]string{"TASK:"}, row.told...), append([]string{"EXPECTED:"}, row.asked...)...)...)
			for _, text := range row.unasked {
				if _, own, _ := strings.Cut(prompt, "ROLE:"); strings.Contains(own, text) {
					t.Errorf("asked for %q", text)
				}
			}
			holds(t, records[row.round], append([]string{"### " + row.heading}, row.shown...)...)
		})
	}
	s.row("prior discussion", func(t *testing.T) {
		_, first := s.prompt("DISCUSS-001", "product")
		_, second := s.prompt("DISCUSS-002", "product")
		if strings.Contains(first, "prior-discussion") {
			t.Error("the first round is shown a discussion before it")
		}
		shown := []rune(records["DISCUSS-001"])
		holds(t, second, "BEGIN prior-discussion discussions/discuss-001-scope.md", string(shown[:min(len(shown), 100)]), " END ===\n")
	})
}

// specTeamRecord goes through the headings and labels of the record, and the words
// for nothing below each.
func specTeamRecord(s *stage, records map[string]string) {
	for _, row := range []struct{ name, some, none string }{
		{"共识状态", "DISCUSS-001\x00**共识状态**: 已达成共识  \n", "DISCUSS-004\x00**共识状态**: 存在分歧,需coordinator介入  \n"},
		{"评分", "DISCUSS-002\x00**评分**: 4.5/5\n", "DISCUSS-001\x00**评分**: N/A/5\n"},
		{"优点", "DISCUSS-001\x00**优点**:\n- 痛点", "DISCUSS-005\x00**优点**:\n- (待分析)\n"},
		{"不足", "DISCUSS-001\x00**不足**:\n- 没有", "DISCUSS-002\x00**不足**:\n- (待分析)\n"},
		{"建议", "DISCUSS-001\x00**建议**:\n- 访谈", "DISCUSS-005\x00**建议**:\n- (待分析)\n"},
		{"一致认同的优点", "DISCUSS-002\x00## 共识分析\n\n### 一致认同的优点\n- 两个目标都有数字 (", "DISCUSS-001\x00### 一致认同的优点\n- (待合成)\n"},
		{"存在的分歧", "DISCUSS-003\x00### 存在的分歧\n- **REQ-003: completeness**: product: ", "DISCUSS-002\x00### 存在的分歧\n- 无重大分歧\n"},
		{"风险标记", "DISCUSS-004\x00### 风险标记\n- [high] 三个服务没有人值守\n- [high] 维护全靠志愿者轮流，离开一人就停摆\n- [critical] 熟悉系统的志愿者搬走\n", "DISCUSS-003\x00### 风险标记\n- 无重大风险\n"},
		{"行动项", "DISCUSS-002\x00## 行动项\n1. **HIGH** 没有写提醒怎样发出 (G-001) [technical]\n", ""},
		{"开放问题", "DISCUSS-003\x00## 开放问题\n1. 短信没有送达算不算失败？\n", "DISCUSS-006\x00## 开放问题\n无开放问题\n"},
		{"决策记录", "", "DISCUSS-001\x00## 决策记录\n无新决策\n"}, // one: see the decision
		{"对下一阶段的建议", "DISCUSS-003\x00## 对下一阶段的建议\n下一阶段应关注: 为 REQ-003 写验收标准; 把 REQ-003 提为 Must\n", ""},
	} {
		s.row(row.name, func(t *testing.T) {
			for _, text := range []string{row.some, row.none} {
				round, words, _ := strings.Cut(text, "\x00")
				if !strings.Contains(records[round], words) {
					t.Errorf("%q is missing in\n%s", words, records[round])
				}
			}
		})
	}
}

// byRound puts the lines of a bus that are about rounds in the order of the rounds,
// without their ids: which of those found at start is judged first is left open.
func byRound(text string) string {
	about := regexp.MustCompile(`"round":"([^"]+)"`)
	round := func(line string) string {
		if m := about.FindStringSubmatch(line); m != nil {
			return m[1]
		}
		return ""
	}
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	lines[len(lines)-1] += "\n"
	slices.SortStableFunc(lines, func(a, b string) int { return strings.Compare(round(a), round(b)) })
	for i, line := range lines {
		if round(line) != "" {
			lines[i] = regexp.MustCompile(`"id":"MSG-\d+"`).ReplaceAllString(line, `"id":"<id>"`)
		}
	}
	return strings.Join(lines, "")
}
