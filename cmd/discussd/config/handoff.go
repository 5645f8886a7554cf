package config

// Handoff says what is kept beside the verdicts.
type Handoff struct {
	History int `toml:"history"` // replaced verdicts kept for each round
	Raw     int `toml:"raw"`     // rounds whose raw answers are kept
}

func (h Handoff) validate(r *report) {
	// Without the last verdict nobody could tell what is new and what is fixed.
	if h.History < 1 {
		r.add("handoff.history", "must be at least 1 (got %d)", h.History)
	}
	r.notNegative("handoff.raw", h.Raw)
}
