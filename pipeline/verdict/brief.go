package verdict

import "discussd/critique"

// Brief is what an agent needs of a verdict in order to go on. Its JSON is one line.
type Brief struct {
	Round             string                   `json:"round"`
	Outcome           Outcome                  `json:"verdict"`
	Severity          *critique.Severity       `json:"severity"`
	Recommendation    *critique.Recommendation `json:"recommendation"`
	CallerAction      CallerAction             `json:"caller_action"`
	CoordinatorAction CoordinatorAction        `json:"coordinator_action"`
	AverageRating     *float64                 `json:"average_rating"`
	Message           string                   `json:"message"`
}

// Brief returns it.
func (v Verdict) Brief() Brief {
	return Brief{v.Round, v.Outcome, v.Severity, v.Recommendation, v.CallerAction, v.CoordinatorAction, v.AverageRating, v.Message}
}
