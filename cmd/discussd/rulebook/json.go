package rulebook

import (
	"discussd/critique"
	"discussd/critique/checks"
)

// Entry is one rule as JSON. Its field names are the published ones.
type Entry struct {
	ID          string            `json:"id"`
	Family      string            `json:"family"`
	Title       string            `json:"title"`
	Severity    critique.Severity `json:"severity"`
	Perspective string            `json:"perspective"`
	Kind        string            `json:"kind"`
	Core        bool              `json:"core"`
	Message     Words             `json:"message"`
	Source      string            `json:"source"`
	Examples    []Example         `json:"examples"`
}

// Words is a message in both languages.
type Words struct {
	EN string `json:"en"`
	ZH string `json:"zh"`
}

// Example is a document on which a rule fires, and one like it on which it must not.
type Example struct {
	Language  string `json:"language"` // "en" or "zh"
	Violation string `json:"violation"`
	NearMiss  string `json:"near_miss"`
}

// Entries are rules as JSON, in the order of [Catalogue].
func Entries(rules []checks.Rule) []Entry {
	entries := []Entry{}
	for _, f := range families(rules) {
		for _, r := range f.rules {
			e := Entry{
				ID: r.ID, Family: f.title(), Title: r.Title, Severity: r.Severity, Perspective: r.Perspective, Kind: r.Kind, Core: r.Core,
				Message: Words{r.Message.EN, r.Message.ZH}, Source: r.Source, Examples: []Example{{"en", r.Bad.EN, r.Good.EN}},
			}
			if r.Bad.ZH != "" {
				e.Examples = append(e.Examples, Example{"zh", r.Bad.ZH, r.Good.ZH})
			}
			entries = append(entries, e)
		}
	}
	return entries
}
