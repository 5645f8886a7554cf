//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"discussd/pipeline/verdict"
)

// opinion is an answer with a rating and, unless it is empty, a severity for its one
// weakness. What it praises has no word in common with an answer of another rating.
func opinion(rating float64, severity string) string {
	praised := strings.Fields("vision stack tests prices roles queues forms maps charts")[int(2*rating)-2]
	weaknesses := ""
	if severity != "" {
		weaknesses = fmt.Sprintf(`{"text": "REQ-001 breaks off", "category": "completeness", "severity": %q, "targets": ["REQ-001"], "quote": ""}`, severity)
	}
	return fmt.Sprintf(`{"rating": %g, "key_finding": "REQ-001 gets %g", "strengths": [{"text": %q, "category": "other", "severity": "LOW", "targets": [], "quote": ""}],
		"weaknesses": [%s], "suggestions": [], "open_questions": [], "risks": [], "testability_issues": []}`, rating, rating, praised, weaknesses)
}

func danger(level string) string {
	return fmt.Sprintf(`{"overall_risk_level": %q, "key_finding": "REQ-002 hangs on a supplier", "risks": [], "assumptions_to_validate": ["REQ-002 is paid for"], "dependencies": []}`, level)
}

// The rounds of three panels.
const (
	productRisk    = "DISCUSS-001"
	productQuality = "DISCUSS-003"
	threeLook      = "DISCUSS-005"
)

// team is a session that is judged again and again, each time with other answers.
type team struct {
	*stage
	revision int
}

func newTeam(t *testing.T) *team {
	t.Helper()
	s := newStage(t, specTeam, "gemini", "codex", "claude")
	s.enter(".workflow/.spec-team/consensus", "")
	s.drop("team-session.json", "{}")
	s.drop(".msg/messages.jsonl", "")
	s.script("testdata/spec-team/answers")
	s.background(s.root)
	return &team{stage: s}
}

// judge changes the artifact of a round, and what the perspectives say of it.
func (s *team) judge(round string, answers map[string]string) verdict.Verdict {
	s.t.Helper()
	for perspective, text := range answers {
		must(s.t, os.WriteFile(filepath.Join(s.dir, "stage", "answers", round+"-"+perspective+".json"), []byte(text), 0o644))
	}
	s.revision++
	markdown := fmt.Sprintf("# REQ-001 and REQ-002\n\nRevision %d of a text.\n", s.revision)
	switch round {
	case productRisk:
		s.drop("discovery-context.json", fmt.Sprintf(`{"REQ-001 and REQ-002": %d}`, s.revision))
	case productQuality:
		s.drop("requirements/_index.md", markdown)
	case threeLook:
		s.drop("epics/_index.md", markdown)
	}
	return s.await(round)
}

// TestSpecTeamConsensus goes through what blocks a spec team's discussion, and what
// does not. Each row is a revision of an artifact.
func TestSpecTeamConsensus(t *testing.T) {
	t.Parallel()
	s := newTeam(t)
	for _, row := range []struct {
		name, round string
		answers     map[string]string
		blockedBy   string // type of the divergence, "" when consensus is reached
		options     int
	}{
		{"HIGH divergence: a grave risk", productRisk, map[string]string{"product": opinion(4, ""), "risk": danger("High")}, "high_risk", 0},
		{"HIGH divergence: a critical risk", productRisk, map[string]string{"product": opinion(4, ""), "risk": danger("Critical")}, "high_risk", 0},
		{"a risk below that", productRisk, map[string]string{"product": opinion(4, ""), "risk": danger("Medium")}, "", 0},
		{"HIGH divergence: a critical issue", productQuality, map[string]string{"quality": opinion(4, "CRITICAL"), "product": opinion(4, "")}, "critical_issue", 0},
		{"an issue below that", productQuality, map[string]string{"quality": opinion(4, "HIGH"), "product": opinion(4, "")}, "", 0},
		{"no two perspectives agree", threeLook, map[string]string{"product": opinion(1.5, ""), "technical": opinion(3, ""), "quality": opinion(4.5, "")}, "no_agreement", 3},
		{"no two perspectives agree, of two", productQuality, map[string]string{"quality": opinion(2, ""), "product": opinion(4, "")}, "no_agreement", 2},
		{"two of three perspectives agree", threeLook, map[string]string{"product": opinion(2, ""), "technical": opinion(3, ""), "quality": opinion(4.5, "")}, "", 0},
		{"ratings alone do not block", productQuality, map[string]string{"quality": opinion(1, ""), "product": opinion(1, "")}, "", 0},
		// the deadline: see the error handling
	} {
		s.row(row.name, func(t *testing.T) {
			v := s.judge(row.round, row.answers)
			if row.blockedBy == "" {
				if l := s.lastly(row.round); v.Outcome != verdict.Reached || l.Type != "discussion_ready" || !strings.Contains(v.Message, "**共识**: 已达成") {
					t.Errorf("%s: %+v, %+v\n%s", v.Outcome, v.Divergences, l, v.Message)
				}
				return
			}
			if v.Outcome != verdict.Blocked || *v.Severity != "HIGH" || v.CoordinatorAction != verdict.CoordinatorAsks {
				t.Fatalf("%s, %v, %s: %+v", v.Outcome, v.Severity, v.CoordinatorAction, v.Divergences)
			}
			if d := v.Divergences[0]; d.Type != row.blockedBy || d.Severity != "HIGH" || len(d.Options) != row.options {
				t.Errorf("blocked by %+v", d)
			}
			l := s.lastly(row.round)
			if l.Type != "discussion_blocked" || !strings.HasSuffix(l.Summary, "讨论阻塞: 1个关键分歧需决策") || l.Data.Reason != v.Divergences[0].Description || len(l.Data.Options) != 1 {
				t.Errorf("got %+v", l)
			}
			holds(t, v.Message, "**状态**: 无法达成共识,需要 coordinator 介入", "选项A: ", "选项B: ", "请通过 AskUserQuestion")
			if strings.Contains(v.Message, "选项A: \n") {
				t.Errorf("an option without words:\n%s", v.Message)
			}
		})
	}
}

// TestSpecTeamSentiment has the overall sentiment told wherever it stands. Package verdict goes
// through its thresholds. A risk analyst gives no rating.
func TestSpecTeamSentiment(t *testing.T) {
	t.Parallel()
	s := newTeam(t)
	for _, row := range []struct {
		name, round string
		answers     map[string]string
		want        verdict.Sentiment
	}{
		{"critical below 2", productQuality, map[string]string{"quality": opinion(2, ""), "product": opinion(1.9, "")}, "critical"},
		{"no rating counts 3", productRisk, map[string]string{"product": opinion(5, ""), "risk": danger("Low")}, "positive"},
	} {
		s.row(row.name, func(t *testing.T) {
			v := s.judge(row.round, row.answers)
			if v.Sentiment == nil || *v.Sentiment != row.want || v.Outcome != verdict.Reached {
				t.Fatalf("got %v, %s: %+v", v.Sentiment, v.Outcome, v.Divergences)
			}
			holds(t, s.read(v.Record.Path), "**总体评价**: "+string(row.want)+"\n")
			holds(t, v.Message, "**总体评价**: "+string(row.want)+"\n")
			holds(t, s.lastly(row.round).Summary, ", 总体"+string(row.want))
		})
	}
}
