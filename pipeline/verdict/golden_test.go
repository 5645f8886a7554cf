package verdict

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"discussd/critique"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// scenarios are the verdicts whose published forms are kept under testdata.
func scenarios() map[string]Verdict {
	written := func(v Verdict) Verdict {
		v.SetRecord("discussions/"+v.Round+"-discussion.md", digest("d"))
		return v
	}
	reached := exampleResult(true, "", critique.Proceed)

	revised := exampleCase()
	first := New(revised, exampleReport(), blockedHigh())
	revised.Revision, revised.Previous = 2, &first
	better := exampleReport()
	better.Findings = better.Findings[:1]
	better.Findings[0].Places[1].Identity = "LX-001/goals/soon"
	better.Passed = 20

	final := exampleCase()
	final.Round, final.Label, final.Final = "DISCUSS-006", "sign-off", true
	final.Role, final.Task = "reviewer", "QUALITY-001"
	final.Artifact.Path = "spec/readiness-report.md"
	final.Decisions = []Decision{{Topic: "Coverage gap", Decision: "revise", Rationale: "refunds are law", By: "mara"}}
	escalated := blockedHigh()
	escalated.Recommendation = critique.Escalate

	partial := blockedHigh()
	partial.Partial = true
	partial.Notes = append(partial.Notes, "PARTIAL: the deadline cut something off; the checks answered for what is missing")

	missing := exampleCase()
	missing.Artifact = File{Path: "spec/product-brief.md"}
	missing.Context, missing.Fingerprint, missing.Task = nil, "", ""

	broken := exampleCase()
	broken.Round, broken.Label, broken.Role = "DISCUSS-001", "scope", "analyst"
	broken.Artifact.Path, broken.Context = "spec/discovery-context.json", nil

	team := exampleCase()
	team.Profile, team.Label, team.Context = "spec-team", "架构讨论", nil
	team.Round, team.Artifact.Path = "DISCUSS-004", "architecture/_index.md"

	quiet := better
	quiet.Muted = []critique.Mute{
		{
			Rule: "X-003", Severity: critique.High, Message: "link to a file that does not exist", Path: "spec/product-brief.md", Line: 31,
			Quote: "../notes.md", Reason: "agreed with the *sponsor*", MarkLine: 3, Identity: "X-003/notes",
		},
		{Rule: "BR-011", Severity: critique.Medium, Message: "G-001 has no target", Path: "spec/product-brief.md", Line: 16, MarkLine: 4, Identity: "BR-011/G-001"},
		{Rule: "BR-011", Severity: critique.Medium, Message: "G-002 has no target", Path: "spec/product-brief.md", MarkLine: 4, Identity: "BR-011/G-002"},
	}

	return map[string]Verdict{
		"muted":             written(New(revised, quiet, reached)),
		"spec-team":         written(New(team, exampleReport(), teamResult())),
		"spec-team-muted":   written(New(team, quiet, teamResult())),
		"spec-team-blocked": written(New(team, exampleReport(), teamBlocked())),
		"reached":           written(New(exampleCase(), exampleReport(), reached)),
		"reached-again":     written(New(revised, better, reached)),
		"blocked-high":      written(New(exampleCase(), exampleReport(), blockedHigh())),
		"blocked-medium":    written(New(exampleCase(), exampleReport(), blockedMedium())),
		"blocked-low":       written(New(exampleCase(), exampleReport(), blockedLow())),
		"final-gate":        written(New(final, exampleReport(), escalated)),
		"partial":           written(New(exampleCase(), exampleReport(), partial)),
		"dissent":           written(dissented()),
		"unreviewed":        written(New(exampleCase(), critique.Report{Applicable: 8, Passed: 8, Overall: 4.1}, unreviewed())),
		"checks-only":       written(New(exampleCase(), exampleReport(), checksOnly())),
		"no-record":         New(exampleCase(), exampleReport(), reached),
		"chinese":           written(New(chineseCase(), chineseReport(), chineseResult())),
		"error-missing":     NewError(missing, critique.Report{}, ArtifactNotFound, "Artifact not found: spec/product-brief.md"),
		"error-broken": written(NewError(broken, critique.Report{
			Findings: []critique.Finding{finding("DC-001", critique.High, "invalid JSON", critique.Place{
				Path: "spec/discovery-context.json", Line: 7, Column: 2, Identity: "DC-001",
			})},
			Applicable: 1,
		}, ArtifactInvalidJSON, "spec/discovery-context.json: line 7: unexpected end of input.")),
	}
}

func checksOnly() critique.Result {
	skipped := critique.Opinion{
		Perspective: critique.Perspective{Name: "coverage", Role: "Requirements Analyst", Reports: []string{critique.ReportMissingRequirements}},
		Source:      critique.SourceSkipped,
	}
	checks := critique.Opinion{
		Perspective: critique.Perspective{Name: "product", Role: "Product Manager"},
		Source:      critique.SourceChecks,
		Critique:    critique.Critique{Tool: "checks"},
	}
	return critique.Result{
		Mode: critique.ModeChecks, Opinions: []critique.Opinion{checks, skipped}, Severity: critique.High, Recommendation: critique.Revise,
		Divergences: []critique.Divergence{{Type: critique.Fact, Severity: critique.High, Topic: "X-003", Description: "link to a file that does not exist", Perspectives: []string{"checks"}}},
		ActionItems: []critique.ActionItem{{
			Priority: 1, Kind: critique.ItemFact, Severity: critique.High, Text: "X-003: link to a file that does not exist", Path: "spec/product-brief.md", Line: 31, Blocks: true,
			Perspectives: []string{"checks"},
		}},
		Basis: critique.BasisChecks, Notes: []string{"coverage skipped: the session has no discovery context"},
	}
}

// unreviewed is a round whose facts are in order and that no model answered for.
func unreviewed() critique.Result {
	r := checksOnly()
	r.Mode, r.Severity, r.Recommendation = critique.ModePanel, critique.Medium, critique.ProceedWithCaution
	r.Opinions[0].Attempts = []critique.Attempt{{Tool: "gemini", Outcome: critique.Auth, Err: "please log in"}, {Tool: "codex", Outcome: critique.NotInstalled}}
	why := "no model answered (gemini: auth, codex: not_installed)"
	r.Divergences = []critique.Divergence{{Type: critique.Unreviewed, Severity: critique.Medium, Topic: "unreviewed", Description: why, Perspectives: []string{"product"}}}
	r.ActionItems = []critique.ActionItem{{Priority: 1, Kind: critique.ItemReview, Severity: critique.Medium, Text: "Have the round reviewed by a model: `discussd doctor` says what each tool lacks", Blocks: true}}
	return r
}

// dissented is a consensus that somebody speaks against, on rounds that do not stand.
func dissented() Verdict {
	c := exampleCase()
	high := Verdict{Outcome: Blocked, Severity: new(critique.High), Artifact: Artifact{Fingerprint: Hash(digest("1"))}}
	c.Upstream = []Upstream{
		NewUpstream("DISCUSS-001", digest("1"), &high), NewUpstream("DISCUSS-002", digest("2"), nil),
		NewUpstream("DISCUSS-003", digest("3"), &Verdict{Outcome: Reached}), NewUpstream("DISCUSS-004", "", nil),
	}
	r := exampleResult(true, "", critique.Proceed)
	r.Opinions = opinions(2, 5, 5)
	return New(c, exampleReport(), r)
}

func chineseCase() Case {
	c := exampleCase()
	c.Round, c.Label, c.Session, c.Task = "DISCUSS-003", "requirements", "智能快递柜", "DRAFT-002"
	c.Artifact.Path = "spec/requirements/_index.md"
	c.Members = []File{{Path: "spec/requirements/REQ-001-取件.md", SHA256: Hash(digest("1")), Bytes: 800}}
	return c
}

func chineseReport() critique.Report {
	return critique.Report{
		Findings: []critique.Finding{finding("LX-001", critique.Medium, "“快速”缺少量化指标", critique.Place{
			Path: "spec/requirements/REQ-001-取件.md", Line: 9, Quote: "快速取件", Targets: []string{"REQ-001"}, Identity: "LX-001/REQ-001",
		})},
		Applicable: 18, Passed: 17,
	}
}

func chineseResult() critique.Result {
	return critique.Result{
		Opinions: []critique.Opinion{{
			Perspective: critique.Perspective{Name: "quality", Role: "QA Lead"},
			Source:      critique.SourceCLI,
			Critique: critique.Critique{
				Rating: 2, KeyFinding: "验收标准不可测。", Tool: "claude", ModelFamily: "anthropic",
				Weaknesses: []critique.Point{{
					Text: "“快速取件”没有时间上限", Category: "testability", Severity: critique.High, Targets: []string{"REQ-001"},
					Quote: "用户可以快速取件", QuotePath: "spec/requirements/REQ-001-取件.md", QuoteLine: 9, QuoteFound: new(true),
				}},
			},
		}},
		Chinese: true, Average: 2, Severity: critique.High, Recommendation: critique.Revise, Basis: critique.BasisPanel,
		Divergences: []critique.Divergence{{
			Type: "low_rating", Severity: critique.Medium, Topic: "评分过低", Description: "quality 评分为 2", Perspectives: []string{"quality"},
		}},
		ActionItems: []critique.ActionItem{{Priority: 1, Text: "为 REQ-001 补充时间上限", Perspectives: []string{"quality"}, Targets: []string{"REQ-001"}}},
	}
}

func TestPublishedFormsKeepTheirShape(t *testing.T) {
	for name, v := range scenarios() {
		t.Run(name, func(t *testing.T) {
			golden(t, name, "verdict.json", published(t, v))
			golden(t, name, "record.md", Record(v))
			golden(t, name, "report.md", []byte(Report(v)))
			golden(t, name, "summary.md", []byte(v.Summary+"\n"))
			golden(t, name, "message.txt", []byte(v.Message+"\n"))
		})
	}
}

func golden(t *testing.T, scenario, file string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", scenario, file)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

// teamResult is what a panel of the spec-team profile agrees on.
func teamResult() critique.Result {
	technical := critique.Opinion{
		Perspective: critique.Perspective{Name: "technical", Role: "Tech Lead", Reports: []string{critique.ReportRisks}},
		Source:      critique.SourceCLI,
		Critique: critique.Critique{
			Rating: 4, KeyFinding: "一个服务足够", Tool: "codex", ModelFamily: "openai",
			Strengths:   []critique.Point{{Text: "单体结构简单", Category: "scope", Severity: critique.Low}},
			Weaknesses:  []critique.Point{{Text: "没有备份方案 # 不是标题", Category: "risk", Severity: critique.Medium}},
			Suggestions: []critique.Point{{Text: "补充每日备份", Category: "risk", Severity: critique.Medium}},
			Extra:       critique.Extra{Risks: []critique.Risk{{Description: "数据丢失", Likelihood: "low", Impact: "high"}}},
		},
	}
	risk := critique.Opinion{
		Perspective: critique.Perspective{Name: "risk", Role: "Risk Analyst", Reports: []string{critique.ReportNoRating, critique.ReportRiskLevel}},
		Source:      critique.SourceFallback,
		Critique: critique.Critique{
			RiskLevel: "medium", Tool: "claude", ModelFamily: "anthropic", KeyFinding: "依赖一家供应商",
			Extra: critique.Extra{AssumptionsToValidate: []string{"短信两分钟内送达"}, Dependencies: []string{"短信供应商"}},
		},
	}
	return critique.Result{
		Opinions: []critique.Opinion{technical, risk}, Average: 4, Reached: true, Recommendation: critique.Proceed, Basis: critique.BasisPanel,
		Themes: []critique.Theme{
			{Theme: "单体结构简单", Category: "scope", Kind: critique.Strength, Perspectives: []string{"technical", "risk"}},
			{Theme: "没有备份方案", Category: "risk", Kind: critique.Weakness, Perspectives: []string{"technical", "risk"}},
		},
		ActionItems:   []critique.ActionItem{{Priority: 1, Text: "补充每日备份", Perspectives: []string{"technical"}}},
		OpenQuestions: []string{"谁负责恢复?"},
		RiskFlags:     []critique.RiskFlag{{Level: "medium", Description: "依赖一家供应商"}},
	}
}

func teamBlocked() critique.Result {
	r := teamResult()
	r.Reached, r.Severity, r.Recommendation = false, critique.High, critique.Revise
	r.Divergences = []critique.Divergence{
		{Type: critique.Conflict, Severity: critique.Medium, Topic: "范围", Description: "看法不同", Perspectives: []string{"technical", "risk"}},
		{Type: critique.NoAgreement, Severity: critique.High, Topic: "架构风格", Description: "微服务 vs 单体", Perspectives: []string{"technical", "risk"}, Options: []string{"微服务", "单体"}},
	}
	r.Themes, r.ActionItems, r.OpenQuestions, r.RiskFlags = nil, nil, nil, nil
	return r
}
