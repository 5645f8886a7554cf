package verdict

import (
	"slices"

	"discussd/critique"
)

// Perspective is what one perspective had to say.
type Perspective struct {
	Name                string             `json:"name"`
	Role                string             `json:"role"`
	Rating              *float64           `json:"rating"` // nil when not rated
	KeyFinding          string             `json:"key_finding"`
	Source              critique.Source    `json:"source"`
	Tool                string             `json:"tool"`         // who answered, "" when skipped
	Model               string             `json:"model"`        // that answered, "" when the tool does not say
	ModelFamily         string             `json:"model_family"` // "" when unknown
	SelfReview          bool               `json:"self_review"`  // that family wrote what is judged
	Reports             []string           `json:"reports"`      // the extra fields it was asked for
	Strengths           []critique.Point   `json:"strengths"`
	Weaknesses          []critique.Point   `json:"weaknesses"`
	Suggestions         []critique.Point   `json:"suggestions"`
	OpenQuestions       []critique.Point   `json:"open_questions"`
	RiskLevel           string             `json:"risk_level"` // "" when not reported
	MissingRequirements []string           `json:"missing_requirements"`
	Extra               critique.Extra     `json:"extra"`
	Checklist           []critique.Checked `json:"checklist"` // one for each question that it was asked, in their order
	Attempts            []Attempt          `json:"attempts"`
	Cost                Cost               `json:"cost"`          // of the answer, as its tool reported it; an equal part where one call answered for several
	AnsweredWith        []string           `json:"answered_with"` // the other perspectives that the same call was to answer for; none: it was asked alone
	Carried             *critique.Carried  `json:"carried"`       // where the answer was given, when nobody was asked for it now; else nil
}

// Attempt is one try of one tool for a perspective.
type Attempt struct {
	Tool       string         `json:"tool"`
	Outcome    critique.Class `json:"outcome"`
	Error      string         `json:"error"` // "" when it answered
	DurationMS int64          `json:"duration_ms"`
}

// TookPart tells whether anybody answered for the perspective.
func (p Perspective) TookPart() bool { return p.Source != critique.SourceSkipped }

func perspective(o critique.Opinion) Perspective {
	return Perspective{
		Name:                o.Perspective.Name,
		Role:                o.Perspective.Role,
		Rating:              rating(o.Rating),
		KeyFinding:          o.KeyFinding,
		Source:              o.Source,
		Tool:                o.Tool,
		Model:               o.Model,
		ModelFamily:         o.ModelFamily,
		SelfReview:          o.SelfReview,
		Reports:             o.Perspective.Reports,
		Strengths:           o.Strengths,
		Weaknesses:          o.Weaknesses,
		Suggestions:         o.Suggestions,
		OpenQuestions:       o.OpenQuestions,
		RiskLevel:           o.RiskLevel,
		MissingRequirements: o.MissingRequirements,
		Extra:               o.Extra,
		Checklist:           o.Checklist,
		Attempts:            attempts(o.Attempts),
		Cost:                Cost(o.Cost),
		AnsweredWith:        o.AnsweredWith,
		Carried:             o.Carried,
	}
}

func attempts(made []critique.Attempt) (all []Attempt) {
	for _, a := range made {
		all = append(all, Attempt{Tool: a.Tool, Outcome: a.Outcome, Error: a.Err, DurationMS: milliseconds(a.Duration)})
	}
	return all
}

func expectedToRate(p critique.Perspective) bool {
	return !slices.Contains(p.Reports, critique.ReportNoRating)
}

// Checklist is what a perspective answers the questions that it was asked, as records and
// pages show it: what is in order is counted, everything else is told.
type Checklist struct {
	Perspective                           string
	Asked, Answered, Yes, Shown, No, Open int                // Shown: a yes with a passage that stands in the documents; Open: the documents do not tell
	Told                                  []critique.Checked // what is no, open, or a yes without a passage, in this order
}

// Checklists are those of the perspectives that were asked; none where nobody answered anything.
func (v Verdict) Checklists() []Checklist {
	var all []Checklist
	for _, p := range v.Perspectives {
		if len(p.Checklist) == 0 {
			continue
		}
		list := Checklist{Perspective: p.Name, Asked: len(p.Checklist)}
		for _, c := range p.Checklist {
			shown := c.QuoteFound != nil && *c.QuoteFound
			switch c.Answer {
			case critique.Unanswered:
				continue
			case critique.No:
				list.No++
			case critique.CannotTell:
				list.Open++
			case critique.Yes:
				list.Yes++
			}
			list.Answered++
			if c.Answer == critique.Yes && shown {
				list.Shown++
				continue
			}
			list.Told = append(list.Told, c)
		}
		order := []string{critique.No, critique.CannotTell, critique.Yes}
		slices.SortStableFunc(list.Told, func(a, b critique.Checked) int { return slices.Index(order, a.Answer) - slices.Index(order, b.Answer) })
		all = append(all, list)
	}
	if !slices.ContainsFunc(all, func(c Checklist) bool { return c.Answered > 0 }) {
		return nil
	}
	return all
}
