package verdict

import (
	"cmp"
	"fmt"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"discussd/critique"
	"discussd/internal/text/markdown"
)

// shown is a phrase for texts of any named type, and for pointers to them, which
// templates do not convert.
func shown(phrase func(string) string) func(any) string {
	return func(text any) string { return phrase(reflect.Indirect(reflect.ValueOf(text)).String()) }
}

// said is inline text that is never empty: an item whose text is missing still
// shows that it is there.
func said(text string) string { return cmp.Or(markdown.Inline(text), "(no text)") }

func stamp(at time.Time) string { return at.Format(time.RFC3339) }

func rated(rating float64) string { return strconv.FormatFloat(rating, 'f', -1, 64) + "/5" }

// letter names the options of a choice from A on, and by number after Z.
func letter(i int) string {
	if i > 'Z'-'A' {
		return strconv.Itoa(i + 1)
	}
	return string(rune('A' + i))
}

// place is where to look: a path, and its line when one is known.
func place(path string, line int) string { return markdown.Code(Placed(path, line)) }

// Placed is a path with its line, when one is known: "spec/brief.md:12".
func Placed(name string, line int) string {
	if line > 0 {
		name += ":" + strconv.Itoa(line)
	}
	return name
}

// mostTargets is how many targets stand behind a text; the verdict holds all.
const mostTargets = 5

// about names targets behind a text.
func about(targets []string) string {
	if len(targets) == 0 {
		return ""
	}
	named := strings.Join(targets[:min(len(targets), mostTargets)], ", ")
	if more := len(targets) - mostTargets; more > 0 {
		named += fmt.Sprintf(", +%d", more)
	}
	return " (" + markdown.Inline(named) + ")"
}

// by names the perspectives, or other authors, of a text.
func by(names ...any) string {
	var all []string
	for _, name := range names {
		switch name := name.(type) {
		case string:
			all = append(all, name)
		case []string:
			all = append(all, name...)
		}
	}
	if len(all) == 0 {
		return ""
	}
	return " [" + markdown.Inline(strings.Join(all, ", ")) + "]"
}

func inLine(texts []string) string { return cmp.Or(strings.Join(lines(texts, unended), "; "), "none") }

func unended(text string) string { return strings.TrimRight(text, ".。") }

func lines[T any](list []T, line func(T) string) []string {
	texts := make([]string, len(list))
	for i, item := range list {
		texts[i] = line(item)
	}
	return texts
}

// fromProject is a path of the session as it resolves from the project's root.
func fromProject(v Verdict, name string) string {
	if path.IsAbs(name) { // of a session that was not found
		return markdown.OneLine(name)
	}
	return markdown.OneLine(path.Join(v.SessionPath, name))
}

// within leaves a path as it is: relative to the session.
func within(name string) string { return name }

func recordPath(v Verdict) string {
	if v.Record == nil {
		return "not written"
	}
	return fromProject(v, v.Record.Path)
}

func participants(v Verdict) string {
	var names []string
	for _, p := range v.Perspectives {
		name := markdown.Inline(p.Name)
		if !p.TookPart() {
			name += " (skipped)"
		}
		names = append(names, name)
	}
	return cmp.Or(strings.Join(names, ", "), "none")
}

func average(v Verdict) string {
	if v.AverageRating == nil {
		return "not rated"
	}
	return fmt.Sprintf("%.2f/5", *v.AverageRating)
}

// averageOrFacts is the average rating, or what there is in its place.
func averageOrFacts(v Verdict) string {
	if v.AverageRating == nil && v.Checks.Rating != nil {
		return fmt.Sprintf("not rated by models; checks: %d of %d passed", v.Checks.Passed, v.Checks.Applicable)
	}
	return average(v)
}

func severityOf(v Verdict) critique.Severity {
	if v.Severity == nil {
		return ""
	}
	return *v.Severity
}

func recommendationOf(v Verdict) critique.Recommendation {
	if v.Recommendation == nil {
		return ""
	}
	return *v.Recommendation
}

// decidedLine says what a person decided about these bytes, and why.
func decidedLine(v Verdict) string {
	for _, d := range slices.Backward(v.Decisions) {
		if d.Fingerprint == v.Artifact.Fingerprint && d.Fingerprint != "" {
			return fmt.Sprintf(words(v)("A person decided: %s, because: %s.", "由人决定: %s, 理由: %s."), d.Decision, unended(markdown.OneLine(d.Rationale)))
		}
	}
	return ""
}

// keyFinding is what a perspective found, or why nobody speaks for it.
func keyFinding(v Verdict, p Perspective) string {
	if p.Heard() || !p.TookPart() {
		return markdown.Inline(p.KeyFinding)
	}
	why := ""
	if heard, _, _ := voices(v); heard > 0 { // else the first line says it for all
		why = critique.Silence([]critique.Opinion{p.opinion()})
	}
	return markdown.Inline(unheardOf(v) + strings.TrimSuffix(" ("+why+")", " ()"))
}

// unheardOf says that no model spoke: none answered, or none was to be asked.
func unheardOf(v Verdict) string {
	if v.Mode == critique.ModeChecks {
		return words(v)("no model was asked", "未询问任何模型")
	}
	return words(v)("no model answered", "没有模型作答")
}

// coverageMatters tells whether a perspective was to look at coverage, or something was
// said about it.
func coverageMatters(v Verdict) bool {
	return slices.ContainsFunc(v.Perspectives, looksAtCoverage) || len(v.CoverageGaps) > 0
}

func looksAtCoverage(p Perspective) bool {
	return p.TookPart() && slices.Contains(p.Reports, critique.ReportMissingRequirements)
}

// coverageUnheard tells whether coverage was to be looked at, and no model did: that
// nothing is missing only a model can say.
func coverageUnheard(v Verdict) bool {
	heard := func(p Perspective) bool { return looksAtCoverage(p) && p.Heard() }
	return slices.ContainsFunc(v.Perspectives, looksAtCoverage) && !slices.ContainsFunc(v.Perspectives, heard)
}
