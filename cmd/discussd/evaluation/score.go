package evaluation

import (
	"path"
	"slices"
	"strings"
	"time"

	"discussd/critique"
	"discussd/pipeline/verdict"
)

// near is how many lines a finding may be off the line of a defect: a heading and what
// stands under it are one place to a reader.
const near = 1

// Remark is one thing that the checks or a model said of a place.
type Remark struct {
	Path     string // relative to its session
	Line     int
	Severity critique.Severity
	Family   string // of the model's maker, or [Facts]
}

// Facts is the family of what the checks say.
const Facts = "checks"

// remarks are what a verdict says of places, one for each place. A model's point counts by
// the passage it quotes: what quotes nothing cannot be held against a place.
func remarks(v verdict.Verdict) []Remark {
	var all []Remark
	for _, f := range v.Checks.Findings {
		for _, p := range f.Places {
			all = append(all, Remark{p.Path, p.Line, f.Severity, Facts})
		}
	}
	for _, p := range v.Perspectives {
		for _, w := range p.Weaknesses {
			if w.QuoteLine > 0 && w.RefutedBy == "" {
				all = append(all, Remark{w.QuotePath, w.QuoteLine, w.Severity, p.ModelFamily})
			}
		}
	}
	return all
}

// Outcome is what one run made of one case.
type Outcome struct {
	Case   string              `json:"case"`
	Found  map[string][]string `json:"found"`  // the families that told each defect that was found
	Missed []string            `json:"missed"` // the other defects
	// Right and Beside count what was said at HIGH and MEDIUM: what tells a defect, and what
	// tells none of those that were written down, and may be one all the same.
	Right  map[critique.Severity]int `json:"right"`
	Beside map[critique.Severity]int `json:"beside"`
	// Blocked are the rounds that are blocked, though no defect was written down for the case
	// and a model answered or none was to.
	Blocked []string `json:"blocked_wrongly"`
	Rounds  int      `json:"rounds"`
	Spent   Spent    `json:"spent"`
}

// Spent is what a run cost. A nil number was told by nobody.
type Spent struct {
	Requests     int           `json:"requests"` // tries of tools
	InputTokens  *int64        `json:"input_tokens"`
	OutputTokens *int64        `json:"output_tokens"`
	USD          *float64      `json:"usd"`
	Took         time.Duration `json:"took_ns"`
}

// Score holds the verdicts on a case against its defects.
func Score(c Case, verdicts []verdict.Verdict, took time.Duration) Outcome {
	o := Outcome{Case: c.Name, Found: map[string][]string{}, Right: map[critique.Severity]int{}, Beside: map[critique.Severity]int{}, Rounds: len(verdicts), Spent: Spent{Took: took}}
	for _, v := range verdicts {
		for _, r := range remarks(v) {
			told := false
			for _, d := range c.Defects {
				if d.at(r) {
					told = true
					if !slices.Contains(o.Found[d.ID], r.Family) {
						o.Found[d.ID] = append(o.Found[d.ID], r.Family)
					}
				}
			}
			if told {
				o.Right[r.Severity]++
			} else {
				o.Beside[r.Severity]++
			}
		}
		if v.Outcome == verdict.Blocked && len(c.Defects) == 0 && !unreviewed(v) {
			o.Blocked = append(o.Blocked, v.Round)
		}
		o.Spent.add(v)
	}
	for _, d := range c.Defects {
		if len(o.Found[d.ID]) == 0 {
			o.Missed = append(o.Missed, d.ID)
		}
	}
	return o
}

// unreviewed tells whether a verdict is blocked for want of a voice and for nothing else.
func unreviewed(v verdict.Verdict) bool {
	return len(v.Divergences) > 0 && !slices.ContainsFunc(v.Divergences, func(d critique.Divergence) bool { return d.Type != critique.Unreviewed })
}

// at tells whether a remark is about a defect.
func (d Defect) at(r Remark) bool {
	return slices.ContainsFunc(d.spots, func(s spot) bool {
		distance := s.line - r.Line
		return distance >= -near && distance <= near && (s.path == r.Path || strings.HasSuffix("/"+s.path, "/"+below(r.Path)))
	})
}

func (s *Spent) add(v verdict.Verdict) {
	for _, p := range v.Perspectives {
		s.Requests += len(p.Attempts)
	}
	s.InputTokens, s.OutputTokens = critique.Sum(s.InputTokens, v.Cost.InputTokens), critique.Sum(s.OutputTokens, v.Cost.OutputTokens)
	s.USD = critique.Sum(s.USD, v.Cost.USD)
}

// below is a path without the steps up from its session: what sessions share lies above them.
func below(name string) string {
	name = path.Clean(name)
	for strings.HasPrefix(name, "../") {
		name = name[len("../"):]
	}
	return name
}
