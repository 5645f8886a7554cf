package bus

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
	"discussd/pipeline/verdict"
)

// reached is a verdict of a profile that asks nothing of anybody.
func reached(profile, label string) verdict.Verdict {
	sentiment, average, proceed := verdict.SentimentPositive, 4.25, critique.Proceed
	return verdict.Verdict{
		Round: "DISCUSS-001", Label: label, Profile: profile, Revision: 2,
		Artifact: verdict.Artifact{File: verdict.File{Path: "spec/discovery-context.json"}, Fingerprint: "f0"},
		Outcome:  verdict.Reached, Recommendation: &proceed, CoordinatorAction: verdict.CoordinatorProceeds,
		AverageRating: &average, Sentiment: &sentiment,
		ActionItems:   []critique.ActionItem{{Text: "one"}, {Text: "two"}, {Text: "three"}},
		OpenQuestions: []string{"who?"},
		Perspectives:  []verdict.Perspective{{Name: "product", Source: critique.SourceCLI, Tool: "gemini"}},
		Record:        &verdict.Reference{Path: "discussions/DISCUSS-001-discussion.md"},
	}
}

// blockedBy is a verdict that is blocked by the divergences.
func blockedBy(profile, label string, severity critique.Severity, divergences ...critique.Divergence) verdict.Verdict {
	v := reached(profile, label)
	revise, average := critique.Revise, 2.5
	v.Outcome, v.Severity, v.Recommendation, v.CoordinatorAction = verdict.Blocked, &severity, &revise, verdict.CoordinatorRevises
	v.AverageRating, v.Divergences = &average, divergences
	return v
}

// unheard is a verdict for which no model spoke.
func unheard(profile, label string) verdict.Verdict {
	v := blockedBy(profile, label, critique.Medium, critique.Divergence{Type: critique.Unreviewed, Severity: critique.Medium, Topic: "unreviewed", Description: "no model answered (gemini: auth)"})
	v.AverageRating, v.Dissent = nil, []string{"DISCUSS-000 is blocked (HIGH)"}
	v.Perspectives = []verdict.Perspective{{Name: "product", Source: critique.SourceChecks, Attempts: []verdict.Attempt{{Tool: "gemini", Outcome: critique.Auth}}}}
	return v
}

func failedWith(profile, label string, code verdict.ErrorCode, message string) verdict.Verdict {
	v := verdict.Verdict{Round: "DISCUSS-009", Label: label, Profile: profile, Outcome: verdict.Failed,
		CoordinatorAction: verdict.CoordinatorAsks, Error: &verdict.Problem{Code: code, Message: message}}
	v.Artifact.Path = "spec/discovery-context.json"
	return v
}

var (
	style = critique.Divergence{Type: "conflict", Severity: critique.High, Topic: "技术选型", Description: "技术架构风格\n无法达成共识", Options: []string{"微服务", "单体"}}
	gap   = critique.Divergence{Type: "coverage_gap", Severity: critique.High, Topic: "coverage gap", Description: "not addressed: offline use"}
	small = critique.Divergence{Type: "minor", Severity: critique.Low, Topic: "minor suggestions", Description: "enhancement-level suggestions only"}
)

func TestMessages(t *testing.T) {
	options := []Option{{"技术选型", "微服务 vs 单体"}, {"coverage gap", "not addressed: offline use"}}
	record := "discussions/DISCUSS-001-discussion.md"
	round := func(profile, label string) Round {
		return Round{Profile: profile, ID: "DISCUSS-001", Label: label, Artifact: "spec/discovery-context.json", Perspectives: 2}
	}
	tests := map[string]struct {
		got  Message
		want Message
	}{
		"lifecycle starts": {Started(round("lifecycle", "scope")),
			Message{"discuss", progress, "[discuss] DISCUSS-001 (scope): started, 2 perspectives", Data{Ref: "spec/discovery-context.json"}}},
		"lifecycle starts with one perspective": {Started(Round{Profile: "lifecycle", ID: "R", Perspectives: 1}),
			Message{"discuss", progress, "[discuss] R: started, 1 perspective", Data{}}},
		"coordinate starts": {Started(Round{Profile: "coordinate", ID: "REVIEW-7", Label: "REVIEW-7", Perspectives: 3}),
			Message{"discuss", progress, "[discuss] REVIEW-7: started, 3 perspectives", Data{}}},
		"spec-team starts": {Started(round("spec-team", "范围讨论")),
			Message{"spec-discuss", progress, "[spec-discuss] 开始 范围讨论: 2 个视角分析", Data{Ref: "spec/discovery-context.json"}}},
		"analyze starts": {Started(round("analyze", "")),
			Message{"discussant", progress, "[discussant] DISCUSS started: DISCUSS-001", Data{Ref: "spec/discovery-context.json"}}},

		"lifecycle reaches consensus": {Ended(reached("lifecycle", "scope")),
			Message{"discuss", ready, "[discuss] DISCUSS-001 (scope): consensus reached, average 4.25/5, 3 action items, 1 open question",
				Data{Ref: record, Verdict: "consensus_reached", Recommendation: "proceed", CoordinatorAction: "proceed"}}},
		"spec-team reaches consensus": {Ended(reached("spec-team", "范围讨论")),
			Message{"spec-discuss", ready, "[spec-discuss] 范围讨论讨论完成: 3个行动项, 1个开放问题, 总体positive",
				Data{Ref: record, Verdict: "consensus_reached", Recommendation: "proceed", CoordinatorAction: "proceed"}}},
		"analyze is done": {Ended(reached("analyze", "caching")),
			Message{"discussant", processed, "[discussant] DISCUSS complete: DISCUSS-001 (caching): consensus reached, average 4.25/5, 3 action items, 1 open question",
				Data{Ref: record, Verdict: "consensus_reached", Recommendation: "proceed", CoordinatorAction: "proceed"}}},
		"a timeline round is written": {Told(Discussion{Profile: "analyze", Topic: "caching\nlayer", Number: 2, Kind: "deepen", NewInsights: 3, Corrected: 1, OpenQuestions: 2, Ref: "discussions/discussion-round-2.json"}),
			Message{"discussant", processed, "[discussant] DISCUSS complete: caching layer, round 2 (deepen): 3 new insights, 1 corrected, 2 open questions",
				Data{Ref: "discussions/discussion-round-2.json"}}},
		"an empty timeline round is written": {Told(Discussion{Profile: "analyze", Number: 1, Kind: "initial", Empty: true, Notes: []string{"No analysis\nresults."}, Ref: "discussions/discussion-round-1.json"}),
			Message{"discussant", processed, "[discussant] DISCUSS complete: no topic, round 1 (initial): empty, no analysis results were found",
				Data{Ref: "discussions/discussion-round-1.json", Notes: []string{"No analysis results."}}}},

		"lifecycle is blocked": {Ended(blockedBy("lifecycle", "scope", critique.High, small, style, gap)),
			Message{"discuss", blocked, "[discuss] DISCUSS-001 (scope): consensus blocked (HIGH): 技术选型 (+1), average 2.50/5, 3 action items, 1 open question, revise",
				Data{Ref: record, Verdict: "consensus_blocked", Severity: "HIGH", Recommendation: "revise", CoordinatorAction: "create_revision",
					Reason: "技术架构风格 无法达成共识; not addressed: offline use", Options: options}}},
		"spec-team is blocked": {Ended(blockedBy("spec-team", "架构讨论", critique.High, small, style, gap)),
			Message{"spec-discuss", blocked, "[spec-discuss] 架构讨论讨论阻塞: 2个关键分歧需决策",
				Data{Ref: record, Verdict: "consensus_blocked", Severity: "HIGH", Recommendation: "revise", CoordinatorAction: "create_revision",
					Reason: "技术架构风格 无法达成共识; not addressed: offline use", Options: options}}},
		"lifecycle, no model answered": {Ended(unheard("lifecycle", "scope")),
			Message{"discuss", blocked, "[discuss] NO MODEL ANSWERED (gemini: auth): facts only. DISCUSS-001 (scope): consensus blocked (MEDIUM): unreviewed, dissent: DISCUSS-000 is blocked (HIGH), 3 action items, 1 open question, revise",
				Data{Ref: record, Verdict: "consensus_blocked", Severity: "MEDIUM", Recommendation: "revise", CoordinatorAction: "create_revision",
					Reason: "no model answered (gemini: auth)", Options: []Option{{"unreviewed", "no model answered (gemini: auth)"}}, Dissent: []string{"DISCUSS-000 is blocked (HIGH)"}}}},
		"spec-team, no model answered": {Ended(unheard("spec-team", "架构讨论")),
			Message{"spec-discuss", blocked, "[spec-discuss] 没有模型作答 (gemini: auth): 仅有事实检查。 架构讨论讨论阻塞: 1个关键分歧需决策",
				Data{Ref: record, Verdict: "consensus_blocked", Severity: "MEDIUM", Recommendation: "revise", CoordinatorAction: "create_revision",
					Reason: "no model answered (gemini: auth)", Options: []Option{{"unreviewed", "no model answered (gemini: auth)"}}, Dissent: []string{"DISCUSS-000 is blocked (HIGH)"}}}},
		"a block that is LOW is none": {Ended(blockedBy("coordinate", "", critique.Low, small)),
			Message{"discuss", ready, "[discuss] DISCUSS-001: consensus blocked (LOW), average 2.50/5, 3 action items, 1 open question",
				Data{Ref: record, Verdict: "consensus_blocked", Severity: "LOW", Recommendation: "revise", CoordinatorAction: "create_revision"}}},

		"lifecycle fails": {Ended(failedWith("lifecycle", "", verdict.RoundUnknown, "unknown round DISCUSS-009\nknown: DISCUSS-001")),
			Message{"discuss", failed, "[discuss] DISCUSS-009: round_unknown: unknown round DISCUSS-009 known: DISCUSS-001",
				Data{Verdict: "error", CoordinatorAction: "ask_user", Code: "round_unknown", Reason: "unknown round DISCUSS-009 known: DISCUSS-001"}}},
		"spec-team does not know the round": {Ended(failedWith("spec-team", "", verdict.RoundUnknown, "unknown round")),
			Message{"spec-discuss", failed, "[spec-discuss] 未知讨论轮次: DISCUSS-009",
				Data{Verdict: "error", CoordinatorAction: "ask_user", Code: "round_unknown", Reason: "unknown round"}}},
		"spec-team cannot read the artifact": {Ended(failedWith("spec-team", "范围讨论", verdict.ArtifactInvalidJSON, "invalid JSON")),
			Message{"spec-discuss", failed, "[spec-discuss] 无法加载制品: spec/discovery-context.json",
				Data{Verdict: "error", CoordinatorAction: "ask_user", Code: "artifact_invalid_json", Reason: "invalid JSON"}}},
		"spec-team fails otherwise": {Ended(failedWith("spec-team", "范围讨论", verdict.NoRating, "nobody answered")),
			Message{"spec-discuss", failed, "[spec-discuss] 范围讨论讨论出错: nobody answered",
				Data{Verdict: "error", CoordinatorAction: "ask_user", Code: "no_rating", Reason: "nobody answered"}}},
		"analyze fails": {Ended(failedWith("analyze", "", verdict.SessionNotFound, "no session")),
			Message{"discussant", failed, "[discussant] DISCUSS-009: session_not_found: no session",
				Data{Verdict: "error", CoordinatorAction: "ask_user", Code: "session_not_found", Reason: "no session"}}},

		"lifecycle drops a round": {Dropped(round("lifecycle", "scope")),
			Message{"discuss", failed, "[discuss] DISCUSS-001 (scope): artifact_not_found: the artifact is gone, the round was not judged",
				Data{Ref: "spec/discovery-context.json", Code: "artifact_not_found", Reason: "the artifact is gone, the round was not judged"}}},
		"lifecycle abandons a round": {Abandoned(Round{Profile: "lifecycle", ID: "OWN"}),
			Message{"discuss", failed, "[discuss] OWN: request_invalid: its request, or its place in the configuration, is gone; the round was not judged",
				Data{Code: "request_invalid", Reason: "its request, or its place in the configuration, is gone; the round was not judged"}}},
		"spec-team drops a round": {Dropped(round("spec-team", "范围讨论")),
			Message{"spec-discuss", failed, "[spec-discuss] 无法加载制品: spec/discovery-context.json",
				Data{Ref: "spec/discovery-context.json", Code: "artifact_not_found", Reason: "the artifact is gone, the round was not judged"}}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, tt.got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if !tt.got.Type.ends() && tt.got.Type != progress || !ours(tt.got.From) {
				t.Error("a line that no ledger would know again")
			}
		})
	}
}

// What a verdict leaves out must not show, nor its absence crash.
func TestMessagesOfBareVerdicts(t *testing.T) {
	for _, profile := range []string{"lifecycle", "coordinate", "spec-team", "analyze", "", "of the future"} {
		for _, outcome := range []verdict.Outcome{verdict.Reached, verdict.Blocked} {
			m := Ended(verdict.Verdict{Round: "R", Profile: profile, Outcome: outcome})
			if strings.Contains(m.Summary, "%!") || strings.Contains(m.Summary, "总体") || strings.Contains(m.Summary, "average") {
				t.Errorf("%s %s: %q", profile, outcome, m.Summary)
			}
		}
	}
}

func TestMessagesAreBounded(t *testing.T) {
	long := strings.Repeat("分歧\n\u202e\"<", 2_000)
	var divergences []critique.Divergence
	for range 50 {
		divergences = append(divergences, critique.Divergence{Severity: critique.High, Topic: long, Description: long, Options: []string{long, long}})
	}
	for _, profile := range []string{"lifecycle", "spec-team", "analyze"} {
		v := blockedBy(profile, long[:3000], critique.High, divergences...)
		for _, m := range []Message{Ended(v), Ended(failedWith(profile, long, verdict.Internal, long)), Told(Discussion{Topic: long, Notes: slices.Repeat([]string{long}, 50)}), Started(Round{Profile: profile, ID: "R", Label: long})} {
			if n := utf8.RuneCountInString(m.Summary); n > longestSummary || strings.ContainsAny(m.Summary, "\n\u202e") {
				t.Errorf("%s: %d characters: %q", profile, n, m.Summary)
			}
			if len(m.Data.Options) > mostOptions {
				t.Errorf("%d options", len(m.Data.Options))
			}
			if len(m.Data.Notes) > mostNotes {
				t.Errorf("%d notes", len(m.Data.Notes))
			}
			if _, _, err := m.line(key("R", "f", 1), 0, time.Now()); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestKeyOf(t *testing.T) {
	if got, want := KeyOf(reached("lifecycle", "")), (Key{"DISCUSS-001", "f0", 2}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}
