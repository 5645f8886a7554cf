package htmlreport

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
	"discussd/pipeline/verdict"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// example is a session with a block, a consensus with dissent, a round without a model and
// one without an artifact.
func example(chinese bool) []Session {
	finding := critique.Finding{Rule: "X-005", Severity: critique.High, Message: "the link leads to gone.md, which does not exist", Path: "spec/brief.md", Line: 3}
	finding.Places = []critique.Place{{Path: "spec/brief.md", Line: 3, Message: finding.Message, Quote: "[table](gone.md)"}}
	subject := verdict.Case{Round: "DISCUSS-002", Label: "brief", Session: "S", Profile: "lifecycle", Revision: 2, Role: "writer",
		Artifact: verdict.File{Path: "spec/brief.md"}, Fingerprint: strings.Repeat("ab", 32)}
	said := []critique.Opinion{
		{Perspective: critique.Perspective{Name: "product"}, Source: critique.SourceCLI, Critique: critique.Critique{
			Rating: 2, KeyFinding: "nobody says how long", Tool: "gemini", Model: "pro",
			Weaknesses: []critique.Point{
				{Text: "retention is open", Severity: critique.High, Quote: "for a while", QuotePath: "spec/brief.md", QuoteLine: 4},
				{Text: "the users are missing", Severity: critique.Medium, RefutedBy: "codex", Quote: "nobody is named"},
			},
			Checklist: []critique.Checked{
				{ID: "who", Question: "Is each user named?", Answer: critique.Yes, Quote: "gardeners", QuoteFound: new(true)},
				{ID: "long", Question: "Is it said how long?", Answer: critique.No, Missing: "a number of days", QuotePath: "spec/brief.md", QuoteLine: 4},
				{ID: "why", Question: "Is it said why?", Answer: critique.CannotTell},
			}}},
		{Perspective: critique.Perspective{Name: "coverage"}, Source: critique.SourceSkipped},
	}
	result := critique.Result{
		Chinese: chinese, Opinions: said, Average: 2, Severity: critique.High, Recommendation: critique.Revise, Basis: critique.BasisPanel,
		Divergences: []critique.Divergence{{Type: "coverage_gap", Severity: critique.High, Topic: "coverage gap", Description: "how long readings are kept"}},
		ActionItems: []critique.ActionItem{
			{Kind: critique.ItemMissing, Severity: critique.High, Text: "Say how long readings are kept", Blocks: true},
			{Kind: critique.ItemFact, Severity: critique.High, Text: "X-005: told below"},
		},
		Verification: &critique.Verification{Critique: critique.Critique{Tool: "codex"}, Claims: []critique.Claim{{Perspective: "product", Severity: critique.High, Text: "the users are missing", Ruling: critique.Refuted, Why: "they are named", Quote: "gardeners"}}},
		Notes:        []string{"codex ruled"}, Cost: critique.Cost{InputTokens: new(int64(10)), OutputTokens: new(int64(5)), USD: new(0.011)},
	}
	report := critique.Report{Findings: []critique.Finding{finding}, Applicable: 9, Passed: 8, Chinese: chinese}
	blocked := verdict.New(subject, report, result)
	first := blocked
	first.Revision, first.AverageRating = 1, new(3.5)
	passed := result
	passed.Reached, passed.Severity, passed.Recommendation, passed.Divergences = true, "", critique.Proceed, nil
	subject.Round, subject.Label = "DISCUSS-003", "requirements"
	reached := verdict.New(subject, critique.Report{Applicable: 3, Passed: 3, Chinese: chinese}, passed)
	alone := critique.Result{Chinese: chinese, Mode: critique.ModeChecks, Reached: true, Recommendation: critique.Proceed, Basis: critique.BasisChecks}
	subject.Round, subject.Label, subject.Mode = "DISCUSS-004", "architecture", critique.ModeChecks
	checks := verdict.New(subject, critique.Report{Applicable: 3, Passed: 3, Chinese: chinese}, alone)
	documents := map[string]string{"spec/brief.md": "# Brief\n\nSee the [table](gone.md).\nReadings are kept for a while.\n"}
	return []Session{{Name: "S", Layout: "lifecycle", Rounds: []Round{
		{ID: "DISCUSS-001", State: "missing"},
		{ID: "DISCUSS-002", State: "fresh", Verdict: &blocked, Past: []verdict.Verdict{blocked, first}, Documents: documents},
		{ID: "DISCUSS-003", State: "stale", Verdict: &reached, Past: []verdict.Verdict{reached}, Documents: documents},
		{ID: "DISCUSS-004", State: "fresh", Verdict: &checks, Past: []verdict.Verdict{checks}, Documents: documents},
		{ID: "DISCUSS-005", State: "running"},
		{ID: "DISCUSS-006", State: "unjudged", Problem: "the verdict there does not count: no JSON"},
	}}}
}

func TestPage(t *testing.T) {
	for name, chinese := range map[string]bool{"en": false, "zh": true} {
		got, err := Page(example(chinese))
		if err != nil {
			t.Fatal(err)
		}
		again, _ := Page(example(chinese))
		if !bytes.Equal(got, again) {
			t.Error("the same sessions make another page")
		}
		file := "testdata/" + name + ".html"
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
	}
}

// TestPageSaysWhoSpoke: what no model said is no approval, on a page either.
func TestPageSaysWhoSpoke(t *testing.T) {
	page, err := Page(example(false))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"passed the checks; no model was asked", "consensus, changed since", "blocked HIGH", "no artifact yet", "does not count: no JSON",
		`See the <mark>[table](gone.md)</mark>.`, `Readings are kept <mark>for a while</mark>.`, "refuted by codex", "(stands nowhere)", "1: 3.5/5, 1; 2: 2.0/5, 1"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if strings.Contains(string(page), "told below") {
		t.Error("a fact is told twice")
	}
}

// TestPageOfFactsAlone: facts that block are what there is to do where no model answered, and
// the page says that they block, and who let them pass.
func TestPageOfFactsAlone(t *testing.T) {
	at := time.Date(2026, 3, 1, 9, 30, 0, 0, time.UTC)
	subject := verdict.Case{Round: "DISCUSS-002", Session: "S", Profile: "lifecycle", Revision: 1, Mode: critique.ModePanel, Fingerprint: strings.Repeat("ab", 32)}
	v := verdict.New(subject, critique.Report{Applicable: 9, Passed: 8}, critique.Result{
		Mode: critique.ModePanel, Severity: critique.High, Recommendation: critique.Revise, Basis: critique.BasisChecks,
		ActionItems: []critique.ActionItem{
			{Kind: critique.ItemFact, Severity: critique.High, Text: "X-005: a dead link", Blocks: true, Path: "spec/brief.md", Line: 3},
			{Kind: critique.ItemReview, Severity: critique.Medium, Text: "Have it reviewed", Blocks: true},
			{Kind: critique.ItemFact, Severity: critique.Medium, Text: "told below"},
		},
	})
	v.FinishedAt = at
	shown := func(v verdict.Verdict, past ...verdict.Verdict) string {
		page, err := Page([]Session{{Name: "S", Rounds: []Round{{ID: v.Round, State: "fresh", Verdict: &v, Past: past}}}})
		if err != nil {
			t.Fatal(err)
		}
		return string(page)
	}
	page := shown(v)
	for _, want := range []string{"<strong>✗ blocked HIGH (no model answered)</strong> → revise", `<li><strong class="tag high">HIGH</strong> X-005: a dead link <span class="soft">spec/brief.md:3</span></li>` + "\n" + `<li><strong class="tag medium">MEDIUM</strong> Have it reviewed</li>`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if strings.Contains(page, "told below") || strings.Contains(page, "unreviewed") || strings.Contains(page, "Accepted by") {
		t.Error("the page says what is not so")
	}
	first := v
	first.Decisions = []verdict.Decision{{Decision: verdict.Accept, By: "ana", Rationale: "the pilot needs it", Fingerprint: v.Artifact.Fingerprint}}
	later := first
	later.FinishedAt = at.Add(time.Hour)
	if want := "Accepted by ana, 2026-03-01 09:30 UTC: the pilot needs it"; !strings.Contains(shown(later, later, first), want) {
		t.Errorf("the page does not say %q", want)
	}
	later.Decisions = append(later.Decisions, verdict.Decision{Decision: verdict.Revise, By: "ana", Fingerprint: v.Artifact.Fingerprint})
	if strings.Contains(shown(later, later, first), "Accepted by") {
		t.Error("what was taken back counts")
	}
}

// TestPageIsNothingButText: what documents and models say is never a part of the page.
func TestPageIsNothingButText(t *testing.T) {
	const evil = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>\u202eevil{{.}}"
	sessions := example(false)
	sessions[0].Name, sessions[0].Rounds[5].Problem = evil, evil
	v := sessions[0].Rounds[1].Verdict
	v.Label, v.Summary, v.Artifact.Path, v.Dissent = evil, evil, evil, []string{evil}
	v.Perspectives[0].Name, v.Perspectives[0].KeyFinding, v.Perspectives[0].Tool, v.Perspectives[0].Weaknesses[0].Text = evil, evil, evil, evil
	v.ActionItems[0].Text, v.Divergences[0].Description, v.Notes[0], v.Verification.Claims[0].Why = evil, evil, evil, evil
	v.Checks.Findings[0].Places[0].Message, v.Checks.Findings[0].Places[0].Quote = evil, evil
	sessions[0].Rounds[1].Documents["spec/brief.md"] = "a\nb\n" + evil + "\nd"
	page, err := Page(sessions)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(page), "<script") || strings.Contains(string(page), "<img") || strings.Contains(string(page), "\u202e") {
		t.Error("something of a document became a part of the page")
	}
	if outside := regexp.MustCompile(`(?:src|href)="[^#"]|url\(|@import`).Find(page); outside != nil {
		t.Errorf("the page needs something else: %s", outside)
	}
}

func TestNoSession(t *testing.T) {
	if page, err := Page(nil); err != nil || !strings.Contains(string(page), "No session.") {
		t.Errorf("%v: %s", err, page)
	}
}

// TestPageIsSmall: a page about a session of many long documents holds what was found in them
// with the lines around it, and not the documents.
func TestPageIsSmall(t *testing.T) {
	sessions := example(false)
	round := sessions[0].Rounds[1]
	round.Documents = map[string]string{}
	var findings []critique.Finding
	for n := range 36 {
		path := fmt.Sprintf("spec/requirements/REQ-%03d.md", n)
		round.Documents[path] = strings.Repeat("The readings of a day are kept for as long as the garden stands, and then some.\n", 400)
		for line := range 5 {
			place := critique.Place{Path: path, Line: 10 * (line + 1), Message: "no measure", Quote: "and then some"}
			findings = append(findings, critique.Finding{Rule: "LX-001", Severity: critique.Medium, Message: place.Message, Path: path, Line: place.Line, Places: []critique.Place{place}})
		}
	}
	v := *round.Verdict
	v.Checks.Findings = findings
	round.Verdict = &v
	sessions[0].Rounds = []Round{round}
	page, err := Page(sessions)
	if err != nil {
		t.Fatal(err)
	}
	const most = 300 << 10
	if marks := bytes.Count(page, []byte("<mark>")); len(page) > most || marks < len(findings) {
		t.Errorf("%d bytes, %d passages for %d findings", len(page), marks, len(findings))
	}
	t.Logf("%d KB", len(page)>>10)
}
