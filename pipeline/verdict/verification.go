package verdict

import "discussd/critique"

// Verification is what a model said that was asked once more: of the claims that would have
// blocked the round, and of the faults that somebody else's praise contradicts.
type Verification struct {
	Tool        string           `json:"tool"`
	Model       string           `json:"model"`        // "" when the tool does not say, or did not answer
	ModelFamily string           `json:"model_family"` // "" when unknown
	Claims      []critique.Claim `json:"claims"`
	Attempts    []Attempt        `json:"attempts"`
	Cost        Cost             `json:"cost"`
}

// verification returns nil where nobody was asked.
func verification(v *critique.Verification) *Verification {
	if v == nil {
		return nil
	}
	return &Verification{
		Tool: v.Tool, Model: v.Model, ModelFamily: v.ModelFamily, Claims: v.Claims,
		Attempts: attempts(v.Attempts), Cost: Cost(v.Cost),
	}
}
