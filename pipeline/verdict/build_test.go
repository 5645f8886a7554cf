package verdict

import (
	"math"
	"testing"

	"discussd/critique"

	"github.com/google/go-cmp/cmp"
)

func TestWhoDoesWhat(t *testing.T) {
	tests := map[string]struct {
		result      critique.Result
		final       bool
		caller      CallerAction
		coordinator CoordinatorAction
		exit        int
	}{
		"reached":                     {exampleResult(true, "", critique.Proceed), false, "report", "proceed", 0},
		"reached on the final gate":   {exampleResult(true, "", critique.Proceed), true, "report", "proceed", 0},
		"blocked LOW":                 {blockedLow(), false, "proceed_with_notes", "proceed", 0},
		"blocked MEDIUM":              {blockedMedium(), false, "warn_and_proceed", "log_warning", 3},
		"MEDIUM on the final gate":    {blockedMedium(), true, "warn_and_proceed", "log_warning", 3},
		"blocked HIGH":                {blockedHigh(), false, "report_and_stop", "create_revision", 2},
		"HIGH on the final gate":      {blockedHigh(), true, "report_and_stop", "ask_user", 2},
		"HIGH again, after revisions": {exampleResult(false, critique.High, critique.Escalate), false, "report_and_stop", "ask_user", 2},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c := exampleCase()
			c.Final = test.final
			v := New(c, exampleReport(), test.result)
			published(t, v)
			if v.CallerAction != test.caller || v.CoordinatorAction != test.coordinator || v.ExitCode() != test.exit {
				t.Errorf("got %s, %s, exit %d; want %s, %s, exit %d", v.CallerAction, v.CoordinatorAction, v.ExitCode(),
					test.caller, test.coordinator, test.exit)
			}
		})
	}
}

func TestErrorVerdictJudgesNothing(t *testing.T) {
	previous := New(exampleCase(), exampleReport(), blockedHigh())
	c := exampleCase()
	c.Previous = &previous
	report := exampleReport()
	report.Findings = report.Findings[1:]

	v := NewError(c, report, ArtifactEmpty, "spec/product-brief.md is empty")
	published(t, v)
	if v.ExitCode() != ExitError || v.CallerAction != CallerStops || v.CoordinatorAction != CoordinatorAsks {
		t.Errorf("got exit %d, %s, %s", v.ExitCode(), v.CallerAction, v.CoordinatorAction)
	}
	if v.Delta != nil || v.Severity != nil || v.AverageRating != nil {
		t.Errorf("an error is compared or graded: %+v", v)
	}
	if len(v.Checks.Findings) != 1 || v.Checks.Findings[0].State != StatePersisting {
		t.Errorf("want one persisting finding and none fixed, got %+v", v.Checks.Findings)
	}
}

func TestSentiment(t *testing.T) {
	silent := critique.Opinion{
		Perspective: critique.Perspective{Name: "risk", Reports: []string{critique.ReportNoRating}}, Source: critique.SourceCLI,
	}
	skipped := silent
	skipped.Source = critique.SourceSkipped
	rated := func(rating float64) critique.Opinion {
		return critique.Opinion{Source: critique.SourceCLI, Critique: critique.Critique{Rating: rating}}
	}
	tests := map[string]struct {
		average  float64
		opinions []critique.Opinion
		want     Sentiment
	}{
		"nobody rated":                     {0, []critique.Opinion{silent}, ""},
		"four":                             {4, []critique.Opinion{rated(4)}, SentimentPositive},
		"just under four, shown as four":   {3.999, []critique.Opinion{rated(3.999)}, SentimentNeutral},
		"three":                            {3, []critique.Opinion{rated(3)}, SentimentNeutral},
		"two":                              {2, []critique.Opinion{rated(2)}, SentimentConcerns},
		"under two":                        {1.5, []critique.Opinion{rated(1), rated(2)}, SentimentCritical},
		"a perspective that does not rate": {4.5, []critique.Opinion{rated(4.5), silent, silent}, SentimentNeutral},
		"a skipped perspective":            {4.5, []critique.Opinion{rated(4.5), skipped, skipped}, SentimentPositive},
		"no opinions kept":                 {2.5, nil, SentimentConcerns},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := sentiment(critique.Result{Average: test.average, Opinions: test.opinions})
			if got == nil && test.want != "" || got != nil && *got != test.want {
				t.Errorf("got %v, want %q", got, test.want)
			}
		})
	}
}

func TestRatingsAreRoundedOrAbsent(t *testing.T) {
	tests := map[string]struct {
		in   float64
		want *float64
	}{
		"not rated":     {0, nil},
		"below":         {0.99, nil},
		"above":         {5.5, nil},
		"not a number":  {math.NaN(), nil},
		"infinite":      {math.Inf(1), nil},
		"one":           {1, new(1.0)},
		"two decimals":  {10.0 / 3, new(3.33)},
		"rounded up":    {2.996, new(3.0)},
		"half and more": {4.125, new(4.13)},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, rating(test.in)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNotesSayEachThingOnce(t *testing.T) {
	c := exampleCase()
	c.Notes = []string{"the record was edited by somebody"}
	result := exampleResult(true, "", critique.Proceed)
	result.Notes = []string{"quality: claude is not installed, the checks answered"}
	result.Opinions[0].Notes = []string{"the answer was not JSON"}
	want := []string{
		"the record was edited by somebody",
		"quality: claude is not installed, the checks answered",
		"product: the answer was not JSON",
	}
	if diff := cmp.Diff(want, New(c, exampleReport(), result).Notes); diff != "" {
		t.Error(diff)
	}
}

func TestVerdictIsDetachedFromWhatItWasBuiltOf(t *testing.T) {
	c, report, result := exampleCase(), exampleReport(), blockedHigh()
	c.Members = []File{{Path: "spec/a.md"}}
	v := New(c, report, result)
	want := published(t, v)

	if diff := cmp.Diff(exampleReport(), report); diff != "" {
		t.Errorf("the report was modified:\n%s", diff)
	}
	if diff := cmp.Diff(blockedHigh(), result); diff != "" {
		t.Errorf("the result was modified:\n%s", diff)
	}
	c.Members[0].Path = "changed"
	report.Findings[0].Places[0].Targets[0] = "changed"
	report.Findings[0].Targets[0] = "changed"
	result.Opinions[0].Weaknesses[0].Text = "changed"
	*result.Opinions[0].Weaknesses[0].QuoteFound = false
	result.Divergences[0].Perspectives[0] = "changed"
	*result.Cost.InputTokens = 1
	if diff := cmp.Diff(string(want), string(published(t, v))); diff != "" {
		t.Errorf("the verdict changed with its sources:\n%s", diff)
	}
}

func TestFreshIsAboutExactlyTheseBytes(t *testing.T) {
	v := scenarios()["reached"]
	if !v.Fresh(digest("f")) {
		t.Error("the judged bytes are not fresh")
	}
	if v.Fresh(digest("e")) || v.Fresh("") {
		t.Error("other bytes are fresh")
	}
	if scenarios()["error-missing"].Fresh("") {
		t.Error("a verdict over nothing is fresh")
	}
}

func TestSetRecordRenewsTheTexts(t *testing.T) {
	v := scenarios()["no-record"]
	v.SetRecord("discussions/DISCUSS-002-discussion.md", digest("d"))
	if diff := cmp.Diff(scenarios()["reached"], v); diff != "" {
		t.Error(diff)
	}
}
