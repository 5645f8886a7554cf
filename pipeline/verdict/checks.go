package verdict

import (
	"slices"

	"discussd/critique"
)

// Assessment is what the embedded checks found. Findings are those of this
// revision and, with the state fixed, those that are gone since the previous one.
type Assessment struct {
	Applicable  int                `json:"applicable"`
	Passed      int                `json:"passed"`
	Rating      *float64           `json:"rating"` // of the facts alone, beside the panel's ratings and never among them
	NotAssessed []string           `json:"not_assessed"`
	Findings    []critique.Finding `json:"findings"`
	Muted       []critique.Mute    `json:"muted"` // what marks in the artifact keep out of the findings
}

// Present returns the findings of this revision: all that are not fixed.
func (a Assessment) Present() []critique.Finding {
	return slices.DeleteFunc(slices.Clone(a.Findings), func(f critique.Finding) bool {
		return f.State == StateFixed
	})
}

// Checks is the content of a round's checks.json, which stands before the
// critique begins, so that agents can already fix facts.
type Checks struct {
	SchemaVersion int      `json:"schema_version"`
	Round         string   `json:"round"`
	Session       string   `json:"session"`
	Artifact      Artifact `json:"artifact"`
	Assessment
}

// NewChecks makes the checks.json of a case, its findings as in the verdict.
func NewChecks(c Case, report critique.Report) Checks {
	assessment, _ := assess(report, c.Previous)
	return detached(Checks{
		SchemaVersion: SchemaVersion,
		Round:         c.Round,
		Session:       c.Session,
		Artifact:      c.artifact(),
		Assessment:    assessment,
	})
}

// Marshal returns the JSON of checks.json, written like that of a verdict.
func (c Checks) Marshal() ([]byte, error) { return marshal(detached(c)) }
