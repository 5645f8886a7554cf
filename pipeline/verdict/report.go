package verdict

import (
	"cmp"
	"fmt"
	"strings"
)

// Report renders a verdict as the structured report that agents hand on: its
// headings and labels are a format of their own and stay in every language. It
// says in short what [Record] says at length. An error verdict has its summary,
// its verdict and its output, and nothing that would read like praise.
func Report(v Verdict) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("## Summary")
	done := "complete"
	if v.Outcome == Failed {
		done = "was not judged"
	}
	line("- [%s] %s %s.", Tag(v.Profile), Inline(v.Round), done)
	line("- Artifact: %s", Inline(v.fromProject(v.Artifact.Path)))
	line("- Perspectives analyzed: %s", participants(v))
	if limit := v.Limit(); limit != "" {
		line("- %s", Inline(limit))
	}
	if v.Status == Partial {
		line("- Status: PARTIAL")
	}
	for _, against := range v.Dissent {
		line("- Dissent: %s", Inline(against))
	}
	line("\n## Verdict")
	switch v.Outcome {
	case Failed:
		line("- Error: %s: %s", v.Error.Code, Inline(v.Error.Message))
	case Reached:
		line("- Consensus: reached")
	case Blocked:
		line("- Consensus: blocked")
		line("- Severity: %s", severityOf(v))
	}
	if v.Outcome != Failed {
		line("- Average Rating: %s", averageOrFacts(v))
		line("- Recommendation: %s", recommendationOf(v))
		line("\n## Perspective Ratings\n| Perspective | Rating | Key Finding |\n|-------------|--------|-------------|")
		for _, p := range v.Perspectives {
			line("| %s | %s | %s |", Inline(p.Name), stars(p), v.keyFinding(p))
		}
		section := func(heading string, list []string) { line("\n## %s\n%s", heading, strings.Join(orNone(list), "\n")) }
		section("Convergent Themes", themes(v.ConvergentThemes))
		if len(v.CoverageGaps) > 0 || v.coverageUnheard() {
			section("Coverage Gaps", v.gaps())
		}
		var views []string
		for _, d := range bySeverity(v.Divergences) {
			views = append(views, fmt.Sprintf("- %s (%s): %s%s", cmp.Or(Inline(d.Topic), said(d.Type)), d.Severity, Inline(d.Description), by(d.Perspectives)))
		}
		section("Divergent Views", views)
		section("Action Items", actionItems(v, v.fromProject))
	}
	line("\n## Output\n- Discussion Record: %s", recordPath(v))
	return b.String()
}

// Tag is who speaks under a profile: agents look for it at the start of what
// discussd says.
func Tag(profile string) string {
	switch profile {
	case "spec-team":
		return "spec-discuss"
	case "analyze":
		return "discussant"
	}
	return "discuss"
}
