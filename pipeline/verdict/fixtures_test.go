package verdict

import (
	"strings"
	"testing"
	"time"

	"discussd/critique"
	"discussd/pipeline/verdict/verdicttest"
)

// digest is a SHA-256 that is easy to tell from others.
func digest(digit string) string { return strings.Repeat(digit, 64) }

func exampleCase() Case {
	start := time.Date(2026, 3, 4, 9, 30, 0, 120_000_000, time.FixedZone("CET", 3600))
	return Case{
		Round: "DISCUSS-002", Label: "brief", Session: "TLS-parcel-lockers", SessionPath: ".workflow/.team/TLS-parcel-lockers", Profile: "lifecycle", Revision: 1,
		Role: "writer", Task: "DRAFT-001",
		Artifact:     File{Path: "spec/product-brief.md", SHA256: Hash(digest("a")), Bytes: 2048},
		Context:      &File{Path: "spec/discovery-context.json", SHA256: Hash(digest("c")), Bytes: 512},
		Fingerprint:  digest("f"),
		PolicySHA256: digest("b"),
		Generator:    Generator{Name: "discussd", Version: "0.1.0"},
		Queued:       250 * time.Millisecond, ChecksTook: 12 * time.Millisecond,
		StartedAt: start, FinishedAt: start.Add(42 * time.Second),
	}
}

func exampleReport() critique.Report {
	place := critique.Place{
		Path: "spec/product-brief.md", Line: 14, Column: 3, Quote: "fast pick-up", Targets: []string{"Goals"}, Identity: "LX-001/goals/fast",
	}
	second := place
	second.Line, second.Identity = 19, "LX-001/goals/quick"
	return critique.Report{
		Findings: []critique.Finding{
			finding("LX-001", critique.Medium, "vague words without a quantity", place, second),
			finding("X-003", critique.High, "link to a file that does not exist", critique.Place{
				Path: "spec/product-brief.md", Line: 31, Quote: "../notes.md", Identity: "X-003/notes",
			}),
		},
		Applicable: 21, Passed: 19, Overall: 3.6,
		NotAssessed: []string{"epics: there are none yet"},
	}
}

func finding(rule string, severity critique.Severity, message string, places ...critique.Place) critique.Finding {
	first := places[0]
	return critique.Finding{
		Rule: rule, Severity: severity, Message: message, Path: first.Path, Line: first.Line, Column: first.Column,
		Quote: first.Quote, Targets: first.Targets, Identity: first.Identity, Places: places,
	}
}

// opinions are those of a panel whose product and coverage perspectives agree that
// the goals cannot be measured.
func opinions(product, technical, coverage float64) []critique.Opinion {
	answered := func(tool string) []critique.Attempt {
		return []critique.Attempt{{Tool: tool, Outcome: critique.Answered, Duration: 18 * time.Second}}
	}
	return []critique.Opinion{
		{
			Perspective: critique.Perspective{Name: "product", Role: "Product Manager"},
			Source:      critique.SourceCLI,
			Critique: critique.Critique{
				Rating: product, KeyFinding: "The market is clear, the goals are not measurable.", Tool: "gemini", Model: "pro-2", ModelFamily: "google",
				Strengths: []critique.Point{{Text: "The users are named.", Category: "value"}},
				Weaknesses: []critique.Point{{
					Text: "\"Fast pick-up\" has no target time.", Category: "testability", Severity: critique.High, Targets: []string{"Goals"},
					Quote: "fast pick-up at every locker", QuotePath: "spec/product-brief.md", QuoteLine: 14, QuoteFound: new(true), Question: "goal-gain",
				}},
				Checklist: []critique.Checked{
					{ID: "user-telling", Question: "Could one tell from the description of each user group whether a given person belongs to it?", Answer: critique.Yes, Quote: "Residents of large buildings", QuotePath: "spec/product-brief.md", QuoteLine: 9, QuoteFound: new(true)},
					{ID: "switch-why", Question: "Is it said why they would change from that to this product?", Answer: critique.Yes},
					{ID: "goal-gain", Question: "Does each goal say, or make plain, for whom it is a gain?", Answer: critique.No, Missing: "\"Fast pick-up\" has no target time.", Targets: []string{"Goals"}},
					{ID: "pain-weight", Question: "Is it said how often, or how badly, each pain point hurts?", Answer: critique.No},
					{ID: "sponsor-why", Question: "Is it said who *pays* for it?", Answer: critique.CannotTell},
					{ID: "today-how", Question: "Is it said what the users do or use today instead?", Answer: critique.Unanswered},
				},
				Attempts: answered("gemini"),
			},
		},
		{
			Perspective: critique.Perspective{Name: "technical", Role: "Tech Lead"},
			Source:      critique.SourceFallback,
			Critique: critique.Critique{
				Checklist: []critique.Checked{{ID: "place-of-use", Question: "Is it said on which devices the product is used?", Answer: critique.Unanswered}},
				Rating:    technical, KeyFinding: "Feasible with the stack | no surprises.", Tool: "gemini", ModelFamily: "google",
				Weaknesses: []critique.Point{{
					Text: "Offline lockers are not mentioned.", Category: "dependency", Severity: critique.Medium,
					Quote: "always connected", QuoteFound: new(false),
					Cited: []critique.Cited{{Path: "src/locker.go", Line: 12, Found: true}, {Path: "src/lockers.go", Line: 900, Nearest: "src/locker.go"}},
				}},
				Attempts: []critique.Attempt{
					{Tool: "codex", Outcome: critique.Timeout, Err: "no answer within 4m0s", Duration: 4 * time.Minute},
					{Tool: "gemini", Outcome: critique.Answered, Duration: 20 * time.Second},
				},
			},
		},
		{
			Perspective: critique.Perspective{Name: "quality", Role: "QA Lead"},
			Source:      critique.SourceChecks,
			Critique: critique.Critique{
				Tool:     "checks",
				Attempts: []critique.Attempt{{Tool: "claude", Outcome: critique.NotInstalled, Err: "claude: not found"}},
			},
		},
		{
			Perspective: critique.Perspective{
				Name: "coverage", Role: "Requirements Analyst", Reports: []string{critique.ReportMissingRequirements},
			},
			Source: critique.SourceCLI,
			Critique: critique.Critique{
				Rating: coverage, KeyFinding: "Most of the discovery context is there.", Tool: "gemini", ModelFamily: "google",
				Attempts: answered("gemini"),
			},
		},
	}
}

func exampleResult(reached bool, severity critique.Severity, recommendation critique.Recommendation) critique.Result {
	return critique.Result{
		Opinions: opinions(4, 4, 4.3333), Average: 4.1111,
		Reached: reached, Severity: severity, Recommendation: recommendation,
		Themes: []critique.Theme{{
			Kind: critique.Weakness, Theme: "Goals are not measurable", Category: "testability", Targets: []string{"Goals"},
			Perspectives: []string{"product", "coverage"}, Families: 1,
		}},
		ActionItems: []critique.ActionItem{
			{Priority: 1, Kind: critique.ItemWeakness, Severity: critique.High, Text: "Give every goal a number and a date.", Perspectives: []string{"product", "coverage"}, Targets: []string{"Goals"},
				Blocks: true, Wordings: []critique.Wording{{Perspective: "coverage", Kind: critique.ItemSuggestion, Text: "Goals need *numbers*."}}},
			{Priority: 2, Text: "Say what a locker does without a network.", Perspectives: []string{"technical"}},
			{Priority: 3, Kind: critique.ItemFact, Severity: critique.High, Text: "X-003: the link leads nowhere", Perspectives: []string{"checks"}, Targets: []string{"../notes.md"}, Path: "spec/product-brief.md", Line: 31},
			{Priority: 4, Text: "Name the competitors.", Perspectives: []string{"product"}},
		},
		OpenQuestions: []string{"Who owns the lockers?"},
		Basis:         critique.BasisMixed,
		Cost:          critique.Cost{InputTokens: new(int64(5200)), OutputTokens: new(int64(900))},
		Notes:         []string{"technical: codex did not answer (timeout), gemini did"},
		Duration:      41 * time.Second,
	}
}

func blockedHigh() critique.Result {
	r := exampleResult(false, critique.High, critique.Revise)
	r.Opinions = opinions(2, 4, 2)
	r.Opinions[3].MissingRequirements = []string{"Refunds for lost parcels"}
	r.Average = 8.0 / 3
	r.CoverageGaps = []string{"Refunds for lost parcels"}
	r.RiskFlags = []critique.RiskFlag{{Level: "high", Description: "One vendor for all locks."}}
	r.Opinions[0].Weaknesses[0].Severity, r.Opinions[0].Weaknesses[0].RefutedBy = critique.Medium, "codex"
	r.Verification = &critique.Verification{
		Claims: []critique.Claim{
			{Perspective: "product", Kind: critique.ItemWeakness, Severity: critique.High, Text: "\"Fast pick-up\" has no target time.", Evidence: "fast pick-up at every locker",
				Ruling: critique.Refuted, Why: "The goals name it.", Quote: "collected within 40 seconds", QuotePath: "spec/product-brief.md", QuoteLine: 21},
			{Perspective: "coverage", Kind: critique.ItemMissing, Severity: critique.High, Text: "Refunds for lost parcels", Ruling: critique.Confirmed, Why: "Nothing names refunds."},
			{Perspective: "technical", Kind: critique.Conflict, Severity: critique.Medium, Text: "Offline lockers are not mentioned.", Against: &critique.Side{Perspective: "product", Text: "The *network* is planned for."},
				Ruling: critique.BothStand, Why: "One speaks of the shop, the other of the locker."},
		},
		Critique: critique.Critique{Tool: "codex", Model: "large-5", ModelFamily: "openai", Attempts: []critique.Attempt{{Tool: "codex", Outcome: critique.Answered, Duration: 9 * time.Second}}},
	}
	r.Divergences = []critique.Divergence{
		{Type: "low_rating", Severity: critique.Medium, Topic: "Low rating", Description: "product rates 2/5; coverage rates 2/5", Perspectives: []string{"product", "coverage"}},
		{Type: "coverage_gap", Severity: critique.High, Topic: "Coverage gap", Description: "Refunds for lost parcels is missing", Perspectives: []string{"coverage"}},
		{Type: "conflict", Severity: critique.Medium, Topic: "Feasibility", Description: "praised and faulted", Perspectives: []string{"technical", "product"}, Options: []string{"keep", "narrow"}, Ruling: critique.Undecided},
	}
	return r
}

func blockedMedium() critique.Result {
	r := exampleResult(false, critique.Medium, critique.ProceedWithCaution)
	r.Opinions, r.Average = opinions(5, 2, 1.5), 8.5/3
	r.Divergences = []critique.Divergence{{
		Type: "rating_spread", Severity: critique.Medium, Topic: "Rating spread", Description: "from 1.5 to 5", Perspectives: []string{"product", "coverage"},
	}}
	return r
}

func blockedLow() critique.Result {
	r := exampleResult(false, critique.Low, critique.ProceedWithCaution)
	r.Divergences = []critique.Divergence{{
		Type: "minor", Severity: critique.Low, Topic: "Minor suggestions", Description: "wording only", Perspectives: []string{"quality"},
	}}
	return r
}

// published marshals a verdict and insists that it keeps to the schema.
func published(t *testing.T, v Verdict) []byte {
	t.Helper()
	data, err := Marshal(v)
	if err != nil {
		t.Fatalf("Marshal: %v", err)
	}
	if err := verdicttest.Validate(Schema(), data); err != nil {
		t.Fatalf("Validate: %v\n%s", err, data)
	}
	return data
}
