package verdict

import (
	"discussd/critique"
)

// uncut is a bound for lists that no list reaches.
const uncut = int(^uint(0) >> 1)

// detached returns a copy of a verdict that shares nothing with it that can change,
// and in which every nil list is an empty one.
func detached(v Verdict) Verdict { return shortened(v, uncut) }

// shortened is [detached] with at most so many entries a list. Whole remain who was
// asked, the past decisions, and what happened.
func shortened(v Verdict, most int) Verdict {
	v.Caller.Task = copied(v.Caller.Task)
	v.Artifact.Members = list(v.Artifact.Members, most, same)
	v.Context = copied(v.Context)
	v.Upstream = list(v.Upstream, most, func(u Upstream) Upstream {
		u.Severity = copied(u.Severity)
		return u
	})
	v.Writers, v.IndependentAverage = list(v.Writers, uncut, same), copied(v.IndependentAverage)
	v.Dissent = list(v.Dissent, most, same)
	v.Severity, v.Recommendation = copied(v.Severity), copied(v.Recommendation)
	v.AverageRating, v.Sentiment = copied(v.AverageRating), copied(v.Sentiment)
	v.Perspectives = list(v.Perspectives, uncut, func(p Perspective) Perspective { return p.shortened(most) })
	v.Verification = v.Verification.shortened(most)
	v.Divergences = list(v.Divergences, most, func(d critique.Divergence) critique.Divergence {
		d.Perspectives, d.Options, d.Grounds = list(d.Perspectives, uncut, same), list(d.Options, most, same), list(d.Grounds, most, same)
		return d
	})
	v.ConvergentThemes = list(v.ConvergentThemes, most, func(t critique.Theme) critique.Theme {
		t.Targets, t.Perspectives, t.Wordings = list(t.Targets, most, same), list(t.Perspectives, uncut, same), list(t.Wordings, most, same)
		return t
	})
	v.CoverageGaps = list(v.CoverageGaps, most, same)
	v.ActionItems = list(v.ActionItems, most, func(a critique.ActionItem) critique.ActionItem {
		a.Perspectives, a.Targets = list(a.Perspectives, uncut, same), list(a.Targets, most, same)
		a.Wordings = list(a.Wordings, most, same)
		return a
	})
	v.OpenQuestions = list(v.OpenQuestions, most, same)
	v.Decisions = list(v.Decisions, uncut, func(d Decision) Decision {
		d.Accepts = list(d.Accepts, uncut, same)
		return d
	})
	v.RiskFlags = list(v.RiskFlags, most, same)
	v.Checks = v.Checks.shortened(most)
	v.Delta, v.Record, v.Error = copied(v.Delta), copied(v.Record), copied(v.Error)
	v.Notes = list(v.Notes, most, same)
	v.Cost = v.Cost.detached()
	return v
}

func (p Perspective) shortened(most int) Perspective {
	point := func(at critique.Point) critique.Point {
		at.Targets, at.QuoteFound, at.Cited = list(at.Targets, most, same), copied(at.QuoteFound), list(at.Cited, most, same)
		return at
	}
	p.Rating = copied(p.Rating)
	p.Reports = list(p.Reports, uncut, same)
	p.Strengths, p.Weaknesses = list(p.Strengths, most, point), list(p.Weaknesses, most, point)
	p.Suggestions, p.OpenQuestions = list(p.Suggestions, most, point), list(p.OpenQuestions, most, point)
	p.MissingRequirements = list(p.MissingRequirements, most, same)
	p.Extra.Risks = list(p.Extra.Risks, most, same)
	p.Extra.TestabilityIssues = list(p.Extra.TestabilityIssues, most, same)
	p.Extra.AssumptionsToValidate = list(p.Extra.AssumptionsToValidate, most, same)
	p.Extra.Dependencies = list(p.Extra.Dependencies, most, same)
	p.Checklist = list(p.Checklist, uncut, func(c critique.Checked) critique.Checked {
		c.Targets, c.QuoteFound = list(c.Targets, most, same), copied(c.QuoteFound)
		return c
	})
	p.Attempts = list(p.Attempts, uncut, same)
	p.Cost = p.Cost.detached()
	p.AnsweredWith, p.Carried = list(p.AnsweredWith, uncut, same), copied(p.Carried)
	return p
}

func (a Assessment) shortened(most int) Assessment {
	a.Rating = copied(a.Rating)
	a.NotAssessed = list(a.NotAssessed, most, same)
	a.Muted = list(a.Muted, most, same)
	a.Findings = list(a.Findings, most, func(f critique.Finding) critique.Finding {
		f.Targets = list(f.Targets, most, same)
		f.Places = list(f.Places, most, func(p critique.Place) critique.Place {
			p.Targets = list(p.Targets, most, same)
			return p
		})
		return f
	})
	return a
}

func (c Cost) detached() Cost {
	return Cost{copied(c.USD), copied(c.InputTokens), copied(c.OutputTokens), copied(c.CachedTokens)}
}

// list copies the first entries of a list, each by a function, into one that is
// never nil.
func list[T any](entries []T, most int, entry func(T) T) []T {
	made := make([]T, min(len(entries), most))
	for i := range made {
		made[i] = entry(entries[i])
	}
	return made
}

func same[T any](value T) T { return value }

func copied[T any](value *T) *T {
	if value == nil {
		return nil
	}
	return new(*value)
}
