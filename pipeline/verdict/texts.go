package verdict

import (
	"cmp"
	"maps"
	"strconv"
	"strings"
	"sync"
	"text/template"

	"discussd/critique"
	"discussd/internal/text/markdown"
	"discussd/pipeline/texts"
)

// The files of a profile that a verdict is worded by.
const (
	recordFile  = "record.tmpl"
	summaryFile = "summary.tmpl"
	messageFile = "message.tmpl"
	reportFile  = "report.tmpl"
)

// worded are the templates of all profiles, read when the first verdict is worded.
var worded = sync.OnceValue(func() texts.Templates {
	templates, err := templatesOf(texts.Builtin())
	if err != nil {
		panic(err) // a test reads them
	}
	return templates
})

func templatesOf(profiles texts.Profiles) (texts.Templates, error) {
	known := phrases()
	maps.Copy(known, calls(Verdict{}))
	return profiles.Templates(known, recordFile, summaryFile, messageFile, reportFile)
}

// Record renders the discussion record that people read, as Markdown. It depends
// on nothing but the verdict, and not on its costs, record or texts.
func Record(v Verdict) []byte { return []byte(wordedBy(v, recordFile)) }

// Report renders a verdict as the structured report that agents hand on. It says in
// short what [Record] says at length.
func Report(v Verdict) string { return wordedBy(v, reportFile) }

// summary is the text that is returned to the one who asked for the round.
func summary(v Verdict) string { return strings.TrimSpace(wordedBy(v, summaryFile)) }

// message is the text that a producing agent sends its coordinator.
func message(v Verdict) string { return strings.TrimSpace(wordedBy(v, messageFile)) }

func wordedBy(v Verdict, file string) string { return worded().Fill(v.Profile, file, calls(v), v) }

// Tag is who speaks under a profile: agents look for it at the start of what
// discussd says.
func Tag(profile string) string { return texts.Builtin().Of(profile).Tag }

// phrases are what templates may call about a part of a verdict, whichever it is.
func phrases() template.FuncMap {
	return template.FuncMap{
		"about":     about,
		"br":        func() string { return "  " },
		"by":        by,
		"code":      shown(markdown.Code),
		"inline":    shown(markdown.Inline),
		"letter":    letter,
		"number":    func(i int) int { return i + 1 },
		"oneline":   shown(markdown.OneLine),
		"place":     place,
		"rated":     rated,
		"said":      shown(said),
		"sentence":  inLine,
		"time":      stamp,
		"twodigits": func(rating float64) string { return strconv.FormatFloat(rating, 'f', 2, 64) },
		"unended":   unended,
	}
}

// calls are what templates may call about the verdict as a whole.
func calls(v Verdict) template.FuncMap {
	heard, _, _ := voices(v)
	inProject := func(name string) string { return fromProject(v, name) }
	return template.FuncMap{
		"authorship":     func() string { return authorship(v) },
		"average":        func() string { return average(v) },
		"averageorfacts": func() string { return averageOrFacts(v) },
		"blocked":        func() bool { return v.Outcome == Blocked },
		"checklists":     v.Checklists,
		"critical":       func() []critique.Divergence { return critical(v) },
		"decided":        func() string { return decidedLine(v) },
		"decisioncommand": func() string {
			return DecisionCommand(markdown.OneLine(cmp.Or(v.SessionPath, v.Session)), markdown.OneLine(v.Round))
		},
		"dissent":          func() string { return dissentLine(v) },
		"divergences":      func() []critique.Divergence { return bySeverity(v.Divergences) },
		"escalated":        func() bool { return v.Outcome == Blocked && v.CoordinatorAction == CoordinatorAsks },
		"failed":           func() bool { return v.Outcome == Failed },
		"firstitems":       func() []item { return items(v, within)[:min(topItems, len(v.ActionItems))] },
		"fromproject":      inProject,
		"grounds":          func() []string { return grounds(v) },
		"heard":            func() bool { return heard > 0 },
		"high":             func() bool { return v.BlockedAt(critique.High) },
		"items":            func() []item { return items(v, within) },
		"itemsfromproject": func() []item { return items(v, inProject) },
		"keyfinding":       func(p Perspective) string { return keyFinding(v, p) },
		"keyitems":         func() []string { return andMore(v, firstItems(v, topItems)) },
		"limit":            v.Limit,
		"lookatcoverage":   func() bool { return coverageMatters(v) },
		"lowaverage":       func() string { return lowAverage(v) },
		"low":              func() bool { return v.BlockedAt(critique.Low) },
		"mutedcount":       func() string { return mutedCount(v.Checks.Muted) },
		"partial":          func() bool { return v.Status == Partial },
		"participants":     func() string { return participants(v) },
		"prioritised":      func() []string { return prioritised(v) },
		"reached":          func() bool { return v.Outcome == Reached },
		"recommendation":   func() string { return string(recommendationOf(v)) },
		"recordpath":       func() string { return recordPath(v) },
		"selfreview":       func() string { return selfReview(v) },
		"severity":         func() string { return string(severityOf(v)) },
		"silent":           func() bool { return heard == 0 && v.Outcome != Failed },
		"spoken":           func() string { return spoken(v) },
		"tag":              func() string { return Tag(v.Profile) },
		"themes":           func(kind string) []critique.Theme { return themesOf(v, kind) },
		"unheard":          func() string { return unheardOf(v) },
		"unheardcoverage":  func() bool { return coverageUnheard(v) },
		"views":            func() []critique.Divergence { return views(v) },
		"weaknesses":       func() []weakness { return weaknesses(v.Perspectives) },
		"words":            words(v),
	}
}
