//go:build linux

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"discussd/critique"
	"discussd/pipeline/verdict"
)

// goals is a product brief that a fake CLI finds a line to quote in.
const goals = "# Product Brief\n\n- G-001 Nobody waits at the counter for longer than a minute.\n"

// TestSpecTeamErrors goes through a spec team's error handling, row by row. Every row
// is a session of its own under one daemon, but for those that need other CLIs.
func TestSpecTeamErrors(t *testing.T) {
	t.Parallel()
	s := newStage(t, specTeam, "gemini", "codex", "claude")
	must(t, os.Mkdir(filepath.Join(s.dir, "stage", "prompts"), 0o755))
	s.background(s.root)
	session := func(name string) {
		s.enter(".workflow/.spec-team/"+name, "")
		s.drop(".msg/messages.jsonl", "")
	}
	session("idle")
	s.drop("spec-config.json", "{}")

	s.row("Target artifact not found", func(t *testing.T) {
		session("no artifact")
		s.drop("discovery-context.json", `{"goals": ["G-001 Nobody waits at the counter."]}`)
		s.await("DISCUSS-001")
		s.drop("discussions/requests/epics.md", "## Multi-Perspective Critique: DISCUSS-005\n\n### Input\n- Artifact: epics/_index.md\n- Round: DISCUSS-005\n")
		out, errs, code := s.run("wait", filepath.Join(s.session, "discussions/requests/epics.md"))
		if code != 4 || !strings.Contains(out, "Artifact not found: ") {
			t.Fatalf("code %d\n%s\n%s", code, out, errs)
		}
		holds(t, s.read("discussions/discuss-005-epics.md"), "# 讨论记录: Epics讨论 (DISCUSS-005)", "**讨论对象**: epics/_index.md")
		if l := s.lastly("DISCUSS-005"); l.Type != "error" || l.From != "spec-discuss" || l.Data.Code != "artifact_not_found" || l.Summary != "[spec-discuss] 无法加载制品: epics/_index.md" {
			t.Errorf("got %+v", l)
		}
		s.drop("epics/_index.md", goals) // the prerequisite is completed
		if v := s.await("DISCUSS-005"); v.Outcome != verdict.Reached || s.lastly("DISCUSS-005").Type != "discussion_ready" {
			t.Errorf("got %s, %+v", v.Outcome, s.lastly("DISCUSS-005"))
		}
	})
	s.row("未知讨论轮次", func(t *testing.T) {
		session("no such round")
		s.drop("discussions/requests/seven.md", "## Multi-Perspective Critique: DISCUSS-007\n\n### Input\n- Artifact: product-brief.md\n- Round: DISCUSS-007\n")
		if out, _, code := s.run("wait", filepath.Join(s.session, "discussions/requests/seven.md")); code != 4 || !strings.Contains(out, "round_unknown") {
			t.Errorf("code %d\n%s", code, out)
		}
		if l := s.lastly("DISCUSS-007"); l.Type != "error" || l.Summary != "[spec-discuss] 未知讨论轮次: DISCUSS-007" {
			t.Errorf("got %+v", l)
		}
	})
	s.row("CLI perspective analysis failure", func(t *testing.T) {
		session("one fails")
		s.direct("codex", "answer", "I'm sorry, I can't help with reviewing this document.")
		s.drop("spec/product-brief.md", goals)
		v := s.await("DISCUSS-002")
		for _, p := range v.Perspectives {
			if p.Name == "technical" && (p.Source != critique.SourceFallback || p.Tool != "claude") || p.Name != "technical" && p.Source != critique.SourceCLI {
				t.Errorf("%s answered by %s %s", p.Name, p.Source, p.Tool)
			}
		}
		holds(t, s.read("discussions/discuss-002-brief.md"), "## 备注", "technical 由 claude 代替 codex 回答 (codex: refused)")
		s.direct("codex", "answer", "")
		if l := s.lastly("DISCUSS-002"); l.Type != "discussion_ready" || v.Basis != "panel" {
			t.Errorf("%s, %+v", v.Basis, l)
		}
	})
	s.row("Prior discussion records missing", func(t *testing.T) {
		// The session above holds nothing but its second artifact.
		_, prompt := s.prompt("DISCUSS-002", "product")
		if strings.Contains(prompt, "prior-discussion") {
			t.Errorf("a discussion before is shown:\n%s", prompt)
		}
	})
	s.row("prior discussion of more than 2,000 characters", func(t *testing.T) {
		session("long before")
		s.drop("discussions/discuss-001-scope.md", strings.Repeat("前", 1999)+"末"+strings.Repeat("后", 100))
		s.drop("spec/architecture/_index.md", goals) // the records of the rounds between are missing
		s.await("DISCUSS-004")
		_, prompt := s.prompt("DISCUSS-004", "technical")
		holds(t, prompt, "BEGIN prior-discussion discussions/discuss-001-scope.md", strings.Repeat("前", 1999)+"末\n", " END ===\n")
	})
	s.row("Session folder not found", func(t *testing.T) {
		session("asks for another")
		s.drop("discussions/requests/lost.md", "## Multi-Perspective Critique: DISCUSS-002\n\n### Input\n- Artifact: product-brief.md\n- Round: DISCUSS-002\n- Session: .workflow/.spec-team/one fails\n")
		if out, _, code := s.run("wait", filepath.Join(s.session, "discussions/requests/lost.md")); code != 4 || !strings.Contains(out, "session not found: .workflow/.spec-team/one fails") {
			t.Errorf("code %d\n%s", code, out)
		}
		said := s.bus("")
		if len(said) != 1 || said[0].Type != "error" || said[0].Data.Code != "session_not_found" || !strings.Contains(said[0].Summary, "session not found: .workflow/.spec-team/one fails") {
			t.Errorf("got %+v", said)
		}
		if out, _, code := s.run("critique", filepath.Join(s.root, "nowhere")); code != 4 || !strings.Contains(out, "Session not found: ") {
			t.Errorf("code %d\n%s", code, out)
		}
	})
	s.row("Unexpected error", func(t *testing.T) {
		session("broken")
		s.drop("discovery-context.json", "{\n  \"goals\": [,]\n}")
		v := s.await("DISCUSS-001")
		if l := s.lastly("DISCUSS-001"); v.Outcome != verdict.Failed || l.Type != "error" || l.Summary != "[spec-discuss] 无法加载制品: discovery-context.json" || l.Data.Code != "artifact_invalid_json" || !strings.Contains(l.Data.Reason, "line 2") {
			t.Errorf("%s, %+v", v.Outcome, l)
		}
		holds(t, s.read("discussions/discuss-001-scope.md"), "# 讨论记录: 范围讨论 (DISCUSS-001)", "**共识状态**: 无法讨论 (artifact_invalid_json)")
		s.drop("discussions/requests/torn.json", "{\"round\": \"DISCUSS-001\",\n \"artifact\":")
		if _, _, code := s.run("wait", filepath.Join(s.session, "discussions/requests/torn.json")); code != 4 {
			t.Errorf("code %d", code)
		}
		if l := s.lastly("torn"); l.Type != "error" || l.Data.Code != "request_invalid" || !strings.Contains(l.Summary, "line 2") {
			t.Errorf("got %+v", l)
		}
	})
	s.row("No DISCUSS-* tasks available", func(t *testing.T) {
		s.enter(".workflow/.spec-team/idle", "")
		if _, err := os.Stat(filepath.Join(s.session, "discussions")); !os.IsNotExist(err) || s.read(".msg/messages.jsonl") != "" {
			t.Errorf("something is said of nothing: %v\n%s", err, s.read(".msg/messages.jsonl"))
		}
	})
	// That a CLI fallback stands in for the message bus, and that the next task is
	// taken from a list, are matters of the agents that this replaces.
}

func TestSpecTeamAllCLIsFail(t *testing.T) {
	t.Parallel()
	s := newStage(t, specTeam)
	s.enter(".workflow/.spec-team/alone", "testdata/spec-team/session")
	s.background(s.root)
	v := s.await("DISCUSS-003")
	if v.Basis != critique.BasisChecks || v.Outcome == verdict.Failed || s.lastly("DISCUSS-003").Type == "error" {
		t.Errorf("%s, %s", v.Basis, v.Outcome)
	}
	holds(t, s.read("discussions/discuss-003-requirements.md"), "### 质量视角 (QA Lead)\n**评分**: ", "### 产品视角 (Product Manager)\n**评分**: ", "## 检查", "## 备注", "没有模型作答 (claude: not_installed")
}

// TestSpecTeamDeadline has the panel's deadline pass before a tool answers, which no
// consensus can come of.
func TestSpecTeamDeadline(t *testing.T) {
	t.Parallel()
	s := newStage(t, specTeam+"deadline = \"2s\"\n", "gemini", "codex", "claude")
	s.direct("claude", "mode", "hang")
	s.enter(".workflow/.spec-team/late", "")
	s.drop("team-session.json", "{}")
	s.drop(".msg/messages.jsonl", "")
	s.drop("requirements/_index.md", goals)
	s.background(s.root)
	v := s.await("DISCUSS-003")
	if v.Outcome != verdict.Blocked || v.Status != verdict.Partial || v.CoordinatorAction != verdict.CoordinatorAsks {
		t.Fatalf("%s, %s, %s", v.Outcome, v.Status, v.CoordinatorAction)
	}
	holds(t, v.Message, "## 讨论阻塞: 需求讨论", "### 关键分歧\n1. **超时**: ", "quality", "   - 选项A: 重新讨论本轮\n   - 选项B: 以已有意见继续推进\n", "### 讨论记录(部分)\n.workflow/.spec-team/late/discussions/discuss-003-requirements.md")
	l := s.lastly("DISCUSS-003")
	if l.Type != "discussion_blocked" || len(l.Data.Options) != 1 || l.Data.Options[0].Label != "超时" || l.Data.Options[0].Description != "重新讨论本轮 vs 以已有意见继续推进" {
		t.Errorf("got %+v", l)
	}
	holds(t, s.read("discussions/discuss-003-requirements.md"), "**共识状态**: 存在分歧,需coordinator介入", "- **超时**: ", "PARTIAL")
}
