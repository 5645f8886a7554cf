package decision

import (
	"encoding/json"
	"time"
)

// Marshal writes a decision as the JSON that [Parse] reads back, with the time at which
// it was made: who decides the same again, after something else, means it again.
func Marshal(d Decision, at time.Time) ([]byte, error) {
	text, err := json.MarshalIndent(struct {
		Fingerprint string `json:"fingerprint"`
		Choice      Choice `json:"decision"`
		Rationale   string `json:"rationale"`
		By          string `json:"by,omitempty"`
		At          string `json:"decided_at"`
	}{d.Fingerprint, d.Choice, d.Rationale, d.By, at.UTC().Format(time.RFC3339Nano)}, "", "  ")
	return append(text, '\n'), err
}
