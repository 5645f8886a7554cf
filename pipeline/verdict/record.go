package verdict

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"discussd/critique"
)

// Record renders the discussion record that people read, as Markdown. It depends
// on nothing but the verdict, and not on its costs, record or texts. Which
// headings it has depends on what there is to show, never on the words of a model.
func Record(v Verdict) []byte {
	if v.Profile == specTeam {
		return chineseRecord(v)
	}
	r := &record{}
	r.line("# Discussion Record: %s\n", Inline(v.Round))
	if heard, _, _ := v.voices(); heard == 0 && v.Outcome != Failed {
		r.line("**%s**\n", Inline(v.Limit()))
	}
	// Two blanks at the end keep the lines apart when the record is rendered.
	r.line("**Session**: %s  ", Inline(cmp.Or(v.SessionPath, v.Session)))
	r.line("**Revision**: %d, %s  ", v.Revision, v.FinishedAt.Format(time.RFC3339))
	r.line("**Artifact**: %s  ", Inline(v.Artifact.Path))
	if v.Artifact.Fingerprint != "" {
		r.line("**Fingerprint**: %s  ", code(string(v.Artifact.Fingerprint)))
	}
	if heard, _, _ := v.voices(); heard > 0 {
		r.line("**Voices**: %s  ", v.spoken())
	}
	r.line("**Perspectives**: %s  ", participants(v))
	r.line("**Consensus**: %s  ", consensus(v))
	r.line("**Average Rating**: %s", average(v))
	if v.BlockedAt(critique.High) {
		r.line("\n**To the %s**: %s", cmp.Or(Inline(v.Caller.Role), "writer"), doNotRevise)
	}
	if v.escalated() {
		r.line("\n**%s**: %s", decides, code(v.decisionCommand()))
	}
	if v.Outcome != Failed {
		r.critique(v)
	}
	r.checks(v)
	r.section("Notes", lines(v.Notes, bullet))
	return []byte(r.String())
}

// record is the document as far as it is written.
type record struct{ strings.Builder }

func (r *record) line(format string, args ...any) { fmt.Fprintf(r, format+"\n", args...) }

// section writes a list, or says that it has nothing in it.
func (r *record) section(heading string, list []string) {
	r.line("\n## %s\n", heading)
	for _, text := range orNone(list) {
		r.line("%s", text)
	}
}

// critique writes what the perspectives said. An error has none of it: there,
// "none" would read like praise.
func (r *record) critique(v Verdict) {
	if len(v.Dissent) > 0 {
		r.section("Dissent", lines(v.Dissent, bullet))
	}
	heard, _, _ := v.voices()
	views := func(heading string, list []string) { // "none" of nobody would read like praise
		if heard == 0 && len(list) == 0 {
			list = []string{"- " + v.words()("none: no model spoke", "无: 没有模型作答")}
		}
		r.section(heading, list)
	}
	views("Convergent Themes", themes(v.ConvergentThemes))
	r.section("Divergent Views", lines(bySeverity(v.Divergences), divergentView))
	if slices.ContainsFunc(v.Perspectives, looksAtCoverage) || len(v.CoverageGaps) > 0 {
		r.section("Coverage Gaps", v.gaps())
	}
	r.section("Action Items", actionItems(v, within))
	r.ratings(v)
	views("Weaknesses", weaknesses(v.Perspectives))
	if len(v.OpenQuestions) > 0 {
		r.section("Open Questions", lines(v.OpenQuestions, bullet))
	}
	if len(v.Decisions) > 0 {
		r.section("Decisions", lines(v.Decisions, decision))
	}
}

func (r *record) ratings(v Verdict) {
	r.line("\n## Ratings\n")
	r.line("| Perspective | Rating | Key Finding | Source |")
	r.line("|-------------|--------|-------------|--------|")
	for _, p := range v.Perspectives {
		source := Inline(string(p.Source))
		if p.Tool != "" && p.Tool != source {
			source += " (" + Inline(p.Tool) + ")"
		}
		r.line("| %s | %s | %s | %s |", Inline(p.Name), stars(p), v.keyFinding(p), source)
	}
}

// keyFinding is what a perspective found, or why nobody speaks for it.
func (v Verdict) keyFinding(p Perspective) string {
	if p.Heard() || !p.TookPart() {
		return Inline(p.KeyFinding)
	}
	why := critique.Silence([]critique.Opinion{p.opinion()})
	return Inline(v.words()("no model spoke", "没有模型作答") + strings.TrimSuffix(" ("+why+")", " ()"))
}

// stars is a rating as people read it.
func stars(p Perspective) string {
	if p.Rating == nil {
		return "not rated"
	}
	return rated(*p.Rating)
}

func rated(rating float64) string { return strconv.FormatFloat(rating, 'f', -1, 64) + "/5" }

func (r *record) checks(v Verdict) {
	r.line("\n## Checks\n")
	r.line("%d of %d passed%s", v.Checks.Passed, v.Checks.Applicable, ratedByChecks(v, "; rated %s/5 by the checks"+besidePanel(v)))
	if d := v.Delta; d != nil {
		r.line("\nSince the previous revision: %d new, %d persisting, %d fixed, %d regressed",
			d.New, d.Persisting, d.Fixed, d.Regressed)
	}
	r.line("")
	list := append(lines(v.Checks.Present(), checkFinding), muted(v)...)
	for _, what := range v.Checks.NotAssessed {
		list = append(list, "- "+v.words()("not assessed: ", "未评估: ")+Inline(what))
	}
	for _, text := range orNone(list) {
		r.line("%s", text)
	}
}

func participants(v Verdict) string {
	var names []string
	for _, p := range v.Perspectives {
		name := Inline(p.Name)
		if !p.TookPart() {
			name += " (skipped)"
		}
		names = append(names, name)
	}
	return cmp.Or(strings.Join(names, ", "), "none")
}

func consensus(v Verdict) string {
	switch v.Outcome {
	case Reached:
		return "reached"
	case Blocked:
		return fmt.Sprintf("blocked (%s)", Inline(string(severityOf(v))))
	}
	return fmt.Sprintf("error (%s): %s", code(string(v.Error.Code)), Inline(v.Error.Message))
}

func looksAtCoverage(p Perspective) bool {
	return p.TookPart() && slices.Contains(p.Reports, critique.ReportMissingRequirements)
}

// coverageUnheard tells whether coverage was to be looked at, and no model did.
func (v Verdict) coverageUnheard() bool {
	heard := func(p Perspective) bool { return looksAtCoverage(p) && p.Heard() }
	return slices.ContainsFunc(v.Perspectives, looksAtCoverage) && !slices.ContainsFunc(v.Perspectives, heard)
}

// gaps are the coverage gaps. That there are none only a model can say.
func (v Verdict) gaps() []string {
	if len(v.CoverageGaps) == 0 && v.coverageUnheard() {
		return []string{"- " + v.words()("unknown: no model looked at coverage", "未知: 没有模型检查覆盖情况")}
	}
	return lines(v.CoverageGaps, bullet)
}

func lines[T any](list []T, line func(T) string) []string {
	texts := make([]string, len(list))
	for i, item := range list {
		texts[i] = line(item)
	}
	return texts
}

func bullet(text string) string { return "- " + said(text) }

// said is inline text that is never empty: an item whose text is missing still
// shows that it is there.
func said(text string) string { return cmp.Or(Inline(text), "(no text)") }

// besidePanel says that the checks' rating is none of the panel's, where one spoke.
func besidePanel(v Verdict) string {
	if heard, _, _ := v.voices(); heard == 0 {
		return ""
	}
	return ", beside the panel"
}

// ratedByChecks says how the checks alone rate, where they do.
func ratedByChecks(v Verdict, format string) string {
	if v.Checks.Rating == nil {
		return ""
	}
	return fmt.Sprintf(format, strconv.FormatFloat(*v.Checks.Rating, 'f', 2, 64))
}

func weaknesses(perspectives []Perspective) []string {
	var list []string
	for _, p := range perspectives {
		for _, w := range p.Weaknesses {
			list = append(list, weakness(p.Name, w))
		}
	}
	return list
}

func weakness(perspective string, w critique.Point) string {
	text := fmt.Sprintf("- **%s** (%s)", said(perspective), cmp.Or(Inline(string(w.Severity)), "no severity"))
	found := w.QuoteFound != nil && *w.QuoteFound
	if found {
		text += " " + place(w.QuotePath, w.QuoteLine)
	}
	text += ": " + said(w.Text) + about(w.Targets)
	if w.Quote != "" {
		text += " “" + Inline(w.Quote) + "”"
		if !found {
			text += " (quote not found)"
		}
	}
	return text
}

func decision(d Decision) string {
	return fmt.Sprintf("- **%s**: %s, %s%s", said(d.Topic), Inline(d.Decision), Inline(d.Rationale), by([]string{d.By}))
}

func checkFinding(f critique.Finding) string {
	return fmt.Sprintf("- **%s** (%s) %s: %s", said(f.Rule), Inline(string(f.Severity)), place(f.Path, f.Line), Inline(f.Message))
}

// place is where to look: a path, and its line when one is known.
func place(path string, line int) string {
	return code(placed(path, line))
}

// mostTargets is how many targets stand behind a text; the verdict holds all.
const mostTargets = 5

// about names targets behind a text, and by the perspectives behind it.
func about(targets []string) string {
	if len(targets) == 0 {
		return ""
	}
	shown := strings.Join(targets[:min(len(targets), mostTargets)], ", ")
	if more := len(targets) - mostTargets; more > 0 {
		shown += fmt.Sprintf(", +%d", more)
	}
	return " (" + Inline(shown) + ")"
}

func by(perspectives []string) string {
	if len(perspectives) == 0 {
		return ""
	}
	return " [" + Inline(strings.Join(perspectives, ", ")) + "]"
}
