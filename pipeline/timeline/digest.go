package timeline

import (
	"cmp"
	"slices"

	"discussd/critique"
	"discussd/internal/text/markdown"
	"discussd/pipeline/request"
)

// topPoints is how many discussion points a round puts to the user, as many as the
// agents that this replaces did.
const topPoints = 5

// touching is the nearness to a question from which a statement touches it.
const touching = 0.25

// group is statements that say the same; the first one speaks for all.
type group struct {
	statements []statement
	kind       kind // the most telling of theirs
	settled    bool // said in a correction, or corrected by one
}

// gather groups statements that say the same, in the order of their first ones.
func gather(statements []statement) []*group {
	var groups []*group
	for _, s := range statements {
		at := slices.IndexFunc(groups, func(g *group) bool { return g.statements[0].gist.same(s.gist) })
		if at < 0 {
			at = len(groups)
			groups = append(groups, &group{kind: s.kind})
		}
		g := groups[at]
		g.statements = append(g.statements, s)
		g.kind = min(g.kind, s.kind)
	}
	return groups
}

func (g *group) text() string { return g.statements[0].text }

// voices counts the analyses that say it.
func (g *group) voices() int {
	seen := map[voice]bool{}
	for _, s := range g.statements {
		if s.voice.analysis {
			seen[s.voice] = true
		}
	}
	return len(seen)
}

// stand makes an understanding of the analyses at hand: confirmed is what two or
// more of them say, corrected what one explicitly links to an earlier statement,
// and the rest is new. The points to discuss come before the open questions, those
// of most analyses first.
func (p *process) stand(statements []statement) critique.Understanding {
	asked := func(s statement) bool { return s.kind >= point }
	said := gather(slices.DeleteFunc(slices.Clone(statements), asked))
	asks := gather(slices.DeleteFunc(slices.Clone(statements), func(s statement) bool { return !asked(s) }))
	var u critique.Understanding
	u.Corrected = p.corrections(statements, p.remembered(), said)
	if len(u.Corrected) == 0 {
		p.note("No analysis corrects another one explicitly (corrects, supersedes): corrected is empty.")
	}
	said = slices.DeleteFunc(said, func(g *group) bool { return g.settled })
	if p.request.Type == request.DirectionAdjusted {
		p.nearestFirst(said)
		p.nearestFirst(asks)
	}
	if p.request.Type == request.SpecificQuestions {
		said, asks = p.touched(said), p.touched(asks)
		if len(said)+len(asks) == 0 {
			p.note("Nothing at hand touches the question: it stays open.")
			return critique.Understanding{Corrected: u.Corrected, NewQuestions: []string{markdown.OneLine(p.request.Feedback)}}
		}
	}
	for _, g := range said {
		switch {
		case g.voices() > 1:
			u.Confirmed = append(u.Confirmed, g.text())
		case g.kind == insight:
			u.NewInsights = append(u.NewInsights, g.text())
		default:
			u.NewFindings = append(u.NewFindings, g.text())
		}
	}
	u.NewQuestions = questions(asks, p.request.Type != request.DirectionAdjusted)
	return u
}

// questions lists the points to discuss, then the open questions.
func questions(asks []*group, byVoices bool) []string {
	var points, rest []string
	if byVoices {
		slices.SortStableFunc(asks, func(a, b *group) int { return cmp.Compare(b.voices(), a.voices()) })
	}
	for _, g := range asks {
		switch {
		case g.kind == question:
			rest = append(rest, g.text())
		case len(points) < topPoints:
			points = append(points, g.text())
		}
	}
	return append(points, rest...)
}

// nearestFirst orders groups by how near they are to the feedback.
func (p *process) nearestFirst(groups []*group) {
	direction := sentences(p.request.Feedback)
	slices.SortStableFunc(groups, func(a, b *group) int {
		return cmp.Compare(nearness(b.statements[0].gist, direction), nearness(a.statements[0].gist, direction))
	})
}

// touched keeps the groups that touch the question in the feedback.
func (p *process) touched(groups []*group) []*group {
	asked := sentences(p.request.Feedback)
	return slices.DeleteFunc(groups, func(g *group) bool { return nearness(g.statements[0].gist, asked) < touching })
}
