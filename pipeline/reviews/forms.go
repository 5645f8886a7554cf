package reviews

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"discussd/critique"
	"discussd/internal/text/markdown"
	"discussd/pipeline/verdict"
)

// plans is the review of a GSD phase: frontmatter, a section a voice, what they agree on.
func plans(number, folder string, v verdict.Verdict) string {
	var b strings.Builder
	fmt.Fprintf(&b, "---\nphase: %q\nreviewers: [%s]\nreviewed_at: %s\nplans_reviewed: [%s]\n---\n\n", folder, strings.Join(voices(v), ", "), v.FinishedAt.Format(time.RFC3339), strings.Join(planFiles(v), ", "))
	fmt.Fprintf(&b, "# Cross-AI Plan Review — Phase %s\n", number)
	for _, p := range v.Perspectives {
		if p.Source == critique.SourceCLI || p.Source == critique.SourceFallback {
			voice(&b, p)
		}
	}
	facts(&b, v)
	fmt.Fprintf(&b, "\n## Consensus Summary\n\n%s\n", outcome(v))
	var praise, fault []string
	for _, t := range v.ConvergentThemes {
		line := fmt.Sprintf("- %s (%s)\n", markdown.Inline(t.Theme), strings.Join(t.Perspectives, ", "))
		if t.Kind == critique.Strength {
			praise = append(praise, line)
		} else {
			fault = append(fault, line)
		}
	}
	var split []string
	for _, d := range v.Divergences {
		split = append(split, fmt.Sprintf("- **%s** (%s): %s [%s]\n", markdown.Inline(d.Topic), d.Severity, markdown.Inline(d.Description), strings.Join(d.Perspectives, ", ")))
	}
	section(&b, "### Agreed Strengths", praise)
	section(&b, "### Agreed Concerns", fault)
	section(&b, "### Divergent Views", split)
	var items []string
	for _, item := range v.ActionItems {
		items = append(items, fmt.Sprintf("- **%s**: %s%s\n", item.Severity, markdown.Inline(item.Text), place(item.Path, item.Line)))
	}
	section(&b, "### Action Items", items)
	return b.String()
}

// voice is what one perspective said.
func voice(b *strings.Builder, p verdict.Perspective) {
	fmt.Fprintf(b, "\n## %s Review\n\n*%s, as %s*\n\n### Summary\n\n%s\n", title(p.Name), markdown.Inline(p.Tool), markdown.Inline(p.Role), cmp.Or(markdown.Inline(p.KeyFinding), "–"))
	var concerns []string
	for _, w := range p.Weaknesses {
		if w.RefutedBy == "" {
			concerns = append(concerns, fmt.Sprintf("- **%s**: %s%s\n", w.Severity, markdown.Inline(w.Text), place(w.QuotePath, w.QuoteLine)))
		}
	}
	for _, missing := range p.MissingRequirements {
		concerns = append(concerns, fmt.Sprintf("- **%s**: missing: %s\n", critique.High, markdown.Inline(missing)))
	}
	section(b, "### Strengths", points(p.Strengths))
	section(b, "### Concerns", concerns)
	section(b, "### Suggestions", points(p.Suggestions))
	risk := "not asked for"
	if p.RiskLevel != "" {
		risk = strings.ToUpper(p.RiskLevel)
	}
	if p.Rating != nil {
		risk += fmt.Sprintf("; rated %.1f of 5", *p.Rating)
	}
	fmt.Fprintf(b, "\n### Risk Assessment\n\n%s\n", risk)
}

func points(all []critique.Point) []string {
	var lines []string
	for _, p := range all {
		lines = append(lines, "- "+markdown.Inline(p.Text)+"\n")
	}
	return lines
}

// facts are what was checked without a model.
func facts(b *strings.Builder, v verdict.Verdict) {
	fmt.Fprintf(b, "\n## discussd Review\n\n### Summary\n\n%d of %d checks passed, no model asked.\n", v.Checks.Passed, v.Checks.Applicable)
	var lines []string
	for _, f := range v.Checks.Present() {
		lines = append(lines, fmt.Sprintf("- **%s**: %s (%s)%s\n", f.Severity, markdown.Inline(f.Message), f.Rule, place(f.Path, f.Line)))
	}
	section(b, "### Concerns", lines)
}

// document is the review of a document of BMAD: the verdict, and a line a finding.
func document(v verdict.Verdict) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# discussd Review\n\n**Reviewed:** %s, %s\n\n## Overall verdict\n\n%s\n", markdown.Code(path.Base(v.Artifact.Path)), v.FinishedAt.Format(time.RFC3339), outcome(v))
	var lines []string
	for _, f := range v.Checks.Present() {
		lines = append(lines, fmt.Sprintf("- **[%s]** %s%s — %s\n", level(f.Severity), markdown.Inline(f.Message), place(f.Path, f.Line), f.Rule))
	}
	for _, p := range v.Perspectives {
		for _, w := range p.Weaknesses {
			if w.RefutedBy == "" {
				lines = append(lines, fmt.Sprintf("- **[%s]** %s%s — %s\n", level(w.Severity), markdown.Inline(w.Text), place(w.QuotePath, w.QuoteLine), p.Name))
			}
		}
		for _, missing := range p.MissingRequirements {
			lines = append(lines, fmt.Sprintf("- **[%s]** missing: %s — %s\n", level(critique.High), markdown.Inline(missing), p.Name))
		}
	}
	section(&b, "### Findings", lines)
	var fixes []string
	for _, item := range v.ActionItems {
		fixes = append(fixes, fmt.Sprintf("- *Fix:* %s%s\n", markdown.Inline(item.Text), place(item.Path, item.Line)))
	}
	section(&b, "### Fixes", fixes)
	return b.String()
}

// section is a heading over lines, which says so when there are none.
func section(b *strings.Builder, heading string, lines []string) {
	if len(lines) == 0 {
		lines = []string{"None.\n"}
	}
	fmt.Fprintf(b, "\n%s\n\n%s", heading, strings.Join(lines, ""))
}

// outcome is the verdict in a line or two.
func outcome(v verdict.Verdict) string {
	text := fmt.Sprintf("%s, round %s, revision %d", v.Outcome, v.Round, v.Revision)
	if v.Severity != nil {
		text += fmt.Sprintf(", severity %s", *v.Severity)
	}
	if v.AverageRating != nil {
		text += fmt.Sprintf(", average rating %.2f of 5", *v.AverageRating)
	}
	if v.Recommendation != nil {
		text += fmt.Sprintf(". Recommendation: %s", *v.Recommendation)
	}
	text += ".\n"
	for _, dissent := range v.Dissent {
		text += "\nDissent: " + markdown.Inline(dissent) + "\n"
	}
	return strings.TrimSuffix(text, "\n")
}

func place(file string, line int) string {
	switch {
	case file == "":
		return ""
	case line == 0:
		return " (" + markdown.Code(file) + ")"
	}
	return fmt.Sprintf(" (%s, line %d)", markdown.Code(file), line)
}

func level(s critique.Severity) string { return strings.ToLower(string(s)) }

// voices are the tools that answered, and discussd itself for what needed none.
func voices(v verdict.Verdict) []string {
	names := []string{"discussd"}
	for _, p := range v.Perspectives {
		if (p.Source == critique.SourceCLI || p.Source == critique.SourceFallback) && !slices.Contains(names, p.Tool) {
			names = append(names, p.Tool)
		}
	}
	return names
}

// planFiles are the plans that were judged.
func planFiles(v verdict.Verdict) []string {
	var names []string
	for _, file := range append([]verdict.File{v.Artifact.File}, v.Artifact.Members...) {
		if strings.HasSuffix(file.Path, "-PLAN.md") {
			names = append(names, fmt.Sprintf("%q", file.Path))
		}
	}
	slices.Sort(names)
	return names
}
