package critique

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"discussd/critique/themes"
)

// said is a point with the opinion it came from, in the form themes are merged in.
type said struct {
	Point
	opinion Opinion
}

func gather(opinions []Opinion, pick func(Critique) []Point) ([]said, []themes.Point) {
	var all []said
	var points []themes.Point
	for _, o := range opinions {
		for _, p := range pick(o.Critique) {
			all = append(all, said{p, o})
			points = append(points, themes.Point{Voice: o.Perspective.Name, Text: p.Text, Category: p.Category, Targets: p.Targets, Place: p.place()})
		}
	}
	return all, points
}

// place is the line that a point quotes, none where the quote was not found.
func (p Point) place() string {
	if p.QuoteLine == 0 {
		return ""
	}
	return fmt.Sprintf("%s:%d", p.QuotePath, p.QuoteLine)
}

// convergent lists what several perspectives raised: faults, wishes and praise apart.
func convergent(opinions []Opinion) []Theme {
	var found []Theme
	for _, kind := range []struct {
		name string
		pick func(Critique) []Point
	}{
		{Weakness, func(c Critique) []Point { return c.Weaknesses }},
		{Suggestion, func(c Critique) []Point { return c.Suggestions }},
		{Strength, func(c Critique) []Point { return c.Strengths }},
	} {
		all, points := gather(opinions, kind.pick)
		for _, group := range themes.Merge(points) {
			voices := group.Voices(points)
			if len(voices) < 2 {
				continue
			}
			families := map[string]bool{}
			for _, i := range group {
				families[cmp.Or(all[i].opinion.ModelFamily, all[i].opinion.Tool)] = true
			}
			lead := slices.MaxFunc(group, func(a, b int) int {
				return cmp.Or(all[a].Severity.Weight()-all[b].Severity.Weight(), b-a) // the first of equals
			})
			theme := Theme{
				Theme: all[lead].Text, Kind: kind.name, Category: all[lead].Category, Targets: group.Targets(points),
				Perspectives: voices, Families: len(families),
			}
			for _, i := range group {
				if i != lead && !strings.EqualFold(all[i].Text, theme.Theme) {
					theme.Wordings = append(theme.Wordings, Wording{Perspective: all[i].opinion.Perspective.Name, Kind: kind.name, Text: all[i].Text})
				}
			}
			found = append(found, theme)
		}
	}
	return found
}

// openQuestions lists every question in its own words, similar ones side by side.
func openQuestions(opinions []Opinion) []string {
	all, points := gather(opinions, func(c Critique) []Point { return c.OpenQuestions })
	var questions []string
	for _, group := range themes.Merge(points) {
		for _, i := range group {
			if !slices.ContainsFunc(questions, func(q string) bool { return strings.EqualFold(q, all[i].Text) }) {
				questions = append(questions, all[i].Text)
			}
		}
	}
	return questions
}

func coverageGaps(opinions []Opinion) []string {
	var gaps []string
	for _, o := range opinions {
		if o.Perspective.reports(ReportMissingRequirements) {
			gaps = append(gaps, o.MissingRequirements...)
		}
	}
	return gaps
}

func riskFlags(policy Policy, opinions []Opinion) []RiskFlag {
	var flags []RiskFlag
	for _, o := range opinions {
		grave := o.graveRisks()
		if o.ratesHighRisk() && (o.KeyFinding != "" || len(grave) == 0) {
			flags = append(flags, RiskFlag{o.RiskLevel, cmp.Or(o.KeyFinding, policy.riskLevel(o))})
		}
		for _, r := range o.Extra.Risks {
			if level := strings.ToLower(r.Impact); level == "high" || level == "critical" {
				flags = append(flags, RiskFlag{level, r.Description})
			} else if slices.Contains(grave, r) {
				flags = append(flags, RiskFlag{o.RiskLevel, r.Description})
			}
		}
	}
	return flags
}
