package agenthook

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"discussd/critique"
	"discussd/internal/text/printable"
	"discussd/pipeline/verdict"
)

// longestText is how many bytes a model is told at most: claude and codex cut at 10,000
// characters and put the rest into a file, which the model may not open.
const longestText = 9500

// mostFacts and mostReasons bound what is told of one verdict; the record has the rest.
const (
	mostFacts   = 20
	mostReasons = 10
)

// describe says what a model has to know of verdicts, the worst first, and no more than
// fits. What is quoted of documents and other models is one line each, without marks that
// could be taken for a system's.
func describe(verdicts []verdict.Verdict) string {
	slices.SortStableFunc(verdicts, func(a, b verdict.Verdict) int { return cmp.Compare(urgency(a), urgency(b)) })
	var parts []string
	for _, v := range verdicts {
		parts = append(parts, head(v))
	}
	room := longestText - len(strings.Join(parts, "\n\n"))
	for i, v := range verdicts {
		for _, line := range body(v) {
			if room -= len(line) + 1; room < 0 {
				break
			}
			parts[i] += "\n" + line
		}
	}
	text := strings.Join(parts, "\n\n")
	if len(text) > longestText {
		text = strings.ToValidUTF8(text[:longestText], "")
	}
	return text
}

func urgency(v verdict.Verdict) int {
	return slices.Index([]int{2, 4, 3, 0}, v.ExitCode())
}

// head is the line that matters most: whose verdict on what, and what is to be done.
func head(v verdict.Verdict) string {
	words := string(v.Outcome)
	switch {
	case v.Severity != nil && v.Recommendation != nil:
		words += fmt.Sprintf(" (%s, %s)", *v.Severity, *v.Recommendation)
	case v.Error != nil:
		words += ": " + string(v.Error.Code) + ", " + plain(v.Error.Message)
	case v.AverageRating != nil:
		words += fmt.Sprintf(" (rated %.2f of 5)", *v.AverageRating)
	}
	fingerprint := string(v.Artifact.Fingerprint)
	return fmt.Sprintf("discussd: %s, %s: %s, fingerprint %s.", plain(v.SessionPath+"/"+v.Artifact.Path), v.Round, words, fingerprint[:min(8, len(fingerprint))])
}

// body is what follows the head of a verdict that is not reached, a line each.
func body(v verdict.Verdict) (lines []string) {
	if limit := v.Limit(); limit != "" {
		lines = append(lines, plain(limit))
	}
	for _, d := range v.Dissent {
		lines = append(lines, "Dissent: "+plain(d))
	}
	if v.ExitCode() == 0 {
		return lines
	}
	for i, d := range v.Divergences {
		if i < mostReasons && d.Severity != critique.Low {
			lines = append(lines, fmt.Sprintf("Why (%s): %s", d.Severity, plain(d.Topic+": "+d.Description)))
		}
	}
	told := 0
	for _, item := range v.ActionItems {
		// A fact stands below with its place, and an agent cannot ask for a review.
		if item.Kind != critique.ItemFact && item.Kind != critique.ItemReview && told < mostReasons {
			told++
			lines = append(lines, fmt.Sprintf("Action item %d: %s", told, plain(item.Text)))
		}
	}
	facts := slices.Clone(v.Checks.Findings)
	slices.SortStableFunc(facts, func(a, b critique.Finding) int { return cmp.Compare(b.Severity.Weight(), a.Severity.Weight()) })
	for i, f := range facts {
		if i < mostFacts && f.Severity != critique.Low {
			lines = append(lines, fmt.Sprintf("Fact %s %s %s %s", f.Severity, verdict.Placed(plain(f.Path), f.Line), f.Rule, plain(f.Message)))
		}
	}
	switch {
	case v.CallerAction == verdict.CallerStops:
		lines = append(lines, "Do not revise it yourself: report this verdict and stop.")
	default:
		lines = append(lines, "Go on with caution. What you mend and save is judged again by itself.")
	}
	if v.Record != nil {
		lines = append(lines, "The full record: "+plain(v.SessionPath+"/"+v.Record.Path))
	}
	return lines
}

// longestLine bounds what is told of one reason, in bytes.
const longestLine = 600

// plain is a text in one line, without control characters and without angle brackets.
func plain(text string) string {
	text = strings.NewReplacer("<", "‹", ">", "›").Replace(printable.Line(strings.Join(strings.Fields(text), " ")))
	if len(text) > longestLine {
		text = strings.ToValidUTF8(text[:longestLine], "") + "…"
	}
	return text
}
